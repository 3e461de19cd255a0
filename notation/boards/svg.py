"""Pictures of positions, as SVG, made from a codec's `scene` alone.

    from vanuatu.notation.boards.svg import svg

    svg(codec.game, codec.scene(state), names=("Ann", "Bob"), mark="p:b2-c3")

A picture is a sheet of panels (the board, the actions, a seat). A panel has regions (a cell, a ship, an
action) at fixed places. The content of a region is a fragment. It depends only on a few facts of the scene,
so each fragment is drawn once for many positions. See `vanuatu.notation.boards.sheet`.

The pictures of a game are the module `vanuatu.notation.<game>.svg`; a game without one gets the plain
picture, its scene as tables."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from vanuatu.core import games
from vanuatu.notation.boards.sheet import AUTO, Look, Picture, composed

__all__ = ["picture_of", "svg"]


@cache
def picture_of(game: str) -> Picture:
    """Return the picture module of a game, imported on first use."""
    from vanuatu.notation.boards import plain

    module: Any = games.part("vanuatu.notation", game, "svg")
    picture: Picture = module or plain  # a module fits the protocol by its names
    return picture


def svg(
    game: str,
    scene: Mapping[str, Any],
    names: Sequence[str] = (),
    mark: str | None = None,
    look: Look = AUTO,
) -> str:
    """Return a position as an SVG document without external references.

    `names` are the players' by seat. `mark` is the move that led here, with its seat (`t:b2-c3`,
    `#tiles=A1,B2`). It gets an arrow or rings. Several pictures in one document do not disturb each other.
    """
    return composed(picture_of(game), scene, names, mark, look)

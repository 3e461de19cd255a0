"""How a position looks: the board as text and as SVG, by whatever module here can draw it.

Drawing lies above the notation, which knows it by name only: `BOARD` draws text for a terminal, `PICTURE`
SVG for a page. Where one of them is not installed, positions are shown without it.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from core.game import State
from notation.codec import Codec

BOARD: Final = "vanuatu_cli.drawing"
PICTURE: Final = "notation.pictures"
WIDTH: Final = 80


def board(codec: Codec, state: State, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """The board as text without colours, in signs that stdout can carry; else the position's line."""
    if not _there(BOARD):
        return codec.write_position(state)
    drawing: Any = import_module(BOARD)  # known by name, so without its types
    somewhere = getattr(sys.stdout, "encoding", None)  # none where the text goes into a string
    unicode = somewhere is None or drawing.Style.of(sys.stdout).unicode
    drawn = drawing.draw(codec, state, width=width, style=drawing.Style(0, unicode), names=names)
    return str(drawn).rstrip("\n")


def svg(codec: Codec, state: State, names: Sequence[str] = (), mark: str | None = None) -> str | None:
    """The board as SVG, with a mark at a move if one is given; None if nothing here draws that."""
    if not _there(PICTURE):
        return None
    picture: Any = import_module(PICTURE)
    drawn: Any = codec  # its `scene` is part of the pictures
    return str(picture.svg(codec.game, drawn.scene(state), names, mark))


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False

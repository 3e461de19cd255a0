"""Draw positions as text; each game adds one module.

    print(draw(codec, state, width=80, style=Style.of(sys.stdout)), end="")

The module of a game, `vanuatu.notation.<game>.text`, holds

    def picture(scene, page) -> list[Line]            the position: `scene` is `codec.scene(state)`
    def status(scene) -> list[tuple[str, str]]        for the toolbar: ("market", "3"), …

and uses no rules: the scene has all it needs. A game without such a module gets the plain drawing. The module
writes on a `Canvas` with roles (see `canvas.ROLES`), takes the signs it draws from `page.style.sign(unicode,
ascii)`, and fits `page.width` columns; all characters are one column wide."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from vanuatu.core import games
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import PLAIN, Line, Style
from vanuatu.notation.codec import SEAT_NAMES, Codec
from vanuatu.notation.printable import printable

LONGEST_NAME: Final = 60  # of a displayed player


@dataclass(frozen=True)
class Page:
    """The target of a drawing: its columns, its lines if they are limited, and the players by seat.

    If there is no room for all, the things of the `viewer` are drawn; without one, those of the seat to move.
    """

    width: int
    style: Style
    names: tuple[str, ...]  # of the players, by seat
    height: int | None = None
    viewer: int | None = None


class Drawing(Protocol):
    """The interface of a game's drawing module."""

    # Each game has its own scene type, which only its codec and its drawing use.
    def picture(self, scene: Any, page: Page) -> list[Line]: ...

    def status(self, scene: Any) -> list[tuple[str, str]]: ...


@cache
def drawing_of(game: str) -> Drawing:
    """Return the drawing module of a game, imported on first use; the plain one if it has none."""
    from vanuatu.notation.boards import plain

    module: Any = games.part("vanuatu.notation", game, "text") or plain
    drawing: Drawing = module  # a module fits the protocol by its names
    return drawing


def draw(
    codec: Codec, state: State, *, width: int, style: Style = PLAIN, names: Sequence[str] | None = None
) -> str:
    """Return a position as text, every line ended; `names` are the players' by seat."""
    page = Page(width, style, player_names(state, names))
    return style.paint(drawing_of(codec.game).picture(codec.scene(state), page))


def player_names(state: State, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return a name for each seat: the given one, else the name of the seat."""
    given = list(names or ())
    return tuple(
        printable(given[seat], LONGEST_NAME) if seat < len(given) and given[seat] not in ("", "?") else name
        for seat, name in enumerate(SEAT_NAMES[: int(state.players)])
    )

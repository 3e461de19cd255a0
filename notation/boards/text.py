"""Drawing positions: the same for every game, apart from one module a game.

    print(draw(codec, state, width=80, style=Style.of(sys.stdout)), end="")

The module of a game, `vanuatu.notation.<game>.text`, holds

    def picture(scene, page) -> list[Line]            the position: `scene` is `codec.scene(state)`
    def status(scene) -> list[tuple[str, str]]        for the toolbar: ("market", "3"), …

and knows no rules: all it needs stands in the scene. A game without such a module gets the plain
drawing. It writes on a `Canvas` with roles (see `canvas.ROLES`), takes the signs it draws from
`page.style.sign(unicode, ascii)`, and fits `page.width` columns; all characters are one column wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

from vanuatu.core import games
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import (
    PLAIN,
    Line,
    Style,
)
from vanuatu.notation.codec import SEAT_NAMES, Codec
from vanuatu.notation.printable import printable

LONGEST_NAME: Final = 60  # of a player, where it is shown


@dataclass(frozen=True)
class Page:
    """Where a drawing goes: so many columns, and lines if they are scarce; who sits where."""

    width: int
    style: Style
    names: tuple[str, ...]  # of the players, by seat
    height: int | None = None


class Drawing(Protocol):
    """What the module of a game offers."""

    # Each game's scene has a type of its own, which only its codec and its drawing know.
    def picture(self, scene: Any, page: Page) -> list[Line]: ...

    def status(self, scene: Any) -> list[tuple[str, str]]: ...


@cache
def drawing_of(game: str) -> Drawing:
    """The drawing module of a game, imported when it is needed; the plain one if it has none."""
    from vanuatu.notation.boards import plain_text

    module: Any = games.part("vanuatu.notation", game, "text") or plain_text
    drawing: Drawing = module  # a module fits the protocol by its names
    return drawing


def draw(
    codec: Codec, state: State, *, width: int, style: Style = PLAIN, names: Sequence[str] | None = None
) -> str:
    """A position as text, every line ended; `names` are the players' by seat."""
    page = Page(width, style, player_names(state, names))
    return style.paint(drawing_of(codec.game).picture(codec.scene(state), page))


def player_names(state: State, names: Sequence[str] | None) -> tuple[str, ...]:
    """A name for each seat: the one given, else the name of the seat."""
    given = list(names or ())
    return tuple(
        printable(given[seat], LONGEST_NAME) if seat < len(given) and given[seat] not in ("", "?") else name
        for seat, name in enumerate(SEAT_NAMES[: int(state.players)])
    )

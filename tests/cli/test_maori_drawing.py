"""The Maori drawing: complete, at every width, with and without colour, on short screens."""

import pytest

from tests.support.maori.positions import CODEC, position
from tests.support.maori.side_by_side import choose
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.rng import Rng
from vanuatu.notation.boards.canvas import PLAIN, Style
from vanuatu.notation.boards.text import Page, draw, drawing_of

BUSY = position(
    "4s a1:E2r b1:E1l a2:WS c3:EH2r +I2 ~a2",
    "2s c1:IH ~c1",
    "0s",
    game="ship",
    ship="e2",
    matrix="W0 E1r V I1 / WB E2r I1 E2l / MSa EX M3u EX / W0 E1t IH ELb",
)
NAMES = ["Ann", "Ben", "Cleo"]


def text(state: MaoriState, width: int = 80, style: Style = PLAIN) -> str:
    return draw(CODEC, state, width=width, style=style, names=NAMES)


def test_board_shows_tiles_ships_shells_and_storage() -> None:
    drawn = text(BUSY)
    for part in ("Ann", "4 o", "stored I2", "E2r   E1l", " YY > <Y", "YYn>", "points"):
        assert part in drawn
    assert "WS   p" in drawn  # the small ship


def test_the_matrix_shows_volcanoes_and_where_the_explorer_ship_is() -> None:
    drawn = text(BUSY)
    assert "***" in drawn
    assert "YYYv" in drawn
    at_e2 = drawn.splitlines().index(next(line for line in drawn.splitlines() if " e2 " in line))
    assert "A<" in drawn.splitlines()[at_e2 + 1]
    assert "n4A" in text(position("5s", ship="n4"))


def test_printed_ships_of_atoll_are_shown_until_covered() -> None:
    drawn = text(position("5s", "5s c2:IH", game="atoll"))
    row = next(line for line in drawn.splitlines() if line.startswith("2  a2"))
    below = drawn.splitlines()[drawn.splitlines().index(row) + 1]
    assert "c2'" in row[:32]
    assert "AA" in below[:32]
    assert "IH" in row[32:]
    assert "AA" not in below[32:]


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_drawing_always_fits_terminal_width(width: int, players: int) -> None:
    rng = Rng(players)
    state = MaoriGame(players, ("ship",)).start()
    ply = 0
    while state.actor != OVER:
        if ply % 60 == 0:
            for style in (PLAIN, Style(0, True)):
                drawn = text(state, width, style)
                assert all(len(line) <= width for line in drawn.splitlines())
            assert text(state, width).isascii()
        state.apply(state.sample(rng) if state.actor == CHANCE else choose(state, rng, 20))
        ply += 1


def test_colours_are_used_only_in_colour_style() -> None:
    assert "\x1b[" not in text(BUSY, style=Style(0, True))
    assert "\x1b[" in text(BUSY, style=Style(256, True))
    assert "not complete yet" in text(BUSY, style=Style(16, True))


@pytest.mark.parametrize(("width", "height"), [(80, 16), (80, 22), (120, 18), (100, 40)])
def test_short_screen_shows_other_boards_as_one_line_each(width: int, height: int) -> None:
    page = Page(width, PLAIN, ("Ann", "Ben", "Cleo"), height)
    lines = drawing_of("maori").picture(CODEC.scene(BUSY), page)
    assert len(lines) <= height
    shown = "\n".join("".join(part for _, part in line) for line in lines)
    assert all(name in shown for name in NAMES)
    assert "stored I2" in shown


def test_toolbar_shows_ship_supply_and_last_turns() -> None:
    status = drawing_of("maori").status
    assert status(CODEC.view(BUSY)) == [("ship", "e2"), ("supply", "75 tiles")]
    over = position("5s", more="idle 16", turn="4 over p")
    assert dict(status(CODEC.view(over)))["ship"] == "n1"


@pytest.mark.parametrize("width", [60, 80])
def test_a_small_screen_shows_the_board_of_the_viewer_in_every_turn(width: int) -> None:
    scene = CODEC.scene(BUSY)
    assert scene["seat"] == "p"
    drawn = [
        PLAIN.paint(drawing_of("maori").picture(scene, Page(width, PLAIN, tuple(NAMES), 16, viewer)))
        for viewer in (None, 0, 1)
    ]
    assert drawn[0] == drawn[1]
    assert "EH2r" in drawn[1]
    assert "EH2r" not in drawn[2]
    assert "Ben" in drawn[2]

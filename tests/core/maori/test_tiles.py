"""The tile table: the rulebook's counts, the sums of the reconstruction, and custom tables."""

from pathlib import Path

import pytest

from tests.support.maori.side_by_side import play_both
from vanuatu.core.game import GameError
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.layout import Seat
from vanuatu.core.maori.tables import SHAPE_COUNTS, TILES, Shape
from vanuatu.core.maori.tiles import STANDARD, TableError
from vanuatu.core.rng import Rng
from vanuatu.notation.maori.custom_tiles import read_table, register, write_table

ROOT = Path(__file__).parents[3]
TEXT = write_table(STANDARD)
# Every end and middle without palms can be turned.
BARE = (
    "maori tiles\nE end 0 1 1 1 0 54\nM middle 0 0 0 1 0 14\nI island 0 0 1 0 0 10\nW water 0 0 0 1 0 17\n"
    "V volcano 0 0 0 0 0 2\nfront\n..###\n.....\n.....\n##...\natoll\n.....\n.rsr.\n.....\n.....\nships 3\n"
)


def test_numbers_of_tiles_of_each_shape_follow_the_rulebook() -> None:
    counts = [sum(sum(row[7]) for row in TILES if row[1] == shape) for shape in range(5)]
    assert counts == [54, 14, 10, 17, 2]
    assert tuple(counts) == SHAPE_COUNTS
    assert (Shape.END, Shape.MIDDLE, Shape.ISLAND, Shape.WATER, Shape.VOLCANO) == (0, 1, 2, 3, 4)
    assert sum(counts) == 97


def test_the_symbols_add_up() -> None:
    symbols = (STANDARD.palms, STANDARD.huts, STANDARD.shells, STANDARD.ships, STANDARD.leis)
    totals = [sum(n * count for n, count in zip(of, STANDARD.counts, strict=True)) for of in symbols]
    assert totals == [113, 14, 19, 19, 8]


def test_the_boards_have_16_and_20_spaces_and_6_inside_the_reef() -> None:
    assert [int(spaces).bit_count() for spaces in STANDARD.spaces] == [16, 20]
    assert [int(reef).bit_count() for reef in STANDARD.reef] == [0, 6]
    assert list(STANDARD.printed_cell) == [-1, 8]  # c2
    assert Seat.BASE == 26


def test_the_table_reads_back_from_its_text() -> None:
    table = read_table(TEXT)
    assert (table.rows, table.front, table.atoll) == (STANDARD.rows, STANDARD.front, STANDARD.atoll)
    assert register(TEXT) is None
    own = read_table(BARE)
    assert write_table(read_table(write_table(own))) == write_table(own)


def test_the_documents_have_the_table_as_it_is() -> None:
    assert (ROOT / "docs" / "reference" / "maori-tiles.txt").read_text(encoding="utf-8") == TEXT


def test_custom_tile_table_adds_option_to_game() -> None:
    option = register(BARE)
    assert option is not None
    game = MaoriGame(3, ("ship", option))
    assert game.options == ("ship", option)
    assert game.tiles.labels == ["E", "M", "I", "W", "V"]
    assert play_both(3, ("ship", option), Rng(3), 30) > 50
    assert play_both(2, ("atoll", option), Rng(4), 30) > 50


def test_a_game_with_an_unknown_table_asks_for_its_file() -> None:
    with pytest.raises(GameError, match="--tiles FILE"):
        MaoriGame(2, ("tiles-00000000",))


@pytest.mark.parametrize(
    ("old", "new", "move_error"),
    [
        ("maori tiles", "tiles", "begins with the line `maori tiles`"),
        (
            "IS   island   1 0 1 0 0  1",
            "IS   island   1 0 1 0 0  2",
            "11 single islands, and the rulebook has 10",
        ),
        ("W0   water    0 0 0 0 0  5", "W0   water    0 0 0 0 0  x", "x: a number from 0 to 99 is wanted"),
        ("E1   end", "E1   start", "line 8: label, shape"),
        ("EX   end      0 0 2 0 0  2", "EX   end      0 0 2 0 0  1 1", "EX: 1 count wanted, not 2"),
        ("E1   end      1 0", "E2   end      1 0", "two lines have the same label"),
        ("M3   middle   3 0 0 0 0", "M3   middle   3 0 0 0 1", "M3: half leis are on end pieces"),
        ("V    volcano  0 0 0 0", "V    volcano  0 0 0 1", "V: a volcano shows nothing else"),
        ("W0   water    0", "W0   water    1", "W0: palms and huts stand on islands"),
        (".rsr.", ".rsr", "atoll: a board has 4 rows of 5"),
        (".rsr.", ".ssr.", "atoll: the ships are printed on one space"),
        (".rrr.", ".rxr.", "atoll: 'x' is not one of . r s #"),
        ("atoll\n.....", "reef\n.....", "line 40: label, shape"),
        ("ships 2", "ships", "line 45: label, shape"),
        ("EX ", "Ex ", "Ex: a label is up to four capital letters and digits"),
    ],
)
def test_invalid_tile_table_raises_one_line_error(old: str, new: str, move_error: str) -> None:
    assert old in TEXT
    with pytest.raises(TableError) as caught:
        read_table(TEXT.replace(old, new, 1))
    assert move_error in str(caught.value)
    assert "\n" not in str(caught.value)

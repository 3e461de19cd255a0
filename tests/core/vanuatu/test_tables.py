"""The component table adds up to the list of components that the rulebook prints."""

from collections import Counter

from vanuatu.core.vanuatu import tables

LAND = ("E0", "A1", "A2", "D1", "D2")
OCEAN = ("S0", "S1", "S2", "B1", "B2", "C1", "C2", "E1", "E2", "F1", "F2")


def rewards(printed: list[int]) -> Counter[int]:
    """A tile with n tokens gives rewards n, n - 1 … 1."""
    return Counter(value for tokens in printed for value in range(1, tokens + 1))


def test_efate_four_islands_and_eleven_ocean_tiles_fill_the_sixteen_cells() -> None:
    numbers = [getattr(tables.Tile, name) for name in LAND + OCEAN]
    assert numbers == list(range(16))
    assert tables.Tile.COUNT == len(tables.CELLS) == 16
    assert tables.Tile.ISLANDS == len(LAND) == len(tables.HUT_SITES)


def test_every_letter_from_a_to_f_has_two_tiles_and_three_more_start_on_the_board() -> None:
    by_letter = [getattr(tables.Tile, letter + number) for letter in "ABCDEF" for number in "12"]
    assert list(tables.LETTER_TILES) == by_letter
    starting = {tables.Tile.E0, tables.Tile.S0, tables.Tile.S1, tables.Tile.S2}
    assert starting | set(by_letter) == set(range(tables.Tile.COUNT))


def test_the_ocean_holds_fourteen_fish_and_ten_treasure_tokens_and_the_islands_none() -> None:
    assert sum(tables.PRINTED_FISH) == 14
    assert sum(tables.PRINTED_TREASURE) == 10
    assert not any(list(tables.PRINTED_FISH)[: tables.Tile.ISLANDS])
    assert not any(list(tables.PRINTED_TREASURE)[: tables.Tile.ISLANDS])


def test_the_fish_come_out_as_eight_ones_four_twos_and_two_threes() -> None:
    assert rewards(list(tables.PRINTED_FISH)) == {1: 8, 2: 4, 3: 2}


def test_the_treasures_come_out_as_four_ones_four_twos_and_two_threes() -> None:
    assert rewards(list(tables.PRINTED_TREASURE)) == {1: 4, 2: 4, 3: 2}


def test_the_starting_ocean_tiles_take_three_fish_and_two_treasures() -> None:
    starting = (tables.Tile.S0, tables.Tile.S1, tables.Tile.S2)
    assert sum(tables.PRINTED_FISH[tile] for tile in starting) == 3
    assert sum(tables.PRINTED_TREASURE[tile] for tile in starting) == 2
    assert tables.PRINTED_FISH[tables.Tile.S0] == tables.PRINTED_TREASURE[tables.Tile.S0] == 0


def test_nine_drawings_and_two_or_three_huts_an_island() -> None:
    assert sum(tables.DRAWING_SITES) == 9
    assert all(1 <= sites <= 3 for sites in tables.DRAWING_SITES)
    assert all(2 <= sites <= 3 for sites in tables.HUT_SITES)
    assert all(3 <= room <= 5 for room in tables.TOURIST_ROOM)


def test_an_island_grows_two_goods_and_efate_one_of_each() -> None:
    goods = list(tables.PRINTED_GOODS)
    by_island = [goods[3 * island : 3 * island + 3] for island in range(tables.Tile.ISLANDS)]
    assert by_island[tables.Tile.E0] == [1, 1, 1]
    assert [sum(printed) for printed in by_island] == [3, 2, 2, 2, 2]
    assert by_island[tables.Tile.D1] == [2, 0, 0]
    assert by_island[tables.Tile.A1] == [1, 0, 1]
    assert by_island[tables.Tile.A2] == by_island[tables.Tile.D2] == [1, 1, 0]


def test_ten_kava_eight_copra_and_six_beef_with_their_prices_and_points() -> None:
    assert list(tables.RESERVE) == [10, 8, 6]
    assert list(zip(tables.GOODS_PRICE, tables.GOODS_POINTS, strict=True)) == [(1, 1), (2, 3), (3, 5)]


def test_ten_ships_want_three_goods_each() -> None:
    assert sum(tables.SHIP_COUNTS) == 10
    names = ["kcb", "kkc", "cbb", "ccb", "kbb", "kcc", "kkb", "kkk"]
    assert list(tables.SHIP_WANTS) == [sum(4 ** "kcb".index(good) for good in name) for name in names]
    assert list(tables.SHIP_COUNTS) == [2, 2, 1, 1, 1, 1, 1, 1]
    assert len(names) == tables.Supply.SHIP_KINDS


def test_nine_tourist_tiles_of_which_one_returns_to_the_box() -> None:
    assert list(tables.TOURIST_TILES) == [1, 2, 3, 2, 1]
    assert [tables.TOURIST_TILE_OUT[players] for players in (2, 3, 4, 5)] == [4, 4, 2, 0]


def test_the_eighteen_tourist_pawns_are_enough_for_any_eight_tiles() -> None:
    everything = sum(value * tiles for value, tiles in enumerate(tables.TOURIST_TILES))
    assert everything <= 18
    assert sum(tables.TOURIST_TILES) - 1 == tables.Rule.ROUNDS


def test_eleven_characters_seven_of_which_belong_to_an_action() -> None:
    names = "artist beggar builder buyer diver fisherman governor guide navigator preacher vendor"
    assert [getattr(tables.Character, name.upper()) for name in names.split()] == list(
        range(tables.Character.COUNT)
    )
    belongs = dict(zip(names.split(), tables.CHARACTER_ACTION, strict=True))
    assert [name for name, action in belongs.items() if action == -1] == ["beggar", "governor", "preacher"]
    assert belongs["artist"] == tables.Action.DRAW
    assert belongs["builder"] == tables.Action.BUILD
    assert belongs["buyer"] == tables.Action.BUY
    assert belongs["diver"] == tables.Action.EXPLORE
    assert belongs["fisherman"] == tables.Action.FISH
    assert belongs["guide"] == tables.Action.TRANSPORT
    assert belongs["navigator"] == tables.Action.SAIL
    assert belongs["vendor"] == tables.Action.SELL


def test_starting_possessions_of_every_player() -> None:
    assert (
        tables.Supply.HUTS,
        tables.Supply.MARKERS,
        tables.Supply.START_VATUS,
        tables.Rule.MARKET_START,
    ) == (8, 5, 3, 3)
    assert (tables.Supply.DIKES, tables.RestToken.COUNT, tables.Rule.ROUNDS) == (20, 4, 8)


def test_the_prices_and_points_of_the_rulebook() -> None:
    assert (tables.Price.HUT, tables.Price.BUILDERS_HUT, tables.Price.DIKE) == (3, 1, 1)
    assert (tables.Points.DRAWING, tables.Points.ARTIST, tables.Points.GUIDE) == (3, 5, 2)
    assert (tables.Rule.CONVERSION_VATUS, tables.Rule.CONVERSION_POINTS) == (10, 5)
    assert (tables.Points.FIRST_PLAYER, tables.Points.SHIP) == (3, 2)
    assert list(tables.WATER_PENALTY) == [0, 1, 3, 5, 7]
    assert (tables.Rule.SUBMERGED, tables.Rule.LOST_ISLANDS) == (5, 3)


def test_every_cell_touches_the_cells_that_the_board_shows() -> None:
    touching = {
        cell: {cell + step for step in tables.DIRECTIONS} & set(tables.CELLS) for cell in tables.CELLS
    }

    def name(cell: int) -> str:
        return f"{'abcd'[cell // 8]}{cell % 8}"

    named = {name(cell): {name(other) for other in others} for cell, others in touching.items()}
    assert named["a2"] == {"a1", "a3", "b2", "b3"}
    assert named["c3"] == {"c2", "c4", "b3", "b2", "d3"}
    assert named["d3"] == {"c3", "c2"}
    assert all(cell in named[other] for cell in named for other in named[cell])
    assert sum(1 << int(cell) for cell in tables.CELLS) == tables.BOARD
    assert name(tables.EFATE_CELL) == "a2"
    assert [name(cell) for cell in tables.START_CELLS] == ["a3", "b2", "b3"]

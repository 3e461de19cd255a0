"""The letters and names of the components, by their numbers in the tables of the core."""

from typing import Final

from mypy_extensions import i64

ACTION_LETTERS: Final = "SBXFVGDTR"
ACTION_NAMES: Final = ("sail", "build", "explore", "fish", "sell", "buy", "draw", "transport", "rest")
GOODS_LETTERS: Final = "kcb"
GOODS_NAMES: Final = ("kava", "copra", "beef")
REST_LETTERS: Final = "fbpv?"
REST_NAMES: Final = (
    "the first player marker", "a vatu and a point", "a point", "a vatu", "a token unseen",
)  # fmt: skip
TILE_NAMES: Final = (
    "E0", "A1", "A2", "D1", "D2", "S0", "S1", "S2", "B1", "B2", "C1", "C2", "E1", "E2", "F1", "F2",
)  # fmt: skip
SHIP_NAMES: Final = ("kcb", "kkc", "cbb", "ccb", "kbb", "kcc", "kkb", "kkk")
# The S tiles on a3, b2, b3, by the number of the draw.
START_NAMES: Final = ("012", "021", "102", "120", "201", "210")
CHARACTER_NAMES: Final = (
    "artist", "beggar", "builder", "buyer", "diver", "fisherman",
    "governor", "guide", "navigator", "preacher", "vendor",
)  # fmt: skip
PHASE_NAMES: Final = ("setup", "place", "neutral", "character", "plan", "act", "beg")
# The name of a draw, by the kind of the move.
SETUP_STEPS: Final = ("start", "tiles", "ships", "tourists", "first", "flood", "cast")


def cell_name(cell: i64) -> str:
    """Return `a1` … `d3`; cells are numbered 8 * row + number."""
    return "abcd"[cell >> 3] + str(cell & 7)


def cell_number(name: str) -> i64:
    """Return the cell of a name, 0 if the board has no such cell."""
    if len(name) != 2:
        return 0
    row: i64 = "abcd".find(name[0])
    number: i64 = "0123456".find(name[1])
    if row < 0 or number < 1:
        return 0
    if row == 3:
        return 27 if number == 3 else 0
    return row * 8 + number if number <= row + 4 else 0


def packed_values(packed: i64) -> list[int]:
    """Return the values of tiles packed n1 | n2 << 4 | n3 << 8, ascending."""
    n1, n2, n3 = packed & 15, (packed >> 4) & 15, (packed >> 8) & 15
    return [1] * int(n1) + [2] * int(n2) + [3] * int(n3)


def packed_goods(packed: i64) -> str:
    """Return goods packed two bits each, as letters in the order k, c, b."""
    return "k" * int(packed & 3) + "c" * int((packed >> 2) & 3) + "b" * int(packed >> 4)

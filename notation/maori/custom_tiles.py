"""The table of tiles and boards as a text that you can edit.

maori tiles
# label shape palms huts shells ships leis, and how many
E1 end 1 0 0 0 0  2 2 2 2
…
front
...##
…
"""

import zlib
from typing import Final

from vanuatu.core.maori import tables, tiles

HEAD: Final = "maori tiles"
_ABOUT: Final = """\
# Tiles and boards of Maori. The rulebook gives only how many tiles there are of each shape; the
# symbols and the boards here are a reconstruction. Correct them and use the file with --tiles FILE.
#
# Label, shape, palms, huts, shells, ships, half leis, and how many: of an end for each of the open
# sides right, left, top, bottom; of a middle for across, up; of a tile without palms, which can
# be turned, and of any other, in all."""
_BOARDS: Final = """
# Boards: . a space, r a space inside the reef, s such a space with the ships printed on it, # land that
# takes no tile. Where no space has them, the ships are printed beside the board."""
_MOST_LINES: Final = 200
_MOST: Final = 99


def write_table(table: tiles.TileTable) -> str:
    """Return a table as text."""
    lines = [HEAD, _ABOUT]
    for label, shape, *printed, counts in table.rows:
        numbers = " ".join(str(number) for number in printed)
        lines.append(
            f"{label:<4} {tiles.SHAPES[shape]:<8} {numbers}  {' '.join(str(count) for count in counts)}"
        )
    lines += [_BOARDS, "front", *table.front, "atoll", *table.atoll, f"ships {table.printed}"]
    return "\n".join(lines) + "\n"


def read_table(text: str) -> tiles.TileTable:
    """Return the table of a text. Raise TableError, with the line of the error, if it is invalid."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("# ") and line != "#"]
    if not lines or lines[0][1] != HEAD:
        raise tiles.TableError(f"a table of tiles begins with the line `{HEAD}`")
    if len(lines) > _MOST_LINES:
        raise tiles.TableError("this is too long for a table of tiles")
    rows: list[tiles.TileRow] = []
    boards: dict[str, tuple[str, ...]] = {}
    printed = tables.PRINTED_SHIPS
    at = 1
    while at < len(lines):
        number, line = lines[at]
        words = line.split()
        at += 1
        try:
            if words[0] in ("front", "atoll") and len(words) == 1:
                boards[words[0]] = tuple(row for _, row in lines[at : at + tiles.Grid.ROWS])
                at += int(tiles.Grid.ROWS)
            elif words[0] == "ships" and len(words) == 2:
                printed = _count(words[1])
            else:
                rows.append(_row(words))
        except ValueError as error:
            raise tiles.TableError(f"line {number}: {error}") from None
    for name in ("front", "atoll"):
        if name not in boards:
            raise tiles.TableError(f"the board `{name}` is missing")
    table = tiles.TileTable(rows, boards["front"], boards["atoll"], printed)
    key = tiles.TILES_OPTION + f"{zlib.crc32(write_table(table).encode()):08x}"
    return tiles.TileTable(rows, boards["front"], boards["atoll"], printed, key)


def register(text: str) -> str | None:
    """Register a table. Return its option, or None for the standard table."""
    table = read_table(text)
    if write_table(table) == write_table(tiles.STANDARD):
        return None
    tiles.KNOWN[table.key] = table
    return table.key


def _row(words: list[str]) -> tiles.TileRow:
    if len(words) < 8 or words[1] not in tiles.SHAPES:
        raise ValueError(f"label, shape ({', '.join(tiles.SHAPES)}), five numbers and the counts are wanted")
    label = words[0]
    if not (label.isascii() and label.isalnum() and label.isupper() and len(label) <= 4):
        raise ValueError(f"{label}: a label is up to four capital letters and digits")
    palms, huts, shells, ships, leis = (_count(word) for word in words[2:7])
    counts = tuple(_count(word) for word in words[7:])
    return label, tiles.SHAPES.index(words[1]), palms, huts, shells, ships, leis, counts


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 4 and int(word) <= _MOST):
        raise ValueError(f"{word}: a number from 0 to {_MOST} is wanted")
    return int(word)

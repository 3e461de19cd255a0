"""The columns of the tables `games`, `seats`, `plies`, `players`, their types and meanings.

docs/reference/tables.md lists them; a test compares the lists.
"""

from typing import Final, NamedTuple

from vanuatu.notation.ply_rows import FACTS, PLAYERS, PLIES

INTEGER: Final = "integer"
REAL: Final = "real"
TEXT: Final = "text"
BOOLEAN: Final = "boolean"

PARTS: Final = (
    "points", "fish", "first", "vatus", "treasures", "huts", "waters",
    "palms", "hut_palms", "leis", "ships", "shells", "empty",
)  # fmt: skip


class Column(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    meaning: str


def _columns(text: str) -> tuple[Column, ...]:
    """Read columns from lines of `name type meaning`."""
    return tuple(Column(*line.split(None, 2)) for line in text.strip().splitlines())


_PART_MEANINGS: Final = {
    "points": "points on the track",
    "fish": "points for fish that turn into vatus",
    "first": "points for the first player marker",
    "vatus": "points for vatus",
    "treasures": "points for treasures",
    "huts": "points for huts and tourists",
    "waters": "penalties of the rising waters",
    "palms": "Maori: palms without a hut",
    "hut_palms": "Maori: palms with a hut",
    "leis": "Maori: leis",
    "ships": "Maori: most ships",
    "shells": "Maori: most shells",
    "empty": "Maori: empty spaces",
}

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": _columns("""
        id integer number of the game in the tables, from 1
        file text name of its file
        number integer number in its file, from 1
        type text `vanuatu` or `maori`
        event text tag Event
        date text tag Date
        round text tag Round
        variant text variants, comma-separated
        players integer number of players
        seed integer tag Seed
        result text `41,37,44`; `*` if not finished
        winner text seat: `teal`; `purple,teal` if shared
        rounds integer rounds that were played
        plies integer plies, draws included
        termination text tag Termination
    """),
    "seats": _columns("""
        game integer id of the game
        seat text `purple`, `teal`, `yellow`, `orange` or `blue`
        name text name of the player
        rank integer final rank, from 1
        won boolean whether it won, alone or shared
        score integer final score
    """)
    + tuple(Column(f"part_{name}", INTEGER, _PART_MEANINGS[name]) for name in PARTS),
    "plies": _columns("""
        game integer id of the game
        ply integer number of the ply, from 1
        round integer round, from 1
        phase text phase before the ply
        seat text seat that moves; null for a draw
        kind text kind of the move
        action text letter of the action; a letter per marker of a plan
        cell text cell it is about; of a sail, where it ends
        markers integer markers that it places, moves or removes
        bonus boolean whether it claims the bonus of the character
        origin text where a sail begins
        facing text cell that a dike faces
        item text tile, character, good, fish, rest token or draw
        number integer length of a sail, points exchanged, value of a treasure, number drawn
        token text the move as it is written
        legal integer number of legal moves
        points_before integer points of the mover before the ply
        points_after integer points of the mover after it
        vatus_before integer vatus of the mover before the ply
        vatus_after integer vatus of the mover after it
        leader text seat that led the action before the ply
        eval real win chance of the mover after the ply, from the comment `[%eval …]`
        loss real points that the ply lost, from the comment `[%loss …]`
    """),
    "players": _columns("""
        game integer id of the game
        ply integer last ply of the round
        round integer round that ended
        seat text seat
        points integer points on the track; Maori: the score now
        vatus integer vatus
        huts integer huts built
        huts_left integer huts left in supply
        fish integer number of fish tokens
        fish_value integer their value
        treasures integer number of treasure tokens
        treasure_value integer their value
        character text character of the round
        shells integer Maori: shells
        ships integer Maori: ships
        tiles integer Maori: tiles on its board
    """),
}
NAMES: Final = {table: tuple(column.name for column in columns) for table, columns in TABLES.items()}
assert NAMES["plies"] == PLIES
assert NAMES["players"] == PLAYERS == ("game", "ply", "round", "seat", *FACTS)

# How a text begins that a spreadsheet may run as a formula, also in full width; some skip blanks before it.
_RUN: Final = tuple("=+-@＝＋－＠\t\r\n'")


def inert(text: str) -> str:
    """Return the text with an apostrophe before it if a spreadsheet would run it as a formula.

    A text that begins with an apostrophe gets one more, so that `original` can undo it.
    """
    return f"'{text}" if text.startswith(_RUN) or text.lstrip().startswith(_RUN) else text


def original(text: str) -> str:
    """Return the text that `inert` made safe."""
    return text.removeprefix("'")

"""Read the line of `position_writer`; spaces and the order of sections are free.

Unreadable text raises a PositionError with its column. At the end `position_check` checks whether the
position can exist.
"""

import re
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.vanuatu import game
from vanuatu.core.vanuatu.layout import At, Island, Option, Phase, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import CELLS, DIRECTIONS, Rule, Supply, Tile
from vanuatu.notation import position_words as reading
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.position_words import (
    Sections,
    Word,
    letter_index,
    name_index,
    number,
    only,
    position_error,
    seat_index,
)
from vanuatu.notation.vanuatu import names, position_check

_WORD: Final = re.compile(r"[^\s()]+\([^()]*\)|\S+")
_KEYWORDS: Final = (
    "first", "market", "die", "tourists", "ships", "tiles", "board", "cast", "neutral", "governed",
)  # fmt: skip


# Examples of the sections that every position has, for messages.
_EXAMPLES: Final = {
    "market": "market 3",
    "tourists": "tourists 1 / 0112233",
    "ships": "ships kkb kcc kkk / kcb",
    "board": "board a3:S2 b2:S0 b3:S1",
} | {letter: f"{letter} 3v 0p b2 B8" for letter in SEAT_LETTERS}


def read_position(text: str) -> VanuatuState:
    """Return the position of a line. Raise PositionError if it is invalid."""
    parts = reading.split_position(text, "vanuatu", _WORD)
    state = _read_game(parts[0])
    seats = SEAT_LETTERS[: int(state.players)]
    required = ("market", "tourists", "ships", "board", *seats)
    _read_turn(state, parts[1])
    sections = reading.by_keyword(parts[2:], (*_KEYWORDS, *seats), required, _EXAMPLES)
    _read_draws(state, sections)
    _read_board(state, sections["board"])
    _read_two_players(state, sections)
    for seat in range(state.players):
        _read_player(state, seat, sections[SEAT_LETTERS[seat]])
    columns = reading.columns_of(sections, parts[1])
    for word in sections["board"][1:]:
        columns[word.text[:2]] = word.column
    position_check.check_position(state, columns)
    return state


def _read_game(words: list[Word]) -> VanuatuState:
    if len(words) < 2 or words[1].text not in ("2", "3", "4", "5"):
        raise position_error(words[-1], "the number of players, 2 to 5, comes after `vanuatu`")
    options: i64 = 0
    for word in words[2:]:
        if word.text == "waters" and not options:
            options |= Option.WATERS
        elif word.text == "nocharacters" and not options & Option.NOCHARACTERS:
            options |= Option.NOCHARACTERS
        else:
            raise position_error(word, "a variant is `waters` or `nocharacters`, in this order")
    players = int(words[1].text)
    if players == 2 and options & Option.NOCHARACTERS:
        raise position_error(words[-1], "two players always play with characters")
    return _empty_table(players, options)


def _empty_table(players: int, options: i64) -> VanuatuState:
    """Return an empty position: things that the line does not name do not exist."""
    b = game.start_array(players, options)
    for place in range(At.TOURISTS, At.SHIP):
        if place not in (At.DIE, At.GOVERNED, At.VISIBLE, At.VISIBLE + 1):
            b[place] = 0
    for kind in range(Supply.SHIP_KINDS):
        b[At.SHIP_PILE + kind] = 0
    for value in range(5):
        b[At.TOURIST_PILE + value] = 0
    for cell in CELLS:
        b[At.TILE + cell] = -1
    for place in range(Island.BASE, Seat.BASE):
        b[place] = 0
    return VanuatuState(players, b, CHANCE, 1)


def _read_turn(state: VanuatuState, words: list[Word]) -> None:
    state.round = reading.round_number(words[0], int(Rule.ROUNDS))
    if len(words) == 2 and words[1].text == "over":
        state.actor = OVER
        state.b[At.PHASE] = Phase.ACT
        return
    if len(words) != 3:
        raise position_error(words[-1], "a round is followed by the phase and by whose turn it is")
    phase, who = words[1], words[2]
    name = phase.text
    if name[:4] == "plan" and name[4:] in ("1", "2", "3"):
        state.b[At.STEP] = int(name[4:]) - 1
        name = "plan"
    elif name == "plan":
        raise position_error(phase, "planning is `plan1`, `plan2` or `plan3`")
    if name not in names.PHASE_NAMES:
        raise position_error(phase, f"the phases are {', '.join(names.PHASE_NAMES)} and over")
    state.b[At.PHASE] = names.PHASE_NAMES.index(name)
    if state.b[At.PHASE] == Phase.SETUP:
        if who.text not in names.SETUP_STEPS:
            raise position_error(who, f"what is drawn next is one of {', '.join(names.SETUP_STEPS)}")
        state.b[At.STEP] = names.SETUP_STEPS.index(who.text)
        state.actor = CHANCE
    else:
        state.actor = seat_index(who, state.players)


def _read_draws(state: VanuatuState, sections: Sections) -> None:
    """Read everything beside the board."""
    b = state.b
    if "first" in sections:
        b[At.FIRST] = seat_index(only(sections["first"]), state.players)
    word = only(sections["market"])
    b[At.MARKET] = number(word, word.text, 1, 3, "the market's price")
    if "die" in sections:
        word = only(sections["die"])
        b[At.DIE] = number(word, word.text, 1, 6, "the die")
    shown, pile = shown_and_pile(sections["tourists"])
    word = only(shown)
    b[At.TOURISTS] = number(word, word.text, 0, 4, "the number of tourists")
    for word in pile[:1]:
        for value in word.text:
            b[At.TOURIST_PILE + number(word, value, 0, 4, "a tourist tile")] += 1
    if len(pile) > 1:
        raise position_error(pile[1], "the tourist tiles left are written as one word")
    shown, pile = shown_and_pile(sections["ships"])
    if len(shown) > 4:
        raise position_error(shown[4], "there are only three ships")
    for place, word in enumerate(shown[1:]):
        name, _, load = word.text.partition(":")
        b[At.SHIP + place] = ship_kind(word, name)
        b[At.LOADED + place] = packed_load(word, load)
    for word in pile:
        b[At.SHIP_PILE + ship_kind(word, word.text)] += 1
    if "tiles" in sections:
        words = sections["tiles"]
        if len(words) > 3:
            raise position_error(words[3], "only two tiles are visible")
        for place, word in enumerate(words[1:]):
            b[At.VISIBLE + place] = tile_index(word, word.text)


def _read_board(state: VanuatuState, words: list[Word]) -> None:
    b = state.b
    for word in words[1:]:
        where, _, rest = word.text.partition(":")
        name, _, items = rest.partition("(")
        cell = names.cell_number(where)
        if cell == 0:
            raise position_error(word, f"there is no cell {where}")
        if b[At.TILE + cell] >= 0:
            raise position_error(word, f"{where} has two tiles")
        tile = tile_index(word, name)
        if items and not items.endswith(")"):
            raise position_error(word, "a `)` is missing")
        b[At.TILE + cell] = tile
        if tile < Tile.ISLANDS:
            if b[Island.BASE + Island.SIZE * tile + Island.CELL]:
                raise position_error(word, f"{name} lies on two cells")
            b[Island.BASE + Island.SIZE * tile + Island.CELL] = cell
        else:
            b[At.OCEANS] |= 1 << cell
        for item in items[:-1].split():
            if tile < Tile.ISLANDS:
                _read_island(state, word, tile, cell, item)
            else:
                _read_ocean(b, word, tile, item)


def _read_ocean(b: vec[i64], word: Word, tile: i64, item: str) -> None:
    if item[0] == "F":
        b[At.FISH_LEFT + tile] = number(word, item[1:], 1, 3, "the fish on an ocean tile")
    elif item[0] == "X":
        b[At.TREASURE_LEFT + tile] = number(word, item[1:], 1, 3, "the treasure on an ocean tile")
    else:
        raise position_error(word, f"{item} means nothing on an ocean tile (it may have F and X)")


def _read_island(state: VanuatuState, word: Word, island: i64, cell: i64, item: str) -> None:
    b = state.b
    base = Island.BASE + Island.SIZE * island
    kind, rest = item[0], item[1:]
    if kind == "G":
        for letter in rest:
            b[base + Island.GOODS + letter_index(word, letter, names.GOODS_LETTERS, "a good")] += 1
    elif kind == "B":
        for letter in rest:
            seat = letter_index(word, letter, SEAT_LETTERS[: int(state.players)], "a seat")
            if b[base + Island.HUTS] >> (3 * seat) & 7 == 3:
                raise position_error(word, "no island has four huts")
            b[base + Island.HUTS] += 1 << (3 * seat)
    elif kind == "D":
        b[base + Island.DRAWINGS] = number(word, rest, 1, 3, "the drawings on an island")
    elif kind == "T":
        b[base + Island.TOURISTS] = number(word, rest, 1, 5, "the tourists on an island")
    elif kind == "W":
        b[base + Island.WATER] = number(word, rest, 1, 5, "the waters of an island")
    elif kind == "/":
        side = names.cell_number(rest) - cell
        for direction in range(6):
            if DIRECTIONS[direction] == side and not b[base + Island.DIKES] >> direction & 1:
                b[base + Island.DIKES] |= 1 << direction
                return
        raise position_error(
            word, f"a dike on this island cannot face {rest or 'nothing'}, or it faces it twice"
        )
    else:
        raise position_error(word, f"{item} means nothing on an island (it may have G, B, D, T, W and /)")


def _read_two_players(state: VanuatuState, sections: Sections) -> None:
    """Read the sections for two players: the cast, the neutral markers, the Governor's moved markers."""
    b = state.b
    for keyword in ("cast", "neutral", "governed"):
        if keyword in sections and state.players != 2:
            raise position_error(sections[keyword][0], "only a game of two players has this section")
    for word in sections.get("cast", [])[1:]:
        b[At.CAST] |= 1 << name_index(word, word.text, names.CHARACTER_NAMES, "a character")
    if "neutral" in sections:
        word = only(sections["neutral"])
        for letter in word.text:
            b[At.NEUTRALS + letter_index(word, letter, names.ACTION_LETTERS, "an action")] += 1
    if "governed" in sections:
        word = only(sections["governed"])
        action = letter_index(word, word.text[:1], names.ACTION_LETTERS, "an action")
        b[At.GOVERNED] = 2 * action + letter_index(word, word.text[1:], SEAT_LETTERS[:2], "a seat")


def _read_player(state: VanuatuState, seat: int, words: list[Word]) -> None:
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    seen: list[str] = []
    for word in words[1:]:
        kind, rest = word.text[0], word.text[1:]
        if kind.isdigit():
            kind, rest = word.text[-1], word.text[:-1]
        elif kind in "abcd":
            kind = "boat"
        if kind in seen:
            raise position_error(word, "this is given twice")
        seen.append(kind)
        if kind == "v":
            b[base + Seat.VATUS] = number(word, rest, 0, 9, "a player's vatus")
        elif kind == "p":
            b[base + Seat.POINTS] = number(word, rest, 0, 999, "a player's points")
        elif kind == "boat":
            b[base + Seat.BOAT] = names.cell_number(word.text)
            if not b[base + Seat.BOAT]:
                raise position_error(word, f"there is no cell {word.text}")
        elif kind == "F" or kind == "^":
            b[base + (Seat.FISH if kind == "F" else Seat.TREASURE)] = packed_tiles(word, rest)
        elif kind == "B":
            b[base + Seat.HUTS] = number(word, rest, 0, 8, "a player's huts")
        elif kind == "@":
            b[base + Seat.USED] = 1 if rest.endswith("*") else 0
            b[base + Seat.CHARACTER] = name_index(
                word, rest.removesuffix("*"), names.CHARACTER_NAMES, "a character"
            )
        elif kind == "+":
            for letter in rest:
                b[base + Seat.MARKERS + letter_index(word, letter, names.ACTION_LETTERS, "an action")] += 1
        elif kind == "R":
            if not rest:
                raise position_error(word, "the rest token is missing")
            for i in range(0, len(rest), 2):
                token = letter_index(word, rest[i : i + 1], names.REST_LETTERS, "a rest token")
                order = number(word, rest[i + 1 : i + 2], 1, 4, "the order of resting")
                if b[At.TAKEN + order - 1] >= 0:
                    raise position_error(word, "the rest tokens are numbered in the order of resting")
                b[At.TAKEN + order - 1] = seat << 3 | token
                b[At.RESTS] = max(int(b[At.RESTS]), order)
        else:
            raise position_error(word, "nothing that a player has is written like that")
    for kind, name in (("v", "vatus"), ("p", "points"), ("B", "huts")):
        if kind not in seen:
            raise position_error(words[0], f"the {name} are missing")


# The meaning of single words


def shown_and_pile(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """Return the words before the slash, the keyword included, and the words after it."""
    for i, word in enumerate(words):
        if word.text == "/":
            return words[:i], words[i + 1 :]
    return words, []


def tile_index(word: Word, name: str) -> int:
    return name_index(word, name, names.TILE_NAMES, "a tile")


def ship_kind(word: Word, name: str) -> int:
    return name_index(word, name, names.SHIP_NAMES, "a ship")


def packed_load(word: Word, load: str) -> int:
    packed = 0
    for letter in load:
        good = letter_index(word, letter, names.GOODS_LETTERS, "a good")
        if packed >> (2 * good) & 3 == 3:
            raise position_error(word, "a ship takes three cubes")
        packed += 1 << (2 * good)
    return packed


def packed_tiles(word: Word, digits: str) -> int:
    if not digits:
        raise position_error(word, "the values of the tiles are missing")
    packed = 0
    for digit in digits:
        value = number(word, digit, 1, 3, "the value of a tile")
        if packed >> (4 * (value - 1)) & 15 == 15:
            raise position_error(word, "there are fewer tiles")
        packed += 1 << (4 * (value - 1))
    return packed

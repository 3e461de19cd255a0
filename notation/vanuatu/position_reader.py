"""Reads the line that `position_writer` writes, spaces and the order of sections free.

What cannot be read is a PositionError with its column; whether what was read can exist is asked of
`position_check` at the end.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, OVER
from core.vanuatu import At, Island, Option, Phase, Rule, Seat, Supply, Tile
from core.vanuatu.start import start_array
from core.vanuatu.state import VanuatuState
from core.vanuatu.tables import CELLS, DIRECTIONS
from notation.codec import SEAT_LETTERS, PositionError
from notation.vanuatu.names import (
    ACTION_LETTERS,
    CHARACTER_NAMES,
    GOODS_LETTERS,
    PHASE_NAMES,
    REST_LETTERS,
    SETUP_STEPS,
    cell_number,
)
from notation.vanuatu.position_check import check_position
from notation.vanuatu.position_words import (
    Word,
    fault,
    letter_index,
    name_index,
    number,
    only,
    packed_load,
    packed_tiles,
    seat_index,
    ship_kind,
    shown_and_pile,
    split_sections,
    tile_index,
)

_LONGEST: Final = 4000  # characters; the longest position there is has some 900
_KEYWORDS: Final = (
    "first", "market", "die", "tourists", "ships", "tiles", "board", "cast", "neutral", "governed",
)  # fmt: skip


Sections = dict[str, list[Word]]


def read_position(text: str) -> VanuatuState:
    """The position that a line stands for; PositionError if there is none."""
    if len(text) > _LONGEST:
        raise PositionError("this is too long for a position")
    parts = split_sections(text)
    if not parts or not parts[0] or parts[0][0].text != "vanuatu":
        raise PositionError("a position of this game begins with `vanuatu` and the number of players")
    if len(parts) < 2:
        raise PositionError("the round and the phase are missing after the first `;`", len(text))
    state = _read_game(parts[0])
    sections = _by_keyword(parts[2:], int(state.players))
    _read_turn(state, parts[1])
    _read_draws(state, sections)
    _read_board(state, sections["board"])
    _read_two_players(state, sections)
    for seat in range(state.players):
        _read_player(state, seat, sections[SEAT_LETTERS[seat]])
    columns = {keyword: words[0].column for keyword, words in sections.items()}
    columns["turn"] = parts[1][0].column
    for word in sections["board"][1:]:
        columns[word.text[:2]] = word.column
    check_position(state, columns)
    return state


def _by_keyword(parts: list[list[Word]], players: int) -> Sections:
    sections: Sections = {}
    seats = SEAT_LETTERS[:players]
    for words in parts:
        keyword = words[0].text
        if keyword not in _KEYWORDS and keyword not in seats:
            raise fault(words[0], "no section begins like that")
        if keyword in sections:
            raise fault(words[0], "this section stands here twice")
        sections[keyword] = words
    for keyword in ("market", "tourists", "ships", "board", *seats):
        if keyword not in sections:
            raise PositionError(f"the section `{keyword}` is missing")
    return sections


def _read_game(words: list[Word]) -> VanuatuState:
    if len(words) < 2 or words[1].text not in ("2", "3", "4", "5"):
        raise fault(words[-1], "the number of players, 2 to 5, comes after `vanuatu`")
    options: i64 = 0
    for word in words[2:]:
        if word.text == "waters" and not options:
            options |= Option.WATERS
        elif word.text == "nocharacters" and not options & Option.NOCHARACTERS:
            options |= Option.NOCHARACTERS
        else:
            raise fault(word, "a variant is `waters` or `nocharacters`, in this order")
    players = int(words[1].text)
    if players == 2 and options & Option.NOCHARACTERS:
        raise fault(words[-1], "two players always play with characters")
    return _empty_table(players, options)


def _empty_table(players: int, options: i64) -> VanuatuState:
    """A position with nothing on the table: what the line does not name is not there."""
    b = start_array(players, options)
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
    return VanuatuState(players, b, NATURE, 1)


def _read_turn(state: VanuatuState, words: list[Word]) -> None:
    state.round = number(words[0], words[0].text, 1, int(Rule.ROUNDS), "the round")
    if len(words) == 2 and words[1].text == "over":
        state.actor = OVER
        state.b[At.PHASE] = Phase.ACT
        return
    if len(words) != 3:
        raise fault(words[-1], "a round is followed by the phase and by whose turn it is")
    phase, who = words[1], words[2]
    name = phase.text
    if name[:4] == "plan" and name[4:] in ("1", "2", "3"):
        state.b[At.STEP] = int(name[4:]) - 1
        name = "plan"
    elif name == "plan":
        raise fault(phase, "planning is `plan1`, `plan2` or `plan3`")
    if name not in PHASE_NAMES:
        raise fault(phase, f"the phases are {', '.join(PHASE_NAMES)} and over")
    state.b[At.PHASE] = PHASE_NAMES.index(name)
    if state.b[At.PHASE] == Phase.SETUP:
        if who.text not in SETUP_STEPS:
            raise fault(who, f"what is drawn next is one of {', '.join(SETUP_STEPS)}")
        state.b[At.STEP] = SETUP_STEPS.index(who.text)
        state.actor = NATURE
    else:
        state.actor = seat_index(who, state.players)


def _read_draws(state: VanuatuState, sections: Sections) -> None:
    """Everything that lies beside the board."""
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
        raise fault(pile[1], "the tourist tiles left are written as one word")
    shown, pile = shown_and_pile(sections["ships"])
    if len(shown) > 4:
        raise fault(shown[4], "there are only three ships")
    for place, word in enumerate(shown[1:]):
        name, _, load = word.text.partition(":")
        b[At.SHIP + place] = ship_kind(word, name)
        b[At.LOADED + place] = packed_load(word, load)
    for word in pile:
        b[At.SHIP_PILE + ship_kind(word, word.text)] += 1
    if "tiles" in sections:
        words = sections["tiles"]
        if len(words) > 3:
            raise fault(words[3], "only two tiles are visible")
        for place, word in enumerate(words[1:]):
            b[At.VISIBLE + place] = tile_index(word, word.text)


def _read_board(state: VanuatuState, words: list[Word]) -> None:
    b = state.b
    for word in words[1:]:
        where, _, rest = word.text.partition(":")
        name, _, marks = rest.partition("(")
        cell = cell_number(where)
        if cell == 0:
            raise fault(word, f"there is no cell {where}")
        if b[At.TILE + cell] >= 0:
            raise fault(word, f"{where} has two tiles")
        tile = tile_index(word, name)
        if marks and not marks.endswith(")"):
            raise fault(word, "a `)` is missing")
        b[At.TILE + cell] = tile
        if tile < Tile.ISLANDS:
            if b[Island.BASE + Island.SIZE * tile + Island.CELL]:
                raise fault(word, f"{name} lies on two cells")
            b[Island.BASE + Island.SIZE * tile + Island.CELL] = cell
        else:
            b[At.OCEANS] |= 1 << cell
        for mark in marks[:-1].split():
            if tile < Tile.ISLANDS:
                _read_island(state, word, tile, cell, mark)
            else:
                _read_ocean(b, word, tile, mark)


def _read_ocean(b: vec[i64], word: Word, tile: i64, mark: str) -> None:
    if mark[0] == "F":
        b[At.FISH_LEFT + tile] = number(word, mark[1:], 1, 3, "the fish on an ocean tile")
    elif mark[0] == "X":
        b[At.TREASURE_LEFT + tile] = number(word, mark[1:], 1, 3, "the treasure on an ocean tile")
    else:
        raise fault(word, f"{mark} means nothing on an ocean tile (it may have F and X)")


def _read_island(state: VanuatuState, word: Word, island: i64, cell: i64, mark: str) -> None:
    b = state.b
    start = Island.BASE + Island.SIZE * island
    kind, rest = mark[0], mark[1:]
    if kind == "G":
        for letter in rest:
            b[start + Island.GOODS + letter_index(word, letter, GOODS_LETTERS, "a good")] += 1
    elif kind == "B":
        for letter in rest:
            seat = letter_index(word, letter, SEAT_LETTERS[: int(state.players)], "a seat")
            if b[start + Island.HUTS] >> (3 * seat) & 7 == 3:
                raise fault(word, "no island has four huts")
            b[start + Island.HUTS] += 1 << (3 * seat)
    elif kind == "D":
        b[start + Island.DRAWINGS] = number(word, rest, 1, 3, "the drawings on an island")
    elif kind == "T":
        b[start + Island.TOURISTS] = number(word, rest, 1, 5, "the tourists on an island")
    elif kind == "W":
        b[start + Island.WATER] = number(word, rest, 1, 5, "the waters of an island")
    elif kind == "/":
        side = cell_number(rest) - cell
        for direction in range(6):
            if DIRECTIONS[direction] == side and not b[start + Island.DIKES] >> direction & 1:
                b[start + Island.DIKES] |= 1 << direction
                return
        raise fault(word, f"a dike on this island cannot face {rest or 'nothing'}, or it faces it twice")
    else:
        raise fault(word, f"{mark} means nothing on an island (it may have G, B, D, T, W and /)")


def _read_two_players(state: VanuatuState, sections: Sections) -> None:
    """What only two players have: the cast, the neutral markers, where the Governor's markers went."""
    b = state.b
    for keyword in ("cast", "neutral", "governed"):
        if keyword in sections and state.players != 2:
            raise fault(sections[keyword][0], "only a game of two players has this section")
    for word in sections.get("cast", [])[1:]:
        b[At.CAST] |= 1 << name_index(word, word.text, CHARACTER_NAMES, "a character")
    if "neutral" in sections:
        word = only(sections["neutral"])
        for letter in word.text:
            b[At.NEUTRALS + letter_index(word, letter, ACTION_LETTERS, "an action")] += 1
    if "governed" in sections:
        word = only(sections["governed"])
        action = letter_index(word, word.text[:1], ACTION_LETTERS, "an action")
        b[At.GOVERNED] = 2 * action + letter_index(word, word.text[1:], SEAT_LETTERS[:2], "a seat")


def _read_player(state: VanuatuState, seat: int, words: list[Word]) -> None:
    b = state.b
    start = Seat.BASE + Seat.SIZE * seat
    seen: list[str] = []
    for word in words[1:]:
        kind, rest = word.text[0], word.text[1:]
        if kind.isdigit():
            kind, rest = word.text[-1], word.text[:-1]
        elif kind in "abcd":
            kind = "boat"
        if kind in seen:
            raise fault(word, "this stands here twice")
        seen.append(kind)
        if kind == "v":
            b[start + Seat.VATUS] = number(word, rest, 0, 9, "a player's vatus")
        elif kind == "p":
            b[start + Seat.POINTS] = number(word, rest, 0, 999, "a player's points")
        elif kind == "boat":
            b[start + Seat.BOAT] = cell_number(word.text)
            if not b[start + Seat.BOAT]:
                raise fault(word, f"there is no cell {word.text}")
        elif kind == "F" or kind == "^":
            b[start + (Seat.FISH if kind == "F" else Seat.TREASURE)] = packed_tiles(word, rest)
        elif kind == "B":
            b[start + Seat.HUTS] = number(word, rest, 0, 8, "a player's huts")
        elif kind == "@":
            b[start + Seat.USED] = 1 if rest.endswith("*") else 0
            b[start + Seat.CHARACTER] = name_index(
                word, rest.removesuffix("*"), CHARACTER_NAMES, "a character"
            )
        elif kind == "+":
            for letter in rest:
                b[start + Seat.MARKERS + letter_index(word, letter, ACTION_LETTERS, "an action")] += 1
        elif kind == "R":
            if not rest:
                raise fault(word, "the rest token is missing")
            for i in range(0, len(rest), 2):
                token = letter_index(word, rest[i : i + 1], REST_LETTERS, "a rest token")
                order = number(word, rest[i + 1 : i + 2], 1, 4, "the order of resting")
                if b[At.TAKEN + order - 1] >= 0:
                    raise fault(word, "the rest tokens are numbered in the order of resting")
                b[At.TAKEN + order - 1] = seat << 3 | token
                b[At.RESTS] = max(int(b[At.RESTS]), order)
        else:
            raise fault(word, "nothing that a player has is written like that")
    for kind, name in (("v", "vatus"), ("p", "points"), ("B", "huts")):
        if kind not in seen:
            raise fault(words[0], f"the {name} are missing")

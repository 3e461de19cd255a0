"""Read the line of `position_writer`; spaces and the order of sections are free.

Unreadable text raises a PositionError with its column. At the end `position_check` checks whether the
position can exist.
"""

import re
from typing import Final

from vanuatu.core.game import CHANCE, OVER, GameError
from vanuatu.core.maori import board
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.layout import At, Phase, Rule, Seat, pile_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tables import Shape
from vanuatu.notation import position_words as reading
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.maori import names, position_check, position_writer
from vanuatu.notation.position_words import Sections, Word, number, only, position_error, seat_index

_WORD: Final = re.compile(r"[^\s/]+|/")
_KEYWORDS: Final = ("opens", "last", "idle", "ship", "matrix", "box")


def read_position(text: str) -> MaoriState:
    """Return the position of a line. Raise PositionError if it is invalid."""
    parts = reading.split_position(text, "maori", _WORD)
    state = _read_game(parts[0])
    seats = SEAT_LETTERS[: int(state.players)]
    _read_turn(state, parts[1])
    sections = reading.by_keyword(parts[2:], (*_KEYWORDS, *seats), ("matrix", *seats), {})
    _read_table(state, sections)
    _read_matrix(state, sections["matrix"])
    for word in sections.get("box", [])[1:]:
        kind = _kind(state, word, word.text)
        if state.tiles.shape[kind] == Shape.VOLCANO:
            raise position_error(word, "a volcano cannot be taken")
        _use(state, word, kind)
    for seat in range(state.players):
        _read_player(state, seat, sections[SEAT_LETTERS[seat]])
    position_check.check_position(state, reading.columns_of(sections, parts[1]))
    return state


def _kind(state: MaoriState, word: Word, label: str) -> int:
    if label not in state.tiles.labels:
        raise position_error(word, f"there is no tile {label!r}")
    return state.tiles.labels.index(label)


def _cell(word: Word, name: str) -> int:
    cell = int(names.cell_number(name))
    if cell < 0:
        raise position_error(word, f"there is no cell {name!r}")
    return cell


def _use(state: MaoriState, word: Word, kind: int) -> None:
    """Take a tile out of the supply, which contains all tiles at first."""
    at = pile_of(state.players) + kind
    if state.b[at] == 0:
        raise position_error(word, f"there are only {state.tiles.counts[kind]} of these tiles")
    state.b[at] -= 1
    state.b[At.SUPPLY] -= 1


def _read_game(words: list[Word]) -> MaoriState:
    if len(words) < 2 or words[1].text not in ("2", "3", "4", "5"):
        raise position_error(words[-1], "the number of players, 2 to 5, comes after `maori`")
    try:
        game = MaoriGame(int(words[1].text), tuple(word.text for word in words[2:]))
    except GameError as error:
        raise position_error(words[-1], str(error)) from None
    return game.start()


def _read_turn(state: MaoriState, words: list[Word]) -> None:
    b = state.b
    state.round = number(words[0], words[0].text, 1, 9999, "the round")
    if len(words) < 2 or words[1].text not in position_writer.PHASE_WORDS:
        raise position_error(
            words[-1], f"after the round comes the phase: {', '.join(position_writer.PHASE_WORDS)}"
        )
    b[At.PHASE] = position_writer.PHASE_WORDS[words[1].text]
    if b[At.PHASE] <= Phase.FIRST:
        if len(words) > 2:
            raise position_error(words[2], "nobody has the turn yet")
        state.actor = CHANCE
        return
    if len(words) != 3:
        raise position_error(words[-1], "after the phase comes whose turn it is")
    b[At.TURN] = seat_index(words[2], int(state.players))
    state.actor = OVER if b[At.PHASE] == Phase.END else CHANCE if b[At.PHASE] == Phase.REFILL else b[At.TURN]


def _read_table(state: MaoriState, sections: Sections) -> None:
    b = state.b
    if "opens" in sections:
        b[At.OPENER] = seat_index(only(sections["opens"]), int(state.players))
    if "last" in sections:
        word = only(sections["last"])
        b[At.LAST] = number(word, word.text, 0, int(state.players), "the number of turns left")
    if "idle" in sections:
        word = only(sections["idle"])
        b[At.IDLE] = number(word, word.text, 1, int(Rule.IDLE_TURNS), "the number of idle turns")
    if "ship" in sections:
        word = only(sections["ship"])
        if word.text not in names.PLACE_NAMES:
            raise position_error(word, "the explorer ship is at n1 to n4, e1 to e4, s1 to s4 or w1 to w4")
        b[At.EXPLORER] = names.PLACE_NAMES.index(word.text)


def _read_matrix(state: MaoriState, words: list[Word]) -> None:
    b = state.b
    if b[At.PHASE] != Phase.MATRIX:
        b[At.HOLE] = -1
    at = 0
    for word in words[1:]:
        if word.text == "/":
            if at not in (4, 8, 12):
                raise position_error(word, "a row of the matrix has four tiles")
            continue
        if at == 16:
            raise position_error(word, "the matrix has sixteen tiles")
        is_hole, is_empty = word.text == position_writer.HOLE_MARK, word.text == position_writer.EMPTY
        if is_hole and b[At.PHASE] == Phase.REFILL and b[At.HOLE] < 0:
            b[At.HOLE] = at
        elif is_hole or (is_empty and b[At.PHASE] == Phase.MATRIX):
            raise position_error(word, "there is no gap to fill")
        elif not is_empty:
            kind = _kind(state, word, word.text)
            _use(state, word, kind)
            b[At.CELL + at] = kind
        at += 1
    if b[At.PHASE] == Phase.MATRIX:
        b[At.HOLE] = at
    elif at < 16:
        raise position_error(words[-1], f"the matrix has sixteen tiles, not {at}")


def _read_player(state: MaoriState, seat: int, words: list[Word]) -> None:
    b, tiles = state.b, state.tiles
    base = Seat.BASE + Seat.SIZE * seat
    if len(words) < 2 or not words[1].text.endswith("s"):
        raise position_error(words[-1], "the shells come first, as in 5s")
    b[base + Seat.SHELLS] = number(words[1], words[1].text[:-1], 0, int(Rule.SHELLS), "the shells")
    for word in words[2:]:
        first, rest = word.text[0], word.text[1:]
        if first == "+":
            if b[base + Seat.STORE] >= 0:
                raise position_error(word, "the storage holds one tile")
            kind = _kind(state, word, rest)
            _use(state, word, kind)
            b[base + Seat.STORE] = kind
        elif first == "~":
            if b[base + Seat.BOAT] >= 0:
                raise position_error(word, "a player has one small ship")
            b[base + Seat.BOAT] = _cell(word, rest)
        else:
            name, _, label = word.text.partition(":")
            cell = _cell(word, name)
            if b[base + Seat.FILLED] >> cell & 1:
                raise position_error(word, f"{name} has two tiles")
            plain = label if label in tiles.labels else label.rstrip(names.TURN)
            turns = len(label) - len(plain)
            kind = _kind(state, word, plain)
            if turns > 3 or tiles.edges[(kind << 2) + turns] < 0:
                raise position_error(word, "this tile may not lie turned like that")
            _use(state, word, kind)
            board.put(b, base, tiles, cell, kind << 2 | turns)
    b[At.BANK] = Rule.SHELLS - sum(
        int(b[Seat.BASE + Seat.SIZE * n + Seat.SHELLS]) for n in range(state.players)
    )

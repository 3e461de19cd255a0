"""The codec of Vanuatu; each part has a separate module."""

import re
from typing import Final

from vanuatu.core.game import Game, Refusal, State
from vanuatu.core.vanuatu.game import OPTION_BITS, VanuatuGame
from vanuatu.core.vanuatu.layout import At, Phase
from vanuatu.core.vanuatu.moves import Kind, kind_of, make
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import Codec
from vanuatu.notation.move import Move
from vanuatu.notation.vanuatu import facts, long_forms, names, reasons, spellings, tokens, view, words
from vanuatu.notation.vanuatu.position_reader import read_position
from vanuatu.notation.vanuatu.position_writer import write_position
from vanuatu.notation.vanuatu.scene import scene as scene_of
from vanuatu.notation.vanuatu.view_types import Row, Scene, View

# The Beggar keeps the points at the end of the round.
KEEP: Final = make(Kind.BEG, 0)

_FREE_ACTIONS: Final = {
    int(Kind.TAKE): "withdraw",
    int(Kind.GOVERN): "govern",
    int(Kind.BEG): "beg",
    int(Kind.TREASURE): "treasure",
}
_CELL: Final = re.compile(r"(?<![a-z#@])[a-z][0-9]{1,2}(?![a-z0-9])")


def make_codec() -> Codec:
    return VanuatuCodec()


def _position(state: State) -> VanuatuState:
    assert isinstance(state, VanuatuState)
    return state


class VanuatuCodec(Codec):
    game = "vanuatu"
    seat_facts: tuple[str, ...] = facts.SEAT_FACTS
    table_facts: tuple[str, ...] = facts.TABLE_FACTS
    score_parts: tuple[str, ...] = facts.SCORE_PARTS
    goods: tuple[str, ...] = facts.GOODS
    action_letters: str = names.ACTION_LETTERS
    action_names: tuple[str, ...] = names.ACTION_NAMES

    def __init__(self) -> None:
        tokens.fill_tables()

    def token(self, state: State, move: int) -> str:
        position = _position(state)
        return tokens.token(position.b, position.actor, move)

    def parse(self, state: State, token: str) -> int:
        position = _position(state)
        return tokens.parse(position.b, position.actor, token)

    def guess(self, state: State, text: str) -> int:
        position = _position(state)
        if len(text) <= spellings.LONGEST_GUESSED:
            for token in spellings.guesses(position, text):
                move = tokens.parse(position.b, position.actor, token)
                if move >= 0:
                    return move
        return -1

    def long_form_length(self, state: State, words: list[str]) -> int:
        return long_forms.length(_position(state), words)

    def unknown_name(self, text: str) -> str:
        for cell in _CELL.findall(text[: spellings.LONGEST_GUESSED]):
            if names.cell_number(cell) == 0:
                return f"there is no cell {cell}"
        return ""

    def implied(self, state: State) -> int:
        position = _position(state)
        return int(KEEP) if position.b[At.PHASE] == Phase.BEG and position.actor >= 0 else -1

    def phase(self, state: State) -> str:
        return view.phase_name(_position(state))

    def view(self, state: State) -> View:
        return view.view(_position(state))

    def scene(self, state: State) -> Scene:
        return scene_of(_position(state))

    def row(self, state: State) -> Row:
        return view.row(_position(state))

    def describe(self, state: State, move: int) -> Move:
        return facts.describe(_position(state), move)

    def fact(self, state: State, seat: int, number: int) -> int | str | None:
        return facts.fact(_position(state), seat, number)

    def table_fact(self, state: State, number: int) -> int | str | None:
        return facts.table_fact(_position(state), number)

    def leader(self, state: State, action: str) -> int:
        return facts.leader_of(_position(state), action)

    def turned_to(self, state: State, seat: int) -> State | None:
        position = _position(state)
        if position.b[At.PHASE] != Phase.ACT or position.actor < 0:
            return None
        turned = position.copy()
        turned.actor = seat
        return turned

    def holdings(self, state: State) -> list[dict[str, int]]:
        return view.holdings(_position(state))

    def spellings(self, state: State, move: int) -> list[str]:
        return spellings.spellings(_position(state), move)

    def all_spellings(self, state: State, move: int) -> frozenset[str]:
        return spellings.all_spellings(_position(state), move)

    def words(self, state: State, move: int) -> str:
        position = _position(state)
        return words.words(position.b, position.actor, move)

    def action(self, state: State, move: int) -> str:
        kind = kind_of(move)
        if Kind.ACTION <= kind <= Kind.REST:
            return str(names.ACTION_NAMES[kind - Kind.ACTION])
        return _FREE_ACTIONS.get(kind, "")

    def question(self, state: State) -> str:
        return words.question(_position(state))

    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        return reasons.refusal_words(_position(state), refusal)

    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        return view.scoring(_position(state))

    def tie_rule(self, state: State) -> str:
        return view.tie_rule(_position(state))

    def termination(self, state: State) -> str | None:
        return view.termination(_position(state))

    def write_position(self, state: State) -> str:
        return write_position(_position(state))

    def read_position(self, text: str) -> State:
        return read_position(text)

    def game_of(self, state: State) -> Game:
        position = _position(state)
        chosen = tuple(name for name, bit in OPTION_BITS.items() if position.b[At.OPTIONS] & bit)
        return VanuatuGame(int(position.players), chosen)

"""The codec of Maori; each part has a separate module."""

import re
from typing import Final

from vanuatu.core.game import Game, Refusal, State
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.codec import Codec
from vanuatu.notation.maori import facts, names, reasons, spellings, tokens, view, view_types, words
from vanuatu.notation.maori.position_reader import read_position
from vanuatu.notation.maori.position_writer import options_of, write_position
from vanuatu.notation.move import Move

# Not after `>`, and not n, s, w: these are places of the explorer ship.
_CELL: Final = re.compile(r"(?<![a-z#@>])[a-mo-rt-vx-z][0-9]{1,2}(?![a-z0-9])")
_LONGEST: Final = 40  # characters in which a cell is looked for


def make_codec() -> Codec:
    return MaoriCodec()


def _position(state: State) -> MaoriState:
    assert isinstance(state, MaoriState)
    return state


class MaoriCodec(Codec):
    game = "maori"
    seat_facts: tuple[str, ...] = facts.SEAT_FACTS
    table_facts: tuple[str, ...] = facts.TABLE_FACTS
    score_parts: tuple[str, ...] = facts.SCORE_PARTS
    goods: tuple[str, ...] = facts.GOODS

    def token(self, state: State, move: int) -> str:
        return tokens.tokens_of(_position(state).tiles).spelling[move]

    def parse(self, state: State, token: str) -> int:
        return tokens.tokens_of(_position(state).tiles).meaning.get(token, -1)

    def long_form_length(self, state: State, words: list[str]) -> int:
        return spellings.long_form_length(_position(state), words)

    def unknown_name(self, text: str) -> str:
        for cell in _CELL.findall(text[:_LONGEST]):
            if names.cell_number(cell) < 0:
                return f"there is no cell {cell}"
        return ""

    def spellings(self, state: State, move: int) -> list[str]:
        return spellings.spellings(_position(state), move)

    def words(self, state: State, move: int) -> str:
        return words.words(_position(state), move)

    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        return reasons.refusal_words(_position(state), refusal, move)

    def phase(self, state: State) -> str:
        return view.phase_name(_position(state))

    def view(self, state: State) -> view_types.MaoriView:
        return view.view(_position(state))

    def scene(self, state: State) -> view_types.Scene:
        return view.scene(_position(state))

    def row(self, state: State) -> view_types.Row:
        return view.row(_position(state))

    def describe(self, state: State, move: int) -> Move:
        return facts.describe(_position(state), move)

    def fact(self, state: State, seat: int, number: int) -> int | str | None:
        return facts.fact(_position(state), seat, number)

    def table_fact(self, state: State, number: int) -> int | str | None:
        return facts.table_fact(_position(state), number)

    def holdings(self, state: State) -> list[dict[str, int]]:
        return view.holdings(_position(state))

    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        return view.scoring(_position(state))

    def tie_rule(self, state: State) -> str:
        return view.tie_rule(_position(state))

    def termination(self, state: State) -> str | None:
        return None

    def write_position(self, state: State) -> str:
        return write_position(_position(state))

    def read_position(self, text: str) -> State:
        return read_position(text)

    def game_of(self, state: State) -> Game:
        position = _position(state)
        return MaoriGame(int(position.players), options_of(position))

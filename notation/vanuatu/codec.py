"""The codec of Vanuatu: what notation asks of the game, each part in a module of its own."""

from typing import Any

from core.game import Game, Refusal, State
from core.games import make_game
from core.vanuatu.layout import NOCHARACTERS, OPTIONS, WATERS
from core.vanuatu.state import VanuatuState
from notation.codec import Codec, PositionError
from notation.vanuatu.tokens import fill_tables, parse, token
from notation.vanuatu.view import phase_name, view


def _own(state: State) -> VanuatuState:
    assert isinstance(state, VanuatuState)
    return state


class VanuatuCodec(Codec):
    game = "vanuatu"

    def __init__(self) -> None:
        fill_tables()

    def token(self, state: State, move: int) -> str:
        own = _own(state)
        return token(own.b, own.actor, move)

    def parse(self, state: State, token: str) -> int:
        own = _own(state)
        return parse(own.b, own.actor, token)

    def phase(self, state: State) -> str:
        return phase_name(_own(state))

    def view(self, state: State) -> dict[str, Any]:
        return view(_own(state))

    def spellings(self, state: State, move: int) -> list[str]:
        return [self.token(state, move).lower()]

    def words(self, state: State, move: int) -> str:
        return self.token(state, move)

    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        return "that move is not legal here"

    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        return [[("points", int(score))] for score in state.scores()]

    def tie_rule(self, state: State) -> str:
        return ""

    def termination(self, state: State) -> str | None:
        return None

    def write_position(self, state: State) -> str:
        return ""

    def read_position(self, text: str) -> State:
        raise PositionError("positions cannot be read yet")

    def game_of(self, state: State) -> Game:
        own = _own(state)
        names = [
            name for bit, name in ((WATERS, "waters"), (NOCHARACTERS, "nocharacters")) if own.b[OPTIONS] & bit
        ]
        return make_game("vanuatu", int(own.players), tuple(names))

"""The toy in text: its tokens, its words and its positions."""

from typing import Any

from tests.support.toy.game import HIDE, TAKE, UNSEEN, ToyGame, ToyState
from vanuatu.core.game import CHANCE, OVER, Game, Refusal, State
from vanuatu.notation.codec import Codec, PositionError


def make_codec() -> Codec:
    return ToyCodec()


class ToyCodec(Codec):
    game = "toy"

    def token(self, state: State, move: int) -> str:
        if move < TAKE:
            return f"#draw={move}"
        if move < HIDE:
            return f"T{(move - TAKE) // 2}" + "@" * (move % 2)
        return "H?" if move == UNSEEN else f"H{move - HIDE}"

    def parse(self, state: State, token: str) -> int:
        return _TOKENS.get(token, -1)

    def spellings(self, state: State, move: int) -> list[str]:
        if move < TAKE:
            return [f"draw {move}"]
        if move < HIDE:
            return [f"take {(move - TAKE) // 2}", "take", "t"]
        return ["hide", f"hide {move - HIDE}"]

    def words(self, state: State, move: int) -> str:
        return self.token(state, move)

    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        return f"only {refusal.a} can be taken"

    def phase(self, state: State) -> str:
        return "setup" if state.actor == CHANCE else "over" if state.actor == OVER else "act"

    def view(self, state: State) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        return {"round": int(state.round), "points": list(state.points)}

    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        return [[("points", int(score))] for score in state.scores()]

    def tie_rule(self, state: State) -> str:
        return ""

    def termination(self, state: State) -> str | None:
        return None

    def write_position(self, state: State) -> str:
        assert isinstance(state, ToyState)
        points = ",".join(str(n) for n in state.points)
        bonus = "".join("@" if b else "-" for b in state.bonus)
        return f"{state.round} {state.actor} {state.drawn} {points} {bonus}"

    def read_position(self, text: str) -> ToyState:
        words = text.split()
        if len(words) != 5:
            raise PositionError(f"{len(words)} words, not 5")
        points = [int(n) for n in words[3].split(",")]
        state = ToyState(len(points))
        state.round, state.actor, state.drawn = int(words[0]), int(words[1]), int(words[2])
        state.points, state.bonus = points, [c == "@" for c in words[4]]
        return state

    def game_of(self, state: State) -> Game:
        return ToyGame(int(state.players))


_TOKENS: dict[str, int] = {
    ToyCodec().token(ToyState(2), move): move
    for move in [*range(1, 4), *range(TAKE + 2, TAKE + 8), HIDE + 1, HIDE + 2, UNSEEN]
}

"""A game of nothing but notation: it stands in for any game, to show that the notation knows none.

In each of three rounds a number from 1 to 3 is drawn (`#draw=2`), then every seat in turn takes up
to so many points (`T2`, and `T2@` for one more, once a game) or hides (`H1`, `H2`; `H?` to others).
"""

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from core.game import NATURE, OVER, Game, GameError, Refusal, State
from core.rng import Rng
from notation.codec import SEAT_NAMES, Codec, PositionError

ROUNDS = 3
DRAW, TAKE, HIDE, UNSEEN = 0, 10, 20, 29


class ToyState(State):
    def __init__(self, players: int) -> None:
        self.players = players
        self.round = 1
        self.actor = NATURE
        self.drawn = 0
        self.points = [0] * players
        self.bonus = [True] * players

    def legal_moves(self) -> vec[i64]:
        moves = vec[i64]()
        if self.actor == NATURE:
            found = [DRAW + 1, DRAW + 2, DRAW + 3]
        elif self.actor == OVER:
            found = []
        else:
            found = [TAKE + 2 * n + b for n in range(1, self.drawn + 1) for b in (0, 1)]
            found = [m for m in found if m % 2 == 0 or self.bonus[self.actor]] + [HIDE + 1, HIDE + 2]
        for move in found:
            moves = append(moves, move)
        return moves

    def apply(self, move: i64) -> None:
        if self.actor == NATURE:
            self.drawn, self.actor = int(move), 0
            return
        if move < HIDE:
            self.points[self.actor] += (move - TAKE) // 2 + move % 2
            self.bonus[self.actor] = self.bonus[self.actor] and move % 2 == 0
        self.actor += 1
        if self.actor == self.players:
            self.actor = NATURE
            if self.round == ROUNDS:
                self.actor = OVER
            else:
                self.round += 1

    def copy(self) -> "ToyState":
        twin = ToyState(self.players)
        twin.round, twin.actor, twin.drawn = self.round, self.actor, self.drawn
        twin.points, twin.bonus = self.points[:], self.bonus[:]
        return twin

    def is_legal(self, move: i64) -> bool:
        return move in list(self.legal_moves())

    def refusal(self, move: i64) -> Refusal | None:
        return None if self.is_legal(move) else Refusal(1, self.drawn)

    def weights(self) -> vec[i64]:
        return vec[i64]([1, 1, 1])

    def sample(self, rng: Rng) -> i64:
        return 1 + rng.below(3)

    def hide(self, seat: i64, rng: Rng) -> "ToyState":
        return self.copy()

    def veiled(self, move: i64) -> i64:
        return UNSEEN if move >= HIDE else move

    def scores(self) -> vec[i64]:
        return vec[i64](self.points)

    def winners(self) -> vec[i64]:
        if self.actor != OVER:
            return vec[i64]([])
        return vec[i64]([seat for seat in range(self.players) if self.points[seat] == max(self.points)])


class ToyGame(Game):
    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        self.name = "toy"
        self.players = players
        self.options = options

    def start(self) -> ToyState:
        return ToyState(self.players)


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
        return "setup" if state.actor == NATURE else "over" if state.actor == OVER else "act"

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


def make_toy(name: str, players: int, options: tuple[str, ...] = ()) -> Game:
    """In the place of the registry of games."""
    if name != "toy" or not 2 <= players <= len(SEAT_NAMES):
        raise GameError(f"no game is called {name!r} (there are: toy)")
    return ToyGame(players, options)


_TOKENS: dict[str, int] = {
    ToyCodec().token(ToyState(2), move): move
    for move in [*range(1, 4), *range(TAKE + 2, TAKE + 8), HIDE + 1, HIDE + 2, UNSEEN]
}

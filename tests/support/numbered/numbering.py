"""The toy's moves as numbers: takes, hides, and the veil of a hide."""

from mypy_extensions import i64

from tests.support.toy.game import HIDE, ROUNDS, TAKE, UNSEEN, ToyState
from vanuatu.ai.numbering import Numbering, ObservationWriter
from vanuatu.core.game import Game, State

MOVES: list[int] = [*range(TAKE + 2, TAKE + 8), HIDE + 1, HIDE + 2, UNSEEN]


class ToyNumbering(Numbering):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.actions = len(MOVES)
        self.draws = 3
        self.longest = 2 * ROUNDS * game.players
        self.most_draws = ROUNDS

    def number(self, move: i64) -> i64:
        return MOVES.index(move) if move >= TAKE else move - 1

    def move(self, number: i64) -> i64:
        return MOVES[int(number)]

    def draw(self, number: i64) -> i64:
        return number + 1

    def is_veil(self, move: i64) -> bool:
        return move == UNSEEN

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        assert isinstance(state, ToyState)
        writer.start_part("round")
        writer.one_of(state.round - 1, ROUNDS)
        writer.start_part("points")
        for points in state.points:
            writer.count(points, 12)


def make_numbering(game: Game) -> ToyNumbering:
    return ToyNumbering(game)

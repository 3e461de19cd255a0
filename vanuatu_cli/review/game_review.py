"""A review of one game: what each move lost, what luck each draw brought, and how certain the figures are.

The reviewer is a searching bot. It searches each position in which a seat had a choice, with the knowledge of
that seat. If it prefers another move, it searches the positions after both moves, with equal limits and equal
seeds; the difference is the loss. The search that chooses the better move is not used to evaluate it, so that
the best of many lucky estimates does not exaggerate the loss. If the played move turns out better, the loss
is negative.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Final

from vanuatu.ai.bot import BotError, PendingMove, Report
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.mcts.evaluation import Difference, Evaluation, Evaluator, add_up
from vanuatu.ai.specs import make_bot
from vanuatu.cli.review import marks, review_data
from vanuatu.cli.review.rollouts import Rollout
from vanuatu.cli.review.win_chances import ChanceAccount
from vanuatu.core.game import CHANCE, State
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.record import Ply
from vanuatu.notation.session import Session
from vanuatu.notation.steps import Step

# If it is undecided whether a move deserves a mark, it is compared this many times more, with other seeds.
MORE: Final = 3
DEFAULT_BOT: Final = "mcts:400"
ROLLOUT_BOT: Final = "greedy"  # plays the costliest moves out, for the parts of the score
ROLLOUT_GAMES: Final = 100
_SIMS_A_GAME: Final = 10  # a reviewer with few simulations plays fewer games out


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a seat that had a choice, and the move that the reviewer prefers."""

    ply: int  # from 1
    round: int
    within: int  # which ply of the round, from 1
    phase: str
    action: str
    seat: int
    move: int
    token: str
    words: str
    best_move: int
    best: str
    best_words: str
    lost: float  # win chance
    sd: float
    points: float  # loss of the expected final score
    points_sd: float
    lead: float  # loss of the expected lead over the best other seat
    win: float  # its seat's win chance after the move; best_win: after the better one
    best_win: float
    score: float  # its seat's expected final score
    best_score: float
    best_chances: list[float]  # all win chances after the better move; empty if it was played
    line: list[Ply]  # the line that the reviewer expects, from its own move on

    @property
    def glyph(self) -> str:
        """Return `??`, `?` or `?!` if the move certainly lost much, otherwise ""."""
        return marks.glyph_of(self.points, self.points_sd, self.lost, self.sd)


def make_reviewer(spec: str, *, seed: int = 1, sims: int | None = None, time: float | None = None) -> MctsBot:
    """Return the reviewer of a spec. Raise BotError if its bot does not search.

    Its name contains its seed. It always searches to its limit, so that equal positions evaluate equally.
    """
    bot = make_bot(spec)
    if not isinstance(bot, MctsBot):
        bot.close()
        raise BotError(f"{spec!r} does not search: mcts and the levels do")
    settings = replace(bot.settings, seed=seed) if bot.unseeded else bot.settings
    if sims is not None or time is not None:
        settings = replace(settings, sims=sims, seconds=time)
    name = bot.name
    if bot.unseeded:
        name += f"{',' if ':' in name else ':'}seed={seed}"
    return MctsBot(name, settings).for_analysis()


class GameReviewer:
    """Reviews a game. `decisions`, `curve` and `account` grow while `steps` runs.

    `seats` are those whose moves are reviewed (None: all). `parts` has, for the plies of the costliest moves,
    how much more of each part of the score the better move brings.
    """

    def __init__(self, session: Session, bot: MctsBot, seats: frozenset[int] | None = None) -> None:
        self.session = session
        self.bot = bot
        self.seats = seats
        self.evaluator = Evaluator(session.game, bot.settings)
        self.players = int(session.state.players)
        self.account = ChanceAccount(self.players)
        self.decisions: list[ReviewedMove] = []
        self.parts: dict[int, dict[str, float]] = {}
        self.curve: dict[int, list[float]] = {}  # all win chances, by the number of plies played
        self._found = Evaluation([], [])
        self._best = -1
        self._report = Report()

    def steps(self) -> Iterator[int]:
        """Review the game step by step; yield the number of the current ply at each step."""
        session = self.session
        before: Evaluation | None = None  # the evaluation before the current draws
        for step in session.walk():
            ply, state = step.number - 1, step.state
            if state.actor == CHANCE:
                if before is None:
                    yield from self._search(state, ply)
                    before = self._found
                    self.curve[ply] = before.win
            else:
                if before is not None:
                    yield from self._search(state, ply)
                    self.account.add_draw(before, self._found)
                    before = None
                yield from self._decided(step)
        if before is not None or not self.account.cut:
            yield from self._search(session.state, len(session.moves))
            if before is not None:
                self.account.add_draw(before, self._found)
            else:
                self.account.add_evaluation(self._found.win)
        self.curve[len(session.moves)] = self.account.now
        for seat in range(self.players):
            for decision in review_data.worst_moves(self.decisions, seat):
                yield from self._find_parts(session.until(decision.ply - 1), decision)

    def _search(self, state: State, ply: int) -> Iterator[int]:
        """Evaluate a position by what all know; the result is in `_found`."""
        self._found = yield from self.evaluator.evaluate(state, ply, int(CHANCE))

    def _decided(self, step: Step) -> Iterator[int]:
        """Review a move of a seat."""
        walk = self.session.until(step.number - 1)
        state, ply, move = walk.state, walk.ply, step.ply.move
        horizon = self.evaluator.horizon(state, step.state_after)
        if len(state.legal_moves()) == 1:
            self.account.add_move(None, horizon)
            return
        yield from self._think(walk)
        self.curve[ply] = self._report.win
        self.account.add_evaluation(self._report.win)
        self.account.add_move(int(state.actor), horizon)
        if self.seats is None or int(state.actor) in self.seats:
            yield from self._compare(walk, move, step.within)

    def steps_for(self, move: int, best: int | None = None) -> Iterator[int]:
        """Review a possible move in the current position; the result is the last of `decisions`.

        It is compared with the reviewer's own move, or with `best`.
        """
        if best is None:
            yield from self._think(self.session)
        else:
            self._best, self._report = best, Report(line=[best])
        yield from self._compare(self.session, move, 0)

    def steps_with_parts_for(self, move: int, best: int | None = None) -> Iterator[int]:
        """Do the same, and find the parts of the score that the move loses."""
        yield from self.steps_for(move, best)
        if self.decisions[-1].move != self.decisions[-1].best_move:
            yield from self._find_parts(self.session, self.decisions[-1])

    def _think(self, walk: Session) -> Iterator[int]:
        """Let the reviewer decide; the result is in `_best` and `_report`."""
        thinking = self.bot.think(walk)
        try:
            while not thinking.step():
                yield walk.ply
            self._best, self._report = thinking.move(), thinking.report()
        finally:
            thinking.close()

    def _compare(self, walk: Session, move: int, within: int) -> Iterator[int]:
        """Add the decision: the move, the reviewer's move, and the loss."""
        state, codec = walk.state, walk.codec
        ply, best = walk.ply, self._best
        seat = int(state.actor)
        difference, win, best_win, score, best_score = Difference(0.0, 0.0, 0.0, 0.0, 0.0), 0.0, 0.0, 0.0, 0.0
        best_chances: list[float] = []
        if best != move:
            difference, better, worse = yield from self._paired(state, best, move, ply)
            win, best_win = worse.win[seat], better.win[seat]
            score, best_score = worse.score[seat], better.score[seat]
            best_chances = better.win
        letter = SEAT_LETTERS[seat]
        self.decisions.append(
            ReviewedMove(
                ply=ply + 1,
                round=int(state.round),
                within=within,
                phase=codec.phase(state),
                action=codec.action(state, move),
                seat=seat,
                move=move,
                token=f"{letter}:{codec.token(state, move)}",
                words=codec.words(state, move),
                best_move=best,
                best=f"{letter}:{codec.token(state, best)}",
                best_words=codec.words(state, best),
                lost=difference.win,
                sd=difference.win_sd,
                points=difference.points,
                points_sd=difference.points_sd,
                lead=difference.lead,
                win=win,
                best_win=best_win,
                score=score,
                best_score=best_score,
                best_chances=best_chances,
                line=walk.continuation(self._report.line) if best != move else [],
            )
        )

    def _paired(
        self, state: State, best: int, move: int, ply: int
    ) -> Generator[int, None, tuple[Difference, Evaluation, Evaluation]]:
        """Compare two moves by searches with the same seeds; search more while a mark is undecided."""
        seat = int(state.actor)
        positions = []
        for one in (best, move):
            after = state.copy()
            after.apply(one)
            positions.append(after)
        found: list[Evaluation] = []
        for more in range(1 + MORE):
            for at, position in enumerate(positions):
                one_more = yield from self.evaluator.evaluate(position, ply, seat, more)
                found[at : at + 1] = [add_up(found[at], one_more) if more else one_more]
            difference = self.evaluator.compare(found[0], found[1], seat)
            if not max(evaluation.sims for evaluation in found) or not marks.is_close(difference):
                break
        return difference, found[0], found[1]

    def _find_parts(self, walk: Session, decision: ReviewedMove) -> Iterator[int]:
        """Play a costly move and the better one out, for the parts of the score."""
        sims = self.bot.settings.sims or ROLLOUT_GAMES * _SIMS_A_GAME
        games = max(2, min(ROLLOUT_GAMES, sims // _SIMS_A_GAME))
        moves = (decision.best_move, decision.move)
        seed = self.bot.settings.seed or 0
        rollout = Rollout(walk, moves, ROLLOUT_BOT, games, seed, early=False)
        while not rollout.step():
            yield walk.ply
        self.parts[decision.ply] = rollout.parts_difference(*moves)

    def summary(self, number: int) -> review_data.GameReview:
        """Return the review so far as plain data; `number` is the number of the game in its file."""
        return review_data.summarise(self, number)


def review_game(
    session: Session, spec: str = DEFAULT_BOT, seats: frozenset[int] | None = None
) -> review_data.GameReview:
    """Review the moves of these seats (None: all) and return the review as plain data."""
    bot = make_reviewer(spec)
    try:
        review = GameReviewer(session.until(session.ply), bot, seats)
        for _ in review.steps():
            pass
        return review.summary(1)
    finally:
        bot.close()


class ReviewThinking(PendingMove):
    """A review as thinking in slices, for the prompt."""

    def __init__(self, review: GameReviewer, work: Iterator[int]) -> None:
        self.review = review
        self.ended = False  # all work is done; it was not stopped before
        self._work = work

    def step(self) -> bool:
        self.ended = next(self._work, None) is None
        return self.ended

    def move(self) -> int:
        raise BotError("a review has no move")


def any_decision(session: Session) -> bool:
    """Return whether any seat had a choice in the game."""
    return any(step.ply.seat >= 0 and len(step.state.legal_moves()) > 1 for step in session.walk())

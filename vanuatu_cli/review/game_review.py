"""A review of one game: what each move lost, what luck each draw brought, and how certain the figures are.

The reviewer is a searching bot. It searches each position in which a seat had a choice, with the knowledge of
that seat. If it prefers another move, it searches the positions after both moves, with equal limits and equal
seeds; the difference is the loss. The search that chooses the better move is not used to evaluate it, so that
the best of many lucky estimates does not exaggerate the loss. If the played move turns out better, the loss
is negative.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypedDict

from vanuatu.ai.bot import BotError, PendingMove, Report
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.mcts.evaluation import Evaluation, Evaluator
from vanuatu.ai.specs import make_bot
from vanuatu.cli.review.win_chances import ChanceAccount
from vanuatu.core.game import CHANCE, State
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.session import Session
from vanuatu.notation.steps import Step
from vanuatu.notation.tags import seats_of

# A move gets `?` or `??` if it loses at least this win chance, and certainly.
MISTAKE: Final = 0.08
BLUNDER: Final = 0.2
SURE: Final = 2.0  # a loss is certain beyond this many standard deviations
WORST: Final = 3
_NEGLIGIBLE: Final = 0.005  # smaller losses are not shown


@dataclass(frozen=True)
class Decision:
    """A move of a seat that had a choice, and the move that the reviewer prefers."""

    ply: int  # from 1
    round: int
    within: int  # which ply of the round, from 1
    phase: str
    seat: int
    move: int
    token: str
    words: str
    best: str
    best_words: str
    lost: float
    sd: float
    win: float  # its seat's win chance after the move; best_win: after the better one
    best_win: float
    line: tuple[str, ...]  # the line that the reviewer expects, from its own move on

    @property
    def glyph(self) -> str:
        """Return `??` or `?` if the move certainly lost much, otherwise ""."""
        if self.lost < MISTAKE or not self.certain:
            return ""
        return "??" if self.lost >= BLUNDER else "?"

    @property
    def certain(self) -> bool:
        """Return whether the loss exceeds its uncertainty."""
        return self.lost > SURE * self.sd


class WorstMove(TypedDict):
    """A move of a seat that cost much."""

    ply: int
    round: int
    token: str
    best: str
    lost: float
    lost_sd: float
    line: list[str]
    at: str  # round and ply after the move, as for `--at`
    phase: str
    words: str
    best_words: str
    win: float
    best_win: float
    glyph: str


class PhaseFigures(TypedDict):
    """The losses of a seat in one phase."""

    decisions: int
    lost: float
    lost_sd: float


class SeatReview(TypedDict):
    """The review of a seat; chances are from 0 to 1."""

    seat: str
    name: str
    decisions: int
    lost: float
    lost_sd: float
    luck: float
    mistakes: int
    blunders: int
    worst: list[WorstMove]
    luck_sd: float
    phases: dict[str, PhaseFigures]
    account: dict[str, float]


class GameReview(TypedDict):
    """The review of a game, as it is written to JSON."""

    game: int
    bot: str
    seats: list[SeatReview]


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

    `seats` are those whose moves are reviewed (None: all).
    """

    def __init__(self, session: Session, bot: MctsBot, seats: frozenset[int] | None = None) -> None:
        self.session = session
        self.bot = bot
        self.seats = seats
        self.evaluator = Evaluator(session.game, bot.settings)
        self.players = int(session.state.players)
        self.account = ChanceAccount(self.players)
        self.decisions: list[Decision] = []
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

    def _search(self, state: State, ply: int, seat: int = int(CHANCE)) -> Iterator[int]:
        """Evaluate a position; the result is in `_found`."""
        self._found = yield from self.evaluator.evaluate(state, ply, seat)

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

    def steps_for(self, move: int) -> Iterator[int]:
        """Review a possible move in the current position; the result is the last of `decisions`."""
        yield from self._think(self.session)
        yield from self._compare(self.session, move, 0)

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
        lost = sd = win = best_win = 0.0
        if best != move:
            found = []
            for one in (best, move):
                after = state.copy()
                after.apply(one)
                yield from self._search(after, ply, seat)
                found.append(self._found)
            difference = self.evaluator.compare(found[0], found[1], seat)
            lost, sd = difference.gain[seat], difference.sd
            best_win, win = found[0].win[seat], found[1].win[seat]
        letter = SEAT_LETTERS[seat]
        self.decisions.append(
            Decision(
                ply=ply + 1,
                round=int(state.round),
                within=within,
                phase=codec.phase(state),
                seat=seat,
                move=move,
                token=f"{letter}:{codec.token(state, move)}",
                words=codec.words(state, move),
                best=f"{letter}:{codec.token(state, best)}",
                best_words=codec.words(state, best),
                lost=lost,
                sd=sd,
                win=win,
                best_win=best_win,
                line=tuple(seated_line(walk, self._report.line)) if best != move else (),
            )
        )

    # Results

    def worst(self, seat: int) -> list[Decision]:
        """Return the moves of a seat that certainly lost something, the costliest first."""
        costly = [d for d in self.decisions if d.seat == seat and d.certain and d.lost >= _NEGLIGIBLE]
        return sorted(costly, key=lambda d: (-d.lost, d.ply))[:WORST]

    def summary(self, number: int) -> GameReview:
        """Return the review for JSON; `number` is the number of the game in its file."""
        tags = self.session.record.tags
        names = [tags[name] for name in seats_of(tags)]
        seats = range(self.players) if self.seats is None else sorted(self.seats)
        return GameReview(
            game=number, bot=self.bot.name, seats=[self._seat(seat, names[seat]) for seat in seats]
        )

    def _seat(self, seat: int, name: str) -> SeatReview:
        mine = [decision for decision in self.decisions if decision.seat == seat]
        glyphs = [decision.glyph for decision in mine]
        phases: dict[str, list[Decision]] = {}
        for decision in mine:
            phases.setdefault(decision.phase, []).append(decision)
        whole = _figures(mine)
        chances = self.account
        account = chances.of(seat) if chances.start else {}
        return SeatReview(
            seat=SEAT_LETTERS[seat],
            name=name,
            decisions=whole["decisions"],
            lost=whole["lost"],
            lost_sd=whole["lost_sd"],
            luck=_rounded(chances.luck[seat]),
            mistakes=glyphs.count("?"),
            blunders=glyphs.count("??"),
            worst=[_worst(decision) for decision in self.worst(seat)],
            luck_sd=_rounded(math.sqrt(chances.luck_variance[seat])),
            phases={phase: _figures(made) for phase, made in phases.items()},
            account={what: _rounded(figure) for what, figure in account.items()},
        )


def _figures(decisions: list[Decision]) -> PhaseFigures:
    lost = sum(decision.lost for decision in decisions)
    variance = sum(decision.sd**2 for decision in decisions)
    return PhaseFigures(decisions=len(decisions), lost=_rounded(lost), lost_sd=_rounded(math.sqrt(variance)))


def _worst(decision: Decision) -> WorstMove:
    return WorstMove(
        ply=decision.ply,
        round=decision.round,
        token=decision.token,
        best=decision.best,
        lost=_rounded(decision.lost),
        lost_sd=_rounded(decision.sd),
        line=list(decision.line),
        at=f"{decision.round}.{decision.within}",
        phase=decision.phase,
        words=decision.words,
        best_words=decision.best_words,
        win=_rounded(decision.win),
        best_win=_rounded(decision.best_win),
        glyph=decision.glyph,
    )


def _rounded(figure: float) -> float:
    return round(figure, 4) + 0.0  # never -0.0


def seated_line(session: Session, line: list[int]) -> Iterator[str]:
    """Yield a line of moves from the current position as tokens with their seats."""
    state = session.state.copy()
    for move in line:
        yield f"{SEAT_LETTERS[int(state.actor)]}:{session.codec.token(state, move)}"
        state.apply(move)


class ReviewThinking(PendingMove):
    """A review as thinking in slices, for the prompt."""

    def __init__(self, review: GameReviewer, work: Iterator[int]) -> None:
        self.review = review
        self._work = work

    def step(self) -> bool:
        return next(self._work, None) is None

    def move(self) -> int:
        raise BotError("a review has no move")


def any_decision(session: Session) -> bool:
    """Return whether any seat had a choice in the game."""
    return any(step.ply.seat >= 0 and len(step.state.legal_moves()) > 1 for step in session.walk())

"""Rollouts: play candidate moves out to the end of the game, many times, and compare the results.

Game n of every candidate has the same seed: the same guess of what is hidden, the same draws as far as the
moves allow, and the same bots. So luck cancels in the differences, which are much more certain than the
results themselves. `…_sd` are standard deviations of means.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypedDict

from vanuatu.ai import bot_game, specs
from vanuatu.ai.api import EXTERNAL_LIMIT
from vanuatu.ai.bot import Bot, BotError, PendingMove, seat_seed
from vanuatu.ai.instant import rng_at_ply
from vanuatu.cli.report.counting import SeatResults, Sums
from vanuatu.cli.report.gathering import statistics_of
from vanuatu.core.game import State
from vanuatu.notation.session import Session

DECIDED: Final = 3.0  # standard errors between two candidates at which the games end
FIRST_CHECK: Final = 100  # games of each candidate before that is checked, and then every CHECK_EVERY games
CHECK_EVERY: Final = 50
MOST_GAMES: Final = 1_000_000
_SLICE: Final = 8  # games between two checks for a signal
_GUESSES: Final = 50  # guesses of what is hidden, until one allows all candidates
_PART: Final = 63  # its own use of the seeds of a ply


class RolledMove(TypedDict):
    """The results of a candidate for the seat that moves."""

    token: str
    games: int
    win: float
    win_sd: float
    score: float
    score_sd: float
    parts: dict[str, float]


class RolledPair(TypedDict):
    """How much better one candidate is than another, game by game."""

    better: str
    worse: str
    win: float
    win_sd: float
    score: float
    score_sd: float


class RolloutResult(TypedDict):
    """The result of a rollout, as it is written to JSON."""

    bot: str
    moves: list[RolledMove]
    pairs: list[RolledPair]


@dataclass
class Results:
    """The results of a candidate: win share and score of each game, and sums of all other figures."""

    sums: Sums
    wins: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)


def read_spec(text: str) -> tuple[str, int]:
    """Return bot and number of games of `BOT:GAMES`. Raise BotError if it is not one."""
    bot, _, number = text.rpartition(":")
    if not bot or not number.isascii() or not number.isdigit() or not 2 <= int(number) <= MOST_GAMES:
        raise BotError(f"rollout {text!r}: expected BOT:GAMES with 2–{MOST_GAMES} games, e.g. greedy:1000")
    make_bots(bot, 1, 0)[0].close()
    return bot, int(number)


def make_bots(spec: str, players: int, seed: int) -> list[Bot]:
    """Return the bots of a game with this seed. Raise BotError for a bot from outside."""
    if spec.strip().partition(":")[0] not in specs.BUILT_IN:
        raise BotError(f"rollout: {spec!r} is not a built-in bot ({', '.join(sorted(specs.BUILT_IN))})")
    return [specs.make_bot(spec, seed=seat_seed(seed, seat)) for seat in range(players)]


class Rollout(PendingMove):
    """Plays candidates out, game by game, until the best one is certain or the games are played.

    `early`: stop as soon as the best candidate is DECIDED standard errors before each other one.
    """

    def __init__(
        self,
        session: Session,
        moves: Sequence[int],
        bot: str,
        games: int,
        seed: int = 1,
        *,
        early: bool = True,
    ) -> None:
        self.session = session
        self.moves = list(dict.fromkeys(moves))
        self.bot = bot
        self.games = 0
        self._wanted = games
        self._seed = seed
        self._early = early
        statistics = statistics_of(session.game.name)
        self._parts = statistics.SCORE_PARTS
        self._counter = statistics.counter()
        self.results = {move: Results(self._counter.sums()) for move in self.moves}

    def step(self) -> bool:
        """Play some games of each candidate; return True if no more are needed."""
        for _ in range(_SLICE):
            if self.done:
                break
            self.play_next()
        return self.done

    @property
    def done(self) -> bool:
        """Whether the number of games is reached or the best candidate is certain."""
        if self.games >= self._wanted:
            return True
        at_check = self.games >= FIRST_CHECK and self.games % CHECK_EVERY == 0
        return self._early and at_check and len(self.moves) > 1 and self.decided()

    def decided(self) -> bool:
        """Return whether the best candidate is certainly better than each other one."""
        best, *others = self.ranking()
        return all(self._is_certain(best, other) for other in others)

    def _is_certain(self, better: int, worse: int) -> bool:
        win, win_sd = self.difference(better, worse, "wins")
        score, score_sd = self.difference(better, worse, "scores")
        by_win, by_score = win - DECIDED * win_sd, score - DECIDED * score_sd
        return (by_win > 0 and score >= 0) or (by_score > 0 and win >= 0)

    def play_next(self) -> None:
        """Play one more game of each candidate."""
        state, seed = self._guess(), self._seed * MOST_GAMES + self.games
        for move, results in self.results.items():
            self._play(state, move, seed, results)
        self.games += 1

    def _guess(self) -> State:
        """Return a position that fits what the seat knows, in which all candidates are legal."""
        state = self.session.state
        rng = rng_at_ply(self._seed * MOST_GAMES + self.games, self.session.ply, _PART)
        for _ in range(_GUESSES):
            guess = state.hide(state.actor, rng)
            if all(guess.is_legal(move) for move in self.moves):
                return guess
        return state.copy()  # a secret that the seat can almost infer

    def _play(self, start: State, move: int, seed: int, results: Results) -> None:
        seat, players = int(start.actor), int(start.players)
        session = Session.new(self.session.game, start=start)
        session.push_legal(move)
        bots = make_bots(self.bot, players, seed)
        try:
            bot_game.BotGame(session, bots, seed, [], EXTERNAL_LIMIT).play()
        finally:
            for bot in bots:
                bot.close()
        end = session.state
        scores = [int(score) for score in end.scores()]
        results.wins.append(float(end.returns()[seat]))
        results.scores.append(float(scores[seat]))
        lost = len(end.winners()) == 0
        by_seat = SeatResults(
            [0] * players, scores, [0.0] * players, [False] * players, lost=lost, forfeited=False
        )
        self._counter.count(session.start, session.record.plies, session.moves, by_seat)
        self._counter.add_to(results.sums, seat)

    # Results

    def move(self) -> int:
        return self.ranking()[0]

    def ranking(self) -> list[int]:
        """Return the candidates, best first: by win chance, then by score."""

        def rank(move: int) -> tuple[float, float]:
            found = self.results[move]
            return -sum(found.wins), -sum(found.scores)

        return sorted(self.moves, key=rank)

    def difference(self, one: int, other: int, of: str) -> tuple[float, float]:
        """Return the mean difference of `wins` or `scores`, and its standard deviation."""
        first, second = getattr(self.results[one], of), getattr(self.results[other], of)
        return mean_and_sd([a - b for a, b in zip(first, second, strict=True)], of == "wins")

    def parts_of(self, move: int) -> dict[str, float]:
        """Return the mean of each part of the score that is not always 0."""
        sums = self.results[move].sums
        parts = {name: sums.total(figure) / max(1, self.games) for name, figure in self._parts.items()}
        return {name: points for name, points in parts.items() if points}

    def parts_difference(self, one: int, other: int) -> dict[str, float]:
        """Return how much more of each part of the score one candidate has; equal parts are left out."""
        first, second = self.parts_of(one), self.parts_of(other)
        found = {name: round(first.get(name, 0.0) - second.get(name, 0.0), 2) for name in self._parts}
        return {name: points for name, points in found.items() if points}

    def result(self) -> RolloutResult:
        """Return the results so far, best move first."""
        ranking = self.ranking()
        pairs = [(one, other) for at, one in enumerate(ranking) for other in ranking[at + 1 :]]
        return RolloutResult(
            bot=self.bot,
            moves=[self._move(move) for move in ranking],
            pairs=[self._pair(better, worse) for better, worse in pairs],
        )

    def _move(self, move: int) -> RolledMove:
        found = self.results[move]
        win, win_sd = mean_and_sd(found.wins, True)
        score, score_sd = mean_and_sd(found.scores, False)
        return RolledMove(
            token=self._token(move),
            games=self.games,
            win=round(win, 4),
            win_sd=round(win_sd, 4),
            score=round(score, 2),
            score_sd=round(score_sd, 2),
            parts={name: round(points, 2) for name, points in self.parts_of(move).items()},
        )

    def _pair(self, better: int, worse: int) -> RolledPair:
        win, win_sd = self.difference(better, worse, "wins")
        score, score_sd = self.difference(better, worse, "scores")
        return RolledPair(
            better=self._token(better),
            worse=self._token(worse),
            win=round(win, 4) + 0.0,
            win_sd=round(win_sd, 4),
            score=round(score, 2) + 0.0,
            score_sd=round(score_sd, 2),
        )

    def _token(self, move: int) -> str:
        return self.session.codec.token(self.session.state, move)


def mean_and_sd(figures: Sequence[float], are_wins: bool) -> tuple[float, float]:
    """Return the mean of the results of games, and its standard deviation.

    The deviation of wins counts two games more, half won and half lost: without them, a few games that all
    end alike would claim to be certain.
    """
    n = len(figures)
    if not n:
        return 0.0, 0.0
    mean = sum(figures) / n
    square = sum((figure - mean) ** 2 for figure in figures)
    if are_wins:
        return mean, math.sqrt((square + 0.5) / (n + 2) / (n + 1))
    return mean, math.sqrt(square / max(1, n - 1) / n)

"""Many games side by side, for `VectorEnv`: the part that is compiled.

Every step makes new arrays. Nothing changes them later, so callers can keep them.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from vanuatu.ai.bot import Bot, seat_seed
from vanuatu.ai.environments.episode import Episode
from vanuatu.ai.environments.runner import EpisodeRunner
from vanuatu.ai.instant import InstantBot
from vanuatu.ai.numbering import Numbering, ObservationWriter
from vanuatu.ai.specs import make_bot
from vanuatu.core.game import OVER, State
from vanuatu.core.rng import MOST_SEED, Rng

NEXT_GAME: Final = 1_000_003  # the difference between the seeds of two games in a row
ROTATE: Final = -1  # the agent takes another seat in every game

_TRIES: Final[i64] = 100


@final
class Lane:
    """The games of one place in the batch, one after another."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.seed: i64 = 0
        self.game_seed: i64 = 0
        self.games: i64 = -1  # number of finished games
        self.seat: i64 = 0  # of the agent
        self.runner: EpisodeRunner | None = None


@final
class Ending:
    """A game that ended in a step: its place, its results by seat, and the agent's last observation."""

    def __init__(self, place: int, seat: int, seed: int, episode: Episode, observation: memoryview) -> None:
        self.place = place
        self.seat = seat
        self.seed = seed
        self.returns = episode.returns()
        self.scores = episode.scores()
        self.observation = observation


@final
class Batch:
    """Games side by side, one for each start.

    `opponents` are the specs of the bots in the seats after the agent. If there are none, the caller decides
    for all seats.
    """

    def __init__(
        self,
        numbering: Numbering,
        starts: Sequence[State],
        opponents: Sequence[str],
        seat: int = ROTATE,
        given: Sequence[str] = (),
    ) -> None:
        self.numbering: Final = numbering
        self._lanes = [Lane(start) for start in starts]
        self._opponents = [make_bot(spec) for spec in opponents]
        self._seat: i64 = seat
        self._given = given
        self._rng = Rng(0)
        n = len(self._lanes)
        self._writer = ObservationWriter(n * numbering.entries)
        self._no_masks = vec[u8]([0] * (n * int(numbering.actions)))
        self._masks = self._no_masks
        self._no_rewards = vec[float]([0.0] * n)
        self._rewards = self._no_rewards
        self._none_ended = vec[u8]([0] * n)
        self._ended = self._none_ended
        self._seats = vec[i64]([0] * n)
        self.endings: list[Ending] = []

    # The arrays of the last step, read-only

    def observations(self) -> memoryview:
        """Return the observations of the seats to move: 32-bit floats."""
        return self._writer.content()

    def masks(self) -> memoryview:
        """Return a byte for each action of each game, 1 if it is legal."""
        return memoryview(self._masks)

    def seats(self) -> memoryview:
        """Return the seats to move."""
        return memoryview(self._seats)

    def rewards(self) -> memoryview:
        """Return what the seats that made the last actions got for them."""
        return memoryview(self._rewards)

    def ended(self) -> memoryview:
        """Return a byte for each game, 1 if the last step ended one."""
        return memoryview(self._ended)

    # Play

    def begin(self, seeds: Sequence[int]) -> None:
        """Begin the first game of each place, with its seed."""
        for lane, seed in zip(self._lanes, seeds, strict=True):
            lane.seed = seed
            self._begin_game(lane)
        self._rng = Rng(seeds[0])
        self._show()

    def begin_after(self, earlier: "Batch") -> None:
        """Begin the games that follow those of an earlier batch."""
        for lane, other in zip(self._lanes, earlier._lanes, strict=True):
            lane.seed = other.seed
            lane.games = other.games
            self._begin_game(lane)
        self._rng = earlier._rng
        self._show()

    def step(self, actions: list[int]) -> None:
        """Make an action in each game, and begin the next game where one ends.

        Raise ValueError for an action that is not legal; then nothing has changed.
        """
        n = len(self._lanes)
        i: i64 = 0
        while i < n:
            if not self._is_legal(i, actions[i]):
                raise ValueError(self._refusal(i, actions[i]))
            i += 1
        self.endings = []
        self._rewards = self._no_rewards
        self._ended = self._none_ended
        i = 0
        while i < n:
            runner = self._runner(i)
            seat = runner.episode.state.actor
            runner.play(actions[i])
            if runner.episode.state.actor == OVER:
                self._end_game(i, seat)
            i += 1
        self._show()

    def sample(self) -> memoryview:
        """Return a random legal action for each game."""
        n = len(self._lanes)
        chosen = vec[i64]([0] * n)
        i: i64 = 0
        while i < n:
            legal = self._runner(i).episode.legal_numbers()
            chosen[i] = legal[self._rng.below(len(legal))]
            i += 1
        return memoryview(chosen)

    def runner(self, place: int) -> EpisodeRunner:
        """Return the runner of a game."""
        return self._runner(place)

    def _runner(self, i: i64) -> EpisodeRunner:
        runner = self._lanes[i].runner
        assert runner is not None
        return runner

    def _begin_game(self, lane: Lane) -> None:
        """Begin the next game in which the agent has a decision; a late position may leave none."""
        tries: i64 = 0
        while tries < _TRIES:
            runner = self._next_runner(lane)
            if runner.episode.state.actor != OVER:
                lane.runner = runner
                return
            tries += 1
        raise ValueError(
            f"no decision is left for the agent: {_TRIES} games from the position ended without one"
        )

    def _next_runner(self, lane: Lane) -> EpisodeRunner:
        lane.games += 1
        lane.game_seed = (lane.seed + NEXT_GAME * lane.games) & MOST_SEED
        players: i64 = self.numbering.game.players
        lane.seat = self._seat
        if lane.seat < 0:
            lane.seat = (lane.seed + lane.games) % players
        bots: list[Bot | None] = [None] * int(players)
        turns: i64 = 1
        for opponent in self._opponents:
            seat = (lane.seat + turns) % players
            if not isinstance(opponent, InstantBot) and opponent.unseeded:
                opponent = make_bot(opponent.name, seed=seat_seed(int(lane.game_seed), int(seat)))
            bots[seat] = opponent
            turns += 1
        return EpisodeRunner(self.numbering, lane.start, bots, int(lane.game_seed), self._given)

    def _end_game(self, i: i64, seat: i64) -> None:
        """Record the result for the seat that made the last action, and begin the next game."""
        lane = self._lanes[i]
        episode = self._runner(i).episode
        last = ObservationWriter(self.numbering.entries)
        self.numbering.observe(episode.state, seat, False, last)
        if not self.endings:
            self._rewards = self._no_rewards[:]
            self._ended = self._none_ended[:]
        ending = Ending(int(i), int(seat), int(lane.game_seed), episode, last.content())
        self.endings.append(ending)
        self._rewards[i] = ending.returns[seat]
        self._ended[i] = 1
        self._begin_game(lane)

    def _show(self) -> None:
        """Write the arrays of what the seats to move see."""
        n = len(self._lanes)
        writer = self._writer
        writer.clear()
        masks = self._no_masks[:]
        seats = vec[i64]([0] * n)
        base: i64 = 0
        i: i64 = 0
        while i < n:
            episode = self._runner(i).episode
            seat = episode.state.actor
            seats[i] = seat
            self.numbering.observe(episode.state, seat, episode.halfway, writer)
            legal = episode.legal_numbers()
            count = len(legal)
            j: i64 = 0
            while j < count:
                masks[base + legal[j]] = 1
                j += 1
            base += self.numbering.actions
            i += 1
        self._masks = masks
        self._seats = seats

    def _is_legal(self, i: i64, action: int) -> bool:
        count = self.numbering.actions
        return 0 <= action < count and self._masks[i * count + action] == 1

    def _refusal(self, i: i64, action: int) -> str:
        episode = self._runner(i).episode
        legal = episode.legal()
        such = f'{len(legal)} are, by infos["action_mask"], such as {legal[0]} ({episode.token(legal[0])})'
        return f"environment {i}: action {action} is not legal here; {such}"

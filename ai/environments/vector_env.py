"""Many games side by side as one environment, with the names and shapes of gymnasium's `VectorEnv`.

It needs numpy and not gymnasium. The games, their draws, the moves of opponents, observations and masks are
made by compiled code (`batch.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from vanuatu.ai.environments import parameters
from vanuatu.ai.environments.arrays import require_numpy
from vanuatu.ai.environments.batch import ROTATE, Batch
from vanuatu.notation.codec import codec_for
from vanuatu.notation.positions import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from vanuatu.ai.environments.arrays import Flags, Floats, Integers

Infos = dict[str, Any]  # arrays of several types, and dictionaries of them, as in gymnasium


class Box(NamedTuple):
    """The space of an array: its shape, its type and its limits."""

    shape: tuple[int, ...]
    dtype: str
    low: float
    high: float


class Discrete(NamedTuple):
    """The space of the numbers from 0 to n - 1."""

    n: int
    shape: tuple[int, ...] = ()
    dtype: str = "int64"


class VectorEnv:
    """n games side by side as one environment; `vanuatu.env.vector` is its short name.

    `opponents` is the spec of a built-in bot that plays all other seats, or a list with one for each of them,
    in turn order after the agent. Without opponents the agent plays all seats. `seat` is the agent's seat
    ("p"); without it, the agent takes another seat in every game.

    - `reset(seed)` returns observations and infos; `step(actions)` returns observations, rewards,
      terminations, truncations and infos. Each is an array with a row for each game. The arrays are new in
      every step, and read-only.
    - `infos["action_mask"]` has a byte for each action, 1 if it is legal; `infos["seat"]` the seat to move.
    - A game that ends is followed by the next one in the same step. What ended is in `infos["final_info"]`.

    >>> import vanuatu
    >>> env = vanuatu.env.vector("vanuatu", players=2, n=3, opponents="random")
    >>> env
    <VectorEnv 3 × vanuatu 2p against random>
    >>> observations, infos = env.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 623), (3, 1106))
    >>> observations, rewards, terminations, truncations, infos = env.step(env.sample())
    >>> rewards
    array([0., 0., 0.])
    """

    metadata: Final[dict[str, Any]] = {"autoreset_mode": "SameStep", "render_modes": []}
    render_mode: None = None

    def __init__(
        self,
        game: str = "vanuatu",
        players: int = 2,
        n: int = 1,
        opponents: str | Sequence[str] | None = None,
        variant: str | Iterable[str] = (),
        seat: str | None = None,
    ) -> None:
        self._np = require_numpy()
        self._parameters = (game, players, n, opponents, variant, seat)
        self.num_envs = parameters.count(n)
        self.numbering = parameters.numbering(game, players, variant)
        self.opponents = parameters.opponents(opponents, players)
        self.layout = self.numbering.layout()[1]
        if seat is not None and not self.opponents:
            raise ValueError(f"seat: got {seat!r} without opponents; the agent then plays all seats")
        self._seat = ROTATE if seat is None else parameters.seat(seat, players)
        actions, entries = int(self.numbering.actions), int(self.numbering.entries)
        self.single_observation_space = Box((entries,), "float32", 0.0, 1.0)
        self.single_action_space = Discrete(actions)
        self.observation_space = Box((n, entries), "float32", 0.0, 1.0)
        self.action_space = Box((n,), "int64", 0, actions - 1)
        self._no_truncations = self._np.zeros(n, bool)
        self._no_truncations.flags.writeable = False
        self._batch: Batch | None = None

    def reset(
        self, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> "tuple[Floats, Infos]":
        """Begin a game in each place, and return observations and infos.

        Place i has the seed `seed + i`, or that of a list. Without a seed, the next games begin. `options`
        can have a `position` (or a list of n), from which all games of the place begin, and `draws`, the
        tokens of the first draws of each game.
        """
        seeds = parameters.seeds(seed, self.num_envs)
        batch = self._new_batch(options or {})
        if seeds is not None or self._batch is None:
            batch.begin(seeds or parameters.random_seeds(self.num_envs))
        else:
            batch.begin_after(self._batch)
        self._batch = batch
        return self._observations(), self._infos()

    def step(
        self, actions: "Sequence[int] | Integers"
    ) -> "tuple[Floats, npt.NDArray[np.float64], Flags, Flags, Infos]":
        """Make an action in each game, with all that follows up to the agent's next decision.

        Raise ValueError, and change nothing, if an action is not legal.
        """
        np, batch = self._np, self._begun()
        batch.step(self._as_list(actions))
        return (
            self._observations(),
            np.frombuffer(batch.rewards(), np.float64),
            np.frombuffer(batch.ended(), np.bool_),
            self._no_truncations,
            self._infos(),
        )

    def sample(self) -> "Integers":
        """Return a random legal action for each game; the seed of the first place decides."""
        actions: Integers = self._np.frombuffer(self._begun().sample(), self._np.int64)
        return actions

    def close(self) -> None:
        """Nothing is held."""

    # Beyond gymnasium

    def position(self, i: int) -> Position:
        """Return the position of game i, with all its secrets."""
        state = self._begun().runner(range(self.num_envs)[i]).episode.state
        return Position(codec_for(state.game), state.copy())

    def token(self, i: int, action: int) -> str:
        """Return the token of an action in game i."""
        return self._begun().runner(range(self.num_envs)[i]).episode.token(int(action))

    def __repr__(self) -> str:
        game = self.numbering.game
        against = " against " + ", ".join(self.opponents) if self.opponents else ""
        options = "".join(f" {option}" for option in game.options)
        return f"<VectorEnv {self.num_envs} × {game.name} {game.players}p{options}{against}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as it was made: a copy has to be reset."""
        return VectorEnv, self._parameters

    def _begun(self) -> Batch:
        if self._batch is None:
            raise ValueError("no game has begun: call reset() first")
        return self._batch

    def _new_batch(self, options: Mapping[str, Any]) -> Batch:
        numbering = self.numbering
        parameters.require_known(options)
        position = options.get("position")
        draws = parameters.draws(options.get("draws"))
        given = list(position) if isinstance(position, list | tuple) else [position] * self.num_envs
        if len(given) != self.num_envs:
            raise ValueError(
                f"position: got a list of {len(given)}; expected {self.num_envs}, one for each game"
            )
        starts = [parameters.start(numbering.game, place) for place in given]
        return Batch(numbering, starts, self.opponents, self._seat, draws)

    def _as_list(self, actions: "Sequence[int] | Integers") -> list[int]:
        array = self._np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            got = f"{array.dtype} of shape {array.shape}"
            raise ValueError(f"actions: got {got}; expected {self.num_envs} whole numbers, one for each game")
        numbers: list[int] = array.tolist()
        return numbers

    def _observations(self) -> "Floats":
        np = self._np
        values: Floats = np.frombuffer(self._begun().observations(), np.float32)
        return values.reshape(self.observation_space.shape)

    def _infos(self) -> Infos:
        np, batch, n = self._np, self._begun(), self.num_envs
        infos: Infos = {
            "action_mask": np.frombuffer(batch.masks(), np.int8).reshape(n, -1),
            "seat": np.frombuffer(batch.seats(), np.int64),
        }
        if batch.endings:
            infos |= self._final(batch)
        return infos

    def _final(self, batch: Batch) -> Infos:
        """Return gymnasium's entries for games that ended in this step."""
        np, n, players = self._np, self.num_envs, self.numbering.game.players
        ended = np.frombuffer(batch.ended(), np.bool_)
        observations = np.full(n, None, object)
        final = {
            "returns": np.zeros((n, players)),
            "scores": np.zeros((n, players), np.int64),
            "seat": np.zeros(n, np.int64),
            "seed": np.zeros(n, np.int64),
        }
        for ending in batch.endings:
            observations[ending.place] = np.frombuffer(ending.observation, np.float32)
            final["returns"][ending.place] = ending.returns
            final["scores"][ending.place] = ending.scores
            final["seat"][ending.place] = ending.seat
            final["seed"][ending.place] = ending.seed
        masks = {f"_{name}": ended for name in final}
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": final | masks,
            "_final_info": ended,
        }


vector = VectorEnv

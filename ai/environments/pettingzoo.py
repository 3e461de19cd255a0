"""The games for PettingZoo (docs/reference/environments.md).

    from vanuatu.ai.environments.pettingzoo import vanuatu_v0

    env = vanuatu_v0.env(players=4, waters=True)

Agents are the seats in their order, player_0 (purple) first. An observation is a vector of numbers from 0 to
1 and the mask of the legal actions; actions are the dense numbers of `ai/numbering.py`. What chance draws
comes with a step.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, Unpack

from vanuatu.ai.environments import parameters
from vanuatu.ai.environments.episode import Episode, new_episode
from vanuatu.ai.environments.runner import EpisodeRunner
from vanuatu.ai.specs import make_bot
from vanuatu.core import games
from vanuatu.core.game import OVER, GameError
from vanuatu.notation import codec, positions

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise ImportError(
        "PettingZoo is not installed. Try: pip install '.[pettingzoo]' in the project's folder"
    ) from None

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

PLAYERS: Final = 4  # where no number is given
RENDER_MODES: Final = ("human", "ansi")
ILLEGAL: Final = -1.0  # the reward for an illegal action

# `observation` and `action_mask`, arrays of numpy, which is there with the extra only.
Observation = dict[str, Any]


class SeatsEnv(AECEnv, EzPickle):
    """A game as an environment in which agents act by turns.

    `variant` and words such as `waters=True` say the same; `render_mode` is "human", which prints the board
    after each step, or "ansi", with which `render()` returns it. `opponents` is the spec of a built-in bot
    for all seats but the agent's `seat` (purple without it), or a dictionary such as `{"t": "greedy"}`. An
    illegal action raises ValueError, unless `illegal_reward` is given: then it ends the game with this reward
    for the one who made it.
    """

    def __init__(
        self,
        game: str,
        players: int = PLAYERS,
        variant: str | Iterable[str] = (),
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        opponents: str | Mapping[str, str] | None = None,
        seat: str | None = None,
        **variants: bool,
    ) -> None:
        EzPickle.__init__(
            self, game, players, variant, render_mode, illegal_reward, opponents, seat, **variants
        )
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(
                f"there is no render_mode {render_mode!r} (there are: {', '.join(RENDER_MODES)})"
            )
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.numbering = parameters.numbering(game, players, _chosen(variant, variants))
        self._opponents = parameters.opponents_by_seat(opponents, seat, players)
        self.metadata: dict[str, Any] = {
            "name": f"{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._seats = {f"player_{n}": n for n, bot in enumerate(self._opponents) if bot is None}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        largest, self.layout = self.numbering.layout()
        actions = int(self.numbering.actions)
        seen = spaces.Box(0.0, 1.0, (len(largest),), np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        # A space each, for each has a random generator of its own.
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0.0, 1.0, (len(largest),), np.float32)
        self._episode: Episode = new_episode(self.numbering)
        self._runner: EpisodeRunner | None = None

    # The environment

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed the draws are those of `vanuatu.new(…, seed=seed)`.

        `options` can have a `position` to begin from, and `draws`, the tokens of the first draws. Others are
        ignored, as PettingZoo's own games do.
        """
        own = (parameters.seeds(seed, 1) or parameters.random_seeds(1))[0]
        given = options or {}
        start = parameters.start(self.numbering.game, given.get("position"))
        draws = parameters.draws(given.get("draws"))
        bots = [None if spec is None else make_bot(spec) for spec in self._opponents]
        self._runner = EpisodeRunner(self.numbering, start, bots, own, draws)
        self._episode = self._runner.episode
        if self._episode.actor == OVER:
            raise ValueError("no decision is left for an agent: the game from the position ended without one")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"player_{self._episode.actor}"
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Make the action of the agent whose turn it is, and all draws that follow; None once it is done."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        episode, runner = self._episode, self._runner
        assert runner is not None
        if action is None or not episode.is_legal(int(action)):
            self._refuse(action)
        else:
            runner.play(int(action))
            if episode.actor == OVER:
                self._end()
            else:
                self.agent_selection = f"player_{episode.actor}"
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What the agent knows; its mask is empty where another one is to act."""
        episode = self._episode
        seen = _floats(episode.observation(self._seats[agent]))
        if agent == self.agent_selection:
            mask = np.frombuffer(bytearray(episode.mask()), np.int8)
        else:
            mask = np.zeros(int(self.numbering.actions), np.int8)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> Any:
        """All that there is to know, secrets too, with the seats from purple on."""
        return _floats(self._episode.observation(-1))

    def render(self) -> str | None:
        """The board: returned with "ansi", printed with "human"."""
        if self.render_mode is None:
            return None
        state = self._episode.state
        drawn = positions.board(codec.codec_for(state.game), state)
        if self.render_mode == "ansi":
            return drawn
        print(drawn, flush=True)
        return None

    def close(self) -> None:
        """Nothing is held."""

    # Beyond PettingZoo

    def action_to_token(self, action: int) -> str:
        """The token of an action, legal or not; ValueError if there is no such number."""
        return self._episode.token(int(action))

    def token_to_action(self, token: str) -> int:
        """The action that a token names, legal or not; ValueError if it names none."""
        return self._episode.number(token)

    def scores(self) -> list[int]:
        """The score of each seat; before the end, what it would be if the game ended here."""
        return self._episode.scores()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _end(self) -> None:
        scores, returns = self._episode.scores(), self._episode.returns()
        for agent in self.agents:
            self.rewards[agent] = returns[self._seats[agent]]
            self.terminations[agent] = True
            self.infos[agent] = {"score": scores[self._seats[agent]]}
        self._accumulate_rewards()

    def _refuse(self, action: object) -> None:
        """End the game for an illegal action, as PettingZoo's TerminateIllegalWrapper does, or raise it."""
        if self.illegal_reward is None:
            legal = self._episode.legal()
            such = f"{len(legal)} are, by the action_mask, such as {legal[0]}"
            raise ValueError(f"{self.agent_selection}: action {action} is not legal here; {such}")
        EnvLogger.warn_on_illegal_move()
        self.rewards[self.agent_selection] = self.illegal_reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class Parameters(TypedDict, total=False):
    """The parameters of an environment; see `SeatsEnv`. Other games may have other variants."""

    players: int
    variant: str | Iterable[str]
    render_mode: Literal["human", "ansi"] | None
    illegal_reward: float | None
    opponents: str | Mapping[str, str] | None
    seat: str | None
    waters: bool
    nocharacters: bool
    ship: bool
    shipmust: bool
    atoll: bool


class Versioned:
    """What PettingZoo's own games are modules for: `env`, `raw_env` and `parallel_env` of one game."""

    def __init__(self, game: str) -> None:
        games.require_known(game)
        self.game: Final = game

    def raw_env(self, **parameters: Unpack[Parameters]) -> SeatsEnv:
        """The environment itself: an illegal action raises ValueError."""
        return SeatsEnv(self.game, **parameters)

    def env(self, **parameters: Unpack[Parameters]) -> "AECEnv[str, Observation, int]":
        """The environment as PettingZoo's own come: an illegal action costs 1, and the game ends.

        PettingZoo's wrapper for that would take longer than all else together.
        """
        parameters.setdefault("illegal_reward", ILLEGAL)
        return wrappers.OrderEnforcingWrapper(self.raw_env(**parameters))

    def parallel_env(self, **parameters: Unpack[Parameters]) -> "ParallelEnv[str, Observation, int]":
        """The environment in PettingZoo's parallel form: of all actions that of the seat to move counts."""
        return turn_based_aec_to_parallel(self.env(**parameters))

    def __repr__(self) -> str:
        return f"<{self.game}_v0>"


def _chosen(variant: str | Iterable[str], variants: Mapping[str, bool]) -> list[str]:
    """Return the variants that are asked for in either way."""
    for word, wanted in variants.items():
        if not isinstance(wanted, bool):
            raise GameError(f"{word} is a variant, True or False, not {wanted!r}")
    return parameters.variant_words(variant) + [word for word, wanted in variants.items() if wanted]


def _floats(values: bytes) -> Any:  # an array of numpy
    """Return an array that can be written to."""
    return np.frombuffer(bytearray(values), np.float32)


vanuatu_v0: Final = Versioned("vanuatu")
maori_v0: Final = Versioned("maori")

"""The games for OpenSpiel: importing this registers them (docs/reference/environments.md).

    import pyspiel
    import vanuatu.ai.environments.openspiel

    game = pyspiel.load_game("vanuatu(players=4,waters=true)")

A game is sequential with explicit chance nodes and imperfect information. Actions and chance outcomes are the
dense numbers of `vanuatu.ai.numbering`; what a seat did in secret is two actions: first that it does so, then
what.
"""

from typing import Any, ClassVar, Final

from vanuatu.ai.environments.episode import NOBODY, Episode, new_episode, parse_game
from vanuatu.ai.numbering import numbering_for
from vanuatu.core import games, rng
from vanuatu.core.game import CHANCE, OVER
from vanuatu.notation.codec import SEAT_LETTERS

try:
    import numpy as np
    import pyspiel
except ImportError:
    raise ImportError(
        "OpenSpiel is not installed. Try: pip install '.[openspiel]' in the project's folder"
    ) from None

PLAYERS: Final = 4  # where no number is given
NO_TENSOR: Final = (
    "there is no information state tensor; use observation_tensor, which has what the seat knows of secrets, "
    "or information_state_string"
)


class TableGame(pyspiel.Game):
    """A game with its number of players and variants; each game that is registered is a class of its own."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any]) -> None:  # ints and bools, as OpenSpiel gives them
        name = self.name
        variants = [variant for variant in games.variants(name) if params.get(variant)]
        self.numbering = numbering_for(parse_game(name, params.get("players", PLAYERS), variants))
        numbering = self.numbering
        info = pyspiel.GameInfo(
            num_distinct_actions=int(numbering.actions),
            max_chance_outcomes=int(numbering.draws),
            num_players=numbering.game.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=int(numbering.longest),
        )
        super().__init__(_type_of(name), info, params)

    def new_initial_state(self) -> "TableState":
        """The position before the first draw."""
        return TableState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SeatObserver":
        """Observations as OpenSpiel asks for them; its IIGObservationType has no types."""
        return SeatObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def information_state_tensor_shape(self) -> list[int]:
        """Refuse, as the states do."""
        raise NotImplementedError(NO_TENSOR)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more draws."""
        return int(self.numbering.most_draws)


class TableState(pyspiel.State):
    """A position of a game; `episode` plays it."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.episode: Episode = new_episode(game.numbering)

    def current_player(self) -> int:
        """The seat that decides, chance, or that the game is over."""
        actor = self.episode.actor
        if actor >= 0:
            return actor
        return int(pyspiel.PlayerId.CHANCE if actor == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.episode.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal() if player == self.episode.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What nature may draw, and how likely each is."""
        return self.episode.chances()

    def _apply_action(self, action: int) -> None:
        self.episode.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The token of an action with its seat: `p:+FV`; of a draw alone: `#tourists=2`."""
        token = self.episode.token(action)
        return f"{SEAT_LETTERS[player]}:{token}" if player >= 0 else token

    def action_to_token(self, action: int) -> str:
        """The token of an action, or of a chance outcome before a draw."""
        return self.episode.token(action)

    def token_to_action(self, token: str) -> int:
        """The action of a token, legal or not, or before a draw its outcome; ValueError if there is none."""
        return self.episode.number(token)

    def returns(self) -> list[float]:
        """At the end 1 shared among the winners."""
        return self.episode.returns()

    def scores(self) -> list[int]:
        """The score of each seat; before the end, what it would be if the game ended here."""
        return self.episode.scores()

    def resample_from_infostate(self, player: int, sampler: Any) -> "TableState":
        """A state as likely as this one from where the seat sits: secrets of others are drawn anew.

        The sampler is a function that gives numbers from 0 up to 1.
        """
        episode = self.episode
        numbers = episode.resampled_numbers(player, rng.Rng(int(sampler() * (1 << 53))))
        if numbers == episode.numbers():
            twin: TableState = self.clone()
            return twin
        state: TableState = self.get_game().new_initial_state()
        for number in numbers:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        return self.episode.position(-1)

    def information_state_tensor(self, player: int = -1) -> list[float]:
        """Refuse: a game is too long for a tensor of its steps. OpenSpiel would return an empty list."""
        raise NotImplementedError(NO_TENSOR)


class SeatObserver:
    """What a seat sees, by what is asked for (OpenSpiel's IIGObservationType).

    What is public and what the seat knows itself: a tensor and a line, or with perfect recall all that it has
    seen, as a line. What is public alone, or what the seat alone knows: a line. Everything: tensor and line.
    """

    def __init__(self, game: TableGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, such as {params}")
        knowing = pyspiel.PrivateInfoType
        self._recalls = kind.perfect_recall
        self._public = kind.public_info
        self._everything = kind.private_info == knowing.ALL_PLAYERS
        self._own = kind.private_info == knowing.SINGLE_PLAYER
        of_a_seat = self._public and self._own
        if (self._recalls and not of_a_seat) or not (self._public or self._own):
            raise ValueError(
                "there is perfect recall of what one seat sees, and without it of what is public or its own"
            )
        self.tensor: Any = None  # an array of numpy, whose types are there only with the extra
        self.dict: dict[str, Any] = {}
        if not self._recalls and self._public and (self._own or self._everything):
            largest, parts = game.numbering.layout()
            self.tensor = np.zeros(len(largest), np.float32)
            self.dict = {name: self.tensor[start:end] for name, start, end in parts}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor, if there is one."""
        if self.tensor is not None:
            seen = state.episode.observation(-1 if self._everything else player)
            self.tensor[:] = np.frombuffer(seen, np.float32)

    def string_from(self, state: TableState, player: int) -> str:
        """The line: the position as it is seen, or with perfect recall the steps of the game."""
        episode = state.episode
        if self._recalls:
            return episode.information(player)
        if not self._public:
            return episode.known(player)
        if self._everything:
            return episode.position(-1)
        return episode.position(player if self._own else NOBODY)


def _type_of(name: str) -> Any:  # pyspiel has no types
    """How OpenSpiel knows a game of this name, with whatever players and variants."""
    variants = games.variants(name)
    return pyspiel.GameType(
        short_name=name,
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": PLAYERS, **dict.fromkeys(variants, False)},
    )


def register(name: str) -> None:
    """Register a game of `vanuatu.core.games` with OpenSpiel; GameError if its moves are not numbered."""
    games.require_known(name)
    if name not in pyspiel.registered_names():
        numbering_for(parse_game(name, PLAYERS, ()))
        # OpenSpiel lets go of what it holds after Python has ended, a class outlives that. Pickles find it.
        kind = type(f"{name.capitalize()}Game", (TableGame,), {"name": name, "__module__": __name__})
        globals()[kind.__name__] = kind
        pyspiel.register_game(_type_of(name), kind)


for _name in games.BUILT_IN:
    if games.part("vanuatu.ai", _name, "numbering") is not None:
        register(_name)

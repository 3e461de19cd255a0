"""From a position to an observation and from an action to a token: what a trained agent needs to be a bot."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from vanuatu.ai.environments.arrays import require_numpy
from vanuatu.ai.environments.episode import Episode
from vanuatu.ai.numbering import numbering_for
from vanuatu.core.game import OVER
from vanuatu.notation.codec import SEAT_LETTERS, codec_for
from vanuatu.notation.game import Game
from vanuatu.notation.positions import Position, seat_number, state_of

if TYPE_CHECKING:
    from vanuatu.ai.environments.arrays import Floats, Mask


class Observation:
    """What a seat sees of a position, with the numbers of the environments.

    - `values`: the observation, 32-bit floats from 0 to 1.
    - `mask`: a byte for each action, 1 if it is legal. If another seat is to move, all are 0.
    - `seat`: the letter of the seat that sees it.
    - `token(action)` and `action(token)`: from a number to a move and back.
    - `then(action)`: a secret move has two steps. After the first one, this is what the seat sees next.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=2, seed=7)
    >>> seen = vanuatu.env.observe(game)
    >>> seen
    <Observation t: 623 values, 45 of 1106 actions legal>
    >>> seen.token(153), seen.action("~SF")
    ('~SS', 177)
    """

    __slots__ = ("_episode", "mask", "seat", "values")

    values: "Floats"
    mask: "Mask"

    def __init__(self, episode: Episode, seat: int) -> None:
        np = require_numpy()
        self._episode = episode
        self.seat = SEAT_LETTERS[seat]
        self.values = np.frombuffer(episode.observation(seat), np.float32)
        legal = episode.mask() if seat == episode.actor else bytes(int(episode.numbering.actions))
        self.mask = np.frombuffer(legal, np.int8)

    def token(self, action: int) -> str:
        """Return the token of an action, legal or not. Raise ValueError if there is no such action."""
        return self._episode.token(int(action))

    def action(self, token: str) -> int:
        """Return the action of a token, legal or not. Raise ValueError if the token is not a move."""
        return self._episode.number(token)

    def then(self, action: int) -> "Observation | None":
        """Return what the seat sees after the first step of a secret move; None after a whole move.

        Raise ValueError for an action that is not legal.

        >>> import vanuatu
        >>> game = vanuatu.new("vanuatu", players=2, seed=7)
        >>> vanuatu.env.observe(game).then(153) is None
        True
        """
        episode = self._episode
        action = int(action)
        if not self.mask.any():
            raise ValueError(f"action {action} is not legal here: seat {self.seat} is not to move")
        if not episode.is_legal(action):
            legal = episode.legal()
            raise ValueError(
                f"action {action} is not legal here; {len(legal)} are, by the mask, such as {legal[0]}"
            )
        if not episode.needs_second_step(action):
            return None
        after = episode.copy()
        after.play(action)
        return Observation(after, after.actor)

    def __repr__(self) -> str:
        legal = f"{int(self.mask.sum())} of {len(self.mask)} actions legal"
        return f"<Observation {self.seat}: {len(self.values)} values, {legal}>"


def observe(position: Position | Game, seat: str | None = None) -> Observation:
    """Return what a seat sees of a position or of a game's end, as numbers; without a seat, the one to move.

    The position can be the true one: the secrets of other seats are left out.

    >>> import vanuatu
    >>> position = vanuatu.new("vanuatu", players=3, seed=7).end
    >>> vanuatu.env.observe(position, "p")
    <Observation p: 700 values, 0 of 896 actions legal>
    """
    episode = episode_at(position)
    if seat is not None:
        return Observation(episode, seat_number(seat, int(episode.state.players)))
    if episode.actor < 0:
        over = "the game is over" if episode.actor == OVER else "a draw is next"
        raise ValueError(f"no seat is to move: {over}; expected a seat, such as observe(position, 'p')")
    return Observation(episode, episode.actor)


def choose(position: Position | Game, pick: "Callable[[Floats, Mask], int]") -> str:
    """Return the token of the move that `pick(values, mask)` chooses by its number.

    So the `choose` of a bot is one line. A secret move has two steps: `pick` is called for each.

    >>> import vanuatu
    >>> class First:
    ...     def choose(self, game: vanuatu.Game) -> str:
    ...         return vanuatu.env.choose(game, lambda values, mask: int(mask.argmax()))
    >>> vanuatu.play([First(), "random"], seed=1)
    <Game vanuatu 2p over … · "First"–"random">
    """
    seen = observe(position)
    action = int(pick(seen.values, seen.mask))
    while (second := seen.then(action)) is not None:
        seen = second
        action = int(pick(seen.values, seen.mask))
    return seen.token(action)


def episode_at(position: Position | Game) -> Episode:
    """Return an episode that begins at a position."""
    state = state_of(position_of(position))
    return Episode(numbering_for(codec_for(state.game).game_of(state)), state)


def position_of(position: object) -> Position:
    """Return the position, or that of a game's end. Raise TypeError for anything else."""
    if isinstance(position, Game):
        return position.end
    if isinstance(position, Position):
        return position
    raise TypeError(f"position: got {position!r}; expected a Position or a Game")

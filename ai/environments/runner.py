"""Run one episode: make its draws, and the moves of the seats that built-in bots hold."""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.bot import Bot, seat_seed
from vanuatu.ai.decision import decide
from vanuatu.ai.environments.episode import Episode
from vanuatu.ai.instant import InstantBot
from vanuatu.ai.numbering import Numbering
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Draws, Session


@final
class EpisodeRunner:
    """An episode that stops only where an agent decides.

    `bots` has the bot of each seat, None for an agent. A bot without search can serve many runners. The draws
    and the choices of bots without a seed are those of `vanuatu.play` with this seed. `given` are the tokens
    of the first draws.
    """

    def __init__(
        self, numbering: Numbering, start: State, bots: list[Bot | None], seed: int, given: Sequence[str] = ()
    ) -> None:
        self.episode: Final = Episode(numbering, start)
        self._bots = bots
        self._draws = Draws(seed)
        self._given = given
        self._used = 0  # number of given draws so far
        self._bases = vec[i64]()
        self._session: Session | None = None
        for seat, bot in enumerate(bots):
            own = bot.seed if isinstance(bot, InstantBot) and not bot.unseeded else seat_seed(seed, seat)
            self._bases = append(self._bases, Rng(own).state if bot is not None else 0)
            if self._session is None and bot is not None and not isinstance(bot, InstantBot):
                self._session = Session.new(numbering.game, start=start)
        self._advance()

    def play(self, number: i64) -> None:
        """Make the legal action of an agent, and all that follows up to the next one."""
        self.episode.play(number)
        if not self.episode.halfway:
            self._note_move()
        self._advance()

    def _advance(self) -> None:
        episode = self.episode
        while True:
            actor = episode.state.actor
            if actor == CHANCE:
                self._draw()
            elif actor == OVER:
                return
            else:
                bot = self._bots[actor]
                if bot is None:
                    return
                if isinstance(bot, InstantBot):
                    move = bot.decide_at(episode.state, episode.plies, self._bases[actor])
                else:
                    assert self._session is not None
                    move = decide(bot, self._session).move
                episode.play_move(move)
                self._note_move()

    def _draw(self) -> None:
        """Make draws until a seat decides or the game is over."""
        episode = self.episode
        state = episode.state
        numbering = episode.numbering
        rng = self._draws.next_run(state.round)
        while state.actor == CHANCE:
            number = numbering.number(state.sample(rng))
            if self._used < len(self._given):
                number = self._given_number(self._given[self._used])
                self._used += 1
            episode.play(number)
            self._note_move()

    def _given_number(self, token: str) -> int:
        """Return the number of a given draw. Raise ValueError if it is impossible here."""
        legal = self.episode.legal()
        try:
            number = self.episode.number(token)
        except ValueError:
            number = -1
        if number not in legal:
            such = self.episode.token(legal[0])
            raise ValueError(
                f"draw {self._used + 1}: got {token!r}; expected a draw that is possible, such as {such}"
            )
        return number

    def _note_move(self) -> None:
        """Tell the bots that search what was played."""
        if self._session is not None:
            self._session.push_legal(int(self.episode.last_move))

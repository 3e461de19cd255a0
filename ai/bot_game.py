"""Bots around a table: a game played to its end, each seat by a bot of its own.

Faults of a bot cost it the game: they end it as a Forfeit of the seat whose turn it is.
"""

from time import perf_counter
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove
from vanuatu.ai.clocks import Clock, clock_text
from vanuatu.ai.decision import decide
from vanuatu.ai.external.bot import CRASH, NOT_LEGAL, TOO_LATE, ExternalBot, ExternalBotError
from vanuatu.ai.instant import InstantBot
from vanuatu.core.game import CHANCE, OVER
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import IllegalMove
from vanuatu.notation.record import brace_comment
from vanuatu.notation.session import Draws, Session


class Forfeit(Exception):
    """The seat whose turn it is has lost the game: the word for it, and what happened."""

    def __init__(self, termination: str, why: str) -> None:
        super().__init__(why)
        self.termination = termination


def record_forfeit(session: Session, forfeit: Forfeit) -> None:
    """Finish the game that the seat whose turn it was has lost, and say in it what happened."""
    line = session.record.line
    words = brace_comment(f"{SEAT_NAMES[session.state.actor].lower()} {forfeit}")
    (line.plies[-1].noted().comments if line.plies else line.before).append(words)
    session.finish(forfeit.termination)


@final
class BotGame:
    """A game with its bots; how long each took for how many moves.

    `clocks` is empty, or has one for each seat. `asked` is how long programs from outside are told
    to think where there is no clock; if it is a time, all bots are.
    """

    def __init__(
        self, session: Session, bots: list[Bot], seed: int, clocks: list[Clock], asked: Limit
    ) -> None:
        self.session = session
        self._seconds = vec[float]([0.0] * int(session.state.players))
        self._moves = vec[i64]([0] * int(session.state.players))
        self._bots = bots
        self._draws = Draws(seed)
        self._clocks = clocks
        self._asked = asked

    @property
    def seconds(self) -> list[float]:
        """How long each seat has thought."""
        return list(self._seconds)

    @property
    def moves(self) -> list[int]:
        """How many moves each seat has made."""
        return [int(count) for count in self._moves]

    def play(self) -> None:
        """Play to the end, or to the Forfeit of a seat."""
        session = self.session
        draws = self._draws
        draws.resume(session)
        now = perf_counter()
        while True:
            state = session.state
            actor = state.actor
            if actor == OVER:
                return
            if actor == CHANCE:
                draws.run(session)
                now = perf_counter()
                continue
            bot = self._bots[actor]
            if isinstance(bot, InstantBot) and not self._clocks:
                session.push_legal(bot.decide(session))
            else:
                now = self._decide(int(actor), bot)
            before = now
            now = perf_counter()
            self._seconds[actor] += now - before
            self._moves[actor] += 1

    def _decide(self, seat: int, bot: Bot) -> float:
        """A seat's move; Forfeit if there is none. When it began to think, which is after its start."""
        session = self.session
        self._make_ready(bot)
        begun = perf_counter()
        if not self._clocks:
            asked = isinstance(bot, ExternalBot) or self._asked.seconds is not None
            move = self._thought(bot, self._asked if asked else None, 0.0)
        else:
            clock = self._clocks[seat]
            move = self._thought(bot, Limit(seconds=clock.allowance()), begun + clock.left)
        spent = perf_counter() - begun
        if self._clocks and not self._clocks[seat].spend(spent):
            raise Forfeit(TOO_LATE, "ran out of time")
        try:
            session.push(move)
        except IllegalMove as fault:
            raise Forfeit(NOT_LEGAL, str(fault)) from None
        if self._clocks:
            said = f"[%emt {spent:.3f}] [%clk {clock_text(self._clocks[seat].left)}]"
            session.record.plies[-1].noted().comments.append(said)
        return begun

    def _make_ready(self, bot: Bot) -> None:
        """Let the bot start up, which costs it no time; Forfeit if it cannot."""
        try:
            bot.get_ready()
        except ExternalBotError as fault:
            raise Forfeit(fault.termination, str(fault)) from None
        except BotError as fault:
            raise Forfeit(CRASH, f"gave up: {fault}") from None

    def _thought(self, bot: Bot, limit: Limit | None, end: float) -> int:
        """What the bot answers; Forfeit if it cannot, or not before `end` (0 for no end)."""

        def check_clock(pending: PendingMove) -> None:
            if perf_counter() > end:
                raise Forfeit(TOO_LATE, "ran out of time")

        try:
            return decide(bot, self.session, limit, check_clock if end > 0.0 else None).move
        except ExternalBotError as fault:
            raise Forfeit(fault.termination, str(fault)) from None
        except BotError as fault:
            raise Forfeit(CRASH, f"gave up: {fault}") from None

"""Play a game between bots, one per seat.

An error of a bot raises Forfeit: its seat loses the game.
"""

from collections.abc import Sequence
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
    """The seat to move has lost the game; it has the termination and the reason."""

    def __init__(self, termination: str, why: str) -> None:
        super().__init__(why)
        self.termination = termination


def record_forfeit(session: Session, forfeit: Forfeit) -> None:
    """Finish the game that the seat to move has lost, and record the reason."""
    line = session.record.line
    words = brace_comment(f"{SEAT_NAMES[session.state.actor].lower()} {forfeit}")
    (line.plies[-1].noted().comments if line.plies else line.before).append(words)
    session.finish(forfeit.termination)


@final
class BotGame:
    """A game with its bots, and the thinking time and the number of moves of each seat.

    `clocks` has a clock or None per seat; empty: no seat has a clock. `limits` has the limit of each seat
    without a clock, or one limit for all. A limit of simulations holds only for external bots, a limit of
    time for all bots.
    """

    def __init__(
        self,
        session: Session,
        bots: list[Bot],
        seed: int,
        clocks: Sequence[Clock | None],
        limits: Limit | Sequence[Limit],
    ) -> None:
        self.session = session
        self._seconds = vec[float]([0.0] * int(session.state.players))
        self._moves = vec[i64]([0] * int(session.state.players))
        self._bots = bots
        self._draws = Draws(seed)
        players = int(session.state.players)
        self._clocks = list(clocks) or [None] * players
        self._limits = [limits] * players if isinstance(limits, Limit) else list(limits)

    @property
    def seconds(self) -> list[float]:
        """The thinking time of each seat."""
        return list(self._seconds)

    @property
    def moves(self) -> list[int]:
        """The number of moves of each seat."""
        return [int(count) for count in self._moves]

    def play(self) -> None:
        """Play to the end. Raise Forfeit if a seat loses by an error."""
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
            if isinstance(bot, InstantBot) and self._clocks[actor] is None:
                session.push_legal(bot.decide(session))
            else:
                now = self._decide(int(actor), bot)
            before = now
            now = perf_counter()
            self._seconds[actor] += now - before
            self._moves[actor] += 1

    def _decide(self, seat: int, bot: Bot) -> float:
        """Make the move of a seat and return the time when its thinking began, after its start-up."""
        session = self.session
        self._make_ready(bot)
        begun = perf_counter()
        clock = self._clocks[seat]
        if clock is None:
            limit = self._limits[seat]
            limited = isinstance(bot, ExternalBot) or limit.seconds is not None
            move = self._thought(bot, limit if limited else None, 0.0)
        else:
            move = self._thought(bot, Limit(seconds=clock.allowance()), begun + clock.left)
        spent = perf_counter() - begun
        if clock is not None and not clock.spend(spent):
            raise Forfeit(TOO_LATE, "ran out of time")
        try:
            session.push(move)
        except IllegalMove as fault:
            raise Forfeit(NOT_LEGAL, str(fault)) from None
        if clock is not None:
            said = f"[%emt {spent:.3f}] [%clk {clock_text(clock.left)}]"
            session.record.plies[-1].noted().comments.append(said)
        return begun

    def _make_ready(self, bot: Bot) -> None:
        """Start the bot; start-up is not timed. Raise Forfeit if it fails."""
        try:
            bot.get_ready()
        except ExternalBotError as fault:
            raise Forfeit(fault.termination, str(fault)) from None
        except BotError as fault:
            raise Forfeit(CRASH, f"gave up: {fault}") from None

    def _thought(self, bot: Bot, limit: Limit | None, end: float) -> int:
        """Return the bot's move. Raise Forfeit if it fails or is later than `end` (0 = no end)."""

        def check_clock(pending: PendingMove) -> None:
            if perf_counter() > end:
                raise Forfeit(TOO_LATE, "ran out of time")

        try:
            return decide(bot, self.session, limit, check_clock if end > 0.0 else None).move
        except ExternalBotError as fault:
            raise Forfeit(fault.termination, str(fault)) from None
        except BotError as fault:
            raise Forfeit(CRASH, f"gave up: {fault}") from None

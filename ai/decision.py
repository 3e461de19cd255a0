"""Let a bot decide: the one loop from a position to a move and a report."""

from collections.abc import Callable
from typing import final

from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.notation.session import Session


@final
class Decision:
    """The move that a bot has chosen, and its report."""

    def __init__(self, move: int, pending: PendingMove) -> None:
        self.move = move
        self._pending = pending

    @property
    def report(self) -> Report:
        """Return the report. It is made on request: most callers need the move alone."""
        return self._pending.report()

    def line(self, move: int) -> list[int]:
        """Return the expected line that begins with a move; empty for a bot without search."""
        return self._pending.line(move)


class DecisionInterrupted(KeyboardInterrupt):
    """Ctrl-C stopped a bot that was thinking; `decision` is its choice so far."""

    def __init__(self, decision: Decision) -> None:
        super().__init__("interrupted")
        self.decision = decision


def decide(
    bot: Bot,
    session: Session,
    limit: Limit | None = None,
    watch: Callable[[PendingMove], None] | None = None,
) -> Decision:
    """Return the bot's decision for the seat to move; `watch` is called every few milliseconds.

    Raise BotError if the bot fails, and DecisionInterrupted at Ctrl-C. What `watch` raises passes through.
    """
    pending = bot.think(session, limit)
    try:
        while not pending.step():
            if watch is not None:
                watch(pending)
        return Decision(pending.move(), pending)
    except KeyboardInterrupt:
        try:
            move = pending.move()
        except BotError:  # a program that does not answer has no choice to report
            raise KeyboardInterrupt from None
        raise DecisionInterrupted(Decision(move, pending)) from None
    finally:
        pending.close()

"""Play the games of a match, in a worker or in this process."""

import time

from vanuatu.ai import clocks, specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, seat_seed
from vanuatu.ai.bot_game import BotGame, Forfeit, record_forfeit
from vanuatu.ai.external.bot import ExternalBot
from vanuatu.cli.match.participants import dismiss, external_bot
from vanuatu.cli.match.tasks import GameResult, GameTask
from vanuatu.core.games import make_game
from vanuatu.notation.codec import SEAT_NAMES, codec_for
from vanuatu.notation.formats import encode_game
from vanuatu.notation.session import Session


def play_all(tasks: list[GameTask]) -> list[GameResult]:
    """Play games one after another; external bots keep running."""
    return [play(task) for task in tasks]


def play_and_dismiss(tasks: list[GameTask]) -> list[GameResult]:
    """Play games one after another, then end the external bots: for workers that outlive the match."""
    try:
        return play_all(tasks)
    finally:
        dismiss()


def play(task: GameTask) -> GameResult:
    """Play a game. It ends and is recorded, whatever the bots do."""
    begun = time.perf_counter()
    session = session_of(task)
    bots: list[Bot] = []
    asked = Limit(seconds=task.move_time) if task.move_time else Limit(sims=task.sims)
    table = BotGame(session, bots, task.seed, _clocks(task), asked)
    error = ""
    try:
        bots += [_bot(spec, task, seat) for seat, spec in enumerate(task.bots)]
        table.play()
        session.finish()
    except Forfeit as forfeit:
        error = str(forfeit)
        record_forfeit(session, forfeit)
    finally:
        _let_go(bots, task, session)
    return GameResult(
        number=task.number,
        game=encode_game(session.record, task.form, True),
        tags=session.record.tags,
        times=tuple(table.seconds),
        moves=tuple(table.moves),
        loser=int(session.state.actor) if error else -1,
        error=error,
        took=time.perf_counter() - begun,
    )


def left_out(task: GameTask) -> GameResult:
    """Return the result of a game that could not be played: no moves, and not counted."""
    session = session_of(task)
    session.record.line.before.append("left out: its workers ended")
    session.finish("abandoned")
    players = len(task.bots)
    return GameResult(
        number=task.number,
        game=encode_game(session.record, task.form, True),
        tags=session.record.tags,
        times=(0.0,) * players,
        moves=(0,) * players,
        took=0.0,
    )


def session_of(task: GameTask) -> Session:
    """Return the game before its first move, with its tags."""
    tags = {"Event": "Match", "Date": task.date, "Round": str(task.number), "Seed": str(task.seed)}
    tags |= dict(zip(SEAT_NAMES, task.names, strict=False))
    if task.opening:
        codec = codec_for(task.game)
        start = codec.read_position(task.opening)
        return Session.new(codec.game_of(start), tags=tags, start=start)
    return Session.new(make_game(task.game, len(task.bots), task.options), tags=tags)


def _clocks(task: GameTask) -> list[clocks.Clock]:
    """Return a clock per seat; an empty list without clocks."""
    if not task.clock:
        return []
    return [clocks.Clock(clocks.TimeControl(*task.clock)) for _ in task.bots]


class Missing(Bot):
    """Stand-in for a bot that cannot be created here; forfeits when asked."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        raise BotError(self._why)


def _bot(spec: str, task: GameTask, seat: int) -> Bot:
    if specs.is_external_spec(spec):
        try:
            bot = external_bot(spec, task.patience, task.log)
        except BotError as fault:  # the program is not on this machine
            return Missing(spec, str(fault))
        bot.clock = "+".join(f"{seconds:g}" for seconds in task.clock or () if seconds)
        return bot
    try:
        return specs.make_bot(spec, seed=seat_seed(task.seed, seat))
    except BotError as fault:
        if spec.partition(":")[0] in specs.BUILT_IN:
            raise
        return Missing(spec, str(fault))  # its module is not on this machine


def _let_go(bots: list[Bot], task: GameTask, session: Session) -> None:
    """Close the bots of a game. External bots get the result and stay for the next game."""
    for bot in dict.fromkeys(bots):
        if isinstance(bot, ExternalBot):
            bot.finished(session)
        else:
            bot.close()
    if task.restart:
        dismiss()

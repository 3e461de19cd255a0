"""Play the games of a match, in a worker or in this process."""

import time

from vanuatu.ai import bot_game, specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, seat_seed
from vanuatu.ai.external.bot import ExternalBot
from vanuatu.ai.repeating import MOVE_TIME
from vanuatu.cli.match.participants import dismiss, external_bot
from vanuatu.cli.match.tasks import GameResult, GameTask
from vanuatu.cli.match.times import BotTime, split_time, time_of
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
    started = time.perf_counter()
    session = session_of(task)
    bots: list[Bot] = []
    times = [time_of(split_time(spec)[1], task.clock, task.move_time) for spec in task.bots]
    clocks, limits = [each.clock() for each in times], [each.limit(task.sims) for each in times]
    table = bot_game.BotGame(session, bots, task.seed, clocks, limits)
    error = ""
    try:
        bots += [_bot(task, seat, times[seat]) for seat in range(len(task.bots))]
        table.play()
        session.finish()
    except bot_game.Forfeit as forfeit:
        error = str(forfeit)
        bot_game.record_forfeit(session, forfeit)
    finally:
        _release_bots(bots, task, session)
    return GameResult(
        number=task.number,
        game=encode_game(session.record, task.form, True),
        tags=session.record.tags,
        times=tuple(table.seconds),
        moves=tuple(table.moves),
        loser=int(session.state.actor) if error else -1,
        error=error,
        took=time.perf_counter() - started,
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
    if task.move_time:
        tags[MOVE_TIME] = f"{task.move_time:g}s"  # with it, `check --bots` cannot repeat the bots
    if task.opening:
        codec = codec_for(task.game)
        start = codec.read_position(task.opening)
        return Session.new(codec.game_of(start), tags=tags, start=start)
    return Session.new(make_game(task.game, len(task.bots), task.options), tags=tags)


class Missing(Bot):
    """Stand-in for a bot that cannot be created here; forfeits when asked."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        raise BotError(self._why)


def _bot(task: GameTask, seat: int, bot_time: BotTime) -> Bot:
    whole = task.bots[seat]
    spec, _ = split_time(whole)
    if specs.is_external_spec(spec):
        try:
            bot = external_bot(whole, task.patience, task.log)
        except BotError as fault:  # the program is not on this machine
            return Missing(spec, str(fault))
        bot.clock = bot_time.words()
        return bot
    try:
        return specs.make_bot(spec, seed=seat_seed(task.seed, seat))
    except BotError as fault:
        if spec.partition(":")[0] in specs.BUILT_IN:
            raise
        return Missing(spec, str(fault))  # its module is not on this machine


def _release_bots(bots: list[Bot], task: GameTask, session: Session) -> None:
    """Close the bots of a game. External bots get the result and stay for the next game."""
    for bot in dict.fromkeys(bots):
        if isinstance(bot, ExternalBot):
            bot.finished(session)
        else:
            bot.close()
    if task.restart:
        dismiss()

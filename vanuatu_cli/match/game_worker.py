"""One game of a match, from its record to its text; what a worker does."""

import contextlib
import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing import connection, parent_process, resource_tracker

from vanuatu.ai import clocks, specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, seat_seed
from vanuatu.ai.bot_game import BotGame, Forfeit, record_forfeit
from vanuatu.ai.external.bot import ExternalBot
from vanuatu.ai.external.pipes import end_all
from vanuatu.ai.signals import SIGNALS, now_heard, undisturbed
from vanuatu.cli.match.participants import dismiss, external_bot
from vanuatu.cli.match.tasks import Played, Work
from vanuatu.cli.terminal import signals
from vanuatu.core.games import make_game
from vanuatu.notation.codec import SEAT_NAMES, codec_for
from vanuatu.notation.formats import encode_game
from vanuatu.notation.session import Session

_SAFE = "PYTHONSAFEPATH"  # Python's own variable, whose value may be any word
_FOR_WORKERS = "vanuatu"


def play_all(works: list[Work]) -> list[Played]:
    """Play games one after another; programs that play in them keep running."""
    return [play(work) for work in works]


def play_and_dismiss(works: list[Work]) -> list[Played]:
    """Play games one after another, and leave no program running: for workers that outlive the match."""
    try:
        return play_all(works)
    finally:
        dismiss()


def play(work: Work) -> Played:
    """Play a game. Whatever the bots do, it ends and is recorded."""
    begun = time.perf_counter()
    session = session_of(work)
    bots: list[Bot] = []
    asked = Limit(seconds=work["move_time"]) if work["move_time"] else Limit(sims=work["sims"])
    table = BotGame(session, bots, work["seed"], _clocks(work), asked)
    fault = ""
    try:
        bots += [_bot(spec, work, seat) for seat, spec in enumerate(work["bots"])]
        table.play()
        session.finish()
    except Forfeit as forfeit:
        fault = str(forfeit)
        record_forfeit(session, forfeit)
    finally:
        _let_go(bots, work, session)
    return Played(
        number=work["number"],
        game=encode_game(session.record, work["form"], True),
        tags=session.record.tags,
        seconds=table.seconds,
        moves=table.moves,
        fault=fault and f"{work['names'][session.state.actor]} {fault}",
        took=time.perf_counter() - begun,
    )


def left_out(work: Work) -> Played:
    """A game that could not be played: it is recorded without moves and counts for nothing."""
    session = session_of(work)
    session.record.line.before.append("left out: its workers ended")
    session.finish("abandoned")
    players = len(work["bots"])
    return Played(
        number=work["number"],
        game=encode_game(session.record, work["form"], True),
        tags=session.record.tags,
        seconds=[0.0] * players,
        moves=[0] * players,
        fault="",
        took=0.0,
    )


def session_of(work: Work) -> Session:
    """The game before its first move, with its tags."""
    tags = {"Event": "Match", "Date": work["date"], "Round": str(work["number"]), "Seed": str(work["seed"])}
    tags |= dict(zip(SEAT_NAMES, work["names"], strict=False))
    if work["opening"]:
        codec = codec_for(work["game"])
        start = codec.read_position(work["opening"])
        return Session.new(codec.game_of(start), tags=tags, start=start)
    return Session.new(make_game(work["game"], len(work["bots"]), tuple(work["options"])), tags=tags)


def _clocks(work: Work) -> list[clocks.Clock]:
    """A clock for each seat, or none at all."""
    if not work["clock"]:
        return []
    return [clocks.Clock(clocks.TimeControl(*work["clock"])) for _ in work["bots"]]


class Missing(Bot):
    """The bot of a spec that no bot can be made of here: it gives up when it is asked."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        raise BotError(self._why)


def _bot(spec: str, work: Work, seat: int) -> Bot:
    if specs.is_external_spec(spec):
        try:
            bot = external_bot(spec, work["patience"], work["log"])
        except BotError as fault:  # the program is not on this machine, or not any more
            return Missing(spec, str(fault))
        bot.clock = "+".join(f"{seconds:g}" for seconds in work["clock"] if seconds)
        return bot
    return specs.make_bot(spec, seed=seat_seed(work["seed"], seat))


def _let_go(bots: list[Bot], work: Work, session: Session) -> None:
    """End the bots of a game; programs, each once, are told how it ended and stay for the next one."""
    for bot in dict.fromkeys(bots):
        if isinstance(bot, ExternalBot):
            bot.finished(session)
        else:
            bot.close()
    if work["restart"]:
        dismiss()


@contextlib.contextmanager
def starting_workers() -> Iterator[None]:
    """Workers that are started in here are left alone until they have run `prepare_worker`.

    They hear of no signal before they have learnt to leave those to the parent, and take no module from the
    folder they are started in, `random.py` say.
    """
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = before or _FOR_WORKERS
    try:
        # What is started gets the mask; and a thread of a library may hear a signal in place of this one.
        with signals.Interrupts():
            with undisturbed():
                resource_tracker.ensure_running()  # which may let signals through again
            with undisturbed():
                yield
    finally:
        if before is None:
            del os.environ[_SAFE]


def prepare_worker() -> None:
    """What a worker process does first: leave signals to the parent, and never outlive it."""
    if os.environ.get(_SAFE) == _FOR_WORKERS:  # it is not meant for the programs of bots
        del os.environ[_SAFE]
    signal.signal(signal.SIGTERM, lambda *_: _end_at_once())  # one that has come already is not ignored
    for number in set(SIGNALS) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    now_heard()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def collect_seldom() -> None:
    """Let the garbage collector be: what is loaded stays, and the many small parts of a game go with it."""
    gc.freeze()
    gc.set_threshold(50_000)


def _end_at_once() -> None:
    try:
        end_all()
    finally:
        os._exit(1)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _end_at_once()

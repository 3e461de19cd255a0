"""One game of a match, from its record to its text; what a worker does."""

import math
import os
import signal
import threading
import time
from multiprocessing import connection, parent_process

from ai.bot import Bot, BotError, Limit
from ai.outside import CRASH, NOT_LEGAL, PREFIX, TOO_LATE, OutsideFault, make_outside_bot
from ai.pipes import kill_all
from ai.specs import make_bot
from core.game import NATURE, OVER
from core.games import make_game
from core.rng import Rng
from notation.codec import SEAT_NAMES
from notation.codecs import codec_for
from notation.formats import encoded
from notation.record import comment_kept
from notation.session import IllegalMove, Session
from vanuatu_cli.matches import clocks
from vanuatu_cli.matches.seating import mixed
from vanuatu_cli.matches.work import Played, Work

_DRAWS, _THOUGHTS = 1, 2  # what the seed of a game is mixed for


class Forfeit(Exception):
    """The seat whose turn it is has lost the game: the word for it, and what happened."""

    def __init__(self, termination: str, why: str) -> None:
        super().__init__(why)
        self.termination = termination


def play_all(works: list[Work]) -> list[Played]:
    """Play games one after another."""
    return [play(work) for work in works]


def play(work: Work) -> Played:
    """Play a game. Whatever the bots do, it ends and is recorded."""
    begun = time.perf_counter()
    table = Table(work)
    try:
        table.play()
        table.session.finish()
    except Forfeit as forfeit:
        table.note(str(forfeit))
        table.session.finish(forfeit.termination)
    finally:
        table.close()
    record = table.session.record
    return Played(
        number=work["number"],
        game=encoded(record, work["form"], True),
        tags=record.tags,
        seconds=table.seconds,
        moves=table.moves,
        took=time.perf_counter() - begun,
    )


def left_out(work: Work) -> Played:
    """A game that could not be played: it is recorded without moves and counts for nothing."""
    session = _session(work)
    session.record.line.before.append("left out: its workers ended")
    session.finish("abandoned")
    players = len(work["bots"])
    return Played(
        number=work["number"],
        game=encoded(session.record, work["form"], True),
        tags=session.record.tags,
        seconds=[0.0] * players,
        moves=[0] * players,
        took=0.0,
    )


def _session(work: Work) -> Session:
    tags = {"Event": "Match", "Date": work["date"], "Round": str(work["number"]), "Seed": str(work["seed"])}
    tags |= dict(zip(SEAT_NAMES, work["bots"], strict=False))
    if work["opening"]:
        codec = codec_for(work["game"])
        start = codec.read_position(work["opening"])
        return Session.new(codec.game_of(start), tags=tags, start=start)
    return Session.new(make_game(work["game"], len(work["bots"]), tuple(work["options"])), tags=tags)


class Table:
    """The bots around one game."""

    def __init__(self, work: Work) -> None:
        self.session = _session(work)
        self._seed = work["seed"]
        self._outside_limit = Limit(sims=work["sims"])
        self._clocks: list[clocks.Clock] = []
        players = len(work["bots"])
        if work["clock"]:
            control = clocks.TimeControl(*work["clock"])
            self._clocks = [clocks.Clock(control) for _ in range(players)]
        self.seconds = [0.0] * players
        self.moves = [0] * players
        self._bots: list[Bot] = []
        for seat, spec in enumerate(work["bots"]):
            self._bots.append(_bot(spec, work, seat))

    def play(self) -> None:
        """Play to the end, or to the Forfeit of a seat."""
        session = self.session
        round_, runs = 0, 0
        while True:
            actor = int(session.state.actor)
            if actor == OVER:
                return
            if actor != NATURE:
                self._decide(actor)
                continue
            if session.state.round != round_:
                round_, runs = int(session.state.round), 0
            # What is drawn at one time does not depend on how much was drawn before: the same seed means
            # the same draws, as far as the players' moves allow it.
            session.draw(Rng(mixed(self._seed, _DRAWS, round_, runs)))
            runs += 1

    def note(self, what: str) -> None:
        """Say in the record what happened to the seat whose turn it is."""
        line = self.session.record.line
        words = comment_kept(f"{SEAT_NAMES[self.session.state.actor].lower()} {what}")
        (line.plies[-1].noted().comments if line.plies else line.before).append(words)

    def close(self) -> None:
        """Let the bots go."""
        for bot in self._bots:
            bot.close()

    def _decide(self, seat: int) -> None:
        """A seat's move; Forfeit if there is none."""
        session = self.session
        clock = self._clocks[seat] if self._clocks else None
        begun = time.perf_counter()
        move = self._thought(self._bots[seat], self._limit(seat, clock), clock)
        spent = time.perf_counter() - begun
        self.seconds[seat] += spent
        self.moves[seat] += 1
        if clock is not None and not clock.spend(spent):
            raise Forfeit(TOO_LATE, "ran out of time")
        try:
            session.push(move)
        except IllegalMove as fault:
            raise Forfeit(NOT_LEGAL, str(fault)) from None
        if clock is not None:
            said = f"[%emt {spent:.3f}] [%clk {clocks.shown(clock.left)}]"
            session.record.plies[-1].noted().comments.append(said)

    def _limit(self, seat: int, clock: clocks.Clock | None) -> Limit | None:
        """How long the seat may think: as its clock allows, otherwise as it likes."""
        if clock is not None:
            return Limit(seconds=clock.allowance())
        return self._outside_limit if self._bots[seat].name.startswith(PREFIX) else None

    def _thought(self, bot: Bot, limit: Limit | None, clock: clocks.Clock | None) -> int:
        """What the bot answers; Forfeit if it cannot, or not in time."""
        end = time.perf_counter() + clock.left if clock is not None else math.inf
        try:
            thinking = bot.think(self.session, limit)
            try:
                while not thinking.step():
                    if time.perf_counter() > end:
                        raise Forfeit(TOO_LATE, "ran out of time")
                return thinking.move()
            finally:
                thinking.close()
        except OutsideFault as fault:
            raise Forfeit(fault.termination, str(fault)) from None
        except BotError as fault:
            raise Forfeit(CRASH, f"gave up: {fault}") from None


def _bot(spec: str, work: Work, seat: int) -> Bot:
    if spec.startswith(PREFIX):
        return make_outside_bot(spec, patience=work["patience"])
    return make_bot(spec, seed=mixed(work["seed"], _THOUGHTS, seat) >> 32)


def prepare_worker() -> None:
    """What a worker process does first: leave Ctrl-C to the parent, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end_at_once())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_at_once() -> None:
    kill_all()
    os._exit(1)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _end_at_once()

"""A bot on two pipes: it reads the lines of docs/reference/protocol.md and answers them.

A thread reads, so that `stop` and `quit` take effect while the bot thinks. Other lines wait until the bot has
moved.
"""

import math
import os
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from vanuatu import __version__
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.ai.external.bot import ExternalBot
from vanuatu.ai.signals import start_thread
from vanuatu.cli.protocol.host_lines import ProtocolError, play_words, read_fen, read_newgame
from vanuatu.core import games
from vanuatu.core.game import OVER, Game
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.move_reader import missing_draw
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session

VERSION: Final = "1"
LONGEST_LINE: Final = 1 << 20
_INFO_SECONDS: Final = 0.5  # seconds between two info lines
_QUIT_SECONDS: Final = 2.0  # seconds that the bot has to move after `quit`
_LINES_AHEAD: Final = 64  # lines read ahead

_MOST_QUEUED: Final = 1000  # lines that may wait until the bot has moved
_MOST_QUEUED_CHARACTERS: Final = 4 << 20

STOP, QUIT = "stop", "quit"
# Ignored: `stop` after the move, positions and legal moves in other forms, and the result of a game.
IGNORED_LINES: Final = (STOP, "legal", "after", "fen", "state", "result", "")


class BotServer:
    """The bot's side of the protocol. `options` are more `option` lines of its greeting."""

    def __init__(
        self, make: Callable[[], Bot], send: Callable[[str], None], options: Iterable[str] = ()
    ) -> None:
        self._make = make
        self.send = send
        self._options = tuple(options)
        self._game: Game | None = None
        self._seat: int | None = None
        self._bot: Bot = make()
        self._session: Session | None = None
        self._tokens: list[str] = []
        self.thinking: PendingMove | None = None
        self._begun = 0.0
        self._last_info = 0.0

    def handle_line(self, line: str) -> None:
        """Obey a line, and answer it if it needs an answer."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "pvn":
                self._handshake(rest)
            elif word == "newgame":
                self._new_game(rest)
            elif word == "position":
                self._set_position(rest.strip())
            elif word == "go":
                self._go(rest.split())
            elif word not in IGNORED_LINES:
                raise ProtocolError(f"unknown command {printable(word, 40)!r}")
        except ProtocolError as fault:
            self.send(f"error {fault}")

    def think(self) -> None:
        """Think for a moment; move when the search is complete."""
        assert self.thinking is not None
        try:
            finished = self.thinking.step()
        except BotError as fault:
            self._end_thinking()
            self.send(f"error {fault}")
            return
        now = time.monotonic()
        if finished:
            self.move()
        elif now - self._last_info > _INFO_SECONDS:
            self._last_info = now
            self._send_info(self.thinking.report(), now)

    def move(self) -> None:
        """Stop thinking and move."""
        thinking, session = self.thinking, self._session
        assert thinking is not None
        assert session is not None
        try:
            move = thinking.move()
            self._send_info(thinking.report(), time.monotonic())
            self.send(f"move {session.codec.token(session.state, move)}")
        except BotError as fault:
            self.send(f"error {fault}")
        finally:
            self._end_thinking()

    def close(self) -> None:
        """Close the bot."""
        self._end_thinking()
        self._bot.close()

    def _handshake(self, version: str) -> None:
        if version.strip() != VERSION:
            raise ProtocolError(f"only version {VERSION} of the protocol is spoken here")
        try:
            self._bot.get_ready()
        except BotError as fault:
            raise ProtocolError(printable(str(fault))) from None
        self.send(f"id name {self._bot.name}")
        self.send(f"id author vanuatu {__version__}")
        for option in (*self._games(), *self._options):
            self.send(f"option {option}")
        self.send("option go sims")
        self.send("option go time")
        self.send("option clock")
        self.send("ok")

    def _games(self) -> list[str]:
        """Return the games that the bot plays, unless its own options name them."""
        if any(option.startswith("game ") for option in self._options):
            return []
        return [f"game {name}" for name in games.names()]

    def _new_game(self, text: str) -> None:
        """Handle `newgame`. An external bot keeps running; other bots are created anew."""
        new_game = read_newgame(text)
        if not isinstance(self._bot, ExternalBot):
            self._bot.close()
            self._bot = self._make()
        self._game, self._seat = new_game.game, new_game.seat
        self._session, self._tokens = None, []

    def _set_position(self, text: str) -> None:
        """Handle `position`: `moves …` from the start, or `fen …`, which moves may follow."""
        kind, _, rest = text.partition(" ")
        before, self._session = self._session, None
        if kind == "fen":
            self._session, self._tokens = read_fen(rest), []
            return
        if kind != "moves":
            raise ProtocolError("position is followed by moves … or fen …")
        if self._game is None:
            raise ProtocolError("newgame comes before position moves")
        tokens = rest.split()
        known = len(self._tokens)
        if before is None or "FEN" in before.record.tags or tokens[:known] != self._tokens:
            before, known = Session.new(self._game), 0
        self._tokens = []
        play_words(before, tokens[known:])
        self._session, self._tokens = before, tokens

    def _go(self, words: list[str]) -> None:
        """Handle `go` with `sims N`, `time S`, or the limits of the bot's spec."""
        session = self._session
        if session is None:
            raise ProtocolError("there is no position to think about")
        actor = int(session.state.actor)
        if actor < 0:
            over = actor == OVER
            raise ProtocolError("the game is over" if over else missing_draw(session.codec, session.state))
        if self._seat is not None and actor != self._seat:
            raise ProtocolError(f"it is {SEAT_NAMES[actor].lower()}'s turn")
        limit = _limit(words)
        try:
            self.thinking = self._bot.think(session, limit)
        except BotError as fault:
            raise ProtocolError(str(fault)) from None
        self._begun = self._last_info = time.monotonic()

    def _end_thinking(self) -> None:
        if self.thinking is not None:
            self.thinking.close()
            self.thinking = None

    def _send_info(self, report: Report, now: float) -> None:
        """Send an info line if the report is not empty."""
        assert self._session is not None
        if report.sims <= 0:
            return
        parts = [f"info sims {report.sims} time {now - self._begun:.3f}"]
        if report.win:
            parts.append("win " + ",".join(f"{chance:.3f}" for chance in report.win))
        if report.candidates:
            best = report.candidates[0]
            token = self._session.codec.token(self._session.state, best.move)
            parts.append(f"best {token} visits {best.visits} score {best.score:.1f}")
        self.send(" ".join(parts))


def _limit(words: list[str]) -> Limit | None:
    if not words:
        return None
    kind, *values = words
    text = values[0] if len(values) == 1 else ""
    if kind == "sims" and text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) > 0:
        return Limit(sims=int(text))
    if kind == "time":
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if 0 < seconds <= 86400:
            return Limit(seconds=seconds)
    raise ProtocolError("go is followed by sims N or time SECONDS")


class LineReader:
    """Reads lines of a descriptor in a thread. After the last line it always returns None."""

    def __init__(self, descriptor: int, ahead: int = _LINES_AHEAD) -> None:
        self._queue: queue.Queue[str | None] = queue.Queue(ahead)
        start_thread(self._read, descriptor)

    def wait(self) -> str | None:
        """Wait for the next line and return it."""
        line = self._queue.get()
        if line is None:
            self._queue.put(None)
        return line

    def now(self) -> Iterator[str]:
        """Yield the lines that have arrived, up to a limit, because a host may send them without end."""
        for _ in range(_LINES_AHEAD):
            if self._queue.empty():
                return
            line = self._queue.get()
            if line is None:
                self._queue.put(None)
                return
            yield line

    def _read(self, descriptor: int) -> None:
        rest = b""
        skipping = False
        while chunk := _read_some(descriptor):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if not skipping:
                    self._queue.put(line.decode("utf-8", "replace"))
                skipping = False
            if len(rest) > LONGEST_LINE:
                if not skipping:
                    self._queue.put("a line that is too long")
                rest, skipping = b"", True
        if rest and not skipping:
            self._queue.put(rest.decode("utf-8", "replace"))
        self._queue.put(None)


def _read_some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:
        return b""


class LineQueue:
    """Lines that wait until the bot has moved. Lines above the limit are dropped."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._signs = 0
        self.quits = False  # `quit` always has room; lines after it are ignored
        self.dropped = 0

    def add(self, line: str) -> None:
        """Append a line if there is room."""
        if self.quits:
            return
        self.quits = line == QUIT
        full = len(self._lines) >= _MOST_QUEUED or self._signs + len(line) > _MOST_QUEUED_CHARACTERS
        if full and not self.quits:
            self.dropped += 1
        else:
            self._lines.append(line)
            self._signs += len(line)

    def next(self) -> str | None:
        """Return the oldest line; None if there is none."""
        if not self._lines:
            return None
        line = self._lines.popleft()
        self._signs -= len(line)
        return line


def serve(talker: BotServer, descriptor: int) -> None:
    """Serve a bot until `quit` or the end of the input."""
    lines = LineReader(descriptor)
    queued = LineQueue()
    try:
        while True:
            line = queued.next()
            if line is None:
                line = lines.wait()
            if line is None or line.strip() == QUIT:
                return
            talker.handle_line(line)
            _think_through(talker, lines, queued)
            if queued.dropped:
                talker.send(f"error {queued.dropped} lines were dropped: too many came while it thought")
                queued.dropped = 0
    finally:
        talker.close()


def _think_through(talker: BotServer, lines: LineReader, queued: LineQueue) -> None:
    """Think until the bot has moved: when it is ready, at `stop`, or soon after `quit`."""
    end = time.monotonic() + _QUIT_SECONDS if queued.quits else math.inf
    while talker.thinking is not None:
        for line in lines.now():
            word = line.strip()
            if word == STOP:
                end = 0.0
                continue
            if word == QUIT:
                end = min(end, time.monotonic() + _QUIT_SECONDS)
            queued.add(word)
        if time.monotonic() >= end:
            talker.move()
        else:
            talker.think()

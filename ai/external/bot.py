"""External bots: programs of other people, `cmd:./mybot --fast`.

The program uses the line protocol of docs/reference/protocol.md on stdin and stdout. It cannot harm the host:
if it ends, hangs or sends nonsense or too much, the host raises ExternalBotError with the reason and the
termination of the game. All input from it is bounded.
"""

import os
import shlex
import shutil
import time
from typing import Final, NoReturn

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove
from vanuatu.ai.external import lines, pipes
from vanuatu.ai.external.lines import (
    HELLO,
    go_line,
    newgame_line,
    position_line,
    refused_setup,
    result_line,
    wanted_lines,
)
from vanuatu.core.game import Game
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import MoveError
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session

CRASH: Final = "engine crash"
TOO_LATE: Final = "time forfeit"
NOT_LEGAL: Final = "illegal move"

PATIENCE: Final = 10.0  # seconds beyond its thinking time before a program without an answer forfeits
_STOP_PATIENCE: Final = 2.0
_SLICE: Final = 0.02
_MOST_STRAY_LINES: Final = 1000
_MOST_OPTIONS: Final = 100
_SHOWN: Final = 60  # characters of an answer in messages
_SHOWN_ERROR: Final = 200


class ExternalBotError(BotError):
    """An error of a program that loses it the game; `termination` is the word in a record."""

    def __init__(self, message: str, termination: str) -> None:
        super().__init__(message)
        self.termination = termination


def make_external_bot(
    spec: str, *, patience: float = PATIENCE, log: pipes.ProtocolLog | None = None
) -> "ExternalBot":
    """Return the bot of a `cmd:` spec. Raise BotError if there is no such program."""
    name, line = specs.split_external_spec(spec)
    if name is not None:
        specs.check_name(spec, name, specs.PREFIX)
    try:
        command = shlex.split(line)
    except ValueError as error:
        raise BotError(f"bot {spec!r}: the command cannot be read: {error}") from None
    if not command:
        raise BotError(f"bot {spec!r}: the command is missing after cmd:")
    if "\x00" in line or shutil.which(os.path.expanduser(command[0])) is None:
        raise BotError(f"bot {spec!r}: there is no program {command[0]!r} that can be run")
    command[0] = os.path.expanduser(command[0])
    return ExternalBot(command, name, patience, log)


class ExternalBot(Bot):
    """A program that is started for its first decision, and then serves many seats and games.

    `name` is the given name, or the one that the program reports. A program that has ended or made an error
    is restarted for the next game, never within a game. `clock` is the clock in `newgame`; `options` has what
    the program requested.
    """

    def __init__(
        self, command: list[str], name: str | None, patience: float, log: pipes.ProtocolLog | None = None
    ) -> None:
        self.name = name or specs.program_name(command[0])
        self.is_named = False  # whether the program has reported a name
        self.clock = ""
        self.options: set[str] = set()
        self.patience = patience
        self.ready = False
        self._named = name is not None
        self._command = command
        self._log = log
        self._program: pipes.Program | None = None
        self._ready_by = 0.0
        self._unexpected = ""
        self._session: Session | None = None
        self._seat = -1  # the seat in its last `newgame`; -1 if none in this game
        self._failure = ""
        self._error_may_follow = False  # an error may follow that answers `result`
        self._accepts_result = False  # it has received `result` without an error
        self._between_games = False  # it has not answered since the end of a game

    def get_ready(self) -> None:
        """Start the program and wait until it is ready. Raise ExternalBotError if it does not get ready."""
        if not self._failure:
            self._start()
            while not self.handshake():
                pass

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        if session is not self._session and self._failure:
            self.close()
        if self._failure:
            raise ExternalBotError(self._failure, CRASH)
        self._start()
        if session is not self._session:
            self._session, self._seat = session, -1
        return PendingAnswer(self, session, limit or Limit())

    def refuses(self, game: Game) -> str:
        return refused_setup(self.options, game)

    def finished(self, session: Session) -> None:
        """Send the result to the program, unless it has ended."""
        if session is self._session and self._seat >= 0:
            self.send_line(result_line(session))
            self._between_games = True
        self._session = None
        if self._failure:
            self.close()

    def close(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None
        self._session, self._failure, self.ready = None, "", False

    def quit(self, patience: float) -> bool:
        """End the program like `close`, after this wait; return whether it ended by itself."""
        program, self._program = self._program, None
        self.close()
        return program is None or program.end_within(patience)

    def send_line(self, line: str) -> None:
        """Send a line that the program may answer with an error."""
        if self._program is not None and self.ready:
            self._program.send([line])
            self._error_may_follow = not self._accepts_result

    def exit_reason(self, seconds: float) -> str:
        """Return how the program ended, after this wait at most; empty if it runs."""
        until = time.monotonic() + seconds
        while self._program is not None:
            try:
                self._skip_late_lines(self._program.lines(_SLICE))
            except pipes.ProgramError as fault:
                return str(fault)
            if time.monotonic() >= until:
                break
        return ""

    # For PendingAnswer

    def handshake(self) -> bool:
        """Wait some milliseconds for the program; return whether it is ready."""
        if self.ready:
            return True
        for line in self.lines():
            word, _, rest = line.strip().partition(" ")
            if word == "ok":
                self.ready = True
                return True
            self._handle_greeting(word, rest.strip(), line)
        if time.monotonic() > self._ready_by:
            self.forfeit(self._not_ready(), CRASH if self._unexpected else TOO_LATE)
        return False

    def request_move(self, session: Session, limit: Limit) -> None:
        """Send all lines that ask for a move."""
        assert self._program is not None
        seat = int(session.state.actor)
        lines = [] if seat == self._seat else [newgame_line(session, seat, self._clock_known())]
        self._seat = seat
        self._skip_late_lines(self._program.discard_output())
        lines += [position_line(session, seat), *wanted_lines(session, seat, self.options), go_line(limit)]
        self._program.send(lines)

    def stop(self) -> None:
        """Send `stop`."""
        if self._program is not None and self.ready:
            self._program.send(["stop"])

    def lines(self) -> list[str]:
        """Return the lines from the program, after some milliseconds at most. Raise ExternalBotError at its
        end.

        If it ended at the end of the last game, it is restarted, and is not `ready` for a while.
        """
        assert self._program is not None
        try:
            return self._program.lines(_SLICE)
        except pipes.ProgramError as fault:
            if not (self._between_games and self.ready):
                why = str(fault)
                if not self.ready and why.startswith(pipes.CLEAN_EXIT):
                    why = f"quit before answering `{HELLO}`{why.removeprefix(pipes.CLEAN_EXIT)}"
                self.forfeit(why, CRASH)
            self.note("ended after the game before", str(fault))
        session = self._session
        self.close()
        self._start()
        self._session = session
        return []

    def takes_error(self) -> bool:
        """Return whether an `error` now may answer `result`; a program without `result` may send it once."""
        may, self._error_may_follow = self._error_may_follow, False
        return may

    def note_answer(self) -> None:
        """Note that the program has moved: no answers to older lines will follow."""
        self._accepts_result = self._accepts_result or self._error_may_follow
        self._error_may_follow = self._between_games = False

    def forfeit(self, why: str, termination: str) -> NoReturn:
        """Raise the error that loses the program the game; it makes no more moves in this game.

        After an illegal answer, it still gets the result.
        """
        self.note("lost", why)
        if termination != NOT_LEGAL:
            session = self._session
            self.close()
            self._session = session
        self._failure = why
        raise ExternalBotError(why, termination)

    @property
    def has_forfeited(self) -> bool:
        """Whether the program has lost the current game."""
        return bool(self._failure)

    def note(self, event: str, detail: str) -> None:
        """Write an event to the log."""
        self._note(pipes.ABOUT, f"{event}: {detail}")

    def _note(self, mark: str, line: str) -> None:
        if self._log is None:
            return
        about = self.name
        if self._session is not None and self._seat >= 0:
            number = self._session.record.tags.get("Round", "?")
            about = f"game {number} {SEAT_NAMES[self._seat].lower()} {about}"
        self._log.note(about, mark, line)

    def _start(self) -> None:
        """Start the program if it is not running."""
        if self._program is not None:
            return
        self.options, self.ready, self._unexpected, self._seat = set(), False, "", -1
        self._error_may_follow = self._accepts_result = self._between_games = False
        self.note("started", shlex.join(self._command))
        try:
            self._program = pipes.Program(self._command, self._note)
        except pipes.ProgramError as fault:
            raise ExternalBotError(str(fault), CRASH) from None
        self._ready_by = time.monotonic() + self.patience
        self._program.send([HELLO])

    def _skip_late_lines(self, lines: list[str]) -> None:
        """Skip lines that answer no `go`."""
        if any(line.lstrip().startswith("error") for line in lines):
            self._error_may_follow = False

    def _handle_greeting(self, word: str, rest: str, line: str) -> None:
        if word == "id":
            field, _, name = rest.partition(" ")
            if field == "name" and specs.clean_name(name):
                self.is_named = True
                self.name = self.name if self._named else specs.clean_name(name)
        elif word == "option":
            if len(self.options) < _MOST_OPTIONS:
                self.options.add(rest)
        elif word not in ("info", ""):
            self._unexpected = self._unexpected or line

    def _not_ready(self) -> str:
        """Return the message for a program that has not sent `ok`."""
        reply = f"said {_quoted(self._unexpected)} and " if self._unexpected else ""
        return f"{reply}did not get ready within {self.patience:.1f} s: no 'ok' in answer to {HELLO!r}"

    def _clock_known(self) -> str:
        """Return the clock; empty if the program lists its limits and clocks are not among them."""
        limits = any(option.startswith("go ") for option in self.options)
        return "" if limits and "clock" not in self.options else self.clock


class PendingAnswer(PendingMove):
    """Waits until a program is ready, and then for its answer."""

    def __init__(self, bot: ExternalBot, session: Session, limit: Limit) -> None:
        self._bot = bot
        self._session = session
        self._limit = limit
        self._seconds = (limit.seconds or 0.0) + bot.patience
        self._asked = False
        self._stopping = False
        self._deadline = 0.0
        self._stray = 0
        self._unexpected = ""
        self._move = -1
        if bot.ready:
            self._ask()

    def step(self) -> bool:
        """Wait some milliseconds for the program."""
        if self._move >= 0:
            return True
        if not self._asked:
            if self._bot.handshake():
                self._ask()
            return False
        for line in self._bot.lines():
            self._handle_line(line)
            if self._move >= 0:
                return True
        self._asked = self._bot.ready
        if time.monotonic() > self._deadline:
            self._forfeit_on_time()
        return False

    def move(self) -> int:
        if self._move < 0:
            self._stopping = True
            if self._asked:
                self._stop()
            while not self.step():
                pass
        return self._move

    def close(self) -> None:
        """Stop a program that is still thinking, with a short wait for its answer."""
        if self._asked and self._move < 0 and not self._bot.has_forfeited:
            try:
                self.move()
            except ExternalBotError:
                pass

    def _ask(self) -> None:
        self._bot.request_move(self._session, self._limit)
        self._asked = True
        self._deadline = time.monotonic() + self._seconds
        if self._stopping:  # requested before the program was ready
            self._stop()

    def _stop(self) -> None:
        """Ask the program to answer at once."""
        self._bot.stop()
        until = time.monotonic() + _STOP_PATIENCE
        if until < self._deadline:
            self._deadline, self._seconds = until, _STOP_PATIENCE

    def _handle_line(self, line: str) -> None:
        """Handle one line: an answer, a line to ignore, or an error that loses the game."""
        word, _, rest = line.strip().partition(" ")
        if word == "move":
            self._read_move(rest)
        elif word == "error":
            if not self._bot.takes_error():
                self._bot.forfeit(f"answered {_quoted(line.strip(), _SHOWN_ERROR)}", NOT_LEGAL)
            self._unexpected = line
        elif word not in ("info", "id", "option", "ok", ""):
            self._bot.forfeit(f"answered {_quoted(line)}, which is no move", NOT_LEGAL)
        self._stray += 1
        if self._stray > _MOST_STRAY_LINES and self._move < 0 and word != "info":
            self._bot.forfeit(f"said {self._stray} lines and no move", CRASH)

    def _read_move(self, text: str) -> None:
        self._bot.note_answer()
        try:
            self._move = lines.read_answer(self._session, text)
        except MoveError as error:
            self._bot.forfeit(f"answered {_quoted(text)}: {error}", NOT_LEGAL)

    def _forfeit_on_time(self) -> NoReturn:
        if self._unexpected:
            self._bot.forfeit(f"said {_quoted(self._unexpected, _SHOWN_ERROR)} and no more", CRASH)
        self._bot.forfeit(f"did not answer within {self._seconds:.1f} s", TOO_LATE)


def _quoted(text: str, most: int = _SHOWN) -> str:
    """Return the program's text, shortened and safe to print."""
    return f"'{printable(text, most)}'"

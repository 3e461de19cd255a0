"""Programs of other people as bots: `cmd:./mybot --fast`.

The program speaks the line protocol of docs/protocol.md on its stdin and stdout. Nothing it does
can harm who asks it: it may end, hang, babble or flood, and all that comes of it is an
OutsideFault that says what happened and how a game ends by it. What is read from it is bounded.
"""

import os
import shlex
import shutil
import time
from typing import Final

from ai.outside.pipes import Program, ProgramFault
from ai.thinking import Bot, BotError, Limit, Thinking
from notation.codec import SEAT_LETTERS
from notation.errors import MoveError, shown
from notation.session import Session

CRASH: Final = "engine crash"
TOO_LATE: Final = "time forfeit"
NOT_LEGAL: Final = "illegal move"

PREFIX: Final = "cmd:"
PATIENCE: Final = 10.0  # seconds beyond what it was given, until a program that does not answer is given up
SIMULATIONS: Final = 1000  # asked for where nobody said how long to think
_STOP_PATIENCE: Final = 2.0
_SLICE: Final = 0.02
_MOST_STRAY_LINES: Final = 1000


class OutsideFault(BotError):
    """What a program did that loses it the game; `termination` is the word for it in a record."""

    def __init__(self, message: str, termination: str) -> None:
        super().__init__(message)
        self.termination = termination


def make_outside_bot(spec: str, *, patience: float = PATIENCE) -> "OutsideBot":
    """The bot of a `cmd:` spec; BotError if there is no such program."""
    try:
        command = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise BotError(f"bot {spec!r}: the command cannot be read: {error}") from None
    if not command:
        raise BotError(f"bot {spec!r}: the command is missing after cmd:")
    if shutil.which(os.path.expanduser(command[0])) is None:
        raise BotError(f"bot {spec!r}: there is no program {command[0]!r} that can be run")
    command[0] = os.path.expanduser(command[0])
    return OutsideBot(spec, command, patience)


class OutsideBot(Bot):
    """A program that is started when it is first asked, and keeps running from move to move.

    A program that has ended is started again for the next game, never within one.
    """

    def __init__(self, name: str, command: list[str], patience: float) -> None:
        self.name = name
        self._command = command
        self._patience = patience
        self._program: Program | None = None
        self._session: Session | None = None
        self._seat = -1
        self._broken = ""

    def think(self, session: Session, limit: Limit | None = None) -> Thinking:
        limit = limit or Limit()
        seat = int(session.state.actor)
        greetings: list[str] = []
        if session is not self._session:
            self._broken = ""
        if self._broken:
            raise OutsideFault(self._broken, CRASH)
        fresh = self._program is None
        if self._program is None:
            try:
                self._program = Program(self._command)
            except ProgramFault as fault:
                raise OutsideFault(str(fault), CRASH) from None
            greetings.append("pvn 1")
        if fresh or session is not self._session or seat != self._seat:
            greetings.append(newgame_line(session, seat))
        self._session, self._seat = session, seat
        greetings += [position_line(session, seat), go_line(limit)]
        return OutsideThinking(self, self._program, greetings, (limit.seconds or 0.0) + self._patience)

    def close(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None

    def give_up(self, why: str) -> None:
        """End the program; it will not be asked again in this game."""
        self._broken = why
        self.close()


def newgame_line(session: Session, seat: int) -> str:
    """`newgame vanuatu players=4 variant=waters seat=t`."""
    game = session.game
    variant = f" variant={','.join(game.options)}" if game.options else ""
    return f"newgame {game.name} players={game.players}{variant} seat={SEAT_LETTERS[seat]}"


def position_line(session: Session, seat: int) -> str:
    """The position as the seat sees it: all moves, after the position they start from if there is one."""
    tokens = " ".join(session.tokens(seat))
    fen = session.record.tags.get("FEN")
    return f"position moves {tokens}" if fen is None else f"position fen {fen} moves {tokens}"


def go_line(limit: Limit) -> str:
    """`go time 1.5` or `go sims 1000`."""
    if limit.seconds is not None:
        return f"go time {limit.seconds:.3f}"
    return f"go sims {limit.sims if limit.sims is not None else SIMULATIONS}"


class OutsideThinking(Thinking):
    """Waiting for the answer of a program."""

    def __init__(self, bot: OutsideBot, program: Program, lines: list[str], seconds: float) -> None:
        self._bot = bot
        self._program = program
        self._session = bot._session
        self._greeted = lines[0] != "pvn 1"
        self._unsent = lines
        self._deadline = time.monotonic() + seconds
        self._seconds = seconds
        self._stray = 0
        self._babble = ""
        self._move = -1
        program.forget_output()
        program.send([self._unsent.pop(0)] if not self._greeted else self._rest())

    def step(self) -> bool:
        """Wait for some milliseconds for what the program says."""
        if self._move >= 0:
            return True
        try:
            lines = self._program.lines(_SLICE)
        except ProgramFault as fault:
            self._lose(str(fault), CRASH)
        for line in lines:
            self._hear(line)
            if self._move >= 0:
                return True
        if time.monotonic() > self._deadline:
            self._lose_by_time()
        return False

    def move(self) -> int:
        if self._move < 0:
            self._program.send(["stop"])
            self._deadline = min(self._deadline, time.monotonic() + _STOP_PATIENCE)
            while not self.step():
                pass
        return self._move

    def close(self) -> None:
        """A program that is still thinking is told to stop, and its answer is not waited for long."""
        if self._move < 0 and not self._bot._broken:
            try:
                self.move()
            except OutsideFault:
                pass

    def _rest(self) -> list[str]:
        lines, self._unsent = self._unsent, []
        return lines

    def _hear(self, line: str) -> None:
        """One line: an answer, something to pass over, or what loses the game."""
        word, _, rest = line.strip().partition(" ")
        if not self._greeted:
            if word == "ok":
                self._greeted = True
                self._program.send(self._rest())
            elif word not in ("id", "option", "info", ""):
                self._babble = self._babble or line
        elif word == "move":
            self._take(rest)
        elif word == "error":
            self._babble = self._babble or line
        elif word not in ("info", "id", "option", "ok", ""):
            self._lose(f"answered {shown(line)!r}, which is no move", NOT_LEGAL)
        self._stray += 1
        if self._stray > _MOST_STRAY_LINES and self._move < 0 and word != "info":
            self._lose(f"said {self._stray} lines and no move", CRASH)

    def _take(self, text: str) -> None:
        assert self._session is not None
        try:
            self._move = read_answer(self._session, text)
        except MoveError as error:
            self._lose(f"answered {shown(text)!r}: {error}", NOT_LEGAL)

    def _lose_by_time(self) -> None:
        if self._babble:
            self._lose(f"said {shown(self._babble)!r} and no more", CRASH)
        self._lose(f"did not answer within {self._seconds:.1f} s", TOO_LATE)

    def _lose(self, why: str, termination: str) -> None:
        self._bot.give_up(why)
        raise OutsideFault(why, termination)


def read_answer(session: Session, text: str) -> int:
    """The move a program answers with; MoveError if it is none that is legal.

    Where it names a secret that is gone, or only the veil of it (`R?`), it gets the first that is
    left: another seat may have taken under the veil what it wanted, which it could not know.
    """
    state, codec = session.state, session.codec
    token = text.strip()
    if token[1:2] == ":" and token[0] == SEAT_LETTERS[state.actor]:
        token = token[2:]
    move = codec.parse(state, token)
    if move >= 0:
        legal = [int(m) for m in state.legal_moves()]
        if move in legal:
            return move
        veil = state.veiled(move)
        for other in legal:
            if state.veiled(other) == veil:
                return other
    return session.read(text)

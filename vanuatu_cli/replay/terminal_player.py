"""Plays a game on the terminal, move by move: text, boards, at the pace of keys or a delay."""

import contextlib
import os
import select
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vanuatu.cli.errors import CallFault
from vanuatu.cli.terminal import console, signals
from vanuatu.core.game import OVER, State
from vanuatu.notation import codec, errors, record
from vanuatu.notation.session import Session
from vanuatu.notation.steps import Step
from vanuatu.notation.tags import seats_of


@dataclass(frozen=True)
class PlyAddress:
    """The address of a ply: its number from 1, or a round and the number within the round."""

    ply: int
    round: int | None = None

    @classmethod
    def read(cls, text: str, option: str) -> "PlyAddress":
        """Read `40`, or `5.12` for ply 12 of round 5. Raise CallFault for anything else."""
        words = text.split(".")
        if len(words) > 2 or not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            raise CallFault(
                f"{option} {errors.excerpt(text)}: expected a ply, e.g. 40, or round and ply, e.g. 5.12"
            )
        numbers = [int(word) for word in words]
        return cls(numbers[-1], numbers[0] if len(words) == 2 else None)

    def __str__(self) -> str:
        return str(self.ply) if self.round is None else f"{self.round}.{self.ply}"

    def is_reached(self, game: Session) -> bool:
        """Return whether the game has a ply at this place or after it."""
        return any(_compare(self, last) >= 0 for last in game.walk(max(0, game.ply - 1)))

    def missing_from(self, plies: Sequence[record.Ply]) -> str:
        """Return what the game has instead of this place."""
        if self.round is None or not plies:
            return f"the game has {len(plies)} plies"
        first, last = int(plies[0].round), int(plies[-1].round)
        if self.round > last:
            return f"the game has rounds {first} to {last}"
        return f"round {last} has {sum(ply.round == last for ply in plies)} plies"


def steps(game: Session, begin: PlyAddress | None, end: PlyAddress | None) -> Iterator[Step]:
    """Yield the moves of a game from `begin` to `end`, both included."""
    for step in game.walk():
        if end is not None and _compare(end, step) > 0:
            return
        if begin is None or _compare(begin, step) >= 0:
            yield step


def _compare(place: PlyAddress, step: Step) -> int:
    """Return a negative number for a move before the place, 0 at it, a positive one after it."""
    if place.round is None:
        return step.number - place.ply
    here, there = (step.round, step.within), (place.round, place.ply)
    return (here > there) - (here < there)


NARROWEST = 50
LONGEST = 10_000  # characters of a comment
CLEAR = "\x1b[H\x1b[2J"
QUIT = ("q", "Q", "\x03", "\x04")
BACK = ("b", "B", "\x7f", "\x08", "\x1b[D", "\x1bOD")  # also Backspace and the left arrow
KEYS = "Space, →: next   b, ←: back   q: quit   move {} of {}"
ARROW_SECONDS = 0.05  # the bytes of an arrow key come this soon after each other
LEFT_LINES = 3  # for the line about the keys, the result, and the cursor


class TerminalPlayer:
    """Shows games on stdout; on a terminal, boards are drawn in place."""

    def __init__(self, *, board: bool, step: bool, delay: float, plain: bool) -> None:
        if step and not console.is_terminal(sys.stdin):
            raise CallFault("--step waits for keys, but stdin is not a terminal")
        self._board = board
        self._step = step
        self._delay = delay
        self._plain = plain
        self._in_place = board and (step or delay > 0) and console.colour(plain=plain)

    def showing(self) -> contextlib.AbstractContextManager[None]:
        """Return the context in which games are shown: with `--step`, keys come one by one."""
        return single_keys() if self._step else contextlib.nullcontext()

    def show(self, game: Session, number: int, chosen: Iterable[Step]) -> bool:
        """Show a game; return False if the person quits."""
        console.print_data(_title(game, number))
        if self._step:
            return self._show_by_keys(game, list(chosen))
        round, last = None, 0
        for step in chosen:
            if step.ply.round != round and not self._in_place:
                console.print_data(f"{game.codec.round_word} {step.ply.round}")
            round, last = step.ply.round, step.number
            self._show_step(game, step, "")
            sys.stdout.flush()
            time.sleep(self._delay)
        if last == len(game.moves):
            console.print_data(_end(game))
        return True

    def _show_by_keys(self, game: Session, chosen: list[Step]) -> bool:
        """Show one move after a key, also backwards; return False if the person quits."""
        at = 0
        while at < len(chosen):
            step = chosen[at]
            last = step.number == len(game.moves)
            self._show_step(game, step, KEYS.format(step.number, len(game.moves)))
            if last:
                console.print_data(_end(game))
            sys.stdout.flush()
            key = read_key()
            if key in QUIT:
                return False
            at = max(0, at - 1) if key in BACK else at + 1
        return True

    def _show_step(self, game: Session, step: Step, foot: str) -> None:
        """Print a move, its board, and a line about the keys; on a screen, nothing scrolls away."""
        if self._in_place:
            console.paint(CLEAR)
        text = _move_text(step)
        console.print_data(text)
        if self._board:
            used = len(text.splitlines()) + LEFT_LINES
            console.paint(self._drawing(game, step.state_after, used))
        if foot:
            console.print_data(foot)

    def _drawing(self, game: Session, state: State, used: int) -> str:
        """Return the board; if it is drawn in place, `used` lines of the screen are needed for other text."""
        from vanuatu.notation.boards.canvas import Style
        from vanuatu.notation.boards.text import Page, drawing_of, player_names

        tags = game.record.tags
        names = player_names(state, [tags[name] for name in seats_of(tags)])
        style = Style.of(sys.stdout, self._plain)
        height = console.rows() - used if self._in_place else None
        page = Page(max(NARROWEST, console.columns()), style, names, height)
        return style.paint(drawing_of(game.codec.game).picture(game.codec.scene(state), page))


def _title(game: Session, number: int) -> str:
    tags = game.record.tags
    where = ", ".join(
        errors.excerpt(tags[name]) for name in ("Event", "Date") if tags.get(name, "?")[0] != "?"
    )
    players = ", ".join(f"{name} {errors.excerpt(tags[name])}" for name in seats_of(tags))
    return f"game {number}: " + (f"{where}: " if where else "") + players


def _move_text(step: Step) -> str:
    """Return a move in a line: number, token, words; its comments follow in lines of their own."""
    ply = step.ply
    glyphs = "".join(ply.glyphs[:1]) if ply.glyphs and ply.glyphs[0][0] != "$" else ""
    lines = [f"{step.number:>4}  {record.with_seat(ply) + glyphs:<16} {step.words}"]
    for comment in ply.comments:
        wrapped = textwrap.fill(
            "{" + errors.excerpt(comment, LONGEST) + "}", max(NARROWEST, console.columns()) - 6
        )
        lines.append(textwrap.indent(wrapped, " " * 6))
    return "\n".join(lines)


def _end(game: Session) -> str:
    result = f"result {game.record.result}"
    if game.state.actor != OVER:
        return result
    winners = " and ".join(codec.SEAT_NAMES[seat] for seat in game.state.winners())
    return f"{result}, won by {winners or 'nobody'}"


@contextlib.contextmanager
def single_keys() -> Iterator[None]:
    """Let the terminal send each key at once without showing it, if the system can do that."""
    try:
        import termios
        import tty
    except ImportError:  # no such terminals here: keys come by the line
        yield
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    with signals.exit_action(lambda: termios.tcsetattr(number, termios.TCSANOW, before)):
        tty.setcbreak(number, termios.TCSADRAIN)  # keys that were pressed before count
        try:
            yield
        finally:
            termios.tcsetattr(number, termios.TCSADRAIN, before)


def read_key() -> str:
    """Return the next key, or q at the end of input. The bytes of an arrow key count as one key."""
    number = sys.stdin.fileno()
    key = os.read(number, 1)
    while key[:1] == b"\x1b" and len(key) < 3 and select.select([number], [], [], ARROW_SECONDS)[0]:
        key += os.read(number, 1)
    return key.decode("latin-1") or "q"

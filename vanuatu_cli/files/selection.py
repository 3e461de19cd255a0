"""Which games of the files a command takes: `--where`, `--player`, `--number`, `--unique`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Annotated, Final

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import excerpt
from vanuatu.notation.files import GameRead
from vanuatu.notation.record import with_seat
from vanuatu.notation.session import Session
from vanuatu.notation.tags import game_name, seats_of
from vanuatu.notation.where import Where, WhereError

_MOST_RANGES: Final = 1000
_NUMBERS: Final = re.compile(r"([1-9][0-9]{0,14})(?:-([1-9][0-9]{0,14}))?")

WhereOption = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        metavar="EXPR",
        help="Only games for which this holds: \"players == 4 and winner == 'teal'\". Repeatable.",
    ),
]
PlayerOption = Annotated[
    list[str] | None, typer.Option("--player", metavar="NAME", help="Only games of this player. Repeatable.")
]
NumbersOption = Annotated[
    str | None,
    typer.Option("--number", metavar="LIST", help="Only these games of each file, like 3,7-9."),
]
UniqueOption = Annotated[
    bool, typer.Option("--unique", help="Leave out games with the players and moves of an earlier game.")
]


def read_where(texts: Sequence[str] | None) -> Where | None:
    """Return the condition of `--where`; None without the option. Raise CallFault."""
    if not texts:
        return None
    for text in texts:
        try:
            Where(text)
        except WhereError as error:
            raise CallFault(f"--where {excerpt(text)}: column {error.column}: {error}") from None
    return Where(*texts)


def read_numbers(text: str | None) -> list[range] | None:
    """Return the numbers of `--number 3,7-9`; None without the option. Raise CallFault."""
    if text is None:
        return None
    found: list[range] = []
    for part in text.replace(" ", "").split(","):
        read = _NUMBERS.fullmatch(part)
        if read is None or (read[2] and int(read[2]) < int(read[1])) or len(found) >= _MOST_RANGES:
            raise CallFault(f"--number {excerpt(text)}: expected numbers from 1, like 3,7-9")
        found.append(range(int(read[1]), int(read[2] or read[1]) + 1))
    return found


def moves_digest(tags: Mapping[str, str], tokens: Sequence[str]) -> bytes:
    """Return a hash of a game's moves, with the game, its variants, its first position and its players.

    The players belong to it: two bots that forfeit after the draws leave the same moves in every seating.
    """
    variant = ",".join(sorted(tags.get("Variant", "").replace(" ", "").split(",")))
    names = [tags[seat] for seat in seats_of(tags)]
    head = (game_name(tags), variant, str(len(names)), *names, tags.get("FEN", ""))
    return blake2b("\n".join((*head, *tokens)).encode("utf-8", "replace"), digest_size=16).digest()


def digest_of(session: Session) -> bytes:
    """Return the hash of the moves of a game."""
    return moves_digest(session.record.tags, [with_seat(ply) for ply in session.record.plies])


class Duplicates:
    """Finds games whose players and moves are those of an earlier game."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()
        self.count = 0

    def add(self, digest: bytes) -> bool:
        """Count a game. Return whether it is a duplicate."""
        before = len(self._seen)
        self._seen.add(digest)
        again = len(self._seen) == before
        self.count += again
        return again

    def message(self, *, dropped: bool) -> str:
        """Return a line about the duplicates; empty if there are none."""
        if not self.count:
            return ""
        if dropped:
            return f"{self.count} {'duplicate' if self.count == 1 else 'duplicates'} left out"
        have = "game has" if self.count == 1 else "games have"
        again = f"{self.count} {have} the players and moves of an earlier game"
        return f"{again}. To leave duplicates out, use --unique"


class Selection:
    """The games of the files that a command takes. Invalid games and files are reported and counted."""

    def __init__(
        self,
        where: Where | None = None,
        players: Sequence[str] | None = None,
        numbers: list[range] | None = None,
        *,
        unique: bool = False,
    ) -> None:
        self.where = where
        self._players = frozenset(players or ())
        self._numbers = numbers
        self._last = max((part.stop for part in numbers), default=0) if numbers is not None else 0
        self.duplicates = Duplicates() if unique else None
        self.faults = 0  # games and files that cannot be read
        self.games = 0  # taken so far

    def read(self, files: Sequence[str]) -> Iterator[tuple[str, GameRead]]:
        """Yield the games, each with the name of its file."""
        for name in files:
            try:
                for read in self._of_file(name):
                    self.games += 1
                    yield name, read
            except InputFault as fault:
                console.print_message(str(fault))
                self.faults += 1

    def _of_file(self, name: str) -> Iterator[GameRead]:
        only = self._last - 1 if self._numbers == [range(self._last - 1, self._last)] else 0
        for read in inputs.games_of(name, only=only):
            if self._numbers is not None:
                if read.number >= self._last:
                    return
                if not any(read.number in part for part in self._numbers):
                    continue
            if read.error is not None:
                console.print_message(read.error.at(inputs.label(name)))
                self.faults += 1
            elif self._takes(read):
                yield read

    def _takes(self, read: GameRead) -> bool:
        session = read.session
        tags = session.record.tags
        if self._players and not any(tags[seat] in self._players for seat in seats_of(tags)):
            return False
        if self.where is not None and not self.where.holds(session, read.number):
            return False
        return self.duplicates is None or not self.duplicates.add(digest_of(session))

    def report(self) -> None:
        """Print how many duplicates were left out."""
        if self.duplicates is not None and self.duplicates.count:
            console.print_message(self.duplicates.message(dropped=True))

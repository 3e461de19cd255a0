"""The published table of counts of legal sequences, `games/perft.txt`, and its counts by the references.

The second implementations of the rules counted them. When a rule changes, `python -m tests.support.perft`
counts them anew, in about a minute, and writes the file.
"""

import copy
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self

from tests.support.maori.reference import Table
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.reading import read
from vanuatu.cli.protocol.host_lines import session_from_transcript
from vanuatu.core.game import State
from vanuatu.core.perft import SequenceCount

FILE = Path(__file__).parents[2] / "games" / "perft.txt"
HEAD = """\
# Numbers of sequences of legal plies, to test another implementation of the rules.
# docs/reference/perft.md explains the lines. Two implementations of this project agree on all numbers.
"""

Count = tuple[int, int]  # sequences whose last ply is a decision, and those whose last ply is a draw


@dataclass
class Entry:
    """A position, as lines of the bot protocol, and the counts of 1, 2, 3 … plies."""

    name: str
    lines: list[str] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)

    @property
    def game(self) -> str:
        return self.lines[0].split()[2 if self.lines[0].startswith("position fen") else 1]

    def state(self) -> State:
        return session_from_transcript("\n".join(self.lines)).state

    def text(self) -> str:
        counts = [
            f"perft {depth} {sum(count)} decisions {count[0]} draws {count[1]}"
            for depth, count in enumerate(self.counts, 1)
        ]
        return "\n".join([f"id {self.name}", *self.lines, *counts]) + "\n"


def entries() -> list[Entry]:
    """The entries of the table, of all games."""
    found: list[Entry] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            found.append(Entry(rest))
        elif word == "perft":
            _, total, _, decisions, _, draws = rest.split()
            assert int(total) == int(decisions) + int(draws)
            found[-1].counts.append((int(decisions), int(draws)))
        elif word in ("newgame", "position"):
            found[-1].lines.append(line)
        else:
            assert not line or word == "#"
    return found


def count(state: State, depth: int) -> Count:
    """The core's count."""
    found = SequenceCount()
    found.add(state, depth)
    return int(found.decisions), int(found.draws)


class SlowGame(Protocol):
    """A position of a reference."""

    def legal(self) -> list[str]: ...
    def play(self, token: str) -> None: ...


class SlowVanuatu:
    """The reference of Vanuatu, as a SlowGame."""

    def __init__(self, game: Reference) -> None:
        self._game = game

    def legal(self) -> list[str]:
        return list(self._game.legal())

    def play(self, token: str) -> None:
        self._game.apply(token)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return type(self)(self._game.copy())


def slow_game(entry: Entry) -> SlowGame:
    """The position of an entry in the reference of its game."""
    if entry.game == "vanuatu":
        return SlowVanuatu(read(entry.lines[0].removeprefix("position fen ")))
    words = dict(word.split("=") for word in entry.lines[0].split()[2:])
    table = Table(int(words["players"]), tuple(filter(None, words.get("variant", "").split(","))))
    for token in entry.lines[1].split()[2:]:
        table.play(token)
    return table


def slow_count(game: SlowGame, depth: int) -> Count:
    """The reference's count."""
    tokens = game.legal()
    if depth == 1:
        draws = sum(token.startswith("#") for token in tokens)
        return len(tokens) - draws, draws
    total: Counter[int] = Counter()
    for token in tokens:
        after = copy.deepcopy(game)
        after.play(token)
        total.update(dict(enumerate(slow_count(after, depth - 1))))
    return total[0], total[1]


def recounted(entry: Entry) -> list[Count]:
    """The reference's counts of an entry."""
    return [slow_count(slow_game(entry), depth) for depth in range(1, len(entry.counts) + 1)]


if __name__ == "__main__":
    table = entries()
    for each in table:
        each.counts = recounted(each)
    FILE.write_text(HEAD + "".join("\n" + each.text() for each in table), encoding="utf-8")

"""How many sequences of legal moves, nature's draws included, lead so many plies on from a position.

`perft.json` holds positions and counts. They were counted by the reference; when a rule changes,
`python -m tests.support.perft` counts them anew and prints the file.
"""

import json
import sys
from pathlib import Path
from typing import TypedDict

from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.reading import read
from vanuatu.core.game import State

FILE = Path(__file__).with_name("perft.json")


class Entry(TypedDict):
    """A position and the numbers of sequences of 1, 2, 3 … plies."""

    name: str
    position: str
    counts: list[int]


def entries() -> list[Entry]:
    found: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def count(state: State, depth: int) -> int:
    """The core's count."""
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.apply(move)
        total += count(after, depth - 1)
    return total


def slow_count(game: Reference, depth: int) -> int:
    """The reference's count."""
    tokens = game.legal()
    if depth == 1:
        return len(tokens)
    total = 0
    for token in tokens:
        after = game.copy()
        after.apply(token)
        total += slow_count(after, depth - 1)
    return total


def recounted(entry: Entry) -> Entry:
    depths = range(1, len(entry["counts"]) + 1)
    counts = [slow_count(read(entry["position"]), depth) for depth in depths]
    return {"name": entry["name"], "position": entry["position"], "counts": counts}


if __name__ == "__main__":
    json.dump([recounted(entry) for entry in entries()], sys.stdout, indent=2)
    print()

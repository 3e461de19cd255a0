"""How many sequences of legal moves lead so many plies on from positions of Maori.

`perft.json` beside this file has positions, as the moves that lead to them, and counts. They were
counted by the reference; when a rule changes, `python -m tests.support.maori.perft` counts them
anew and prints the file.
"""

import copy
import json
import sys
from pathlib import Path
from typing import TypedDict

from tests.support.maori.reference import Table
from vanuatu.core.game import CHANCE
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.rng import Rng
from vanuatu.notation.maori.codec import MaoriCodec

FILE = Path(__file__).with_name("perft.json")
CODEC = MaoriCodec()
BEGINNINGS = [
    (2, (), 20, 3), (2, (), 46, 2), (3, ("ship",), 44, 2), (3, ("shipmust",), 60, 2), (4, ("atoll",), 55, 2),
    (4, ("ship", "atoll"), 70, 2), (5, (), 52, 2), (5, ("shipmust",), 80, 2),
]  # fmt: skip
MOST = 4000  # sequences, so that the reference does not count for minutes


class Entry(TypedDict):
    """Moves from the start, and the numbers of sequences of 1, 2, 3 … plies after them."""

    players: int
    options: list[str]
    moves: list[str]
    counts: list[int]


def entries() -> list[Entry]:
    found: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def reached(entry: Entry) -> Table:
    """The reference after the moves of an entry."""
    table = Table(entry["players"], tuple(entry["options"]))
    for token in entry["moves"]:
        table.play(token)
    return table


def slow_count(table: Table, depth: int) -> int:
    """The reference's count."""
    tokens = table.legal()
    if depth == 1:
        return len(tokens)
    total = 0
    for token in tokens:
        after = copy.deepcopy(table)
        after.play(token)
        total += slow_count(after, depth - 1)
    return total


def recounted(entry: Entry) -> list[int]:
    return [slow_count(reached(entry), depth) for depth in range(1, len(entry["counts"]) + 1)]


def begun(players: int, options: tuple[str, ...], plies: int, depth: int) -> Entry:
    """An entry whose moves are chosen by chance."""
    rng = Rng(plies)
    state = MaoriGame(players, options).start()
    moves: list[str] = []
    while len(moves) < plies:
        legal = state.legal_moves()
        move = state.sample(rng) if state.actor == CHANCE else legal[rng.below(len(legal))]
        moves.append(CODEC.token(state, int(move)))
        state.apply(move)
    return {"players": players, "options": list(options), "moves": moves, "counts": [0] * depth}


if __name__ == "__main__":
    made = [begun(*beginning) for beginning in BEGINNINGS]
    for one in made:
        one["counts"] = [count for count in recounted(one) if count <= MOST]
    sys.stdout.write("[\n" + ",\n".join(json.dumps(one) for one in made) + "\n]\n")

"""Moves as dense numbers and positions as observations, for environments of agents.

Each game with its options has one numbering: `make_numbering(game)` in the module `ai.<game>.numbering`.
Moves of seats have the numbers 0 to `actions` - 1, draws 0 to `draws` - 1. Both are in the canonical order of
moves, and computed by arithmetic.

A secret move has two steps, because the seat learns something between them. The first step is its veil: the
move as the others see it (`State.seen_by_others`). The second one is the move itself.
"""

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from vanuatu.core import games
from vanuatu.core.game import Game, GameError, State
from vanuatu.core.rng import Rng


class ObservationWriter:
    """Writes an observation entry by entry; each entry is a count from 0 to 255.

    It can also measure: then it records the largest value of each entry and the start of each part. So the
    order of the entries is defined in one place.
    """

    def __init__(self, measuring: bool = False) -> None:
        self.measuring = measuring
        self.parts: list[tuple[str, int]] = []
        self._out = BytesWriter()

    def start_part(self, name: str) -> None:
        """Begin the part with this name."""
        if self.measuring:
            self.parts.append((name, len(self._out)))

    def count(self, value: i64, largest: i64) -> None:
        """Write a count, limited to 0 … `largest`."""
        if value > largest or self.measuring:
            value = largest
        if value < 0:
            value = 0
        self._out.append(u8(value))

    def flag(self, is_so: bool) -> None:
        """Write an entry that is 1 or 0."""
        if is_so or self.measuring:
            self._out.append(u8(1))
        else:
            self._out.append(u8(0))

    def flags(self, bits: i64, n: i64) -> None:
        """Write an entry for each of the n lowest bits."""
        i: i64 = 0
        while i < n:
            self.flag((bits >> i) & 1 == 1)
            i += 1

    def one_of(self, index: i64, n: i64) -> None:
        """Write n entries: 1 at this index, 0 elsewhere; all 0 if the index is out of range."""
        i: i64 = 0
        while i < n:
            self.flag(i == index)
            i += 1

    def content(self) -> bytes:
        """Return all entries so far."""
        return self._out.getvalue()


def turns_after(viewer: i64, seat: i64, players: i64) -> i64:
    """Return how many turns after the viewer a seat comes; -1 if it is not a seat."""
    if seat < 0:
        return -1
    if seat >= viewer:
        return seat - viewer
    return seat - viewer + players


def seat_after(viewer: i64, turns: i64, players: i64) -> i64:
    """Return the seat that comes this many turns after the viewer; less than the number of players."""
    seat = viewer + turns
    if seat >= players:
        return seat - players
    return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Numbering:
    """Moves of a game as numbers, and positions as observations. Stateless: one object serves many games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: i64 = 0  # number of seats' moves
        self.draws: i64 = 0  # number of draws
        self.longest: i64 = 0  # upper limit for the steps of seats in a game
        self.most_draws: i64 = 0  # upper limit for the draws in a game

    def number(self, move: i64) -> i64:
        """Return the number of a seat's move, or of a draw among the draws."""
        raise NotImplementedError

    def move(self, number: i64) -> i64:
        """Return the seat's move with this number."""
        raise NotImplementedError

    def draw(self, number: i64) -> i64:
        """Return the draw with this number."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        """Write what the seat knows of a position; everything for seat -1.

        `halfway`: the seat to move has made the first step of a secret move.
        """
        raise NotImplementedError

    def layout(self) -> tuple[bytes, list[tuple[str, int, int]]]:
        """Return the largest value of each entry, and the parts of an observation: name, first entry, end."""
        writer = ObservationWriter(measuring=True)
        self.observe(self.game.start(), 0, False, writer)
        largest = writer.content()
        ends = [start for _, start in writer.parts[1:]] + [len(largest)]
        return largest, [(part[0], part[1], end) for part, end in zip(writer.parts, ends, strict=True)]

    # Secrets

    def is_veil(self, move: i64) -> bool:
        """Return whether the move is the veil of a secret move."""
        return False

    def secret(self, state: State, i: i64, veil: i64) -> i64:
        """Return the secret move number i (from 0) of the current round; -1 if there is none."""
        return -1

    def hide(self, state: State, seat: i64, halfway: bool, rng: Rng) -> State:
        """Like `State.hide`, but the seat to move may be halfway through a secret move."""
        return state.hide(seat, rng)

    def seen(self, state: State, seat: i64) -> State:
        """Return the position with the secrets of the others veiled, for a text."""
        return state

    def known(self, state: State, seat: i64, halfway: bool) -> str:
        """Return, in a word, what else the seat knows; empty if nothing."""
        return ""


def numbering_for(game: Game) -> Numbering:
    """Return the numbering of a game. Raise GameError, with the games that have one, if it has none."""
    module = games.part("vanuatu.ai", game.name, "numbering")
    if module is None:
        there = ", ".join(
            name for name in games.names() if games.part("vanuatu.ai", name, "numbering") is not None
        )
        raise GameError(f"no environment for {game.name}: its moves are not numbered (there are: {there})")
    numbering: Numbering = module.make_numbering(game)
    return numbering


def starts_of(sizes: vec[i64]) -> vec[i64]:
    """Return the start of each group if groups are numbered one after another, and at the end their total."""
    starts = vec[i64]()
    total: i64 = 0
    n = len(sizes)
    i: i64 = 0
    while i < n:
        starts = append(starts, total)
        total += sizes[i]
        i += 1
    return append(starts, total)


def group_of(starts: vec[i64], number: i64) -> i64:
    """Return the group of a number."""
    i: i64 = 0
    while starts[i + 1] <= number:
        i += 1
    return i


def ranks_of(members: i64, size: i64) -> vec[i64]:
    """Return, for each bit below `size`, how many members of the set are below it."""
    ranks = vec[i64]()
    rank: i64 = 0
    i: i64 = 0
    while i < size:
        ranks = append(ranks, rank)
        rank += (members >> i) & 1
        i += 1
    return ranks


def members_of(members: i64) -> vec[i64]:
    """Return the members of a set, ascending."""
    found = vec[i64]()
    i: i64 = 0
    while members >> i:
        if (members >> i) & 1 == 1:
            found = append(found, i)
        i += 1
    return found

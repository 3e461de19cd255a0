"""Moves as dense numbers and positions as observations, for environments of agents.

Each game with its options has one numbering: `make_numbering(game)` in the module `ai.<game>.numbering`.
Moves of seats have the numbers 0 to `actions` - 1, draws 0 to `draws` - 1. Both are in the canonical order of
moves, and computed by arithmetic.

A secret move has two steps, because the seat learns something between them. The first step is its veil: the
move as the others see it (`State.seen_by_others`). The second one is the move itself.
"""

from typing import Final, final

from librt.strings import BytesWriter, read_i32_le, write_f32_le
from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr

from vanuatu.core import games
from vanuatu.core.game import Game, GameError, State
from vanuatu.core.rng import Rng

_MOST: Final[i64] = 255  # the largest maximum of a count
_ONE: Final[i32] = 0x3F800000  # the bits of 1.0


@final
class ObservationWriter:
    """Writes observations into one array, entry by entry.

    An entry is a count divided by its maximum, as a 32-bit float.

    The array begins as zeros, so only other entries cost time. It is an array of integers because there is
    none of 32-bit floats: each integer has the bits of a float.

    Without a size the writer measures: it records the largest value of each entry and the start of each part.
    So the order of the entries is defined in one place.
    """

    def __init__(self, size: i64 = 0) -> None:
        self.measuring = size == 0
        self.parts: list[tuple[str, int]] = []
        self.largest = vec[i64]()
        self._zeros = vec[i32]([0] * int(size))
        self._values = self._zeros[:]
        self._fractions = _fractions()
        self._at: i64 = 0

    def clear(self) -> None:
        """Begin a new array; what was written before is left as it is."""
        self._values = self._zeros[:]
        self._at = 0

    def start_part(self, name: str) -> None:
        """Begin the part with this name."""
        if self.measuring:
            self.parts.append((name, len(self.largest)))

    def count(self, value: i64, largest: i64) -> None:
        """Write a count, limited to 0 … `largest`."""
        if self.measuring:
            self.largest = append(self.largest, largest)
        else:
            self._values[self._at] = self._fractions[_place_of(value, largest)]
        self._at += 1

    def counts(self, b: vec[i64], begin: i64, largest: vec[i64]) -> None:
        """Write counts from consecutive places of an array; `largest` has their maxima."""
        at = self._pass_over(largest)
        if self.measuring:
            return
        n = len(largest)
        values = self._values
        fractions = self._fractions
        i: i64 = 0
        while i < n:
            values[at] = fractions[_place_of(b[begin + i], largest[i])]
            at += 1
            i += 1

    def packed(self, counts: i64, bits: i64, largest: vec[i64]) -> None:
        """Write counts that are packed into an integer, the first one lowest; `largest` has their maxima."""
        at = self._pass_over(largest)
        if self.measuring:
            return
        n = len(largest)
        values = self._values
        fractions = self._fractions
        lowest: i64 = 1
        lowest = (lowest << bits) - 1
        i: i64 = 0
        while i < n:
            values[at] = fractions[_place_of(counts & lowest, largest[i])]
            counts >>= bits
            at += 1
            i += 1

    def flag(self, is_so: bool) -> None:
        """Write an entry that is 1 or 0."""
        if self.measuring:
            self.largest = append(self.largest, 1)
        elif is_so:
            self._values[self._at] = _ONE
        self._at += 1

    def flags(self, bits: i64, n: i64) -> None:
        """Write an entry for each of the n lowest bits."""
        at = self._at
        self._at += n
        if self.measuring:
            self._measure(n)
            return
        values = self._values
        while bits != 0 and at < self._at:
            values[at] = i32(bits & 1) * _ONE
            bits >>= 1
            at += 1

    def one_of(self, index: i64, n: i64) -> None:
        """Write n entries: 1 at this index, 0 elsewhere; all 0 if the index is out of range."""
        if self.measuring:
            self._measure(n)
        elif index >= 0 and index < n:
            self._values[self._at + index] = _ONE
        self._at += n

    def skip(self, n: i64) -> None:
        """Leave n entries at 0; not while measuring."""
        self._at += n

    def content(self) -> memoryview:
        """Return the array, read-only: 32-bit floats in native order. `clear` begins another one."""
        return memoryview(self._values)

    def _measure(self, n: i64) -> None:
        i: i64 = 0
        while i < n:
            self.largest = append(self.largest, 1)
            i += 1

    def _pass_over(self, largest: vec[i64]) -> i64:
        """Return the place of the next entry, and go on after counts with these maxima."""
        at = self._at
        self._at += len(largest)
        if self.measuring:
            for most in largest:
                self.largest = append(self.largest, most)
        return at


_fraction_table: list[vec[i32]] = []


def _fractions() -> vec[i32]:
    """Return the bits of value / largest as 32-bit floats, at the places of `_place_of`."""
    if not _fraction_table:
        out = BytesWriter()
        largest: i64 = 0
        while largest <= _MOST:
            write_f32_le(out, 0.0)
            value: i64 = 1
            while value <= largest:
                write_f32_le(out, float(value) / float(largest))
                value += 1
            largest += 1
        floats = out.getvalue()
        bits = vec[i32](capacity=len(floats) // 4)
        i: i64 = 0
        while i < len(floats):
            bits = append(bits, read_i32_le(floats, i))
            i += 4
        _fraction_table.append(bits)
    return _fraction_table[0]


def _place_of(value: i64, largest: i64) -> i64:
    """Return where the table of fractions has a count, limited to 0 … `largest`."""
    if value < 0:
        value = 0
    if value > largest:
        value = largest
    return (largest * (largest + 1) >> 1) + value


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


@final
class MoveTable:
    """The moves with the numbers 0, 1, … in ascending order, and a table from a move back to its number.

    A move is a multiple of `unit`, a power of two, for its kind, plus a detail. For each kind, the table has
    a place for every detail up to the largest one that occurs.
    """

    def __init__(self, moves: vec[i64], unit: i64) -> None:
        self.moves: Final = moves
        self._details = unit - 1
        self._shift: i64 = 0
        while unit >> self._shift > 1:
            self._shift += 1
        sizes = vec[i64]()
        for move in moves:
            while len(sizes) <= move >> self._shift:
                sizes = append(sizes, 0)
            sizes[move >> self._shift] = (move & self._details) + 1
        self._starts = starts_of(sizes)
        self._numbers = vec[i16]([-1] * int(self._starts[len(sizes)]))
        number: i64 = 0
        while number < len(moves):
            move = moves[number]
            self._numbers[self._starts[move >> self._shift] + (move & self._details)] = i16(number)
            number += 1

    def number(self, move: i64) -> i64:
        """Return the number of a move, -1 if it has none."""
        kind = move >> self._shift
        if kind < 0 or kind + 1 >= len(self._starts):
            return -1
        place = self._starts[kind] + (move & self._details)
        if place >= self._starts[kind + 1]:
            return -1
        return i64(self._numbers[place])

    def numbers(self, moves: vec[i64]) -> vec[i64]:
        """Return the numbers of moves that have one."""
        found = moves[:]
        starts = self._starts
        numbers = self._numbers
        n = len(moves)
        i: i64 = 0
        while i < n:
            move = moves[i]
            found[i] = i64(numbers[starts[move >> self._shift] + (move & self._details)])
            i += 1
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Numbering:
    """Moves of a game as numbers, and positions as observations. Stateless: one object serves many games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: i64 = 0  # number of seats' moves
        self.draws: i64 = 0  # number of draws
        self.longest: i64 = 0  # upper limit for the steps of seats in a game
        self.most_draws: i64 = 0  # upper limit for the draws in a game
        self._entries: i64 = 0

    @property
    def entries(self) -> i64:
        """The number of entries of an observation."""
        if self._entries == 0:
            self._entries = len(self.layout()[0])
        return self._entries

    def number(self, move: i64) -> i64:
        """Return the number of a seat's move, or of a draw among the draws."""
        raise NotImplementedError

    def move(self, number: i64) -> i64:
        """Return the seat's move with this number."""
        raise NotImplementedError

    def numbers(self, moves: vec[i64]) -> vec[i64]:
        """Return the numbers of legal moves of a seat."""
        found = moves[:]
        i: i64 = 0
        while i < len(moves):
            found[i] = self.number(moves[i])
            i += 1
        return found

    def draw(self, number: i64) -> i64:
        """Return the draw with this number."""
        raise NotImplementedError

    def ranked_move(self, kind: i64, rank: i64) -> i64:
        """Return the move of a seat with this rank among those of its kind."""
        raise NotImplementedError

    def moves_by_kind(self, first: i64, sizes: vec[i64]) -> vec[i64]:
        """Return the moves of seats in order; `sizes` has their number for each kind."""
        moves = vec[i64]()
        kind = first
        while kind < len(sizes):
            rank: i64 = 0
            while rank < sizes[kind]:
                moves = append(moves, self.ranked_move(kind, rank))
                rank += 1
            kind += 1
        return moves

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        """Write what the seat knows of a position; everything for seat -1.

        `halfway`: the seat to move has made the first step of a secret move.
        """
        raise NotImplementedError

    def layout(self) -> tuple[list[int], list[tuple[str, int, int]]]:
        """Return the maximum of each entry's count, and the parts: name, first entry, end."""
        writer = ObservationWriter()
        self.observe(self.game.start(), 0, False, writer)
        largest = [int(count) for count in writer.largest]
        ends = [start for _, start in writer.parts[1:]] + [len(largest)]
        return largest, [(part[0], part[1], end) for part, end in zip(writer.parts, ends, strict=True)]

    # Secrets

    def may_hide(self, state: State) -> bool:
        """Return whether a legal move of the seat to move may be secret."""
        return True

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


_numberings: dict[tuple[type[Game], int, tuple[str, ...]], Numbering] = {}


def numbering_for(game: Game) -> Numbering:
    """Return the numbering of a game. Raise GameError, with the games that have one, if it has none."""
    setup = type(game), int(game.players), game.options
    known = _numberings.get(setup)
    if known is not None:
        return known
    module = games.part("vanuatu.ai", game.name, "numbering")
    if module is None:
        there = ", ".join(
            name for name in games.names() if games.part("vanuatu.ai", name, "numbering") is not None
        )
        raise GameError(f"no environment for {game.name}: its moves are not numbered (there are: {there})")
    numbering: Numbering = module.make_numbering(game)
    _numberings[setup] = numbering
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


def members_of(members: i64) -> vec[i64]:
    """Return the members of a set, ascending."""
    found = vec[i64]()
    i: i64 = 0
    while members >> i:
        if (members >> i) & 1 == 1:
            found = append(found, i)
        i += 1
    return found

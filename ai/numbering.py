"""What an environment for agents asks of a game: its moves as dense numbers, a position as one seat sees it.

One numbering a game with its options, `make_numbering(game)` of the module `ai.<game>.numbering`. The numbers
of seats' moves go from 0 to `actions` - 1, those of nature's draws from 0 to `draws` - 1; both in the
canonical order of moves, found by arithmetic.

A secret move is made in two steps, for what a seat sees while it makes it is news: first its veil, the move
as the others see it (`State.seen_by_others`), then which of the moves under this veil.
"""

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from vanuatu.core import games
from vanuatu.core.game import Game, GameError, State
from vanuatu.core.rng import Rng


class ObservationWriter:
    """An observation as it is taken down, entry by entry, each a count from 0 to 255.

    When it measures, it notes instead how large each entry can become, and where each part begins: so the
    order of the entries is written in one place.
    """

    def __init__(self, measuring: bool = False) -> None:
        self.measuring = measuring
        self.parts: list[tuple[str, int]] = []
        self._out = BytesWriter()

    def start_part(self, name: str) -> None:
        """Here begins what has this name."""
        if self.measuring:
            self.parts.append((name, len(self._out)))

    def count(self, value: i64, largest: i64) -> None:
        """An entry: a count, cut off where it is below 0 or above the largest."""
        if value > largest or self.measuring:
            value = largest
        if value < 0:
            value = 0
        self._out.append(u8(value))

    def flag(self, is_so: bool) -> None:
        """An entry that is 1 or 0."""
        if is_so or self.measuring:
            self._out.append(u8(1))
        else:
            self._out.append(u8(0))

    def flags(self, bits: i64, n: i64) -> None:
        """An entry for each of the n lowest bits."""
        i: i64 = 0
        while i < n:
            self.flag((bits >> i) & 1 == 1)
            i += 1

    def one_of(self, index: i64, n: i64) -> None:
        """An entry for each of n things, 1 for the one with this index; none for another index."""
        i: i64 = 0
        while i < n:
            self.flag(i == index)
            i += 1

    def content(self) -> bytes:
        """All entries so far."""
        return self._out.getvalue()


def turns_after(viewer: i64, seat: i64, players: i64) -> i64:
    """How many turns after the viewer a seat comes; -1 if it is none."""
    if seat < 0:
        return -1
    if seat >= viewer:
        return seat - viewer
    return seat - viewer + players


def seat_after(viewer: i64, turns: i64, players: i64) -> i64:
    """The seat that comes so many turns after the viewer, fewer than there are players."""
    seat = viewer + turns
    if seat >= players:
        return seat - players
    return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Numbering:
    """A game's moves as numbers and its positions as observations. Without memory: one serves many games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions: i64 = 0  # how many numbers seats' moves have
        self.draws: i64 = 0  # and nature's
        self.longest: i64 = 0  # no game has more steps of seats
        self.most_draws: i64 = 0  # nor more draws

    def number(self, move: i64) -> i64:
        """The number of a seat's move, or of a draw among the draws."""
        raise NotImplementedError

    def move(self, number: i64) -> i64:
        """The seat's move with this number."""
        raise NotImplementedError

    def draw(self, number: i64) -> i64:
        """The draw with this number."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        """Take down what the seat knows of a position, or what there is to know for seat -1.

        With `halfway` the seat that is to move has made the first step of a secret move.
        """
        raise NotImplementedError

    def layout(self) -> tuple[bytes, list[tuple[str, int, int]]]:
        """How large each entry of an observation can become, and the parts: name, first entry, end."""
        writer = ObservationWriter(measuring=True)
        self.observe(self.game.start(), 0, False, writer)
        largest = writer.content()
        ends = [start for _, start in writer.parts[1:]] + [len(largest)]
        return largest, [(part[0], part[1], end) for part, end in zip(writer.parts, ends, strict=True)]

    # Where there are secrets

    def is_veil(self, move: i64) -> bool:
        """Whether the move is only what others see of a secret one."""
        return False

    def secret(self, state: State, i: i64, veil: i64) -> i64:
        """The i-th secret move of the running round, from 0, as the position has it; -1 if it keeps none."""
        return -1

    def hide(self, state: State, seat: i64, halfway: bool, rng: Rng) -> State:
        """As `State.hide`, where the seat to move may be halfway through a secret move."""
        return state.hide(seat, rng)

    def seen(self, state: State, seat: i64) -> State:
        """The position with the secrets of the others veiled, to be written down."""
        return state

    def known(self, state: State, seat: i64, halfway: bool) -> str:
        """In a word, what the seat knows beside that; empty if nothing."""
        return ""


def numbering_for(game: Game) -> Numbering:
    """The numbering of a game; GameError, with the games that have one, if it has none."""
    module = games.part("vanuatu.ai", game.name, "numbering")
    if module is None:
        there = ", ".join(
            name for name in games.names() if games.part("vanuatu.ai", name, "numbering") is not None
        )
        raise GameError(f"no environment for {game.name}: its moves are not numbered (there are: {there})")
    numbering: Numbering = module.make_numbering(game)
    return numbering


def starts_of(sizes: vec[i64]) -> vec[i64]:
    """Where each of some groups begins when they are numbered one after another; last, how many there are."""
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
    """The group that a number belongs to."""
    i: i64 = 0
    while starts[i + 1] <= number:
        i += 1
    return i


def ranks_of(members: i64, size: i64) -> vec[i64]:
    """For each bit of a set below `size`, how many members of the set stand before it."""
    ranks = vec[i64]()
    rank: i64 = 0
    i: i64 = 0
    while i < size:
        ranks = append(ranks, rank)
        rank += (members >> i) & 1
        i += 1
    return ranks


def members_of(members: i64) -> vec[i64]:
    """The members of a set, ascending."""
    found = vec[i64]()
    i: i64 = 0
    while members >> i:
        if (members >> i) & 1 == 1:
            found = append(found, i)
        i += 1
    return found

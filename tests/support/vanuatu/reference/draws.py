"""All possible draws, each token with its number of combinations."""

from collections.abc import Iterator
from itertools import combinations, permutations

from tests.support.vanuatu.reference.components import CHARACTERS

Weights = dict[str, int]
Ships = tuple[str, ...]


def start() -> Weights:
    return {"#start=" + "".join(order): 1 for order in permutations("012")}


def tiles(letters: str, drawn: list[str]) -> Weights:
    """The first time a letter comes either of its tiles does, the second time the other one."""
    first, second = (
        [letter + number for number in "12" if letter + number not in drawn] for letter in letters
    )
    return {f"#tiles={one},{other}": 1 for one in first for other in second}


def ships(filled: Ships, pile: Ships, discards: Ships) -> Weights:
    """A ship for each filled one, or the first three when nothing is on display yet."""
    weights: Weights = {}
    for drawn, _, _ in replacements(filled or ("", "", ""), pile, discards):
        token = "#ships=" + ",".join(drawn)
        weights[token] = weights.get(token, 0) + 1
    return weights


def replacements(filled: Ships, pile: Ships, discards: Ships) -> Iterator[tuple[Ships, Ships, Ships]]:
    """All ways to replace these ships one by one: the ships drawn, then pile and discards (ruling 3).

    An empty name stands for a ship that is not there yet. A pile that has run out is renewed at once, before
    the next filled ship is discarded.
    """
    if not filled:
        yield (), pile, discards
        return
    discards += (filled[0],) if filled[0] else ()
    if not pile:
        pile, discards = discards, ()
    for place, ship in enumerate(pile):
        left, thrown = pile[:place] + pile[place + 1 :], discards
        if not left:
            left, thrown = thrown, ()
        for later, last_pile, last_discards in replacements(filled[1:], left, thrown):
            yield (ship, *later), last_pile, last_discards


def tourists(pile: tuple[int, ...]) -> Weights:
    return {f"#tourists={value}": pile.count(value) for value in pile}


def first(seats: str) -> Weights:
    return {f"#first={seat}": 1 for seat in seats}


def flood() -> Weights:
    return {f"#flood={pips}": 1 for pips in range(1, 7)}


def cast(before: list[str]) -> Weights:
    """Five characters on offer, none of which was on offer in the round before."""
    fresh = [name for name in CHARACTERS if name not in before]
    return {"#cast=" + ",".join(five): 1 for five in combinations(fresh, 5)}

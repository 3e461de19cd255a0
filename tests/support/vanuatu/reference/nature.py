"""What nature can draw, each token with the number of ways it can come about."""

from collections.abc import Iterator
from itertools import combinations, permutations

from tests.support.vanuatu.reference.components import CHARACTERS

Weights = dict[str, int]


def start() -> Weights:
    return {"#start=" + "".join(order): 1 for order in permutations("012")}


def tiles(letters: str, drawn: list[str]) -> Weights:
    """The first time a letter comes either of its tiles does, the second time the other one."""
    first, second = (
        [letter + number for number in "12" if letter + number not in drawn] for letter in letters
    )
    return {f"#tiles={one},{other}": 1 for one in first for other in second}


def ships(number: int, pile: tuple[str, ...], discards: tuple[str, ...]) -> Weights:
    """So many ships one by one; when the pile is empty the discards become the pile."""
    weights: Weights = {}
    for drawn in draws(number, pile, discards):
        token = "#ships=" + ",".join(drawn)
        weights[token] = weights.get(token, 0) + 1
    return weights


def draws(number: int, pile: tuple[str, ...], discards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if number == 0:
        yield ()
        return
    if not pile:
        pile, discards = discards, ()
    for place, ship in enumerate(pile):
        for later in draws(number - 1, pile[:place] + pile[place + 1 :], discards):
            yield (ship, *later)


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

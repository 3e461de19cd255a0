"""Who sits where, and on which draws: everything about a game of a match that its number decides.

The games of a match come in sets. A set plays every seating once on the same seed, so that neither
seats nor draws favour anybody; the next set has the next seed.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import perm

SEED_LIMIT = 2**53  # every program that reads JSON keeps such a number exactly
_SEED_STEP = 0x1E3779B97F4A7D  # odd, so that no seed comes twice; from the golden section, so that sets of
# neighbouring matches do not share their seeds
_MOST = 100_000

Seating = tuple[int, ...]  # for each seat the number of the bot that sits there


class SeatingFault(ValueError):
    """These bots cannot be seated in balance; one line that says why."""


def seatings(specs: Sequence[str], players: int) -> list[Seating]:
    """Every balanced way to seat the bots, each once; equal specs count as one bot.

    With more bots than seats every choice of bots in every order; with fewer, each bot sits in as
    many seats as the others or in one more. Those that are one another turned round the table stand
    together, so that after each such group everybody has sat everywhere.
    """
    if not specs:
        raise SeatingFault("a match needs at least one bot")
    names = list(dict.fromkeys(specs))
    entrants = [names.index(spec) for spec in specs]
    if perm(max(len(entrants), players), players) > _MOST:
        raise SeatingFault(f"{len(entrants)} bots in {players} seats are more seatings than can be balanced")
    seen: set[Seating] = set()
    ordered: list[Seating] = []
    for seating in _fillings(entrants, players):
        for turned in _turned(seating):
            if turned not in seen:
                seen.add(turned)
                ordered.append(turned)
    return ordered


def _fillings(entrants: list[int], players: int) -> Iterable[Seating]:
    if len(entrants) >= players:
        yield from permutations(entrants, players)
        return
    each, over = divmod(players, len(entrants))
    groups = {tuple(sorted(entrants * each + list(extra))) for extra in combinations(entrants, over)}
    for group in sorted(groups):
        yield from permutations(group)


def _turned(seating: Seating) -> list[Seating]:
    """The seating turned round the table, seat by seat."""
    return [seating[-turn:] + seating[:-turn] if turn else seating for turn in range(len(seating))]


def game_seed(match_seed: int, number: int, set_size: int) -> int:
    """The seed of the game of that number (from 1): one a set, and the first set has that of the match."""
    return (match_seed + (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT


def match_seed(seed: int, number: int, set_size: int) -> int:
    """The seed of the match in which the game of that number has that seed."""
    return (seed - (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT

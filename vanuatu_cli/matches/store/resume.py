"""Going on with a match from the games that are there.

A game is known by its number (the tag Round) and its seed, never by where it stands or how many
there are. The file may end in half a game, and games may be missing anywhere.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from notation.codec import SEAT_NAMES
from notation.errors import Fault
from notation.tags import number_in
from vanuatu_cli.errors import CallFault
from vanuatu_cli.matches.play.work import Match
from vanuatu_cli.matches.stats.outcome import Outcome, outcome_of
from vanuatu_cli.matches.store.found import Found, scan


@dataclass(frozen=True)
class Kept:
    """A game of the match that is in the file."""

    offset: int
    size: int
    outcome: Outcome


@dataclass
class Survey:
    """What is in the file: the games by number. `in_order`: nothing but these stands before `end`."""

    kept: dict[int, Kept]
    in_order: bool
    end: int


def first_game(path: Path, form: str) -> tuple[int, int] | None:
    """Number and seed of the first game in the file, from which the seed of its match follows."""
    try:
        with open(path, "rb") as stream:
            for found in scan(stream, form):
                number, seed = number_in(found.tags, "Round"), number_in(found.tags, "Seed")
                if number and seed is not None:
                    return number, seed
    except OSError:
        return None
    return None


def survey(path: Path, match: Match) -> Survey:
    """The games of the match in the file; CallFault if it holds others.

    A game without a result is one that was left out: it is tried again. What is broken at the end is
    half a game; broken elsewhere, it is no doing of a match.
    """
    found_all = Survey({}, in_order=True, end=0)
    last, broken = 0, ""
    with open(path, "rb") as stream:
        for found in scan(stream, match.form):
            if broken:
                raise CallFault(f"{broken}: --resume goes on with the file of a match only")
            if not found.whole or found.fault:
                fault = found.fault or Fault(found.line, 1, "a game without an end")
                broken = fault.at(str(path))
                continue
            outcome = outcome_of(found.tags)
            number = _number(found, match, path)
            if outcome is None or number in found_all.kept:
                found_all.in_order = False
                continue
            found_all.in_order = found_all.in_order and number > last
            found_all.kept[number] = Kept(found.offset, found.size, outcome)
            found_all.end = found.offset + found.size
            last = number
    return found_all


def _number(found: Found, match: Match, path: Path) -> int:
    """The number of a game that is one of this match."""
    tags = found.tags
    number = number_in(tags, "Round")
    if not number:
        raise CallFault(f"{path}:{found.line}: a game without a number: the file is not of a match")
    there = [tags.get(name, "") for name in SEAT_NAMES if name in tags]
    expected = match.names(number)
    if tags.get("GameType") != match.game or tags.get("Variant", "") != ",".join(match.options):
        why = f"it is of {tags.get('GameType')} {tags.get('Variant', '')}".rstrip()
    elif there != expected:
        why = f"its players are {', '.join(there)}, not {', '.join(expected)}"
    elif tags.get("Seed") != str(match.seed_of(number)):
        why = f"its seed is {tags.get('Seed', 'missing')}, not {match.seed_of(number)}"
    else:
        return number
    raise CallFault(f"{path}:{found.line}: game {number} is of another match: {why}")


def put_in_order(path: Path, kept: dict[int, Kept], separator: bytes) -> None:
    """Write the file anew with these games alone, in order; it is the old one or the new one, never half."""
    beside = path.with_name(path.name + ".ordered")
    with open(path, "rb") as source, open(beside, "wb") as target:
        for place, number in enumerate(sorted(kept)):
            source.seek(kept[number].offset)
            raw = source.read(kept[number].size)
            target.write(separator + raw if place else raw)
        target.flush()
        os.fsync(target.fileno())
    os.replace(beside, path)

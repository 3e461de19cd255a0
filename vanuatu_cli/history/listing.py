"""The list of saved games as a table, for `vanuatu games` and the prompt."""

from collections import Counter
from collections.abc import Sequence

from vanuatu.cli.history import saves
from vanuatu.cli.history.saves import SavedGame
from vanuatu.cli.terminal.console import table
from vanuatu.notation.errors import excerpt
from vanuatu.notation.printable import printable

HEADERS = ("", "game", "", "points", "against", "played", "file")
SHOWN = 20  # finished games that are listed
_LONGEST_NAME = 16
_LONGEST_TITLE = 40


def rows(games: Sequence[SavedGame], *, every: bool = False) -> list[tuple[str, ...]]:
    """Return the rows of the table: number, game, round, points, opponents, age, name.

    Without `every`, all unfinished games are listed and the last finished ones.
    """
    found: list[tuple[str, ...]] = []
    finished = 0
    for number, one in enumerate(games, 1):
        finished += one.finished
        if one.finished and finished > SHOWN and not every:
            continue
        title = printable(one.title, _LONGEST_TITLE)
        if one.error:
            found.append((str(number), "damaged", "", "", "", saves.ago(one.when), title))
            continue
        where = "finished" if one.finished else f"{one.round_word} {one.round}"
        cells = (where, points(one), opponents(one), saves.ago(one.when), title)
        found.append((str(number), "daily" if one.daily else one.game, *cells))
    return found


def text(games: Sequence[SavedGame], width: int, *, every: bool = False) -> str:
    """Return the table. If it is too wide, leave out the game, the age, or the opponents."""
    found = rows(games, every=every)
    columns = list(range(len(HEADERS)))
    for spare in (None, 1, 5, 4):
        if spare is not None:
            columns.remove(spare)
        made = table([HEADERS[at] for at in columns], [[row[at] for at in columns] for row in found])
        if max(map(len, made.splitlines())) <= width:
            break
    return made


def problems(games: Sequence[SavedGame]) -> list[str]:
    """Return a line for each damaged game."""
    return [f"{one.path}:{one.error}" for one in games if one.error]


def points(one: SavedGame) -> str:
    """Return the points, those of the one person first."""
    people = one.people
    if len(people) != 1:
        return "–".join(map(str, one.scores))
    others = [str(score) for seat, score in enumerate(one.scores) if seat != people[0]]
    return f"{one.scores[people[0]]} : {' '.join(others)}"


def opponents(one: SavedGame) -> str:
    """Return the names of the other players; equal names are counted."""
    people = one.people
    mine = people[0] if len(people) == 1 else -1
    counts = Counter(excerpt(name, _LONGEST_NAME) for seat, name in enumerate(one.names) if seat != mine)
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in counts.items())


def described(one: SavedGame) -> str:
    """Return an unfinished game in words."""
    return (
        f"{one.game} against {opponents(one)}, {one.round_word} {one.round}, points {points(one)}, "
        f"{saves.ago(one.when)}"
    )

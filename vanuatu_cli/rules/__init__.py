"""The rules in short, by topic: one text a game, `NAME.md` beside this file.

A topic begins with `## name: what it is about` and ends at the next one; what stands before the
first is about the file and is not shown.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from core.games import NAMES

FIRST_TOPIC: Final = "overview"
_FOLDER: Final = Path(__file__).parent
_MARK: Final = "## "


@dataclass(frozen=True)
class Topic:
    """A part of the rules: its name, what it is about in a line, and the text."""

    name: str
    about: str
    text: str


def games() -> list[str]:
    """The games that have rules here."""
    return [name for name in NAMES if (_FOLDER / f"{name}.md").exists()]


@cache
def topics(game: str) -> dict[str, Topic]:
    """All topics of a game in the order of its text; KeyError if there is no such game."""
    if game not in games():
        raise KeyError(game)
    found: dict[str, Topic] = {}
    for part in (_FOLDER / f"{game}.md").read_text(encoding="utf-8").split("\n" + _MARK)[1:]:
        heading, _, text = part.partition("\n")
        name, _, about = heading.partition(": ")
        found[name] = Topic(name, about, text.strip("\n"))
    return found


def topic(game: str, name: str) -> Topic:
    """A topic by its name or the beginning of it; KeyError, with the names nearest, if there is none."""
    known = topics(game)
    wanted = name.strip().lower().replace(" ", "-")
    if wanted in known:
        return known[wanted]
    begun = [one for one in known if wanted and one.startswith(wanted)]
    if len(begun) == 1:
        return known[begun[0]]
    raise KeyError(name, begun or get_close_matches(wanted, known))


def contents(game: str) -> str:
    """The names of the topics, a line each, with what they are about."""
    known = topics(game).values()
    width = max(len(one.name) for one in known)
    return "\n".join(f"  {one.name.ljust(width)}  {one.about}" for one in known)

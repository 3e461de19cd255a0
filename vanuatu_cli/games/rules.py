"""The rules by topic: the file `rules.md` in the folder of each game.

A topic begins with `## name: summary` and ends at the next one. The text before the first topic describes
the file and is not shown.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from vanuatu.core.games import names, package_of

FIRST_TOPIC: Final = "overview"
_MARK: Final = "## "
_ALIASES: Final = {
    "setup": ("start", "begin", "beginning"),
    "phases": ("round", "rounds", "turn", "turns", "phase"),
    "planning": ("action", "actions", "marker", "markers", "plan", "plans"),
    "draw": ("drawing", "drawings", "sand"),
    "money": ("vatu", "vatus", "prosperity"),
    "explore": ("treasure", "treasures", "dive"),
    "buy": ("good", "goods", "ship", "ships", "export"),
    "transport": ("tourist", "tourists"),
    "build": ("hut", "huts", "dike", "dikes"),
    "scoring": ("score", "points", "end", "winner"),
    "notation": ("token", "tokens", "pvn"),
    "overview": ("rules", "summary", "introduction", "goal"),
    "laying": ("lay", "place"),
    "voyage": ("explorer", "sail", "sailing"),
    "islands": ("island",),
}


@dataclass(frozen=True)
class Topic:
    """A part of the rules: its name, a summary in one line, and the text."""

    name: str
    about: str
    text: str


def games() -> list[str]:
    """Return the games that have a text of rules."""
    return [name for name in names() if _text_of(name) is not None]


@cache
def topics(game: str) -> dict[str, Topic]:
    """Return all topics of a game in the order of its text. Raise KeyError if there is no such game."""
    text = _text_of(game)
    if text is None:
        raise KeyError(game)
    found: dict[str, Topic] = {}
    for part in text.split("\n" + _MARK)[1:]:
        heading, _, text = part.partition("\n")
        name, _, about = heading.partition(": ")
        found[name] = Topic(name, about, text.strip("\n"))
    return found


def _text_of(game: str) -> str | None:
    """Return the text of a game's rules, or None. Raise KeyError if there is no such game."""
    try:
        folder = import_module(package_of("vanuatu.cli.games", game)).__path__[0]
        return (Path(folder) / "rules.md").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        return None


def topic(game: str, name: str) -> Topic:
    """Return a topic by its name or the beginning of it. Raise KeyError with the nearest names otherwise."""
    known = topics(game)
    wanted = name.strip().lower().replace(" ", "-")
    if wanted in known:
        return known[wanted]
    matches = [one for one in known if wanted and one.startswith(wanted)]
    if len(matches) == 1:
        return known[matches[0]]
    for one, words in _ALIASES.items():
        if wanted in words and one in known:
            return known[one]
    raise KeyError(name, matches or get_close_matches(wanted, known, cutoff=0.7))


def contents(game: str) -> str:
    """Return the topics, one per line, with their summaries."""
    known = topics(game).values()
    width = max(len(one.name) for one in known)
    return "\n".join(f"  {one.name.ljust(width)}  {one.about}" for one in known)

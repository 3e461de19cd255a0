"""The project describes the rules in its own words: no text shares a long run of words with a rulebook.

The rulebooks are not part of the project. If they are in the folder beside it, they are compared;
otherwise there is nothing to compare.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents import ROOT

RULEBOOKS = ROOT.parent / "shared" / "seeds"
LONGEST = 7  # allowed length of a shared run of words
PLACES = (
    "*.md",
    "docs/**/*",
    "games/*",
    "core/**/*.py",
    "notation/**/*.py",
    "ai/**/*.py",
    "vanuatu_cli/**/*",
)
SUFFIXES = (".md", ".pvn", ".py", ".sh", ".txt")
WORD = re.compile(r"[^\W_]+")

Run = tuple[str, ...]


def runs(text: str) -> Iterator[Run]:
    """Return all runs of words that are too long for a coincidence; punctuation and line ends are ignored."""
    words = WORD.findall(text.lower())
    return zip(*(words[first:] for first in range(LONGEST + 1)), strict=False)


def borrowed(text: str, rulebooks: frozenset[Run]) -> list[str]:
    """Return the runs that a text shares with the rulebooks."""
    return [" ".join(run) for run in runs(text) if run in rulebooks]


def texts() -> list[Path]:
    """Return the files with text for readers: documents, games, rules, lessons, help, reasons."""
    found = {path for place in PLACES for path in ROOT.glob(place) if path.suffix in SUFFIXES}
    return sorted(path for path in found if path.is_file())


def test_shared_run_of_eight_words_is_found_across_lines_and_punctuation() -> None:
    rulebook = frozenset(runs("On each boat, three of the passengers may sing at once."))
    assert borrowed("(each boat: three of\nthe PASSENGERS may - sing)", rulebook) == [
        "each boat three of the passengers may sing"
    ]
    assert borrowed("each boat three of the passengers may dance", rulebook) == []


def test_compared_texts_are_those_for_readers() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in texts()}
    assert {
        "README.md",
        "docs/rules.md",
        "docs/rulings.md",
        "games/rule-beggar.pvn",
        "notation/vanuatu/reasons.py",
        "vanuatu_cli/games/vanuatu/lesson.py",
        "vanuatu_cli/games/maori/rules.md",
    } <= names


def test_no_text_shares_eight_words_in_a_row_with_a_rulebook() -> None:
    if not RULEBOOKS.is_dir():
        pytest.skip("the rulebooks do not lie beside the project")
    books = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(RULEBOOKS.glob("*.txt"))]
    assert books
    rulebooks = frozenset(run for book in books for run in runs(book))
    for path in texts():
        assert borrowed(path.read_text(encoding="utf-8"), rulebooks) == [], path.name

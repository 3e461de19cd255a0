"""The rules are told in words of our own: nothing that users read runs along with a rulebook for long.

The rulebooks are no part of the project. Where they lie beside it, they are compared; elsewhere there
is nothing to compare.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents import ROOT

RULEBOOKS = ROOT.parent / "shared" / "seeds"
LONGEST = 7  # words in a row that may stand in both
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
    """Every run of words that is too long to stand in two books by chance, signs and lines left aside."""
    words = WORD.findall(text.lower())
    return zip(*(words[first:] for first in range(LONGEST + 1)), strict=False)


def borrowed(text: str, rulebooks: frozenset[Run]) -> list[str]:
    """What a text has in common with the rulebooks."""
    return [" ".join(run) for run in runs(text) if run in rulebooks]


def texts() -> list[Path]:
    """The files with words that somebody reads: documents, games, rules, lessons, help, reasons."""
    found = {path for place in PLACES for path in ROOT.glob(place) if path.suffix in SUFFIXES}
    return sorted(path for path in found if path.is_file())


def test_a_run_of_eight_words_is_found_across_lines_and_signs() -> None:
    rulebook = frozenset(runs("On each boat, three of the passengers may sing at once."))
    assert borrowed("(each boat: three of\nthe PASSENGERS may - sing)", rulebook) == [
        "each boat three of the passengers may sing"
    ]
    assert borrowed("each boat three of the passengers may dance", rulebook) == []


def test_the_texts_that_are_compared_are_those_that_are_read() -> None:
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


def test_no_run_of_eight_words_stands_in_a_rulebook_too() -> None:
    if not RULEBOOKS.is_dir():
        pytest.skip("the rulebooks do not lie beside the project")
    books = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(RULEBOOKS.glob("*.txt"))]
    assert books
    rulebooks = frozenset(run for book in books for run in runs(book))
    for path in texts():
        assert borrowed(path.read_text(encoding="utf-8"), rulebooks) == [], path.name

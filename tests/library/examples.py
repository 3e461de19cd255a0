"""Runs examples as they stand in docstrings and documents: `>>>` lines, where `…` is whatever is left out."""

import doctest
import re
from pathlib import Path

import pytest

from tests.support.documents import ROOT

FENCED = re.compile(r"^```pycon$\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def failures(text: str, name: str) -> str:
    """Run all examples of a text, one after another in one namespace; what went otherwise than shown."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(text, {}, name, name, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctest, "ELLIPSIS_MARKER", "\\u2026")  # … as doctest compares it
        runner.run(test, out=told.append)
    return "".join(told)


def document_examples(path: Path) -> str:
    """The `pycon` blocks of a document, at their lines; all else is blank."""
    text = path.read_text(encoding="utf-8")
    kept, end = "", 0
    for block in FENCED.finditer(text):
        kept += "\n" * text.count("\n", end, block.start(1)) + block[1]
        end = block.end(1)
    return kept


def lay_out_games(folder: Path) -> None:
    """The games of the project where examples look for them, in a folder of their own."""
    (folder / "games").symlink_to(ROOT / "games")

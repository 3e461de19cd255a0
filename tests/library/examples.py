"""Run the `>>>` examples of docstrings and documents; `…` matches any text."""

import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.documents import ROOT

FENCED = re.compile(r"^```pycon(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def failures(text: str, name: str) -> str:
    """Run all examples of a text, one after another in one namespace; what went otherwise than shown."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(text, {}, name, name, 0)
    message: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctest, "ELLIPSIS_MARKER", "\\u2026")  # … as doctest compares it
        runner.run(test, out=message.append)
    return "".join(message)


def document_examples(path: Path) -> str:
    """The `pycon` blocks of a document that can run here, at their lines; all else is blank."""
    text = path.read_text(encoding="utf-8")
    kept, end = "", 0
    for block in FENCED.finditer(text):
        if not missing(block[1]):
            kept += "\n" * text.count("\n", end, block.start(2)) + block[2]
            end = block.end(2)
    return kept


def needs_of(path: Path) -> set[str]:
    """The modules that the `pycon` blocks of a document need and that are not here."""
    return {name for block in FENCED.finditer(path.read_text(encoding="utf-8")) for name in missing(block[1])}


def missing(needs: str | None) -> list[str]:
    """Those of the modules named behind a fence that are not here."""
    return [name for name in (needs or "").split() if find_spec(name) is None]


def lay_out_games(folder: Path) -> None:
    """The games of the project where examples look for them, in a folder of their own."""
    (folder / "games").symlink_to(ROOT / "games")

"""No text or symbol of a picture overlaps another: every third position of all games, in a browser.

The regular suite checks a part of them. `pytest -n 0 -m long tests/pictures/test_overlaps.py` checks all.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.pictures.browser import browsing
from tests.pictures.played import GAMES, names_of, positions
from vanuatu.notation.boards.colours import style
from vanuatu.notation.boards.shapes import symbols
from vanuatu.notation.boards.svg import svg
from vanuatu.notation.files import read_games

SCRIPT = Path(__file__).with_name("overlaps.js").read_text(encoding="utf-8")
AT_ONCE = 25  # pictures on a page


def pictures(step: int) -> Iterator[tuple[str, str]]:
    """Every `step`-th position of all games with its name, and the last one of each, with their marks."""
    for path in sorted(GAMES.glob("*.pvn")):
        for read in read_games(path):
            built = read.session
            last = len(built.moves)
            for ply, (token, state) in enumerate(positions(built)):
                if ply % step == 0 or ply == last:
                    scene = built.codec.scene(state)
                    drawn = svg(built.codec.game, scene, names_of(built), token or None)
                    yield f"{path.name} {read.number} ply {ply}", drawn


def bare(picture: str) -> str:
    """The picture without its style and symbols, which the page has once for all."""
    return re.sub(r"<style>.*?</style>|<defs>.*?</defs>", "", re.sub(r"\bvp-[0-9a-f]{8}\b", "vp", picture))


def overlaps(folder: Path, step: int) -> tuple[int, list[str]]:
    """Return the number of pictures, and what overlaps in them."""
    count, found = 0, []
    page = folder / "pictures.html"
    head = f"<style>{style()}</style><svg width='0' height='0'><defs>{symbols()}</defs></svg>"
    page.write_text(f'<!doctype html><meta charset="utf-8">{head}<body><main></main>', encoding="utf-8")
    with browsing(folder) as browser:
        browser.look(1100, 900)
        browser.open(page)
        drawings = pictures(step)
        while batch := list(islice(drawings, AT_ONCE)):
            drawn = "".join(bare(picture) for _, picture in batch)
            for (name, _), findings in zip(batch, browser.run(SCRIPT, drawn), strict=True):
                count += 1
                found += [f"{name}: {finding}" for finding in findings]
    return count, found


def test_no_text_or_symbol_overlaps_another_in_some_positions(tmp_path: Path) -> None:
    count, found = overlaps(tmp_path, 31)
    assert found == []
    assert count > 100


@pytest.mark.long
def test_no_text_or_symbol_overlaps_another_in_every_third_position(tmp_path: Path) -> None:
    count, found = overlaps(tmp_path, 3)
    assert found == []
    assert count > 1000

"""No text or symbol of a picture overlaps another: every third position of all games, in a browser.

The regular suite checks a part of them. `pytest -n 0 -m long tests/pictures/test_overlaps.py` checks all.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.pictures.browser import Browser, browsing
from tests.pictures.played import GAMES, game, names_of, positions
from vanuatu.notation.boards.colours import style
from vanuatu.notation.boards.shapes import symbols
from vanuatu.notation.boards.svg import svg
from vanuatu.notation.files import read_games

pytestmark = pytest.mark.any_build

SCRIPT = Path(__file__).with_name("overlaps.js").read_text(encoding="utf-8")
AT_ONCE = 25  # pictures on a page


def pictures(step: int, shortest: int) -> Iterator[tuple[str, str]]:
    """Every `step`-th position and the last one of games that are long enough, each with its name."""
    for path in sorted(GAMES.glob("*.pvn")):
        for read in read_games(path):
            built = read.session
            last = len(built.moves)
            if last < shortest:
                continue
            for ply, (token, state) in enumerate(positions(built)):
                if ply % step == 0 or ply == last:
                    scene = built.codec.scene(state)
                    drawn = svg(built.codec.game, scene, names_of(built), token or None)
                    yield f"{path.name} {read.number} ply {ply}", drawn


def bare(picture: str) -> str:
    """The picture without its style and symbols, which the page has once for all."""
    return re.sub(r"<style>.*?</style>|<defs>.*?</defs>", "", re.sub(r"\bvp-[0-9a-f]{8}\b", "vp", picture))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser with an empty page that has the style and the symbols of all pictures."""
    folder = tmp_path_factory.mktemp("overlaps")
    page = folder / "pictures.html"
    head = f"<style>{style()}</style><svg width='0' height='0'><defs>{symbols()}</defs></svg>"
    page.write_text(f'<!doctype html><meta charset="utf-8">{head}<body><main></main>', encoding="utf-8")
    with browsing(folder) as found:
        found.look(1100, 900)
        found.open(page)
        yield found


def overlaps(browser: Browser, step: int, shortest: int = 0) -> tuple[int, list[str]]:
    """Return the number of pictures, and what overlaps in them."""
    count, found = 0, []
    drawings = pictures(step, shortest)
    while batch := list(islice(drawings, AT_ONCE)):
        drawn = "".join(bare(picture) for _, picture in batch)
        for (name, _), findings in zip(batch, browser.run(SCRIPT, drawn), strict=True):
            count += 1
            found += [f"{name}: {finding}" for finding in findings]
    return count, found


def test_no_text_or_symbol_overlaps_another_in_some_positions(browser: Browser) -> None:
    count, found = overlaps(browser, 17, shortest=100)
    assert found == []
    assert count > 150


@pytest.mark.long
def test_no_text_or_symbol_overlaps_another_in_every_third_position(browser: Browser) -> None:
    count, found = overlaps(browser, 3)
    assert found == []
    assert count > 1000


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (">a1</text>", '>a1</text><text x="9" y="-30" font-size="17" class="ink">a1</text>', "a1 "),
        ('href="#vp-hut" x="-31"', 'href="#vp-hut" x="-12"', "hut "),
        ('class="on-foam w m">', 'class="on-foam w m" textLength="900">', "leaves its panel"),
    ],
)
def test_an_overlap_is_found(browser: Browser, old: str, new: str, finding: str) -> None:
    built = game("four-players.pvn")
    drawn = bare(svg("vanuatu", built.codec.scene(built.state), names_of(built)))
    assert old in drawn
    [found] = browser.run(SCRIPT, drawn.replace(old, new, 1))
    assert any(finding in text for text in found)

"""The page of games in a real browser: reviews, curves, the list, copying, and sizes of the window."""

import re
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from tests.pictures.browser import Browser
from tests.pictures.pages import HERE, LEFT, REVIEWED, RIGHT, SAID, SPACE, made, quiet, select
from tests.pictures.played import GAMES
from vanuatu.notation.boards.colours import CURVE
from vanuatu.notation.files import read_games

pytestmark = [pytest.mark.usefixtures("window"), pytest.mark.any_build]


def test_review_shows_losses_and_leads_to_marked_moves(browser: Browser, reviewed_page: Path) -> None:
    browser.open(reviewed_page)
    browser.until("document.querySelector('#review h2').textContent", "Review by mcts:9,seed=1")
    text = "innerText.split(/\\s+/).join(' ')"
    rows = f"[...document.querySelectorAll('#review tbody tr')].map((row) => row.{text})"
    assert browser.run(f"return {rows}") == [
        "p Ann 1 0.0 ±0.0 100 expert 0 0 1 0.5 ±0.1",
        "t Ben 1 2.4 ±0.5 45 fair 0 1 0 −1.2 ±0.3",
    ]
    judged = f"document.getElementById('judged').{text}"
    browser.press("m")
    browser.until(HERE, "#g1.1.6")
    words = browser.run(f"return {judged}")
    assert words.startswith("you: take the guide: ")
    assert ", 19 % · better: take the diver: " in words
    assert words.endswith(
        ", 36 %, 2.4 points ? lost 17 points of win chance (36 → 19 %) and 2.4 points of the final score"
    )
    better = browser.run("return document.querySelector('.variation .name').textContent")
    assert better == "better: 36 %, 2.4 points"
    browser.press("m")
    browser.until(HERE, "#g1.1.8")
    browser.press("m")
    browser.until(HERE, "#g1.1.6")
    browser.press("M")
    browser.until(HERE, "#g1.1.8")
    browser.click("#mistake")
    browser.until(HERE, "#g1.1.6")
    browser.click("#curves .mark.s-p")
    browser.until(HERE, "#g1.1.8")
    assert browser.run("return [...document.querySelectorAll('#record .nature')].length") == 5
    assert "slight advantage" in browser.run("return document.getElementById('record').textContent")
    assert quiet(browser, reviewed_page)


def test_chances_are_not_filled_in_before_the_first_one(browser: Browser, reviewed_page: Path) -> None:
    browser.open(reviewed_page, "#g1.1.5")
    said = "document.querySelectorAll('#curves figcaption span')[1].textContent"
    browser.until(said, "1.5:  –")
    assert browser.run("return document.getElementById('bar').children.length") == 0
    assert not browser.run("return document.getElementById('bar').hidden")
    browser.press(RIGHT)
    browser.until(said, "1.6:  p 50  t 19  y 31")
    bar = "[...document.getElementById('bar').children].map((part) => part.textContent)"
    assert browser.run(f"return {bar}") == ["p 50", "t 19", "y 31"]
    line = "document.querySelectorAll('#curves svg')[1].querySelector('.curve').getAttribute('d')"
    start = float(browser.run(f"return {line}")[1:].split()[0])
    assert start > CURVE["left"] + 100, "the curve begins where the first chances are known"
    browser.open(reviewed_page, "#g2")
    browser.until("document.getElementById('bar').hidden", True)
    assert not browser.run("return document.getElementById('review').checkVisibility()")


def test_curve_is_a_slider(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page)
    browser.until(SAID, "Start")
    browser.drag("#curves svg", 60)
    browser.until(f"{HERE}.startsWith('#g1.5') || {HERE}.startsWith('#g1.6')", True)
    now = browser.run("return Number(document.querySelector('#curves svg').getAttribute('aria-valuenow'))")
    browser.press(LEFT)
    browser.until("Number(document.querySelector('#curves svg').getAttribute('aria-valuenow'))", now - 1)


def test_position_and_link_are_copied_and_games_saved(browser: Browser, reviewed_page: Path) -> None:
    browser.open(reviewed_page, "#g1.1.6")
    browser.until(f"{SAID}.startsWith('1.6')", True)
    browser.run("""window.copied = [];
        navigator.clipboard.writeText = async (text) => { copied.push(text); };
        window.saved = [];
        URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return "#"; };""")
    browser.click("#more summary")
    browser.click("#copy-link")
    browser.until("document.getElementById('done').textContent", "link copied")
    browser.click("#copy-position")
    browser.until("copied.length", 2)
    link, position = browser.run("return copied")
    assert link.endswith("page.html#g1.1.6")
    assert position.startswith("vanuatu 3; 1 character y; ")
    browser.click("#download")
    browser.until("saved.length", 1)
    browser.click("#download-all")
    browser.until("saved.length", 2)
    one, both = browser.run("return saved")
    assert [len(list(read_games(text.encode()))) for text in (one, both)] == [1, 2]
    assert "[%lost 0.17,0.03]" in one


def test_film_can_skip_planning(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page)
    browser.until(SAID, "Start")
    select(browser, "film", "acts")
    select(browser, "pace", "300")
    browser.press(SPACE)
    browser.until(f"{SAID}.startsWith('1.')", True)
    browser.press(SPACE)
    words = browser.run(f"return {SAID}")
    assert "plan to" not in words
    assert "draw:" not in words


def test_games_are_sorted_and_name_winner_and_worst_move(browser: Browser, tmp_path: Path) -> None:
    text = REVIEWED + "\n" + (GAMES / "four-players.pvn").read_text(encoding="utf-8")
    page = made(tmp_path, "-", text=text)
    browser.open(page)
    browser.until("document.getElementById('listed').textContent", "2 games")
    browser.click("#list summary")
    items = "[...document.querySelectorAll('#all li')].map((item) => item.textContent)"
    first, second = browser.run(f"return {items}")
    assert first.endswith("unfinished, worst: 1.8 Ann ?? 6.2 points")
    assert "won by mcts:2000" in second
    select(browser, "sort", "best")
    assert browser.run(f"return {items}") == [second, first]
    browser.click("#all li:nth-child(2) a:nth-of-type(2)")
    browser.until(HERE, "#g1.1.8")


@pytest.mark.parametrize("size", [(1300, 900), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize("file", ["four-players.pvn", "maori-five-players.pvn"])
def test_board_moves_and_curves_are_on_one_screen(
    size: tuple[int, int], file: str, browser: Browser, tmp_path: Path
) -> None:
    browser.look(*size)
    browser.open(made(tmp_path, file), "#g1.5.3")
    browser.until(f"{SAID}.startsWith('5.3')", True)
    for name in ("sheet", "moves", "curves", "controls", "current"):
        box = browser.run(f"return document.getElementById('{name}').getBoundingClientRect().toJSON()")
        assert box["top"] >= 0, name
        assert box["bottom"] <= size[1], name
        assert box["right"] <= size[0], name
    sheet = browser.run("return document.getElementById('sheet').getBoundingClientRect().toJSON()")
    assert sheet["width"] * sheet["height"] > 0.3 * size[0] * size[1]


PACKED = '<script type="text/plain" id="game-1">[^<]*</script>'
ENTRY = r'<script type="application/json" id="games">\[([^<]*)\]</script>'
LEAST_LETTER_IN_PICTURES = """
const texts = [...document.querySelectorAll("#sheet text, #curves text")];
return Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));
"""
LEAST_LETTER = """
const written = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const seen = [...document.querySelectorAll("body *")].filter((element) =>
  element.checkVisibility() && !element.closest("svg") && written(element));
return Math.min(...seen.map((element) => parseFloat(getComputedStyle(element).fontSize)));
"""


def rightmost_button(browser: Browser) -> float:
    """Return the right edge of the last visible button of the bar, in pixels."""
    buttons = "[...document.querySelectorAll('#controls button, #more')]"
    edges = browser.run(f"return {buttons}.map((one) => one.getBoundingClientRect().right)")
    return max(map(float, edges))


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("file", ["five-players.pvn", "maori-five-players.pvn"])
def test_phone_has_legible_letters_and_a_fixed_bar(
    size: tuple[int, int], file: str, browser: Browser, tmp_path: Path
) -> None:
    browser.look(*size)
    browser.open(made(tmp_path, file), "#g1.5.3")
    browser.until(f"{SAID}.startsWith('5.3')", True)
    assert browser.run(LEAST_LETTER_IN_PICTURES) >= 8.99
    assert browser.run(LEAST_LETTER) >= 9
    board = browser.run("return document.querySelector('#sheet svg').getBoundingClientRect().width")
    assert board == size[0] - 24
    bar = browser.run("return document.getElementById('steer').getBoundingClientRect().bottom")
    assert bar == size[1]
    if file == "five-players.pvn":
        tops = browser.run("return [...document.querySelectorAll('.action')].map((cell) => cell.offsetTop)")
        assert [tops.count(top) for top in sorted(set(tops))] == [3, 3, 3]
    strip = browser.run(
        "const strip = document.querySelector('.strip'); return strip.scrollWidth > strip.clientWidth"
    )
    assert strip
    browser.press(RIGHT)
    browser.until("document.querySelectorAll('#sheet .flash').length > 0", True)
    assert browser.run("return document.documentElement.scrollWidth") == size[0]
    assert rightmost_button(browser) <= size[0] - 12


def test_phone_names_the_better_move_at_its_foot(browser: Browser, reviewed_page: Path) -> None:
    browser.look(360, 640)
    browser.open(reviewed_page)
    browser.until(SAID, "Start")
    browser.click("#mistake")
    browser.until(HERE, "#g1.1.6")
    foot = browser.run("return document.getElementById('current').innerText")
    assert foot.endswith(
        "better: take the diver: vatus for the value of a treasure when it is found (36 → 19 %)"
    )
    assert rightmost_button(browser) <= 348


def test_old_browser_gets_a_message(browser: Browser, tmp_path: Path, readme_page: Path) -> None:
    head, _, rest = readme_page.read_text(encoding="utf-8").partition('"use strict";(()=>{')
    page = tmp_path / "old.html"
    policy = head.replace("script-src '", "script-src 'unsafe-inline' '").replace("'sha256-", "'sha256-A")
    page.write_text(f'{policy}var DecompressionStream;"use strict";(()=>{{{rest}', encoding="utf-8")
    browser.open(page)
    browser.until("document.body.textContent.includes('it has no DecompressionStream')", True)


def test_two_hundred_whole_games_open_in_a_second(
    browser: Browser, readme_page: Path, tmp_path: Path
) -> None:
    """The page of one game with its data 200 times; in one of ten trials, since other programs run too."""
    page = tmp_path / "page.html"
    text = readme_page.read_text(encoding="utf-8")
    packed, entry = (re.search(found, text) for found in (PACKED, ENTRY))
    assert packed is not None
    assert entry is not None
    many = "\n".join(packed[0].replace("game-1", f"game-{number}") for number in range(1, 201))
    listed = entry[0].replace(entry[1], ",".join([entry[1]] * 200))
    page.write_text(text.replace(packed[0], many).replace(entry[0], listed), encoding="utf-8")
    assert page.stat().st_size > 10_000_000
    assert any(browser.milliseconds_until_drawn(page) < 1000 for _ in range(10))
    browser.press("n")
    browser.until(HERE, "#g2")
    assert browser.run("return document.querySelectorAll('#all li').length") == 200


def test_a_review_and_its_annotated_file_make_the_same_page(tmp_path: Path) -> None:
    game_file = str(GAMES / "left-out.pvn")
    output = ["--html", "reviewed.html", "--out", "reviewed.pvn"]
    ended = vanuatu(["review", game_file, "--bot", "mcts:5", *output], tmp_path)
    assert ended.code == 0, ended.err
    ended = vanuatu(["replay", "reviewed.pvn", "--html", "replayed.html"], tmp_path)
    assert ended.code == 0, ended.err
    pages = [(tmp_path / f"{name}.html").read_text(encoding="utf-8") for name in ("reviewed", "replayed")]
    bodies = [page.partition('<script type="text/plain"')[2] for page in pages]
    assert bodies[0] == bodies[1] != ""

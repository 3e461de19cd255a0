"""The page of games in a real browser: keys, clicks, links, playing, and no external resources."""

import os
from pathlib import Path

import pytest

from tests.pictures.browser import Browser
from tests.pictures.pages import (
    AXE,
    END,
    ESCAPE,
    HERE,
    HOME,
    LEFT,
    RIGHT,
    SAID,
    SAME,
    SPACE,
    made,
    quiet,
    select,
)  # fmt: skip
from tests.pictures.played import GAMES, HOSTILE_GAME, game, names_of, positions
from vanuatu.notation.boards.svg import picture_of, svg

pytestmark = [pytest.mark.usefixtures("window"), pytest.mark.any_build]


def test_keys_step_from_start_to_last_ply(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page)
    browser.until(SAID, "Start")
    browser.press(RIGHT, RIGHT, RIGHT)
    browser.until(HERE, "#g1.1.3")
    browser.press(LEFT)
    browser.until(HERE, "#g1.1.2")
    browser.press("]")
    browser.until(HERE, "#g1.2.1")
    browser.press("[")
    browser.until(HERE, "#g1.1.1")
    browser.press(END)
    built = game("four-players.pvn")
    last = sum(1 for ply in built.record.plies if ply.round == 8)
    browser.until(HERE, f"#g1.8.{last}")
    assert browser.run("return document.getElementById('next').disabled")
    browser.press(RIGHT, HOME)
    browser.until(HERE, "#g1")
    assert quiet(browser, readme_page)


def test_clicks_step_to_last_ply(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page)
    browser.until(SAID, "Start")
    browser.click("#next")
    browser.click("#next")
    browser.click("#back")
    browser.until(HERE, "#g1.1.1")
    browser.click("#rounds a:nth-child(5)")
    browser.until(HERE, "#g1.5.1")
    browser.click("#record a[href='#g1.5.6']")
    browser.until(HERE, "#g1.5.6")
    browser.until("document.querySelector('#record a[aria-current]').hash", "#g1.5.6")
    browser.click("#last")
    browser.until("document.getElementById('last').disabled", True)
    browser.press(SPACE)
    browser.until("document.getElementById('play').getAttribute('aria-pressed')", "true")
    assert quiet(browser, readme_page)


def test_address_opens_its_ply(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page, "#g1.5.30")
    browser.until(f"{SAID}.startsWith('5.30')", True)
    assert browser.run("return document.querySelector('#record a[aria-current]').textContent") == (
        "tt:Rb rest and take a vatu and a point"
    )
    browser.run("location.hash = '#g1.7.2'")
    browser.until(f"{SAID}.startsWith('7.2')", True)
    for nowhere in ("#g99.1.1", "#g1.99.99", "#nonsense", "#g1.v99999999", "#g0", "#g1.0.0"):
        browser.open(readme_page, nowhere)
        browser.until("document.querySelectorAll('#sheet svg').length", 7)
        assert quiet(browser, readme_page)


def test_autoplay_runs_to_end_and_stops(browser: Browser, tmp_path: Path) -> None:
    browser.open(made(tmp_path, "rule-buyer.pvn"))
    browser.until(SAID, "Start")
    select(browser, "pace", "300")
    browser.press(SPACE)
    pressed = "document.getElementById('play').getAttribute('aria-pressed')"
    browser.until(pressed, "true")
    browser.until(f"{HERE} !== '#g1'", True)
    browser.press(SPACE)
    browser.until(pressed, "false")
    browser.click("#play")
    browser.until("document.getElementById('last').disabled", True)
    browser.until(pressed, "false")


def test_variations_can_be_entered_and_left(browser: Browser, two_games: Path) -> None:
    browser.open(two_games)
    browser.until(SAID, "Start")
    first = browser.run("return document.querySelector('.variation a').hash")
    replaced = browser.run(
        "return document.querySelector('#record > .variation').previousElementSibling"
        ".querySelector('a:last-of-type').hash"
    )
    browser.run("location.hash = arguments[0]", replaced)
    browser.until(HERE, replaced)
    browser.press("v")
    browser.until(HERE, first)
    assert "variation" in browser.run(f"return {SAID}")
    assert browser.run("return document.querySelector('#branches a').hash") == replaced
    browser.press("v")
    browser.until(HERE, replaced)
    browser.press("v", ESCAPE)
    before = browser.run(f"return {HERE}")
    browser.press(RIGHT)
    browser.until(HERE, replaced)
    assert before != replaced
    assert quiet(browser, two_games)


def test_a_game_is_chosen_from_the_list(browser: Browser, two_games: Path) -> None:
    browser.open(two_games)
    browser.until("document.getElementById('listed').textContent", "2 games")
    browser.click("#list summary")
    browser.run("""const find = document.getElementById("find");
        find.value = "ann – ben"; find.dispatchEvent(new Event("input"))""")
    browser.click("#all li:nth-child(2) a")
    browser.until("document.querySelector('#sheet svg').dataset.panel", "matrix")
    browser.until(HERE, "#g2")
    assert not browser.run("return document.getElementById('list').open"), "the list hides the board"
    assert browser.run("return document.getElementById('game-next').disabled")
    browser.click("#game-back")
    browser.until(HERE, "#g1")
    browser.press("n")
    browser.until(HERE, "#g2")
    browser.press(RIGHT)
    browser.until(HERE, "#g2.1.1")
    assert browser.run("return document.title") == "Ann – Ben"
    assert quiet(browser, two_games)


@pytest.mark.parametrize(("file", "ply"), [("four-players.pvn", 151), ("maori-four-players.pvn", 120)])
def test_page_and_picture_of_ply_look_alike(file: str, ply: int, browser: Browser, tmp_path: Path) -> None:
    built = game(file)
    token, state = next(pair for at, pair in enumerate(positions(built)) if at == ply)
    scene = built.codec.scene(state)
    alone = tmp_path / "alone.html"
    picture = svg(built.codec.game, scene, names_of(built), token)
    alone.write_text(f"<!DOCTYPE html><meta charset=utf-8><body style='margin:0'>{picture}", encoding="utf-8")
    browser.look(1240, 1000)
    browser.open(alone)
    whole = browser.shot("svg")
    browser.open(made(tmp_path, file))
    browser.until(SAID, "Start")
    browser.run(
        "const sheet = document.getElementById('sheet'), width = arguments[0] + 'px';"
        "document.body.append(sheet); sheet.style.width = width; sheet.style.minWidth = width",
        picture_of(built.codec.game).sheet(scene).width,
    )
    panels = picture_of(built.codec.game).sheet(scene).panels
    begun = {panel.name: browser.shot(f"[data-panel={panel.name}]") for panel in panels}
    ended = browser.run("return [...document.querySelectorAll('#record a')][arguments[0]].hash", ply - 1)
    browser.run("location.hash = arguments[0]", ended)
    browser.until("document.querySelector('#record a[aria-current]')?.hash", ended)
    shots = {panel.name: browser.shot(f"[data-panel={panel.name}]") for panel in panels}
    assert quiet(browser, tmp_path / "page.html")
    for panel in panels:
        assert browser.difference(shots[panel.name], whole, panel.x, panel.y) < SAME, panel.name
    first = panels[0]
    assert browser.difference(begun[first.name], whole, first.x, first.y) > SAME, "the start looks different"


def test_hostile_text_is_escaped(browser: Browser, tmp_path: Path) -> None:
    page = made(tmp_path, "-", text=HOSTILE_GAME)
    browser.open(page)
    browser.until(SAID, "Start")
    browser.press(*[RIGHT] * 6)
    browser.until(f"{HERE}", "#g1.1.6")
    comment = browser.run("return document.getElementById('comment').textContent")
    assert comment == "<img src=x onerror=\"document.title='caught'\">"
    assert "caught" in browser.run("return document.querySelector('#sheet').textContent")
    assert browser.run("return document.querySelectorAll('img, svg svg, b b').length") == 0
    assert browser.run("return document.querySelectorAll('body script:not([id])').length") == 1
    assert browser.run("return document.title").startswith("<script>document.title")
    assert "\u202e" not in browser.run("return document.body.textContent")
    assert quiet(browser, page)


def test_page_forbids_external_resources(browser: Browser, two_games: Path) -> None:
    browser.open(two_games)
    browser.until(SAID, "Start")
    browser.run("""window.refused = [];
        addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        const add = (name, properties) =>
          document.body.append(Object.assign(document.createElement(name), properties));
        add("img", {src: "http://127.0.0.1:9/a.png"});
        add("script", {textContent: "window.caught = true"});
        add("script", {src: "http://127.0.0.1:9/a.js"});
        add("style", {textContent: "body { color: red }"});""")
    browser.until("refused.length", 4)
    assert sorted(browser.run("return refused")) == [
        "img-src",
        "script-src-elem",
        "script-src-elem",
        "style-src-elem",
    ]
    assert browser.run("return window.caught") is None


@pytest.mark.parametrize("width", [360, 720, 1400])
def test_all_elements_fit_the_window(width: int, browser: Browser, two_games: Path) -> None:
    browser.look(width, 740)
    for place in ("#g1.1.20", "#g2.4.2"):
        browser.open(two_games, place)
        browser.until("document.querySelectorAll('#sheet svg').length > 2", True)
        assert browser.run("return document.documentElement.scrollWidth") == width


def test_printed_page_has_moves_in_words_and_a_board_per_round(browser: Browser, two_games: Path) -> None:
    browser.open(two_games, "#g1.1.20")
    browser.until("document.querySelectorAll('#sheet svg').length", 6)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    browser.run("dispatchEvent(new Event('beforeprint'))")
    visible = "[...document.querySelectorAll('{}')].filter((e) => e.checkVisibility())"
    assert browser.run(f"return {visible.format('button, select, nav, #record, #curves')}.length") == 0
    heads = browser.run(f"return {visible.format('#print h2')}.map((head) => head.textContent)")
    assert heads[0] == "Round 1"
    assert browser.run("return document.querySelectorAll('#print .sheet').length") == len(heads)
    words = browser.run(f"return {visible.format('#print li')}.map((item) => item.textContent)")
    assert any(" plan to " in text for text in words)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_picture_has_text_for_screen_readers(browser: Browser, readme_page: Path) -> None:
    browser.open(readme_page, "#g1.5.30")
    browser.until(f"{SAID}.startsWith('5.30')", True)
    names = browser.run(
        "return [...document.querySelectorAll('#sheet [role=img] > title')].map((title) => title.textContent)"
    )
    assert "Round 5 of 8, acting" in names
    assert any(name.startswith("a2, island E0: goods") for name in names)
    assert browser.run("return document.getElementById('current').getAttribute('role')") == "status"


def test_a_page_of_a_thousand_games_opens(browser: Browser, tmp_path: Path) -> None:
    text = (GAMES / "rule-buyer.pvn").read_text(encoding="utf-8")
    page = made(tmp_path, "-", text="\n".join([text] * 1000))
    browser.open(page, "#g777.1.2")
    browser.until("document.getElementById('listed').textContent", "1000 games")
    browser.until(f"{SAID}.length > 5", True)
    assert browser.run("return document.querySelector('#all a[aria-current]').hash") == "#g777"
    assert quiet(browser, page)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("width", [360, 1400])
def test_axe_finds_no_problem(
    width: int, night: bool, browser: Browser, two_games: Path, reviewed_page: Path
) -> None:
    """Run axe-core on the page; VANUATU_AXE is the path of its script."""
    script = Path(os.environ.get(AXE, "no such file"))
    if not script.is_file():
        pytest.skip(f"{AXE} does not say where axe.min.js of axe-core is")
    browser.look(width, 900, night=night)
    for page, place in ((two_games, "#g1.1.20"), (two_games, "#g2.4.2"), (reviewed_page, "#g1.1.7")):
        browser.open(page, place)
        browser.until("document.querySelectorAll('#sheet svg').length > 2", True)
        browser.run(f"document.getElementById('{'list' if page is two_games else 'more'}').open = true")
        browser.run(script.read_text(encoding="utf-8") + "\nwindow.axe = axe;")
        found = browser.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document).then((result) => done(result.violations))"
        )
        assert [(one["id"], one["impact"], one["nodes"][0]["html"][:200]) for one in found] == []

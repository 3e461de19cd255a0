"""The report page: complete, valid, safe, without external resources; and a message without matplotlib."""

import json
import os
import re
import xml.etree.ElementTree as Tree
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.shell import PACKAGES, vanuatu
from tests.pictures.browser import browsing
from tests.pictures.pages import AXE
from tests.support.colour_vision import contrast
from vanuatu.cli.report import plots
from vanuatu.cli.report.printing import interval_words, words
from vanuatu.cli.report.tables import Column, Share
from vanuatu.notation.boards.colours import FILLS, PAGE
from vanuatu.notation.files import read_games

HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "$\\frac{1}{$ & ]]> 漢字 --"]


def hostile_games(path: Path) -> None:
    """Games whose players have names that mean something to a browser or to a plot."""
    texts = []
    for seed in range(4):
        session = random_game(3, seed)
        session.record.tags |= dict(zip(("Purple", "Teal", "Yellow"), HOSTILE, strict=True))
        session.record.tags["Variant"] = ""
        texts.append(session.text())
    path.write_text("\n".join(texts), encoding="utf-8")
    assert all(read.error is None for read in read_games(path))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page about games with hostile names."""
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    folder = tmp_path_factory.mktemp("page")
    hostile_games(folder / "g.pvn")
    ended = vanuatu(["stats", "g.pvn", "--html", "out.html"], folder)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    return (folder / "out.html").read_text(encoding="utf-8")


def test_page_is_well_formed_and_names_are_escaped(page: str) -> None:
    tree = Tree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    tags = Counter(element.tag.rpartition("}")[2] for element in tree.iter())
    assert tags["script"] == tags["img"] == 0
    assert tags["svg"] > 8
    assert tags["table"] > 10
    assert any(HOSTILE[0] in (element.text or "") for element in tree.iter("th"))


def test_page_loads_no_external_resources(page: str) -> None:
    assert set(re.findall(r"https?://[^\"\s<]*", page)) == {"http://www.w3.org/2000/svg"}
    assert not re.findall(r' (?:href|src)="(?!#)', page)
    assert "default-src 'none'" in page
    assert "@import" not in page


def test_ids_in_page_are_unique(page: str) -> None:
    names = Counter(re.findall(r' id="([^"]*)"', page))
    assert max(names.values()) == 1
    wanted = {target for found in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', page) for target in found}
    assert wanted - {""} <= set(names)


def test_plots_use_page_colours_and_follow_dark_mode(page: str) -> None:
    head, _, body = page.partition("</style>")
    assert "prefers-color-scheme:dark" in head
    drawn = "".join(re.findall(r"<svg.*?</svg>", body, flags=re.DOTALL))
    assert "var(--hue0)" in drawn
    assert "currentColor" in drawn
    assert not re.findall(r"#[0-9a-f]{6}\b", drawn)
    used = set(re.findall(r"var\((--[a-z0-9]+)\)", drawn))
    assert used <= set(re.findall(r"(--[a-z0-9]+):", head))


def test_page_is_written_to_stdout_or_beside_json(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    (tmp_path / "g.pvn").write_text(random_game(3, 1).text())
    assert vanuatu(["stats", "g.pvn", "--html", "-"], tmp_path).out.startswith("<!DOCTYPE html>")
    both = vanuatu(["stats", "g.pvn", "--json", "--html", "out.html"], tmp_path)
    assert both.out.startswith('{"games": 1,')
    assert (tmp_path / "out.html").read_text().endswith("</html>\n")


def test_missing_matplotlib_prints_install_command(tmp_path: Path) -> None:
    """A module of that name which cannot be imported stands for one that is not installed."""
    (tmp_path / "g.pvn").write_text(random_game(3, 1).text())
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "matplotlib.py").write_text("raise ImportError('not here')\n")
    paths = f"{tmp_path / 'none'}:{PACKAGES}"
    ended = vanuatu(["stats", "g.pvn", "--html", "out.html"], tmp_path, more={"PYTHONPATH": paths})
    assert (ended.code, ended.out) == (2, "")
    assert "Try: pip install '.[plots]'" in ended.err
    assert ended.err.count("\n") == 1
    assert not (tmp_path / "out.html").exists()
    assert vanuatu(["stats", "g.pvn"], tmp_path, more={"PYTHONPATH": paths}).code == 0


SETTINGS = """\
text.usetex: True
text.latex.preamble: \\newwrite\\f\\immediate\\openout\\f=pwned\\immediate\\write\\f{x}
font.family: evil\x1b[2J
figure.figsize: 50, 50
nonsense.\x1b]0;evil\x07: 1
"""


def test_settings_in_current_folder_are_ignored(page: str, tmp_path: Path) -> None:
    """Nor those of a file that the environment names; what matplotlib says of them is not printed."""
    hostile_games(tmp_path / "g.pvn")
    for name, more in (("matplotlibrc", {}), ("mine", {"MATPLOTLIBRC": "mine"})):
        (tmp_path / name).write_text(SETTINGS, encoding="utf-8")
        ended = vanuatu(["stats", "g.pvn", "--html", f"{name}.html"], tmp_path, more=more)
        assert (ended.code, ended.out, ended.err) == (0, "", "")
        assert (tmp_path / f"{name}.html").read_text(encoding="utf-8") == page
        (tmp_path / name).unlink()


def test_messages_of_matplotlib_are_escaped(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    from vanuatu.cli.report.plots import require

    require()
    logging.getLogger("matplotlib.font_manager").warning("no font %s", "evil\x1b[2J")
    assert capsys.readouterr().err == "matplotlib: no font evil\\x1b[2J\n"


def test_page_says_where_its_games_come_from(page: str) -> None:
    source = re.search(r'<dl class="source">(.*?)</dl>', page)
    assert source is not None
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", source[1]))
    assert (facts["games"], facts["files"], facts["command"]) == ("4", "g.pvn", "vanuatu stats g.pvn")
    assert facts["report by"].startswith("vanuatu ")
    assert {"dates", "seeds"} <= facts.keys()
    assert "Many comparisons: " in page


def test_plots_name_axes_and_numbers_of_results(page: str) -> None:
    drawn = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    histogram = next(text for text in drawn if "How often each score" in text)
    for label in ("number of seats", "number of winners", "final score"):
        assert f">{label}" in histogram
    seats = next(text for text in drawn if 'aria-label="Seats: wins, %"' in text)
    assert seats.count(">n=4<") == 3
    heat = next(text for text in drawn if 'aria-label="Actions: ' in text)
    assert all(f">{use}<" in heat for use in ("planned", "led", "performed", "withdrawn"))


def test_rare_plans_are_folded(page: str) -> None:
    section = page[page.index('id="vanuatu-first_plans"') :]
    section = section[: section.index("</section>")]
    assert re.search(r"<details><summary>\d+ rows? with fewer than 10 results</summary>", section)
    assert "<svg" not in section, "no plan has ten games"


@pytest.mark.parametrize(
    ("part", "whole"), [(1, 5000), (123, 1000), (2, 3), (0, 40), (40, 40), (49996, 100000)]
)
def test_shown_intervals_contain_the_shown_value(part: int, whole: int) -> None:
    share, column = Share(part, whole), Column("win", "win %", 1, True, True)
    low, high = map(float, interval_words(share, column.digits).split("–"))
    assert low <= float(words(share, column)) <= high


def test_parts_of_winners_less_others(tmp_path: Path) -> None:
    """Where each game has one winner and the same number of seats, the difference is that of the means."""
    texts = [random_game(3, seed).text() for seed in range(6)]
    (tmp_path / "g.pvn").write_text(
        "\n".join(text for text in texts if '[Winner "' in text), encoding="utf-8"
    )
    tables = json.loads(vanuatu(["stats", "g.pvn", "--json"], tmp_path).out)["by_game"]["vanuatu"]["tables"]
    assert not tables["games"][0]["shared"]
    winners, others = (
        next(row for row in tables["parts"] if row["of"] == of) for of in ("winners", "others")
    )
    found = {row["part"]: row for row in tables["part_differences"]}
    assert len(found) > 5
    for part, row in found.items():
        assert row["difference"] == pytest.approx(winners[part] - others[part], abs=1e-5)
        low, high = row["difference_95"]
        assert low < row["difference"] < high


@pytest.mark.parametrize("night", [0, 1])
def test_plots_stand_out_from_the_card(night: int) -> None:
    card, hue, ink = (table[night] for table in (FILLS["card"], PAGE["hue0"], FILLS["ink"]))
    assert contrast(hue, card) >= 3
    assert contrast(ink, card) >= 4.5
    mixed = [
        round(plots.DARKEST * int(hue[at : at + 2], 16) + (1 - plots.DARKEST) * int(card[at : at + 2], 16))
        for at in (1, 3, 5)
    ]
    assert contrast(ink, "#" + "".join(f"{value:02x}" for value in mixed)) >= 4.5, "numbers of a heat map"


def test_report_fits_windows_and_passes_axe(page: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    script = Path(os.environ.get(AXE, "no such file"))
    with browsing(tmp_path / "browser") as browser:
        for width, night in ((390, False), (1400, True)):
            browser.look(width, 900, night=night)
            browser.open(file)
            assert browser.run("return document.documentElement.scrollWidth") == width
            tops = browser.run(
                "const plots = document.querySelectorAll('#vanuatu-seats .plot');"
                "return [...plots].map((plot) => plot.getBoundingClientRect().top)"
            )
            assert (tops[0] == tops[1]) == (width == 1400)
            if script.is_file():
                browser.run(script.read_text(encoding="utf-8") + "\nwindow.axe = axe;")
                found = browser.driver.execute_async_script(
                    "const done = arguments[0]; axe.run(document).then((result) => done(result.violations))"
                )
                assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []

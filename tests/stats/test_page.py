"""The report page: complete, valid, safe, without external resources; and a message without matplotlib."""

import re
import xml.etree.ElementTree as Tree
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.shell import PACKAGES, vanuatu
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

    from vanuatu.cli.report.page import require

    require()
    logging.getLogger("matplotlib.font_manager").warning("no font %s", "evil\x1b[2J")
    assert capsys.readouterr().err == "matplotlib: no font evil\\x1b[2J\n"

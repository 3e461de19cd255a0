"""`show --svg` and `replay --html`: destinations of pictures and pages, and errors."""

import json
import re
import signal
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zlib import decompress

import pytest

from tests.cli.game_files import random_game
from tests.cli.shell import environment, vanuatu
from tests.pictures.played import GAMES
from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import png

TEACHING = str(GAMES / "teaching.pvn")
GOOD = (GAMES / "rule-buyer.pvn").read_text(encoding="utf-8")
FULL = Path("/dev/full")


def broken_game() -> str:
    """A game with a move that nobody can make."""
    text = random_game(3, 1, 20).text()
    return text.replace(" *", " p:Zz9 *")


def games_on(page: str) -> list[dict[str, Any]]:
    """The list of games that a page holds."""
    found = re.search(r'<script type="application/json" id="games">(.*?)</script>', page)
    assert found is not None
    listed: list[dict[str, Any]] = json.loads(found[1])
    return listed


def film_on(page: str, number: int) -> dict[str, Any]:
    """A game of a page, unpacked."""
    found = re.search(rf'<script type="text/plain" id="game-{number}">(.*?)</script>', page)
    assert found is not None
    film: dict[str, Any] = json.loads(decompress(b64decode(found[1])))
    return film


# A position


def test_picture_is_written_to_stdout_or_file(tmp_path: Path) -> None:
    printed = vanuatu(["show", TEACHING, "--at", "1.25", "--svg"], tmp_path)
    assert (printed.code, printed.err) == (0, "")
    assert ElementTree.fromstring(printed.out).tag.endswith("svg")
    written = vanuatu(["show", TEACHING, "--svg", "board.svg", "--at", "1.25"], tmp_path)
    assert (written.code, written.out, written.err) == (0, "", "")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == printed.out
    dash = vanuatu(["show", TEACHING, "--at=1.25", "--svg=-"], tmp_path)
    assert dash.out == printed.out


def test_the_last_move_is_marked_on_demand(tmp_path: Path) -> None:
    calls = (["--svg", "--mark"], ["--mark", "--svg"], ["--svg", "-", "--mark"])
    marked = {vanuatu(["show", TEACHING, "--at", "1.25", *call], tmp_path).out for call in calls}
    assert len(marked) == 1
    assert marked != {vanuatu(["show", TEACHING, "--at", "1.25", "--svg"], tmp_path).out}
    start = vanuatu(["show", TEACHING, "--ply", "0", "--svg", "--mark"], tmp_path)
    assert (start.code, "glow" in start.out) == (0, False)


def test_position_text_is_drawn(tmp_path: Path) -> None:
    for file in ("teaching.pvn", "maori-teaching.pvn"):
        fen = vanuatu(["show", str(GAMES / file), "--fen"], tmp_path).out.strip()
        drawn = vanuatu(["show", fen, "--svg"], tmp_path)
        assert drawn.code == 0
        ElementTree.fromstring(drawn.out)


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        (["--svg", "--json"], "--json and --svg are ways to print it; one is enough"),
        (["--svg=x.svg", "--fen"], "--fen and --svg are ways to print it; one is enough"),
        (["--mark"], "--mark goes with --svg or --png"),
        (["--theme", "dark"], "--theme goes with --svg or --png"),
        (["--board-only"], "--board-only goes with --svg or --png"),
        (["--svg", "--theme", "blue"], "--theme: 'blue' is not a theme (auto, light, dark)"),
        (["--svg", "--size", "50"], "--size goes from 100 to 8000 pixels"),
        (["--svg", "x.png"], "--svg x.png: unknown ending. Expected .svg. For PNG use --png x.png"),
        (["--svg", "x.gif"], "--svg x.gif: unknown ending. Expected .svg."),
        (["--svg", "--plain"], "--plain and --width are for the terminal"),
        (["--svg", "--width", "80"], "--plain and --width are for the terminal"),
    ],
)
def test_contradictory_options_are_wrong_usage(call: list[str], texts: str, tmp_path: Path) -> None:
    ended = vanuatu(["show", TEACHING, *call], tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert texts in ended.err
    assert list(tmp_path.glob("*.svg")) == []


@pytest.mark.parametrize(("name", "code"), [("no/such/folder/x.svg", 1), (".", 1), ("", 2), ("x.png", 2)])
def test_unwritable_picture_prints_one_line(name: str, code: int, tmp_path: Path) -> None:
    ended = vanuatu(["show", TEACHING, "--svg", name], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_theme_size_and_board_change_the_picture(tmp_path: Path) -> None:
    call = ["show", TEACHING, "--svg", "--theme", "dark", "--size", "500", "--board-only"]
    root = ElementTree.fromstring(vanuatu(call, tmp_path).out)
    assert (root.get("width"), root.get("viewBox")) == ("500", "0 0 706 500")


def test_png_is_a_picture_of_the_size_asked_for(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra png is not installed")
    ended = vanuatu(["show", TEACHING, "--png", "x.png", "--size", "640", "--mark"], tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    drawn = (tmp_path / "x.png").read_bytes()
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(drawn[16:20], "big") == 640
    again = vanuatu(["show", TEACHING, "--png", "x.png"], tmp_path)
    assert (again.code, again.err.count("\n")) == (2, 1)
    wrong = vanuatu(["show", TEACHING, "--png", "x.jpg"], tmp_path)
    assert (wrong.code, "unknown ending. Expected .png." in wrong.err) == (2, True)


def test_png_without_its_package_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CallFault, match=r"--png needs resvg_py.*pip install '\.\[png\]'"):
        png.require()


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("call", [["show", TEACHING, "--svg"], ["replay", TEACHING, "--html"]])
def test_full_disk_prints_one_line(call: list[str], tmp_path: Path) -> None:
    ended = vanuatu([*call, str(FULL)], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert "No space left" in ended.err


def test_old_picture_is_kept_if_no_new_one_is_made(tmp_path: Path) -> None:
    old = tmp_path / "board.svg"
    old.write_text("old", encoding="utf-8")
    picture = ["--svg", "board.svg", "--force"]
    assert vanuatu(["show", "no-such.pvn", *picture], tmp_path).code == 1
    assert vanuatu(["show", TEACHING, "--at", "99.1", *picture], tmp_path).code == 2
    assert old.read_text(encoding="utf-8") == "old"


# A page


def test_page_contains_all_games_of_all_files(tmp_path: Path) -> None:
    other = str(GAMES / "maori-teaching.pvn")
    ended = vanuatu(["replay", TEACHING, other, "--html", "page.html"], tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert [entry["game"] for entry in games_on(page)] == ["vanuatu", "maori"]
    assert games_on(page)[0]["file"] == TEACHING
    assert film_on(page, 1)["tokens"][-1]
    assert film_on(page, 2)["sheet"]["panels"][0]["name"] == "matrix"


def test_one_game_can_be_chosen_and_stdin_can_be_read(tmp_path: Path) -> None:
    text = "\n".join(random_game(3, seed, 20).text() for seed in range(3))
    ended = vanuatu(["replay", "-", "--number", "2", "--html", "-"], tmp_path, text=text)
    assert (ended.code, ended.err) == (0, "")
    assert len(games_on(ended.out)) == 1
    tokens = [ply.token for ply in random_game(3, 1, 20).record.plies]
    assert film_on(ended.out, 1)["tokens"][1:] == tokens


def test_invalid_game_is_named_and_others_are_on_page(tmp_path: Path) -> None:
    parts = [random_game(3, 2, 20).text(), broken_game(), random_game(4, 3, 20).text()]
    (tmp_path / "g.pvn").write_text("\n".join(parts), encoding="utf-8")
    ended = vanuatu(["replay", "g.pvn", "none.pvn", "--html", "page.html"], tmp_path)
    assert ended.code == 1
    fault, missing = ended.err.splitlines()
    assert fault.startswith("g.pvn:")
    assert "Zz9" in fault
    assert missing.startswith("none.pvn: ")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert [len(entry["names"]) for entry in games_on(page)] == [3, 4]


@pytest.mark.parametrize("text", ["", "nonsense", broken_game()])
def test_no_game_writes_no_page_and_keeps_old_one(text: str, tmp_path: Path) -> None:
    old = tmp_path / "old.html"
    old.write_text("old", encoding="utf-8")
    for name in ("new.html", "old.html"):
        ended = vanuatu(["replay", "-", "--html", name, "--force"], tmp_path, text=text)
        assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["old.html"]
    assert old.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize(
    "option", [["--ndjson"], ["--board"], ["--plain"], ["--from-ply", "3"], ["--to-ply", "2.1"]]
)
def test_terminal_options_contradict_page_option(option: list[str], tmp_path: Path) -> None:
    ended = vanuatu(["replay", TEACHING, "--html", "page.html", *option], tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "--html makes a page of whole games" in ended.err
    assert not (tmp_path / "page.html").exists()


def test_unwritable_page_prints_one_line(tmp_path: Path) -> None:
    ended = vanuatu(["replay", TEACHING, "--html", "no/such/folder/x.html"], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_page_does_not_overwrite_input_games(tmp_path: Path) -> None:
    file = tmp_path / "g.pvn"
    file.write_text(GOOD, encoding="utf-8")
    for call in (["replay", "g.pvn", "--html", "./g.pvn"], ["show", "g.pvn", "--svg", "./g.pvn"]):
        ended = vanuatu(call, tmp_path)
        assert ended.code == 2
        assert "g.pvn is also an input" in ended.err
    assert file.read_text(encoding="utf-8") == GOOD


def test_interrupted_page_leaves_no_file(tmp_path: Path) -> None:
    """The games come through a pipe that is not closed, so that the page cannot come to its end."""
    with subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "replay", "-", "--html", "page.html"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write("\n".join([GOOD] * 20))
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob(".page.html.*")) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, texts = process.communicate(timeout=60)
        assert (process.returncode, texts) == (130, "")
    assert [path.name for path in tmp_path.glob("*page.html*")] == []
    assert [path.name for path in tmp_path.glob(".page*")] == []


def test_closed_pipe_ends_page_quietly(tmp_path: Path) -> None:
    program = f"{sys.executable} -m vanuatu"
    for call in (f"show {TEACHING} --svg", f"replay {TEACHING} {TEACHING} {TEACHING} --html -"):
        ended = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {program} {call} | head -c 10"],
            env=environment(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (ended.returncode, ended.stderr) == (0, "")


def test_page_forbids_external_resources(tmp_path: Path) -> None:
    page = vanuatu(["replay", TEACHING, "--html", "-"], tmp_path).out
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:")
    assert "unsafe" not in policy[1]
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)

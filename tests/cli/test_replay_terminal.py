"""`vanuatu replay` in a real terminal: moves by key and autoplay."""

from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.terminal import Terminal

pytestmark = pytest.mark.any_build

SLOW = 60.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "game.pvn").write_text(random_game(3, 1, 12).text())
    return tmp_path


def test_key_shows_next_move_and_q_quits(home: Path) -> None:
    with Terminal(["replay", "game.pvn", "--board", "--step"], home, columns=80, rows=40) as terminal:
        terminal.wait_for("   1  #start=", "Yellow", seconds=SLOW)
        terminal.keys(" ")
        terminal.wait_for("   2  #tiles=", gone="#start=", seconds=SLOW)
        terminal.keys("\x1b[C")  # an arrow is one key
        screen = terminal.wait_for("   3  #ships=", "a2 E0", "Yellow", gone="#tiles=", seconds=SLOW)
        assert screen.count("a2 E0") == 1
        terminal.keys("q")
        assert terminal.ended() == 0


def test_control_c_quits_and_restores_terminal(home: Path) -> None:
    with Terminal(["replay", "game.pvn", "--step"], home) as terminal:
        terminal.wait_for("#start=")
        terminal.keys("\x03")
        assert terminal.ended() == 130


def test_autoplay_advances_automatically(home: Path) -> None:
    with Terminal(["replay", "game.pvn", "--board", "--delay", "0.01"], home, rows=40) as terminal:
        assert terminal.ended() == 0
        assert "result *" in terminal.screen.text()
        assert terminal.raw.count("\x1b[2J") == 12


def test_plain_and_no_color_send_no_control_characters(home: Path) -> None:
    for arguments, more in ((["--plain"], {}), ([], {"NO_COLOR": "1"})):
        with Terminal(["replay", "game.pvn", "--board", *arguments], home, rows=40, more=more) as terminal:
            assert terminal.ended() == 0
            assert "\x1b" not in terminal.raw


def test_step_at_24_lines_keeps_the_move_and_the_keys_and_goes_back(home: Path) -> None:
    with Terminal(["replay", "game.pvn", "--board", "--step"], home, columns=80, rows=24) as terminal:
        screen = terminal.wait_for("   1  #start=", "Yellow", "Space", "move 1 of 12", seconds=SLOW)
        assert screen.splitlines()[0].startswith("   1  #start=")
        terminal.keys(" ")
        terminal.wait_for("   2  #tiles=", "move 2 of 12", gone="#start=")
        for back, forth in (("b", " "), ("\x1b[D", "\x1b[C"), ("\x7f", "n")):
            terminal.keys(back)
            terminal.wait_for("   1  #start=", "move 1 of 12", gone="#tiles=")
            terminal.keys(forth)
            terminal.wait_for("   2  #tiles=", "move 2 of 12")
        terminal.keys(" " * 10)
        terminal.wait_for("move 12 of 12", "result *")
        terminal.keys("q")
        assert terminal.ended() == 0

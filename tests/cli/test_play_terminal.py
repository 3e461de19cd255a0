"""The prompt in a real terminal: starting, quitting, interrupting, resizing, resuming after a crash."""

import re
import signal
import time
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

pytestmark = pytest.mark.any_build

QUICK = ("play", "--bot", "greedy", "--seed", "3")


def test_play_without_options_starts_game_against_three_medium_bots(tmp_path: Path) -> None:
    with Terminal([], tmp_path) as terminal:
        screen = terminal.wait_for("purple>", "You to move")
        assert "against teal (medium), yellow (medium) and orange (medium)" in screen.replace("\n", " ")
        terminal.type("quit")
        assert terminal.ended() == 0


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (80, 40), (120, 30), (60, 28)])
def test_board_players_and_prompt_fit_the_terminal(tmp_path: Path, columns: int, rows: int) -> None:
    with Terminal(QUICK, tmp_path, columns=columns, rows=rows) as terminal:
        screen = terminal.wait_for("purple>", "round 1")
        assert "a2" in screen
        assert "S sail" in screen
        assert screen.count("greedy") >= 3
        assert "‹ptyo›" in screen


def test_resized_terminal_is_repainted(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path, columns=80, rows=40) as terminal:
        terminal.wait_for("purple>", "vatus points huts left")
        terminal.resize(120, 32)
        terminal.wait_for("purple>", "3 vatus  0 points  8 huts left")
        terminal.resize(60, 40)
        screen = terminal.wait_for("purple>", "vatus points huts")
        assert all(len(line) <= 60 for line in screen.splitlines())


def test_game_without_move_leaves_no_save(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        games = tmp_path / "state" / "vanuatu" / "games"
        assert len(list(games.iterdir())) == 1
        terminal.type("quit")
        assert terminal.ended() == 0
    assert list(games.iterdir()) == []


def test_game_is_playable_if_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a folder", encoding="utf-8")
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("The game could not be saved", "You to move")
        terminal.type("@governor")
        terminal.wait_for("round 1 · plan", "You to move")
        terminal.type("quit")
        screen = terminal.wait_for("To quit without it, type the same again")
        assert "the whole game is lost without `save OTHER`" in " ".join(screen.split())
        terminal.type("save mine.pvn")
        terminal.wait_for("Saved in mine.pvn")
        terminal.type("quit")
        assert terminal.ended() == 0
        assert "vanuatu play --from mine.pvn" in terminal.raw


def test_control_c_asks_once_and_second_control_c_quits(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.keys("\x03")
        terminal.wait_for("To quit, press Ctrl-C again")
        terminal.keys("\x03")
        assert terminal.ended() == 130


def test_control_c_clears_typed_line(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.keys("@fish")
        terminal.wait_for("purple> @fish")
        terminal.keys("\x03")
        screen = terminal.wait_for("You to move", gone="purple> @fish")
        assert "press Ctrl-C again" not in screen


def test_control_d_quits_and_game_is_offered_next_time(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("@governor")
        terminal.wait_for("round 1 · plan", "You to move")
        terminal.keys("\x04")
        assert terminal.ended() == 0
        assert "vanuatu play --from" in terminal.raw
    with Terminal(["play"], tmp_path) as terminal:
        terminal.wait_for("Unfinished: vanuatu against 3 greedy, round 1", "Enter: go on")
        terminal.keys("\r")
        screen = terminal.wait_for("round 1 · plan", "You to move")
        assert "governor" in screen
        assert "The game resumes in round 1" in screen


def test_declined_offer_starts_new_game(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("@governor")
        terminal.wait_for("round 1 · plan", "You to move")
        terminal.type("quit")
        terminal.ended()
    with Terminal(["play"], tmp_path) as terminal:
        terminal.wait_for("Enter: go on; n: new game; q: quit")
        terminal.type("n")
        terminal.wait_for("New game: You (purple)")


def test_killed_game_is_resumed_at_same_position(tmp_path: Path) -> None:
    place = tmp_path / "evening.pvn"
    with Terminal([*QUICK, "--save", "evening.pvn"], tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("@governor")
        terminal.wait_for("round 1 · plan", "You to move")
        terminal.type("+SS")
        terminal.wait_for("sail      ▸pp", "You to move")
        terminal.child.kill(signal.SIGKILL)
    saved = place.read_text(encoding="utf-8")
    assert "p:+SS" in saved
    assert list(tmp_path.glob(".evening*")) == []
    with Terminal(["play", "--from", "evening.pvn"], tmp_path) as terminal:
        terminal.wait_for("You to move", "The game resumes in round 1")
        terminal.type("+RR")
        terminal.wait_for("rest      ▸pp", "You to move", gone="The game resumes")
        terminal.type("quit")
        terminal.ended()
    assert "p:+RR" in place.read_text(encoding="utf-8")
    assert '[Seed "3"]' in saved


def test_control_c_during_search_makes_bot_move_now(tmp_path: Path) -> None:
    with Terminal(["play", "--players", "2", "--seed", "3", "--bot", "mcts:100s"], tmp_path) as terminal:
        terminal.wait_for("thinks", "Ctrl-C: move now")
        end = time.monotonic() + 120
        pressed = 0.0  # how long the bot had thought then
        while "You to move" not in terminal.look(0.3):
            assert time.monotonic() < end, terminal.look()
            thought = re.search(r"([0-9.]+) s, .*Ctrl-C: move now", terminal.look(0.3))
            # Once a move: when nobody thinks any more, Ctrl-C is to leave.
            if thought and (not pressed or float(thought[1]) < pressed):
                terminal.keys("\x03")
                pressed = float(thought[1])
        assert pressed


def test_control_d_quits_during_search(tmp_path: Path) -> None:
    with Terminal(["play", "--players", "2", "--seed", "3", "--bot", "mcts:100s"], tmp_path) as terminal:
        terminal.wait_for("thinks", "Ctrl-C: move now")
        terminal.keys("\x04")
        assert terminal.ended() == 0


def test_no_color_disables_colour(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path, more={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("You to move")
        terminal.type("help")
        terminal.wait_for("Type a move or a command")
        assert terminal.screen.colours == set()
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        assert terminal.screen.colours != set()


def test_without_unicode_the_board_is_ascii(tmp_path: Path) -> None:
    more = {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    with Terminal(QUICK, tmp_path, more=more | {"PYTHONIOENCODING": "ascii"}) as terminal:
        terminal.wait_for("You to move", "<ptyo>")
        terminal.type("@governor")
        terminal.wait_for("round 1 | plan", "You to move")
        for number in range(3):
            terminal.type("+SS" if number < 2 else "+S")
            terminal.wait_for("sail      >" + ("pp" * (number + 1))[:5], "You to move")
        assert "\N{MINUS SIGN}" not in terminal.look()
        assert "?" not in terminal.look()
        assert terminal.raw.isascii()


@pytest.mark.parametrize("plain", [["--plain"], []])
def test_plain_and_dumb_terminals_get_lines(tmp_path: Path, plain: list[str]) -> None:
    more = {} if plain else {"TERM": "dumb"}
    with Terminal([*QUICK, *plain], tmp_path, rows=80, more=more) as terminal:
        terminal.wait_for("purple>")
        terminal.type("@governor")
        terminal.wait_for("Round 1, phase plan, market 3", "Possible: sail")
        terminal.type("+VV")
        terminal.wait_for("cannot plan to sell")
        terminal.keys("\x03")
        terminal.wait_for("To quit, press Ctrl-C again")
        terminal.type("quit")
        assert terminal.ended() == 0
        assert "\x1b[?1049h" not in terminal.raw
        assert re.search(r"[^\x00-\x7f]", terminal.raw) is None


def test_whole_round_in_plain_mode_has_no_drawing(tmp_path: Path) -> None:
    """What a screen reader reads: sentences, figures with their nouns, the sea only on demand."""
    call = ["play", "--players=3", "--bot=greedy", "--seed=2", "--plain"]
    with Terminal(call, tmp_path, rows=200) as terminal:
        terminal.wait_for("purple>")
        for line in ("vendor", "sail", "fish", "fish sell", "sell", "sail b3", "fish", "sell all"):
            terminal.type(line)
            screen = terminal.wait_for(f"> {line}\n")
        screen = terminal.wait_for("Round 2, phase place", "purple>")
        for sentence in (
            "Teal took the artist, yellow the buyer.",
            "Possible with sail: explore, fish.",
            "Not possible: sell, because: no fish, and fishing is not planned.",
            "purple plans markers 1 to 2 of 5, sail and> fish",
            "boat on b3; 2 vatus; 0 points; 8 huts left;",
            "V2@: sell fish of 2 at 3 for 6 vatus (Vendor).",
        ):
            assert sentence in " ".join(screen.split()), sentence
        assert not re.search(r"[/\\|]", screen), screen
        terminal.type("board")
        terminal.wait_for("\\ /", "Round 2 of 8, placing tiles")
        terminal.type("quit")
        assert terminal.ended() == 0


def test_pasted_block_is_shown_before_it_is_played(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.keys("\x1b[200~@governor\r\n+SS\r\n\x1b[201~")
        terminal.wait_for("2 lines were pasted. Return plays them", "  @governor", "  +SS")
        terminal.type("score")
        screen = terminal.wait_for("If the game ended here")
        assert "character" in screen.splitlines()[-1]
        terminal.keys("\x1b[200~@vendor\x1b[201~")
        terminal.wait_for("> @vendor")


def test_line_typed_before_the_player_is_there_is_kept_for_editing(tmp_path: Path) -> None:
    position = tmp_path / "rest.pvn"
    position.write_text(RESTING, encoding="utf-8")
    with Terminal(["play", "--from", "rest.pvn"], tmp_path) as terminal:
        terminal.wait_for("Ann (purple), press Enter:")
        terminal.type("Rv")
        screen = terminal.wait_for("Ann (purple)> Rv")
        assert "Bob" in screen
        terminal.type("")
        terminal.wait_for("Bob (teal), press Enter:")


def test_pace_step_waits_for_return_after_each_bot_and_the_bell_rings(tmp_path: Path) -> None:
    with Terminal(["play", "--players=3", "--bot=greedy", "--seed=2"], tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("pace step")
        terminal.wait_for("The pace is step: Return shows the next move of a bot.")
        terminal.type("bell on")
        terminal.wait_for("The bell is on")
        assert "\x07" not in terminal.raw
        terminal.type("@vendor")
        screen = terminal.wait_for("Return: next move >", "take the artist")
        assert "take the buyer" not in screen
        assert "\x07" not in terminal.raw
        terminal.type("")
        terminal.wait_for("purple plans markers 1–2 of 5", "take the buyer")
        assert terminal.raw.count("\x07") == 1
        terminal.type("pace sideways")
        terminal.wait_for("pace takes slow, fast, step")
        terminal.type("quit")
        assert terminal.ended() == 0


def test_pasted_lines_with_windows_line_ends_are_played_in_order(tmp_path: Path) -> None:
    with Terminal(QUICK, tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.keys("\x1b[200~@governor\r\n+SS\r\n\x1b[201~\r")
        screen = terminal.wait_for("sail      ▸pp", "You to move")
        assert "governor" in screen


@pytest.mark.parametrize("rows", [24, 30, 44])
def test_two_people_do_not_see_each_others_rest_tokens(tmp_path: Path, rows: int) -> None:
    position = tmp_path / "rest.pvn"
    position.write_text(RESTING, encoding="utf-8")
    with Terminal(["play", "--from", "rest.pvn"], tmp_path, rows=rows) as terminal:
        terminal.wait_for("Next: Ann (purple).", "Ann (purple), press Enter:")
        terminal.type("")
        terminal.wait_for("Ann (purple)>")
        terminal.type("Rv")
        screen = terminal.wait_for("Bob (teal), press Enter:")
        words = " ".join(screen.split())
        assert "rest and take a token unseen" in words or "rested and took a token unseen" in words
        for secret in ("Rv", "take a vatu"):
            assert secret not in screen
        terminal.type("")
        screen = terminal.wait_for("Bob (teal)>")
        assert "hidden" in screen
        assert "Rv" not in screen
        terminal.keys("\x1b[A")
        assert "Rv" not in terminal.look(0.5)
    assert "p:Rv" in position.read_text(encoding="utf-8")


RESTING = """[Event "Rest"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Purple "Ann"]
[Teal "Bob"]
[Yellow "greedy"]
[Result "*"]
[GameType "vanuatu"]

1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p p:@vendor
t:@artist y:@builder p:+RR t:+RR y:+SS p:+RR t:+DR y:+SS p:+R t:+D y:+S *
"""

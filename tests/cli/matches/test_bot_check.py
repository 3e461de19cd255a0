"""`vanuatu bot --check` describes each protocol error and the expected behaviour."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.matches.calls import PROGRAMS, RESTING, hostile
from tests.cli.shell import Ended, vanuatu
from vanuatu.ai.external.bot import make_external_bot
from vanuatu.cli.protocol.check import ProtocolCheck

pytestmark = pytest.mark.any_build

DICE = RESTING.with_name("dice.py")
FIRST = RESTING.with_name("first.sh")


def tricky(kind: str, *more: str) -> str:
    """The spec of a program with one trick."""
    return f"cmd:{sys.executable} {PROGRAMS / 'tricky.py'} '{kind}' {' '.join(more)}"


def check(spec: str, folder: Path, *more: str) -> Ended:
    return vanuatu(["bot", "--check", spec, *more], folder)


@pytest.mark.parametrize("command", [f"{sys.executable} {DICE}", f"sh {FIRST}"])
def test_ten_line_bots_pass_check(command: str, tmp_path: Path) -> None:
    ended = check(f"cmd:{command}", tmp_path)
    assert (ended.code, ended.err) == (0, "")
    ready, games, last = ended.out.splitlines()
    assert ready.endswith("is ready: legal")
    number, _, what = games.removeprefix("vanuatu: ").partition(" ")
    assert int(number) >= 14  # more where a phase has not come up
    assert what.startswith("games against random, 2 to 5 players; base game; waters; nocharacters")
    for phase in ("neutral", "character", "plan", "act", "place"):
        assert f"{phase} " in games.partition("by phase: ")[2]
    assert "not met" not in games
    assert last == "nothing wrong"


@pytest.mark.parametrize("path", [DICE, FIRST])
def test_ten_line_bots_have_ten_lines(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line]
    assert len(lines) <= 10


@pytest.mark.parametrize("path", [DICE, FIRST])
def test_ten_line_bots_appear_unchanged_in_document(path: Path) -> None:
    document = (path.parents[1] / "bots.md").read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8") in document


def test_game_option_checks_bot_with_maori(tmp_path: Path) -> None:
    ended = check(f"cmd:{sys.executable} {DICE}", tmp_path, "--game", "maori")
    assert ended.code == 0
    assert "maori: 2" in ended.out
    assert "voyage" in ended.out
    assert "vanuatu:" not in ended.out


@pytest.mark.parametrize("kind", ["wants everything", "wishes", "knows no result", "nameless"])
def test_allowed_behaviour_passes_check(kind: str, tmp_path: Path) -> None:
    ended = check(tricky(kind), tmp_path)
    assert ended.code == 0, ended.out
    assert ("note: without `id name …`" in ended.out) == (kind == "nameless")


@pytest.mark.parametrize(
    ("spec", "wrong", "right"),
    [
        (hostile("exits-at-once"), "at its start: it ended with exit code 3", "to answer `pvn 1` with"),
        (hostile("deaf"), "did not get ready within 2.0 s: no 'ok'", "`ok`, each line flushed"),
        (hostile("garbage-from-the-start"), "said 'hello, who is there?' and did not get ready", "`ok`"),
        (hostile("exits-mid-game"), "exit code 7: this bot has had enough", "to keep running"),
        (hostile("never-answers"), "it did not answer within 2.0 s", "flushed, soon after the time"),
        (hostile("illegal"), "it answered '+VVVVV'", "`move` and one of "),
        (tricky("wishes in vain"), "none of these is legal", "`move` and one of "),
        (tricky("ignores legal"), "it answered 'Fa1'", "`move` and one of"),
        (tricky("says error"), r"it answered 'error I know \x1b[2J nothing of this'", "`move` and one of"),
        (tricky("hangs at newgame"), "it did not answer within 2.0 s", "in answer to `go`"),
        (
            tricky("dies at result"),
            "told `result …` at the end: it ended with exit code 4",
            "pass over",
        ),
        (tricky("dies of strange lines"), "a line it cannot know: it ended with exit code 5", "`error …`"),
        (tricky("never stops"), "after `stop` while it thought", "to answer `stop` with `move …` at once"),
        (tricky("stays"), "was still running 2 s after `quit`", "to end at `quit`"),
    ],
)
def test_error_is_reported_with_expected_behaviour(spec: str, wrong: str, right: str) -> None:
    lines: list[str] = []
    assert not ProtocolCheck(make_external_bot(spec, patience=2), None, lines.append).run()
    assert "\x1b" not in "".join(lines)
    at = next(number for number, line in enumerate(lines) if line.startswith("wrong: ") and wrong in line)
    assert lines[at + 1].startswith("  right: ")
    assert right in lines[at + 1]
    assert lines[-1].endswith(("error", "errors"))


def test_failed_check_exits_with_1(tmp_path: Path) -> None:
    ended = check(tricky("wishes in vain"), tmp_path)
    assert (ended.code, ended.err) == (1, "")
    assert ended.out.splitlines()[-1] == "3 errors"


def test_printed_position_of_error_can_be_inspected(tmp_path: Path) -> None:
    printed = check(tricky("ignores legal"), tmp_path).out
    line = next(line for line in printed.splitlines() if line.startswith("  position: vanuatu moves '"))
    ended = vanuatu(["moves", line.partition("'")[2].rstrip("'")], tmp_path)
    assert ended.code == 0
    assert ended.out


def test_log_contains_whole_conversation(tmp_path: Path) -> None:
    assert check(f"cmd:{sys.executable} {DICE}", tmp_path, "--log", "talk.txt").code == 0
    talk = (tmp_path / "talk.txt").read_text(encoding="utf-8").splitlines()
    assert any(line.endswith(" < ok") for line in talk)
    assert any("> result " in line for line in talk)
    assert talk[-1].endswith("dice = ended")


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["--check", "greedyy"], "no bot is called 'greedyy'; did you mean 'greedy'?"),
        (["--check", "py:nowhere:Bot"], "bot 'py:nowhere:Bot': cannot be imported: ModuleNotFoundError"),
        (["--check", "greedy", "--patience", "2s"], "--patience and --log are for programs"),
        (["--check", "cmd:/no/such/program"], "there is no program"),
        (["--check", "cmd:sh", "--game", "chess"], "no game is called 'chess'"),
        (["--check", "cmd:sh", "--patience", "soon"], "--patience"),
        (["--check", "cmd:sh", "--log", "talk"], "--log talk: unknown ending. Expected .log or .txt."),
        (["greedy", "--log", "talk"], "go with --check"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], printed: str, tmp_path: Path) -> None:
    ended = vanuatu(["bot", *arguments], tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert printed in ended.err
    assert ended.err.count("\n") == 1


@pytest.fixture
def python_bots(tmp_path: Path) -> Iterator[Path]:
    """A module of bots in the current folder, which later tests do not see."""
    (tmp_path / "checked.py").write_text(
        "class First:\n"
        "    options = ['players 2', 'variant waters', 'game vanuatu']\n"
        "    def choose(self, game):\n"
        "        return game.legal()[0]\n"
        "class Crashing:\n"
        "    def choose(self, game):\n"
        "        return {}['S']\n"
        "class Cheating:\n"
        "    def choose(self, game):\n"
        "        return '+VVVVV'\n",
        encoding="utf-8",
    )
    yield tmp_path
    sys.modules.pop("checked", None)


def test_python_class_is_checked_as_match_seats_it(python_bots: Path) -> None:
    ended = check("mine=py:checked:First", python_bots)
    assert (ended.code, ended.err) == (0, "")
    ready, games, last = ended.out.splitlines()
    assert ready == "mine is ready: game vanuatu, players 2, variant waters"
    assert games.startswith("vanuatu: ")
    assert "games against random, 2 to 2 players; base game; waters; its decisions by phase: neutral" in games
    assert last == "nothing wrong"


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("Crashing", "phase neutral: it raised KeyError: 'S' (checked.py:7)", "a method `choose(game)`"),
        ("Cheating", "phase neutral: it answered '+VVVVV'", "one of ~SSS, "),
    ],
)
def test_errors_of_python_class_are_explained(name: str, wrong: str, right: str, python_bots: Path) -> None:
    ended = check(f"py:checked:{name}", python_bots)
    assert (ended.code, ended.err) == (1, "")
    lines = ended.out.splitlines()
    assert wrong in lines[1]
    assert lines[2].startswith(f"  right: {right}")
    assert lines[-1].endswith("errors")


def test_match_advises_to_check_python_class_that_always_crashes(python_bots: Path) -> None:
    ended = vanuatu(["match", "py:checked:Crashing", "random", "--games", "2", "--out", "g.pvn"], python_bots)
    assert ended.code == 1
    assert ended.err.splitlines()[-1].endswith("Try: vanuatu bot --check py:checked:Crashing")

"""Saves: one process writes a game to the given file; a failure is reported."""

import os
import resource
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import PACKAGES, vanuatu
from tests.cli.terminal import Terminal
from vanuatu.cli.files.locking import FileInUse, is_in_use
from vanuatu.cli.files.writing import Draft, LockedFile, SafeFile
from vanuatu.core.games import make_game
from vanuatu.notation.session import Session

pytestmark = pytest.mark.any_build

QUICK = ("play", "--players", "2", "--bot", "greedy", "--seed", "3")
FIRST = "~SSF\n"


def blocked(folder: Path) -> Path:
    """Return a folder that not even an administrator can write to."""
    (folder / "file").write_text("", encoding="utf-8")
    return folder / "file" / "game.pvn"


def begun(place: Path) -> Path:
    place.write_text(Session.new(make_game("vanuatu", 2)).text(), encoding="utf-8")
    return place


# Unwritable folders


@pytest.mark.parametrize("name", ["file/game.pvn", "n" * 300 + ".pvn", "/proc/game.pvn", "a\nb/" * 1200])
def test_game_does_not_start_in_unwritable_folder(name: str, tmp_path: Path) -> None:
    blocked(tmp_path)
    ended = vanuatu([*QUICK, "--save", name], tmp_path, text=FIRST)
    assert ended.code == 1
    assert ended.out == ""
    assert len(ended.err.splitlines()) == 1
    assert ended.err.startswith(f"vanuatu: {' '.join(name.rstrip('/').split())}")


def test_failing_save_is_reported_at_once_and_at_end(tmp_path: Path) -> None:
    """The folder is removed during the game."""
    folder = tmp_path / "folder"
    folder.mkdir()
    script = f"import os, sys; os.rename({str(folder)!r}, 'gone'); open({str(folder)!r}, 'w')"
    lines = f"{FIRST}\nbots teal greedy\n"
    (tmp_path / "sitecustomize.py").write_text(
        "from vanuatu.cli.files.writing import LockedFile\n"
        "real, count = LockedFile.write, [0]\n"
        "def write(self, text):\n"
        "    count[0] += 1\n"
        f"    if count[0] == 2: exec({script!r})\n"
        "    real(self, text)\n"
        "LockedFile.write = write\n",
        encoding="utf-8",
    )
    more = {"PYTHONPATH": f"{tmp_path}:{PACKAGES}"}
    ended = vanuatu([*QUICK, "--save", "folder/game.pvn"], tmp_path, text=lines, more=more)
    assert ended.code == 1
    message = [line for line in ended.err.splitlines() if "game" in line]
    assert message[0] == "the game could not be saved: folder/game.pvn: Not a directory"
    assert message[-1].startswith("the game is not saved: all after ply ")
    assert "p:~SSF" in ended.out


@pytest.mark.parametrize("leaving", ["quit\r", "\x04", "\x03"])
def test_quitting_unsaved_game_asks_and_exits_with_1(leaving: str, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("not a folder", encoding="utf-8")
    with Terminal(QUICK, tmp_path, columns=120) as terminal:
        terminal.wait_for("The game could not be saved. Try `save OTHER`", "You to move")
        terminal.keys(leaving)
        screen = terminal.wait_for("To quit, press" if leaving != "quit\r" else "type the same again")
        assert "the whole game is lost without" in screen
        terminal.keys(leaving)
        assert terminal.ended() == (130 if leaving == "\x03" else 1)
        assert "the game is not saved" in terminal.raw
        assert "The game is saved" not in terminal.raw


def test_full_disk_is_reported_at_once_and_the_next_save_has_every_move(tmp_path: Path) -> None:
    place = tmp_path / "game.pvn"
    endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    with Terminal([*QUICK, "--save", "game.pvn"], tmp_path, columns=80, rows=24) as terminal:
        terminal.wait_for("You to move")
        pid, before = terminal.child.pid, place.read_bytes()
        assert pid is not None
        assert before
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (64, resource.RLIM_INFINITY))
        terminal.type("~SSF")
        terminal.wait_for("The game could not be saved. Try `save OTHER`. (game.pvn: File too large)")
        assert place.read_bytes() == before  # the older save is whole
        assert [each.name for each in tmp_path.glob(".game.pvn.*")] == []
        terminal.type("save other.pvn")
        terminal.wait_for("other.pvn: File too large")
        terminal.type("quit")
        terminal.wait_for("is lost without `save OTHER`", "To quit without it, type the same again.")
        terminal.type("save")
        terminal.wait_for("could not be saved", "(game.pvn: File too large)", gone="To quit without it")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, endless)
        terminal.type("save")
        terminal.wait_for("The game is saved in game.pvn.", gone="could not be saved")
        assert b"p:~SSF" in place.read_bytes()
        assert not (tmp_path / "other.pvn").exists()
        terminal.type("quit")
        assert terminal.ended() == 0
    assert vanuatu(["check", "game.pvn"], tmp_path).code == 0


@pytest.mark.parametrize("letters", [300, 5000])
def test_invalid_file_name_is_refused_at_prompt(letters: int, tmp_path: Path) -> None:
    ended = vanuatu(QUICK, tmp_path, text=f"save {'n' * letters}.pvn\nlog {'9' * 5000}\n{FIRST}")
    assert ended.code == 0
    assert "File name too long" in ended.err
    assert "log takes a round from 1 to 1" in ended.err
    assert "p:~SSF" in ended.out


def test_piped_save_overwrites_no_file_and_writes_games_only(tmp_path: Path) -> None:
    mine = tmp_path / "mine.pvn"
    mine.write_text("mine", encoding="utf-8")
    ended = vanuatu(QUICK, tmp_path, text="save mine.pvn\n" * 3 + "save .bashrc\n" * 2 + "save new.pvn\n")
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / ".bashrc").exists()
    assert (tmp_path / "new.pvn").exists()
    assert ended.code == 0


# Two processes on one file


def test_second_process_on_same_save_gets_error(tmp_path: Path) -> None:
    with Terminal([*QUICK, "--save", "same.pvn"], tmp_path) as terminal:
        terminal.wait_for("You to move")
        before = (tmp_path / "same.pvn").read_bytes()
        for call in (
            ["play", "--from", "same.pvn", "--save", "same.pvn"],
            ["play", "--save", "same.pvn"],
            ["match", "random", "random", "--games", "1", "--out", "same.pvn", "--resume"],
        ):
            ended = vanuatu(call, tmp_path)
            assert ended.code == 2, ended.err
            assert len(ended.err.splitlines()) == 1
        with Terminal(["play", "--from", "same.pvn"], tmp_path) as second:
            assert second.ended() == 2
            assert "another vanuatu plays in this file" in second.raw
        assert (tmp_path / "same.pvn").read_bytes() == before
        assert vanuatu(["check", "same.pvn"], tmp_path).code == 0  # reading is free
        terminal.type("~SSF")
        terminal.wait_for("You to move")
        terminal.child.kill(signal.SIGKILL)
        terminal.child.wait()
    with Terminal(["play", "--from", "same.pvn"], tmp_path) as again:  # nothing is left of the lock
        again.wait_for("You to move")


def test_running_game_is_not_offered_for_resuming(tmp_path: Path) -> None:
    with Terminal(["play", "--bot", "greedy", "--seed", "3"], tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("@governor")
        terminal.wait_for("round 1 · plan", "You to move")
        with Terminal([], tmp_path) as second:
            second.wait_for("You to move")
            assert "Unfinished" not in second.raw


def test_save_stays_locked_while_replaced_after_every_move(tmp_path: Path) -> None:
    place = tmp_path / "game.pvn"
    held, late = LockedFile(place), LockedFile(place)
    for text in ("one", "two", "three"):
        held.write(text)
        with pytest.raises(FileInUse):
            LockedFile(place)
        with pytest.raises(FileInUse):
            late.write("late")  # the file was created after the check
        assert is_in_use(place)
        assert place.read_text(encoding="utf-8") == text
    held.release()
    assert not is_in_use(place)
    LockedFile(place).release()


@pytest.mark.parametrize("step", ["create", "replace"])
def test_ctrl_c_during_replace_is_raised_after_relocking(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "game.pvn"
    held = LockedFile(place)
    if step == "replace":
        held.write("before")
    whole: Callable[[Draft], None] = getattr(Draft, step)

    def interrupted(draft: Draft) -> None:
        whole(draft)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(Draft, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            held.write("one")
    assert place.read_text(encoding="utf-8") == "one"
    assert is_in_use(place)
    held.write("two")
    assert place.read_text(encoding="utf-8") == "two"
    assert is_in_use(place)
    held.release()


def test_save_does_not_replace_file_of_several_games(tmp_path: Path) -> None:
    text = begun(tmp_path / "two.pvn").read_text(encoding="utf-8")
    (tmp_path / "two.pvn").write_text(f"{text}\n{text}", encoding="utf-8")
    before = (tmp_path / "two.pvn").read_bytes()
    ended = vanuatu(["play", "--from", "two.pvn", "--save", "two.pvn"], tmp_path, text=FIRST)
    assert (ended.code, (tmp_path / "two.pvn").read_bytes()) == (2, before)
    (tmp_path / "mine.pvn").write_text("mine", encoding="utf-8")
    ended = vanuatu(["play", "--from", "two.pvn", "--save", "mine.pvn"], tmp_path, text=FIRST)
    assert (ended.code, (tmp_path / "mine.pvn").read_text(encoding="utf-8")) == (2, "mine")


# File modes and drafts


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_save_keeps_file_mode(mode: int, tmp_path: Path) -> None:
    place = begun(tmp_path / "game.pvn")
    place.chmod(mode)
    vanuatu(["play", "--from", "game.pvn", "--save", "game.pvn", "--seed", "3"], tmp_path)
    assert "#start=" in place.read_text(encoding="utf-8")
    assert place.stat().st_mode & 0o7777 == mode


def test_new_save_has_default_file_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        draft = Draft(tmp_path / "new")
        draft.replace()
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_draft_follows_no_link_and_has_random_name(tmp_path: Path) -> None:
    names = set()
    for _ in range(20):
        draft = Draft(tmp_path / "game.pvn")
        (found,) = tmp_path.iterdir()
        names.add(found.name)
        assert found.stat().st_mode & 0o777 == 0o600
        draft.drop()
    assert len(names) == 20


def test_saving_to_symlink_keeps_symlink(tmp_path: Path) -> None:
    (tmp_path / "real.pvn").write_text("old", encoding="utf-8")
    (tmp_path / "link.pvn").symlink_to("real.pvn")
    held = LockedFile(tmp_path / "link.pvn")
    held.write("new")
    held.release()
    with SafeFile(str(tmp_path / "link.pvn"), force=True) as file:
        file.stream.write(b"newer")
        file.keep()
    assert (tmp_path / "link.pvn").is_symlink()
    assert (tmp_path / "real.pvn").read_text(encoding="utf-8") == "newer"


def test_failed_save_removes_draft(tmp_path: Path) -> None:
    held = LockedFile(tmp_path / "game.pvn")
    held.write("old")
    with pytest.raises(UnicodeEncodeError):
        held.write("\ud800")
    assert [file.name for file in tmp_path.iterdir()] == ["game.pvn"]
    assert (tmp_path / "game.pvn").read_text(encoding="utf-8") == "old"
    held.release()

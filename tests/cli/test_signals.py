"""SIGTERM, SIGHUP, Ctrl-C and Ctrl-Z: open files stay intact, and the exit code names the signal."""

import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import environment
from tests.cli.terminal import Terminal
from vanuatu.ai.signals import deferred_signals

pytestmark = pytest.mark.heavy

QUICK = ("play", "--bot", "greedy", "--seed", "3")
ENDINGS = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
SILENT = """import sys, time
for line in sys.stdin:
    print("ok", flush=True) if "pvn" in line else time.sleep(99)
"""


@pytest.fixture(autouse=True)
def hangups_are_handled() -> Iterator[None]:
    """Reset the handlers: under nohup the tests and their child processes would ignore the signals."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def started(words: list[str], folder: Path, **streams: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "vanuatu", *words],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=streams.get("out", subprocess.PIPE),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_until(there: Path, size: int = 1) -> None:
    end = time.monotonic() + 60
    while not there.exists() or there.stat().st_size < size:
        assert time.monotonic() < end
        time.sleep(0.02)


@ENDINGS
@pytest.mark.parametrize("more", [[], ["--bot", "mcts:100s"]])
def test_prompt_restores_terminal(number: int, more: list[str], tmp_path: Path) -> None:
    call = ["play", "--seed", "3", "--save", "g.pvn", *(more or ["--bot", "greedy"])]
    with Terminal(call, tmp_path) as terminal:
        terminal.wait_for("Ctrl-C: move now" if more else "You to move")
        terminal.child.kill(number)
        assert terminal.ended() == 128 + number
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1
        assert "\x1b[?25h" in terminal.raw.rpartition("\x1b[?1049h")[2]
    assert "#start=" in (tmp_path / "g.pvn").read_text(encoding="utf-8")


@pytest.mark.parametrize("call", [[*QUICK, "--plain"], ["replay", "a.pvn", "--board", "--step"]])
def test_line_mode_and_autoplay_restore_terminal(call: list[str], tmp_path: Path) -> None:
    write_games(tmp_path / "a.pvn", 1)
    with Terminal(call, tmp_path) as terminal:
        before = termios.tcgetattr(terminal.child.child_fd)[3]
        terminal.wait_for("purple>" if call[0] == "play" else "#start=")
        time.sleep(0.3)
        assert not termios.tcgetattr(terminal.child.child_fd)[3] & termios.ICANON
        terminal.child.kill(signal.SIGTERM)
        end = time.monotonic() + 60
        while not termios.tcgetattr(terminal.child.child_fd)[3] & termios.ICANON:
            assert time.monotonic() < end
            terminal.look()
        assert terminal.ended() == 143
        assert before & termios.ECHO


@ENDINGS
def test_interrupted_match_prints_no_traceback(number: int, tmp_path: Path) -> None:
    call = ["match", "random", "random", "--games", "100000", "--seed", "1", "--jobs", "2", "--out", "g.pvn"]
    running = started(call, tmp_path)
    wait_until(tmp_path / "g.pvn")
    running.send_signal(number)
    _, printed = running.communicate(timeout=60)
    assert running.returncode == 128 + number
    first, *table = printed.decode().splitlines()
    assert first.startswith("interrupted: ")
    assert [line.split()[0] for line in table] == ["bot", "random"]
    assert (tmp_path / "g.pvn").read_bytes().endswith(b"\n")


def test_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    words = ["match", "random", "random", "--games", "30", "--seed", "1", "--out", "g.pvn"]
    ignoring = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    code = f"{ignoring}; from vanuatu.__main__ import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        env=environment(tmp_path),
        stderr=subprocess.DEVNULL,
    )
    wait_until(tmp_path / "g.pvn")
    running.send_signal(signal.SIGHUP)
    assert running.wait(60) == 0


@pytest.mark.parametrize(
    ("call", "number", "code"),
    [
        ("analyse a.pvn --bot BOT", signal.SIGINT, 130),
        ("analyse a.pvn --bot BOT", signal.SIGTERM, 143),
        ("match BOT random --games 1 --out b.pvn", signal.SIGINT, 130),
        ("match BOT random --games 1 --out b.pvn", signal.SIGTERM, 143),
        ("play --seat none --players 2 --bot BOT", signal.SIGINT, 130),
        ("play --seat none --players 2 --bot BOT", signal.SIGTERM, 143),
    ],
)
def test_waiting_for_external_bot_can_be_interrupted(
    call: str, number: int, code: int, tmp_path: Path
) -> None:
    write_games(tmp_path / "a.pvn", 1)
    (tmp_path / "silent.py").write_text(SILENT, encoding="utf-8")
    proof = tmp_path / "runs"
    bot = f"cmd:sh -c 'echo > {proof}; exec {sys.executable} silent.py'"
    running = started([bot if word == "BOT" else word for word in call.split()], tmp_path)
    wait_until(proof)
    time.sleep(0.3)
    running.send_signal(number)
    _, printed = running.communicate(timeout=60)
    assert running.returncode == code, printed
    assert b"Traceback" not in printed
    assert b"did not answer" not in printed


def test_interrupt_during_exec_sets_exit_code(tmp_path: Path) -> None:
    """Dataclasses execute text; there Python itself would end by the signal."""
    (tmp_path / "interrupted.py").write_text(
        "from vanuatu import __main__; from vanuatu.cli import app\n"
        "app.run = lambda words: exec('import os, time; os.kill(os.getpid(), 2); time.sleep(9)')\n"
        "__main__.main()\n",
        encoding="utf-8",
    )
    call = [sys.executable, "-m", "interrupted"]
    ended = subprocess.run(call, cwd=tmp_path, env=environment(tmp_path), capture_output=True)
    assert (ended.returncode, ended.stderr) == (130, b"")


SLOW_TO_START = """import os, sys, time
from pathlib import Path
if any(word in " ".join(sys.orig_argv) for word in ("spawn_main", "vanuatu.ai.mcts.worker")):
    here = Path(__file__).with_name(f"starting.{os.getpid()}")
    here.write_text(str(os.getpid()))
    here.replace(here.with_name("starting"))  # atomic: the next process writes it too
    time.sleep(2)
"""


@pytest.mark.parametrize(
    "call",
    [
        "analyse --serve --bot mcts:10 --jobs 2",
        "match random random --games 9999 --jobs 2 --out g.pvn",
        "analyse a.pvn --bot mcts:9s,procs=2",
    ],
)
def test_starting_processes_print_nothing_on_interrupt(call: str, tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to all processes; here the parent process gets it first."""
    write_games(tmp_path / "a.pvn", 1)
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(SLOW_TO_START, encoding="utf-8")
    home = environment(tmp_path)
    running = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", *call.split()],
        cwd=tmp_path,
        env=home | {"PYTHONPATH": os.pathsep.join([str(slow), home["PYTHONPATH"]])},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(slow / "starting")
    os.kill(int((slow / "starting").read_text(encoding="utf-8")), signal.SIGINT)
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    _, printed = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in printed
    assert b"Error" not in printed


@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_control_z_suspends_and_fg_resumes_game(more: list[str], tmp_path: Path) -> None:
    """Needs a shell with job control."""
    shell = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile", "-i"],
        cwd=str(tmp_path),
        env=environment(tmp_path, {"TERM": "xterm", "PS1": "shell> ", "LC_ALL": "C.UTF-8"}),
        encoding="utf-8",
        timeout=60,
        dimensions=(30, 100),
    )
    try:
        shell.expect_exact("shell> ")
        call = " ".join([sys.executable, "-m", "vanuatu", *QUICK, *more])
        shell.sendline(call)
        shell.expect("purple" if more else "Return: text")
        time.sleep(0.3)
        shell.send("\x1a")
        shell.expect("Stopped")
        shell.expect_exact("shell> ")
        shell.sendline("echo $((6 * 7)) here")
        shell.expect("42 here")
        shell.sendline("fg")
        shell.expect("purple")
        time.sleep(0.3)
        shell.send("@governor\r")
        shell.expect("plan")
        if more:  # painted when the keys are read
            shell.expect("purple plans")
        time.sleep(0.3)
        shell.send("\x04")
        shell.expect("The game is saved")
        shell.expect_exact("shell> ")
    finally:
        shell.close(force=True)


def test_interrupted_piped_game_is_printed(tmp_path: Path) -> None:
    running = started(["play", "--seed", "1", "--bot", "mcts:100s", "--save", "g.pvn"], tmp_path)
    wait_until(tmp_path / "g.pvn")
    os.kill(running.pid, signal.SIGTERM)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 143
    assert b"#start=" in out


def test_ctrl_c_just_before_deferring_keeps_handler_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python raises a signal that arrived just before once the blocking call has returned."""
    change = signal.pthread_sigmask
    heard = change(signal.SIG_BLOCK, ())

    def interrupted(how: int, which: tuple[int, ...]) -> set[int]:
        before = change(how, which)
        if which:
            monkeypatch.undo()
            raise KeyboardInterrupt
        return before

    monkeypatch.setattr(signal, "pthread_sigmask", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt), deferred_signals():
            pytest.fail("it came before")
        assert change(signal.SIG_BLOCK, ()) == heard
    finally:
        change(signal.SIG_SETMASK, heard)


def test_deferred_section_completes_while_threads_run() -> None:
    """Otherwise another thread would receive a signal that the main thread blocks, and handle it at once."""
    ended = subprocess.run(
        [sys.executable, "-c", WITH_A_THREAD], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.stdout, ended.stderr) == ("whole\nheard\n", "")


WITH_A_THREAD = """import os, signal, threading, time
from vanuatu.ai.signals import start_thread, deferred_signals
signal.signal(signal.SIGINT, signal.default_int_handler)
start_thread(threading.Event().wait)
try:
    with deferred_signals():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
        print("whole")
except KeyboardInterrupt:
    print("heard")
"""

"""Random bursts of signals (`tests/cli/storms.py`), and single cases of ending on a signal."""

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pexpect
import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import environment
from tests.cli.storms import COMMANDS, storms

PAGE = 4096  # the least that a pipe holds


@pytest.mark.parametrize(
    "name",
    [name if name == "learn" else pytest.param(name, marks=pytest.mark.heavy) for name in COMMANDS],
)
def test_a_few_storms(name: str, tmp_path: Path) -> None:
    if name == "learn":
        pytest.importorskip("numpy")
    _, wrong = storms(name, 2 if COMMANDS[name].out else 1, tmp_path)
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_three_hundred_storms(name: str, tmp_path: Path) -> None:
    _, wrong = storms(name, 300, tmp_path, seed=2)
    assert not wrong, "\n".join(wrong)


def ended(code: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Return how a program ends that installs the signal handlers and then runs this code."""
    imports = "import gc, os, signal, sys, time\nfrom vanuatu.cli.terminal import signals\n"
    begin = imports + "signals.install_handlers()\n"
    return subprocess.run(
        [sys.executable, "-c", begin + code],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_signal_during_unraisable_code_is_raised_afterwards(tmp_path: Path) -> None:
    code = """
class Lost:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
Lost()
time.sleep(30)
"""
    done = ended(code, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("second", "after", "code"),
    [("SIGTERM", 0.3, 130), ("SIGINT", 0.3, 130), ("SIGTERM", 0.0, 7)],
)
def test_second_signal_ends_at_once_unless_simultaneous(
    second: str, after: float, code: int, tmp_path: Path
) -> None:
    done = ended(
        f"""
signals._TOGETHER = {0.1 if after else 60}  # on a busy machine too
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(30)
except KeyboardInterrupt:
    time.sleep({after})
    os.kill(os.getpid(), signal.{second})
    time.sleep(0.5)
    os._exit(7)
""",
        tmp_path,
    )
    assert (done.returncode, done.stderr) == (code, "")


def test_signal_after_completion_prints_nothing(tmp_path: Path) -> None:
    code = """
import atexit
atexit.register(lambda: (os.kill(os.getpid(), signal.SIGHUP), time.sleep(30)))
signals.mark_done()
"""
    done = ended(code, tmp_path)
    assert (done.returncode, done.stderr) == (129, "")


def test_signal_during_import_is_raised_after_import(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGTERM)\ntime.sleep(0.2)\nprint('whole')\n",
        encoding="utf-8",
    )
    done = ended("import slow\ntime.sleep(30)", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (143, "whole\n", "")


def test_signal_converted_to_error_by_python_is_not_reported(tmp_path: Path) -> None:
    code = """
from vanuatu.cli import app
class Named:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)
def call(arguments):
    class Owner:
        named = Named()
    return 0
app._call = call
sys.exit(app.run([]))
"""
    done = ended(code, tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize(
    "call",
    [
        "convert a.pvn --to ndjson",
        "replay a.pvn --ndjson --state",
        "match random random --games 9999 --seed 1",
        "analyse a.pvn --all --bot mcts:1 --jobs 2",
    ],
)
def test_unread_output_does_not_block_exit(call: str, tmp_path: Path) -> None:
    """A record is written completely; a second signal does not wait for it."""
    write_games(tmp_path / "a.pvn", 300)
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, PAGE)
    running = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", *call.split()],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    os.close(writer)
    try:
        _wait_until_full(running, reader)
        running.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        running.send_signal(signal.SIGTERM)
        _, printed = running.communicate(timeout=30)
    finally:
        os.close(reader)
        running.kill()
    assert running.returncode == 143
    assert b"Traceback" not in printed


def _wait_until_full(running: "subprocess.Popen[bytes]", reader: int) -> None:
    """Wait until the pipe is full: then the command blocks in a write."""
    end = time.monotonic() + 60
    before = -1
    while True:
        assert running.poll() is None
        assert time.monotonic() < end
        there = struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, b"\0" * 4))[0]
        if there == before > PAGE // 2:
            return
        before = there
        time.sleep(0.5)


@pytest.mark.heavy
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_signal_just_after_return_key_keeps_prompt_intact(number: int, tmp_path: Path) -> None:
    for delay in (0.0, 0.003, 0.03):
        terminal = pexpect.spawn(
            sys.executable,
            ["-m", "vanuatu", "play", "--plain", "--bot", "greedy", "--seed", "3"],
            cwd=str(tmp_path),
            env=environment(tmp_path, {"TERM": "xterm"}),
            encoding="utf-8",
            timeout=60,
        )
        try:
            terminal.expect("purple>")
            time.sleep(0.3)
            terminal.send("help\r")
            time.sleep(delay)
            terminal.kill(number)
            time.sleep(0.3)
            terminal.kill(signal.SIGTERM)
            terminal.expect(pexpect.EOF)
            terminal.wait()
            assert "Traceback" not in str(terminal.before)
            assert "Exception" not in str(terminal.before)
            assert terminal.exitstatus in (129, 130, 143)
        finally:
            terminal.close(force=True)

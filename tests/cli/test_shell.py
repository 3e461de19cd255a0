"""Behaviour shared by all commands: exit codes, closed pipes, full disks, completion."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
import typer

from tests.cli.shell import Ended, environment, vanuatu
from vanuatu.cli import app
from vanuatu.cli.errors import CallFault, InputFault


def raising(fault: BaseException) -> Callable[[list[str]], int]:
    def call(arguments: list[str]) -> int:
        raise fault

    return call


@pytest.mark.parametrize(
    ("fault", "code", "line"),
    [
        (InputFault("a.pvn:3:1: no such move"), 1, "vanuatu: a.pvn:3:1: no such move\n"),
        (CallFault("no bot is called 'x'"), 2, "vanuatu: no bot is called 'x'\n"),
        (InputFault("two\nlines"), 1, "vanuatu: two lines\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
        (FileNotFoundError(2, "No such file or directory", "a.pvn"), 1, "a.pvn: No such file or directory\n"),
        (typer.Exit(3), 3, ""),
        (SystemExit(2), 2, ""),
    ],
)
def test_each_outcome_has_exit_code_and_one_line(
    fault: BaseException,
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(app, "_call", raising(fault))
    assert app.run([]) == code
    assert capsys.readouterr().err.removeprefix("vanuatu: ") == line.removeprefix("vanuatu: ")


def test_unexpected_error_prints_one_line_with_crash_report_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(app, "_call", raising(ZeroDivisionError("what")))
    assert app.run([]) == 1
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    report = Path(message.split("details are in ")[1].strip())
    assert report.parent == tmp_path / "vanuatu"
    assert "ZeroDivisionError: what" in report.read_text(encoding="utf-8")


def test_unexpected_error_without_crash_report_prints_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(file))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(file))
    monkeypatch.setattr(app, "_call", raising(ZeroDivisionError("what")))
    assert app.run([]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--help"], ["version"], ["version", "--help"]])
def test_closed_pipe_ends_command_quietly(arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "vanuatu", *arguments]
    with subprocess.Popen(
        command,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("arguments", [["--help"], ["version"]])
def test_full_disk_prints_one_line(arguments: list[str], tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        ended = vanuatu(arguments, tmp_path, out=full)
    assert ended.code == 1
    assert ended.err == "vanuatu: writing the output: No space left on device\n"


def test_interrupt_exits_silently_with_130(tmp_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from vanuatu import __main__; from vanuatu.cli import app\n"
        "def wait(arguments):\n"
        "    print('half a line', flush=True)\n"
        "    time.sleep(60)\n"
        "app._call = wait\n"
        "__main__.main()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"half a line\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_closed_before_start_are_handled(closed: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m vanuatu version {closed}'],
        env=environment(tmp_path),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stderr == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_unencodable_characters_do_not_end_command(encoding: str, tmp_path: Path) -> None:
    script = (
        "import sys; from vanuatu.cli import app; app._call = lambda _: print('⬢ \\udcff') or 0; app.run([])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(tmp_path, {"PYTHONIOENCODING": encoding}),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.stderr == b""
    assert ended.stdout == ("⬢ ".encode() + b"\xff\n" if encoding == "utf-8" else b"? ?\n")


def test_version_lists_compiled_modules_as_text_and_json(tmp_path: Path) -> None:
    import json

    from vanuatu import __version__
    from vanuatu.cli import compiled

    message = json.loads(vanuatu(["version", "--json"], tmp_path).out)
    assert message["version"] == __version__
    assert message["modules"] == {module.name: module.compiled for module in compiled.modules()}
    assert message["compiled"] == all(message["modules"].values())
    assert message["stale"] == []
    printed = vanuatu(["version"], tmp_path).out
    assert printed.startswith(f"vanuatu {__version__}, Python {message['python']}\n")
    assert ("\ncompiled: " if message["compiled"] else "\ninterpreted: ") in printed


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_option_for_the_version_prints_one_line(option: str, tmp_path: Path) -> None:
    from vanuatu import __version__

    assert vanuatu([option], tmp_path) == Ended(0, f"vanuatu {__version__}\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_gets_a_completion_script(shell: str, tmp_path: Path) -> None:
    more = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    ended = vanuatu(["--show-completion", shell], tmp_path, more=more)
    assert ended.code == 0
    assert "_VANUATU_COMPLETE" in ended.out


def test_completion_is_installed_for_calling_shell(tmp_path: Path) -> None:
    """Found out as a person meets it: in a shell, without saying which."""
    command = f'"{sys.executable}" -m vanuatu --install-completion'
    child = pexpect.spawn("bash", ["--norc", "-c", f"{command}; exit $?"], env=dict(environment(tmp_path)))
    child.expect("bash completion installed in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "vanuatu" in (tmp_path / ".bashrc").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "completions"),
    [("vanuatu ver", ["version"]), ("vanuatu version --j", ["--json"]), ("vanuatu re", ["replay", "review"])],
)
def test_completions_are_those_of_the_table_and_the_commands(
    words: str, completions: list[str], tmp_path: Path
) -> None:
    more = {
        "_VANUATU_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    assert vanuatu([], tmp_path, more=more).out.split() == completions


def test_colour_needs_terminal_without_no_color(tmp_path: Path) -> None:
    script = "from vanuatu.cli.terminal import console; print(console.colour())"

    def on_a_terminal(**more: str) -> str:
        own = environment(tmp_path, {"TERM": "xterm-256color", **more})
        child = pexpect.spawn(sys.executable, ["-c", script], env=dict(own), encoding="utf-8")
        child.expect(pexpect.EOF)
        return str(child.before).strip()

    assert on_a_terminal() == "True"
    assert on_a_terminal(NO_COLOR="1") == "False"
    assert on_a_terminal(TERM="dumb") == "False"
    piped = subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), capture_output=True, check=True
    )
    assert piped.stdout == b"False\n"

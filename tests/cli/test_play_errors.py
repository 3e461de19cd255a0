"""`play`: options that contradict each other, and misspelt piped lines."""

from pathlib import Path

import pytest

from tests.cli.shell import vanuatu


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tutorial", "--players", "4"], "--tutorial excludes --players: the lesson is a game of its own"),
        (["--tutorial", "--bot", "hard"], "--tutorial excludes --bot"),
        (["--tutorial", "--players", "4", "--bot", "hard"], "--tutorial excludes --players and --bot"),
        (["--tutorial", "--seed", "0"], "--tutorial excludes --seed"),
        (["--from", "g.pvn", "--players", "5"], "--from excludes --players"),
        (["--from", "g.pvn", "--variant", "waters"], "--from excludes --variant"),
        (["--at", "3"], "--at needs --from"),
        (["--seat", "none", "--seat", "purple"], "--seat none excludes --seat purple"),
        (["--seat", "purple", "--seat", "none"], "--seat none excludes --seat purple"),
        (["--bot", "easy"] * 5, "--bot is given 5 times, but bots have 3 seats"),
        (["--players", "2", "--bot", "easy", "--bot", "hard"], "given 2 times, but bots have 1 seat"),
        (["--players", "2", "--seat", "p", "--seat", "t", "--bot", "easy"], "but bots have 0 seats"),
    ],
)  # fmt: skip
def test_options_that_contradict_one_another_are_wrong_usage(
    options: list[str], message: str, tmp_path: Path
) -> None:
    (tmp_path / "g.pvn").write_text("", encoding="utf-8")
    ended = vanuatu(["play", *options], tmp_path)
    assert ended.code == 2
    assert message in ended.err
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""


def test_a_misspelt_command_from_a_pipe_names_the_command(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--players", "2", "--bot", "greedy", "--seed", "3"], tmp_path, text="sayve x\n")
    assert ended.code == 1
    assert ended.err == "stdin:1: sayve x: neither a move nor a command; did you mean `save`?\n"

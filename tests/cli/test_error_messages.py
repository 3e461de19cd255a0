"""What the program prints when input or a command line is wrong: one line that says what to do."""

from pathlib import Path

import pytest

from tests.cli.shell import vanuatu

TEACHING = str(Path(__file__).parents[2] / "games" / "teaching.pvn")


def error_of(arguments: list[str], home: Path, code: int) -> str:
    """Run a command that must fail with that exit code, and return its one line on stderr."""
    ended = vanuatu(arguments, home)
    assert ended.code == code, ended
    assert ended.out == ""
    assert ended.err.count("\n") == 1, ended.err
    return ended.err.removesuffix("\n")


# Renamed options


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("show", "--game", "--number"),
        ("moves", "--game", "--number"),
        ("replay", "--game", "--number"),
        ("analyse", "--game", "--number"),
        ("review", "--game", "--number"),
        ("analyse", "--time", "--move-time"),
        ("match", "--time", "--clock"),
        ("replay", "--from", "--from-ply"),
        ("replay", "--to", "--to-ply"),
    ],
)
def test_an_old_option_names_the_new_one(command: str, old: str, new: str, tmp_path: Path) -> None:
    told = error_of([command, "x.pvn", old, "2"], tmp_path, 2)
    assert told == f"vanuatu: {old}: this option is now {new} (see vanuatu {command} --help)"


# Typer's own texts (group 6)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play --players two", "--players: 'two' is not a number (2–5)"),
        ("play --players 7", "--players: 7 is out of range (2–5)"),
        ("play --players", "--players: a value is missing (see vanuatu play --help)"),
        ("play --plain=1", "--plain: this option takes no value (see vanuatu play --help)"),
        ("show x.pvn --ply 1.5", "--ply: '1.5' is not a whole number"),
        ("bench --seconds soon", "--seconds: 'soon' is not a number (0.01 or more)"),
        ("match random random --jobs 999", "--jobs: 999 is out of range (1–256)"),
        ("show", "FILE|FEN is missing (see vanuatu show --help)"),
        ("match", "SPEC is missing (see vanuatu match --help)"),
        ("rules planning again", "'again': unexpected argument (see vanuatu rules --help)"),
        ("version --jsn", "--jsn: no such option; did you mean --json?"),
        ("version --nosuch", "--nosuch: no such option; see vanuatu version --help"),
        ("ply", "'ply': no such command; did you mean play or replay?"),
        ("nosuch", "'nosuch': no such command; see vanuatu --help"),
    ],
)
def test_a_wrong_command_line_is_explained_in_our_own_words(line: str, told: str, tmp_path: Path) -> None:
    assert error_of(line.split(), tmp_path, 2) == f"vanuatu: {told}"


def test_a_wrong_argument_cannot_send_control_sequences(tmp_path: Path) -> None:
    assert "\x1b" not in error_of(["show", "--ply", "\x1b[2J"], tmp_path, 2)
    assert "\x1b" not in error_of(["\x1b[2J"], tmp_path, 2)

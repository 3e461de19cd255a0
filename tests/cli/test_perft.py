"""`vanuatu perft` from the shell."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.shell import environment, vanuatu
from tests.support.perft import Entry, entries

TABLE = entries()
SMALL = [entry for entry in TABLE if sum(entry.counts[1]) < 500]


@pytest.mark.parametrize("entry", SMALL[::4], ids=lambda entry: entry.name)
def test_the_program_prints_the_counts_of_the_table(entry: Entry, tmp_path: Path) -> None:
    ended = vanuatu(["perft", "-", "--depth", "2"], tmp_path, text="\n".join(entry.lines))
    assert ended.code == 0
    head, *rows = ended.out.splitlines()
    assert head.split() == ["depth", "sequences", "decisions", "draws"]
    expected = [[depth, sum(count), *count] for depth, count in enumerate(entry.counts[:2], 1)]
    assert [[int(cell) for cell in row.split()] for row in rows] == expected


def test_divide_counts_the_sequences_after_each_first_ply(tmp_path: Path) -> None:
    entry = next(entry for entry in TABLE if entry.name == "the Governor and the Preacher")
    position = entry.lines[0].removeprefix("position fen ")
    ended = vanuatu(["perft", position, "--depth", "3", "--divide"], tmp_path)
    parts = {line.split()[0]: int(line.split()[1]) for line in ended.out.splitlines()}
    assert list(parts) == vanuatu(["moves", position], tmp_path).out.split()
    assert sum(parts.values()) == sum(entry.counts[2])
    assert ended.err == f"{sum(entry.counts[2])} sequences after {len(parts)} first plies\n"
    found = json.loads(vanuatu(["perft", position, "--depth", "3", "--divide", "--json"], tmp_path).out)
    assert (found["depth"], found["divide"]) == (3, parts)


def test_json_has_all_depths(tmp_path: Path) -> None:
    entry = next(entry for entry in TABLE if entry.game == "maori" and all(entry.counts[1]))
    ended = vanuatu(["perft", "-", "--depth", "2", "--json"], tmp_path, text="\n".join(entry.lines))
    found = json.loads(ended.out)
    assert found["position"].startswith("maori ")
    assert found["depths"] == [
        {"depth": depth, "sequences": sum(count), "decisions": count[0], "draws": count[1]}
        for depth, count in enumerate(entry.counts[:2], 1)
    ]


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        ("example:two-players --depth 2", 1, "The game is finished. Choose a position with --at ROUND.PLY."),
        ("example:teaching", 2, "--depth is missing"),
        ("example:teaching --depth 0", 2, "--depth: 0 is out of range (1–99)"),
        ("example:teaching --depth x", 2, "--depth: 'x' is not a number (1–99)"),
        ("nothing.pvn --depth 2", 1, "nothing.pvn: No such file"),
        ("example:teaching --depth 2 --at 9.9", 2, "the game has rounds"),
    ],
)
def test_wrong_calls(words: str, code: int, printed: str, tmp_path: Path) -> None:
    ended = vanuatu(["perft", *words.split()], tmp_path)
    assert ended.code == code
    assert printed in ended.err
    assert ended.err.count("\n") == 1


def test_ctrl_c_ends_a_count_that_would_take_for_ever(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "perft", "example:teaching", "--at", "1.12", "--depth", "60"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    for _ in range(3):
        running.stdout.readline()
    began = time.monotonic()
    running.send_signal(signal.SIGINT)
    _, printed = running.communicate(timeout=60)
    assert running.returncode == 130
    assert b"Traceback" not in printed
    assert time.monotonic() - began < 30

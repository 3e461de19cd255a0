"""Counting: shared wins, many players, games without statistics module, progress."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.matches.calls import PACE, match
from tests.cli.matches.test_scale import MEASURED
from tests.cli.shell import environment, vanuatu
from tests.cli.test_third_game import TOY, installed
from tests.pictures.played import GAMES
from vanuatu.cli.match.ratings import wilson
from vanuatu.cli.report import results as results_module
from vanuatu.cli.report.counting import SHARES, ResultCounter, SeatResults
from vanuatu.cli.report.gathering import GameReport, Selection
from vanuatu.cli.report.printing import tables_of
from vanuatu.cli.report.results import OTHER_NAMES, Ending, Results, tables
from vanuatu.cli.report.tables import Mean, Row, Share, WinShare
from vanuatu.cli.terminal import progress
from vanuatu.notation.session import Session

ALL_THREE = [True, True, True]


def add(results: Results, session: Session, shares: list[int], names: tuple[str, ...]) -> None:
    """Count the session's moves as a game with these wins, in which everybody scored 20."""
    lost = not any(shares)
    results_by_seat = SeatResults(
        shares, [20, 20, 20], [2.0, 2.0, 2.0], ALL_THREE, lost=lost, forfeited=False
    )
    results.counter.count(session.start, session.record.plies, session.moves, results_by_seat)
    ending = Ending(names, shares, [20, 20, 20], "", "", 8, 200, lost=lost, forfeited=False)
    results.add(ending, ALL_THREE)


def table(results: Results, name: str) -> dict[str, Row]:
    found = next(one for one in tables(results) if one.name == name)
    return {str(row[found.columns[0].name]): row for row in found.rows}


def test_a_shared_win_counts_in_shares() -> None:
    results = Results(ResultCounter())
    add(results, random_game(3, 1), [SHARES // 2, SHARES // 2, 0], ("Ann", "Ben", "Cleo"))
    add(results, random_game(3, 2), [SHARES, 0, 0], ("Ann", "Ben", "Cleo"))
    players = table(results, "players")
    assert [players[name]["wins"] for name in ("Ann", "Ben", "Cleo")] == [1.5, 0.5, 0]
    assert players["Ann"]["win"] == WinShare(1.5, 2)
    assert table(results, "games")["all"]["shared"] == 1


def test_game_lost_by_all_has_no_win_and_no_score() -> None:
    results = Results(ResultCounter())
    add(results, random_game(3, 1), [0, 0, 0], ("Ann", "Ben", "Cleo"))
    add(results, random_game(3, 2), [SHARES, 0, 0], ("Ann", "Ben", "Cleo"))
    ann = table(results, "players")["Ann"]
    assert (ann["games"], ann["wins"], ann["lost"]) == (2, 1, 1)
    assert ann["score"] == Mean(1, 20, 400)


def test_intervals() -> None:
    assert Share(3.5, 10).interval == wilson(3.5, 10)
    mean = Mean(3, 6, 14)  # of 1, 2 and 3
    assert mean.value == 2
    assert mean.margin == pytest.approx(1.96 / 3**0.5, abs=1e-3)


def test_players_beyond_limit_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_module, "MOST_NAMES", 3)
    results = Results(ResultCounter())
    for number in range(4):
        names = (f"A{number}", f"B{number}", f"C{number}")
        add(results, random_game(3, number, 30), [SHARES, 0, 0], names)
    players = table(results, "players")
    assert list(players) == ["A0", "B0", "C0", OTHER_NAMES]
    assert players[OTHER_NAMES]["games"] == 9


def test_game_without_statistics_module_has_results_only(tmp_path: Path) -> None:
    call = ["match", "random", "random", "--game", "toy", "--games", "6", "--seed", "1"]
    more = installed(tmp_path, TOY)
    played = vanuatu(call, tmp_path, more=more)
    ended = vanuatu(["stats", "-", "--json"], tmp_path, more=more, text=played.out)
    assert ended.code == 0
    found = json.loads(ended.out)["by_game"]["toy"]
    assert list(found["tables"]) == ["games", "seats", "players", "scores", "score_counts"]
    assert found["tables"]["players"][0]["games"] == 12


def test_progress_shows_games_speed_and_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(progress, "_ELSEWHERE", 0.0)
    text = "\n".join(random_game(3, seed).text() for seed in range(3))
    (tmp_path / "g.pvn").write_text(text)
    GameReport(Selection()).read([str(tmp_path / "g.pvn")])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[2].startswith("3 games, ")
    assert lines[2].endswith(" left")


def kilobytes(command: str, folder: Path) -> int:
    """Return the peak memory of the command."""
    call = [sys.executable, "-m", "vanuatu", command, "games.pvn"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *call],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.long
def test_ten_times_the_games_need_no_more_memory(tmp_path: Path) -> None:
    peaks = []
    for games in (100 * PACE, 1000 * PACE):
        (tmp_path / "games.pvn").unlink(missing_ok=True)
        assert match(f"greedy random --players 4 --games {games} --out games.pvn", tmp_path).code == 0
        peaks.append(kilobytes("stats", tmp_path))
    assert peaks[1] < 1.1 * peaks[0] + 2000


@pytest.mark.long
def test_stats_is_at_least_half_as_fast_as_check(tmp_path: Path) -> None:
    assert match(f"greedy random --players 4 --games {200 * PACE} --out games.pvn", tmp_path).code == 0
    best = {}
    for command in ("check", "stats"):
        took = []
        for _ in range(3):
            begun = time.perf_counter()
            assert vanuatu([command, os.fspath(tmp_path / "games.pvn")], tmp_path).code == 0
            took.append(time.perf_counter() - begun)
        best[command] = min(took)
    assert best["stats"] < 2 * best["check"]


def test_a_power_counts_for_a_character_only_if_its_choice_is_in_the_game() -> None:
    """The game of left-out.pvn begins in a position with characters, whose powers are then used."""
    used = []
    for files in (["three-players.pvn"], ["three-players.pvn", "left-out.pvn"]):
        report = GameReport(Selection())
        report.read([str(GAMES / file) for file in files])
        found = tables_of("vanuatu", report.by_game["vanuatu"])
        rows = next(one for one in found if one.name == "characters").rows
        used.append({row["character"]: row["used"] for row in rows})
    assert used[0] == used[1]
    assert used[0]["artist"] == Share(4, 5)

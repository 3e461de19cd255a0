"""`vanuatu me`: the record from the saved games; habits from reviews; par."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.at_prompt import own_games_folder, play_on, shown
from tests.cli.game_files import random_game
from tests.cli.shell import vanuatu
from vanuatu.cli import app
from vanuatu.cli.history import par, record, reviews, saves
from vanuatu.cli.play import after_game, opening
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import SeatRequest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return own_games_folder(tmp_path, monkeypatch)


def game(
    number: int, scores: list[int], winners: list[int], bots: str = "medium", **more: object
) -> saves.SavedGame:
    """Return a finished game of purple (You)."""
    names = ["You", *[bots] * (len(scores) - 1)]
    parts = [{"points": score - 2, "huts": 2} for score in scores]
    values = {
        "file": f"{number}.pvn",
        "when": number * 86400.0,
        "game": "vanuatu",
        "names": names,
        "moves": 90,
    }
    values |= {"scores": scores, "winners": winners, "finished": True, "parts": parts}
    return saves.SavedGame(**{**values, **more})  # type: ignore[arg-type]


def test_wins_by_level_with_intervals() -> None:
    games = [game(number, [50 + number, 40, 30], [0]) for number in range(3)]
    games += [game(10, [20, 40, 30], [1]), game(11, [20, 40], [1], "hard"), game(12, [40, 40, 9], [0, 1])]
    found = record.record(games)["by_game"]["vanuatu"]
    assert (found["games"], found["wins"]) == (6, 3.5)
    medium, hard = found["levels"]
    assert (medium["bot"], medium["players"], medium["games"], medium["wins"]) == ("medium", 3, 5, 3.5)
    assert medium["win_rate"] == 0.7
    assert medium["win_rate_95"][0] < 0.7 < medium["win_rate_95"][1]
    assert medium["even"] == pytest.approx(1 / 3, abs=1e-4)
    assert (hard["bot"], hard["players"], hard["wins"]) == ("hard", 2, 0)
    assert found["streak"] == {"current": 1, "best": 3}
    assert found["best_score"] == 52


def test_rivals_and_ratings() -> None:
    games = [game(number, [50, 40, 30], [0]) for number in range(8)]
    games += [game(10 + number, [20, 40], [1], "hard") for number in range(8)]
    found = record.record(games)["by_game"]["vanuatu"]
    assert [(row["name"], row["meetings"], row["ahead"]) for row in found["rivals"]] == [
        ("medium", 16, 1.0),
        ("hard", 8, 0.0),
    ]
    assert [row["name"] for row in found["ratings"]] == ["hard", "you", "medium"]
    for row in found["ratings"]:
        assert row["rating_95"][0] < row["rating"] < row["rating_95"][1]


def test_scores_over_time_and_their_parts() -> None:
    games = [game(number, [10 * (number // 5), 0], [0]) for number in range(15)]
    blocks = record.record(games)["by_game"]["vanuatu"]["over_time"]
    assert [block["mean_score"] for block in blocks] == [0.0, 10.0, 20.0]
    assert [block["parts"] for block in blocks] == [
        {"points": -2.0, "huts": 2.0},
        {"points": 8.0, "huts": 2.0},
        {"points": 18.0, "huts": 2.0},
    ]
    assert all(sum(block["parts"].values()) == block["mean_score"] for block in blocks)


def test_what_does_not_count() -> None:
    games = [
        game(1, [1, 2], [1], event="Lesson"),
        game(2, [1, 2], [1], finished=False),
        game(3, [1, 2], [1], names=["medium", "hard"]),
        game(4, [1, 2], [1], names=["Ann", "Bob"]),
        saves.SavedGame("5.pvn", 0.0, "1:1: nonsense"),
    ]
    found = record.record(games)
    assert found["by_game"] == {}
    assert (found["saved"], found["unfinished"], found["damaged"]) == (5, 1, 1)
    assert record.record(games, "Bob")["by_game"]["vanuatu"]["wins"] == 1.0
    assert record.record(games, "Ann")["by_game"]["vanuatu"]["wins"] == 0.0


def test_games_of_the_day() -> None:
    games = [
        game(1, [30, 2], [0], daily="2026-11-18"),
        game(2, [45, 2], [0], daily="2026-11-19"),
        game(3, [60, 2], [0]),
    ]
    assert record.record(games)["by_game"]["vanuatu"]["daily"] == {
        "attempts": 2,
        "wins": 2.0,
        "mean_score": 37.5,
        "best_score": 45,
        "best_date": "2026-11-19",
    }


def test_two_games_have_two_records() -> None:
    found = record.record([game(1, [3, 2], [0]), game(2, [3, 2], [0], game="maori")])
    assert set(found["by_game"]) == {"vanuatu", "maori"}


def save(folder: Path, name: str, seed: int, bot: str = "greedy") -> Path:
    """Save a finished game of You against bots."""
    session = random_game(3, seed)
    session.record.tags |= {"Purple": "You", "Teal": bot, "Yellow": bot, "Seed": str(seed)}
    place = folder / f"{name}.pvn"
    place.write_text(session.text(), encoding="utf-8")
    return place


def test_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3):
        save(folder, f"g{number}", number)
    assert app.run(["me", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["by_game"]["vanuatu"]
    assert found["games"] == 3
    for block in found["over_time"]:
        assert sum(block["parts"].values()) == pytest.approx(block["mean_score"], abs=0.05)
    assert app.run(["me"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("3 finished games, won ")
    assert max(map(len, text.splitlines())) <= 80


def test_nothing_played_yet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["me"]) == 0
    assert "No finished games yet." in capsys.readouterr().out


def test_damaged_files_are_named_and_the_rest_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = save(folder, "good", 1)
    (folder / "bad.pvn").write_text("nonsense", encoding="utf-8")
    reviews.path_of(place).write_bytes(b"{broken")
    place.with_name("good.par.json").write_bytes(b"[]")
    assert app.run(["me", "--json"]) == 0
    streams = capsys.readouterr()
    found = json.loads(streams.out)["by_game"]["vanuatu"]
    assert (found["games"], found["habits"], found["par"]) == (1, None, None)
    assert len(streams.err.splitlines()) == 1
    assert "bad.pvn:" in streams.err


def test_habits_come_from_kept_reviews(folder: Path) -> None:
    place = save(folder, "one", 1)
    worst = [
        {"words": "build a hut", "lost": 0.2},
        {"words": "build a dike", "lost": 0.1},
        {"words": "sail to b2", "lost": 0.25},
    ]
    phases = {"plan": {"decisions": 9, "lost": 0.1}, "act": {"decisions": 20, "lost": 0.5}}
    reviews.keep(place, {"seats": [{"seat": "p", "phases": phases, "worst": worst}]})
    habits = record.record(saves.saved_games())["by_game"]["vanuatu"]["habits"]
    assert (habits["reviewed"], habits["unit"]) == (1, "% of win chance")
    assert [(row["phase"], row["lost_per_game"]) for row in habits["phases"]] == [
        ("act", 50.0),
        ("plan", 10.0),
    ]
    assert [(row["action"], row["lost_per_game"]) for row in habits["actions"]] == [
        ("build", 30.0),
        ("sail", 25.0),
    ]


def test_newer_reviews_count_points(folder: Path) -> None:
    place = save(folder, "one", 1)
    worst = [{"words": "build a hut", "lost": 0.2, "points_lost": 3.5}]
    phases = {"plan": {"decisions": 9, "lost": 0.1, "points_lost": 4.0}}
    seat = {"seat": "p", "phases": phases, "worst": worst, "points_lost": 4.0}
    reviews.keep(place, {"seats": [seat]})
    habits = record.record(saves.saved_games())["by_game"]["vanuatu"]["habits"]
    assert habits["unit"] == "points"
    assert habits["phases"][0]["lost_per_game"] == 4.0


def test_the_prompt_keeps_the_review_of_a_finished_game(folder: Path) -> None:
    wanted = opening.NewGame("vanuatu", 2, "", SeatRequest(None, ("random",)), 5)
    controller = Controller(opening.open_new(wanted))
    controller.interactive = False  # no games for par
    controller.start()
    play_on(controller)
    controller.enter_line("review 2")
    job = controller.next_job()
    assert job is not None
    while not job.thinking.step():
        pass
    controller.finish_job(job)
    [one] = saves.saved_games()
    review = reviews.review_of(one.path, 0)
    assert review is not None
    assert review["decisions"] > 20
    controller.enter_line("me")
    assert "What your moves cost a game" in shown(controller)
    controller.table.close()


# Par


def finished(bot: str) -> Controller:
    wanted = opening.NewGame("vanuatu", 2, "", SeatRequest(None, (bot,)), 5)
    controller = Controller(opening.open_new(wanted))
    controller.start()
    play_on(controller)
    return controller


def wait(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.heavy
def test_par_is_played_in_the_background_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par, "GAMES", 100)
    painted: list[bool] = []
    controller = finished("random")
    games = controller.par
    assert games is not None
    games._when_done = lambda: painted.append(True)
    assert "Par" in shown(controller)
    wait(lambda: games.done)
    wait(lambda: bool(painted))
    [one] = saves.saved_games()
    known = par.known(one, 0)
    assert known is not None
    scores = [par.play(controller.table.session, 0, number) for number in (1, 2, 3)]
    assert scores == games._scores[:3]
    assert (known.games, known.bot) == (100, "random")
    assert known.mean == pytest.approx(sum(games._scores) / 100)
    text = " ".join(shown(controller).split())
    assert f"bots like random in your seat on the same draws: {known.mean:.0f} ± {known.sd:.0f}." in text
    controller.enter_line("par")
    assert "so far" not in shown(controller)
    controller.enter_line("undo")
    assert controller.next_job() is None
    found = record.record(saves.saved_games())
    assert found["by_game"] == {} or found["by_game"]["vanuatu"]["par"] is not None
    controller.table.close()


def test_par_keeps_the_draws_of_the_game(folder: Path) -> None:
    """The bots in another seat get other random numbers, but the first draws are those of the game."""
    from vanuatu.ai.bot_game import BotGame

    controller = finished("random")
    session = controller.table.session
    drawn: list[list[str]] = []
    real = BotGame.play

    def watched(self: BotGame) -> None:
        real(self)
        drawn.append([ply.token for ply in self.session.record.plies[:5]])

    try:
        BotGame.play = watched  # type: ignore[method-assign]
    except TypeError:
        pytest.skip("the class is compiled")
    try:
        par.play(session, 0, 1)
    finally:
        BotGame.play = real  # type: ignore[method-assign]
    assert drawn == [[ply.token for ply in session.record.plies[:5]]]
    after_game.end(controller)
    controller.table.close()


def test_no_par_against_different_bots_or_programs(folder: Path) -> None:
    session = random_game(3, 1)
    session.record.tags |= {"Seed": "1", "Purple": "You", "Teal": "easy", "Yellow": "hard"}
    assert par.bot_for(session, 0) == ""
    session.record.tags |= {"Teal": "cmd:./x", "Yellow": "cmd:./x"}
    assert par.bot_for(session, 0) == ""
    session.record.tags |= {"Teal": "medium", "Yellow": "medium"}
    assert par.bot_for(session, 0) == "medium"
    session.record.tags |= {"Replaced": "Teal"}
    assert par.bot_for(session, 0) == ""


def test_files_beside_a_game_go_with_it(folder: Path) -> None:
    place = save(folder, "one", 1)
    reviews.keep(place, {"seats": []})
    (folder / "one.par.json").write_text("{}", encoding="utf-8")
    [one] = saves.saved_games()
    saves.rename_game(one, "two")
    assert {each.name for each in folder.iterdir()} == {"two.pvn", "two.review.json", "two.par.json"}
    [one] = saves.saved_games()
    saves.delete_game(one)
    assert list(folder.iterdir()) == []


def test_a_second_call_reads_no_game(folder: Path, tmp_path: Path) -> None:
    """The index has what `me` needs: games that are spoilt with their size and time kept change nothing."""
    text = save(folder, "one", 1).read_bytes()
    for number in range(500):
        (folder / f"g{number}.pvn").write_bytes(text)
    more = {"XDG_STATE_HOME": str(tmp_path / "state")}
    first = vanuatu(["me"], tmp_path, more=more)
    assert first.code == 0, first.err
    for path in folder.glob("*.pvn"):
        status = path.stat()
        path.write_bytes(b"x" * status.st_size)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    second = vanuatu(["me"], tmp_path, more=more)
    assert (second.code, second.out) == (0, first.out)

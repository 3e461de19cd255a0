"""After a game: what the prompt shows, and the commands that begin another one."""

import os
import re
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.terminal import Terminal
from tests.cli.test_prompt_controller import at_planning, enter, finished, seated_controller, shown
from vanuatu.ai.specs import make_bot
from vanuatu.cli import compiled
from vanuatu.cli.history import record, saves
from vanuatu.cli.play import opening, summary
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.table import SeatPlayer, Table
from vanuatu.notation.boards.canvas import PLAIN, Style, width_of
from vanuatu.notation.session import Session


def lost_or_won(players: int = 3) -> Controller:
    """A finished game in which purple is a person."""
    session = random_game(players, 4)
    seats = [
        SeatPlayer("You"),
        *(SeatPlayer("greedy", make_bot("greedy", seed=seat)) for seat in range(1, players)),
    ]
    controller = Controller(Table(session, seats, 4))
    controller.start()
    assert controller.table.over
    return controller


def test_result_parts_and_commands_are_shown() -> None:
    controller = lost_or_won()
    text = shown(controller)
    flat = " ".join(text.split())
    assert re.search(r"(has|have) won: . \d+ - . \d+ - . \d+", flat)
    assert "What decided it: " in flat
    assert "again | again SEED | again from 5 | replay | review | review deep | new" in flat
    assert "total" in text
    assert "chance to win" not in flat  # no review runs without a screen for it


@pytest.mark.parametrize("width", [59, 79])
def test_summary_of_five_players_and_the_commands_are_never_cut(width: int) -> None:
    controller = lost_or_won(5)
    lines = controller.message(width)
    assert max(map(width_of, lines)) <= width
    text = PLAIN.paint(lines)
    scores = [str(int(score)) for score in controller.table.state.scores()]
    total = next(line for line in text.splitlines() if line.startswith("total"))
    assert total.split()[1:] == scores
    assert text.index("again") < text.index("total")


@pytest.mark.heavy
def test_quick_review_gives_chances_by_round_luck_and_costliest_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "SIMS", 8)
    controller = lost_or_won()
    controller.reviews_at_end = True
    controller.begin_turn()
    review = controller.quick_review
    job = controller.next_job()
    assert review is not None
    assert job is not None
    assert job.background
    assert "A quick review of your moves runs" in shown(controller)
    finished = False
    while not review.chances and not finished:
        finished = job.thinking.step()  # on a compiled core one step can be the whole review
    assert finished or "The review of your moves still runs" in shown(controller)
    while not finished and not job.thinking.step():
        pass
    controller.finish_job(job)
    rounds = Style(0, True).paint(controller.message(79))
    bars = re.search(r"round by round:  \d+ % ([▁▂▃▄▅▆▇█]+) (0|50|100) %", rounds)
    assert bars is not None
    assert len(bars[1]) == 9
    flat = " ".join(shown(controller).split())
    assert re.search(
        r"Luck gave you [+-]?[\d.]+ points \(\+-[\d.]+\)\. Your moves cost -?[\d.]+ points in all: \w+\.",
        flat,
    )
    enter(controller, "undo")
    assert controller.quick_review is None


@pytest.mark.parametrize(("is_compiled", "sims", "has_word"), [(True, 3, True), (False, 2, False)])
def test_a_quick_review_of_an_interpreted_build_is_shorter_and_has_no_skill_word(
    is_compiled: bool, sims: int, has_word: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summary, "SIMS", 3)
    monkeypatch.setattr(summary, "INTERPRETED_SIMS", 2)
    monkeypatch.setattr(compiled, "is_search_compiled", lambda: is_compiled)
    controller = lost_or_won()
    review = summary.QuickReview(controller.table, controller.table.people[0])
    assert review.sims == sims
    job = review.job()
    while not job.thinking.step():
        pass
    job.on_done(job.thinking)
    text = " ".join(Style(0, True).paint(review.lines(79)).split())
    assert re.search(r"points in all: \w+\." if has_word else r"points in all\.", text)


def test_again_keeps_the_table_with_new_draws_or_those_of_a_seed() -> None:
    controller = at_planning()
    names = controller.table.names
    first = controller.table.session.tokens()[0]
    enter(controller, "again 3")
    assert controller.table.names == names
    assert controller.table.seed == 3
    assert controller.table.session.tokens()[0] == first
    assert controller.table.untouched
    seeds = set()
    for _ in range(3):
        enter(controller, "again")
        seeds.add(controller.table.seed)
    assert len(seeds) == 3
    assert "again takes nothing, a seed" in enter(controller, "again soon")


def test_again_from_a_round_goes_on_with_the_same_moves() -> None:
    controller = lost_or_won()
    tokens = controller.table.session.tokens()
    rounds = [int(ply.round) for ply in controller.table.session.record.plies]
    enter(controller, "again from 5")
    assert controller.table.session.tokens()[: rounds.index(5)] == tokens[: rounds.index(5)]
    assert controller.table.state.round == 5
    assert not controller.table.over
    assert "the game has rounds 1 to 5" in enter(controller, "again from 9")
    assert "again from x" in enter(controller, "again from x")


def test_again_from_a_ply_offers_that_decision() -> None:
    controller = lost_or_won()
    plies = controller.table.session.record.plies
    first = next(at for at, ply in enumerate(plies) if ply.round == 3)
    mine = next(at for at in range(first, len(plies)) if plies[at].seat == 0)
    controller.enter_line(f"again from 3.{mine - first + 1}")
    assert controller.table.session.ply == mine
    assert controller.table.actor == 0


def test_new_game_has_other_players_bots_and_games() -> None:
    controller = finished()
    enter(controller, "new 2 greedy")
    assert controller.table.names == ("You", "greedy")
    enter(controller, "new vanuatu waters 4 greedy")
    assert controller.table.session.record.tags["Variant"] == "waters"
    enter(controller, "new maori 3 random")
    names: tuple[str, ...] = controller.table.names
    assert names == ("You", "random", "random")
    assert "2 to 5 can play" in enter(controller, "new 7")
    assert "no bot is called 'xyz'" in enter(controller, "new xyz")
    assert controller.table.codec.game == "maori"


def test_review_deep_is_a_longer_review() -> None:
    controller = seated_controller()
    assert "There are no moves" not in enter(controller, "review nonsense")
    assert "neither deep nor a number" in shown(controller)


def test_session_goes_on_after_a_game_and_replays_it(tmp_path: Path) -> None:
    session: Session = random_game(3, 4)
    seat = session.record.plies[-1].seat
    session.record.tags.update(Purple="You", Teal="greedy", Yellow="greedy")
    assert seat is not None
    (tmp_path / "end.pvn").write_text(session.text(), encoding="utf-8")
    with Terminal(["play", "--from", "end.pvn"], tmp_path, rows=24) as terminal:
        terminal.wait_for("What decided it", "again from 5", "quit")
        terminal.type("replay")
        terminal.wait_for("#start=", "Space")
        terminal.keys("q")
        terminal.wait_for("What decided it")
        terminal.type("again 7")
        terminal.wait_for("round 1", "You to move", gone="What decided it")
        terminal.type("quit")
        assert terminal.ended() == 0


def save_finished(folder: Path, name: str, seed: int, when: int) -> None:
    """Save a finished game of a person against two bots."""
    session = random_game(3, seed)
    session.record.tags |= {"Purple": "You", "Teal": "random", "Yellow": "random"}
    (folder / name).write_text(session.text(), encoding="utf-8")
    os.utime(folder / name, (when, when))


@pytest.mark.heavy
@pytest.mark.parametrize("width", [59, 79])
def test_record_and_skill_are_shown_after_a_game(
    width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(summary, "SIMS", 4)
    folder = saves.games_folder()
    folder.mkdir(parents=True)
    seeds = range(100)
    won = next(seed for seed in seeds if 0 in list(random_game(3, seed).state.winners()))
    lost = next(seed for seed in seeds if 0 not in list(random_game(3, seed).state.winners()))
    for day, seed in enumerate((won, lost, won), 1):
        save_finished(folder, f"{day}.pvn", seed, 86400 * day)
    games = {one.title: one for one in saves.saved_games()}
    every = list(games.values())
    assert record.standing(every, games["1"]) == "Your 1st win of 1."
    assert re.fullmatch(
        r"You have won 1 of 2; rating ▼ [+−]?\d+ \(before \+\d+\)\.", record.standing(every, games["2"])
    )
    controller = Controller(opening.open_saved(str(folder / "3.pvn")))
    controller.start()
    controller.reviews_at_end = True
    controller.begin_turn()
    job = controller.next_job()
    assert job is not None
    while not job.thinking.step():
        pass
    controller.finish_job(job)
    lines = controller.message(width)
    assert max(map(width_of, lines)) <= width
    flat = " ".join(Style(0, True).paint(lines).split())
    assert re.search(r"Your 2nd win of 3; rating ▲ [+−]?\d+ \(before [+−]?\d+\)\.", flat)
    assert re.search(r"points in all: (expert|strong|good|fair|weak|beginner)\.", flat)
    assert "Your 2nd win of 3; rating up " in " ".join(PLAIN.paint(lines).split())
    controller.table.close()


def test_ordinals() -> None:
    words = [record.ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)]
    assert words == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]

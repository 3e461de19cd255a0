"""`play --draws typed`: a game at a real table, whose draws a person types."""

from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tests.cli.at_prompt import shown, think
from tests.cli.shell import vanuatu
from vanuatu.ai.repeating import repeat_game
from vanuatu.cli import app
from vanuatu.cli.play import opening
from vanuatu.cli.play.completion import MoveCompleter
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import SeatRequest
from vanuatu.core.game import CHANCE
from vanuatu.notation.files import read_games

START = ["012", "a2 b1", "kcb,kkk,cbb", "2", "teal"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def at_table(people: dict[int, str], bots: tuple[str, ...] = (), players: int = 3) -> Controller:
    wanted = opening.NewGame("vanuatu", players, "", SeatRequest(people, bots), 5, {"Draws": "typed"})
    controller = Controller(opening.open_new(wanted), open_hands=True)
    controller.start()
    return controller


EVERYBODY = {0: "Ann", 1: "Bob", 2: "Cleo"}


def test_the_prompt_asks_for_each_draw() -> None:
    controller = at_table(EVERYBODY)
    questions = [
        "Which start tiles are on a3, b2 and b3? 0 is empty, 1 has 2 fish, 2 has a fish and 2 treasures. "
        "Type it, for example `012`.",
        "Which two tiles are shown? Type it, for example `A1 B1`.",
        "Which ships arrive, from the top? Name them by their goods: k kava, c copra, b beef.",
        "How many tourists arrive?",
        "Who is the first player? Type it, for example `purple`.",
    ]
    for question, line in zip(questions, START, strict=True):
        assert question in " ".join(shown(controller).split())
        assert "".join(text for _, text in controller.prompt_line()) == "draw> "
        controller.enter_line(line)
    tokens = [ply.token for ply in controller.table.session.record.plies]
    assert tokens == ["#start=012", "#tiles=A2,B1", "#ships=kcb,kkk,cbb", "#tourists=2", "#first=t"]
    assert controller.table.actor == 1
    controller.table.close()


def test_with_several_people_the_prompt_names_person_and_colour() -> None:
    controller = at_table({0: "Ann", 1: "Teal", 2: "Cleopatra Philopator"})
    for line in START:
        controller.enter_line(line)
    for line, expected in (
        ("artist", "teal> "),
        ("buyer", "Cleopatra Ph (yellow)> "),
        ("guide", "Ann (purple)> "),
    ):
        assert "".join(text for _, text in controller.prompt_line()) == expected
        controller.enter_line(line)
    controller.table.close()


@pytest.mark.parametrize("line", ["#start=201", "201", "210", "s2 s0 s1"])
def test_token_or_what_came(line: str) -> None:
    controller = at_table(EVERYBODY)
    controller.enter_line(line)
    drawn = line.removeprefix("#start=").replace("s", "").replace(" ", "")
    assert controller.table.session.record.plies[0].token == f"#start={drawn}"
    controller.table.close()


@pytest.mark.parametrize("line", ["b1 a2", "A2,B1", "a2, b1", "#tiles=A2,B1"])
def test_order_and_case_of_tiles_do_not_matter(line: str) -> None:
    controller = at_table(EVERYBODY)
    controller.enter_line("012")
    controller.enter_line(line)
    assert controller.table.session.record.plies[1].token == "#tiles=A2,B1"
    controller.table.close()


@pytest.mark.parametrize("line", ["999", "fish", "a2", "#tourists=2", "#start=333"])
def test_a_wrong_draw_is_refused_and_nothing_changes(line: str) -> None:
    controller = at_table(EVERYBODY)
    controller.enter_line(line)
    assert controller.table.session.ply == 0
    assert controller.is_answer
    assert shown(controller)
    controller.table.close()


def test_undo_takes_back_a_draw_alone() -> None:
    controller = at_table(EVERYBODY)
    for line in START[:3]:
        controller.enter_line(line)
    controller.enter_line("undo")
    assert [ply.token for ply in controller.table.session.record.plies] == ["#start=012", "#tiles=A2,B1"]
    controller.enter_line("kkk,kcb,cbb")
    assert controller.table.session.record.plies[-1].token == "#ships=kkk,kcb,cbb"
    controller.table.close()


def test_completion_lists_what_can_come() -> None:
    controller = at_table(EVERYBODY)
    completer = MoveCompleter(controller)
    found = [each.text for each in completer.get_completions(Document("20"), CompleteEvent())]
    assert "201" in found
    found = [each.text for each in completer.get_completions(Document("#start=2"), CompleteEvent())]
    assert "#start=201" in found
    controller.table.close()


def test_bots_play_at_the_table_and_can_be_repeated() -> None:
    """Whole game: a person types every draw; `check --bots` proves the bots and leaves out the draws."""
    controller = at_table({0: "Ann"}, ("greedy",))
    for _ in range(10_000):
        think(controller)
        table = controller.table
        if table.over:
            break
        legal = table.view.legal
        token = table.codec.token(table.state, legal[len(legal) // 2])
        controller.enter_line(token.partition("=")[2] if table.actor == CHANCE else token)
    assert controller.table.over
    path = controller.table.path
    assert path is not None
    session = next(read_games(path)).session
    assert session.record.tags["Draws"] == "typed"
    result = repeat_game(session)
    assert result.proven
    assert result.draws.reason == "typed by a person"
    assert [seat.status for seat in result.seats] == ["person", "repeated", "repeated"]
    controller.table.close()


def test_a_resumed_game_still_asks() -> None:
    controller = at_table(EVERYBODY)
    for line in START[:2]:
        controller.enter_line(line)
    path = controller.table.path
    controller.table.close()
    table = opening.open_saved(str(path))
    again = Controller(table, open_hands=True)
    again.start()
    assert again.table.awaits_draw
    assert again.table.session.ply == 2
    table.close()


def test_another_game_at_the_same_table_asks_too() -> None:
    controller = at_table(EVERYBODY)
    controller.enter_line("again")
    assert controller.table.awaits_draw
    controller.table.close()


def test_from_a_pipe(tmp_path: Path) -> None:
    seats = [word for seat in ("purple", "teal", "yellow") for word in ("--seat", seat)]
    words = ["play", "--players", "3", *seats, "--draws", "typed"]
    ended = vanuatu(words, tmp_path, text="\n".join([*START, "@fisherman", ""]))
    assert ended.code == 0, ended.err
    assert "1. #start=012 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=t t:@fisherman" in " ".join(
        ended.out.split()
    )
    ended = vanuatu(words, tmp_path, text="012\nfish\n")
    assert ended.code == 1
    assert ended.err.startswith("stdin:2: fish: ")


@pytest.mark.parametrize(
    "words",
    ["--draws dice", "--draws typed --daily", "--draws typed --tutorial", "--draws typed --from x.pvn"],
)
def test_wrong_usage(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["play", *words.split()]) == 2
    assert "--draws" in capsys.readouterr().err

"""What the prompt tells when it is asked: `look`, `help` and `rules`, `undo 3`, `fen`, `eval`, refusals."""

from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tests.cli.terminal import Terminal
from tests.cli.test_prompt_controller import at_planning, enter, seated_controller, shown
from vanuatu.cli.play import coach
from vanuatu.cli.play.completion import MoveCompleter
from vanuatu.cli.play.controller import Controller
from vanuatu.notation.codec import codec_for


def printed(controller: Controller, line: str) -> str:
    return " ".join(enter(controller, line).split())


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (
            "a2",
            "a2, Efate (E0): kava, copra, beef; huts 0 of 3; 0 of 5 tourists; a free drawing site; beside a1",
        ),
        ("E0", "a2, Efate (E0)"),
        ("sail", "sail (S): no markers."),
        ("S", "`rules sail` explains it."),
        ("me", "purple: the governor, bonus not used; boat on a3"),
        ("teal", "teal: the "),
        ("ship 1", "2 more for a full ship."),
        ("governor", "Instead of an action the Governor may move markers"),
        ("hats", "There is nothing called 'hats' here. Try a2"),
        ("d3", "d3: no tile yet; touches"),
    ],
)
def test_look_describes_things(thing: str, expected: str) -> None:
    controller = at_planning()
    text = printed(controller, f"look {thing}")
    if thing == "S":
        assert "sail (S)" in text
    assert expected in text


def test_look_tells_cells_from_tiles_to_come() -> None:
    controller = at_planning()
    visible = controller.table.view.scene(0)["visible"]
    for tile in visible:
        assert f"{tile}, an" in printed(controller, f"look {tile}")
        assert "to come" in printed(controller, f"look {tile}")
    assert printed(controller, "look a1").startswith("a1: no tile yet")
    boat = controller.table.view.scene(0)["players"]["p"]["boat"]
    assert printed(controller, "look").startswith(
        f"{boat}, ocean tile S0: no fish and no treasure; boats: you"
    )


def test_look_counts_markers_and_huts_of_the_viewer() -> None:
    controller = at_planning()
    enter(controller, "+SS")
    assert "you 2" in printed(controller, "look sail")


def test_everything_that_completion_offers_can_be_looked_at() -> None:
    for controller in (at_planning(), seated_controller(game="maori", players=2)):
        offered = list(MoveCompleter(controller).get_completions(Document("look "), CompleteEvent()))
        assert len(offered) > 10
        for one in offered:
            assert "nothing called" not in enter(controller, f"look {one.text}"), one.text


def test_look_in_maori() -> None:
    controller = seated_controller(game="maori", players=2)
    scene = controller.table.view.scene(0)
    first = [row[0] for row in scene["matrix"]]
    assert f"Place n1: before it {', '.join(first)}, the nearest first" in printed(controller, "look n1")
    assert "Cell b2 of your board: empty" in printed(controller, "look b2")
    assert "5 shells; 2 ships; stored: nothing" in printed(controller, "look me")


def test_help_falls_back_to_rules_and_rules_begin_with_overview() -> None:
    controller = at_planning()
    assert "Each step costs 1 vatu" in printed(controller, "help sail")
    assert "type a move or a command" in printed(controller, "help nonsense").lower()
    text = enter(controller, "rules")
    assert text.startswith("Two to five players sail")
    assert "  planning" in text.partition("Topics:")[2]


def test_undo_takes_back_several_moves() -> None:
    controller = at_planning()
    before = controller.table.session.ply
    for line in ("+SS", "+BB", "+D"):
        enter(controller, line)
    assert "3 of your moves undone" in enter(controller, "undo 3")
    assert controller.table.session.ply == before
    assert "'x' is not a number of moves" in enter(controller, "undo x")
    assert "2 of your moves undone" not in enter(controller, "undo 1000")


def test_fen_is_one_line_whatever_the_width() -> None:
    controller = at_planning()
    enter(controller, "fen")
    (line,) = shown(controller, 30).splitlines()
    assert codec_for("vanuatu").write_position(controller.table.state) == line
    assert controller.aside == line


def test_fen_can_be_copied_from_a_full_screen(tmp_path: Path) -> None:
    with Terminal(["play", "--players=3", "--bot=greedy", "--seed=1"], tmp_path) as terminal:
        terminal.wait_for("You to move")
        terminal.type("fen")
        terminal.wait_for("Press Enter to go back")
        assert "vanuatu 3; 1 character" in terminal.raw
        terminal.type("")
        terminal.wait_for("You to move", gone="Press Enter")
        terminal.type("quit")
        assert terminal.ended() == 0


def test_columns_of_eval_do_not_shift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "ADVICE_SECONDS", 0.1)
    controller = seated_controller(players=5)
    lines = enter(controller, "eval").splitlines()
    at = next(number for number, line in enumerate(lines) if "visits" in line)
    assert all(len(line) <= 80 for line in lines[:at])
    table = [line for line in lines[at:] if line.startswith(("move", "@"))]
    assert len({len(line) for line in table}) == 1, table


def test_refusals_name_moves_that_are_near() -> None:
    controller = seated_controller()
    text = enter(controller, "take the pilot")
    assert "@" in text.partition("Nearest legal moves:")[2]
    while controller.table.codec.phase(controller.table.state) != "act":
        enter(controller, controller.table.view.options[0].token)
    text = enter(controller, "sail to a9").partition("Nearest legal moves:")[2]
    assert "sail to" in text or not any("sail to" in option.words for option in controller.table.view.options)


def test_save_creates_no_folder(tmp_path: Path) -> None:
    controller = at_planning()
    answer = enter(controller, f"save {tmp_path}/new/game.pvn")
    assert "No such file or directory" in " ".join(answer.split())  # a long path wraps
    assert not (tmp_path / "new").exists()


def test_turn_of_a_bot_is_named_only_when_it_is(tmp_path: Path) -> None:
    controller = seated_controller(seats=("none",))
    assert controller.table.over
    for command in ("hint", "eval"):
        assert "The game is over" in enter(controller, command)

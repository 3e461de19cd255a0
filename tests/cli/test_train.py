"""Training for people: boxes, puzzles, mistakes, guesses; at the shell and at the prompt."""

import contextlib
import datetime
import io
import json
import sys
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tests.cli.analysis.test_review import LEFT_OUT, PLANNED
from tests.cli.at_prompt import shown, think
from tests.cli.shell import vanuatu
from tests.cli.test_coach import sat_at
from vanuatu.cli.errors import InputFault
from vanuatu.cli.history import reviews, saves
from vanuatu.cli.play import coach, comparing
from vanuatu.cli.play.completion import MoveCompleter
from vanuatu.cli.review.game_review import make_reviewer
from vanuatu.cli.terminal import console
from vanuatu.cli.train import memory, puzzles, runner
from vanuatu.cli.train.boxes import DAYS, Boxes
from vanuatu.cli.train.exercise import Exercise
from vanuatu.cli.train.puzzles import LEAST_MOVES, Puzzle, marked_puzzles, puzzle_of
from vanuatu.notation.boards.canvas import PLAIN
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

TODAY = datetime.date(2026, 11, 20)


def blunder() -> Puzzle:
    """The planted blunder of yellow, as a puzzle."""
    (read,) = read_games(LEFT_OUT)
    at = read.session.until(0)
    return Puzzle(at, at.read("a3-b5"), [], 2.5, "left-out.pvn", at.read("-X"))


def solved(puzzle: Puzzle, token: str) -> Exercise:
    bot = make_reviewer("mcts:40")
    exercise = Exercise(puzzle, bot)
    for _ in exercise.check(puzzle.session.read(token)):
        pass
    return exercise


def text_of(exercise: Exercise) -> str:
    return "\n".join("".join(text for _, text in line) for line in exercise.verdict_lines(80))


def boxes_at(place: Path, today: datetime.date, *, every: bool = False) -> Boxes:
    """Return boxes without py-fsrs."""
    return Boxes(place, today, every=every, models_memory=False)


def test_boxes_double_the_waiting_time_and_begin_again_after_an_error(tmp_path: Path) -> None:
    place = tmp_path / "deep" / "training.json"
    today = TODAY
    for days in (*DAYS[1:], DAYS[-1]):
        boxes = boxes_at(place, today)
        assert boxes.is_due("a")
        assert boxes.record_answer("a", right=True) == days
        assert boxes_at(place, today + datetime.timedelta(days=days - 1)).is_due("a") is False
        today += datetime.timedelta(days=days)
    assert boxes_at(place, today).record_answer("a", right=False) == 0
    again = boxes_at(place, today)
    assert again.is_due("a")
    assert again.record_answer("a", right=True) == DAYS[1]
    assert boxes_at(place, today).is_due("a") is False
    assert boxes_at(place, today, every=True).is_due("a")


@pytest.mark.skipif(not memory.is_installed(), reason="needs py-fsrs")
def test_memory_model_waits_longer_after_each_right_answer(tmp_path: Path) -> None:
    place, today = tmp_path / "training.json", TODAY
    waits = []
    for right in (True, True, True, False, True):
        waits.append(Boxes(place, today, models_memory=True).record_answer("a", right=right))
        today += datetime.timedelta(days=waits[-1])
    assert 1 <= waits[0] < waits[1] < waits[2]
    assert waits[3] == 0  # the same day, as without the model
    assert 1 <= waits[4] < waits[2]
    broken = memory.review(dict.fromkeys(memory.review(None, today, right=True)[0], "x"), today, right=True)
    assert broken == memory.review(None, today, right=True)
    # Boxes alone can continue the file, and the model can continue theirs.
    assert boxes_at(place, today).record_answer("a", right=True) == DAYS[2]
    assert Boxes(place, today, models_memory=True).record_answer("a", right=True) > 0


@pytest.mark.parametrize(
    "text", ["", "[]", "my diary", '{"positions": {"a": {"box": 9, "due": "2026-11-20"}}}']
)
def test_foreign_file_is_not_replaced(text: str, tmp_path: Path) -> None:
    place = tmp_path / "training.json"
    place.write_text(text)
    with pytest.raises(InputFault, match="not a file of"):
        Boxes(place, TODAY)
    assert place.read_text() == text


def test_answer_is_right_if_it_is_best_or_as_good() -> None:
    right = solved(blunder(), "a3-b5")
    assert right.right
    assert "Right: a3-b5" in text_of(right)
    assert "treasures" in text_of(right)
    wrong = solved(blunder(), "-X")
    assert not wrong.right
    assert text_of(wrong).startswith("No. Better is a3-b5")
    assert "points" in text_of(wrong)


def test_puzzle_survives_pvn() -> None:
    puzzle = blunder()
    (read,) = read_games((puzzle.text("mcts:5") + "\n").encode())
    assert read.error is None
    again = puzzle_of(read.session)
    assert again is not None
    assert (again.id, again.answer, again.margin, again.source) == (
        puzzle.id,
        puzzle.answer,
        2.5,
        "left-out.pvn",
    )
    (other,) = read_games(LEFT_OUT)
    assert puzzle_of(other.session) is None


def test_puzzles_of_the_package_replay_and_have_their_making_in_them() -> None:
    path = Path(__file__).parents[2] / "games" / "puzzles.pvn"
    ids = set()
    for read in read_games(path):
        assert read.error is None
        puzzle = puzzle_of(read.session)
        assert puzzle is not None
        assert puzzle.session.state.is_legal(puzzle.answer)
        assert len(puzzle.session.state.legal_moves()) >= LEAST_MOVES
        assert puzzle.margin > 0 or float(read.session.record.tags["Margin"]) <= 0
        assert read.session.record.tags["Checked"] == "mcts:20000"
        ids.add(puzzle.id)
    assert len(ids) >= 200
    assert "How these puzzles were made" in path.read_text("utf-8")[:3000]


def test_marked_moves_of_a_review_become_positions(tmp_path: Path) -> None:
    assert vanuatu(["review", str(LEFT_OUT), "--bot", "mcts:20", "--out", "r.pvn"], tmp_path).code == 0
    (read,) = read_games(tmp_path / "r.pvn")
    found = list(marked_puzzles(read.session, None, "r.pvn"))
    assert [
        (puzzle.session.ply, read.session.codec.token(puzzle.session.state, puzzle.answer))
        for puzzle in found
    ][:1] == [(0, "a3-b5")]
    assert list(marked_puzzles(read.session, frozenset({0}), "r.pvn")) == []


def test_saved_games_are_reviewed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    place = saves.games_folder() / "one.pvn"
    place.parent.mkdir(parents=True)
    place.write_text(LEFT_OUT.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(runner, "is_clear", lambda *_: True)
    bot = make_reviewer("mcts:20")
    first = list(runner.own_positions(bot))
    assert [(one.session.ply, one.session.codec.token(one.session.state, one.answer)) for one in first] == [
        (0, "a3-b5")
    ]
    kept = json.loads(reviews.path_of(place).read_text("utf-8"))
    kept["seats"][0]["worst"] = [{}, {"glyph": "??", "ply": 99, "line": []}, {"glyph": "??", "ply": "x"}]
    reviews.path_of(place).write_text(json.dumps(kept), "utf-8")
    monkeypatch.delattr(runner, "_reviewed")  # the review beside the game is used
    assert [one.id for one in runner.own_positions(bot)] == [one.id for one in first]
    assert [one.line[0].token for one in runner.own_positions(bot)] == ["a3-b5"]


def write_set(folder: Path) -> None:
    (folder / "set.pvn").write_text(blunder().text("mcts:5"), "utf-8")


def test_training_asks_checks_and_remembers(tmp_path: Path) -> None:
    write_set(tmp_path)
    call = ["train", "set.pvn", "--bot", "mcts:40", "--plain"]
    ended = vanuatu(call, tmp_path, text="nonsense\nmoves\na3-b5\n")
    assert (ended.code, ended.err) == (0, "")
    assert "nonsense: " in ended.out
    assert "Right: a3-b5" in ended.out
    assert "comes again " in ended.out
    assert ended.out.endswith("1 of 1 right.\n")
    (entry,) = json.loads((tmp_path / "state" / "vanuatu" / "training.json").read_text())[
        "positions"
    ].values()
    assert (entry["box"], entry["seen"], entry["right"]) == (1, 1, 1)
    again = vanuatu(call, tmp_path)
    assert (again.code, again.out.splitlines()[0][:24]) == (0, "No position is due today")
    every = vanuatu([*call, "--all"], tmp_path, text="-X\n")
    assert "No. Better is a3-b5" in every.out
    assert every.out.endswith("0 of 1 right.\n")


@pytest.mark.parametrize("text", ["", "quit\n"])
def test_training_ends_with_the_input(text: str, tmp_path: Path) -> None:
    write_set(tmp_path)
    ended = vanuatu(["train", "set.pvn", "--plain"], tmp_path, text=text)
    assert (ended.code, ended.err) == (0, "")
    assert "No position was answered" in ended.out
    assert not (tmp_path / "state" / "vanuatu" / "training.json").exists()


def test_verdict_stays_on_a_terminal_until_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "is_terminal", lambda _: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nquit\n"))
    screen = runner.Screen(PLAIN)
    screen.pause()
    with pytest.raises(runner.Quit):
        screen.pause()


def test_games_without_a_clear_mistake_say_so(tmp_path: Path) -> None:
    call = ["train", str(LEFT_OUT), "--seat", "purple", "--bot", "mcts:20", "--plain"]
    ended = vanuatu(call, tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("No position: no move in these games")


def test_guessing_compares_with_the_played_moves(tmp_path: Path) -> None:
    call = ["train", "--guess", str(LEFT_OUT), "--seat", "yellow", "--bot", "mcts:20", "--plain"]
    ended = vanuatu(call, tmp_path, text="a3-b5\nquit\n")
    assert (ended.code, ended.err) == (0, "")
    assert "Played: -X" in ended.out
    last = ended.out[ended.out.index("1 guess, 0 the same.") :]
    assert [line.split()[0] for line in last.splitlines()[1:]] == ["you:", "played:"]
    assert all("±" in line or "+-" in line for line in last.splitlines()[1:])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--guess", "x.pvn"], 2, "--guess needs one --seat"),
        (["--guess", "x.pvn", "--seat", "teal", "y.pvn"], 2, "leave the other files out"),
        (["nowhere.pvn"], 1, "nowhere.pvn"),
        (["-"], 2, "your answers are read from stdin"),
        (["--guess", "-", "--seat", "teal"], 2, "your answers are read from stdin"),
        (["--bot", "greedy"], 2, "does not search"),
        (["--seat", "pink"], 2, "--seat"),
        (["--guess", str(LEFT_OUT), "--seat", "orange"], 1, "no seat orange"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    ended = vanuatu(["train", *arguments], tmp_path)
    assert (ended.code, ended.err.count("\n")) == (code, 1)
    assert message in ended.err


def test_puzzles_are_found_in_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "SCREEN", "mcts:60")
    (read,) = read_games(PLANNED)
    with contextlib.closing(puzzles.PuzzleFinder(read.session, "planned.pvn", "mcts:60", 2)) as finder:
        for _ in finder.steps():
            pass
    assert 1 <= len(finder.found) <= 2
    for puzzle in finder.found:
        assert puzzle.margin > 0
        assert puzzle.line[0].move == puzzle.answer
        assert len(puzzle.session.state.legal_moves()) >= LEAST_MOVES


def test_puzzles_replace_no_file(tmp_path: Path) -> None:
    (tmp_path / "p.pvn").write_text("my diary")
    call = ["puzzles", str(LEFT_OUT), "--check", "mcts:2", "--out", "p.pvn"]
    ended = vanuatu(call, tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert (tmp_path / "p.pvn").read_text() == "my diary"


def test_prompt_practises_on_the_costliest_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "SIMS", 40)
    controller = sat_at(str(LEFT_OUT), "yellow")

    def enter(line: str) -> str:
        controller.enter_line(line)
        job = controller.next_job()
        if job is not None and "thinks" not in job.label:
            while not job.thinking.step():
                pass
            controller.finish_job(job)
        return shown(controller)

    enter("-X")
    think(controller)
    assert "You played -X" in enter("train")
    assert 0 < len(controller.board_lines(80, 16, PLAIN)) <= 16 < len(controller.board_lines(80, None, PLAIN))
    exercise = controller.practice
    assert exercise is not None
    session = exercise.current.session
    moves = [session.codec.token(session.state, int(move)) for move in session.state.legal_moves()]
    completer = MoveCompleter(controller)
    found = [one.text for one in completer.get_completions(Document("a3"), CompleteEvent())]
    assert found == [token for token in moves if token.startswith("a3")]
    assert "a3-b5" in found
    offered = [one.text for one in completer.get_completions(Document(""), CompleteEvent())]
    assert [one for one in offered if one in moves] == moves
    assert {"show", "train"} <= set(offered)
    assert "No legal" in enter("zz") or "zz: " in shown(controller)
    text = enter("a3-b5")
    assert "Right: a3-b5" in text
    assert "1 of" in text


def test_prompt_compares_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "GAMES", 4)
    controller = sat_at(str(LEFT_OUT), "yellow")
    controller.enter_line("compare -X")
    assert "Name two or more different moves: `compare " in shown(controller)
    controller.enter_line("compare -X a3-b5")
    job = controller.next_job()
    assert job is not None
    while not job.thinking.step():
        pass
    controller.finish_job(job)
    text = shown(controller)
    assert text.index("a3-b5") < text.index("-X  ")
    assert "4 games of each move" in text
    assert isinstance(controller.table.session, Session)
    assert controller.table.session.ply == 0

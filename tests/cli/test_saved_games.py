"""`vanuatu games`, `games` and `load` at the prompt, and the question about unfinished games."""

import errno
import json
import os
from pathlib import Path

import pytest

from tests.cli.at_prompt import own_games_folder, play_on, shown
from tests.cli.game_files import random_game
from tests.cli.shell import vanuatu
from tests.cli.terminal import Terminal
from vanuatu.cli import app
from vanuatu.cli.files import locking, writing
from vanuatu.cli.history import ending, listing, saves
from vanuatu.cli.play import opening
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import SeatRequest

TEN = 1_700_000_000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return own_games_folder(tmp_path, monkeypatch)


def save(folder: Path, name: str, plies: int = 10_000, *, age: int = 0, bot: str = "medium") -> Path:
    """Save a game of purple (You) against bots; with fewer plies it is unfinished."""
    session = random_game(3, 1, plies)
    tags = session.record.tags
    tags |= {"Purple": "You", "Teal": bot, "Yellow": bot, "Event": "At the prompt"}
    place = folder / f"{name}.pvn"
    place.write_text(session.text(), encoding="utf-8")
    os.utime(place, (TEN - age, TEN - age))
    return place


def test_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(folder, "old", age=500)
    save(folder, "new", 40)
    (folder / "empty.pvn").touch()
    assert app.run(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[1].split()[:4] == ["1", "vanuatu", "round", "2"]
    assert "2 medium" in lines[1]
    assert lines[1].endswith("new")
    assert lines[2].split()[:3] == ["2", "vanuatu", "finished"]
    assert all(len(line) <= 80 for line in lines)


def test_empty_list_names_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["games"]) == 0
    assert str(folder) in capsys.readouterr().err


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = save(folder, "one")
    assert app.run(["games", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["number"], found["path"], found["finished"]) == (1, str(place), True)
    assert sum(found["parts"][0].values()) == found["scores"][0]


def test_damaged_game_is_named_in_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(folder, "good", 40)
    bad = folder / "bad.pvn"
    bad.write_bytes(b"\xff\xfe[Purple")
    assert app.run(["games"]) == 1
    streams = capsys.readouterr()
    assert "damaged" in streams.out
    assert len(streams.err.splitlines()) == 1
    assert streams.err.startswith(f"{bad}:")
    assert bad.read_bytes() == b"\xff\xfe[Purple"


@pytest.mark.parametrize(
    "index", [b"", b"{", b"[]", b'{"version": 1}', b'{"version":1,"games":{"a.pvn":[1]}}']
)
def test_damaged_index_is_made_again(index: bytes, folder: Path) -> None:
    save(folder, "a", 40)
    place = folder.parent / "games.json"
    place.write_bytes(index)
    [one] = saves.saved_games()
    assert (one.title, one.finished) == ("a", False)
    assert json.loads(place.read_bytes())["games"].keys() == {"a.pvn"}


def test_index_follows_the_files(folder: Path) -> None:
    place = save(folder, "a", 40)
    assert [one.finished for one in saves.saved_games()] == [False]
    save(folder, "a")
    save(folder, "b", 40)
    assert {one.title: one.finished for one in saves.saved_games()} == {"a": True, "b": False}
    place.unlink()
    assert [one.title for one in saves.saved_games()] == ["b"]


def test_index_spares_unchanged_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(folder, "a", 40)
    saves.saved_games()

    def fail(place: Path) -> None:
        raise AssertionError(place)

    monkeypatch.setattr("vanuatu.notation.files.read_games", fail)
    assert [one.title for one in saves.saved_games()] == ["a"]


def test_read_only_folder_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(folder, "a", 40)

    def fail(self: object, name: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.Draft, "__init__", fail)
    assert [one.title for one in saves.saved_games()] == ["a"]


def test_a_missing_folder_that_cannot_be_made_is_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "away"))

    def refuse(path: Path, *more: object, **others: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    controller = at_prompt()
    assert controller.table.unsaved.endswith(".pvn: Read-only file system")
    controller.table.close()


def test_rename_and_delete(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(folder, "one", 40)
    text = (folder / "one.pvn").read_bytes()
    assert app.run(["games", "rename", "1", "evening"]) == 0
    assert (folder / "evening.pvn").read_bytes() == text
    assert not (folder / "one.pvn").exists()
    assert app.run(["games", "delete", "evening", "--force"]) == 0
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("rename one two", 2, "two.pvn exists. Use another name."),
        ("rename one ../x", 2, "a name has no slash"),
        ("rename one .x", 2, "does not begin with a dot"),
        ("rename one", 2, "expected GAME NAME"),
        ("delete oen --force", 1, "oen: no such saved game. Did you mean one?"),
        ("delete 3 --force", 1, "3: no such saved game."),
        ("delete one", 2, "Use --force to delete one"),
        ("delte one", 2, "did you mean delete?"),
        ("play", 2, "expected GAME"),
    ],
)
def test_refusals_change_nothing(
    words: str, code: int, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(folder, "one", 40)
    save(folder, "two", 40)
    assert app.run(["games", *words.split()]) == code
    assert message in capsys.readouterr().err
    assert {place.name for place in folder.iterdir()} == {"one.pvn", "two.pvn"}


@pytest.mark.parametrize("words", ["rename one other", "delete one --force"])
def test_a_game_in_another_window_stays(words: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = save(folder, "one", 40)
    file = writing.LockedFile(place)
    assert app.run(["games", *words.split()]) == 2
    assert "another vanuatu plays this game" in capsys.readouterr().err
    file.release()
    assert place.exists()


def at_prompt(bot: str = "random") -> Controller:
    controller = Controller(opening.open_new(opening.NewGame("vanuatu", 3, "", SeatRequest(None, (bot,)), 5)))
    controller.start()
    return controller


def test_load_goes_on_with_another_game(folder: Path) -> None:
    save(folder, "other", 60, bot="random")
    controller = at_prompt()
    play_on(controller, 2)
    first = controller.table.path
    assert first is not None
    controller.enter_line("load other")
    assert controller.table.path == folder / "other.pvn"
    assert controller.table.session.ply >= 60
    assert not locking.is_in_use(first)
    assert locking.is_in_use(folder / "other.pvn")
    controller.enter_line(f"load {first.stem}")
    assert controller.table.path == first
    controller.table.close()


def test_load_keeps_an_older_game_without_moves_of_a_person(folder: Path) -> None:
    save(folder, "early", 5, bot="random")
    save(folder, "other", 60, bot="random")
    controller = Controller(opening.open_saved(str(folder / "early.pvn")))
    controller.start()
    controller.enter_line("load other")
    assert {each.name for each in folder.glob("*.pvn")} == {"early.pvn", "other.pvn"}
    controller.table.close()


def test_load_refuses_a_game_in_another_window(folder: Path) -> None:
    place = save(folder, "other", 60, bot="random")
    before = place.read_bytes()
    held = writing.LockedFile(place)
    controller = at_prompt()
    table = controller.table
    controller.enter_line("load other")
    assert controller.table is table
    assert "another vanuatu plays in this file" in " ".join(shown(controller).split())
    held.release()
    assert place.read_bytes() == before
    table.close()


def test_load_leaves_no_unplayed_game(folder: Path) -> None:
    save(folder, "other", 60, bot="random")
    controller = at_prompt()
    controller.enter_line("load other")
    assert [place.name for place in folder.iterdir() if place.suffix == ".pvn"] == ["other.pvn"]
    controller.table.close()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("load", "Name a game"),
        ("load nothing", "no such saved game"),
        ("load bad", "bad.pvn"),
        ("games rename", "games takes nothing"),
        ("games delete nothing", "no such saved game"),
    ],
)
def test_errors_at_the_prompt_keep_the_game(line: str, message: str, folder: Path) -> None:
    (folder / "bad.pvn").write_text("nonsense", encoding="utf-8")
    controller = at_prompt()
    table = controller.table
    controller.enter_line(line)
    assert controller.table is table
    assert message in shown(controller)
    table.close()


def test_games_at_the_prompt(folder: Path) -> None:
    save(folder, "other", 60)
    controller = at_prompt()
    play_on(controller, 1)
    controller.enter_line("games")
    assert "other" in shown(controller)
    controller.enter_line("games delete other")
    assert "type the same command again" in shown(controller)
    assert (folder / "other.pvn").exists()
    controller.enter_line("games delete other")
    assert not (folder / "other.pvn").exists()
    own = controller.table.path
    assert own is not None
    controller.enter_line(f"games delete {own.stem}")
    assert own.exists()
    controller.table.close()


def test_every_unfinished_game_is_offered(folder: Path, tmp_path: Path) -> None:
    save(folder, "one", 60, age=10, bot="random")
    save(folder, "two", 80, age=20, bot="greedy")
    with Terminal(["--plain"], tmp_path) as terminal:
        terminal.wait_for("1  vanuatu against 2 random", "2  vanuatu against 2 greedy", "q: quit >")
        terminal.type("x")
        terminal.wait_for("'x' is none of these.")
        terminal.type("2")
        terminal.wait_for("The game resumes", "greedy")


def test_q_quits_and_n_begins_a_new_game(folder: Path, tmp_path: Path) -> None:
    save(folder, "one", 60, bot="random")
    with Terminal(["--plain"], tmp_path) as terminal:
        terminal.wait_for("Unfinished: vanuatu against 2 random")
        terminal.type("q")
        terminal.child.wait()
        assert terminal.child.exitstatus == 0
    with Terminal(["--plain"], tmp_path) as terminal:
        terminal.wait_for("q: quit >")
        terminal.type("n")
        terminal.wait_for("New game")


def test_a_level_invites_after_wins(folder: Path) -> None:
    won = next(seed for seed in range(100) if 0 in list(random_game(3, seed).state.winners()))
    for number in range(4):
        session = random_game(3, won)
        session.record.tags |= {"Purple": "You", "Teal": "medium", "Yellow": "medium"}
        (folder / f"{number}.pvn").write_text(session.text(), encoding="utf-8")
        lines = ending.lines(folder / f"{number}.pvn", 80)
        text = " ".join("".join(part for _, part in line) for line in lines)
        if number < 2:
            assert text == ""
        else:
            assert f"Won {number + 1} of your last {number + 1} games against medium." in text
            assert "vanuatu play --bot hard" in text


def test_points_and_opponents() -> None:
    one = saves.SavedGame("a.pvn", 0.0, names=["hard", "Ann", "easy", "hard"], scores=[4, 9, -1, 3])
    assert listing.points(one) == "9 : 4 -1 3"
    assert listing.opponents(one) == "2 hard, easy"


def test_piped_commands_neither_load_nor_delete(folder: Path, tmp_path: Path) -> None:
    save(folder, "one", 60)
    words = ["play", "--players", "2", "--bot", "random", "--seed", "1"]
    ended = vanuatu(words, tmp_path, text="load one\ngames delete one\ngames delete one\n")
    assert "Piped commands load no games." in ended.err
    assert "Piped commands delete no games." in ended.err
    assert (folder / "one.pvn").exists()


@pytest.mark.parametrize("width", [60, 70, 80])
def test_the_list_fits_the_prompt(width: int, folder: Path) -> None:
    for number in range(3):
        save(folder, f"vanuatu-20261120-03150{number}", 60)
    controller = at_prompt()
    controller.enter_line("games")
    lines = shown(controller, width).splitlines()
    assert max(map(len, lines)) <= width
    assert sum("vanuatu-20261120-03150" in line for line in lines) == 3
    controller.table.close()


def test_a_finished_game_is_not_copied_until_it_changes(folder: Path) -> None:
    place = save(folder, "done", bot="random")
    before = place.read_bytes()
    controller = Controller(opening.open_saved(str(place)))
    controller.start()
    assert controller.table.over
    assert controller.table.path == place
    assert [each.name for each in folder.iterdir()] == ["done.pvn"]
    controller.enter_line("undo")
    other = controller.table.path
    assert other is not None
    assert other != place
    assert other.stat().st_size
    assert place.read_bytes() == before
    controller.table.close()

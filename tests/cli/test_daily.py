"""The game of the day: one attempt, no way to change it, and the proof by `check --bots`."""

import re
from pathlib import Path

import pytest

from tests.cli.at_prompt import own_games_folder, play_on, shown
from tests.cli.shell import vanuatu
from tests.cli.terminal import Terminal
from vanuatu.ai.bot import Limit
from vanuatu.ai.specs import make_bot
from vanuatu.cli import app
from vanuatu.cli.errors import CallFault
from vanuatu.cli.history import daily, ending, saves
from vanuatu.cli.play import opening
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import SeatRequest
from vanuatu.notation.files import read_games

DAY = "2026-11-20"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return own_games_folder(tmp_path, monkeypatch)


def begin(date: str = DAY, bot: str = "greedy", players: int = 3) -> Controller:
    """Begin the game of a day as `play --daily` does, with faster bots."""
    wanted = opening.NewGame(
        "vanuatu", players, "", SeatRequest(None, (bot,)), daily.seed_of(date), daily.tags_of(date)
    )
    place = daily.path_of("vanuatu", date)
    controller = Controller(opening.open_new(wanted, opening.SaveRequest(place)))
    controller.start()
    return controller


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished game of the day."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("finished")))
        saves.games_folder().mkdir(parents=True)
        controller = begin()
        play_on(controller)
        text = controller.table.text()
        controller.table.close()
    return text


def check(text: str, tmp_path: Path, *options: str) -> tuple[int, str, str]:
    place = tmp_path / "game.pvn"
    place.write_text(text, encoding="utf-8")
    ended = vanuatu(["check", "--bots", *options, "game.pvn"], tmp_path)
    return ended.code, ended.out, ended.err


def test_check_proves_a_finished_game(finished: str, tmp_path: Path) -> None:
    code, out, err = check(finished, tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith(
        "game.pvn, game 1: proven. purple (You): not a bot of this program; teal (greedy): "
    )
    counts = [int(number) for number in re.findall(r"(\d+) repeated", out)]
    assert len(counts) == 3  # teal, yellow, the draws
    assert counts[0] + counts[1] == len(re.findall(r"\b[ty]:", finished.split("\n\n")[1]))
    assert counts[2] == finished.count("#")


def forged(text: str, seat: str) -> str:
    """Exchange a bot's last move for another legal one, and end the game there."""
    from vanuatu.notation.files import read_games

    session = next(read_games(__import__("io").BytesIO(text.encode()))).session
    letters = "ptyob"
    for ply in range(session.ply - 1, 0, -1):
        made = session.record.plies[ply]
        state = session.at(ply)
        legal = [int(move) for move in state.legal_moves()]
        if made.seat == letters.index(seat) and len(legal) > 1 and session.codec.phase(state) == "plan":
            short = session.until(ply)
            short.push(next(move for move in legal if move != made.move))
            short.finish()
            return short.text()
    raise AssertionError("no decision of that seat")


def test_check_finds_a_forged_move(finished: str, tmp_path: Path) -> None:
    code, out, _ = check(forged(finished, "t"), tmp_path)
    assert code == 1
    assert "game 1: refuted. " in out
    assert re.search(r"teal \(greedy\): 1 of \d+ differ, first \d\.\d+: expected \S+, got \S+;", out)
    assert re.search(r"yellow \(greedy\): \d+ repeated", out)


def test_check_finds_another_seed_and_another_bot(finished: str, tmp_path: Path) -> None:
    code, out, _ = check(finished.replace('[Seed "20261120"]', '[Seed "20261121"]'), tmp_path)
    assert code == 1
    assert "refuted" in out
    assert re.search(r"draws: \d+ of \d+ differ", out)
    code, out, _ = check(finished.replace('[Teal "greedy"]', '[Teal "random"]'), tmp_path)
    assert code == 1
    assert re.search(r"teal \(random\): \d+ of \d+ differ", out)


def test_check_reports_json(finished: str, tmp_path: Path) -> None:
    import json

    code, out, _ = check(forged(finished, "y"), tmp_path, "--json")
    found = json.loads(out)
    assert (code, found["verdict"], found["seed"]) == (1, "refuted", "20261120")
    assert [seat["status"] for seat in found["seats"]] == ["person", "repeated", "different"]
    assert found["seats"][2]["first"]["expected"] != found["seats"][2]["first"]["got"]
    assert found["draws"]["status"] == "repeated"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("greedy", "cmd:touch ran", "an external bot: a file starts no program"),
        ("greedy", "mine=cmd:touch ran", "an external bot: a file starts no program"),
        ("greedy", "py:evil:Bot", "an external bot: a file starts no program"),
        ("greedy", "mcts:1.5s", "it thinks for a time, not for a number of simulations"),
        ("greedy", "mcts:eval=weights.json", "a file of weights is named only by a call"),
        ("greedy", "mcts:sims=2000000000", "sims"),
    ],
)
def test_a_bot_that_cannot_be_repeated_is_named_and_never_started(
    old: str, new: str, reason: str, finished: str, tmp_path: Path
) -> None:
    (tmp_path / "evil.py").write_text("open('ran', 'w')\n", encoding="utf-8")
    code, out, _ = check(finished.replace(f'[Teal "{old}"]', f'[Teal "{new}"]'), tmp_path)
    assert code == 1
    assert "game 1: not proven. " in out
    assert f"teal ({new}): " in out
    assert reason in out
    assert not (tmp_path / "ran").exists()


def test_a_game_without_seed_is_not_proven(finished: str, tmp_path: Path) -> None:
    code, out, _ = check(finished.replace('[Seed "20261120"]\n', ""), tmp_path)
    assert code == 1
    assert "not proven" in out
    assert "draws: the game has no tag Seed" in out


def test_games_of_a_match_are_proven(tmp_path: Path) -> None:
    words = "match mcts:2 greedy random --players 3 --games 1 --seed 4 --out m.pvn"
    assert vanuatu(words.split(), tmp_path).code == 0
    ended = vanuatu(["check", "--bots", "m.pvn"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("m.pvn, game 1: proven. ")


def test_a_match_with_a_time_per_move_is_not_proven(tmp_path: Path) -> None:
    words = "match random random --players 2 --games 1 --seed 4 --move-time 1s --out m.pvn"
    assert vanuatu(words.split(), tmp_path).code == 0
    ended = vanuatu(["check", "--bots", "m.pvn"], tmp_path)
    assert ended.code == 1
    assert "purple (random): it played with a time limit" in ended.out


def test_a_hurried_move_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C makes a bot move now; the record says after how many simulations."""
    wanted = opening.NewGame("vanuatu", 2, "", SeatRequest(None, ("mcts:3000",)), 5)
    controller = Controller(opening.open_new(wanted))
    controller.start()
    typed = 0
    while typed < 3:
        job = controller.next_job()
        if job is None:
            table = controller.table
            controller.enter_line(table.codec.token(table.state, table.view.legal[0]))
            typed += 1
            continue
        job.thinking.step()  # some simulations only
        controller.finish_job(job)
    text = controller.table.text()
    controller.table.close()
    assert "[%hurried " in text
    code, out, _ = check(text, tmp_path)
    assert (code, "proven" in out) == (0, True), out


def test_a_hurried_move_is_repeated_with_all_its_simulations() -> None:
    """A clear choice ends a search early, but the record of a hurried one counts what was done."""
    session = next(read_games("games/left-out.pvn")).session.until(0)
    done = {}
    for whole in (False, True):
        thinking = make_bot("mcts", seed=1).think(session, Limit(sims=300, whole=whole))
        while not thinking.step():
            pass
        done[whole] = thinking.report().sims
    assert done[False] < done[True] == 300


def test_a_bot_of_the_day_is_not_shortened_by_an_interrupt() -> None:
    controller = begin(bot="mcts:60", players=2)
    job = None
    while job is None:
        table = controller.table
        if (job := controller.next_job()) is None:
            controller.enter_line(table.codec.token(table.state, table.view.legal[0]))
    job.thinking.step()
    controller.finish_job(job)  # as Ctrl-C does
    assert "[%hurried " not in controller.table.text()
    assert job.thinking.report().sims in (0, 50, 60)  # a search checks after 50 whether it is decided
    controller.table.close()


def test_replaced_bots_are_not_accused(tmp_path: Path) -> None:
    controller = Controller(
        opening.open_new(opening.NewGame("vanuatu", 2, "", SeatRequest(None, ("random",)), 5))
    )
    controller.start()
    play_on(controller, 4)
    controller.enter_line("bots teal greedy")
    play_on(controller, 3)
    text = controller.table.text()
    controller.table.close()
    assert '[Replaced "Teal"]' in text
    code, out, _ = check(text, tmp_path)
    assert code == 1
    assert "not proven. " in out
    assert "teal (greedy): its player changed during the game" in out


@pytest.mark.parametrize(
    "line", ["undo", "redo", "seat teal", "bots hard", "hint", "eval", "coach on", "save x.pvn"]
)
def test_nothing_changes_the_attempt(line: str) -> None:
    controller = begin()
    play_on(controller, 2)
    before = controller.table.text()
    controller.enter_line(line)
    assert controller.next_job() is None
    assert "is closed in the game of the day" in shown(controller)
    assert controller.table.text() == before
    controller.table.close()


def test_attempts_count_once_and_the_best_is_shown(finished: str, folder: Path) -> None:
    for date in ("2026-11-18", "2026-11-19", DAY):
        controller = begin(date)
        play_on(controller)
        assert controller.table.over
        ending_text = shown(controller)
        controller.table.close()
    games = saves.saved_games()
    tried = ending.attempts(games, "vanuatu")
    assert [one.daily for one in tried] == [DAY, "2026-11-19", "2026-11-18"]
    assert f"Vanuatu {DAY}: " in ending_text
    assert f"vanuatu play --seed {daily.seed_of(DAY)}" in " ".join(ending_text.split())
    assert "personal best" in ending_text
    older = max(tried[1:], key=lambda one: one.scores[0])
    line = ending.daily_lines(games, tried[0])[1]
    assert f"{older.scores[0]} points" in line
    assert line.startswith("A new") == (tried[0].scores[0] > older.scores[0])


def test_branches_do_not_count(finished: str, folder: Path) -> None:
    place = daily.path_of("vanuatu", DAY)
    place.write_text(finished, encoding="utf-8")
    for at in ("2", None):
        table = opening.open_saved(str(place), at)
        assert not table.is_daily
        table.undo()
        assert table.path != place
        assert place.read_text(encoding="utf-8") == finished
        table.close()
    assert len(ending.attempts(saves.saved_games(), "vanuatu")) == 1


def test_an_attempt_keeps_its_bots(folder: Path) -> None:
    controller = begin()
    play_on(controller, 2)
    controller.table.close()
    place = str(daily.path_of("vanuatu", DAY))
    with pytest.raises(CallFault, match="keeps its seats, bots and seed"):
        opening.open_saved(place, seats=SeatRequest(None, ("random",)))
    table = opening.open_saved(place)
    assert table.is_daily
    table.close()


@pytest.mark.parametrize(
    ("scores", "winners", "seat", "expected"),
    [
        ([61, 57, 54, 54], [0], 0, "61 points, rank 1 of 4 (61–57–54–54)"),
        ([54, 57, 54, 61], [3], 0, "54 points, rank 3 of 4 (61–57–54–54)"),
        ([50, 50, 1, 0], [1], 0, "50 points, rank 2 of 4 (50–50–1–0)"),
        ([1, 0, 0, 0], [0], 0, "1 point, rank 1 of 4 (1–0–0–0)"),
    ],
)
def test_share_line(scores: list[int], winners: list[int], seat: int, expected: str) -> None:
    line = daily.share_line("vanuatu", DAY, scores, winners, seat)
    assert line == f"Vanuatu {DAY}: {expected}. vanuatu play --seed 20261120"


def test_on_a_narrow_terminal_the_command_to_share_is_in_one_piece(finished: str, folder: Path) -> None:
    place = daily.path_of("vanuatu", DAY)
    place.write_text(finished, encoding="utf-8")
    lines = ["".join(text for _, text in line) for line in ending.lines(place, 80)]
    assert "vanuatu play --seed 20261120" in lines
    assert max(map(len, lines)) <= 80


def test_the_greeting_names_the_day_and_no_closed_command(folder: Path) -> None:
    controller = begin()
    controller.greet(new=True)
    assert controller.greeting.startswith(f"Game of the day {DAY}: You (purple) against teal (")
    assert "This attempt counts" in controller.greeting
    assert "`bots" not in controller.greeting
    controller.table.close()


@pytest.mark.parametrize("option", ["--seed 3", "--players 3", "--bot easy", "--from x.pvn", "--save x.pvn"])
def test_daily_excludes_other_options(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["play", "--daily", *option.split()]) == 2
    assert f"--daily excludes {option.split()[0]}" in capsys.readouterr().err


def test_daily_needs_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["play", "--daily"]) == 2
    assert "--daily needs a terminal" in capsys.readouterr().err


def test_at_a_terminal(tmp_path: Path) -> None:
    """A call begins the attempt; a damaged file is named and stays."""
    with Terminal(["play", "--daily", "--plain"], tmp_path) as terminal:
        terminal.wait_for("You (purple) against teal (medium)")
        terminal.type("quit")
    place = daily.path_of("vanuatu", daily.today())
    place.write_text('[Purple "You"]\nnonsense\n', encoding="utf-8")
    with Terminal(["play", "--daily", "--plain"], tmp_path) as terminal:
        assert place.name in terminal.wait_for("move this file away")
    assert place.read_text(encoding="utf-8") == '[Purple "You"]\nnonsense\n'

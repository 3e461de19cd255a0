"""`vanuatu learn`: games, weights, tests and duels in a folder, and resuming."""

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.shell import Ended, vanuatu
from vanuatu import read
from vanuatu.ai.weight_files import checksum, read_weights, weights_for
from vanuatu.cli.commands.learn import learn as learn_in_process
from vanuatu.cli.files import locking
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.match.options import MatchOptions
from vanuatu.cli.match.runner import run_match
from vanuatu.core.games import make_game

pytest.importorskip("numpy")  # of the extra "learn"

from vanuatu.cli.learn import training_run

CALL = [
    *"--players 3 --games 20 --bot random --stray 0 --hidden 2 --duel-bot mcts:2 --duel 6".split(),
    *"--visits 20 --visit-sims 8".split(),
]


def learn(home: Path, *more: str, folder: str = "three") -> Ended:
    return vanuatu(["learn", folder, *CALL, *more], home)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A short course of learning, and what it said."""
    home = tmp_path_factory.mktemp("course")
    return home, learn(home, "--date", "2026.11.18")


def test_learn_plays_fits_tests_and_runs_duel(run: tuple[Path, Ended]) -> None:
    home, ended = run
    assert ended.code == 0, ended.err
    tested, looked, duel = ended.out.splitlines()
    assert looked.startswith("visits in games not learned from: cross-entropy ")
    assert tested.startswith("games not learned from: log-loss of the winner ")
    assert "of 6 games against mcts:2,eval=hand: " in duel
    weights = checksum(read_weights(str(home / "three" / "3.json")).about)[:8]
    assert {path.name for path in (home / "three").iterdir()} == {
        "3.json",
        "games.msgpack",
        "visits.msgpack",
        f"duel-mcts-2-hand-{weights}.msgpack",
    }


def test_weights_file_describes_training(run: tuple[Path, Ended]) -> None:
    weights = read_weights(str(run[0] / "three" / "3.json"))
    made = weights.about["made"]
    assert weights.priors is not None
    assert (made["priors"]["decisions"], made["priors"]["sims"]) == (20, 8)
    assert (made["games"], made["bot"], made["seed"], made["date"]) == (20, "random", 1, "2026.11.18")
    assert made["log_loss"]["positions"] == 14  # of two games that were kept back
    assert "judged" not in made  # random moves are not searched


@pytest.mark.parametrize("judge", ["", ",eval=hand"])
def test_weights_file_names_evaluation_of_training_games(tmp_path: Path, judge: str) -> None:
    call = f"learn two --players 2 --games 20 --bot mcts:1{judge} --hidden 0 --duel 0 --visits 0"
    assert vanuatu(call.split(), tmp_path).code == 0
    made = read_weights(str(tmp_path / "two" / "2.json")).about["made"]
    theirs = weights_for(make_game("vanuatu", 2))
    assert theirs is not None
    assert made["judged"] == ("hand" if judge else checksum(theirs.about)[:8])


def test_opponent_shares_seats_of_training_games(tmp_path: Path) -> None:
    call = "learn two --players 2 --games 20 --bot mcts:1 --rival mcts:2,eval=hand --stray 0.5"
    rest = "--hidden 0 --hold 10 --duel 0 --visits 0".split()
    assert vanuatu([*call.split(), *rest], tmp_path).code == 0
    made = read_weights(str(tmp_path / "two" / "2.json")).about["made"]
    assert (made["bot"], made["rival"]) == ("mcts:1,stray=0.5", "mcts:2,eval=hand,stray=0.5")
    assert made["rival_judged"] == "hand" != made["judged"]
    assert (made["fit"]["ridge"], made["fit"]["away_cost"]) == (3.0, 10.0)
    games = read(tmp_path / "two" / "games.msgpack")
    seats = [sorted((game.tags["Purple"], game.tags["Teal"])) for game in games]
    assert seats == [["mcts:1,stray=0.5", "mcts:2,eval=hand,stray=0.5"]] * 20


def test_maori_uses_same_training_steps(tmp_path: Path) -> None:
    call = "learn two --game maori --players 2 --games 20 --bot random --stray 0 --hidden 0"
    ended = vanuatu(
        [*call.split(), *"--visits 20 --visit-sims 8 --duel 2 --duel-bot mcts:2".split()], tmp_path
    )
    assert ended.code == 0, ended.err
    weights = read_weights(str(tmp_path / "two" / "2.json"))
    assert weights.about["game"] == "maori"
    assert weights.priors is not None
    assert "of 2 games against mcts:2,eval=hand: " in ended.out


def test_repeated_command_does_no_work_and_prints_same_duel(run: tuple[Path, Ended]) -> None:
    home, ended = run
    before = {path: path.read_bytes() for path in (home / "three").iterdir()}
    again = learn(home, "--date", "2026.11.18")
    assert again.code == 0, again.err
    assert "three/3.json is there" in again.err
    assert "three/3.json has its priors" in again.err
    assert again.out.splitlines() == ended.out.splitlines()[2:]
    assert {path: path.read_bytes() for path in (home / "three").iterdir()} == before


def test_resumed_training_makes_same_weights(run: tuple[Path, Ended]) -> None:
    home, _ = run
    whole = (home / "three" / "games.msgpack").read_bytes()
    (home / "cut").mkdir()
    (home / "cut" / "games.msgpack").write_bytes(whole[: len(whole) // 2])
    looks = (home / "three" / "visits.msgpack").read_bytes()
    (home / "cut" / "visits.msgpack").write_bytes(looks[: len(looks) // 2])
    ended = learn(home, "--date", "2026.11.18", "--duel", "0", "--jobs", "2", folder="cut")
    assert ended.code == 0, ended.err
    assert (home / "cut" / "visits.msgpack").read_bytes() == looks
    assert (home / "cut" / "games.msgpack").read_bytes() == whole
    assert (home / "cut" / "3.json").read_bytes() == (home / "three" / "3.json").read_bytes()


def test_second_round_of_priors_continues_the_first(run: tuple[Path, Ended], tmp_path: Path) -> None:
    shutil.copytree(run[0] / "three", tmp_path / "three")
    ended = learn(tmp_path, "--date", "2026.11.18", "--duel", "0", "--rounds", "2")
    assert ended.code == 0, ended.err
    assert "three/3.json has its priors\n" in ended.err
    assert "fitting priors of round 2 to " in ended.err
    assert " before, " in ended.out
    one, two = (read_weights(str(home / "three" / "3.json")) for home in (run[0], tmp_path))
    assert one.priors is not None
    assert two.priors is not None
    assert one.priors.numbers != two.priors.numbers
    assert list(one.net.weights) == list(two.net.weights)
    assert two.about["made"]["priors"]["rounds"] == 2
    searches = [(tmp_path / "three" / name).read_bytes() for name in ("visits.msgpack", "visits-2.msgpack")]
    assert searches[0] != searches[1]
    # The same from nothing, and again after a part of the searches.
    wanted = (tmp_path / "three" / "3.json").read_bytes()
    (tmp_path / "three" / "visits-2.msgpack").write_bytes(searches[1][: len(searches[1]) // 2])
    shutil.copy(run[0] / "three" / "3.json", tmp_path / "three" / "3.json")
    for folder, rest in (("new", "all"), ("three", "a part")):
        again = learn(tmp_path, "--date", "2026.11.18", "--duel", "0", "--rounds", "2", folder=folder)
        assert again.code == 0, (rest, again.err)
        assert (tmp_path / folder / "visits-2.msgpack").read_bytes() == searches[1]
        assert (tmp_path / folder / "3.json").read_bytes() == wanted
    repeated = learn(tmp_path, "--date", "2026.11.18", "--duel", "0", "--rounds", "2")
    assert "three/3.json has its priors of round 2" in repeated.err


@pytest.mark.parametrize("name", ["3.json", "visits.msgpack", "games.msgpack"])
@pytest.mark.parametrize("what", ["a foreign file", "a link", "a dangling link", "a note behind"])
def test_training_replaces_no_file_and_follows_no_link(
    run: tuple[Path, Ended], tmp_path: Path, name: str, what: str
) -> None:
    """Only a file that is wholly the work of this run is continued."""
    folder = tmp_path / "three"
    shutil.copytree(run[0] / "three", folder)
    place, precious = folder / name, tmp_path / "precious"
    own = place.read_bytes()
    precious.write_bytes(b"precious\n")
    place.unlink()
    if what == "a foreign file":
        place.write_bytes(b"my diary\n")
    elif what == "a note behind":
        place.write_bytes(own + b"a note of mine\n")
    else:
        place.symlink_to(precious if what == "a link" else tmp_path / "nowhere")
    before = place.read_bytes() if place.exists() else None
    ended = learn(tmp_path, "--date", "2026.11.18", "--duel", "0", "--visits", "21")
    assert ended.code in (1, 2), ended.err
    assert "Traceback" not in ended.err
    assert (place.read_bytes() if place.exists() else None) == before
    assert precious.read_bytes() == b"precious\n"
    assert not (tmp_path / "nowhere").exists()
    assert place.is_symlink() == ("link" in what)
    assert {path.name for path in folder.iterdir()} == {path.name for path in (run[0] / "three").iterdir()}


def test_predictable_file_name_is_not_followed_as_link(tmp_path: Path) -> None:
    (tmp_path / "three").mkdir()
    (tmp_path / "precious").write_bytes(b"precious\n")
    (tmp_path / "three" / "3.part").symlink_to(tmp_path / "precious")
    assert learn(tmp_path, "--duel", "0", "--visits", "0").code == 0
    assert (tmp_path / "precious").read_bytes() == b"precious\n"


def test_weights_of_other_settings_need_force(run: tuple[Path, Ended], tmp_path: Path) -> None:
    shutil.copytree(run[0] / "three", tmp_path / "three")
    weights = tmp_path / "three" / "3.json"
    before = weights.read_bytes()
    more = ["--date", "2026.12.24", "--duel", "0"]
    ended = learn(tmp_path, *more)
    assert (ended.code, weights.read_bytes()) == (2, before)
    assert "3.json exists. Use --force to replace it" in ended.err
    ended = learn(tmp_path, *more, "--force")
    assert ended.code == 0, ended.err
    assert read_weights(str(weights)).about["made"]["date"] == "2026.12.24"


def test_weights_are_tested_on_games_of_file(run: tuple[Path, Ended]) -> None:
    home, _ = run
    ended = learn(home, "--date", "2026.11.18", "--duel", "0", "--test", "three/games.msgpack")
    assert ended.out.startswith("three/games.msgpack: log-loss of the winner ")
    assert ended.out.rstrip().endswith("(140 positions)")


def test_match_with_weights_for_other_table_does_not_start(run: tuple[Path, Ended]) -> None:
    home, _ = run
    call = ["match", "mcts:2,eval=three/3.json", "greedy", "--players", "4", "--games", "2"]
    ended = vanuatu(call, home)
    assert (ended.code, ended.out) == (2, "")
    assert "they are for vanuatu with 3 players, not for vanuatu with 4 players" in ended.err


def test_interrupted_training_prints_how_to_resume(
    run: tuple[Path, Ended],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training_run, "fit_priors", interrupted)
    copy = tmp_path / "three"  # its weights are fitted anew
    shutil.copytree(run[0] / "three", copy)
    options = LearnOptions(copy, players=3, games=20, bot="random", stray=0, hidden=2, force=True)
    assert learn_in_process(options) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "interrupted. To continue, repeat the command."


def test_a_finished_match_unlocks_its_file(tmp_path: Path) -> None:
    games = tmp_path / "games.pvn"
    assert run_match(MatchOptions(["random"], games=1, players=2, seed=1, out=str(games))).written == 1
    os.close(locking.open_locked(games, os.O_WRONLY))  # as the duel's own process, and another one, may


def test_impossible_training_prints_one_line(tmp_path: Path) -> None:
    (tmp_path / "broken.pvn").write_text('[Purple "Ann"] 1. oops *', encoding="utf-8")
    vanuatu(["match", "random", "random", "--games", "1", "--out", "two.pvn"], tmp_path)
    twenty = ["x", "--games", "20", "--bot", "random", "--stray", "0"]
    for call, code, message in (
        (["x", "--players", "9"], 2, "vanuatu is for 2 to 5 players, not 9"),
        (["x", "--variant", "snow"], 2, "vanuatu has no variant 'snow'"),
        (["a,b"], 2, "a comma would end the name"),
        (["x", "--bot", "nobody", "--stray", "0"], 2, "no bot is called 'nobody'"),
        ([*twenty, "--more", "none.pvn"], 1, "none.pvn: No such file"),
        ([*twenty, "--more", "broken.pvn"], 1, "in game 1 of broken.pvn"),
        ([*twenty, "--more", "two.pvn"], 1, "game 1 is vanuatu with 2 players, not vanuatu with 4 players"),
    ):
        ended = vanuatu(["learn", *call], tmp_path)
        assert ended.code == code, ended.err
        assert message in ended.err
        assert "Traceback" not in ended.err

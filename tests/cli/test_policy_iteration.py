"""`vanuatu learn --start`: rounds of games and priors that begin with weights which exist."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.learn_calls import files, learn
from tests.cli.shell import Ended
from vanuatu import read
from vanuatu.ai.weight_files import checksum, read_weights, weights_path
from vanuatu.core.games import make_game

pytest.importorskip("numpy")  # of the extra "learn"

# All moves are random, so the games cost nothing; yet the bot has an evaluation.
CALL = "--start packaged --players 2 --games 20 --bot mcts:1 --stray 1 --visits 20 --visit-sims 4 --duel 0"
PACKAGED = weights_path(make_game("vanuatu", 2)) or Path()


def games_of(folder: Path, number: int) -> Path:
    """Return the games of a round; their name ends with that of the weights before it."""
    weights = checksum(read_weights(str(folder / f"2-round-{number - 1}.json")).about)[:8]
    return folder / f"games-{number}-{weights}.msgpack"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """Two rounds from the weights of the package, and what they printed."""
    home = tmp_path_factory.mktemp("rounds")
    return home, learn(home, CALL, "--rounds", "2")


def test_rounds_start_from_packaged_weights(run: tuple[Path, Ended]) -> None:
    home, ended = run
    assert ended.code == 0, ended.err
    found = files(home / "two")
    assert set(found) == {
        "2.json",
        *(f"2-round-{number}.json" for number in (0, 1, 2)),
        *(games_of(home / "two", number).name for number in (1, 2)),
        *("visits-1.msgpack", "visits-2.msgpack"),
    }
    assert found["2-round-0.json"] == PACKAGED.read_bytes()
    assert found["2.json"] == found["2-round-2.json"]
    rounds = [read_weights(str(home / "two" / f"2-round-{number}.json")) for number in (0, 1, 2)]
    assert rounds[0].about["weights"] == rounds[1].about["weights"] == rounds[2].about["weights"]
    assert len({each.about["priors"] for each in rounds}) == 3
    for number, (old, new) in enumerate(pairwise(rounds), 1):
        made = new.about["made"]
        old_id = checksum(old.about)[:8]
        assert (made["start"], made["round"], made["judged"]) == (old_id, number, old_id)
        assert (made["bot"], made["games"]) == ("mcts:1,stray=1", 20)
        first = rounds[0].about["made"]
        assert made["net"]["log_loss"] == first.get("net", first)["log_loss"]
        names = {game.tags["Purple"] for game in read(games_of(home / "two", number))}
        assert names == {f"mcts:1,stray=1,eval=two/2-round-{number - 1}.json"}
    lines = ended.out.splitlines()
    assert len(lines) == 2
    assert all(" before, " in line and " as learned, entropy " in line for line in lines)


def test_interrupted_rounds_end_with_same_files(run: tuple[Path, Ended], tmp_path: Path) -> None:
    """However much of the second round the folder has, the same command ends with the same bytes."""
    wanted = files(run[0] / "two")
    games = games_of(run[0] / "two", 2).name
    for cut, missing in (
        (games, {"visits-2.msgpack", "2-round-2.json", "2.json"}),
        ("visits-2.msgpack", {"2-round-2.json", "2.json"}),
        ("", {"2.json"}),
    ):
        shutil.rmtree(tmp_path / "two", ignore_errors=True)
        shutil.copytree(run[0] / "two", tmp_path / "two")
        for name in missing:
            (tmp_path / "two" / name).unlink()
        if cut:
            (tmp_path / "two" / cut).write_bytes(wanted[cut][: len(wanted[cut]) // 2])
        ended = learn(tmp_path, CALL, "--rounds", "2")
        assert ended.code == 0, ended.err
        assert "2-round-1.json is there" in ended.err
        assert files(tmp_path / "two") == wanted


def test_one_more_round_continues_and_fewer_return_to_it(run: tuple[Path, Ended], tmp_path: Path) -> None:
    shutil.copytree(run[0] / "two", tmp_path / "two")
    for name in (games_of(run[0] / "two", 2).name, "visits-2.msgpack", "2-round-2.json"):
        (tmp_path / "two" / name).unlink()
    (tmp_path / "two" / "2.json").write_bytes((tmp_path / "two" / "2-round-1.json").read_bytes())
    assert learn(tmp_path, CALL, "--rounds", "2").code == 0
    assert files(tmp_path / "two") == files(run[0] / "two")
    assert learn(tmp_path, CALL).code == 0
    assert (tmp_path / "two" / "2.json").read_bytes() == (tmp_path / "two" / "2-round-1.json").read_bytes()


def test_forced_rounds_end_like_new_ones(run: tuple[Path, Ended], tmp_path: Path) -> None:
    """Games of the weights that are replaced are not taken for games of the new ones."""
    (tmp_path / "new").mkdir()
    shutil.copytree(run[0] / "two", tmp_path / "old" / "two")
    other = ["--rounds", "2", "--visit-sims", "5"]
    assert learn(tmp_path / "old", CALL, *other).code == 2
    assert learn(tmp_path / "old", CALL, *other, "--force").code == 0
    assert learn(tmp_path / "new", CALL, *other).code == 0
    new, old = files(tmp_path / "new" / "two"), files(tmp_path / "old" / "two")
    assert old.keys() - new.keys() == {games_of(run[0] / "two", 2).name}
    assert {name: old[name] for name in new} == new


@pytest.mark.parametrize("name", ["2.json", "2-round-0.json", "2-round-1.json", "visits-1.msgpack"])
@pytest.mark.parametrize("what", ["a foreign file", "a link"])
def test_rounds_replace_no_foreign_file(
    run: tuple[Path, Ended], tmp_path: Path, name: str, what: str
) -> None:
    shutil.copytree(run[0] / "two", tmp_path / "two")
    (tmp_path / "two" / "2-round-1.json").unlink()  # so that the searches are read
    place, precious = tmp_path / "two" / name, tmp_path / "precious"
    place.unlink(missing_ok=True)
    precious.write_bytes(b"my diary\n")
    if what == "a link":
        place.symlink_to(precious)
    else:
        place.write_bytes(b"my diary\n")
    ended = learn(tmp_path, CALL)
    assert (ended.code, "Traceback" in ended.err) == (2, False), ended.err
    assert f"two/{name}" in ended.err.splitlines()[-1]
    assert place.read_bytes() == precious.read_bytes() == b"my diary\n"
    assert place.is_symlink() == (what == "a link")


def test_start_without_visits_only_copies_weights(tmp_path: Path) -> None:
    ended = learn(tmp_path, CALL, "--visits", "0", "--duel", "2", "--duel-bot", "mcts:1,stray=1")
    assert ended.code == 0, ended.err
    assert (tmp_path / "two" / "2.json").read_bytes() == PACKAGED.read_bytes()
    assert not list((tmp_path / "two").glob("games*"))
    assert "of 2 games against mcts:1,stray=1,eval=two/2-round-0.json: " in ended.out


def test_impossible_start_prints_one_line(tmp_path: Path) -> None:
    for start, players, message in (
        ("hand", "2", "--start hand: there are no weights. Expected packaged or a weights file."),
        ("none.json", "2", "--start: weights none.json: No such file"),
        (str(PACKAGED), "3", "not for vanuatu with 3 players"),
        ("a,b.json", "2", "a comma would end the name"),
    ):
        ended = learn(tmp_path, CALL, "--start", start, "--players", players)
        assert (ended.code, ended.err.count("\n")) == (2, 1), ended.err
        assert message in ended.err

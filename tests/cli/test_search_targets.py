"""`vanuatu learn --targets search:SIMS --mix X`: a net fitted to what searches find."""

import shutil
from pathlib import Path

import pytest

from tests.cli.learn_calls import files, learn
from tests.cli.shell import Ended
from vanuatu.ai.weight_files import read_weights

pytest.importorskip("numpy")  # of the extra "learn"

# All moves are random, so the games cost nothing; yet the bot has an evaluation.
CALL = "--players 2 --games 20 --bot mcts:1,c=0.7 --stray 1 --hidden 0 --duel 0 --visits 0"
SEARCH = ["--targets", "search:4", "--mix", "0.5"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    home = tmp_path_factory.mktemp("targets")
    return home, learn(home, CALL, *SEARCH)


def test_net_learns_from_searches(run: tuple[Path, Ended]) -> None:
    home, ended = run
    assert ended.code == 0, ended.err
    assert set(files(home / "two")) == {"2.json", "games.msgpack", "targets.msgpack"}
    assert "searches in 140 positions of 20 games" in ended.err
    results, searches = ended.out.splitlines()
    assert results.startswith("games not learned from: log-loss of the winner ")
    assert searches.startswith("searches in games not learned from: cross-entropy ")
    made = read_weights(str(home / "two" / "2.json")).about["made"]
    assert made["targets"] == {
        "search": 4,
        "mix": 0.5,
        "constants": {"c": 0.7},
        "judged": made["judged"],
    }
    assert set(made["search_loss"]) == {"hand", "learned", "entropy"}


def test_interrupted_searches_end_with_same_files(run: tuple[Path, Ended], tmp_path: Path) -> None:
    wanted = files(run[0] / "two")
    shutil.copytree(run[0] / "two", tmp_path / "two")
    (tmp_path / "two" / "2.json").unlink()
    (tmp_path / "two" / "targets.msgpack").write_bytes(
        wanted["targets.msgpack"][: len(wanted["targets.msgpack"]) // 2]
    )
    ended = learn(tmp_path, CALL, *SEARCH, "--jobs", "2")
    assert ended.code == 0, ended.err
    assert files(tmp_path / "two") == wanted
    assert "two/2.json is there" in learn(tmp_path, CALL, *SEARCH).err


def test_mix_decides_between_results_and_searches(run: tuple[Path, Ended], tmp_path: Path) -> None:
    nets = {}
    for name, options in (
        ("none", ["--mix", "0"]),
        ("half", []),
        ("all", ["--mix", "1"]),
        ("results", ["--targets", "results"]),
    ):
        shutil.copytree(run[0] / "two", tmp_path / name)
        (tmp_path / name / "2.json").unlink()
        call = options if name == "results" else [*SEARCH, *options]
        ended = learn(tmp_path, CALL, *call, folder=name)
        assert ended.code == 0, ended.err
        nets[name] = read_weights(str(tmp_path / name / "2.json")).about["weights"]
    assert nets["none"] == nets["results"]
    assert len(set(nets.values())) == 3


def test_other_targets_need_force(run: tuple[Path, Ended], tmp_path: Path) -> None:
    shutil.copytree(run[0] / "two", tmp_path / "two")
    before = files(tmp_path / "two")
    for options in ([], ["--targets", "search:4"], ["--targets", "search:5"]):
        ended = learn(tmp_path, CALL, *options)
        assert ended.code == 2
        assert "two/2.json exists" in ended.err.splitlines()[-1]
        assert files(tmp_path / "two") == before
    (tmp_path / "two" / "2.json").unlink()
    ended = learn(tmp_path, CALL, "--targets", "search:5")
    assert ended.code == 2
    assert "two/targets.msgpack exists" in ended.err.splitlines()[-1]
    assert learn(tmp_path, CALL, "--targets", "search:5", "--force").code == 0
    assert read_weights(str(tmp_path / "two" / "2.json")).about["made"]["targets"]["search"] == 5


def test_round_from_weights_fits_net_and_then_priors(run: tuple[Path, Ended], tmp_path: Path) -> None:
    (tmp_path / "start.json").write_bytes((run[0] / "two" / "2.json").read_bytes())
    call = ["--start", "start.json", *SEARCH, "--visits", "20", "--visit-sims", "4"]
    ended = learn(tmp_path, CALL, *call)
    assert ended.code == 0, ended.err
    wanted = files(tmp_path / "two")
    assert {"2-net-1.json", "targets-1.msgpack", "visits-1.msgpack"} <= set(wanted)
    start, net, after = (
        read_weights(str(tmp_path / "two" / f"2-{name}.json")) for name in ("round-0", "net-1", "round-1")
    )
    assert start.about["weights"] != net.about["weights"] == after.about["weights"]
    assert start.priors is None is net.priors
    assert after.priors is not None
    assert after.about["made"]["net"]["targets"]["mix"] == 0.5
    for name in ("2-round-1.json", "2.json"):
        (tmp_path / "two" / name).unlink()
    ended = learn(tmp_path, CALL, *call)
    assert ended.code == 0, ended.err
    assert "two/2-net-1.json is there" in ended.err
    assert files(tmp_path / "two") == wanted


def test_wrong_targets_print_one_line(tmp_path: Path) -> None:
    for call, message in (
        (["--targets", "search"], "--targets: got 'search'. Expected results or search:SIMS"),
        (["--targets", "search:0"], "--targets: got 'search:0'"),
        (["--mix", "0.5"], "--mix goes with --targets search:SIMS"),
        (["--start", "packaged", "--more", "x.pvn"], "--start keeps the net"),
    ):
        ended = learn(tmp_path, CALL, *call)
        assert (ended.code, ended.err.count("\n")) == (2, 1), ended.err
        assert message in ended.err

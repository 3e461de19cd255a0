"""`vanuatu learn --tune`: values of a bot's settings, compared in duels."""

from pathlib import Path

import pytest

from tests.cli.learn_calls import learn
from tests.cli.shell import Ended

pytest.importorskip("numpy")  # of the extra "learn"

CALL = "--start packaged --players 2 --visits 0 --duel 0 --duel-bot mcts:1,stray=1 --tune-games 40"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    home = tmp_path_factory.mktemp("tuning")
    return home, learn(home, CALL, "--tune", "stray=0,1", "--tune", "c=0.6:0.8:0.5")


def test_better_value_is_used_for_the_next_setting(run: tuple[Path, Ended]) -> None:
    home, ended = run
    assert ended.code == 0, ended.err
    head, stray_0, stray_1, next_head, present, best = ended.out.splitlines()
    assert head.split() == "against mcts:1,stray=1 games wins % (95 %) result".split()
    value, games, wins, interval, result = stray_0.split()
    assert (value, result) == ("stray=0", "better")
    assert 16 <= int(games) < 40
    assert float(wins) > 80
    assert interval.endswith("–100)")
    assert stray_1.split() == ["stray=1", "present"]
    assert next_head.startswith("against mcts:1,stray=0 ")
    assert present.split() == ["c=0.6", "present"]
    assert best == "best settings: mcts:1,stray=0"
    assert [path.name.rpartition("-")[0] for path in (home / "two").glob("tune-*.msgpack")] == [
        "tune-mcts-1-stray-0-against-mcts-1-stray-1"
    ]


def test_interrupted_duel_continues(run: tuple[Path, Ended]) -> None:
    home, ended = run
    [place] = (home / "two").glob("tune-*")
    whole = place.read_bytes()
    place.write_bytes(whole[: len(whole) // 2])
    again = learn(home, CALL, "--tune", "stray=0,1", "--jobs", "2")
    assert (again.code, place.read_bytes()) == (0, whole), again.err
    assert again.out.splitlines()[:3] == ended.out.splitlines()[:3]


def test_wrong_tuning_prints_one_line_before_any_work(tmp_path: Path) -> None:
    for text, message in (
        ("c", "--tune: got 'c'. Expected NAME=VALUE,VALUE or NAME=FIRST:LAST:STEP"),
        ("c=1:0:1", "--tune: got 'c=1:0:1'"),
        ("c=0:1:0", "--tune: got 'c=0:1:0'"),
        ("c=0:1:0.001", "--tune: got 'c=0:1:0.001'"),
        ("c=a:b:c", "--tune: got 'c=a:b:c'"),
        ("c=fast", "c cannot be 'fast'"),
        ("tempo=1", "no setting is called 'tempo'"),
        ("eval=hand", "Compare evaluations with --against"),
    ):
        ended = learn(tmp_path, CALL, "--tune", text)
        assert (ended.code, ended.err.count("\n")) == (2, 1), ended.err
        assert message in ended.err
    ended = learn(tmp_path, CALL, "--tune", "c=1", "--duel-bot", "greedy")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "greedy does not search" in ended.err
    assert not (tmp_path / "two").exists()

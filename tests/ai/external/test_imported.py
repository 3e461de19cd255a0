"""Bots in other Python modules: loaded by entry point or `py:` spec, never because a file names them."""

import os
from pathlib import Path

import pytest

import vanuatu
from tests.cli.shell import PACKAGES, Ended
from tests.cli.shell import vanuatu as in_shell
from vanuatu.ai.bot import BotError
from vanuatu.ai.specs import make_bot, make_bot_from_file

pytestmark = pytest.mark.any_build

MODULE = """
from pathlib import Path
from vanuatu.ai.bot import Bot

Path("imported.txt").write_text("imported")


class Ahead:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game):
        legal = game.legal()
        return legal[self.seed % len(legal)]


class Raises:
    def choose(self, game):
        raise RuntimeError("no idea")


class Illegal:
    def choose(self, game):
        return "nonsense"


class Mute:
    pass


class Guarded(Bot):
    def think(self, session, limit=None):
        return {}["S"]


class Duel(Ahead):
    options = ["players 2", "game vanuatu"]
"""


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """Install a distribution with a module and an entry point, beside this project's own packages."""
    site = tmp_path / "site"
    info = site / "mybots-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "mybots.py").write_text(MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mybots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[vanuatu.bots]\nahead = mybots:Ahead\n")
    return site


def run(arguments: list[str], folder: Path, site: Path) -> Ended:
    """Run the command in a folder, with the distribution installed."""
    return in_shell(arguments, folder, more={"PYTHONPATH": os.pathsep.join([PACKAGES, str(site)])})


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_installed_bot_plays_a_match(jobs: str, distribution: Path, tmp_path: Path) -> None:
    call = ["match", "ahead", "py:mybots:Ahead", "random", "--games", "2", "--seed", "1", "--jobs", jobs]
    ended = run([*call, "--out", "g.pvn"], tmp_path, distribution)
    assert ended.code == 0, ended.err
    games = list(vanuatu.read(tmp_path / "g.pvn"))
    assert len(games) == 2
    assert all(game.end.over for game in games)
    assert {game.tags["Purple"] for game in games} <= {"ahead", "py:mybots:Ahead", "random"}


def test_an_installed_bot_plays_at_the_prompt_and_answers_the_protocol(
    distribution: Path, tmp_path: Path
) -> None:
    call = ["play", "--seat", "none", "--bot", "ahead", "--seed", "1", "--players", "2", "--save", "g.pvn"]
    assert run(call, tmp_path, distribution).code == 0
    assert next(iter(vanuatu.read(tmp_path / "g.pvn"))).end.over
    fen = vanuatu.new("vanuatu", players=2, seed=1).end.to_fen()
    assert run(["analyse", fen, "--bot", "ahead"], tmp_path, distribution).code == 0


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("py:mybots:Raises", "raised RuntimeError: no idea (mybots.py:19)"),
        ("py:mybots:Illegal", "nonsense"),
        ("py:mybots:Guarded", "Guarded raised KeyError: 'S' (mybots.py:33)"),
    ],
)
def test_failing_bot_forfeits(spec: str, words: str, distribution: Path, tmp_path: Path) -> None:
    ended = run(["match", spec, "random", "--games", "1", "--seed", "1"], tmp_path, distribution)
    assert "Traceback" not in ended.err
    assert words in ended.err


def test_names_of_bots_and_what_they_play(distribution: Path, tmp_path: Path) -> None:
    call = ["match", "new=py:mybots:Ahead", "old=py:mybots:Ahead", "--games", "2", "--seed", "1"]
    assert run([*call, "--out", "g.pvn", "--jobs", "2"], tmp_path, distribution).code == 0
    assert [game.tags["Purple"] for game in vanuatu.read(tmp_path / "g.pvn")] == ["new", "old"]
    refused = "does not play with 3 players (it says: option players 2)"
    match = run(["match", "py:mybots:Duel", "random", "random", "--games", "1"], tmp_path, distribution)
    assert (match.code, refused in match.err) == (2, True)
    play = ["play", "--seat", "none", "--bot", "py:mybots:Duel", "--players"]
    ended = run([*play, "3"], tmp_path, distribution)
    assert (ended.code, refused in ended.err) == (2, True)
    ended = run(["match", "=py:mybots:Ahead", "random", "--games", "1"], tmp_path, distribution)
    assert (ended.code, "a name stands before =py:" in ended.err) == (2, True)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("py:mybots", "expected py:MODULE:CLASS"),
        ("py:mybots:Nobody", "cannot be imported: AttributeError"),
        ("py:nomodule:Nobody", "cannot be imported: ModuleNotFoundError"),
        ("py:mybots:Mute", "has no method `choose`"),
    ],
)
def test_a_bot_that_cannot_be_imported_is_refused_in_one_line(
    spec: str, words: str, distribution: Path, tmp_path: Path
) -> None:
    ended = run(["match", spec, "random", "--games", "1"], tmp_path, distribution)
    assert (ended.code, words in ended.err) == (2, True)
    assert "Traceback" not in ended.err


def test_no_name_in_a_file_is_imported(distribution: Path, tmp_path: Path) -> None:
    call = ["match", "greedy", "random", "--games", "1", "--seed", "1", "--out", "g.pvn"]
    assert run(call, tmp_path, distribution).code == 0
    text = (tmp_path / "g.pvn").read_text()
    text = text.replace('[Purple "greedy"]', '[Purple "py:mybots:Ahead"]').replace('"random"', '"ahead"')
    (tmp_path / "g.pvn").write_text(text)
    for arguments in (
        ["play", "--from", "g.pvn", "--at", "8.1", "--seat", "none"],
        ["review", "g.pvn", "--bot", "mcts:1"],
        ["rate", "g.pvn"],
        ["analyse", "g.pvn", "--at", "2.9", "--sims", "5"],
    ):
        run(arguments, tmp_path, distribution)
    assert not (tmp_path / "imported.txt").exists()
    for name in ("py:os:system", "py:mybots:Ahead", "ahead", "mine=py:mybots:Ahead"):
        with pytest.raises(BotError):
            make_bot_from_file(name, seed=1)


def test_module_bot_plays_library_game(
    distribution: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(distribution)
    monkeypatch.chdir(tmp_path)
    with make_bot("ahead", seed=3) as bot:
        assert vanuatu.play([bot, "random"], seed=1).end.over

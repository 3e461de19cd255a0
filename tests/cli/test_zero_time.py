"""A time limit of nearly zero: every bot still makes a legal move soon."""

import json
import time
from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import vanuatu
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Slices
from vanuatu.ai.specs import make_bot
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

PATIENCE = 60.0  # mostly for the start of the program on a busy machine


@pytest.mark.parametrize("spec", ["mcts:time=1e-9", "mcts:time=1e-9,procs=2", "mcts:time=1e-9,loose=0.1"])
def test_bot_without_time_runs_one_slice_of_simulations(spec: str) -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    with make_bot(spec, seed=1) as bot:
        thinking = bot.think(session)
        end = time.monotonic() + PATIENCE
        while not thinking.step():
            assert time.monotonic() < end
        assert session.state.is_legal(thinking.move())
        assert thinking.report().sims > 0
        thinking.close()


def test_expired_time_still_allows_one_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    from vanuatu.ai.weight_files import advisor_for

    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    search = Search(session.state, advisor_for(session.game), Rng(1), 1.0, 1000)
    slices = Slices(search, None, 0.001, early=False)
    time.sleep(0.01)  # as if the machine were busy
    assert slices.step()
    assert search.sims > 0


@pytest.mark.parametrize(
    "words", [["--bot", "mcts:time=1e-6"], ["--bot", "mcts:10", "--move-time", ".001ms"]]
)
def test_analysis_without_time(words: list[str], tmp_path: Path) -> None:
    write_games(tmp_path / "a.pvn", 1)
    ended = vanuatu(["analyse", "a.pvn", "--ply", "9", "--json", *words], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out)["sims"] > 0


def test_query_without_time(tmp_path: Path) -> None:
    start = ["#start=201", "#tiles=A2,B1", "#ships=kcb,kkk,cbb", "#tourists=2", "#first=p"]
    query = {"id": 1, "moves": start, "players": 3, "seconds": 1e-9}
    ended = vanuatu(["analyse", "--serve"], tmp_path, text=json.dumps(query) + "\n")
    assert json.loads(ended.out)["sims"] > 0


def test_protocol_bot_without_time(tmp_path: Path) -> None:
    talk = (
        "pvn 1\nnewgame vanuatu players=3\n"
        "position moves #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p\ngo time 1e-6\n"
    )
    ended = vanuatu(["bot", "mcts:100"], tmp_path, text=talk)
    assert ended.code == 0
    assert ended.out.splitlines()[-1].startswith("move @")


@pytest.mark.parametrize("words", [["--move-time", "1ms"], ["--move-time", ".001ms"], ["--clock", "1ms+1ms"]])
def test_match_with_nearly_no_time(words: list[str], tmp_path: Path) -> None:
    call = ["match", "mcts:100", "random", "--games", "2", "--seed", "1", "--out", "g.pvn", *words]
    code = vanuatu(call, tmp_path).code
    text = (tmp_path / "g.pvn").read_text(encoding="utf-8")
    assert len(list(read_games(tmp_path / "g.pvn"))) == 2
    assert code == (1 if text.count('[Termination "time forfeit"]') == 2 else 0)


def test_game_of_bots_without_time(tmp_path: Path) -> None:
    begun = vanuatu(["play", "--bot", "greedy", "--seed", "3", "--players", "3"], tmp_path, text="@artist\n")
    text = begun.out.replace('[Teal "greedy"]', '[Teal "mcts:time=1e-9"]')
    assert "1e-9" in text
    (tmp_path / "b.pvn").write_text(text, encoding="utf-8")
    ended = vanuatu(["play", "--from", "b.pvn"], tmp_path, text="")
    assert ended.code == 0, ended.err
    assert "t:@" in ended.out

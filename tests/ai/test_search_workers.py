"""Searches in several processes: reproducible, stoppable, and without hidden information."""

import os
import signal
import time
from pathlib import Path

import pytest

from vanuatu.ai.advisor import create_advisor
from vanuatu.ai.bot import BotError, Limit, PendingMove
from vanuatu.ai.mcts.bot import MctsBot, PendingSearch, SearchWorkers, split_sims
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Slices
from vanuatu.ai.specs import make_bot
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session


@pytest.fixture
def session() -> Session:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    return session


def play_to_end(thinking: PendingMove) -> None:
    while not thinking.step():
        pass


def test_simulations_are_divided_among_workers() -> None:
    assert split_sims(1000, 3) == [334, 333, 333]
    assert split_sims(1, 2) == [1, 0]
    assert split_sims(None, 2) == [None, None]


def test_two_workers_run_all_simulations_and_are_reproducible(session: Session) -> None:
    reports = []
    for _ in range(2):
        bot = make_bot("mcts:sims=40,procs=2", seed=1)
        thinking = bot.think(session)
        while not thinking.step():
            pass
        reports.append((thinking.move(), thinking.report()))
        thinking.close()
        bot.close()
    assert reports[0] == reports[1]
    assert reports[0][1].sims == 40


def test_search_in_two_workers_can_be_stopped_at_once(session: Session) -> None:
    bot = make_bot("mcts:sims=100000000,procs=2", seed=1)
    thinking = bot.think(session)
    thinking.step()
    began = time.monotonic()
    assert session.state.is_legal(thinking.move())
    assert time.monotonic() - began < 30
    thinking.close()
    bot.close()


def test_expired_search_does_not_wait_for_late_worker(session: Session) -> None:
    workers = SearchWorkers(1)
    workers.start(session, Rng(1), 1.0, 1000, [None], 1000.0, "", [])  # as if it had begun later
    search = Search(session.state, create_advisor("vanuatu"), Rng(2), 1.0, 1000)
    thinking = PendingSearch(session.state, Slices(search, None, 0.1, early=False), workers)
    began = time.monotonic()
    while not thinking.step():
        assert time.monotonic() - began < 60
    assert len(workers.results) == 1
    assert thinking.report().sims >= search.sims > 0
    workers.close()


def test_workers_serve_successive_decisions(session: Session) -> None:
    bot = make_bot("mcts:sims=10,procs=2", seed=1)
    for _ in range(3):
        thinking = bot.think(session, Limit(sims=10))
        while not thinking.step():
            pass
        session.push(thinking.move())
        thinking.close()
    bot.close()


def test_dead_worker_is_reported_in_one_line(session: Session) -> None:
    bot = make_bot("mcts:sims=100000000,procs=2", seed=1)
    assert isinstance(bot, MctsBot)
    thinking = bot.think(session)
    thinking.step()
    assert bot.workers is not None
    os.kill(bot.workers.pids[0], signal.SIGKILL)
    with pytest.raises(BotError, match="ended unexpectedly"):
        thinking.move()
    thinking.close()
    again = bot.think(session, Limit(sims=10))
    play_to_end(again)
    assert session.state.is_legal(again.move())
    bot.close()


def test_invalid_worker_answer_is_reported(session: Session, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('good morning')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        bot = make_bot("mcts:sims=10,procs=2", seed=1)
        with pytest.raises(BotError, match="ended unexpectedly"):  # asked already, or only waited for
            play_to_end(bot.think(session))
    bot.close()

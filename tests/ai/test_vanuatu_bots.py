"""Bots in games of Vanuatu: legal, reproducible, and without hidden information."""

import pytest

from tests.support.vanuatu.scene import scene
from vanuatu.ai.bot import Bot, Limit
from vanuatu.ai.specs import make_bot
from vanuatu.core.game import State
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for
from vanuatu.notation.session import Session

VARIANTS = [(2, ()), (3, ("nocharacters",)), (4, ("waters",)), (5, ())]


def decide(bot: Bot, session: Session, limit: Limit | None = None) -> int:
    thinking = bot.think(session, limit)
    while not thinking.step():
        pass
    return thinking.move()


def played(players: int, options: tuple[str, ...], spec: str, seed: int = 1) -> Session:
    """A whole game of one bot in all seats; `push` refuses whatever is not legal."""
    session = Session.new(make_game("vanuatu", players, options))
    bot = make_bot(spec, seed=seed)
    rng = Rng(seed)
    while not session.over:
        session.draw(rng)
        if not session.over:
            session.push(decide(bot, session))
    return session


@pytest.mark.parametrize(("players", "options"), VARIANTS)
@pytest.mark.parametrize(
    "spec", ["random", "greedy", pytest.param("easy", marks=pytest.mark.heavy), "mcts:1"]
)
def test_whole_games_are_played_legally(players: int, options: tuple[str, ...], spec: str) -> None:
    assert played(players, options, spec).over


def test_seed_makes_game_reproducible() -> None:
    games = [played(3, (), "mcts:1", seed).moves for seed in (5, 5, 6)]
    assert games[0] == games[1] != games[2]


def test_earlier_requests_do_not_change_choice() -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    fresh, asked = make_bot("mcts:20", seed=1), make_bot("mcts:20", seed=1)
    for _ in range(3):
        decide(asked, session, Limit(sims=7))
    assert decide(fresh, session) == decide(asked, session)


def test_limit_overrides_settings_of_bot() -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    thinking = make_bot("mcts:1000000", seed=1).think(session, Limit(sims=30))
    while not thinking.step():
        pass
    assert thinking.report().sims == 30


def test_search_returns_move_at_any_time() -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    thinking = make_bot("mcts:1000000", seed=1).think(session)
    assert session.state.is_legal(thinking.move())
    thinking.step()
    report = thinking.report()
    assert session.state.is_legal(thinking.move())
    assert 0 < report.sims < 1_000_000
    assert sum(report.win) == pytest.approx(1.0)
    assert report.line[0] == thinking.move() == report.candidates[0].move
    thinking.close()


def test_expected_line_is_playable() -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    thinking = make_bot("mcts:60", seed=1).think(session)
    while not thinking.step():
        pass
    state = session.state.copy()
    for move in thinking.report().line:
        assert state.push(move) is None


# What others hold in secret


def with_rests(t: str, y: str) -> State:
    """Teal and yellow have rested; purple decides between resting and selling."""
    at = scene(
        "3 act p", players=4, p="3v 5p F2 +RV", t=f"R{t}1", y=f"R{y}2 +D", o="+D", on={"a2": "Gkcb Bp"}
    )
    return at.core


@pytest.mark.parametrize("spec", ["greedy", "easy", "mcts:150"])
def test_hidden_tokens_of_other_seats_do_not_change_choice(spec: str) -> None:
    chosen = set()
    for t, y in ("fb", "fp", "fv", "bf", "pv", "vp"):
        state = with_rests(t, y)
        session = Session.new(codec_for("vanuatu").game_of(state), start=state)
        chosen.add(int(state.seen_by_others(decide(make_bot(spec, seed=3), session))))
    # To others a rest looks like any other rest; its token is seen only when it is taken.
    assert len(chosen) == 1


def test_search_does_not_depend_on_tokens_of_other_seats() -> None:
    reports = []
    for t, y in ("fb", "pv", "vp"):
        state = with_rests(t, y)
        session = Session.new(codec_for("vanuatu").game_of(state), start=state)
        thinking = make_bot("mcts:100", seed=3).think(session, Limit(sims=40))
        while not thinking.step():
            pass
        reports.append(thinking.report().win)
    assert reports[0] == reports[1] == reports[2]


def test_chosen_rest_token_is_available() -> None:
    for t, y in ("fb", "pv", "vp"):
        state = scene("8 act p", players=4, p="0v 5p +R", t=f"0v R{t}1", y=f"0v R{y}2", o="0v +R").core
        session = Session.new(codec_for("vanuatu").game_of(state), start=state)
        move = decide(make_bot("mcts:60", seed=1), session)
        assert session.codec.token(state, move) not in (f"R{t}", f"R{y}")
        session.push(move)

"""Priors from visits: decisions of games, and the fit to the visits of each move."""

import pytest

np = pytest.importorskip("numpy")  # of the extra "learn"

from vanuatu.ai.learning import visits  # noqa: E402
from vanuatu.ai.mcts.bot import Settings  # noqa: E402
from vanuatu.ai.net import Net, size_of  # noqa: E402
from vanuatu.ai.priors import UNIT  # noqa: E402
from vanuatu.ai.vanuatu import move_features  # noqa: E402
from vanuatu.ai.weight_files import Weights, position_features_for  # noqa: E402  # what follows needs numpy
from vanuatu.core.game import Game  # noqa: E402
from vanuatu.core.games import make_game  # noqa: E402
from vanuatu.core.rng import Rng  # noqa: E402
from vanuatu.notation.session import Session  # noqa: E402


def random_decisions(count: int) -> visits.Decisions:
    """Decisions among three moves with a term each: each is looked at e times as often as the one before."""
    parts = np.exp([0.0, 1.0, 2.0])
    return visits.Decisions(
        visits=np.tile(parts / parts.sum(), count),
        decision=np.repeat(np.arange(count), 3),
        game=np.arange(count),
        move=np.arange(3 * count),
        index=np.tile([0, 1, 2], count),
        amount=np.ones(3 * count),
    )


def test_fit_finds_features_that_attract_visits() -> None:
    decisions = random_decisions(400)
    numbers = visits.fit(decisions, [0, 0, 0])
    assert (numbers[1] - numbers[0]) / UNIT == pytest.approx(1.0, abs=0.1)
    assert (numbers[2] - numbers[1]) / UNIT == pytest.approx(1.0, abs=0.1)
    assert (
        visits.prediction_quality(decisions, numbers)[0] < visits.prediction_quality(decisions, [0, 0, 0])[0]
    )
    assert visits.prediction_quality(decisions, numbers)[1] == 1.0


def test_few_decisions_keep_priors_near_hand_set_ones() -> None:
    few, many = (visits.fit(random_decisions(count), [0, 0, 0]) for count in (2, 400))
    assert few[2] < many[2]


def test_selected_decisions_are_renumbered() -> None:
    found = random_decisions(6).select(np.arange(6) % 2 == 0)
    assert (len(found), list(found.decision), list(found.move)) == (
        3,
        [0, 0, 0, 1, 1, 1, 2, 2, 2],
        list(range(9)),
    )
    assert list(found.game) == [0, 2, 4]


def weightless(game: Game) -> Weights:
    """A net for which all positions are alike."""
    of = position_features_for(game.name)
    assert of is not None
    own, table = len(of.SEAT_FEATURES), len(of.TABLE_FEATURES)
    return Weights({}, Net(own, table, 0, of.STAGES, [0] * (of.STAGES * size_of(own, table, 0))))


def test_searched_positions_are_decisions_and_reproducible() -> None:
    game, rng = make_game("vanuatu", 3), Rng(4)
    session, choices = Session.new(game), []
    while not session.over:
        session.draw(rng)
        if not session.over:
            legal = session.state.legal_moves()
            if len(legal) > 1:
                choices.append(session.ply)
            session.push_legal(legal[rng.below(len(legal))])
    looks, again, other = (
        visits.search_decisions(session, weightless(game), False, 6, 12, seed, Settings())
        for seed in (1, 1, 2)
    )
    assert looks == again != other
    assert 3 <= len(looks) <= 6
    assert {at for at, _ in looks} <= set(choices)
    assert all(6 <= sum(counts) <= 12 for _, counts in looks)
    found = visits.decisions_of(game, move_features, [session, session], [looks, other])
    assert len(found) == len(looks) + len(other)
    assert np.bincount(found.decision, found.visits) == pytest.approx(np.ones(len(found)))

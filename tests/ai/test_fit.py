"""Fitting weights to games: the fit learns what the samples contain and is reproducible with a seed."""

import pytest

np = pytest.importorskip("numpy")  # of the extra "learn"

from vanuatu.ai.learning import fit as fitting  # noqa: E402  # it needs numpy
from vanuatu.ai.learning.fit import fit, predicted_shares  # noqa: E402
from vanuatu.ai.learning.samples import Samples, log_loss  # noqa: E402
from vanuatu.ai.net import Net  # noqa: E402

COUNT, PLAYERS = 1500, 3


def games(kind: str, players: int = PLAYERS) -> Samples:
    """Made-up games: a seat has two figures from 0 to 3, and leads by their sum or if they are alike."""
    rng = np.random.default_rng(3)
    own = np.ones((COUNT, players, 3))
    own[:, :, 1:] = rng.integers(0, 4, (COUNT, players, 2))
    strength = own[:, :, 1] + own[:, :, 2] if kind == "sum" else 6.0 * (own[:, :, 1] == own[:, :, 2])
    scores = np.round(20 + 5 * strength + rng.normal(0, 4, strength.shape))
    shares = (scores == scores.max(axis=1, keepdims=True)).astype(float)
    shares /= shares.sum(axis=1, keepdims=True)
    return Samples(
        own=own,
        table=own.sum(axis=1),
        stage=np.arange(COUNT) % 2,
        game=np.arange(COUNT),
        shares=shares,
        scores=scores,
        hand_scores=np.zeros((COUNT, players)),
        hand_shares=np.full((COUNT, players), 1 / players),
    )


def loss(samples: Samples, hidden: int, regularisation: float = 1.0) -> float:
    """Return the loss on the last third of a net that was fitted to the rest."""
    late = samples.game >= 1000
    net = Net(3, 0, hidden, 2, fit(samples.select(~late), hidden, 2, 1, regularisation))
    rest = samples.select(late)
    return log_loss(rest.shares, predicted_shares(net, rest))


def test_fit_without_hidden_units_learns_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "STEPS", 50)
    samples = games("sum")
    assert loss(samples, 0) < 0.6 < log_loss(samples.shares, samples.hand_shares)


def test_interaction_of_features_needs_hidden_units() -> None:
    samples = games("alike")
    assert loss(samples, 8) < 0.9


def test_regularisation_keeps_fit_near_hand_set_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "STEPS", 50)
    samples = games("sum")
    samples.hand_scores = 5 * samples.own[:, :, 1]  # by hand only one of both figures counts
    free, held, fixed = (loss(samples, 0, regularisation) for regularisation in (1.0, 10.0, 1e6))
    assert free < held < fixed
    assert fixed == pytest.approx(best(samples.select(samples.game >= 1000)), abs=0.01)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_win_chances_are_calibrated_despite_regularisation(players: int) -> None:
    samples = games("sum", players)
    samples.hand_scores = 5 * samples.own[:, :, 1:].sum(axis=2)  # by hand all that can be known is known
    net = Net(3, 0, 0, 2, fit(samples, 0, 2, 1, regularisation=1e6))
    assert log_loss(samples.shares, predicted_shares(net, samples)) == pytest.approx(best(samples), abs=0.005)


def best(samples: Samples) -> float:
    """Return the best log-loss that the hand-set scores reach with any scale."""
    bold = (np.exp(samples.hand_scores / unit) for unit in np.arange(0.5, 20, 0.1))
    return min(log_loss(samples.shares, each / each.sum(axis=1, keepdims=True)) for each in bold)


def test_seed_makes_weights_reproducible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fitting, "STEPS", 20)
    samples = games("sum").select(np.arange(COUNT) < 300)
    first, again, other = (fit(samples, 4, 2, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other

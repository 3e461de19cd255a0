"""Functions shared by all advisors: the best gain, and weights that fall with the distance to it."""

import math
from collections import Counter

import pytest
from librt.vecs import vec

from vanuatu.ai.advisor import index_of_best, softmax_weights
from vanuatu.core.rng import Rng


def test_highest_gain_is_best_at_any_index() -> None:
    for gains in ([5.0, 1.0, 2.0], [1.0, 5.0, 2.0], [1.0, 2.0, 5.0], [-3.0]):
        assert gains[index_of_best(vec[float](gains), Rng(1))] == max(gains)


def test_equal_gains_are_chosen_equally_often() -> None:
    rng = Rng(4)
    chosen = Counter(int(index_of_best(vec[float]([2.0, 7.0, 7.0, 1.0, 7.0]), rng)) for _ in range(3000))
    assert set(chosen) == {1, 2, 4}
    assert min(chosen.values()) > 900


def test_weights_fall_by_e_per_temperature_step_down_to_minimum() -> None:
    weights = list(softmax_weights(vec[float]([3.0, 1.0, -1.0, -200.0]), 2.0, 0.001))
    assert weights[0] == 1.001
    assert weights[1] == pytest.approx(1 / math.e + 0.001)
    assert weights[2] == pytest.approx(1 / math.e**2 + 0.001)
    assert weights[3] == pytest.approx(0.001)

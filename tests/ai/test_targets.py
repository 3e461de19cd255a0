"""Targets of the net from searches: what a search finds between rounds, and the mix with results."""

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")  # of the extra "learn"

from vanuatu.ai.advisor import create_advisor  # noqa: E402
from vanuatu.ai.learning import samples, targets  # noqa: E402
from vanuatu.ai.mcts.bot import Settings  # noqa: E402
from vanuatu.cli.match.options import MatchOptions  # noqa: E402
from vanuatu.cli.match.runner import run_match  # noqa: E402
from vanuatu.core.games import make_game  # noqa: E402
from vanuatu.core.rng import Rng  # noqa: E402
from vanuatu.notation.codec import codec_for  # noqa: E402


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with random moves."""
    place = tmp_path_factory.mktemp("games") / "games.msgpack"
    run_match(MatchOptions(["random"], games=2, players=3, seed=1, out=str(place)), quiet=True)
    return place


def test_positions_between_rounds_survive_as_text(played: Path) -> None:
    game, codec = make_game("vanuatu", 3), codec_for("vanuatu")
    found = [positions for _, positions in samples.games_to_learn_from([played], game)]
    assert [[int(state.round) for state in positions] for positions in found] == [[*range(2, 9)]] * 2
    for state in found[0]:
        text = codec.write_position(state)
        assert codec.write_position(codec.read_position(text)) == text


def test_search_finds_chances_and_scores_of_every_seat(played: Path) -> None:
    game, codec, advisor = make_game("vanuatu", 3), codec_for("vanuatu"), create_advisor("vanuatu")
    _, positions = next(samples.games_to_learn_from([played], game))
    texts = [codec.write_position(state) for state in positions[-2:]]
    once, again = (
        [targets.search_position(codec.read_position(text), advisor, Settings(), 8, Rng(1)) for text in texts]
        for _ in range(2)
    )
    assert once == again
    assert once[0] != once[1]
    for chances, scores in once:
        assert (len(chances), len(scores)) == (3, 3)
        assert sum(chances) == pytest.approx(1)
        assert all(-20 < score < 200 for score in scores)


def test_mix_goes_from_results_to_searches(played: Path) -> None:
    results = samples.samples_of([played], make_game("vanuatu", 3))
    found = [[[0.5, 0.25, 0.25], [1.0, 2.0, 3.0]]] * len(results)
    searched = targets.searched_samples(results, found)
    assert (targets.mixed(results, searched, 0.0).shares == results.shares).all()
    assert (targets.mixed(results, searched, 1.0).shares == [0.5, 0.25, 0.25]).all()
    assert (targets.mixed(results, searched, 1.0).scores == [1.0, 2.0, 3.0]).all()
    quarter = targets.mixed(results, searched, 0.25)
    assert np.allclose(quarter.shares, 0.75 * results.shares + [0.125, 0.0625, 0.0625])
    assert np.allclose(quarter.scores, 0.75 * results.scores + [0.25, 0.5, 0.75])

"""Intervals of 95 % contain the true value in about 95 % of simulated collections of games."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.support.interval_coverage import cells, figures_of
from vanuatu.cli.match.ratings import Moments, wilson
from vanuatu.cli.report.counting import SHARES, ResultCounter, ResultFigure, SeatResults
from vanuatu.cli.report.gathering import GameReport, Selection
from vanuatu.cli.report.printing import interval_words
from vanuatu.cli.report.results import Ending, Results, score_of, share_of_wins
from vanuatu.cli.report.tables import Mean, Share

PLAYED, TRIALS = 60, 1000
# Who sits where, and the chance that A wins a game.
TABLES = {
    "one seat of two": (("A", "B"), 0.3),
    "two seats of four": (("A", "A", "B", "B"), 0.6),
    "three seats of four": (("A", "A", "A", "B"), 0.8),
    "two seats of five": (("A", "B", "A", "B", "B"), 0.2),
}


def collections(names: tuple[str, ...], wins: float, trials: int) -> Iterator[Results]:
    """Results of simulated games. Scores of one game have a part in common, as in long or poor games."""
    rng = random.Random(1)
    seats = [[at for at, name in enumerate(names) if name == who] for who in "AB"]
    for _ in range(trials):
        results = Results(ResultCounter())
        for _ in range(PLAYED):
            winner = rng.choice(seats[0] if rng.random() < wins else seats[1])
            shares = [int(SHARES) * (at == winner) for at in range(len(names))]
            common = rng.gauss(0, 8)
            scores = [round(40 + common + rng.gauss(0, 6)) for _ in names]
            counted = [True] * len(names)
            places = [1.0] * len(names)
            by_seat = SeatResults(shares, scores, places, counted, lost=False, forfeited=False)
            counter = results.counter
            counter.figures = type(counter.figures)([0] * (len(names) * counter.size))
            for seat in range(len(names)):
                counter._count_result(seat, len(names), by_seat)
            ending = Ending(names, shares, scores, "", "", 8, 200, lost=False, forfeited=False)
            results.add(ending, counted)
        yield results


def coverage(names: tuple[str, ...], wins: float, trials: int) -> tuple[float, float]:
    """Return how often the intervals of A's wins and of A's score contain the true values."""
    share, score = wins / names.count("A"), 40
    hits = [0, 0]
    for results in collections(names, wins, trials):
        low, high = share_of_wins(results.names["A"]).interval
        hits[0] += low <= share <= high
        low, high = score_of(results.names["A"]).interval
        hits[1] += low <= score <= high
    return hits[0] / trials, hits[1] / trials


@pytest.mark.any_build
@pytest.mark.parametrize("table", TABLES)
def test_intervals_cover_the_true_value(table: str) -> None:
    names, wins = TABLES[table]
    for covered in coverage(names, wins, TRIALS):
        assert 0.91 <= covered <= 0.98


@pytest.mark.any_build
def test_intervals_of_independent_seats_would_be_too_narrow() -> None:
    """The same scores without the moments of games: two seats of the same bot share their luck."""
    names, wins = TABLES["two seats of four"]
    hits = 0
    for results in collections(names, wins, 400):
        sums = results.names["A"]
        mean = score_of(sums)
        low, high = type(mean)(mean.count, mean.total, mean.squares).interval
        hits += low <= 40 <= high
    assert hits / 400 < 0.9


@pytest.mark.parametrize(("names", "wins"), [(("A", "A"), 1.0), (("A", "A", "B", "B"), 1.0)])
def test_an_interval_ends_at_the_greatest_possible_share(names: tuple[str, ...], wins: float) -> None:
    """With two seats in each game, half of the seats can win; the interval says how sure that is."""
    [results] = collections(names, wins, 1)
    share = share_of_wins(results.names["A"])
    assert results.names["A"].total(ResultFigure.SEATS) == 2 * PLAYED
    assert share.value == 0.5
    assert share.interval == pytest.approx([limit / 2 for limit in wilson(PLAYED, PLAYED)])


def test_the_mean_of_one_game_is_shown_without_interval() -> None:
    assert interval_words(Mean(4, 8, 20, Moments(64, 32, 16, 1))) == ""


def test_the_interval_of_one_game_is_wide() -> None:
    """A single game cannot say how its seats vary together."""
    low, high = Share(4, 8, Moments(16, 32, 64, 1)).interval
    assert low < 0.1 < 0.9 < high


def test_figures_of_single_games_add_up_to_the_report(tmp_path: Path) -> None:
    """`tests.support.interval_coverage` makes reports on drawn games from the figures of single games."""
    path = tmp_path / "games.pvn"
    path.write_text("\n".join(random_game(3, seed).text() for seed in (1, 2)), encoding="utf-8")
    games, figures = figures_of([path])
    report = GameReport(Selection())
    report.read([str(path)])
    assert games == report.games == 2
    whole = dict(cells(report))
    assert len(whole) > 100
    assert whole.keys() == figures.keys()
    for name, figure in figures.items():
        total = figure.of(tuple(map(sum, zip(*figure.by_game.values(), strict=True))))
        assert total == whole[name]
        assert total.interval == pytest.approx(whole[name].interval)

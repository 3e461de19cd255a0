"""Add up results game by game, and compute the table by bot and by seat."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from vanuatu.cli.match.outcome import Outcome, placed
from vanuatu.cli.match.plackett_luce import Group, Ranking, fit

POINTS = 400 / math.log(10)  # a bot rated 400 points higher finishes ahead 10 times in 11
CONFIDENCE = 1.959964  # 95 %
_BOT_DEVIATION = 4.0  # the priors, in units of the model: some 700 and 170 points
_SEAT_DEVIATION = 1.0

# Names by seat; the groups of seats from first to last; the unordered seats after them.
_Ranked = tuple[tuple[str, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


@dataclass
class ResultTally:
    """Sums of the results of a bot or a seat."""

    games: int = 0
    wins: float = 0.0
    score: int = 0
    places: float = 0.0
    seconds: float = 0.0
    moves: int = 0

    def add(self, share: float, score: int, place: float) -> None:
        self.games += 1
        self.wins += share
        self.score += score
        self.places += place


@dataclass(frozen=True)
class Row:
    """A row of the table. The 95 % interval of the rating is `rating` ± `margin`."""

    name: str
    games: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    mean_score: float
    mean_place: float
    rating: float
    margin: float
    seconds_per_move: float | None = None


@dataclass
class Standings:
    """The results of many games, without the games themselves."""

    games: int = 0
    lost_together: int = 0
    terminations: Counter[str] = field(default_factory=Counter)
    bots: dict[str, ResultTally] = field(default_factory=dict)
    seats: dict[tuple[int, int], ResultTally] = field(default_factory=dict)  # by players and seat
    rankings: Counter[_Ranked] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count a game."""
        self.games += 1
        if outcome.termination:
            self.terminations[outcome.termination] += 1
        players = len(outcome.names)
        ranking = outcome.ranking()
        places = placed(ranking, players)
        share = 1 / len(outcome.winners) if outcome.winners else 0.0
        for seat, name in enumerate(outcome.names):
            won = share if seat in outcome.winners else 0.0
            for tallies, key in ((self.bots, name), (self.seats, (players, seat))):
                _tally(tallies, key).add(won, outcome.scores[seat], places[seat])
        if not outcome.winners:
            self.lost_together += 1
            return
        groups, others = ranking
        self.rankings[outcome.names, tuple(tuple(group) for group in groups), tuple(others)] += 1

    def add_time(self, name: str, seconds: float, moves: int) -> None:
        """Add the time that a bot took for its moves."""
        tally = self.bots.setdefault(name, ResultTally())
        tally.seconds += seconds
        tally.moves += moves

    def rows(self) -> tuple[list[Row], list[tuple[int, int, Row]]]:
        """Return the rows by bot, best first, and by (number of players, seat)."""
        names = list(self.bots)
        places = sorted(self.seats)
        bot_number = {name: i for i, name in enumerate(names)}
        seat_number = {place: len(names) + i for i, place in enumerate(places)}
        deviations = [_BOT_DEVIATION] * len(names) + [_SEAT_DEVIATION] * len(places)
        rankings: Counter[Ranking] = Counter()

        def parts(names: tuple[str, ...], group: tuple[int, ...]) -> Group:
            return tuple((bot_number[names[seat]], seat_number[len(names), seat]) for seat in group)

        for (names_there, groups, others), times in self.rankings.items():
            ranking = tuple(parts(names_there, group) for group in groups), parts(names_there, others)
            rankings[ranking] += times
        found = fit(rankings, deviations)
        rated = found.centred(range(len(names))) if names else []
        bots = [_row(name, self.bots[name], *strength) for name, strength in zip(names, rated, strict=True)]
        bots.sort(key=lambda row: (-row.rating, row.name))
        seats = []
        for players in sorted({players for players, _ in places}):
            group = [place for place in places if place[0] == players]
            for place, strength in zip(
                group, found.centred([seat_number[place] for place in group]), strict=True
            ):
                seats.append((*place, _row("", self.seats[place], *strength)))
        return bots, seats


def _tally(tallies: dict[Any, ResultTally], key: object) -> ResultTally:
    """Return the tally of a key; create it the first time."""
    tally = tallies.get(key)
    if tally is None:
        tally = tallies[key] = ResultTally()
    return tally


def _row(name: str, tally: ResultTally, strength: float, error: float) -> Row:
    low, high = wilson(tally.wins, tally.games)
    games = max(1, tally.games)
    return Row(
        name=name,
        games=tally.games,
        wins=tally.wins,
        win_rate=tally.wins / games,
        win_low=low,
        win_high=high,
        mean_score=tally.score / games,
        mean_place=tally.places / games,
        rating=strength * POINTS,
        margin=error * POINTS * CONFIDENCE,
        seconds_per_move=tally.seconds / tally.moves if tally.moves else None,
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share of wins."""
    if not games:
        return 0.0, 1.0
    z = CONFIDENCE
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)

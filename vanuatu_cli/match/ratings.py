"""Add up results game by game, and compute the table by bot and by seat."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from vanuatu.cli.match.outcome import Outcome, placed
from vanuatu.cli.match.plackett_luce import Group, Ranking, fit
from vanuatu.notation.errors import excerpt

POINTS = 400 / math.log(10)  # a bot rated 400 points higher finishes ahead 10 times in 11
CONFIDENCE = 1.959964  # 95 %
_BOT_DEVIATION = 4.0  # the priors, in units of the model: some 700 and 170 points
_SEAT_DEVIATION = 1.0
_MOST_NAMES = 10  # of players in a message

# Names by seat; the groups of seats from first to last; the unordered seats after them.
_Ranked = tuple[tuple[str, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


class Moments(NamedTuple):
    """How seats of the same game vary together: totals over games of y², yn and n², and the games.

    y is the sum in a game, n the number of its seats. Games without such a seat do not count.
    """

    squares: float
    products: float
    sizes: float
    games: int

    def variance(self, mean: float, count: float) -> float:
        """Return the variance of a mean whose games are independent, but not the seats within a game."""
        total = self.squares - 2 * mean * self.products + mean * mean * self.sizes
        return max(0.0, total) / (count * count)


_NONE: Final = Moments(0, 0, 0, 0)


@dataclass
class ResultTally:
    """Sums of the results of a bot or a seat. A game has one result per seat."""

    games: int = 0
    results: int = 0
    even: float = 0.0  # wins if all were equally strong
    wins: float = 0.0
    score: int = 0
    places: float = 0.0
    seconds: float = 0.0
    moves: int = 0
    moments: Moments = _NONE  # of the wins

    def add(self, share: float, score: int, place: float, even: float) -> None:
        self.results += 1
        self.even += even
        self.wins += share
        self.score += score
        self.places += place

    def end_game(self, wins: float, seats: int) -> None:
        """Note the wins of all its seats of a game."""
        self.games += 1
        squares, products, sizes, games = self.moments
        self.moments = Moments(
            squares + wins * wins, products + wins * seats, sizes + seats * seats, games + 1
        )


@dataclass(frozen=True)
class StandingsRow:
    """A row of the table of a match: the results of a bot or a seat.

    `wins` counts a shared win as a fraction. The 95 % interval of the rating is `rating` ± `margin`, that of
    `win_rate` is from `win_low` to `win_high`. `even_rate` is the share if all were equally strong.

    >>> import vanuatu
    >>> row = vanuatu.match(["greedy", "random"], games=2, seed=1)["greedy"]
    >>> row.wins, row.win_low < row.win_rate <= row.win_high
    (2.0, True)
    """

    name: str
    games: int
    results: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    even_rate: float
    mean_score: float
    mean_place: float
    rating: float
    margin: float
    seconds_per_move: float | None = None


@dataclass(frozen=True)
class Anchor:
    """A bot whose rating is given."""

    name: str
    points: float


class RatingTables(NamedTuple):
    """The rows by bot, best first, those by number of players and seat, and who is stronger than whom."""

    bots: list[StandingsRow]
    seats: list[tuple[int, int, StandingsRow]]
    superior: dict[str, dict[str, float]]  # likelihood that a bot is stronger than another, by names


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
                _tally(tallies, key).add(won, outcome.scores[seat], places[seat], 1 / players)
            self.seats[players, seat].end_game(won, 1)
        for name in set(outcome.names):
            won = sum(share for seat in outcome.winners if outcome.names[seat] == name)
            self.bots[name].end_game(won, outcome.names.count(name))
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

    def check_anchor(self, name: str, game: str) -> None:
        """Raise ValueError if no game has a player of this name."""
        if name not in self.bots:
            shown = ", ".join(excerpt(other) for other in list(self.bots)[:_MOST_NAMES])
            raise ValueError(f"no finished game of {game} has {excerpt(name)!r} (players: {shown})")

    def rows(self, anchor: Anchor | None = None) -> "RatingTables":
        """Return the rows by bot, best first, and by (number of players, seat).

        Ratings are relative to the mean of the bots. With an anchor, they are relative to that bot, which has
        the points of the anchor and no margin.
        """
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
        everyone = range(len(names))
        base = 0.0
        if anchor is not None:
            rated, base = found.relative(everyone, bot_number[anchor.name]), anchor.points / POINTS
        else:
            rated = found.centred(everyone) if names else []
        bots = [
            _row(name, self.bots[name], strength + base, error)
            for name, (strength, error) in zip(names, rated, strict=True)
        ]
        bots.sort(key=lambda row: (-row.rating, row.name))
        seats = []
        for players in sorted({players for players, _ in places}):
            group = [place for place in places if place[0] == players]
            for place, strength in zip(
                group, found.centred([seat_number[place] for place in group]), strict=True
            ):
                seats.append((*place, _row("", self.seats[place], *strength)))
        superior = {
            name: {
                other: _above_zero(*found.relative([bot_number[name]], bot_number[other])[0])
                for other in names
                if other != name
            }
            for name in names
        }
        return RatingTables(bots, seats, superior)


def _tally(tallies: dict[Any, ResultTally], key: object) -> ResultTally:
    """Return the tally of a key; create it the first time."""
    tally = tallies.get(key)
    if tally is None:
        tally = tallies[key] = ResultTally()
    return tally


def _row(name: str, tally: ResultTally, strength: float, error: float) -> StandingsRow:
    low, high = wins_interval(tally.wins, tally.results, tally.moments)
    results = max(1, tally.results)
    return StandingsRow(
        name=name,
        games=tally.games,
        results=tally.results,
        wins=tally.wins,
        win_rate=tally.wins / results,
        win_low=low,
        win_high=high,
        even_rate=tally.even / results,
        mean_score=tally.score / results,
        mean_place=tally.places / results,
        rating=strength * POINTS,
        margin=error * POINTS * CONFIDENCE,
        seconds_per_move=tally.seconds / tally.moves if tally.moves else None,
    )


def _above_zero(mean: float, error: float) -> float:
    """Return the probability that a normal variable is above 0."""
    return 0.5 * math.erfc(-mean / (error * math.sqrt(2))) if error else 0.5


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval (Wilson) of a share of wins."""
    if not games:
        return 0.0, 1.0
    z = CONFIDENCE
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


_TINY: Final = 1e-12


def share_interval(
    part: float, whole: int, moments: Moments | None, most: float = 1.0
) -> tuple[float, float]:
    """Return Wilson's interval of a share, for as many independent seats as vary like these.

    `most` is the greatest possible share.
    """
    if moments is None or moments.sizes <= whole:
        return wilson(part, whole)
    size = whole * whole / moments.sizes  # the number of games, if they have equal sizes
    share = min(1.0, part / whole / most)
    if 0 < share < 1:
        variance = moments.variance(part / whole, whole) / (most * most)
        if variance > _TINY:  # otherwise all games are alike, as in a single game
            size = share * (1 - share) / variance
    low, high = wilson(share * size, size)
    return low * most, high * most


def wins_interval(wins: float, seats: int, moments: Moments) -> tuple[float, float]:
    """Return the 95 % interval of the wins per seat. Seats of one game share one win, so it has a limit."""
    return share_interval(wins, seats, moments, moments.games / seats if seats else 1.0)

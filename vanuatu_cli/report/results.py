"""Results in groups: all seats, each seat, each player, each number of players, each variant."""

from collections import Counter as Counts
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from vanuatu.cli.match.ratings import Moments
from vanuatu.cli.report.counting import SHARES, Counter, ResultFigure, Sums
from vanuatu.cli.report.tables import (
    EVEN,
    RATE,
    SCORE,
    Cell,
    Column,
    Mean,
    Plot,
    ReportTable,
    Row,
    Share,
    WinShare,
)
from vanuatu.notation.codec import SEAT_NAMES

MOST_NAMES: Final = 1000  # players with figures of their own; it limits the memory
OTHER_NAMES: Final = "(all others)"
BASE: Final = "base game"
PLACES: Final = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Ending:
    """The result and length of a game."""

    names: tuple[str, ...]
    shares: list[int]  # of the win, by seat
    scores: list[int]
    variant: str
    termination: str
    rounds: int
    decisions: int
    lost: bool
    forfeited: bool


@dataclass
class Spread:
    """Sums of whole numbers, with least and greatest."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        self.least = min(self.least, number) if self.count else number
        self.most = max(self.most, number) if self.count else number
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> Mean:
        return Mean(self.count, self.total, self.squares)


@dataclass
class PartDifference:
    """How much more of a part of the score the winners have, by game."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        self.games += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> Mean:
        return Mean(self.games, self.total, self.squares)


@dataclass
class GameResults:
    """The figures of whole games."""

    games: int = 0
    lost: int = 0
    shared: int = 0
    forfeited: int = 0
    rounds: Spread = field(default_factory=Spread)
    decisions: Spread = field(default_factory=Spread)
    best: Spread = field(default_factory=Spread)  # scores of winners
    lead: Spread = field(default_factory=Spread)  # of the winner over the next seat

    def add(self, ending: Ending) -> None:
        self.games += 1
        if ending.forfeited:
            self.forfeited += 1
            return
        if ending.lost:
            self.lost += 1
        self.rounds.add(ending.rounds)
        self.decisions.add(ending.decisions)
        if not ending.lost:
            first, second = sorted(ending.scores, reverse=True)[:2]
            self.best.add(first)
            self.lead.add(first - second)
            if max(ending.shares) < SHARES:
                self.shared += 1


_CLUSTERED: Final = (
    int(ResultFigure.WINS),
    int(ResultFigure.SEATS),
    int(ResultFigure.SCORE),
    int(ResultFigure.PLAYED),
    int(ResultFigure.LOST),
)


class Results:
    """The results of all games of one kind, in all groups."""

    def __init__(self, counter: Counter, parts: Mapping[str, int] | None = None) -> None:
        self.counter = counter
        self.parts = parts or {}  # the figure of each part of the score
        self.games = GameResults()
        self.by_players: dict[int, GameResults] = {}
        self.by_variant: dict[str, GameResults] = {}
        self.terminations: Counts[str] = Counts()
        self.all = counter.sums()
        self.winners = counter.sums()
        self.others = counter.sums()
        self.seats: dict[tuple[int, int], Sums] = {}  # by number of players and seat
        self.turns: dict[tuple[int, int], Sums] = {}  # by number of players and place in turn order
        self.names: dict[str, Sums] = {}
        self.scores: Counts[int] = Counts()
        self.best_scores: Counts[int] = Counts()
        self.part_differences: dict[str, PartDifference] = {}

    def add(self, ending: Ending, counted: list[bool]) -> None:
        """Add the game that the counter has just counted; `counted` says which seats count."""
        self.games.add(ending)
        players = len(ending.names)
        self.terminations[ending.termination] += 1
        self.by_players.setdefault(players, GameResults()).add(ending)
        self.by_variant.setdefault(ending.variant or BASE, GameResults()).add(ending)
        counter = self.counter
        opener = int(counter.opener)
        with_several = {"all": self.all, "winners": self.winners, "others": self.others}  # seats of a game
        for seat in range(players):
            if not counted[seat]:
                continue
            named = with_several.setdefault(f"player {ending.names[seat]}", self._named(ending.names[seat]))
            counter.add_to(self.all, seat)
            counter.add_to(self.winners if ending.shares[seat] else self.others, seat)
            counter.add_to(self._group(self.seats, (players, seat)), seat)
            counter.add_to(named, seat)
            if opener >= 0:
                counter.add_to(self._group(self.turns, (players, (seat - opener) % players)), seat)
            if not ending.lost and not ending.forfeited:
                self.scores[ending.scores[seat]] += 1
                if ending.shares[seat]:
                    self.best_scores[ending.scores[seat]] += 1
        if not ending.lost and not ending.forfeited:
            self._compare_parts(ending, counted)
        for sums in {id(sums): sums for sums in with_several.values()}.values():
            sums.end_game(*_CLUSTERED)
            counter.end_game(sums)

    def _compare_parts(self, ending: Ending, counted: list[bool]) -> None:
        """Add, for each part of the score, the mean of the winners less the mean of the others."""
        winners = [seat for seat, counts in enumerate(counted) if counts and ending.shares[seat]]
        others = [seat for seat, counts in enumerate(counted) if counts and not ending.shares[seat]]
        if not winners or not others:
            return
        counter = self.counter
        for name, figure in self.parts.items():
            better, less = (
                sum(counter.figure_of(seat, figure) for seat in seats) / len(seats)
                for seats in (winners, others)
            )
            self.part_differences.setdefault(name, PartDifference()).add(better - less)

    def _group(self, groups: dict[tuple[int, int], Sums], key: tuple[int, int]) -> Sums:
        sums = groups.get(key)
        if sums is None:
            sums = groups[key] = self.counter.sums()
        return sums

    def _named(self, name: str) -> Sums:
        sums = self.names.get(name)
        if sums is None:
            if len(self.names) >= MOST_NAMES:
                name = OTHER_NAMES
            sums = self.names.setdefault(name, self.counter.sums())
        return sums

    # Groups for tables

    def people(self) -> list[tuple[str, Sums]]:
        """Return the players, those with most games first."""
        ranked = sorted(self.names.items(), key=lambda item: (-item[1].total(ResultFigure.SEATS), item[0]))
        return [item for item in ranked if item[0] != OTHER_NAMES] + [
            item for item in ranked if item[0] == OTHER_NAMES
        ]

    def groups(self) -> list[tuple[str, Sums]]:
        """Return the groups for tables of scores: all seats, winners, others, and each player."""
        rows = [("all", self.all), ("winners", self.winners), ("others", self.others)]
        return rows + self.people()


def tables(results: Results) -> list[ReportTable]:
    """Return the tables for any game."""
    found = [_games(results), _seats(results)]
    if results.turns:
        found.append(_turns(results))
    found += [_names(results), _scores(results), _histogram(results)]
    if results.part_differences:
        found.append(_part_differences(results))
    return found


def share_of_wins(sums: Sums) -> Share:
    """Return the share of wins of these seats."""
    wins, seats = sums.total(ResultFigure.WINS), sums.total(ResultFigure.SEATS)
    return WinShare(wins / SHARES, seats, wins_by_game(sums))


def wins_by_game(sums: Sums) -> Moments:
    """Return how the wins vary between games."""
    squares, products, sizes, games = sums.moments(0)
    return Moments(squares / SHARES**2, products / SHARES, sizes, games)


def scores_by_game(sums: Sums) -> Moments:
    """Return how the scores vary between games."""
    return quotient_by_game(sums, 1)


def quotient_by_game(sums: Sums, kind: int) -> Moments:
    """Return how a quotient of figures varies between games."""
    return Moments(*sums.moments(kind))


def _games(results: Results) -> ReportTable:
    columns = [
        Column("group", ""),
        Column("games", "games"),
        Column("lost", "lost %", 1, True, True),
        Column("shared", "shared"),
        Column("forfeited", "forfeited"),
        Column("rounds", "rounds", 1),
        Column("decisions", "decisions", 1),
        Column("shortest", "least"),
        Column("longest", "most"),
        Column("best_score", "best score", 1),
        Column("lead", "lead", 1),
    ]
    if not results.games.lost:
        columns = [column for column in columns if column.name != "lost"]
    table = ReportTable("games", "Games", columns)
    table.note = (
        "Decisions: moves of the players. Lead: the best score minus the next one. Forfeited games count "
        "for wins only."
    )
    groups = [("all", results.games)]
    if len(results.by_players) > 1:
        groups += [(f"{players} players", one) for players, one in sorted(results.by_players.items())]
    if len(results.by_variant) > 1:
        groups += sorted(results.by_variant.items())
    for name, one in groups:
        table.rows.append(
            {
                "group": name,
                "games": one.games,
                "lost": Share(one.lost, one.games),
                "shared": one.shared,
                "forfeited": one.forfeited,
                "rounds": one.rounds.mean,
                "decisions": one.decisions.mean,
                "shortest": one.decisions.least,
                "longest": one.decisions.most,
                "best_score": one.best.mean,
                "lead": one.lead.mean,
            }
        )
    return table


def _result_columns(head: str, results: Results, counted: str = "games") -> list[Column]:
    columns = [
        Column("name", head),
        Column("games", counted),
        Column("wins", "wins", 1),
        RATE,
        EVEN,
        SCORE,
        Column("place", "place", 2),
    ]
    if results.games.lost:
        columns.insert(5, Column("lost", "lost"))
    return columns


def _result_row(name: str, sums: Sums) -> Row:
    seats = sums.total(ResultFigure.SEATS)
    share = share_of_wins(sums)
    row: Row = {
        "name": name,
        "games": seats,
        "wins": share.part,
        "win": share,
        "even": sums.total(ResultFigure.EVEN) / SHARES / max(1, seats),
        "lost": sums.total(ResultFigure.LOST),
        "score": score_of(sums),
        "place": sums.total(ResultFigure.PLACES) / 2 / max(1, seats),
    }
    return row


def score_of(sums: Sums) -> Mean:
    """Return the mean score of these seats, in games with scores."""
    score, squares = sums.total(ResultFigure.SCORE), sums.total(ResultFigure.SQUARES)
    return Mean(scored(sums), score, squares, scores_by_game(sums))


def scored(sums: Sums) -> int:
    """Return the number of these seats that have a score."""
    return sums.total(ResultFigure.PLAYED) - sums.total(ResultFigure.LOST)


def _wins(*, ranked: bool) -> tuple[Plot, ...]:
    """Return the plots of the share of wins and of the score."""
    wins = Plot("intervals", ("win",), "even", "wins, %", ranked)
    return wins, Plot("intervals", ("score",), "", "mean score", ranked)


def _seats(results: Results) -> ReportTable:
    table = ReportTable("seats", "Seats", _result_columns("seat", results), plots=_wins(ranked=False))
    several = len(results.by_players) > 1
    for (players, seat), sums in sorted(results.seats.items()):
        name = SEAT_NAMES[seat].lower()
        table.rows.append(_result_row(f"{name} of {players}" if several else name, sums))
    return table


def _turns(results: Results) -> ReportTable:
    table = ReportTable("turn_order", "Turn order of the first round", _result_columns("turn", results))
    table.plots = _wins(ranked=False)
    several = len(results.by_players) > 1
    for (players, place), sums in sorted(results.turns.items()):
        name = PLACES[place]
        table.rows.append(_result_row(f"{name} of {players}" if several else name, sums))
    return table


def _names(results: Results) -> ReportTable:
    table = ReportTable("players", "Players", _result_columns("player", results, "results"), most=20)
    table.plots = _wins(ranked=True)
    table.rows = [_result_row(name, sums) for name, sums in results.people()]
    table.note = (
        "A player with two seats in a game has two results from it. The intervals take into account that "
        "they are not independent."
    )
    return table


def _scores(results: Results) -> ReportTable:
    tenths = (0, 10, 25, 50, 75, 90, 100)
    heads = ("lowest", "10 %", "25 %", "half", "75 %", "90 %", "highest")
    columns = [Column("of", "of"), Column("seats", "seats")]
    columns += [Column(f"p{tenth}", head) for tenth, head in zip(tenths, heads, strict=True)]
    table = ReportTable("scores", "Scores", columns)
    table.note = "Percentiles: this share of scores is at or below the value."
    for name, counts in (("all", results.scores), ("winners", results.best_scores)):
        row: Row = {"of": name, "seats": counts.total()}
        table.rows.append(row | {f"p{tenth}": _percentile(counts, tenth) for tenth in tenths})
    return table


def _histogram(results: Results) -> ReportTable:
    columns = [Column("score", "score"), Column("seats", "seats"), Column("winners", "winners")]
    table = ReportTable("score_counts", "How often each score", columns, shown=False)
    table.plots = (Plot("steps", ("seats", "winners"), "", "final score", across="number of"),)
    for score in sorted(results.scores):
        table.rows.append(
            {"score": score, "seats": results.scores[score], "winners": results.best_scores[score]}
        )
    return table


def _part_differences(results: Results) -> ReportTable:
    columns = [
        Column("part", "part"),
        Column("difference", "more", 2, interval=True),
    ]
    table = ReportTable("part_differences", "Parts of the score: winners less others", columns)
    table.plots = (Plot("intervals", ("difference",), 0.0, "points that winners have more", ranked=True),)
    table.note = (
        "Points of the winners of a game less the mean of its other seats. Each game counts once, so the "
        "intervals are those of independent games."
    )
    for name, difference in results.part_differences.items():
        if difference.squares:
            table.rows.append({"part": name, "difference": difference.mean})
    return table


def _percentile(counts: Counts[int], percent: int) -> Cell:
    """Return the least number that at least this percentage of the numbers does not exceed."""
    wanted = max(1, -(-counts.total() * percent // 100))
    for number in sorted(counts):
        wanted -= counts[number]
        if wanted <= 0:
            return number
    return None

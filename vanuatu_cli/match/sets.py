"""The sets of games that a sequential test reads: from a running match, and from files."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.sequential import PairResult, SequentialTest, pair_result
from vanuatu.cli.match.tasks import Match, set_number


@dataclass
class MatchSets:
    """Feeds complete sets of games, in order, to a sequential test."""

    match: Match
    test: SequentialTest
    _open: dict[int, list[PairResult | None]] = field(default_factory=dict)
    _next: int = 0

    def add(self, number: int, outcome: Outcome | None) -> bool:
        """Count a game; return whether the test is decided."""
        first, second = self.match.bot_names[:2]
        result = pair_result(outcome, first, second) if outcome is not None else None
        self._open.setdefault(set_number(number, self.match.set_size), []).append(result)
        while not self.test.verdict and len(self._open.get(self._next, ())) == self.match.set_size:
            results = [result for result in self._open.pop(self._next) if result is not None]
            self._next += 1
            if results:
                self.test.add(results)
        return bool(self.test.verdict)


@dataclass
class _FileSet:
    """Games of one seed. Without a seed, or if no two games share one, each game is a set."""

    kind: tuple[str, str]  # game and variant: sets of one kind have the same seatings
    seed: str
    outcomes: list[Outcome] = field(default_factory=list)


class FileSets:
    """Sorts finished games into sets: games on the same seed, in the order of the first game of each."""

    def __init__(self) -> None:
        self.games = 0
        self.names: dict[str, None] = {}  # in the order of their first games
        self._sets: dict[object, _FileSet] = {}

    def add(self, outcome: Outcome, variant: str, seed: str) -> None:
        """Add a game."""
        self.games += 1
        self.names |= dict.fromkeys(outcome.names)
        kind = outcome.game, variant
        key: object = (*kind, len(outcome.names), seed) if seed else self.games
        self._sets.setdefault(key, _FileSet(kind, seed)).outcomes.append(outcome)

    def feed(self, test: SequentialTest, first: str, second: str) -> tuple[int, int]:
        """Feed complete sets to the test until it decides.

        Return the number of games in incomplete sets, and that of games after the decision.
        """
        incomplete = after = 0
        for complete, games in self._meetings(first, second):
            if test.verdict:
                after += len(games)
            elif complete:
                test.add(games)
            else:
                incomplete += len(games)
        return incomplete, after

    def _meetings(self, first: str, second: str) -> Iterator[tuple[bool, list[PairResult]]]:
        """Yield the games of each set in which the two bots met, and whether the set is complete."""
        met: list[tuple[_FileSet, Counter[tuple[str, ...]], list[PairResult]]] = []
        seatings: dict[tuple[tuple[str, str], int], set[tuple[str, ...]]] = {}
        shared: set[tuple[tuple[str, str], int]] = set()  # kinds in which games share seeds
        for each in self._sets.values():
            pairs = [(outcome, pair_result(outcome, first, second)) for outcome in each.outcomes]
            results = [result for _, result in pairs if result is not None]
            if not results:
                continue
            there = Counter(outcome.names for outcome, result in pairs if result is not None)
            kind = each.kind, len(each.outcomes[0].names)
            seatings.setdefault(kind, set()).update(there)
            if each.seed and len(results) > 1:
                shared.add(kind)
            met.append((each, there, results))
        for each, there, results in met:
            kind = each.kind, len(each.outcomes[0].names)
            balanced = set(there) == seatings[kind] and len(set(there.values())) == 1
            yield balanced or not each.seed or kind not in shared, results

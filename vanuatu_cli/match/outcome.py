"""The outcome of a finished game, read from its tags alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from vanuatu.core import games
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.tags import FORFEITS, is_result

Ranked = tuple[list[list[int]], list[int]]  # groups of seats from first to last, then the unordered rest


@dataclass(frozen=True)
class Outcome:
    """Names by seat, scores and winners of a game. Without winners, all lost together."""

    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    termination: str = ""

    @property
    def forfeited(self) -> bool:
        """Whether a player crashed, ran out of time or made an illegal move."""
        return self.termination in FORFEITS

    def ranking(self) -> Ranked:
        """Return the groups of tied seats from first to last, and the unordered seats after them.

        The winners come first, even if others have the same score; then the score decides. In a forfeited
        game the seats behind the winners have no order.
        """
        groups = [list(self.winners)] if self.winners else []
        others = [seat for seat in range(len(self.names)) if seat not in self.winners]
        if self.forfeited or not self.winners:
            return groups, others
        for score in sorted({self.scores[seat] for seat in others}, reverse=True):
            groups.append([seat for seat in others if self.scores[seat] == score])
        return groups, []

    def places(self) -> list[float]:
        """Return the rank of each seat, from 1. Tied seats share the mean of their ranks."""
        return placed(self.ranking(), len(self.names))


def placed(ranking: Ranked, players: int) -> list[float]:
    """Return the rank of each seat in a ranking."""
    groups, others = ranking
    places = [0.0] * players
    first = 1
    for group in [*groups, others]:
        for seat in group:
            places[seat] = first + (len(group) - 1) / 2
        first += len(group)
    return places


def outcome_of(tags: Mapping[str, str]) -> Outcome | None:
    """Return the outcome of the game with these tags; None if it is unfinished or the tags are invalid."""
    names = tuple(tags[seat] for seat in SEAT_NAMES if seat in tags)
    result = tags.get("Result", "").replace(" ", "")
    if not is_result(result, len(names)):
        return None
    scores = tuple(int(score) for score in result.split(","))
    winners = tuple(_seat(name) for name in tags.get("Winner", "").split(",") if name.strip())
    if len(scores) != len(names) or not names or any(not 0 <= seat < len(names) for seat in winners):
        return None
    return Outcome(
        game=tags.get("GameType", games.DEFAULT),
        names=names,
        scores=scores,
        winners=tuple(sorted(winners)),
        termination=tags.get("Termination", ""),
    )


def _seat(name: str) -> int:
    word = name.strip()
    return SEAT_NAMES.index(word) if word in SEAT_NAMES else -1

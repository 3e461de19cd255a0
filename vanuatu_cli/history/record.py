"""Your record: wins, scores, ratings, habits and rivals, from the saved games. Nothing leaves the machine."""

import itertools
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

from vanuatu.cli.history import ending, reviews
from vanuatu.cli.history.saves import SavedGame
from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.ratings import Standings, wilson

LESSON: Final = "Lesson"
ME: Final = "you"
BLOCKS: Final = 5  # parts of the history that are compared
LEAST_IN_BLOCK: Final = 5
POINTS_LOST: Final = "points_lost"  # in newer reviews
Played = tuple[SavedGame, int]  # a finished game, and the seat of the person


def record(games: Sequence[SavedGame], name: str = "") -> dict[str, Any]:
    """Return the record of a person: of `name`, or of the only person in each game."""
    played = _played(games, name)
    return {
        "name": name or None,
        "saved": len(games),
        "unfinished": sum(not one.finished and not one.error and one.moves > 0 for one in games),
        "damaged": sum(bool(one.error) for one in games),
        "by_game": {game: _record_of(list(games), found) for game, found in sorted(played.items())},
    }


def _played(games: Sequence[SavedGame], name: str) -> dict[str, list[Played]]:
    """Return the finished games of a person by the name of the game, oldest first."""
    played: dict[str, list[Played]] = defaultdict(list)
    for one in sorted(games, key=lambda one: one.when):
        seat = seat_of(one, name)
        if seat is not None and one.finished and one.scores:
            played[one.game].append((one, seat))
    return played


def standing(games: Sequence[SavedGame], ended: SavedGame) -> str:
    """Return what a game adds to the record: the wins so far, and how it moves the rating; or ""."""
    played = _played([one for one in games if one.when <= ended.when], "")[ended.game]
    if not played or played[-1][0].file != ended.file:
        return ""
    wins = sum(seat in one.winners for one, seat in played)
    if played[-1][1] in ended.winners:
        text = f"Your {ordinal(wins)} win of {len(played)}"
    else:
        text = f"You have won {wins} of {len(played)}"
    before, after = _rating(played[:-1]), _rating(played)
    if before is None or after is None or before[0] != after[0]:
        return f"{text}."  # without the same opponents, two ratings cannot be compared
    then, now = round(before[1]), round(after[1])
    arrow = "▲ " if now > then else "▼ " if now < then else ""
    return f"{text}; rating {arrow}{signed(now)} (before {signed(then)})."


def _rating(played: list[Played]) -> tuple[set[str], float] | None:
    """Return the rated names and the person's rating; None without games."""
    rows = {row["name"]: float(row["rating"]) for row in _ratings(played)} if played else {}
    return (set(rows), rows[ME]) if ME in rows else None


def signed(number: float, digits: int = 0) -> str:
    """Return a number with its sign."""
    return f"{number:+.{digits}f}".replace("-", "−")


def ordinal(number: int) -> str:
    """Return a number as an ordinal: 1st, 2nd, 3rd, 4th, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def seat_of(one: SavedGame, name: str) -> int | None:
    """Return the seat of the person in a game, or None if the game does not count."""
    if one.event == LESSON or one.error:
        return None
    if name:
        return one.names.index(name) if name in one.names else None
    return one.people[0] if len(one.people) == 1 else None


def _record_of(games: list[SavedGame], played: list[Played]) -> dict[str, Any]:
    """Return the record in one game, from all finished games, oldest first."""
    return {
        **_results(played),
        "levels": _levels(played),
        "over_time": [_block(block) for block in _blocks(played)],
        "ratings": _ratings(played),
        "rivals": _rivals(played),
        "streak": _streak(played),
        "habits": _habits(played),
        "daily": _daily(played),
        "par": _par(played),
        "next": ending.next_level(games, played[-1][0]) or None,
    }


def _share(one: SavedGame, seat: int) -> float:
    """Return the person's share of the win."""
    return 1 / len(one.winners) if seat in one.winners else 0.0


def _results(played: list[Played]) -> dict[str, Any]:
    """Return games, wins with their interval, and scores."""
    count = len(played)
    wins = sum(_share(*each) for each in played)
    scores = [one.scores[seat] for one, seat in played]
    return {
        "games": count,
        "wins": round(wins, 4),
        "win_rate": round(wins / count, 4),
        "win_rate_95": [round(limit, 4) for limit in wilson(wins, count)],
        "even": round(sum(1 / len(one.names) for one, _ in played) / count, 4),
        "mean_score": round(sum(scores) / count, 2),
        "best_score": max(scores),
    }


def _levels(played: list[Played]) -> list[dict[str, Any]]:
    """Return the results by opponents and number of players, most games first."""
    groups: dict[tuple[str, int], list[Played]] = defaultdict(list)
    for one, seat in played:
        others = sorted({name for at, name in enumerate(one.names) if at != seat})
        groups[others[0] if len(others) == 1 else "mixed", len(one.names)].append((one, seat))
    found = [{"bot": bot, "players": count, **_results(group)} for (bot, count), group in groups.items()]
    return sorted(found, key=lambda row: (-row["games"], row["bot"], row["players"]))


def _blocks(played: list[Played]) -> list[list[Played]]:
    """Return the history in parts of about equal size, oldest first."""
    count = max(1, min(BLOCKS, len(played) // LEAST_IN_BLOCK))
    limits = [len(played) * at // count for at in range(count + 1)]
    return [played[first:last] for first, last in itertools.pairwise(limits)]


def _block(block: list[Played]) -> dict[str, Any]:
    """Return results and mean parts of the score of a part of the history."""
    sums: Counter[str] = Counter()
    for one, seat in block:
        if seat < len(one.parts):
            sums.update(one.parts[seat])
    dates = [time.strftime("%Y-%m-%d", time.localtime(one.when)) for one, _ in block]
    parts = {label: round(total / len(block), 2) for label, total in sums.items()}
    return {"first": dates[0], "last": dates[-1], **_results(block), "parts": parts}


def _ratings(played: list[Played]) -> list[dict[str, Any]]:
    """Return ratings of the person and of the opponents, as `vanuatu rate` computes them."""
    standings = Standings()
    for one, seat in played:
        names = tuple(ME if at == seat else name for at, name in enumerate(one.names))
        standings.add(Outcome(one.game, names, tuple(one.scores), tuple(one.winners)))
    return [
        {
            "name": row.name,
            "games": row.games,
            "rating": round(row.rating, 1),
            "rating_95": [round(row.rating - row.margin, 1), round(row.rating + row.margin, 1)],
        }
        for row in standings.rows()[0]
    ]


def _rivals(played: list[Played]) -> list[dict[str, Any]]:
    """Return for each opponent how often the person finished ahead; half for the same place."""
    ahead: Counter[str] = Counter()
    met: Counter[str] = Counter()
    for one, seat in played:
        mine = (seat in one.winners, one.scores[seat])
        for at, name in enumerate(one.names):
            if at != seat:
                theirs = (at in one.winners, one.scores[at])
                met[name] += 1
                ahead[name] += 2 * (mine > theirs) + (mine == theirs)
    return [
        {
            "name": name,
            "meetings": count,
            "ahead": round(ahead[name] / 2 / count, 4),
            "ahead_95": [round(limit, 4) for limit in wilson(ahead[name] / 2, count)],
        }
        for name, count in sorted(met.items(), key=lambda item: (-item[1], item[0]))
    ]


def _streak(played: list[Played]) -> dict[str, int]:
    """Return the current streak (wins above 0, games without a win below 0), and the longest of wins."""
    current = best = 0
    for one, seat in played:
        if seat in one.winners:
            current = max(0, current) + 1
            best = max(best, current)
        else:
            current = min(0, current) - 1
    return {"current": current, "best": best}


def _habits(played: list[Played]) -> dict[str, Any] | None:
    """Return what the person's moves cost by phase and by action, from the reviews beside the games."""
    phases: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    actions: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    reviewed = 0
    points = True
    found = [review for one, seat in played if (review := reviews.review_of(one.path, seat)) is not None]
    points = bool(found) and all(POINTS_LOST in review for review in found)
    for review in found:
        reviewed += 1
        for phase, figures in review["phases"].items():
            _add(phases[phase], figures, points, int(figures.get("decisions", 0)))
        for worst in review["worst"]:
            _add(actions[str(worst.get("words", "?")).split(" ", 1)[0]], worst, points, 1)
    if not reviewed:
        return None
    scale = 1.0 if points else 100.0
    return {
        "reviewed": reviewed,
        "unit": "points" if points else "% of win chance",
        "phases": _costs("phase", phases, reviewed, scale),
        "actions": _costs("action", actions, reviewed, scale),
    }


def _add(sums: list[float], figures: dict[str, Any], points: bool, count: int) -> None:
    sums[0] += count
    sums[1] += float(figures.get(POINTS_LOST if points else "lost", 0.0))


def _costs(word: str, found: dict[str, list[float]], games: int, scale: float) -> list[dict[str, Any]]:
    """Return the costs by phase or action, the costliest first."""
    rows = [
        {word: name, "decisions": int(count), "lost_per_game": round(scale * lost / games, 2)}
        for name, (count, lost) in found.items()
    ]
    return sorted(rows, key=lambda row: (-float(row["lost_per_game"]), str(row[word])))


def _daily(played: list[Played]) -> dict[str, Any] | None:
    """Return the games of the day: their number, the mean, the best."""
    found = [(one, seat) for one, seat in played if one.daily]
    if not found:
        return None
    best, seat = max(found, key=lambda each: each[0].scores[each[1]])
    scores = [one.scores[at] for one, at in found]
    return {
        "attempts": len(found),
        "wins": round(sum(_share(*each) for each in found), 4),
        "mean_score": round(sum(scores) / len(scores), 2),
        "best_score": best.scores[seat],
        "best_date": best.daily,
    }


def _par(played: list[Played]) -> dict[str, Any] | None:
    """Return the mean difference of the person's score and par, over the games whose par is known."""
    from vanuatu.cli.history import par

    found = [(one.scores[seat], known) for one, seat in played if (known := par.known(one, seat)) is not None]
    if not found:
        return None
    over = [score - known.mean for score, known in found]
    return {"games": len(found), "mean_difference": round(sum(over) / len(over), 2)}

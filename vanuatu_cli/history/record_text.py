"""Your record as text, for `vanuatu me` and the prompt."""

from typing import Any, Final

from vanuatu.cli.history.record import signed
from vanuatu.cli.terminal.console import table
from vanuatu.notation.errors import excerpt
from vanuatu.notation.wording import amount

_ROWS: Final = 8  # of a table
_LONGEST: Final = 20


def text(found: dict[str, Any], width: int = 80) -> str:
    """Return the record in sections. On a narrow screen, fewer parts of the history are compared."""
    if not found["by_game"]:
        who = f" of {excerpt(found['name'], _LONGEST)}" if found["name"] else ""
        return f"No finished games{who} yet. `vanuatu play` begins one."
    several = len(found["by_game"]) > 1
    sections = []
    for game, one in found["by_game"].items():
        sections += [f"# {game}"] if several else []
        sections += _sections(one, width)
    return "\n\n".join(sections)


def _sections(one: dict[str, Any], width: int) -> list[str]:
    sections = [
        _summary(one),
        _levels(one["levels"]),
        _over_time(one["over_time"][-max(1, (width - 24) // 12) :]),
        _ratings(one),
    ]
    if one["habits"] is not None:
        sections.append(_habits(one["habits"]))
    if one["next"]:
        sections.append(one["next"])
    return [section for section in sections if section]


def _summary(one: dict[str, Any]) -> str:
    """Return the results of all games in sentences."""
    low, high = (100 * limit for limit in one["win_rate_95"])
    games = "1 finished game" if one["games"] == 1 else f"{one['games']} finished games"
    lines = [
        f"{games}, won {_whole(one['wins'])}: {100 * one['win_rate']:.0f} % ({low:.0f}–{high:.0f} %).",
        f"Among equal players it would be {100 * one['even']:.0f} %.",
        f"Mean score {one['mean_score']:.1f}, best {one['best_score']}.",
    ]
    streak = one["streak"]
    if streak["current"] > 0:
        lines.append(f"Won the last {streak['current']} in a row; the longest streak is {streak['best']}.")
    elif streak["best"]:
        lines.append(f"No win in the last {-streak['current']}; the longest streak is {streak['best']}.")
    if (daily := one["daily"]) is not None:
        lines.append(
            f"Games of the day: {daily['attempts']}, mean score {daily['mean_score']:.1f}, "
            f"best {daily['best_score']} on {daily['best_date']}."
        )
    if (par := one["par"]) is not None:
        lines.append(
            f"Par: {signed(par['mean_difference'], 1)} points a game, over {amount(par['games'], 'game')}."
        )
    return "\n".join(lines)


def _levels(rows: list[dict[str, Any]]) -> str:
    cells = [
        (
            excerpt(row["bot"], _LONGEST),
            str(row["players"]),
            str(row["games"]),
            _whole(row["wins"]),
            f"{100 * row['win_rate']:.0f}",
            "{:.0f}–{:.0f}".format(*(100 * limit for limit in row["win_rate_95"])),
            f"{row['mean_score']:.1f}",
        )
        for row in rows[:_ROWS]
    ]
    return table(("against", "players", "games", "wins", "win %", "95 %", "score"), cells)


def _over_time(blocks: list[dict[str, Any]]) -> str:
    """Return a column per part of the history, and a row per part of the score."""
    labels = list(dict.fromkeys(label for block in blocks for label in block["parts"]))
    rows = [
        ["games", *(str(block["games"]) for block in blocks)],
        ["win %", *(f"{100 * block['win_rate']:.0f}" for block in blocks)],
        ["score", *(f"{block['mean_score']:.1f}" for block in blocks)],
    ]
    for label in labels:
        figures = [block["parts"].get(label, 0.0) for block in blocks]
        if any(figures):
            rows.append([f"  {label}", *(f"{figure:.1f}" for figure in figures)])
    return table(["until", *(block["last"] for block in blocks)], rows)


def _ratings(one: dict[str, Any]) -> str:
    """Return a table of opponents: rating, and how often you finish ahead of them."""
    ahead = {row["name"]: row for row in one["rivals"]}
    rows = []
    for row in one["ratings"][: _ROWS + 1]:
        low, high = row["rating_95"]
        rival = ahead.get(row["name"])
        share = f"{100 * rival['ahead']:.0f}" if rival else ""
        limits = "{:.0f}–{:.0f}".format(*(100 * limit for limit in rival["ahead_95"])) if rival else ""
        name = excerpt(row["name"], _LONGEST)
        rows.append(
            [name, str(row["games"]), signed(row["rating"]), f"±{(high - low) / 2:.0f}", share, limits]
        )
    return table(("player", "results", "rating", "95 %", "behind you %", "95 %"), rows)


def _habits(habits: dict[str, Any]) -> str:
    games = "1 reviewed game" if habits["reviewed"] == 1 else f"{habits['reviewed']} reviewed games"
    lines = [f"What your moves cost a game, in {habits['unit']} ({games}):"]
    for word in ("phase", "action"):
        rows = habits[f"{word}s"][:_ROWS]
        costs = ", ".join(f"{row[word]} {row['lost_per_game']:.1f}" for row in rows)
        if costs:
            lines.append(f"  by {word}: {costs}")
    return "\n".join(lines)


def _whole(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")

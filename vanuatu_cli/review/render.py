"""A review as text for a terminal, and a table of many reviews."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from vanuatu.cli.review import marks
from vanuatu.cli.review.review_data import GameReview, LossFigures, SeatReview, WorstMove
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES

_COLUMNS: Final = ("start", "luck", "own", "others", "revised", "residual", "end")
_HEADS: Final = ("start", "luck", "own moves", "others'", "revised", "residual", "end")
_LONGEST_NAME: Final = 24
_LOSS_WIDTH: Final = 10  # of a column of losses: −12.3 ±2.4
_MOST_PARTS: Final = 4
_LEAST_PART: Final = 0.05
_LIMITS: Final = [(glyph, f"{points:g} points or {100 * win:g} %") for glyph, points, win in marks.MARKS]
_POINTS_LEGEND: Final = (
    "Points of the expected final score; ± is the standard deviation. Marks, if a loss is certain: "
    + ", ".join(f"{glyph} {limits}" for glyph, limits in reversed(_LIMITS))
    + " win chance. luck: points from draws."
)
_ACCOUNT_LEGEND: Final = (
    "The win chance from the start to the end. revised: a search ended, and the next one looked further. "
    "residual: two searches of one position differed."
)
TOTALS_LEGEND: Final = "Per game: points lost with the 95 % interval, marks, points from draws (luck)."
_WORST_LEGEND: Final = (
    "why: how much more of each part of the score the better move brings, if greedy plays both moves out. "
    "then: the expected line."
)
NORMAL_95: Final = 1.96


def review_lines(review: GameReview, width: int, about: Sequence[str] = ()) -> list[Line]:
    """Return the whole review of a game: points, win chances, and the costliest moves.

    `about` are the letters of the seats whose moves are listed; if it is empty, all.
    """
    seats = review["seats"]
    lines = [*_points_table(seats, width), [], *_phase_table(seats), *_action_table(seats)]
    lines += [[], *_account_table(seats, width)]
    return lines + _all_worst_lines([seat for seat in seats if not about or seat["seat"] in about], width)


def brief_lines(review: GameReview, width: int) -> list[Line]:
    """Return the review without the account of win chances, for a person who is still playing."""
    return _points_table(review["seats"], width) + _all_worst_lines(review["seats"], width)


def _points_table(seats: Sequence[SeatReview], width: int) -> list[Line]:
    rows = [
        (
            str(seat["decisions"]),
            spread(seat["points_lost"], seat["points_lost_sd"]),
            number(seat["points_lost_a_move"], 2),
            f"{seat['accuracy']:.0f}",
            seat["skill"],
            str(seat["inaccuracies"]),
            str(seat["mistakes"]),
            str(seat["blunders"]),
            spread(seat["luck_points"], seat["luck_points_sd"]),
        )
        for seat in seats
    ]
    heads = ("moves", "lost", "per move", "accuracy", "skill", "?!", "?", "??", "luck")
    return _table("points", heads, rows, seats) + wrapped(_POINTS_LEGEND, "dim", width)


def _phase_table(seats: Sequence[SeatReview]) -> list[Line]:
    phases = list(dict.fromkeys(phase for seat in seats for phase in seat["phases"]))
    rows = []
    for seat in seats:
        rows.append(tuple(_loss_cell(seat["phases"].get(phase)) for phase in phases))
    return _table("lost in", tuple(phases), rows, seats) if phases else []


def _loss_cell(figures: LossFigures | None) -> str:
    return spread(figures["points_lost"], figures["points_lost_sd"]) if figures is not None else ""


def _action_table(seats: Sequence[SeatReview]) -> list[Line]:
    """Return the points that each action lost, with a row for each action."""
    actions = sorted({action for seat in seats for action in seat["actions"]})
    if not actions:
        return []
    names = [_name_of(seat) for seat in seats]
    first = max(map(len, ["lost by", *actions]))
    heads = "".join(f"  {name:>{_LOSS_WIDTH}}" for name in names)
    lines: list[Line] = [[], [("dim", f"{'lost by':<{first}}{heads}")]]
    for action in actions:
        line: Line = [("", f"{action:<{first}}")]
        for seat in seats:
            cell = _loss_cell(seat["actions"].get(action))
            line.append((seat_role(seat["seat"]), f"  {cell:>{_LOSS_WIDTH}}"))
        lines.append(line)
    return lines


def _account_table(seats: Sequence[SeatReview], width: int) -> list[Line]:
    rows = []
    for seat in seats:
        account = seat["account"]
        cells = {name: percent(account[name], 1, sign=name not in ("start", "end")) for name in account}
        if account:
            cells["luck"] += f" ±{percent(seat['luck_sd'], 1)}"
            cells["residual"] += f" ±{percent(account['residual_sd'], 1)}"
        rows.append(tuple(cells.get(name, "") for name in _COLUMNS))
    return _table("win %", _HEADS, rows, seats) + wrapped(_ACCOUNT_LEGEND, "dim", width)


def _name_of(seat: SeatReview) -> str:
    return SEAT_NAMES[SEAT_LETTERS.index(seat["seat"])].lower()


def _table(
    corner: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], seats: Sequence[SeatReview]
) -> list[Line]:
    """Return a table with a row per seat."""
    names = [_name_of(seat) for seat in seats]
    first = max(map(len, [corner, *names]))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    head = "  ".join(f"{text:>{width}}" for text, width in zip(heads, widths, strict=True))
    lines: list[Line] = [[("dim", f"{corner:<{first}}  {head}")]]
    for seat, name, row in zip(seats, names, rows, strict=True):
        cells = "  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=True))
        lines.append([(seat_role(seat["seat"]), f"{name:<{first}}"), ("", f"  {cells}")])
    return lines


def _all_worst_lines(seats: Sequence[SeatReview], width: int) -> list[Line]:
    lines: list[Line] = []
    for seat in seats:
        lines += [[], *worst_lines(seat, width)]
    if any(move["parts"] for seat in seats for move in seat["worst"]):
        lines += wrapped(_WORST_LEGEND, "dim", width)
    return lines


def worst_lines(seat: SeatReview, width: int) -> list[Line]:
    """Return the costliest moves of a seat, each with a better one and its expected line."""
    name = _name_of(seat)
    who = name if seat["name"] in ("?", "") else f"{name} ({seat['name'][:_LONGEST_NAME]})"
    if not seat["worst"]:
        return wrapped(f"No move of {who} certainly lost anything.", "", width)
    lines = wrapped(f"Costliest moves of {who}:", "strong", width)
    for move in seat["worst"]:
        lines += _worst_lines(move, width)
    return lines


def _worst_lines(move: WorstMove, width: int) -> list[Line]:
    lost = spread(move["points_lost"], move["points_lost_sd"])
    role = "bad" if move["glyph"] else ""
    head: Line = [("dim", f"{move['at']:>5}  "), ("token", move["token"]), (role, f"{move['glyph']}  ")]
    chance = f"{percent(move['lost'], 0)} ±{percent(move['lost_sd'], 0)} %"
    text = f"{move['words']}: lost {lost} points, {chance} win chance"
    lines = hanging(head, text, width - 1)  # in ASCII, ± takes two columns
    better: Line = [("dim", "better "), ("token", move["best"]), ("", "  ")]
    scores = f"{number(move['best_score'], 1)} points instead of {number(move['score'], 1)}"
    chances = f"{percent(move['best_win'], 0)} % instead of {percent(move['win'], 0)} %"
    text = f"{move['best_words']}: {scores}, win chance {chances}"
    lines += hanging(better, text, width)
    if move["parts"]:
        lines += hanging([("dim", "   why ")], parts_text(move["parts"]), width, "dim")
    if len(move["line"]) > 1:
        lines += hanging([("dim", "  then ")], " ".join(move["line"][1:]), width, "dim")
    return lines


def parts_text(parts: Mapping[str, float]) -> str:
    """Return the largest parts of a difference in scores: `+3.1 tourists, −0.4 vatus`."""
    largest = sorted(parts.items(), key=lambda part: -abs(part[1]))[:_MOST_PARTS]
    shown = [(name, points) for name, points in largest if abs(points) >= _LEAST_PART]
    return ", ".join(f"{number(points, 1, sign=True)} {name.replace('_', ' ')}" for name, points in shown)


def number(figure: float, places: int, *, sign: bool = False) -> str:
    """Return a number with a minus sign; 0 has no sign."""
    text = f"{figure:{'+' if sign else ''}.{places}f}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")
    return text.replace("-", "−")


def percent(chance: float, places: int, *, sign: bool = False) -> str:
    """Return a chance as a percentage."""
    return number(100 * chance, places, sign=sign)


def spread(figure: float, sd: float) -> str:
    """Return a number of points with its standard deviation."""
    return f"{number(figure, 1)} ±{number(sd, 1)}"


# Many games


class Totals:
    """The losses of players over many games, by name."""

    def __init__(self) -> None:
        self.games = 0
        self._seats: dict[str, list[SeatReview]] = {}

    def add(self, review: GameReview) -> None:
        """Add the review of a game."""
        self.games += 1
        for seat in review["seats"]:
            self._seats.setdefault(seat["name"], []).append(seat)

    def rows(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return heads and rows of a table, least loss per game first."""
        heads = ("player", "results", "lost", "per move", "accuracy", "skill", "?!", "?", "??", "luck")
        found = []
        for name, seats in self._seats.items():
            lost = [seat["points_lost"] for seat in seats]
            mean = sum(lost) / len(lost)
            found.append((mean, name, self._cells(name, seats, lost, mean)))
        return heads, [cells for _, _, cells in sorted(found)]

    @staticmethod
    def _cells(name: str, seats: Sequence[SeatReview], lost: Sequence[float], mean: float) -> tuple[str, ...]:
        count = len(seats)
        a_move = sum(lost) / max(1, sum(seat["decisions"] for seat in seats))
        interval = f" ±{number(NORMAL_95 * _error(lost), 1)}" if count > 1 else ""
        return (
            name[:_LONGEST_NAME],
            str(count),
            number(mean, 1) + interval,
            number(a_move, 2),
            f"{marks.accuracy_of(a_move):.0f}",
            marks.skill_of(a_move),
            f"{sum(seat['inaccuracies'] for seat in seats) / count:.1f}",
            f"{sum(seat['mistakes'] for seat in seats) / count:.1f}",
            f"{sum(seat['blunders'] for seat in seats) / count:.1f}",
            number(sum(seat["luck_points"] for seat in seats) / count, 1, sign=True),
        )


def _error(figures: Sequence[float]) -> float:
    """Return the standard deviation of the mean."""
    mean = sum(figures) / len(figures)
    return math.sqrt(sum((one - mean) ** 2 for one in figures) / (len(figures) - 1) / len(figures))


def titled(names: Iterable[str]) -> str:
    """Return the players of a game in a row, for a heading."""
    return " – ".join(name[:_LONGEST_NAME] for name in names)

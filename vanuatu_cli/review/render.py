"""A review as text for a terminal, and a table of many reviews."""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from vanuatu.cli.review.game_review import GameReview, SeatReview, WorstMove
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES

_COLUMNS: Final = ("start", "luck", "own", "others", "revised", "residual", "end")
_HEADS: Final = ("start", "luck", "own moves", "others'", "revised", "residual", "end")
_LONGEST_NAME: Final = 24
NORMAL_95: Final = 1.96


def review_lines(review: GameReview, width: int, about: Sequence[str] = ()) -> list[Line]:
    """Return the whole review of a game: losses, win chances, and the costliest moves.

    `about` are the letters of the seats whose moves are listed; if it is empty, all.
    """
    seats = review["seats"]
    lines = [*_lost_table(seats), [], *_phase_table(seats), [], *_account_table(seats)]
    for seat in seats:
        if not about or seat["seat"] in about:
            lines += [[], *worst_lines(seat, width)]
    return lines


def brief_lines(review: GameReview, width: int) -> list[Line]:
    """Return the review without the account of win chances, for a person who is still playing."""
    lines = _lost_table(review["seats"])
    for seat in review["seats"]:
        lines += [[], *worst_lines(seat, width)]
    return lines


def _lost_table(seats: Sequence[SeatReview]) -> list[Line]:
    rows = [
        (
            str(seat["decisions"]),
            spread(seat["lost"], seat["lost_sd"]),
            percent(seat["lost"] / max(1, seat["decisions"]), 2),
            str(seat["mistakes"]),
            str(seat["blunders"]),
            spread(seat["luck"], seat["luck_sd"]),
        )
        for seat in seats
    ]
    return _table("in %", ("moves", "lost", "per move", "?", "??", "luck"), rows, seats)


def _phase_table(seats: Sequence[SeatReview]) -> list[Line]:
    phases = list(dict.fromkeys(phase for seat in seats for phase in seat["phases"]))
    rows = []
    for seat in seats:
        cells = [""] * len(phases)
        for at, phase in enumerate(phases):
            figures = seat["phases"].get(phase)
            if figures is not None:
                cells[at] = spread(figures["lost"], figures["lost_sd"])
        rows.append(tuple(cells))
    return _table("lost in", tuple(phases), rows, seats) if phases else []


def _account_table(seats: Sequence[SeatReview]) -> list[Line]:
    rows = []
    for seat in seats:
        account = seat["account"]
        rows.append(
            tuple(percent(account[name], 1, sign=name not in ("start", "end")) for name in _COLUMNS)
            if account
            else ("",) * len(_COLUMNS)
        )
    return _table("win %", _HEADS, rows, seats)


def _table(
    corner: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], seats: Sequence[SeatReview]
) -> list[Line]:
    """Return a table with a row per seat."""
    names = [SEAT_NAMES[SEAT_LETTERS.index(seat["seat"])].lower() for seat in seats]
    first = max(map(len, [corner, *names]))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    head = "  ".join(f"{text:>{width}}" for text, width in zip(heads, widths, strict=True))
    lines: list[Line] = [[("dim", f"{corner:<{first}}  {head}")]]
    for seat, name, row in zip(seats, names, rows, strict=True):
        cells = "  ".join(f"{text:>{width}}" for text, width in zip(row, widths, strict=True))
        lines.append([(seat_role(seat["seat"]), f"{name:<{first}}"), ("", f"  {cells}")])
    return lines


def worst_lines(seat: SeatReview, width: int) -> list[Line]:
    """Return the costliest moves of a seat, each with a better one and its expected line."""
    name = SEAT_NAMES[SEAT_LETTERS.index(seat["seat"])].lower()
    who = name if seat["name"] in ("?", "") else f"{name} ({seat['name'][:_LONGEST_NAME]})"
    if not seat["worst"]:
        return wrapped(f"No move of {who} certainly lost anything.", "", width)
    lines = wrapped(f"Costliest moves of {who}:", "strong", width)
    for move in seat["worst"]:
        lines += _worst_lines(move, width)
    return lines


def _worst_lines(move: WorstMove, width: int) -> list[Line]:
    lost = spread(move["lost"], move["lost_sd"]).lstrip("+")
    role = "bad" if move["glyph"] else ""
    head: Line = [("dim", f"{move['at']:>5}  "), ("token", move["token"]), (role, f"{move['glyph']}  ")]
    text = f"{move['words']}: lost {lost} %, win chance {percent(move['win'], 0)} %"
    lines = hanging(head, text, width - 1)  # in ASCII, ± takes two columns
    better: Line = [("dim", "better "), ("token", move["best"]), ("", "  ")]
    lines += hanging(better, f"{move['best_words']}: win chance {percent(move['best_win'], 0)} %", width)
    if len(move["line"]) > 1:
        lines += hanging([("dim", "  then ")], " ".join(move["line"][1:]), width, "dim")
    return lines


def percent(chance: float, places: int, *, sign: bool = False) -> str:
    """Return a chance as a percentage with a minus sign; 0 has no sign."""
    text = f"{100 * chance:{'+' if sign else ''}.{places}f}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")
    return text.replace("-", "−")


def spread(figure: float, sd: float) -> str:
    """Return a percentage with its standard deviation."""
    return f"{percent(figure, 1)} ±{percent(sd, 1)}"


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
        heads = ("player", "results", "lost/game, %", "95 %", "/move, %", "?/game", "??/game", "luck, %")
        found = []
        for name, seats in self._seats.items():
            lost = [seat["lost"] for seat in seats]
            mean = sum(lost) / len(lost)
            found.append((mean, name, self._cells(name, seats, lost, mean)))
        return heads, [cells for _, _, cells in sorted(found)]

    @staticmethod
    def _cells(name: str, seats: Sequence[SeatReview], lost: Sequence[float], mean: float) -> tuple[str, ...]:
        count = len(seats)
        decisions = max(1, sum(seat["decisions"] for seat in seats))
        return (
            name[:_LONGEST_NAME],
            str(count),
            percent(mean, 1),
            f"±{percent(NORMAL_95 * _error(lost), 1)}" if count > 1 else "",
            percent(sum(lost) / decisions, 2),
            f"{sum(seat['mistakes'] for seat in seats) / count:.2f}",
            f"{sum(seat['blunders'] for seat in seats) / count:.2f}",
            percent(sum(seat["luck"] for seat in seats) / count, 1, sign=True),
        )


def _error(figures: Sequence[float]) -> float:
    """Return the standard deviation of the mean."""
    mean = sum(figures) / len(figures)
    return math.sqrt(sum((one - mean) ** 2 for one in figures) / (len(figures) - 1) / len(figures))


def titled(names: Iterable[str]) -> str:
    """Return the players of a game in a row, for a heading."""
    return " – ".join(name[:_LONGEST_NAME] for name in names)

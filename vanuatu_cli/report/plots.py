"""Plots of the tables of a report, as elements of an HTML page.

matplotlib (the extra `plots`) draws the plots as SVG. It gets placeholder colours, which are then replaced by
CSS variables, so that plots follow the page from light to dark. The ids in a plot get a prefix, so that they
are unique on the page. Text stays text.
"""

import contextlib
import html
import importlib.util
import io
import logging
import math
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.report import printing, tables
from vanuatu.cli.terminal import console

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS: Final = 25  # of a plot
_WIDTH: Final = 4.2  # inches
_SMALLEST: Final = 0.76  # of its width, on a phone: the smallest letters then have 9 pixels
DARKEST: Final = 0.5  # opacity of a heat map, on which the numbers stay readable
_INK: Final = "#010203"
_FAINT: Final = "#040506"
_HUE: Final = "#070809"
_COLOURS: Final = {_INK: "currentColor", _FAINT: "var(--line)", _HUE: "var(--hue0)"}
_LOOKS: Final = {
    "svg.fonttype": "none",
    "svg.hashsalt": "vanuatu",
    "text.parse_math": False,  # a name is never a formula
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "legend.frameon": False,
}


def require() -> None:
    """Raise CallFault with what to install, if matplotlib is missing."""
    try:
        _load()
    except ImportError:
        raise CallFault(missing_package("--html", "matplotlib", "plots")) from None


def _load() -> None:
    """Import matplotlib without settings from the user's folders, and make its log safe to print.

    On import, matplotlib obeys a file `matplotlibrc` in the current folder, which anybody may have put there.
    Its own folder has its defaults under that name, so the import runs there.
    """
    logger = logging.getLogger("matplotlib")
    logger.propagate = False
    logger.handlers = [_Complaints(logging.WARNING)]
    if "matplotlib" in sys.modules:
        return
    found = importlib.util.find_spec("matplotlib")
    home = Path(found.origin).parent / "mpl-data" if found is not None and found.origin else Path()
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(contextlib.chdir(home))
        import matplotlib  # noqa: F401


class _Complaints(logging.Handler):
    """Prints the log of matplotlib without control sequences."""

    def emit(self, record: logging.LogRecord) -> None:
        console.print_message(f"matplotlib: {record.getMessage()}")


def _defaults() -> dict[str, Any]:
    """Return the settings for drawing: matplotlib's defaults and our own, no others."""
    import matplotlib

    standard = matplotlib.rcParamsDefault
    return {name: standard[name] for name in standard if not name.startswith("backend")} | _LOOKS


def draw(table: tables.ReportTable, plot: tables.Plot, name: str) -> str:
    """Return the plot as an `<svg>` element whose ids begin with `name`; "" if there is nothing to draw."""
    import matplotlib
    from matplotlib.figure import Figure

    rows, left = chosen_rows(table, plot)
    if not rows:
        return ""
    if left:
        axis = f"{plot.axis} ({len(rows)} most frequent of {len(rows) + left})"
        plot = replace(plot, axis=axis)
    with warnings.catch_warnings(), matplotlib.rc_context():
        warnings.simplefilter("ignore")  # no warning for a character that its font lacks: the browser has one
        matplotlib.rcParams.update(_defaults())
        figure = Figure(figsize=_size(plot, len(rows)))
        _KINDS[plot.kind](figure, table, plot, rows)
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    return _piece_of_page(out.getvalue(), name, f"{table.title}: {plot.axis}")


def chosen_rows(table: tables.ReportTable, plot: tables.Plot) -> tuple[list[tables.Row], int]:
    """Return the rows to draw, and how many are left out for want of room: those with fewest games.

    The rows are chosen before they are ranked: a choice by value would show lucky rows.
    """
    rows = [row for row in table.rows if any(number(row.get(column)) is not None for column in plot.columns)]
    if plot.kind == "steps":
        return rows, 0
    rows = [row for row in rows if not is_rare(table, row)]
    drawn = rows
    if len(rows) > MOST_ROWS:
        frequent = sorted(rows, key=lambda row: -(number(row.get("games")) or 0.0))[:MOST_ROWS]
        drawn = [row for row in rows if row in frequent]
    if plot.ranked:
        drawn = sorted(drawn, key=lambda row: -(number(row.get(plot.columns[0])) or 0.0))
    return drawn, len(rows) - len(drawn)


def _size(plot: tables.Plot, rows: int) -> tuple[float, float]:
    """Return the size of a plot, in inches."""
    if plot.kind == "steps":
        return _WIDTH, 0.6 + 1.4 * len(plot.columns)
    return _WIDTH, 0.7 + 0.26 * rows


def is_rare(table: tables.ReportTable, row: tables.Row) -> bool:
    """Return whether the row has too few games to be shown before a click."""
    games = row.get("games")
    return isinstance(games, int) and games < table.folded


def _intervals(
    figure: "Figure", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]
) -> None:
    """Draw a dot for each row, a line for its interval, its number of results, and a tick at equality."""
    axes, scale = figure.add_subplot(), _scale(table, plot.columns[0])
    for place, row in enumerate(rows):
        cell = row.get(plot.columns[0])
        value = number(cell)
        if value is None:
            continue
        right = scale * value
        if isinstance(cell, tables.Share) or (isinstance(cell, tables.Mean) and math.isfinite(cell.margin)):
            low, high = cell.interval
            right = scale * high
            axes.plot([scale * low, right], [place, place], color=_HUE, linewidth=2)
        axes.plot([scale * value], [place], "o", color=_HUE, markersize=5)
        even = even_of(plot, row)
        if even is not None:
            axes.plot([scale * even], [place], "|", color=_INK, markersize=12)
            right = max(right, scale * even)
        if isinstance(cell, tables.Share | tables.Mean):
            count = cell.whole if isinstance(cell, tables.Share) else cell.count
            axes.annotate(
                f"n={count}", (right, place), (6, 0), textcoords="offset points", va="center", fontsize=9
            )
    axes.margins(x=0.12)
    axes.grid(axis="x", color=_FAINT, linewidth=0.5)
    axes.set_xlabel(plot.axis)
    _name_rows(axes, table, rows)


def _heat(figure: "Figure", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """Draw a map of all rows and columns: the darker, the larger the number in it."""
    from matplotlib.patches import Rectangle

    axes = figure.add_subplot()
    most = max(max(_numbers(table, column, rows)) for column in plot.columns) or 1.0
    for across, column in enumerate(plot.columns):
        for place, value in enumerate(_numbers(table, column, rows)):
            share = max(0.0, value) / most
            axes.add_patch(
                Rectangle((across - 0.5, place - 0.5), 1, 1, color=_HUE, alpha=DARKEST * share, linewidth=0)
            )
            axes.text(across, place, f"{value:.2f}", ha="center", va="center", fontsize=9)
    axes.set_xlim(-0.5, len(plot.columns) - 0.5)
    axes.set_xticks(range(len(plot.columns)), [_head(table, column) for column in plot.columns])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(plot.axis)
    _name_rows(axes, table, rows)


def _steps(figure: "Figure", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """Draw a histogram of each column, one below the other."""
    numbers = [number(row[table.columns[0].name]) or 0.0 for row in rows]
    width = max(1, round((numbers[-1] - numbers[0]) / 40))
    panels: list[Axes] = list(figure.subplots(len(plot.columns), sharex=True, squeeze=False)[:, 0])
    for axes, column in zip(panels, plot.columns, strict=True):
        heights: dict[float, float] = {}
        for at, count in zip(numbers, _numbers(table, column, rows), strict=True):
            place = at // width * width
            heights[place] = heights.get(place, 0.0) + count
        axes.bar(list(heights), list(heights.values()), width * 0.9, align="edge", color=_HUE)
        axes.set_ylabel(f"{plot.across} {column}".strip())
        axes.grid(axis="y", color=_FAINT, linewidth=0.5)
        axes.set_axisbelow(True)
    panels[-1].set_xlabel(plot.axis + (f", {width} values a bar" if width > 1 else ""))


_KINDS: Final[dict[str, Callable[["Figure", tables.ReportTable, tables.Plot, list[tables.Row]], None]]] = {
    "intervals": _intervals,
    "heat": _heat,
    "steps": _steps,
}


def _name_rows(axes: "Axes", table: tables.ReportTable, rows: list[tables.Row]) -> None:
    """Write the names of the rows at the left, the first one on top."""
    first = table.columns[0].name
    axes.set_yticks(range(len(rows)), [printing.short(str(row[first])) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_axisbelow(True)


def _head(table: tables.ReportTable, name: str) -> str:
    return next(printing.plain(column.head) for column in table.columns if column.name == name)


def _scale(table: tables.ReportTable, name: str) -> float:
    """Return the factor by which the numbers of a column are shown."""
    return 100.0 if any(column.name == name and column.percent for column in table.columns) else 1.0


def _numbers(table: tables.ReportTable, column: str, rows: list[tables.Row]) -> list[float]:
    scale = _scale(table, column)
    return [scale * (number(row.get(column)) or 0.0) for row in rows]


def even_of(plot: tables.Plot, row: tables.Row) -> float | None:
    """Return the value of equally strong players, or of no difference; None if there is none."""
    return number(row.get(plot.even)) if isinstance(plot.even, str) else plot.even


def number(cell: tables.Cell) -> float | None:
    if isinstance(cell, tables.Share):
        return cell.value if cell.whole else None
    if isinstance(cell, tables.Mean):
        return cell.value if cell.count else None
    return None if cell is None or isinstance(cell, str) else float(cell)


# From an SVG file to an element of the page

_OPENING: Final = re.compile(r"<svg\b[^>]*>")
_IDENTITY: Final = re.compile(r' id="([^"]*)"')
_REFERENCE: Final = re.compile(r'(xlink:href="#|url\(#)([^")]*)')


def _piece_of_page(text: str, name: str, title: str) -> str:
    """Return the drawing without its head, with unique ids and the colours of the page."""
    opening = _OPENING.search(text)
    assert opening is not None
    box = re.search(r'viewBox="([^"]*)"', opening.group())
    assert box is not None
    body = text[opening.end() : text.rindex("</svg>")]
    body = re.sub(r"<metadata>.*?</metadata>|<style\b.*?</style>|<!--.*?-->", "", body, flags=re.DOTALL)
    wanted = {target for _, target in _REFERENCE.findall(body)}
    body = _IDENTITY.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in wanted else "", body)
    body = _REFERENCE.sub(lambda found: f"{found[1]}{name}-{found[2]}", body).replace("xlink:href", "href")
    for strange, own in _COLOURS.items():
        body = body.replace(strange, own)
    width = float(box[1].split()[2])
    size = f"width: {width:.0f}pt; min-width: {_SMALLEST * width:.0f}pt"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}" style="{size}" role="img" '
        f'aria-label="{html.escape(title)}">{body.strip()}</svg>'
    )

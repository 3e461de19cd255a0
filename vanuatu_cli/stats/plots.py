"""Plots of tables, drawn by matplotlib as pieces of SVG for a page.

matplotlib is an extra (`plots`). It is told strange colours, which are then replaced by the page's own: so a
plot follows the page from light to dark. Its pieces get names that no other plot of the page has, text stays
text, and nothing refers to anything outside.
"""

import html
import io
import re
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vanuatu_cli.errors import CallFault
from vanuatu_cli.stats import printing, tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_ROWS: Final = 25
_INK: Final = "#010203"
_FAINT: Final = "#040506"
_HUES: Final = tuple(f"#0708{number:02x}" for number in range(9, 22))  # see `--hue…` in `page`
_COLOURS: Final = {_INK: "currentColor", _FAINT: "var(--faint)"} | {
    hue: f"var(--hue{number})" for number, hue in enumerate(_HUES)
}
_STYLE: Final = {
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
    """CallFault with what to install, if matplotlib is not there."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CallFault(
            "--html draws with matplotlib, which is not installed: pip install 'vanuatu[plots]'"
        ) from None


def draw(table: tables.ReportTable, plot: tables.Plot, name: str) -> str:
    """The plot as an `<svg>` element whose pieces begin with `name`; nothing if there is nothing to draw."""
    import matplotlib
    from matplotlib.figure import Figure

    rows = [row for row in table.rows if any(_number(row.get(column)) is not None for column in plot.columns)]
    if plot.kind != "steps":
        rows = rows[:_MOST_ROWS]
    if not rows:
        return ""
    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a sign that its own font lacks: the browser's will have it
        across = plot.kind == "steps"
        figure = Figure(figsize=(7, 2.6 if across else 0.7 + _HEIGHTS[plot.kind](plot) * len(rows)))
        axes = figure.add_subplot()
        _KINDS[plot.kind](axes, table, plot, rows)
        axes.set_xlabel(plot.axis)
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    return _piece_of_page(out.getvalue(), name, f"{table.title}: {plot.axis}")


def _intervals(axes: "Axes", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """A dot for each row and a line as long as its interval; a tick where equal players would be."""
    scale = _scale(table, plot.columns[0])
    for place, row in enumerate(rows):
        cell = row.get(plot.columns[0])
        value = _number(cell)
        if value is None:
            continue
        if isinstance(cell, tables.Share) or (isinstance(cell, tables.Mean) and cell.count > 1):
            low, high = cell.interval
            axes.plot([scale * low, scale * high], [place, place], color=_HUES[0], linewidth=2)
        axes.plot([scale * value], [place], "o", color=_HUES[0], markersize=5)
        even = _number(row.get(plot.even)) if plot.even else None
        if even is not None:
            axes.plot([scale * even], [place], "|", color=_INK, markersize=12)
    _name_rows(axes, table, rows)


def _bars(axes: "Axes", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """For each row a bar of each column, below one another."""
    thick = 0.8 / len(plot.columns)
    for number, column in enumerate(plot.columns):
        places = [place - 0.4 + (number + 0.5) * thick for place in range(len(rows))]
        axes.barh(
            places,
            _numbers(table, column, rows),
            thick * 0.9,
            color=_HUES[number],
            label=_head(table, column),
        )
    _name_rows(axes, table, rows)
    _legend(axes)


def _stack(axes: "Axes", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """For each row one bar of all columns; what is below zero goes to the left."""
    right, left = [0.0] * len(rows), [0.0] * len(rows)
    for number, column in enumerate(plot.columns):
        values = _numbers(table, column, rows)
        starts = [left[place] if value < 0 else right[place] for place, value in enumerate(values)]
        axes.barh(range(len(rows)), values, 0.7, left=starts, color=_HUES[number], label=_head(table, column))
        for place, value in enumerate(values):
            if value < 0:
                left[place] += value
            else:
                right[place] += value
    _name_rows(axes, table, rows)
    _legend(axes)


def _steps(axes: "Axes", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """How often each number of the first column occurs."""
    numbers = [_number(row[table.columns[0].name]) or 0.0 for row in rows]
    width = max(1, round((numbers[-1] - numbers[0]) / 40))
    for number, column in enumerate(plot.columns):
        heights: dict[float, float] = {}
        for at, count in zip(numbers, _numbers(table, column, rows), strict=True):
            place = at // width * width
            heights[place] = heights.get(place, 0.0) + count
        axes.bar(
            list(heights),
            list(heights.values()),
            width * 0.9,
            align="edge",
            color=_HUES[number],
            label=column,
        )
    _legend(axes)


_KINDS: Final[dict[str, Callable[["Axes", tables.ReportTable, tables.Plot, list[tables.Row]], None]]] = {
    "intervals": _intervals,
    "bars": _bars,
    "stack": _stack,
    "steps": _steps,
}
_HEIGHTS: Final[dict[str, Callable[[tables.Plot], float]]] = {  # of a row, in inches
    "intervals": lambda plot: 0.25,
    "bars": lambda plot: 0.13 * len(plot.columns) + 0.1,
    "stack": lambda plot: 0.35,
}


def _name_rows(axes: "Axes", table: tables.ReportTable, rows: list[tables.Row]) -> None:
    """The names of the rows at the left, the first one on top."""
    first = table.columns[0].name
    axes.set_yticks(range(len(rows)), [printing.short(str(row[first])) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="x", color=_FAINT, linewidth=0.5)
    axes.set_axisbelow(True)


def _legend(axes: "Axes") -> None:
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)


def _head(table: tables.ReportTable, name: str) -> str:
    return next(printing.plain(column.head) for column in table.columns if column.name == name)


def _scale(table: tables.ReportTable, name: str) -> float:
    """What a number of that column is multiplied with to be shown."""
    return 100.0 if any(column.name == name and column.percent for column in table.columns) else 1.0


def _numbers(table: tables.ReportTable, column: str, rows: list[tables.Row]) -> list[float]:
    scale = _scale(table, column)
    return [scale * (_number(row.get(column)) or 0.0) for row in rows]


def _number(cell: tables.Cell) -> float | None:
    if isinstance(cell, tables.Share):
        return cell.value if cell.whole else None
    if isinstance(cell, tables.Mean):
        return cell.value if cell.count else None
    return None if cell is None or isinstance(cell, str) else float(cell)


# From a file of its own to a piece of a page

_OPENING: Final = re.compile(r"<svg\b[^>]*>")
_IDENTITY: Final = re.compile(r' id="([^"]*)"')
_REFERENCE: Final = re.compile(r'(xlink:href="#|url\(#)([^")]*)')


def _piece_of_page(text: str, name: str, title: str) -> str:
    """The drawing without its head, with names of its own and the colours of the page."""
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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}" style="width: {width:.0f}pt" role="img" '
        f'aria-label="{html.escape(title)}" class="plot">{body.strip()}</svg>'
    )

"""A report as one HTML page: tables and plots, light or dark, without external resources.

matplotlib (the extra `plots`) draws the plots as SVG. It gets placeholder colours, which are then replaced by
CSS variables, so that plots follow the page from light to dark. The ids in a plot get a prefix, so that they
are unique on the page. Text stays text.
"""

import contextlib
import html
import importlib.util
import io
import logging
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.match.report import games as games_words
from vanuatu.cli.report import gathering, printing, tables
from vanuatu.cli.terminal import console
from vanuatu.notation.boards import colours

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_ROWS: Final = 25
_INK: Final = "#010203"
_FAINT: Final = "#040506"
_HUES: Final = tuple(f"#0708{number:02x}" for number in range(9, 9 + len(colours.HUES)))  # `--hue0` …
_COLOURS: Final = {_INK: "currentColor", _FAINT: "var(--faint)"} | {
    hue: f"var(--hue{number})" for number, hue in enumerate(_HUES)
}
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

    rows = [row for row in table.rows if any(_number(row.get(column)) is not None for column in plot.columns)]
    if plot.kind != "steps":
        rows = rows[:_MOST_ROWS]
    if not rows:
        return ""
    with warnings.catch_warnings(), matplotlib.rc_context():
        warnings.simplefilter("ignore")  # no warning for a character that its font lacks: the browser has one
        matplotlib.rcParams.update(_defaults())
        across = plot.kind == "steps"
        figure = Figure(figsize=(7, 2.6 if across else 0.7 + _HEIGHTS[plot.kind](plot) * len(rows)))
        axes = figure.add_subplot()
        _KINDS[plot.kind](axes, table, plot, rows)
        axes.set_xlabel(plot.axis)
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    return _piece_of_page(out.getvalue(), name, f"{table.title}: {plot.axis}")


def _intervals(axes: "Axes", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """Draw a dot for each row, a line for its interval, and a tick at the value of equal players."""
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
    """Draw for each row a bar per column, one below the other."""
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
    """Draw for each row one bar of all columns; negative values go to the left."""
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
    """Draw a histogram of the first column."""
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
    """Write the names of the rows at the left, the first one on top."""
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
    """Return the factor by which the numbers of a column are shown."""
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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[1]}" style="width: {width:.0f}pt" role="img" '
        f'aria-label="{html.escape(title)}" class="plot">{body.strip()}</svg>'
    )


_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE: Final = """\
:root { color-scheme: light dark; }
body { background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; margin: 0 auto;
  max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.35rem; margin-top: 2.5rem; }
h3 { font-size: 1.05rem; margin-top: 2rem; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
a { color: inherit; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--faint); padding: .15rem .55rem; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: normal; }
td small { opacity: .75; }
p.note { font-size: .9rem; max-width: 46rem; }
svg.plot { display: block; height: auto; max-width: 100%; margin: .8rem 0; stroke-linejoin: round; }
"""


def as_page(report: gathering.GameReport) -> str:
    """Return the whole page; all text from games is escaped."""
    parts, links = [], []
    for game, results, reported in printing.reports(report):
        name = html.escape(game)
        parts.append(f'<h2 id="{name}">{name.capitalize()}, {games_words(results.games.games)}</h2>')
        for table in reported:
            if table.rows:
                identity = f"{name}-{table.name}"
                links.append(
                    f'<li><a href="#{identity}">{name.capitalize()}: {html.escape(table.title)}</a></li>'
                )
                parts.append(_section(table, identity))
    notes = "".join(
        f"<p>{html.escape(line)}</p>\n" for line in [*_filters(report), *printing.left_over(report)]
    )
    title = f"Report on {games_words(report.games)}"
    contents = f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>'
    main = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>\n{colours.variables()}\n{_STYLE}</style>\n</head>\n<body>\n"
        f"<header><h1>{title}</h1>\n{notes}"
        "<p>Intervals are 95 %: from–to (Wilson) for shares, ± for means. A line in a plot is an interval; a "
        "tick marks the value of equally strong players.</p>\n"
        f"{contents}</header>\n<main>\n{main}\n</main>\n</body>\n</html>\n"
    )


def _filters(report: gathering.GameReport) -> list[str]:
    """Return a line for each filter of the report."""
    choice = report.choice
    lines = []
    if choice.players:
        lines.append(f"Only the seats of {', '.join(choice.players)}.")
    if choice.game:
        lines.append(f"Only games of {choice.game}.")
    if choice.where:
        lines.append(f"Only games with {' and '.join(choice.where)}.")
    return lines


def _section(table: tables.ReportTable, identity: str) -> str:
    drawn = [draw(table, plot, f"{identity}-{number}") for number, plot in enumerate(table.plots)]
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    shown = f"\n{_table(table)}" if table.shown or not drawn else ""
    title = f"<h3>{html.escape(table.title)}</h3>"
    return f'<section id="{identity}">{title}{note}\n{"".join(drawn)}{shown}</section>'


def _table(table: tables.ReportTable) -> str:
    heads = "".join(
        f'<th scope="col">{html.escape(printing.plain(column.head))}</th>' for column in table.columns
    )
    lines = []
    for row in table.rows:
        cells = []
        for number, column in enumerate(table.columns):
            value = row.get(column.name)
            text = html.escape(printing.words(value, column))
            if number == 0:
                cells.append(f'<th scope="row">{text}</th>')
                continue
            interval = printing.interval_words(value) if column.interval else ""
            between = " " if isinstance(value, tables.Share) else "\u00a0"
            cells.append(f"<td>{text}{between + f'<small>{interval}</small>' if interval else ''}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="' + html.escape(table.title) + '">'
        f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )

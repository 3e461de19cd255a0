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
import math
import re
import shlex
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vanuatu import __version__
from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.match.report import games as games_words
from vanuatu.cli.report import gathering, printing, tables
from vanuatu.cli.terminal import console
from vanuatu.notation.boards import colours
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST_ROWS: Final = 25
_MOST_FILES: Final = 20
_INK: Final = "#010203"
_FAINT: Final = "#040506"
_HUE: Final = "#070809"
_COLOURS: Final = {_INK: "currentColor", _FAINT: "var(--line)", _HUE: "var(--hue0)"}
_DARKEST: Final = 0.5  # opacity of a heat map, on which the numbers stay readable
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
        rows = [row for row in rows if not is_rare(table, row)]
        if plot.ranked:
            rows.sort(key=lambda row: -(_number(row.get(plot.columns[0])) or 0.0))
        rows = rows[:_MOST_ROWS]
    if not rows:
        return ""
    with warnings.catch_warnings(), matplotlib.rc_context():
        warnings.simplefilter("ignore")  # no warning for a character that its font lacks: the browser has one
        matplotlib.rcParams.update(_defaults())
        figure = Figure(figsize=_size(plot, len(rows)))
        _KINDS[plot.kind](figure, table, plot, rows)
        out = io.StringIO()
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None})
    return _piece_of_page(out.getvalue(), name, f"{table.title}: {plot.axis}")


def _size(plot: tables.Plot, rows: int) -> tuple[float, float]:
    """Return the size of a plot, in inches."""
    if plot.kind == "steps":
        return 6, 0.6 + 1.5 * len(plot.columns)
    return (1.15 * len(plot.columns) if plot.kind == "heat" else 4.6), 0.7 + 0.26 * rows


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
        value = _number(cell)
        if value is None:
            continue
        right = scale * value
        if isinstance(cell, tables.Share) or (isinstance(cell, tables.Mean) and math.isfinite(cell.margin)):
            low, high = cell.interval
            right = scale * high
            axes.plot([scale * low, right], [place, place], color=_HUE, linewidth=2)
        axes.plot([scale * value], [place], "o", color=_HUE, markersize=5)
        even = _number(row.get(plot.even)) if plot.even else None
        if even is not None:
            axes.plot([scale * even], [place], "|", color=_INK, markersize=12)
            right = max(right, scale * even)
        if isinstance(cell, tables.Share | tables.Mean):
            count = cell.whole if isinstance(cell, tables.Share) else cell.count
            axes.annotate(
                f"n={count}", (right, place), (6, 0), textcoords="offset points", va="center", fontsize=8
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
            axes.add_patch(Rectangle((across - 0.5, place - 0.5), 1, 1, color=_HUE, alpha=_DARKEST * share))
            axes.text(across, place, f"{value:.2f}", ha="center", va="center", fontsize=9)
    axes.set_xlim(-0.5, len(plot.columns) - 0.5)
    axes.set_xticks(range(len(plot.columns)), [_head(table, column) for column in plot.columns])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(plot.axis)
    _name_rows(axes, table, rows)


def _steps(figure: "Figure", table: tables.ReportTable, plot: tables.Plot, rows: list[tables.Row]) -> None:
    """Draw a histogram of each column, one below the other."""
    numbers = [_number(row[table.columns[0].name]) or 0.0 for row in rows]
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
        f'aria-label="{html.escape(title)}">{body.strip()}</svg>'
    )


_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE: Final = """\
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { background: var(--paper); color: var(--ink); margin: 0 auto; max-width: 100rem; padding: .75rem;
  font: 16px/1.45 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.35rem; margin: 0; } h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 0 0 .3rem; }
nav ul { columns: 16rem; padding-left: 1.2rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--lit); outline-offset: 1px; }
section, .source { background: var(--card); border: 1px solid var(--line); border-radius: 8px; min-width: 0;
  padding: .75rem; margin: 0 0 .75rem; }
.source { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin-top: .75rem; }
.source dt { color: var(--dim); } .source dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
.plots { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: flex-start; }
.plot { overflow-x: auto; max-width: 100%; }
.plot svg { display: block; height: auto; margin: .3rem 0; stroke-linejoin: round; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .15rem .55rem; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: normal; }
td small { color: var(--dim); }
p.note { font-size: .9rem; max-width: 46rem; color: var(--dim); margin: .3rem 0; }
summary { cursor: pointer; padding: .3rem 0; }
@media (min-width: 1100px) { .plot svg { min-width: 0; } }
@media print { section { break-inside: avoid; border: 0; } }
"""


def as_page(report: gathering.GameReport) -> str:
    """Return the whole page; all text from games is escaped."""
    parts, links = [], []
    found: list[tables.ReportTable] = []
    for game, results, reported in printing.reports(report):
        name = html.escape(game)
        parts.append(f'<h2 id="{name}">{name.capitalize()}, {games_words(results.games.games)}</h2>')
        found += reported
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
        f"<header><h1>{title}</h1>\n{_source(report)}\n{notes}"
        f"<p>{_INTERVALS}</p>\n<p>{_many(found)}</p>\n"
        f"{contents}</header>\n<main>\n{main}\n</main>\n</body>\n</html>\n"
    )


_INTERVALS: Final = (
    "Intervals are 95 %: from–to for shares, ± for means. If a row has several results of one game, its "
    "interval is clustered by game: it follows from how much the games differ. In a plot, a line is an "
    "interval, n is the number of results, and a tick marks the value of equally strong players, or no "
    "difference."
)


def _many(found: list[tables.ReportTable]) -> str:
    """Return the note on many comparisons."""
    count = sum(
        not is_rare(table, row)
        for table in found
        for plot in table.plots
        for row in table.rows
        if plot.even and _number(row.get(plot.columns[0])) is not None
    )
    return (
        f"Many comparisons: the plots compare {count} intervals with a tick. Even without any difference, "
        f"about one interval in 20 ({count / 20:.0f} of them) would miss its tick by chance. Believe a "
        "difference if it is large, or if other games show it too."
    )


def _source(report: gathering.GameReport) -> str:
    """Return where the games come from, as a list."""
    source = report.source
    dates = " to ".join(dict.fromkeys(date for date in (source.first, source.last) if date))
    if source.undated:
        dates = f"{dates}, " if dates else ""
        dates += f"{games_words(source.undated)} without a date"
    seeds = ""
    if source.least_seed is not None:
        seeds = " to ".join(dict.fromkeys((str(source.least_seed), str(source.most_seed))))
    if source.unseeded:
        seeds += f"{', ' if seeds else ''}{games_words(source.unseeded)} without a seed"
    files = source.files[:_MOST_FILES]
    more = len(source.files) - len(files)
    facts = {
        "games": f"{report.games}",
        "files": ", ".join(files) + (f" and {more} more" if more else ""),
        "dates": dates,
        "seeds": seeds,
        "played at": ", ".join(sorted(source.sites)),
        "report by": f"vanuatu {__version__}",
        "command": " ".join(["vanuatu stats", *map(shlex.quote, files), report.choice.options()]).strip(),
    }
    items = "".join(
        f"<dt>{name}</dt><dd>{html.escape(printable(fact))}</dd>" for name, fact in facts.items() if fact
    )
    return f'<dl class="source">{items}</dl>'


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
    pictures = [draw(table, plot, f"{identity}-{number}") for number, plot in enumerate(table.plots)]
    drawn = [
        f'<div class="plot" tabindex="0" role="region" aria-label="Plot: {html.escape(table.title)}, '
        f'{html.escape(plot.axis)}">{svg}</div>'
        for plot, svg in zip(table.plots, pictures, strict=True)
        if svg
    ]
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    frequent = [row for row in table.rows if not is_rare(table, row)]
    rare = [row for row in table.rows if is_rare(table, row)]
    shown = ""
    if table.shown or not drawn:
        shown = f"\n{_table(table, frequent)}" if frequent else ""
        if rare:
            rows = f"{len(rare)} row{'s' if len(rare) > 1 else ''}"
            shown += (
                f"<details><summary>{rows} with fewer than {table.folded} games</summary>"
                f"{_table(table, rare, ', few games')}</details>"
            )
    title = f"<h3>{html.escape(table.title)}</h3>"
    return (
        f'<section id="{identity}">{title}{note}\n<div class="plots">{"".join(drawn)}</div>{shown}</section>'
    )


def _table(table: tables.ReportTable, rows: list[tables.Row], which: str = "") -> str:
    heads = "".join(
        f'<th scope="col">{html.escape(printing.plain(column.head or column.name))}</th>'
        for column in table.columns
    )
    lines = []
    for row in rows:
        cells = []
        for number, column in enumerate(table.columns):
            value = row.get(column.name)
            text = html.escape(printing.words(value, column))
            if number == 0:
                cells.append(f'<th scope="row">{text}</th>')
                continue
            interval = printing.interval_words(value, column.digits) if column.interval else ""
            between = " " if isinstance(value, tables.Share) else "\u00a0"
            cells.append(f"<td>{text}{between + f'<small>{interval}</small>' if interval else ''}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(table.title)}{which}">'
        f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )

"""A report as one HTML page: tables and plots, light or dark, without external resources."""

import html
import shlex
from importlib.resources import files
from typing import Final

from vanuatu import __version__
from vanuatu.cli.match.report import games as games_words
from vanuatu.cli.report import gathering, plots, printing, tables
from vanuatu.notation.boards import colours
from vanuatu.notation.printable import printable

_MOST_FILES: Final = 20
_LONGEST: Final = 25  # rows of a table that is not folded
_PREVIEW: Final = 10  # rows of a folded table that are shown
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


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
                of_game = f"{name.capitalize()}: " if len(report.by_game) > 1 else ""
                links.append(f'<li><a href="#{identity}">{of_game}{html.escape(table.title)}</a></li>')
                parts.append(_section(table, identity))
    notes = "".join(
        f"<p>{html.escape(line)}</p>\n" for line in [*_filters(report), *printing.left_over(report)]
    )
    title = f"Report on {games_words(report.games)}"
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    contents = f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>'
    main = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>\n{colours.variables()}\n{style}</style>\n</head>\n<body>\n"
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
        plots.even_of(plot, row) is not None
        for table in found
        for plot in table.plots
        for row in plots.chosen_rows(table, plot)[0]
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
        "as data": "add --json or --csv to the command",
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
    pictures = [plots.draw(table, plot, f"{identity}-{number}") for number, plot in enumerate(table.plots)]
    drawn = [
        f'<div class="plot" tabindex="0" role="region" aria-label="Plot: {html.escape(table.title)}, '
        f'{html.escape(plot.axis)}">{svg}</div>'
        for plot, svg in zip(table.plots, pictures, strict=True)
        if svg
    ]
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    rows = f"\n{_rows(table)}" if table.shown or not drawn else ""
    title = f"<h3>{html.escape(table.title)}</h3>"
    return (
        f'<section id="{identity}">{title}{note}\n'
        f'<div class="body">{"".join(drawn)}<div class="rows">{rows}</div></div></section>'
    )


def _rows(table: tables.ReportTable) -> str:
    """Return the table; the end of a long one and rows with few results are folded."""
    frequent = [row for row in table.rows if not plots.is_rare(table, row)]
    rare = [row for row in table.rows if plots.is_rare(table, row)]
    first = frequent if len(frequent) <= _LONGEST else frequent[:_PREVIEW]
    more = frequent[len(first) :]
    shown = _table(table, first) if first else ""
    for rows, words in ((more, "more"), (rare, f"with fewer than {table.folded} results")):
        if rows:
            summary = f"{len(rows)} row{'s' if len(rows) > 1 else ''} {words}"
            shown += f"<details><summary>{summary}</summary>{_table(table, rows, f', {words}')}</details>"
    return shown


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

"""A report as one page of HTML: tables and plots, light or dark, with nothing loaded from elsewhere."""

import html
from typing import Final

from vanuatu_cli.matches.stats.report import games as games_words
from vanuatu_cli.stats import gathering, plots, printing
from vanuatu_cli.stats.tables import ReportTable, Share

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
# Told apart also by those who see few colours: neighbours in a stack differ in lightness.
_LIGHT: Final = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c",
    "#b8a000", "#332288", "#88ccaa", "#882255", "#aaaadd", "#444444",
)  # fmt: skip
_DARK: Final = (
    "#4aa8e0", "#f0b840", "#2fc79c", "#dd99bf", "#88ccf5", "#f08040", "#a0a0a0",
    "#d8c840", "#8880dd", "#a8e0c4", "#c8608c", "#c4c4f0", "#d8d8d8",
)  # fmt: skip
_STYLE: Final = """\
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --faint: #b4b4b4; LIGHT }
@media (prefers-color-scheme: dark) { :root { --paper: #17191c; --ink: #e4e4e4; --faint: #5c5f64; DARK } }
@media print { :root { --paper: #fff; --ink: #000; --faint: #b4b4b4; LIGHT } }
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


def as_page(gathered: gathering.Gathered) -> str:
    """The whole page; its text is escaped, whatever names the games hold."""
    parts, links = [], []
    for game, results, tables in printing.reports(gathered):
        name = html.escape(game)
        parts.append(f'<h2 id="{name}">{name.capitalize()}, {games_words(results.games.games)}</h2>')
        for table in tables:
            if table.rows:
                identity = f"{name}-{table.name}"
                links.append(
                    f'<li><a href="#{identity}">{name.capitalize()}: {html.escape(table.title)}</a></li>'
                )
                parts.append(_section(table, identity))
    notes = "".join(
        f"<p>{html.escape(line)}</p>\n" for line in [*_filters(gathered), *printing.left_over(gathered)]
    )
    title = f"A report on {games_words(gathered.games)}"
    contents = f'<nav aria-label="Contents"><ul>{"".join(links)}</ul></nav>'
    main = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{title}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n"
        f"<header><h1>{title}</h1>\n{notes}"
        "<p>Intervals are of 95 %: from–to for shares (Wilson’s), ± for means. In plots a line is the "
        "interval, and a tick is where equal players would be.</p>\n"
        f"{contents}</header>\n<main>\n{main}\n</main>\n</body>\n</html>\n"
    )


def _style() -> str:
    light, dark = (
        " ".join(f"--hue{number}: {hue};" for number, hue in enumerate(hues)) for hues in (_LIGHT, _DARK)
    )
    return _STYLE.replace("LIGHT", light).replace("DARK", dark)


def _filters(gathered: gathering.Gathered) -> list[str]:
    """What was asked for."""
    choice = gathered.choice
    lines = []
    if choice.players:
        lines.append(f"Only the seats of {', '.join(choice.players)}.")
    if choice.game:
        lines.append(f"Only games of {choice.game}.")
    if choice.where:
        lines.append(f"Only games with {', '.join(choice.where)}.")
    return lines


def _section(table: ReportTable, identity: str) -> str:
    drawn = [plots.draw(table, plot, f"{identity}-{number}") for number, plot in enumerate(table.plots)]
    note = f'\n<p class="note">{html.escape(table.note)}</p>' if table.note else ""
    shown = f"\n{_table(table)}" if table.shown or not drawn else ""
    title = f"<h3>{html.escape(table.title)}</h3>"
    return f'<section id="{identity}">{title}{note}\n{"".join(drawn)}{shown}</section>'


def _table(table: ReportTable) -> str:
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
            between = " " if isinstance(value, Share) else "\u00a0"
            cells.append(f"<td>{text}{between + f'<small>{interval}</small>' if interval else ''}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = "\n".join(lines)
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="' + html.escape(table.title) + '">'
        f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )

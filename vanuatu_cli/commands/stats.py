"""`vanuatu stats`: a report on many games."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, selection, writing
from vanuatu.cli.terminal import console

if TYPE_CHECKING:
    from vanuatu.cli.report.gathering import GameReport

EXAMPLES = (
    "vanuatu stats games.pvn",
    "vanuatu stats monday.pvn archive.msgpack --html report.html",
    "vanuatu stats games.pvn --player greedy --where \"'waters' in variant\"",
    'vanuatu stats games.pvn --where "players == 4" --json | jq .by_game.vanuatu',
)

HTML = writing.Output("--html", writing.PAGES)


def stats(
    files: inputs.FilesArgument,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one figure per line.")] = False,
    page: Annotated[
        str | None,
        typer.Option("--html", metavar="OUT", help="Write a page with plots; - is stdout. Needs matplotlib."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Count only this player's seats. Repeatable."),
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="Count only this game: vanuatu, maori.")
    ] = None,
    where: selection.WhereOption = None,
    unique: selection.UniqueOption = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> int:
    """Report on many games: winners, parts of the scores, plans and actions.

    The tables are by seat, turn order, number of players, variant and player; for Vanuatu also by action,
    character, first plan and round. A shared win counts as a fraction. Games that all players lost are
    counted separately. Every game is replayed. An invalid game is reported on stderr and left out.
    """
    from vanuatu.cli.report.gathering import Selection

    if as_json and as_csv:
        raise CallFault("--json and --csv both want stdout: one of them")
    if page == inputs.STDIN and (as_json or as_csv):
        raise CallFault("--html - wants stdout for itself: name a file")
    if force and page is None:
        raise CallFault("--force goes with --html")
    if page is not None:
        HTML.check(page, files, force=force)
    choice = Selection.of(player or [], game, where or [], unique=unique)
    if page is not None:
        from vanuatu.cli.report.plots import require

        require()
    from vanuatu.cli.report.gathering import GameReport

    report = GameReport(choice)
    report.read(files)
    if not report.games:
        if report.faulty:
            return 1
        raise InputFault(report.why_empty(files))
    if page is not None:
        _write_page(report, page, force)
    _print(report, as_json, as_csv, page is not None)
    return 1 if report.faulty else 0


def _print(report: "GameReport", as_json: bool, as_csv: bool, with_page: bool) -> None:
    """Print the report on stdout; with a page, only if a format was requested."""
    from vanuatu.cli.report import printing

    if as_json:
        console.write_json(printing.as_json(report))
    elif as_csv:
        printing.print_csv(report, sys.stdout)
    elif not with_page:
        printing.print_text(report)
        return
    for line in printing.left_over(report):
        console.print_message(line)


def _write_page(report: "GameReport", target: str, force: bool) -> None:
    """Write the page to its file, which is replaced only when the page is complete."""
    from vanuatu.cli.report.page import as_page

    raw = as_page(report).encode("utf-8", "replace")
    if target == inputs.STDIN:
        sys.stdout.buffer.write(raw)
        return
    with writing.SafeFile(target, complete=True, force=force) as file:
        file.stream.write(raw)
        file.keep()

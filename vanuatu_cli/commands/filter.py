"""`vanuatu filter`: choose games from files."""

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from vanuatu.cli import options
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import game_writer, inputs, selection, several, writing
from vanuatu.cli.terminal import console
from vanuatu.notation import compression, formats
from vanuatu.notation.files import GameRead

EXAMPLES = (
    "vanuatu filter games.pvn --where \"winner == 'teal'\" --out teal.pvn",
    "vanuatu filter a.pvn b.pvn.gz --unique --sort Date --out all.msgpack.gz",
    'vanuatu filter games.pvn --where "seat.treasures >= 3 and round <= 4"',
    "vanuatu filter games.pvn --split-by Variant --out games.pvn",
)

OUT = writing.Output("--out", writing.PACKED)


def filter(
    files: inputs.FilesArgument,
    where: selection.WhereOption = None,
    player: selection.PlayerOption = None,
    number: selection.NumbersOption = None,
    unique: selection.UniqueOption = False,
    sort: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Sort by a tag or a field of games; -NAME: descending."),
    ] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="At most N games (0 = all).")] = 0,
    split: Annotated[
        int, typer.Option(metavar="N", min=0, help="Begin a new file every N games: OUT-1, OUT-2.")
    ] = 0,
    split_by: Annotated[
        str | None,
        typer.Option("--split-by", metavar="NAME", help="A file for each value of a tag or field of games."),
    ] = None,
    out: Annotated[
        str, typer.Option(metavar="FILE", help="File to write, also .gz or .zst; - is stdout.")
    ] = inputs.STDIN,
    form: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="FORMAT", help="Format on stdout: pvn, ndjson or msgpack. [default: pvn]"
        ),
    ] = None,
    force: options.Force = False,
) -> None:
    """Choose games from files, and write them in canonical form.

    All options must hold. The games keep their order unless --sort is given. An expression about positions,
    such as `round == 3 and seat.vatus > 8`, chooses games with at least one such position. An invalid game is
    reported on stderr and left out.
    """
    chosen = selection.Selection(
        selection.read_where(where), player, selection.read_numbers(number), unique=unique
    )
    on_stdout = out == inputs.STDIN
    chosen_format = _format(out, form)
    if (split or split_by is not None) and on_stdout:
        raise CallFault("--split and --split-by need --out FILE")
    if split and split_by is not None:
        raise CallFault("--split and --split-by both divide the games. Use one of them.")
    if split_by is not None and sort is not None:
        raise CallFault("--sort and --split-by: sort the files afterwards, one by one")
    if on_stdout and force:
        raise CallFault("--force goes with --out FILE")
    if not on_stdout:
        OUT.check(out, files, force=force or bool(split or split_by))
    games = _games(chosen, files, sort, chosen_format)
    if on_stdout:
        count = game_writer.copy(games, game_writer.StreamSink(console.games_out(), chosen_format), limit)
    elif split or split_by is not None:
        with several.SafeFiles(force=force) as parts:
            sink: game_writer.GameSink = (
                game_writer.CountedSink(parts, out, chosen_format, split)
                if split
                else game_writer.ValueSink(parts, out, chosen_format, split_by or "")
            )
            count = game_writer.copy(games, sink, limit)
            parts.keep()
    else:
        count = _write_file(games, out, chosen_format, limit, force)
    chosen.report()
    if not count and not chosen.faults:
        raise InputFault("no game matches")
    if chosen.faults:
        raise typer.Exit(1)


def _format(out: str, to: str | None) -> str:
    """Return the format of the output. Raise CallFault for an unknown one."""
    if to is not None and to not in formats.FORMATS:
        raise CallFault(f"--to {to}: it is one of {', '.join(formats.FORMATS)}")
    if to is not None and out != inputs.STDIN and formats.format_of(out) != to:
        raise CallFault(f"--to {to}: the name {out} chooses the format. Leave --to out.")
    form = to or formats.format_of(out) or formats.PVN
    if form == formats.MSGPACK and out == inputs.STDIN and console.is_terminal(sys.stdout):
        raise CallFault("msgpack is not for a terminal: use --out FILE, or > FILE")
    return form


def _games(
    chosen: selection.Selection, files: list[str], sort: str | None, form: str
) -> Iterator[tuple[bytes, GameRead | None]]:
    """Yield the chosen games as bytes."""
    reads = (read for _, read in chosen.read(files))
    if sort is not None:
        yield from game_writer.in_order(reads, sort, form)
    else:
        for read in reads:
            yield formats.encode_game(read.session.record, form, True), read


def _write_file(
    games: Iterator[tuple[bytes, GameRead | None]], out: str, form: str, limit: int, force: bool
) -> int:
    """Write the games to one file. Without games, the file does not appear."""
    with writing.SafeFile(out, complete=True, force=force) as file:
        with compression.Packer(file.stream, compression.packing_of(out)) as packer:
            count = game_writer.copy(games, game_writer.StreamSink(packer, form), limit)
        if count:
            file.keep()
    return count

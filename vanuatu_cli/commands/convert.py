"""`vanuatu convert`: convert games between PVN, NDJSON and msgpack."""

import sys
from typing import Annotated, BinaryIO

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.terminal import console
from vanuatu.notation import compression
from vanuatu.notation.formats import FORMATS, MSGPACK, PVN, encode_game, format_of

EXAMPLES = (
    "vanuatu convert games.pvn games.msgpack",
    "vanuatu convert games.msgpack --to ndjson | jq .result",
    "vanuatu convert games.pvn games.pvn.gz",
    "vanuatu convert - --to msgpack < games.pvn > games.msgpack",
)

RENAMED = {"--from": "--from-format"}
OUT = writing.Output("OUT", writing.PACKED)


def convert(
    source: Annotated[str, typer.Argument(metavar="FILE", help="File of games; - is stdin.")],
    target: Annotated[
        str | None, typer.Argument(metavar="OUT", help="File to write; - is stdout. [default: stdout]")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="Format of OUT: pvn, ndjson or msgpack; or a file."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--from-format", metavar="FORMAT", help="Format of FILE. [default: by its name]"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Convert games between PVN, NDJSON and msgpack.

    The formats follow from the names of the files, or from --to; the default is PVN in canonical form.
    A name that ends in .gz or .zst is compressed. Compressed input is recognised.
    Every game is checked. An invalid game is reported on stderr and left out.
    """
    if form is not None and form not in FORMATS:
        raise CallFault(f"--from-format {form}: it is one of {', '.join(FORMATS)}")
    if to is not None and to not in FORMATS:
        if target is not None or not format_of(to):
            raise CallFault(f"--to {to}: it is one of {', '.join(FORMATS)}, or a file to write")
        target, to = to, None
    if target is not None:
        OUT.check(target, [source], force=force)
    if force and (target is None or target == inputs.STDIN):
        raise CallFault("--force goes with a file to write")
    wanted = to or format_of(target or "") or PVN
    if target is None or target == inputs.STDIN:
        if wanted == MSGPACK and console.is_terminal(sys.stdout):
            raise CallFault("msgpack is not for a terminal: name a file to write, or use > FILE")
        right = _convert(source, form or "", console.games_out(), wanted)
    else:
        right = _convert_to_file(source, form or "", target, wanted, force)
    if not right:
        raise typer.Exit(1)


def _convert_to_file(source: str, form: str, target: str, wanted: str, force: bool) -> bool:
    """Write the games to a file, which appears only when it is complete."""
    packing = compression.packing_of(target)
    with writing.SafeFile(target, force=force) as file:
        with compression.Packer(file.stream, packing) as packer:
            right = _convert(source, form, packer, wanted)
        file.keep()
    return right


def _convert(source: str, form: str, out: BinaryIO | compression.Packer, wanted: str) -> bool:
    """Write the games one after another; return False if one was invalid."""
    right, first = True, True
    for read in inputs.games_of(source, form=form):
        if read.error is not None:
            console.print_message(read.error.at(inputs.label(source)))
            right = False
        else:
            writing.write_whole(out, encode_game(read.session.record, wanted, first))
            first = False
    return right

"""`vanuatu find`: find positions in files of games."""

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, selection, writing
from vanuatu.cli.terminal import console
from vanuatu.notation.codec import PositionError
from vanuatu.notation.fields import Scope
from vanuatu.notation.files import GameRead
from vanuatu.notation.like import Pattern
from vanuatu.notation.where import Where

EXAMPLES = (
    "vanuatu find games.pvn --where \"can('B') and kind != 'build'\"",
    'vanuatu find games.pvn --like "vanuatu ?; 8 act ?; market 5" --count',
    'vanuatu find games.pvn --where "legal > 40" --fen --limit 10',
)


def find(
    files: inputs.FilesArgument,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="EXPR", help='Positions for which this holds: "seat.vatus > 8". Repeatable.'
        ),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="FEN", help="Positions like this line; ? matches anything."),
    ] = None,
    player: selection.PlayerOption = None,
    number: selection.NumbersOption = None,
    unique: selection.UniqueOption = False,
    limit: Annotated[int, typer.Option(metavar="N", min=0, help="At most N positions (0 = all).")] = 0,
    fen: Annotated[bool, typer.Option("--fen", help="Print only the lines of the positions.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON per position.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Print only the number of positions.")] = False,
) -> int:
    """Find positions: print FILE#GAME at ROUND.PLY and the position's line, with a tab between them.

    `vanuatu show` takes such a line. Each position before a move or a draw counts, and the last one. An
    invalid game is reported on stderr and left out. The exit code is 1 if nothing is found, except with
    --count.
    """
    if where is None and like is None:
        raise CallFault("give --where EXPR or --like FEN, or both")
    if fen + as_json + count > 1:
        raise CallFault("--fen, --json and --count: use one of them")
    chosen = selection.Selection(None, player, selection.read_numbers(number), unique=unique)
    condition = selection.read_where(where) or Where()
    pattern = _pattern(like) if like is not None else None
    found = 0
    for name, read in chosen.read(files):
        for scope in _positions(read, condition, pattern):
            found += 1
            if not count:
                _print(name, read, scope, fen=fen, as_json=as_json)
            if found == limit:
                break
        if limit and found == limit:
            break
    chosen.report()
    if count:
        console.print_data(str(found))
    elif not found and not chosen.faults:
        raise InputFault("no position matches")
    return 1 if chosen.faults else 0


def _pattern(text: str) -> Pattern:
    try:
        return Pattern(text)
    except PositionError as error:
        raise CallFault(f"--like: {error}") from None


def _positions(read: GameRead, condition: Where, pattern: Pattern | None) -> Iterator[Scope]:
    for scope in condition.positions(read.session, read.number):
        if pattern is None or pattern.matches(scope.codec, scope.state):
            yield scope


def _print(name: str, read: GameRead, scope: Scope, *, fen: bool, as_json: bool) -> None:
    line = scope.codec.write_position(scope.state)
    if fen:
        console.print_data(line)
    elif as_json:
        console.write_json(_as_json(name, read, scope, line))
    else:
        found = f"{inputs.label(name)}#{read.number} at {scope.address}\t{line}\n"
        writing.write_whole(sys.stdout.buffer, found.encode())


def _as_json(name: str, read: GameRead, scope: Scope, line: str) -> dict[str, Any]:
    ply = scope.ply()
    return {
        "file": inputs.label(name),
        "game": read.number,
        "at": scope.address,
        "ply": scope.at,
        "round": int(scope.state.round),
        "phase": scope.codec.phase(scope.state),
        "seat": scope.seat_name(-1),
        "token": ply.token if ply is not None else None,
        "fen": line,
    }

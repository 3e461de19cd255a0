"""`vanuatu show`: one position, drawn, as a line, or as JSON."""

import sys
from typing import Annotated

import typer

from vanuatu_cli.errors import CallFault
from vanuatu_cli.io import console
from vanuatu_cli.io.positions import AtOption, GameOption, PlyOption, SourceArgument

EXAMPLES = (
    "vanuatu show game.pvn",
    "vanuatu show game.pvn --at 5.12",
    "vanuatu show games.pvn --game 3 --ply 0 --plain",
    "vanuatu show game.pvn --json",
)
NARROWEST = 50


def show(
    source: SourceArgument,
    at: AtOption = None,
    ply: PlyOption = None,
    game: GameOption = 1,
    fen: Annotated[bool, typer.Option("--fen", help="Print the position as one line.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the position as JSON.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="ASCII without colour.")] = False,
    width: Annotated[int | None, typer.Option(metavar="COLUMNS", help="Columns to draw on.")] = None,
) -> None:
    """Draw one position: of a game where it has come to, or at any ply."""
    from notation.tags import seats_of
    from vanuatu_cli.drawing import Style, draw
    from vanuatu_cli.io.positions import find_position

    if fen and as_json:
        raise CallFault("--fen and --json are two ways to print it; one is enough")
    if width is not None and width < NARROWEST:
        raise CallFault(f"--width: the drawing needs {NARROWEST} columns at least")
    session = find_position(source, at=at, ply=ply, game=game)
    codec, state, tags = session.codec, session.state, session.record.tags
    if fen:
        print(codec.write_position(state))
    elif as_json:
        console.write_json(codec.view(state))
    else:
        style = Style.of(sys.stdout, plain)
        columns = width or max(NARROWEST, console.columns())
        names = [tags[name] for name in seats_of(tags)]
        sys.stdout.write(draw(codec, state, width=columns, style=style, names=names))

"""`vanuatu show`: draw a position."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.terminal import console
from vanuatu.notation.record import with_seat

if TYPE_CHECKING:
    from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu show game.pvn",
    "vanuatu show game.pvn --at 5.12",
    "vanuatu show games.pvn --number 3 --ply 0 --plain",
    "vanuatu show game.pvn --json",
    "vanuatu show game.pvn --at 5.12 --svg board.svg --mark",
)
WITHOUT_VALUE = {"--svg": inputs.STDIN}
RENAMED = {"--game": "--number"}
SVG = writing.Output("--svg", (".svg",))
NARROWEST = 50


def show(
    source: inputs.SourceArgument,
    at: inputs.AtOption = None,
    ply: inputs.PlyOption = None,
    number: inputs.NumberOption = 1,
    fen: Annotated[bool, typer.Option("--fen", help="Print the position as one line.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the position as JSON.")] = False,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="[FILE]", help="Draw an SVG picture. [default: stdout]")
    ] = None,
    mark: Annotated[bool, typer.Option("--mark", help="With --svg: mark the last move.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print ASCII without colour.")] = False,
    width: Annotated[
        int | None, typer.Option(metavar="COLUMNS", help="Width of the drawing, 50–1000.")
    ] = None,
) -> None:
    """Draw a position: the last one of a game, or the one after any ply."""
    from vanuatu.cli.files.inputs import find_position
    from vanuatu.cli.terminal import score_table
    from vanuatu.core.game import OVER
    from vanuatu.notation.boards.canvas import Style
    from vanuatu.notation.boards.text import draw, player_names
    from vanuatu.notation.tags import seats_of

    chosen = [
        name for name, wanted in (("--fen", fen), ("--json", as_json), ("--svg", svg is not None)) if wanted
    ]
    if len(chosen) > 1:
        raise CallFault(f"{' and '.join(chosen)} are ways to print it; one is enough")
    if svg is not None and (plain or width is not None):
        raise CallFault("--plain and --width are for the terminal: they do not go with --svg")
    if mark and svg is None:
        raise CallFault("--mark goes with --svg")
    if force and svg in (None, inputs.STDIN):
        raise CallFault("--force goes with --svg FILE")
    if svg is not None and svg != inputs.STDIN:
        SVG.check(svg, [source], force=force)
    if width is not None and not NARROWEST <= width <= console.WIDEST:
        raise CallFault(f"--width goes from {NARROWEST} to {console.WIDEST} columns")
    session = find_position(source, at=at, ply=ply, number=number)
    codec, state, tags = session.codec, session.state, session.record.tags
    names = [tags[name] for name in seats_of(tags)]
    if fen:
        console.print_data(codec.write_position(state))
    elif as_json:
        console.write_json(codec.view(state))
    elif svg is not None:
        _write_picture(svg, session, names, mark, force)
    else:
        style = Style.of(sys.stdout, plain)
        columns = width or max(NARROWEST, console.columns())
        console.paint(draw(codec, state, width=columns, style=style, names=names))
        if state.actor == OVER:
            seated = player_names(state, names)
            console.paint(style.paint([[], *score_table.ending_lines(codec, state, seated, columns)]))


def _write_picture(name: str, session: "Session", names: list[str], mark: bool, force: bool) -> None:
    """Write the position as SVG to stdout, or to a file that appears only when it is complete."""
    from vanuatu.notation.boards.svg import svg

    plies = session.record.plies
    token = with_seat(plies[-1]) if mark and plies else None
    picture = svg(session.codec.game, session.codec.scene(session.state), names, token).encode()
    if name == inputs.STDIN:
        sys.stdout.buffer.write(picture)
        return
    with writing.SafeFile(name, complete=True, force=force) as file:
        file.stream.write(picture)
        file.keep()

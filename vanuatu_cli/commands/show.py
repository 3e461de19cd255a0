"""`vanuatu show`: draw a position."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.files import png as png_files
from vanuatu.cli.terminal import console
from vanuatu.notation.record import with_seat

if TYPE_CHECKING:
    from vanuatu.notation.boards.sheet import Look
    from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu show game.pvn",
    "vanuatu show game.pvn --at 5.12",
    "vanuatu show games.pvn --number 3 --ply 0 --plain",
    "vanuatu show game.pvn --json",
    "vanuatu show game.pvn --at 5.12 --svg board.svg --mark",
    "vanuatu show game.pvn --svg board.svg --theme dark --board-only",
    "vanuatu show game.pvn --png board.png --size 1600",
)
WITHOUT_VALUE = {"--svg": inputs.STDIN}
RENAMED = {"--game": "--number"}
SVG = writing.Output("--svg", (".svg",))
PNG = writing.Output("--png", (".png",))
NARROWEST = 50
SMALLEST, LARGEST = 100, 8000  # pixels


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
    png: Annotated[
        str | None, typer.Option("--png", metavar="FILE", help="Draw a PNG picture. Needs the extra png.")
    ] = None,
    mark: Annotated[bool, typer.Option("--mark", help="In a picture: mark the last move.")] = False,
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME", help="Colours of a picture: auto, light, dark. [default: auto; PNG light]"
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="PIXELS", help="Width of a picture, 100–8000."),
    ] = None,
    board_only: Annotated[
        bool, typer.Option("--board-only", help="In a picture: only the board that all share.")
    ] = False,
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

    picture = svg if svg is not None else png
    chosen = [
        name
        for name, wanted in (
            ("--fen", fen), ("--json", as_json), ("--svg", svg is not None), ("--png", png is not None),
        )
        if wanted
    ]  # fmt: skip
    if len(chosen) > 1:
        raise CallFault(f"{' and '.join(chosen)} are ways to print it; one is enough")
    if picture is not None and (plain or width is not None):
        raise CallFault(f"--plain and --width are for the terminal: they do not go with {chosen[0]}")
    if picture is None:
        _refuse_without_picture(mark=mark, theme=theme, size=size, board_only=board_only)
    if force and picture in (None, inputs.STDIN):
        raise CallFault("--force goes with --svg FILE or --png FILE")
    look = _look(theme, size, board_only, png is not None)
    if png is not None:
        png_files.require()
    elif svg is not None and svg.lower().endswith(".png"):
        raise CallFault(f"--svg {svg}: unknown ending. Expected .svg. For PNG use --png {svg}")
    if picture is not None and picture != inputs.STDIN:
        (SVG if png is None else PNG).check(picture, [source], force=force)
    if width is not None and not NARROWEST <= width <= console.WIDEST:
        raise CallFault(f"--width goes from {NARROWEST} to {console.WIDEST} columns")
    session = find_position(source, at=at, ply=ply, number=number)
    codec, state, tags = session.codec, session.state, session.record.tags
    names = [tags[name] for name in seats_of(tags)]
    if fen:
        console.print_data(codec.write_position(state))
    elif as_json:
        console.write_json(codec.view(state))
    elif picture is not None:
        drawn = _drawn(session, names, mark, look)
        _write(picture, drawn.encode() if png is None else png_files.as_png(drawn), force)
    else:
        style = Style.of(sys.stdout, plain)
        columns = width or max(NARROWEST, console.columns())
        console.paint(draw(codec, state, width=columns, style=style, names=names))
        if state.actor == OVER:
            seated = player_names(state, names)
            console.paint(style.paint([[], *score_table.ending_lines(codec, state, seated, columns)]))


def _refuse_without_picture(*, mark: bool, theme: str | None, size: int | None, board_only: bool) -> None:
    """Raise CallFault if an option of pictures is given without one."""
    options = {"--mark": mark, "--theme": theme is not None, "--size": size is not None}
    for name, given in (options | {"--board-only": board_only}).items():
        if given:
            raise CallFault(f"{name} goes with --svg or --png")


def _look(theme: str | None, size: int | None, board_only: bool, pixels: bool) -> "Look":
    """Return how the picture shall look; a PNG cannot follow the reader's system."""
    from vanuatu.notation.boards.colours import THEMES
    from vanuatu.notation.boards.sheet import Look

    if theme is not None and theme not in THEMES:
        raise CallFault(f"--theme: {theme!r} is not a theme ({', '.join(THEMES)})")
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise CallFault(f"--size goes from {SMALLEST} to {LARGEST} pixels")
    if pixels and theme in (None, "auto"):
        theme = "light"
    return Look(theme or "auto", size, board_only)


def _drawn(session: "Session", names: list[str], mark: bool, look: "Look") -> str:
    """Return the position as SVG."""
    from vanuatu.notation.boards.svg import svg

    plies = session.record.plies
    token = with_seat(plies[-1]) if mark and plies else None
    return svg(session.codec.game, session.codec.scene(session.state), names, token, look)


def _write(name: str, picture: bytes, force: bool) -> None:
    """Write a picture to stdout, or to a file that appears only when it is complete."""
    if name == inputs.STDIN:
        sys.stdout.buffer.write(picture)
        return
    with writing.SafeFile(name, complete=True, force=force) as file:
        file.stream.write(picture)
        file.keep()

"""`vanuatu show`: draw a position."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.files import png as png_files
from vanuatu.cli.terminal import console
from vanuatu.notation.record import with_seat
from vanuatu.notation.tags import seats_of

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


@dataclass(frozen=True)
class ShowOptions:
    """Which position to show, and how. Raise CallFault if the options do not fit together."""

    source: inputs.SourceArgument
    at: inputs.AtOption = None
    ply: inputs.PlyOption = None
    number: inputs.NumberOption = 1
    fen: Annotated[bool, typer.Option("--fen", help="Print the position as one line.")] = False
    as_json: Annotated[bool, typer.Option("--json", help="Print the position as JSON.")] = False
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="[FILE]", help="Draw an SVG picture. [default: stdout]")
    ] = None
    png: Annotated[
        str | None, typer.Option("--png", metavar="FILE", help="Draw a PNG picture. Needs the extra png.")
    ] = None
    mark: Annotated[bool, typer.Option("--mark", help="In a picture: mark the last move.")] = False
    theme: Annotated[
        str | None,
        typer.Option(
            metavar="THEME", help="Colours of a picture: auto, light, dark. [default: auto; PNG light]"
        ),
    ] = None
    size: Annotated[
        int | None,
        typer.Option("--size", metavar="PIXELS", help="Width of a picture, 100–8000."),
    ] = None
    board_only: Annotated[
        bool, typer.Option("--board-only", help="In a picture: only the board that all share.")
    ] = False
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False
    plain: Annotated[bool, typer.Option("--plain", help="Print ASCII without colour.")] = False
    width: Annotated[int | None, typer.Option(metavar="COLUMNS", help="Width of the drawing, 50–1000.")] = (
        None
    )

    def __post_init__(self) -> None:
        chosen = [
            name
            for name, wanted in (
                ("--fen", self.fen), ("--json", self.as_json),
                ("--svg", self.svg is not None), ("--png", self.png is not None),
            )
            if wanted
        ]  # fmt: skip
        if len(chosen) > 1:
            raise CallFault(f"{' and '.join(chosen)} are ways to print it; one is enough")
        if self.picture is None:
            self._refuse_without_picture()
        elif self.plain or self.width is not None:
            raise CallFault(f"--plain and --width are for the terminal: they do not go with {chosen[0]}")
        if self.force and self.picture in (None, inputs.STDIN):
            raise CallFault("--force goes with --svg FILE or --png FILE")
        if self.size is not None and not SMALLEST <= self.size <= LARGEST:
            raise CallFault(f"--size goes from {SMALLEST} to {LARGEST} pixels")
        if self.width is not None and not NARROWEST <= self.width <= console.WIDEST:
            raise CallFault(f"--width goes from {NARROWEST} to {console.WIDEST} columns")

    def _refuse_without_picture(self) -> None:
        """Raise CallFault if an option of pictures is given without one."""
        options = {"--mark": self.mark, "--theme": self.theme is not None, "--size": self.size is not None}
        for name, given in (options | {"--board-only": self.board_only}).items():
            if given:
                raise CallFault(f"{name} goes with --svg or --png")

    @property
    def picture(self) -> str | None:
        """The destination of the picture; None if another form is wanted."""
        return self.svg if self.svg is not None else self.png

    @property
    def look(self) -> "Look":
        """How the picture shall look; a PNG cannot follow the reader's system."""
        from vanuatu.notation.boards.colours import THEMES
        from vanuatu.notation.boards.sheet import Look

        if self.theme is not None and self.theme not in THEMES:
            raise CallFault(f"--theme: {self.theme!r} is not a theme ({', '.join(THEMES)})")
        theme = self.theme or "auto"
        if self.png is not None and theme == "auto":
            theme = "light"
        return Look(theme, self.size, self.board_only)


def show(options: ShowOptions) -> None:
    """Draw a position: the last one of a game, or the one after any ply."""
    look = options.look
    if options.picture is not None:
        _check_destination(options, options.picture)
    session = inputs.find_position(options.source, at=options.at, ply=options.ply, number=options.number)
    tags = session.record.tags
    names = [tags[name] for name in seats_of(tags)]
    if options.fen:
        console.print_data(session.codec.write_position(session.state))
    elif options.as_json:
        console.write_json(session.codec.view(session.state))
    elif options.picture is not None:
        drawn = _drawn(session, names, options.mark, look)
        picture = drawn.encode() if options.png is None else png_files.as_png(drawn)
        _write(options.picture, picture, options.force)
    else:
        _print(session, names, options)


def _check_destination(options: ShowOptions, picture: str) -> None:
    """Raise CallFault if the picture cannot be made, or not be written there."""
    if options.png is not None:
        png_files.require()
    elif picture.lower().endswith(".png"):
        raise CallFault(f"--svg {picture}: unknown ending. Expected .svg. For PNG use --png {picture}")
    if picture != inputs.STDIN:
        (SVG if options.png is None else PNG).check(picture, [options.source], force=options.force)


def _print(session: "Session", names: list[str], options: ShowOptions) -> None:
    """Draw the position in the terminal; after the end of the game, also how it ended."""
    from vanuatu.cli.terminal import score_table
    from vanuatu.core.game import OVER
    from vanuatu.notation.boards.canvas import Style
    from vanuatu.notation.boards.text import draw, player_names

    codec, state = session.codec, session.state
    style = Style.of(sys.stdout, options.plain)
    columns = options.width or max(NARROWEST, console.columns())
    console.paint(draw(codec, state, width=columns, style=style, names=names))
    if state.actor == OVER:
        seated = player_names(state, names)
        console.paint(style.paint([[], *score_table.ending_lines(codec, state, seated, columns)]))


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

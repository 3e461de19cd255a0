"""`vanuatu replay`: replay games move by move."""

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, selection, writing
from vanuatu.cli.replay.terminal_player import PlyAddress, steps
from vanuatu.cli.terminal import console
from vanuatu.notation import fields
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.files import GameRead
from vanuatu.notation.packed.maps import DRAWN
from vanuatu.notation.steps import Step
from vanuatu.notation.tags import ordered
from vanuatu.notation.where import Where

if TYPE_CHECKING:
    from vanuatu.cli.replay.page import GamesPage

EXAMPLES = (
    "vanuatu replay game.pvn",
    "vanuatu replay game.pvn --from-ply 3.1 --to-ply 3.40 --board --step",
    "vanuatu replay games.pvn --number 2 --ndjson --legal --state | jq .token",
    'vanuatu replay games.pvn --where "seat.vatus > 8" --ndjson --fen --names',
    "vanuatu replay games.pvn --html games.html",
)
RENAMED = {"--game": "--number", "--from": "--from-ply", "--to": "--to-ply"}

HTML = writing.Output("--html", writing.PAGES)


def replay(
    files: inputs.FilesArgument,
    ndjson: Annotated[bool, typer.Option("--ndjson", help="Print a line of JSON per ply.")] = False,
    legal: Annotated[bool, typer.Option("--legal", help="With --ndjson: add the legal tokens.")] = False,
    state: Annotated[
        bool, typer.Option("--state", help="With --ndjson: add the position after the ply.")
    ] = False,
    head: Annotated[
        bool, typer.Option("--head", help="With --ndjson: begin each game with its tags.")
    ] = False,
    fen: Annotated[
        bool, typer.Option("--fen", help="With --ndjson: add the position after the ply as one line.")
    ] = False,
    names: Annotated[
        bool, typer.Option("--names", help="With --ndjson: add the name of the player who moves.")
    ] = False,
    number: inputs.OnlyOption = None,
    first: Annotated[
        str | None, typer.Option("--from-ply", metavar="PLY", help="First ply: 40, or 5.12 in round 5.")
    ] = None,
    last: Annotated[str | None, typer.Option("--to-ply", metavar="PLY", help="Last ply, included.")] = None,
    where: selection.WhereOption = None,
    board: Annotated[bool, typer.Option("--board", help="Draw the position after each move.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for a key after each move; q quits.")] = False,
    delay: Annotated[float, typer.Option(metavar="SECONDS", help="Pause after each move, 0–3600.")] = 0.0,
    plain: Annotated[bool, typer.Option("--plain", help="Print ASCII without colour.")] = False,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write a page with the games.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Replay games move by move: as text, as NDJSON (one line per ply), or as an HTML page.

    With --head, NDJSON has a line about each game before its plies. An invalid game is reported on stderr and
    does not stop the replay of the next one. With --where about positions, only the moves in them are shown.
    """
    extras = _Extras(legal=legal, state=state, head=head, fen=fen, names=names)
    if extras != _Extras() and not ndjson:
        raise CallFault("--legal, --state, --head, --fen and --names go with --ndjson")
    if ndjson and (board or step or delay or plain):
        raise CallFault("--board, --step, --delay and --plain are for people: they do not go with --ndjson")
    if not 0 <= delay <= 3600:
        raise CallFault("--delay takes 0 to 3600 seconds")
    if force and html is None:
        raise CallFault("--force goes with --html")
    if html is not None:
        if ndjson or board or step or delay or plain or first is not None or last is not None:
            raise CallFault(
                "--html makes a page of whole games: only --number, --where and --force go with it"
            )
        if _make_page(files, number or 0, html, force, _Part(where=selection.read_where(where))):
            raise typer.Exit(1)
        return
    part = _Part(
        PlyAddress.read(first, "--from-ply") if first is not None else None,
        PlyAddress.read(last, "--to-ply") if last is not None else None,
        selection.read_where(where),
    )
    player = (
        _Lines(part, extras) if ndjson else _Pictures(part, board=board, step=step, delay=delay, plain=plain)
    )
    with player.showing():
        wrong = _replay_all(files, number or 0, player, part)
    if wrong:
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Extras:
    """What the lines of JSON contain beside the ply."""

    legal: bool = False
    state: bool = False
    head: bool = False
    fen: bool = False
    names: bool = False


@dataclass(frozen=True)
class _Part:
    """The part of the games to replay."""

    begin: PlyAddress | None = None
    end: PlyAddress | None = None
    where: Where | None = None

    def has(self, read: GameRead) -> bool:
        """Return whether the condition holds for the game."""
        return self.where is None or self.where.holds(read.session, read.number)

    def steps(self, read: GameRead) -> Iterator[Step]:
        """Yield the moves of a game to replay."""
        chosen: set[int] | None = None
        if self.where is not None and self.where.needs == fields.POSITION:
            chosen = {scope.at + 1 for scope in self.where.positions(read.session, read.number)}
        for step in steps(read.session, self.begin, self.end):
            if chosen is None or step.number in chosen:
                yield step


class _Lines:
    """Prints a line of JSON for each ply."""

    def __init__(self, part: _Part, extras: _Extras) -> None:
        self._part = part
        self._extras = extras

    def showing(self) -> contextlib.AbstractContextManager[None]:
        """Return an empty context: this format needs no preparation."""
        return contextlib.nullcontext()

    def show(self, read: GameRead, file: str) -> bool:
        """Print the lines of a game; they contain `file` unless it is empty."""
        begin: dict[str, Any] = {"file": file} if file else {}
        if self._extras.head:
            self._write(begin | self._head_line(read))
        for step in self._part.steps(read):
            self._write(begin | self._line(read, step))
        return True

    def _write(self, line: dict[str, Any]) -> None:
        text = console.json_text(line, compact=True)
        writing.write_whole(sys.stdout.buffer, text.encode() + b"\n")

    def _head_line(self, read: GameRead) -> dict[str, Any]:
        """Return the facts about the whole game."""
        record, game = read.session.record, read.session.game
        return {
            "game": read.number,
            "tags": [list(pair) for pair in ordered(record.tags)],
            "players": game.players,
            "variant": ",".join(game.options),
            "result": record.result,
        }

    def _line(self, read: GameRead, step: Step) -> dict[str, Any]:
        codec, before, ply = read.session.codec, step.state, step.ply
        line: dict[str, Any] = {
            "game": read.number,
            "ply": step.number,
            "round": int(ply.round),
            "phase": codec.phase(before),
            "seat": SEAT_LETTERS[ply.seat] if ply.seat >= 0 else DRAWN,
            "token": ply.token,
        }
        if self._extras.names:
            tags = read.session.record.tags
            line["name"] = tags.get(SEAT_NAMES[ply.seat], "?") if ply.seat >= 0 else None
        if self._extras.legal:
            line["legal"] = [codec.token(before, move) for move in before.legal_moves()]
        if self._extras.state:
            line["state"] = codec.row(step.state_after)
        if self._extras.fen:
            line["fen"] = codec.write_position(step.state_after)
        return line


class _Pictures:
    """Prints games as text for people. Its modules are imported only when needed."""

    def __init__(self, part: _Part, **options: Any) -> None:
        from vanuatu.cli.replay.terminal_player import TerminalPlayer

        self._part = part
        self._player = TerminalPlayer(**options)
        self._shown = 0

    def showing(self) -> contextlib.AbstractContextManager[None]:
        """Return the context for all games: with --step, the terminal sends single keys."""
        return self._player.showing()

    def show(self, read: GameRead, file: str) -> bool:
        """Show a game; return False if the person quits."""
        self._shown += 1
        if self._shown > 1:
            console.print_data()
        if file:
            console.print_data(file)
        return self._player.show(read.session, read.number, self._part.steps(read))


def _make_page(files: list[str], only: int, html: str, force: bool, part: _Part) -> bool:
    """Write the page when it is complete; return True if a game had an error."""
    from vanuatu.cli.replay.page import GamesPage

    title = f"Vanuatu: {', '.join(Path(inputs.label(file)).name for file in files[:3])}"
    if html == inputs.STDIN:
        page = GamesPage(sys.stdout.buffer, title)
        wrong = _replay_all(files, only, page, part)
        page.end()
        return wrong
    HTML.check(html, files, force=force)
    with writing.SafeFile(html, complete=True, force=force) as out:
        page = GamesPage(out.stream, title)
        wrong = _replay_all(files, only, page, part)
        if page.end():
            out.keep()
    return wrong


def _replay_all(files: list[str], only: int, player: "_Lines | _Pictures | GamesPage", part: _Part) -> bool:
    """Replay that part of the games; return whether a game is invalid.

    Raise CallFault if games were read but none reaches the first ply, InputFault if no game matches.
    """
    wrong = shown = left_out = False
    begin = part.begin
    too_short: GameRead | None = None
    for name in files:
        try:
            for read in inputs.games_of(name, only=only):
                if read.error is not None:
                    sys.stdout.flush()
                    console.print_message(read.error.at(inputs.label(name)))
                    wrong = True
                elif begin is not None and not begin.is_reached(read.session):
                    too_short = read
                elif not part.has(read):
                    left_out = True
                elif not player.show(read, inputs.label(name) if len(files) > 1 else ""):
                    return wrong
                else:
                    shown = True
        except InputFault as fault:
            console.print_message(str(fault))
            wrong = True
    if begin is not None and too_short is not None and not shown:
        raise CallFault(f"--from-ply {begin}: {begin.missing_from(too_short.session.record.plies)}")
    if left_out and not shown and not wrong:
        raise InputFault("no game matches")
    return wrong

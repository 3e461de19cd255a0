"""`vanuatu replay`: replay games move by move."""

import contextlib
import sys
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.replay.terminal_player import PlyAddress, steps
from vanuatu.cli.terminal import console
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.files import GameRead
from vanuatu.notation.packed.maps import DRAWN
from vanuatu.notation.steps import Step
from vanuatu.notation.tags import ordered

EXAMPLES = (
    "vanuatu replay game.pvn",
    "vanuatu replay game.pvn --from-ply 3.1 --to-ply 3.40 --board --step",
    "vanuatu replay games.pvn --number 2 --ndjson --legal --state | jq .token",
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
    number: inputs.OnlyOption = None,
    first: Annotated[
        str | None, typer.Option("--from-ply", metavar="PLY", help="First ply: 40, or 5.12 in round 5.")
    ] = None,
    last: Annotated[str | None, typer.Option("--to-ply", metavar="PLY", help="Last ply, included.")] = None,
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
    does not stop the replay of the next one.
    """
    if (legal or state or head) and not ndjson:
        raise CallFault("--legal, --state and --head go with --ndjson")
    if ndjson and (board or step or delay or plain):
        raise CallFault("--board, --step, --delay and --plain are for people: they do not go with --ndjson")
    if not 0 <= delay <= 3600:
        raise CallFault("--delay takes 0 to 3600 seconds")
    if force and html is None:
        raise CallFault("--force goes with --html")
    if html is not None:
        if ndjson or board or step or delay or plain or first is not None or last is not None:
            raise CallFault("--html makes a page of whole games: only --number and --force go with it")
        if _make_page(files, number or 0, html, force):
            raise typer.Exit(1)
        return
    begin = PlyAddress.read(first, "--from-ply") if first is not None else None
    end = PlyAddress.read(last, "--to-ply") if last is not None else None
    player = (
        _Lines(begin, end, legal=legal, state=state, head=head)
        if ndjson
        else _Pictures(begin, end, board=board, step=step, delay=delay, plain=plain)
    )
    with player.showing():
        wrong = _replay_all(files, number or 0, player, begin)
    if wrong:
        raise typer.Exit(1)


class _Lines:
    """Prints a line of JSON for each ply."""

    def __init__(
        self, begin: PlyAddress | None, end: PlyAddress | None, *, legal: bool, state: bool, head: bool
    ) -> None:
        self._begin, self._end = begin, end
        self._legal, self._state, self._head = legal, state, head

    def showing(self) -> contextlib.AbstractContextManager[None]:
        """Return an empty context: this format needs no preparation."""
        return contextlib.nullcontext()

    def show(self, read: GameRead, file: str) -> bool:
        """Print the lines of a game; they contain `file` unless it is empty."""
        begin: dict[str, Any] = {"file": file} if file else {}
        if self._head:
            self._write(begin | self._head_line(read))
        for step in steps(read.session, self._begin, self._end):
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
        if self._legal:
            line["legal"] = [codec.token(before, move) for move in before.legal_moves()]
        if self._state:
            line["state"] = codec.view(step.state_after)
        return line


class _Pictures:
    """Prints games as text for people. Its modules are imported only when needed."""

    def __init__(self, begin: PlyAddress | None, end: PlyAddress | None, **options: Any) -> None:
        from vanuatu.cli.replay.terminal_player import TerminalPlayer

        self._begin, self._end = begin, end
        self._film = TerminalPlayer(**options)
        self._shown = 0

    def showing(self) -> contextlib.AbstractContextManager[None]:
        """Return the context for all games: with --step, the terminal sends single keys."""
        return self._film.showing()

    def show(self, read: GameRead, file: str) -> bool:
        """Show a game; return False if the person quits."""
        self._shown += 1
        if self._shown > 1:
            console.tell()
        if file:
            console.tell(file)
        return self._film.show(read.session, read.number, steps(read.session, self._begin, self._end))


class _Page:
    """Writes a page with all games; it begins with the first one."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        from vanuatu.cli.replay.page import GamesPage

        self._stream = stream
        self._name = name
        self.page = GamesPage()

    def show(self, read: GameRead, file: str) -> bool:
        """Add a game to the page."""
        if not self.page.games:
            self._stream.write(self.page.head(self._name))
        self._stream.write(self.page.game(read.session, file))
        return True

    def end(self) -> None:
        """Finish the page after the last game."""
        self._stream.write(self.page.foot())


def _make_page(files: list[str], only: int, html: str, force: bool) -> bool:
    """Write the page when it is complete; return True if a game had an error."""
    name = f"Vanuatu: {', '.join(Path(inputs.label(file)).name for file in files[:3])}"
    if html == inputs.STDIN:
        page = _Page(sys.stdout.buffer, name)
        wrong = _replay_all(files, only, page)
        if page.page.games:
            page.end()
        return wrong
    HTML.check(html, files, force=force)
    with writing.SafeFile(html, complete=True, force=force) as out:
        page = _Page(out.stream, name)
        wrong = _replay_all(files, only, page)
        if page.page.games:
            page.end()
            out.stream.flush()
            out.keep()
    return wrong


def _replay_all(
    files: list[str], only: int, player: _Lines | _Pictures | _Page, begin: PlyAddress | None = None
) -> bool:
    """Replay the games of the files that reach the ply `begin`; return whether one of them is invalid.

    Raise CallFault if games were read but none reaches it.
    """
    wrong = shown = False
    too_short: GameRead | None = None
    for name in files:
        try:
            for read in inputs.games_of(name, only=only):
                if read.error is not None:
                    sys.stdout.flush()
                    console.say(read.error.at(inputs.label(name)))
                    wrong = True
                elif begin is not None and not begin.is_reached(read.session):
                    too_short = read
                elif not player.show(read, inputs.label(name) if len(files) > 1 else ""):
                    return wrong
                else:
                    shown = True
        except InputFault as fault:
            console.say(str(fault))
            wrong = True
    if begin is not None and too_short is not None and not shown:
        raise CallFault(f"--from-ply {begin}: {begin.missing_from(too_short.session.record.plies)}")
    return wrong

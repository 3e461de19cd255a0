"""`vanuatu puzzles`: make a set of puzzles from games."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, BinaryIO

import typer

from vanuatu.ai.bot import BotError
from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.match import report
from vanuatu.cli.review.game_review import make_reviewer
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import StatusLine
from vanuatu.cli.train import puzzles as finding
from vanuatu.notation.files import GameRead
from vanuatu.notation.printable import printable

EXAMPLES = (
    "vanuatu puzzles games.pvn --out puzzles.pvn",
    "vanuatu puzzles games.pvn --check mcts:4000 --most 10 --out puzzles.pvn",
    "vanuatu train puzzles.pvn",
)
OUT = writing.Output("--out", (".pvn",))
STDOUT = "-"


def puzzles(
    files: inputs.FilesArgument,
    check: Annotated[
        str, typer.Option(metavar="SPEC", help="Bot that confirms each answer.")
    ] = finding.CHECK,
    most: Annotated[int, typer.Option(metavar="N", min=1, help="Most puzzles of one game.")] = finding.A_GAME,
    number: inputs.OnlyOption = None,
    out: Annotated[str, typer.Option(metavar="FILE", help="Output file (.pvn); - is stdout.")] = STDOUT,
    force: common.Force = False,
) -> int:
    """Find puzzles in games: positions with one clearly best move.

    A search of 400 simulations screens each decision. The move it prefers is compared with its rivals: each
    must certainly lose 1.5 points or 6 % win chance. A long search must confirm the answer. Answers, expected
    lines and margins are in the PVN. The same games give the same puzzles. Use good games: positions of
    strong bots are best.
    """
    OUT.check(out, files, force=force)
    try:
        make_reviewer(check).close()
    except BotError as error:
        raise CallFault(f"--check {check}: {error}") from None
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(writing.SafeFile(out, force=force)) if out != STDOUT else None
        stream = console.games_out() if file is None else file.stream
        status = stack.enter_context(contextlib.closing(StatusLine()))
        made = _write_puzzles(_games(files, number or 0), stream, status, check, most)
        if file is not None:
            file.keep()
    console.print_message(f"{_puzzles(made.puzzles)} from {report.games(made.games)}")
    if not made.games:
        raise InputFault("no game could be read")
    return 1 if made.errors else 0


@dataclass
class _Made:
    """What was done so far."""

    games: int = 0
    puzzles: int = 0
    errors: int = 0


def _puzzles(count: int) -> str:
    return f"{count} puzzle{'' if count == 1 else 's'}"


def _games(files: list[str], number: int) -> Iterator[tuple[str, GameRead]]:
    for name in files:
        for read in inputs.games_of(name, only=number):
            yield name, read


def _write_puzzles(
    games: Iterator[tuple[str, GameRead]], stream: BinaryIO, status: StatusLine, check: str, most: int
) -> _Made:
    """Write the puzzles of the games, each as soon as its game is done. Report and count invalid games."""
    made = _Made()
    for name, read in games:
        if read.error is not None:
            console.print_message(read.error.at(inputs.label(name)))
            made.errors += 1
            continue
        made.games += 1
        source = f"{printable(name.rsplit('/', 1)[-1])}, game {read.number}"
        with contextlib.closing(finding.PuzzleFinder(read.session, source, check, most)) as finder:
            for ply in finder.steps():
                if status.due():
                    count = made.puzzles + len(finder.found)
                    status.show(f"game {made.games}, ply {ply}: {_puzzles(count)}")
        for puzzle in finder.found:
            text = ("\n" if made.puzzles else "") + puzzle.text(check)
            writing.write_whole(stream, text.encode())
            made.puzzles += 1
        stream.flush()
    return made

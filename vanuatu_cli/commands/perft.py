"""`vanuatu perft`: count the sequences of legal plies from a position."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from vanuatu.cli import options
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console, progress
from vanuatu.core.game import OVER
from vanuatu.core.perft import SequenceCount

if TYPE_CHECKING:
    from vanuatu.core.game import State
    from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu perft example:teaching --at 1.12 --depth 4",
    "vanuatu perft example:maori-teaching --ply 20 --depth 3 --divide",
    "echo 'position fen vanuatu 3; …' | vanuatu perft - --depth 3",
)

_AT_ONCE: Final = 2  # plies that are counted without a pause for signals and progress
_HEAD: Final = ("depth", "sequences", "decisions", "draws")


def perft(
    source: inputs.SourceArgument,
    depth: Annotated[int, typer.Option(metavar="N", min=1, max=99, help="Number of plies.")],
    divide: Annotated[
        bool, typer.Option("--divide", help="Count the sequences after each first ply.")
    ] = False,
    at: inputs.AtOption = None,
    ply: inputs.PlyOption = None,
    number: inputs.NumberOption = 1,
    as_json: options.Json = False,
) -> None:
    """Count the sequences of legal plies from a position, to test another implementation of the rules.

    A ply is a decision or a draw. Every possible draw counts once, however likely it is, and secret choices
    count like open ones. The columns count the sequences whose last ply is a decision, or a draw. Sequences
    that end the game earlier do not count. After Ctrl-C, the depths that are done have been printed.
    """
    session = inputs.find_position(source, at=at, ply=ply, number=number)
    if session.state.actor == OVER:
        raise InputFault("The game is finished. Choose a position with --at ROUND.PLY.")
    counter = _Counter()
    if divide:
        _divide(session, depth, counter, as_json)
        return
    rows: list[dict[str, int]] = []
    if not as_json:
        console.print_data(_line(_HEAD))
    for plies in range(1, depth + 1):
        rows.append({"depth": plies} | _figures(counter.count(session.state, plies)))
        if not as_json:
            console.print_data(_line(list(rows[-1].values())), flush=True)
    if as_json:
        console.write_json({"position": _position(session), "depths": rows})


def _divide(session: "Session", depth: int, counter: "_Counter", as_json: bool) -> None:
    """Print the number of sequences after each first ply."""
    parts: dict[str, int] = {}
    for move in session.state.legal_moves():
        token = session.codec.token(session.state, int(move))
        after = session.state.copy()
        after.apply(move)
        parts[token] = _figures(counter.count(after, depth - 1))["sequences"] if depth > 1 else 1
        if not as_json:
            console.print_data(f"{token}  {parts[token]}", flush=True)
    if as_json:
        console.write_json({"position": _position(session), "depth": depth, "divide": parts})
    else:
        console.print_message(f"{sum(parts.values())} sequences after {len(parts)} first plies")


class _Counter:
    """Counts sequences; prints the count so far on stderr while it works."""

    def __init__(self) -> None:
        self._status = progress.StatusLine()

    def count(self, state: "State", depth: int) -> SequenceCount:
        """Return the sequences of exactly `depth` plies."""
        found = SequenceCount()
        try:
            self._add(state, depth, found, depth)
        finally:
            self._status.close()
        return found

    def _add(self, state: "State", depth: int, found: SequenceCount, whole: int) -> None:
        if depth <= _AT_ONCE:
            found.add(state, depth)
            if self._status.due():
                self._status.show(f"depth {whole}: {found.decisions + found.draws} sequences so far")
            return
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            self._add(after, depth - 1, found, whole)


def _figures(found: SequenceCount) -> dict[str, int]:
    decisions, draws = int(found.decisions), int(found.draws)
    return {"sequences": decisions + draws, "decisions": decisions, "draws": draws}


def _line(cells: Sequence[object]) -> str:
    first, *others = cells
    return f"{first!s:>5}" + "".join(f"{cell!s:>14}" for cell in others)


def _position(session: "Session") -> str:
    return session.codec.write_position(session.state)

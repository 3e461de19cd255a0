"""`vanuatu check`: check games."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console

if TYPE_CHECKING:
    from vanuatu.ai.repeating import Checked, Repetition
    from vanuatu.notation.files import GameRead

EXAMPLES = (
    "vanuatu check games.pvn",
    "vanuatu check games/*.pvn archive.msgpack",
    "vanuatu match random random random --games 9 | vanuatu check -",
    "vanuatu check --bots ~/.local/state/vanuatu/games/daily-2026-11-20.pvn",
)


def check(
    files: inputs.FilesArgument,
    bots: Annotated[
        bool, typer.Option("--bots", help="Repeat the decisions of the bots, and the draws.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --bots: print JSON.")] = False,
) -> None:
    """Check every game: replay its moves, and recompute result, winner and termination.

    Each error is one line that begins with FILE:LINE:COLUMN. Without errors nothing is printed. An invalid
    game does not stop the check of the next one.

    With --bots, print a line per game: proven, refuted or not proven. Bots and draws repeat from the tag
    Seed. A bot with a time limit and an external bot cannot be repeated. The exit code is 1 unless all games
    are proven.
    """
    if as_json and not bots:
        raise CallFault("--json goes with --bots")
    wrong = False
    for name in files:
        try:
            for read in inputs.games_of(name):
                for fault in (read.error, read.note, *read.differences):
                    if fault is not None:
                        console.print_message(fault.at(inputs.label(name)))
                        wrong = True
                if bots and read.error is None:
                    wrong = not _repeat(read, inputs.label(name), as_json=as_json) or wrong
        except InputFault as fault:
            console.print_message(str(fault))
            wrong = True
    if wrong:
        raise typer.Exit(1)


def _repeat(read: "GameRead", name: str, *, as_json: bool) -> bool:
    """Repeat a game, print the result, and return whether it is proven."""
    from vanuatu.ai.repeating import repeat_game
    from vanuatu.cli.terminal.progress import Live

    live = Live()
    plies = 0

    def watch() -> None:
        nonlocal plies
        plies += 1
        if live.due():
            live.show(f"{name}, game {read.number}: {plies} of {read.session.ply} plies")

    try:
        result = repeat_game(read.session, watch)
    finally:
        live.clear()
    if as_json:
        console.write_json({"file": name, "game": read.number} | _as_json(result))
    else:
        console.print_data(f"{name}, game {read.number}: {_in_words(result)}", flush=True)
    return result.proven


def _verdict(result: "Repetition") -> str:
    if result.refuted:
        return "refuted"
    return "proven" if result.proven else "not proven"


def _in_words(result: "Repetition") -> str:
    """Return the verdict, and what was found for each seat and for the draws."""
    from vanuatu.notation.codec import SEAT_NAMES

    seats = [
        f"{SEAT_NAMES[seat].lower()} ({one.name}): {_finding(one)}" for seat, one in enumerate(result.seats)
    ]
    return f"{_verdict(result)}. {'; '.join([*seats, f'draws: {_finding(result.draws)}'])}."


def _finding(one: "Checked") -> str:
    if one.different:
        total = one.repeated + one.different
        return (
            f"{one.different} of {total} differ, first {one.where}: expected {one.expected}, "
            f"got {one.recorded}"
        )
    return one.reason or f"{one.repeated} repeated"


def _as_json(result: "Repetition") -> dict[str, Any]:
    from vanuatu.notation.codec import SEAT_NAMES

    def finding(one: "Checked") -> dict[str, Any]:
        found: dict[str, Any] = {"status": one.status, "repeated": one.repeated, "different": one.different}
        if one.reason:
            found["reason"] = one.reason
        if one.where:
            found["first"] = {"at": one.where, "expected": one.expected, "got": one.recorded}
        return found

    seats = [
        {"seat": SEAT_NAMES[seat].lower(), "name": one.name} | finding(one)
        for seat, one in enumerate(result.seats)
    ]
    return {
        "verdict": _verdict(result),
        "seed": result.seed or None,
        "seats": seats,
        "draws": finding(result.draws),
    }

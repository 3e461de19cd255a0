"""`vanuatu sprt`: test two bots sequentially on finished games."""

from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli import options
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, selection
from vanuatu.cli.match.sprt_report import ALPHA_HELP, BETA_HELP, read_sprt
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import excerpt

if TYPE_CHECKING:
    from vanuatu.cli.match.sets import FileSets

EXAMPLES = (
    "vanuatu sprt games.pvn --bounds 0,30",
    "vanuatu sprt monday.pvn tuesday.pvn --bounds -25,0 --alpha 0.1 --json",
    "vanuatu sprt cup.pvn --bounds 0,50 --first mcts:40 --second greedy",
)

_MOST_SHOWN = 10  # names, and invalid games


def sprt(
    files: inputs.FilesArgument,
    bounds: Annotated[
        str, typer.Option(metavar="LOWER,UPPER", help="The two rating differences, for example 0,30.")
    ],
    alpha: Annotated[float | None, typer.Option(metavar="RATE", help=ALPHA_HELP)] = None,
    beta: Annotated[float | None, typer.Option(metavar="RATE", help=BETA_HELP)] = None,
    first: Annotated[
        str | None, typer.Option(metavar="NAME", help="First bot. [default: the first name in the games]")
    ] = None,
    second: Annotated[
        str | None, typer.Option(metavar="NAME", help="Second bot. [default: the only other name]")
    ] = None,
    unique: selection.UniqueOption = False,
    as_json: options.Json = False,
) -> int:
    """Test on finished games whether one bot is stronger than another (SPRT).

    The test passes if the first bot is rather UPPER than LOWER points stronger, and fails in the opposite
    case. Games on the same seed are one set. Sets count in the order of the files until the test decides.
    Only the tags are read; `vanuatu check` checks them against the moves.
    """
    from vanuatu.cli.match import sprt_report
    from vanuatu.cli.match.report import games
    from vanuatu.cli.match.sequential import SequentialTest

    test = SequentialTest([read_sprt(bounds, "--bounds", alpha, beta)])
    duplicates = selection.Duplicates()
    sets, unfinished, broken = _read(files, duplicates, unique=unique)
    if not sets.games:
        if not broken:
            raise InputFault("no finished games found")
        return 1
    names = _pair(list(sets.names), first, second)
    incomplete, after = sets.feed(test, *names)
    if not test.sums.sets:
        raise InputFault(f"no complete set of games of {excerpt(names[0])} and {excerpt(names[1])}")
    if as_json:
        left = {"incomplete": incomplete, "after": after, "unfinished": unfinished, "broken": broken}
        found = sprt_report.as_json(test, *names) | {"not_counted": left, "duplicates": duplicates.count}
        console.write_json(found)
    else:
        for line in sprt_report.as_lines(test, *names):
            console.print_data(line)
        for count, why in (
            (incomplete, "in incomplete sets"),
            (after, "after the decision"),
            (unfinished, "without a result"),
        ):
            if count:
                console.print_message(f"{games(count)} {why}, not counted")
        if duplicates.count:
            console.print_message(duplicates.message(dropped=unique))
    return 1 if broken else 0


def _read(files: list[str], duplicates: selection.Duplicates, *, unique: bool) -> "tuple[FileSets, int, int]":
    """Return the sets in the files, and the numbers of unfinished and of invalid games."""
    from vanuatu.cli.match.outcome import outcome_of
    from vanuatu.cli.match.resume import scan
    from vanuatu.cli.match.sets import FileSets

    sets = FileSets()
    unfinished = broken = 0
    for name in files:
        try:
            with inputs.opened(name) as stream:
                for found in scan(stream, tokens=True):
                    outcome = outcome_of(found.tags)
                    if found.error is not None:
                        broken += 1
                        if broken <= _MOST_SHOWN:
                            console.print_message(found.error.at(inputs.label(name)))
                    elif outcome is None:
                        unfinished += 1
                    elif not (duplicates.add(selection.moves_digest(found.tags, found.tokens)) and unique):
                        sets.add(outcome, found.tags.get("Variant", ""), found.tags.get("Seed", ""))
        except OSError as fault:
            raise inputs.unreadable(name, fault) from None
    return sets, unfinished, broken


def _pair(names: list[str], first: str | None, second: str | None) -> tuple[str, str]:
    """Return the names of the two bots. Raise CallFault if it is not clear which two are meant."""
    shown = ", ".join(excerpt(name) for name in names[:_MOST_SHOWN])
    for option, name in (("--first", first), ("--second", second)):
        if name is not None and name not in names:
            raise CallFault(f"{option}: no finished game has {excerpt(name)!r} (players: {shown})")
    if first is None:
        first = next((name for name in names if name != second), None)
    others = [second] if second is not None else [name for name in names if name != first]
    if first is None or not others or others[0] == first:
        raise CallFault(f"a test needs two different bots (players: {shown})")
    if len(others) > 1:
        raise CallFault(f"the games have {len(names)} players: {shown}. Name two with --first and --second.")
    return first, others[0]

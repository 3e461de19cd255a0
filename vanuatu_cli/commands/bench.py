"""`vanuatu bench`: measure the speed of this installation."""

import itertools
import platform
from typing import Annotated, Any

import typer

from vanuatu.cli import compiled, errors, options
from vanuatu.cli.terminal import console
from vanuatu.core import games
from vanuatu.core.game import GameError

EXAMPLES = (
    "vanuatu bench --seconds 1",
    "vanuatu bench --part playouts --json",
    "vanuatu bench --interpreted --part playouts",
    "vanuatu bench --signature",
)


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, metavar="SECONDS", help="Time per part.")] = 2.0,
    part: Annotated[str | None, typer.Option(help="Run only this part.", metavar="NAME")] = None,
    game: Annotated[str, typer.Option(metavar="NAME", help="Game to measure.")] = options.DEFAULT_GAME,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Compare with the interpreted core.")
    ] = False,
    signature: Annotated[
        bool, typer.Option("--signature", help="Print a checksum of behaviour instead.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the speed of playouts, searches and parsing on this machine.

    The parts are playouts, copy_us, plan_us, read, headers, write and search. Each uses one thread. With
    --signature, print one number for what the rules and bots do in fixed games. It changes when their
    behaviour changes, and not with the speed. With --interpreted too, the interpreted core must agree.
    """
    if signature:
        if part is not None:
            raise errors.CallFault("--part and --signature are two measurements. Leave one out.")
        _print_signature(interpreted=interpreted, as_json=as_json)
        return
    from vanuatu.cli.bench import PARTS, measure_interpreted, ratios

    if part is not None and part not in PARTS:
        raise errors.CallFault(f"bench has no part {part!r} (there are: {', '.join(PARTS)})")
    try:
        games.require_known(game)
    except GameError as error:
        raise errors.CallFault(str(error)) from None
    measured: dict[str, Any] = {
        "compiled": all(module.compiled for module in compiled.modules()),
        "python": platform.python_version(),
    }
    for name in [part] if part is not None else list(PARTS):
        measured[name] = PARTS[name](game, seconds)
    if interpreted:
        arguments = ["--seconds", str(seconds), "--game", game]
        slow = measure_interpreted(arguments + (["--part", part] if part is not None else []))
        parts = {name: measured[name] for name in PARTS if name in measured}
        measured["interpreted"] = {**slow, "ratio": ratios(parts, slow)}
    if as_json:
        console.write_json(measured)
    else:
        console.print_data(_as_table(measured))


def _print_signature(*, interpreted: bool, as_json: bool) -> None:
    """Print the signature of all built-in games. Raise InputFault if the interpreted core has another one."""
    from vanuatu.ai.signature import signature
    from vanuatu.cli.bench import measure_interpreted
    from vanuatu.cli.protocol.host_lines import every_setup

    found = signature(itertools.chain.from_iterable(map(every_setup, games.BUILT_IN)))
    if interpreted:
        other = measure_interpreted(["--signature"])["signature"]
        if other != found:
            raise errors.InputFault(f"the interpreted core has the signature {other}, not {found}")
    if as_json:
        console.write_json({"signature": found})
    else:
        console.print_data(str(found))


def _as_table(measured: dict[str, Any]) -> str:
    kind = "compiled" if measured["compiled"] else "interpreted"
    slow = measured.get("interpreted", {})
    headings = ["measured", "", kind, *(["interpreted", "ratio"] if slow else [])]
    rows = []
    for name, value in _flat(measured):
        row = [*_title(name), f"{value:,}"]
        if slow:
            row += [f"{_at(slow, name):,}", f"{_at(slow['ratio'], name)}"]
        rows.append(row)
    return f"Python {measured['python']}, {kind}\n\n" + console.table(headings, rows)


def _flat(measured: dict[str, Any], path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], float]]:
    """Return the figures with their paths."""
    found: list[tuple[tuple[str, ...], float]] = []
    for name, value in measured.items():
        if isinstance(value, dict) and name != "interpreted":
            found += _flat(value, (*path, name))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            found.append(((*path, name), value))
    return found


def _at(measured: dict[str, Any], path: tuple[str, ...]) -> Any:
    value: Any = measured
    for name in path:
        value = value[name]
    return value


_UNITS = {
    "decisions_per_s": "decisions/s",
    "games_per_s": "games/s",
    "moves_per_s": "moves/s",
    "mb_per_s": "MB/s",
    "sims_per_s": "simulations/s",
    "plies_per_s": "plies/s",
    "copy_us": "µs",
    "mean": "µs, mean",
    "p99": "µs, 99th percentile",
    "max": "µs, longest",
}


def _title(path: tuple[str, ...]) -> tuple[str, str]:
    """Return what was measured, and its unit."""
    what = path[0].removesuffix("_us")
    if len(path) == 3:
        what = f"{what}, {path[1]} players"
    return what, _UNITS.get(path[-1], path[-1])

"""`vanuatu bench`: measure the speed of this installation."""

import platform
from typing import Annotated, Any

import typer

from vanuatu.cli import compiled, errors
from vanuatu.cli.options import DEFAULT_GAME
from vanuatu.cli.terminal import console
from vanuatu.core import games
from vanuatu.core.game import GameError

EXAMPLES = (
    "vanuatu bench --seconds 1",
    "vanuatu bench --part playouts --json",
    "vanuatu bench --interpreted --part playouts",
)


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, help="Time per part.")] = 2.0,
    part: Annotated[str | None, typer.Option(help="Run only this part.", metavar="NAME")] = None,
    game: Annotated[str, typer.Option(help="Game to measure.")] = DEFAULT_GAME,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Compare with the interpreted core.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the speed of playouts, searches and parsing on this machine.

    The parts are playouts, copy_us, plan_us, read, headers, write and search. Each uses one thread.
    """
    from vanuatu.cli.bench.parts import PARTS

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
        from vanuatu.cli.bench.interpreted import measure, ratios

        arguments = ["--seconds", str(seconds), "--game", game]
        slow = measure(arguments + (["--part", part] if part is not None else []))
        parts = {name: measured[name] for name in PARTS if name in measured}
        measured["interpreted"] = {**slow, "ratio": ratios(parts, slow)}
    if as_json:
        console.write_json(measured)
    else:
        console.tell(_as_table(measured))


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

"""Specs of bots: `random`, `greedy`, `mcts:2000`, `mcts:sims=2000,c=0.8`, `hard`, `cmd:./mybot`.

A spec is a kind, and after a colon its settings: a number of simulations, a time, or a list of `name=value`.
The levels are named settings of the search.

`make_bot` takes a spec that a person typed, and may start programs. `make_bot_from_file` takes a name from a
file, and never starts programs, because files from others must not run anything. `py:mybots:Ahead`, or the
name of an entry point `vanuatu.bots`, is a bot in another Python module; `mine=py:mybots:Ahead` names it.
`is_external_spec` recognises the spec of a program: `cmd:./mybot --fast`, or `mine=cmd:./mybot` with a name.
"""

import difflib
import math
import os
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vanuatu.ai import instant, weight_files
from vanuatu.ai.bot import Bot, BotError
from vanuatu.ai.mcts.bot import MctsBot, Settings
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.printable import printable

PREFIX: Final = "cmd:"
LONGEST_NAME: Final = 60

_OLD_EVALUATION: Final = re.compile(r"([:,]\s*)judge(\s*=)")
_SPEC: Final = re.compile(r"\s*(?:([^:=]*)=)?cmd:(.*)", re.DOTALL)

INSTANT: dict[str, instant.Policy] = {"random": instant.random_policy, "greedy": instant.greedy_policy}
SEARCHING: dict[str, Settings] = {
    "mcts": Settings(sims=1000),
    # Levels for people: each wins about 75 % of games against the one below (docs/lab/strength.md).
    "easy": Settings(sims=15, loose=0.1),
    "medium": Settings(sims=30, loose=0.05),
    "hard": Settings(sims=40),
    "expert": Settings(sims=4000),
}
KINDS = (
    "random",
    "greedy",
    "mcts",
    "easy",
    "medium",
    "hard",
    "expert",
    "cmd:PROGRAM",
    "NAME=cmd:PROGRAM",
    "py:MODULE:CLASS",
    "NAME=py:MODULE:CLASS",
)

BUILT_IN: Final = frozenset([*INSTANT, *SEARCHING])

# Upper limits for a bot that a file names.
FILE_LIMITS = Settings(sims=200_000, seconds=60.0, procs=os.cpu_count() or 1, nodes=2_000_000)


def make_bot(spec: str, *, seed: int | None = None) -> Bot:
    """Return the bot of a spec that a person typed. Raise BotError, with one line, if there is none.

    `seed` is for specs without a seed; without either, every bot gets a random one.
    """
    kind, _, rest = spec.strip().partition(":")
    if is_external_spec(spec):
        from vanuatu.ai.external.bot import make_external_bot

        return make_external_bot(spec)
    if kind not in BUILT_IN:
        from vanuatu.ai.external.imported import is_imported_spec, make_imported_bot

        if is_imported_spec(spec):
            return make_imported_bot(spec, secrets.randbits(32) if seed is None else seed)
    made = _made_here(spec, kind, rest, seed)
    if isinstance(made, MctsBot) and made.settings.evaluation not in ("", weight_files.HAND):
        weight_files.read_weights(made.settings.evaluation)
    return made


def make_bot_from_file(name: str, *, seed: int) -> Bot:
    """Return the bot of a name in a file. Raise BotError for a program, too much work, or no bot at all."""
    kind, _, rest = name.strip().partition(":")
    if is_external_spec(name):
        raise BotError(f"bot {name!r}: a program is started only by a call or by a line that somebody types")
    if kind.rpartition("=")[2].strip() == "py":
        raise BotError(f"bot {name!r}: a module is imported only by a call or by a line that somebody types")
    bot = _made_here(name, kind, rest, seed)
    if isinstance(bot, MctsBot):
        settings, most = bot.settings, FILE_LIMITS
        if settings.evaluation not in ("", weight_files.HAND):
            raise BotError(f"bot {name!r}: a file of weights is named only by a call")
        if (
            (settings.sims or 0) > (most.sims or 0)
            or (settings.seconds or 0) > (most.seconds or 0)
            or settings.procs > most.procs
            or settings.nodes > most.nodes
        ):
            raise BotError(f"bot {name!r} asks for more than a file may ask for")
    return bot


def _made_here(spec: str, kind: str, rest: str, seed: int | None) -> Bot:
    """Return a built-in bot."""
    if kind not in BUILT_IN:
        raise _unknown(spec, kind, rest)
    settings = _settings(spec, kind, rest)
    name = canonical_spec(spec)
    if settings.seed is not None:
        seed = settings.seed
    unseeded = seed is None
    if seed is None:
        seed = secrets.randbits(32)
    made: Bot
    if kind in INSTANT:
        made = instant.InstantBot(name, INSTANT[kind], seed)
    else:
        made = MctsBot(name, replace(settings, seed=seed))
    made.unseeded = unseeded
    return made


def canonical_spec(spec: str) -> str:
    """Return the spec as it is written in files: with `eval=` for the old word `judge=`."""
    return _OLD_EVALUATION.sub(r"\1eval\2", spec.strip())


def _unknown(spec: str, kind: str, rest: str) -> BotError:
    """Return the error for a spec whose kind no bot has."""
    known = [*INSTANT, *SEARCHING]
    close = difflib.get_close_matches(kind.lower(), known, 1, 0.75)
    if close:
        return BotError(f"no bot is called {spec!r}; did you mean {close[0] + (rest and ':' + rest)!r}?")
    return BotError(f"no bot is called {spec!r} (there are: {', '.join(KINDS)})")


def unpickle_bot(spec: str, seed: int, unseeded: bool) -> Bot:
    """Restore a pickled bot."""
    made = make_bot(spec, seed=seed)
    made.unseeded = unseeded
    return made


def _settings(spec: str, kind: str, rest: str) -> Settings:
    """Return the settings of a spec; the kind gives the defaults."""
    settings = SEARCHING.get(kind, Settings())
    if not rest:
        if ":" in spec:
            raise BotError(f"bot {spec!r}: settings are missing after the colon")
        return settings
    given: dict[str, str] = {}
    for part in rest.split(","):
        name, is_named, value = part.partition("=")
        if not is_named:
            name, value = _unnamed(part), part
            if name not in READERS and _DECIMAL.fullmatch(name):
                raise BotError(f"bot {spec!r}: {name} is not a whole number; for a time write {kind}:{name}s")
        name = RENAMED.get(name.strip(), name.strip())
        if name not in READERS or (kind in INSTANT and name != "seed"):
            known = ["seed"] if kind in INSTANT else list(READERS)
            raise BotError(f"bot {spec!r}: no setting is called {name!r} (there are: {', '.join(known)})")
        try:
            settings = READERS[name](settings, value.strip())
            for other in given.keys() & {name, *EXCLUDED.get(name, ())}:
                raise BotError(f"bot {spec!r}: both {given[other]} and {part.strip()} are given; choose one")
            given[name] = part.strip()
        except ValueError as error:
            raise BotError(f"bot {spec!r}: {name} cannot be {value.strip()!r}: {error}") from None
    return settings


def _unnamed(value: str) -> str:
    """Return the name of a setting without a name: `2000` simulations, `1.5s` of time."""
    value = value.strip()
    if value.endswith("s") and value[:-1].replace(".", "").isdigit():
        return "time"
    return "sims" if value.replace("_", "").isdigit() else value


def _whole(value: str, least: int, most: int) -> int:
    if not value.isascii() or not value.replace("_", "").isdigit():
        raise ValueError("it takes a whole number")
    number = int(value)
    if not least <= number <= most:
        raise ValueError(f"it goes from {least} to {most}")
    return number


def _seconds(value: str) -> float:
    try:
        seconds = float(value.removesuffix("s"))
    except ValueError:
        raise ValueError("it takes seconds, as in 1.5s") from None
    if not (math.isfinite(seconds) and 0 < seconds <= 86400):
        raise ValueError("it takes more than 0 and at most 86400 seconds")
    return seconds


def _factor(value: str) -> float:
    try:
        factor = float(value)
    except ValueError:
        raise ValueError("it takes a number, as in 0.8") from None
    if not (math.isfinite(factor) and 0 <= factor <= 1000):
        raise ValueError("it goes from 0 to 1000")
    return factor


def _read_evaluation(value: str) -> str:
    if not value:
        raise ValueError("it is hand, or a file of weights")
    return value


def _part(value: str) -> float:
    part = _factor(value)
    if part > 1.0:
        raise ValueError("it goes from 0 to 1")
    return part


RENAMED: Final = {"judge": "eval"}  # old words, which stay readable
EXCLUDED: Final = {"sims": ("time",), "time": ("sims",)}
_DECIMAL: Final = re.compile(r"\d*\.\d+")

READERS: dict[str, Callable[[Settings, str], Settings]] = {
    "sims": lambda s, v: replace(s, sims=_whole(v, 1, 10**9), seconds=None),
    "time": lambda s, v: replace(s, seconds=_seconds(v), sims=None),
    "c": lambda s, v: replace(s, c=_factor(v)),
    "seed": lambda s, v: replace(s, seed=_whole(v, 0, MOST_SEED)),
    "procs": lambda s, v: replace(s, procs=_whole(v, 1, 64)),
    "nodes": lambda s, v: replace(s, nodes=_whole(v, 1, 10**8)),
    "eval": lambda s, v: replace(s, evaluation=_read_evaluation(v)),
    "lcb": lambda s, v: replace(s, lcb=_factor(v)),
    "loose": lambda s, v: replace(s, loose=_part(v)),
    "stray": lambda s, v: replace(s, stray=_part(v)),
}


def is_external_spec(spec: str) -> bool:
    """Return whether the spec is that of a program, with or without a name."""
    return _SPEC.fullmatch(spec) is not None


def split_external_spec(spec: str) -> tuple[str | None, str]:
    """Return the name in the spec of a program (None if none), and its command line."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} names no program")
    name = found[1]
    return name.strip() if name is not None else None, found[2]


def check_name(spec: str, name: str, kind: str) -> None:
    """Raise BotError if a person cannot give a bot this name in front of `=cmd:` or `=py:`."""
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise BotError(f"bot {spec!r}: a name stands before ={kind}, of 1 to {LONGEST_NAME} letters")


def clean_name(text: str) -> str:
    """Return a name that a program reports, cleaned for tags and tables; empty if nothing remains.

    The result cannot be mistaken for the spec of a program.
    """
    name = printable(" ".join(text.split())).replace(PREFIX, "cmd ")
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def program_name(command: str) -> str:
    """Return the default name of a program: its file name without folders."""
    return clean_name(os.path.basename(command)) or "program"

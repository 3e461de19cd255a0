"""Tune settings of a bot: duels of other values against the present one, each with a sequential test.

The games of each duel stay in the folder. A value that is better becomes the present one for the settings
that follow.
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from vanuatu.ai import weight_files
from vanuatu.ai.mcts.bot import MctsBot, Settings
from vanuatu.ai.specs import canonical_spec
from vanuatu.cli.errors import CallFault
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.run_folder import TUNE_SEEDS, RunFolder, bot_here, file_part, weights_id, with_setting
from vanuatu.cli.match.sequential import EQUAL, FIRST, SECOND, SequentialTest
from vanuatu.cli.terminal import console

_MOST_VALUES = 100
_DIFFERENCE = 30.0  # points: of two bots, the better one wins 54 % of games
_RESULTS = {FIRST: "better", SECOND: "worse", EQUAL: f"within {_DIFFERENCE:g} points", "": "not decided"}


@dataclass(frozen=True)
class Tuning:
    """A setting of a bot, and the values to compare."""

    name: str
    values: list[str]


def read_tunings(options: LearnOptions) -> list[Tuning]:
    """Return what --tune asks for. Raise CallFault if the bot of the duel has no such setting or value."""
    tunings = [_read_tuning(text) for text in options.tune or []]
    for tuning in tunings:
        _settings(options.duel_bot)
        for value in tuning.values:
            _settings(_with_value(options.duel_bot, tuning.name, value))
    return tunings


def tune(run: RunFolder, options: LearnOptions, tunings: list[Tuning]) -> None:
    """Compare the values of each setting, and print the bot with the best ones."""
    bot = canonical_spec(options.duel_bot)
    for tuning in tunings:
        tests = {
            value: _compare(run, options.tune_games, _with_value(bot, tuning.name, value), bot)
            for value in tuning.values
        }
        console.print_data(_table(tuning.name, tests, bot))
        better = {value: test.sums.share for value, test in tests.items() if test and test.verdict == FIRST}
        if better:
            bot = _with_value(bot, tuning.name, max(better, key=lambda value: better[value]))
    console.print_data(f"best settings: {bot}")


def _compare(run: RunFolder, games: int, new: str, present: str) -> SequentialTest | None:
    """Play one bot against another on the same weights until one is better; None if they are the same."""
    if _settings(new) == _settings(present):
        return None
    weights = weights_id(weight_files.read_weights(str(run.weights)))
    out = run.place / f"tune-{file_part(new)}-against-{file_part(present)}-{weights}.msgpack"
    specs = [with_setting(spec, f"eval={run.weights}") for spec in (new, present)]
    console.print_message(f"at most {games} games of {specs[0]} against {specs[1]}")
    sets = run.match(specs, games, run.run_seed(TUNE_SEEDS), out, difference=_DIFFERENCE).sets
    assert sets is not None  # it has a test
    return sets.test


def _table(name: str, tests: dict[str, SequentialTest | None], present: str) -> str:
    """Return the table of the values of a setting."""
    rows = []
    for value, test in tests.items():
        if test is None:
            rows.append([f"{name}={value}", "", "", "present"])
            continue
        sums = test.sums
        low, high = sums.share_interval
        wins = f"{100 * sums.share:.1f} ({100 * low:.0f}–{100 * high:.0f})"
        rows.append([f"{name}={value}", str(sums.games), wins, _RESULTS[test.verdict]])
    return console.table([f"against {present}", "games", "wins % (95 %)", "result"], rows)


def _read_tuning(text: str) -> Tuning:
    name, _, values = (part.strip() for part in text.partition("="))
    listed = _range(values) if ":" in values else [value.strip() for value in values.split(",")]
    if not name or not listed or not all(listed) or len(listed) > _MOST_VALUES:
        raise CallFault(
            f"--tune: got {text!r}. Expected NAME=VALUE,VALUE or NAME=FIRST:LAST:STEP, for example c=0.6,0.8."
        )
    if name in ("eval", "judge"):
        raise CallFault("--tune: eval is not a setting to tune. Compare evaluations with --against.")
    return Tuning(name, list(dict.fromkeys(listed)))


def _range(text: str) -> list[str]:
    """Return the values of FIRST:LAST:STEP; none if it is not a range."""
    try:
        first, last, step = (Decimal(part.strip()) for part in text.split(":"))
        count = int((last - first) / step) if step > 0 and last >= first else -1
    except (ValueError, InvalidOperation, OverflowError):
        return []
    return [format(first + i * step, "f") for i in range(min(count, _MOST_VALUES) + 1)]


def _with_value(spec: str, name: str, value: str) -> str:
    """Return the spec with another value of a setting."""
    kind, _, rest = spec.partition(":")
    others = [part for part in rest.split(",") if part and part.partition("=")[0].strip() != name]
    return f"{kind}:{','.join([*others, f'{name}={value}'])}"


def _settings(spec: str) -> Settings:
    """Return the settings of a searching bot."""
    bot = bot_here(spec)
    if not isinstance(bot, MctsBot):
        raise CallFault(f"--tune: {spec} does not search. Name a searching bot with --duel-bot.")
    return bot.settings

"""How a sequential test is written: its bounds on the command line, and its result as text and JSON."""

import math
from typing import Any, Final

from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.sequential import ALPHA, BETA, EQUAL, FAILED, LEAST_SETS, PASSED, SequentialTest, Sprt

ALPHA_HELP: Final = "Error rate if LOWER is true, 0.001–0.4. [default: 0.05]"
BETA_HELP: Final = "Error rate if UPPER is true, 0.001–0.4. [default: 0.05]"
_MOST_POINTS: Final = 1000
_RATES: Final = (0.001, 0.4)


def read_sprt(bounds: str, option: str, alpha: float | None, beta: float | None) -> Sprt:
    """Return the test with these bounds, such as `0,30`. Raise CallFault, which names the option."""
    for name, rate in (("--alpha", alpha), ("--beta", beta)):
        if rate is not None and not _RATES[0] <= rate <= _RATES[1]:
            raise CallFault(f"{name}: {rate:g} is out of range ({_RATES[0]:g}–{_RATES[1]:g})")
    lower, upper = _two_numbers(bounds, option)
    if not lower < upper:
        raise CallFault(f"{option}: the lower bound {lower:g} is not below the upper bound {upper:g}")
    if max(-lower, upper) > _MOST_POINTS:
        raise CallFault(f"{option}: {bounds} is out of range (-{_MOST_POINTS} to {_MOST_POINTS} points)")
    return Sprt(lower, upper, ALPHA if alpha is None else alpha, BETA if beta is None else beta)


def _two_numbers(text: str, option: str) -> tuple[float, float]:
    parts = text.split(",")
    try:
        lower, upper = (float(part) for part in parts)
        if math.isfinite(lower) and math.isfinite(upper):
            return lower, upper
    except ValueError:
        pass
    raise CallFault(f"{option}: {text!r} is not two numbers. Expected LOWER,UPPER, for example 0,30")


def live_text(test: SequentialTest) -> str:
    """Return the state of the test in a few words, for a line of progress."""
    ratios = "/".join(f"{ratio:+.2f}" for ratio in test.ratios())
    low, high = test.tests[0].limits
    return f"LLR {ratios} ({low:.2f} to {high:.2f})"


def as_lines(test: SequentialTest, first: str, second: str) -> list[str]:
    """Return the result of the test in two lines."""
    found = {
        PASSED: "passed",
        FAILED: "failed",
        "": "not decided",
        "first": f"{first} is better",
        "second": f"{second} is better",
        EQUAL: f"they are less than {abs(test.tests[0].upper):g} points apart",
    }[test.verdict]
    bounds = " and ".join(f"{each.lower:g},{each.upper:g}" for each in test.tests)
    sums = test.sums
    share = f"{100 * sums.share:.1f} % of the wins ({_percents(sums.share_interval)})"
    points = sums.points(sums.share)
    if points is not None:
        low, high = (sums.points(end) for end in sums.share_interval)
        share += f", {points:+.0f} points ({_end(low, '-∞')} to {_end(high, '+∞')})"
    sets = "1 set" if sums.sets == 1 else f"{sums.sets} sets"
    if not test.verdict and sums.sets < LEAST_SETS:
        sets += f" (at least {LEAST_SETS} to decide)"
    return [
        f"{first} against {second}: {share}",
        f"SPRT {bounds}: {found}. {live_text(test)}, {sums.games} games in {sets}",
    ]


def _percents(interval: tuple[float, float]) -> str:
    return "–".join(f"{100 * end:.1f}" for end in interval)


def _end(points: float | None, endless: str) -> str:
    return endless if points is None else f"{points:+.0f}"


def as_json(test: SequentialTest, first: str, second: str) -> dict[str, Any]:
    """Return the test and its result as JSON. With two tests, `llr` and `bounds` have one entry each."""
    sums = test.sums
    ratios = [round(ratio, 4) for ratio in test.ratios()]
    bounds = [[each.lower, each.upper] for each in test.tests]
    one = len(test.tests) == 1
    ends = [sums.points(end) for end in (sums.share, *sums.share_interval)]
    points, low, high = (None if end is None else round(end, 2) for end in ends)
    return {
        "first": first,
        "second": second,
        "bounds": bounds[0] if one else bounds,
        "alpha": test.tests[0].alpha,
        "beta": test.tests[0].beta,
        "llr": ratios[0] if one else ratios,
        "llr_limits": [round(limit, 4) for limit in test.tests[0].limits],
        "verdict": test.verdict or None,
        "games": sums.games,
        "sets": sums.sets,
        "share": round(sums.share, 5),
        "share_95": [round(end, 5) for end in sums.share_interval],
        "points": points,
        "points_95": [low, high],
    }

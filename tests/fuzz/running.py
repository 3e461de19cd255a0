"""The fuzzer: endless inputs, and a corpus of the failing ones.

    python -m tests.fuzz.running pvn --seconds 600 --seed 3

What breaks a check is cut down as far as it goes on breaking it and written into `corpus`; when the
cause is mended it stays there, and every run of the tests checks it again.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.checks import KINDS, check
from tests.fuzz.mutating import mutated
from tests.fuzz.seeds import seeds

CORPUS = Path(__file__).parent / "corpus"
POOL = 2000
LONGEST = 20_000  # bytes of an input
SHRINKING = 400  # checks at most


@dataclass
class Outcome:
    """The result of a run: the number of inputs, their outlines, and the inputs that broke a check."""

    inputs: int = 0
    well: int = 0
    printed: set[str] = field(default_factory=set)
    broke: dict[bytes, str] = field(default_factory=dict)


def corpus(kind: str) -> list[Path]:
    """Return the files of a kind: inputs of past failures, and similar ones."""
    return sorted(path for path in (CORPUS / kind).iterdir() if path.name[0] != ".")


def fuzz(kind: str, seed: int, go_on: Callable[[int], bool]) -> Outcome:
    """Make inputs and check them while `go_on`, called with their number, returns True."""
    random = Random(f"{kind} {seed}")
    begun = seeds(kind)
    pool = [path.read_bytes() for path in corpus(kind)]
    outcome = Outcome()
    while go_on(outcome.inputs):
        raw = mutated(kind, begun, pool, random)[:LONGEST]
        outcome.inputs += 1
        try:
            printed = check(kind, raw)
        except Exception as error:
            small = shrunk(kind, raw, type(error))
            outcome.broke[small] = f"{type(error).__name__}: {error}"[:200]
            continue
        outcome.well += any(word.endswith("well") or word[-1:].isdigit() for word in printed)
        if printed - outcome.printed:
            outcome.printed |= printed
            pool.append(raw)
            if len(pool) > POOL:
                pool.pop(random.randrange(POOL))
    return outcome


def shrunk(kind: str, raw: bytes, error: type[BaseException]) -> bytes:
    """The input with all left out that is not needed to break the same check."""
    tries = 0
    size = max(1, len(raw) // 2)
    while size and tries < SHRINKING:
        at = 0
        while at < len(raw) and tries < SHRINKING:
            tries += 1
            smaller = raw[:at] + raw[at + size :]
            if _breaks(kind, smaller, error):
                raw = smaller
            else:
                at += size
        size //= 2
    return raw


def _breaks(kind: str, raw: bytes, error: type[BaseException]) -> bool:
    try:
        check(kind, raw)
    except Exception as found:
        return type(found) is error
    return False


def report(kind: str, outcome: Outcome) -> str:
    """Return the result of a run in a line, and a line for each input that broke a check."""
    numbers = f"{outcome.inputs} inputs, {outcome.well} with something well, {len(outcome.printed)} outcomes"
    lines = [f"{name(raw)}: {error}" for raw, error in outcome.broke.items()]
    return "\n".join([f"{kind}: {numbers}, {len(lines)} broke a check", *lines])


def name(raw: bytes) -> str:
    """How an input is called in the corpus."""
    return f"found-{hashlib.sha256(raw).hexdigest()[:12]}"


def keep(kind: str, outcome: Outcome) -> None:
    """Write what broke something into the corpus."""
    for raw in outcome.broke:
        (CORPUS / kind / name(raw)).write_bytes(raw)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    end = time.monotonic() + asked.seconds
    outcome = fuzz(asked.kind, asked.seed, lambda _: time.monotonic() < end)
    print(report(asked.kind, outcome))
    keep(asked.kind, outcome)
    return 1 if outcome.broke else 0


if __name__ == "__main__":
    sys.exit(main())

"""The corpus of the fuzzers, a few new inputs in every run, and many in the long tests."""

import time
from pathlib import Path

import pytest

from tests.fuzz.checks import KINDS, check
from tests.fuzz.running import CORPUS, corpus, fuzz, keep, report
from tests.fuzz.seeds import seeds

MINUTES = 3.5  # for each kind, so that the readers of games have more than ten
SOME = 150
FILES = [path for kind in KINDS for path in corpus(kind)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_inputs_of_past_failures_are_handled(path: Path) -> None:
    check(path.parent.name, path.read_bytes())


def test_the_corpus_has_a_folder_for_every_kind() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_first_inputs_of_the_fuzzers_are_valid(kind: str) -> None:
    for raw in seeds(kind)[:6]:
        assert all(printed.endswith("well") or printed[-1].isdigit() for printed in check(kind, raw))


@pytest.mark.parametrize("kind", KINDS)
def test_some_inputs(kind: str) -> None:
    outcome = fuzz(kind, 1, lambda inputs: inputs < SOME)
    assert outcome.broke == {}
    assert outcome.well > 0
    assert len(outcome.printed) > 3


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_many_inputs(kind: str) -> None:
    end = time.monotonic() + 60 * MINUTES
    outcome = fuzz(kind, time.time_ns(), lambda _: time.monotonic() < end)
    print(report(kind, outcome))
    keep(kind, outcome)
    assert outcome.broke == {}

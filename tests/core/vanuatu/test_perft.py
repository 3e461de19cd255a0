"""Counts of legal move sequences from fixed positions (see `perft`)."""

import pytest

from tests.support.perft import Entry, count, entries, recounted
from vanuatu.notation.codec import codec_for

ENTRIES = entries()
QUICK = 2500  # sequences that the reference counts in every run


def named(entry: Entry) -> str:
    return entry["name"]


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_the_core_counts_as_many_sequences_as_the_file(entry: Entry) -> None:
    state = codec_for("vanuatu").read_position(entry["position"])
    depths = range(1, len(entry["counts"]) + 1)
    assert [count(state, depth) for depth in depths] == entry["counts"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["counts"][-1] < QUICK], ids=named)
def test_the_reference_counts_as_many_sequences_as_the_file(entry: Entry) -> None:
    assert recounted(entry) == entry


@pytest.mark.long
@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["counts"][-1] >= QUICK], ids=named)
def test_the_reference_counts_as_many_long_sequences_as_the_file(entry: Entry) -> None:
    assert recounted(entry) == entry


def test_there_are_at_least_a_dozen_positions_of_every_number_of_players_and_variant() -> None:
    starts = [entry["position"].split(";")[0] for entry in ENTRIES]
    assert len(ENTRIES) >= 12
    assert {start.split()[1] for start in starts} == {"2", "3", "4", "5"}
    for variant in ("waters", "nocharacters"):
        assert any(variant in start for start in starts)

"""Counts of legal move sequences from fixed positions of Maori (see `tests.support.maori.perft`)."""

import pytest

from tests.support.maori.perft import CODEC, Entry, entries, recounted
from tests.support.perft import count
from vanuatu.core.maori.game import MaoriGame

ENTRIES = entries()
QUICK = 300  # sequences that the reference counts in every run


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_core_counts_as_many_sequences_as_the_file(entry: Entry) -> None:
    state = MaoriGame(entry["players"], tuple(entry["options"])).start()
    for token in entry["moves"]:
        assert state.push(CODEC.parse(state, token)) is None
    assert [count(state, depth) for depth in range(1, len(entry["counts"]) + 1)] == entry["counts"]


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["counts"][-1] <= QUICK])
def test_the_reference_counts_as_many_sequences_as_the_file(entry: Entry) -> None:
    assert recounted(entry) == entry["counts"]


@pytest.mark.long
@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry["counts"][-1] > QUICK])
def test_the_reference_counts_as_many_long_sequences_as_the_file(entry: Entry) -> None:
    assert recounted(entry) == entry["counts"]


def test_there_is_a_position_of_every_number_of_players_and_variation() -> None:
    assert {entry["players"] for entry in ENTRIES} == {2, 3, 4, 5}
    assert {option for entry in ENTRIES for option in entry["options"]} == {"ship", "shipmust", "atoll"}

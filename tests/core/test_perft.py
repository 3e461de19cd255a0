"""The published counts of legal sequences (`games/perft.txt`) are right: see `tests.support.perft`."""

import pytest

from tests.support import perft
from vanuatu.core.perft import SequenceCount

TABLE = perft.entries()
QUICK = 3000  # sequences that the reference counts in every run


def name_of(entry: perft.Entry) -> str:
    return entry.name


def depths_below(entry: perft.Entry, most: int) -> list[int]:
    return [depth for depth, count in enumerate(entry.counts, 1) if sum(count) < most]


@pytest.mark.parametrize("entry", TABLE, ids=name_of)
def test_the_core_counts_as_many_sequences_as_the_table(entry: perft.Entry) -> None:
    state = entry.state()
    before = state.copy()
    assert [perft.count(state, depth) for depth in range(1, len(entry.counts) + 1)] == entry.counts
    assert state == before


@pytest.mark.any_build
@pytest.mark.parametrize("entry", TABLE, ids=name_of)
def test_the_reference_counts_as_many_sequences_as_the_table(entry: perft.Entry) -> None:
    for depth in depths_below(entry, QUICK):
        assert perft.slow_count(perft.slow_game(entry), depth) == entry.counts[depth - 1]


@pytest.mark.long
@pytest.mark.parametrize("entry", TABLE, ids=name_of)
def test_the_reference_counts_as_many_long_sequences_as_the_table(entry: perft.Entry) -> None:
    assert perft.recounted(entry) == entry.counts


def test_the_table_has_all_numbers_of_players_and_variants_of_both_games() -> None:
    games = [(state.game, int(state.players)) for state in map(perft.Entry.state, TABLE)]
    assert set(games) == {(game, players) for game in ("vanuatu", "maori") for players in (2, 3, 4, 5)}
    text = perft.FILE.read_text(encoding="utf-8")
    for variant in ("waters", "nocharacters", "ship", "shipmust", "atoll"):
        assert variant in text
    kinds = {(bool(decisions), bool(draws)) for entry in TABLE for decisions, draws in entry.counts}
    assert kinds == {(True, True), (True, False), (False, True)}


def test_the_table_is_written_as_it_is_read() -> None:
    text = perft.HEAD + "".join("\n" + entry.text() for entry in TABLE)
    assert text == perft.FILE.read_text(encoding="utf-8")


def test_sequences_that_end_the_game_earlier_do_not_count() -> None:
    entry = next(entry for entry in TABLE if entry.name.startswith("acting in round 8 to the end"))
    state = entry.state()
    depth = 1
    while sum(count := perft.count(state, depth)):
        depth += 1
        assert depth < 20
    assert count == (0, 0)
    assert depth > len(entry.counts)


def test_counts_add_up() -> None:
    state, found = TABLE[2].state(), SequenceCount()
    for _ in range(2):
        found.add(state, 1)
    assert (found.decisions, found.draws) == (90, 0)

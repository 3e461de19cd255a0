"""Boat moves: over placed ocean tiles, by cells, and with two players not onto the other boat."""

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import sea
from vanuatu.core.vanuatu.board import neighbour
from vanuatu.core.vanuatu.game import VanuatuGame
from vanuatu.core.vanuatu.layout import At, Seat
from vanuatu.core.vanuatu.moves import Kind, detail_of, kind_of
from vanuatu.core.vanuatu.state import VanuatuState


def neighbours(cells: set[int]) -> set[int]:
    """All cells that touch one of these."""
    return {int(neighbour(cell, side)) for cell in cells for side in range(6)} - {0}


def cells_of(bits: int) -> set[int]:
    return {cell for cell in range(28) if bits >> cell & 1}


def positions(players: int) -> list[VanuatuState]:
    """Positions of random games in which somebody may sail."""
    rng = Rng(players)
    sailing: list[VanuatuState] = []
    while len(sailing) < 25:
        state = VanuatuGame(players).start()
        while state.actor != OVER:
            moves = state.legal_moves()
            if any(kind_of(move) == Kind.SAIL for move in moves):
                sailing.append(state.copy())
            state.apply(state.sample(rng) if state.actor == CHANCE else moves[rng.below(len(moves))])
    return sailing


def test_a_trip_goes_from_ocean_to_ocean_and_may_come_back() -> None:
    for state in positions(4):
        oceans = cells_of(int(state.b[At.OCEANS]))
        boat = int(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT])
        after1 = neighbours({boat}) & oceans
        after2 = neighbours(after1) & oceans
        after3 = neighbours(after2) & oceans
        trips = sea.trips_from(state.b, boat)
        assert [cells_of(int(ends)) for ends in trips] == [after1, after2, after3]
        assert boat not in after1
        assert boat in after2 or not after1


def test_a_vatu_pays_a_cell_and_more_than_three_go_nowhere_else() -> None:
    trips = (1 << 3, 1 << 10, 1 << 11)
    assert [cells_of(int(sea.paid_with(trips, vatus))) for vatus in range(5)] == [
        set(), {3}, {3, 10}, {3, 10, 11}, {3, 10, 11},
    ]  # fmt: skip


def test_two_boats_never_share_a_cell_in_games_of_two() -> None:
    for state in positions(2):
        other = int(state.b[Seat.BASE + Seat.SIZE * (1 - state.actor) + Seat.BOAT])
        for ends in sea.trips_of(state.b, 2, state.actor):
            assert other not in cells_of(int(ends))
        sails = [move for move in state.legal_moves() if kind_of(move) == Kind.SAIL]
        assert all(detail_of(move) >> 2 != other for move in sails)

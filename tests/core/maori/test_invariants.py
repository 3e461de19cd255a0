"""Invariants of every position of every game."""

from collections import Counter

import pytest

from tests.core.maori.test_against_reference import GAMES
from tests.support.maori.side_by_side import CODEC, choose
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.layout import At, Rule, Seat
from vanuatu.core.maori.moves import Kind, make
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tiles import STANDARD
from vanuatu.core.rng import Rng


def tiles_in_play(state: MaoriState) -> Counter[str]:
    """The labels of all tiles outside the supply, read from the position as it is shown."""
    view = CODEC.view(state)
    there = [label for row in view["matrix"] for label in row if label]
    there += view["box"]
    for player in view["players"].values():
        there += [
            label if label in STANDARD.labels else label.rstrip("r") for label in player["board"].values()
        ]
        there += [player["stored"]] if player["stored"] else []
    return Counter(there)


def check(state: MaoriState) -> None:
    b = state.b
    shells = [int(b[Seat.BASE + Seat.SIZE * seat + Seat.SHELLS]) for seat in range(state.players)]
    assert sum(shells) + b[At.BANK] == Rule.SHELLS
    assert min(*shells, int(b[At.BANK])) >= 0
    there = tiles_in_play(state)
    assert there.total() + CODEC.view(state)["supply"] == 97
    assert all(count <= STANDARD.counts[STANDARD.labels.index(label)] for label, count in there.items())
    assert all(b[Seat.BASE + Seat.SIZE * seat + Seat.STORE] < STANDARD.kinds for seat in range(state.players))


def play_checked(players: int, options: tuple[str, ...], rng: Rng, idling: int, every: int = 1) -> int:
    """A game with everything checked at every so manieth ply; how many plies it had."""
    state = MaoriGame(players, options).start()
    plies = 0
    while state.actor != OVER:
        if plies % every == 0:
            check(state)
        before = list(state.b)
        earlier = state.copy()
        move = int(state.sample(rng)) if state.actor == CHANCE else choose(state, rng, idling)
        round_before = state.round
        assert state.push(move) is None
        assert list(earlier.b) == before
        assert state.round >= round_before
        plies += 1
        assert plies < 3000
    assert len(state.legal_moves()) == 0
    assert len(state.winners()) > 0
    return plies


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_shells_and_tiles_are_conserved_and_every_game_ends(players: int, options: tuple[str, ...]) -> None:
    assert play_checked(players, options, Rng(players), 25) > 50


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_in_many_games_too(players: int, options: tuple[str, ...]) -> None:
    rng = Rng(players)
    assert sum(play_checked(players, options, rng, idling, 25) for idling in (1, 10, 100) * 40) > 40_000


def test_inactive_seats_cannot_prolong_game() -> None:
    state = MaoriGame(4).start()
    rng = Rng(1)
    idle = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        move = int(state.legal_moves()[-1])  # a pass, where one can pass
        idle += CODEC.token(state, move) == "pass"
        state.apply(move)
    assert idle == Rule.IDLE_TURNS


def test_exactly_the_listed_moves_are_legal() -> None:
    rng = Rng(3)
    for options in [("ship",), ("shipmust", "atoll")]:
        state = MaoriGame(2, options).start()
        ply = 0
        while state.actor != OVER:
            if ply % 9 == 0:
                moves = {int(move) for move in state.legal_moves()}
                everything = range(-1, int(make(Kind.COUNT, 0)) + 5)
                assert {move for move in everything if state.is_legal(move)} == moves
            state.apply(state.sample(rng) if state.actor == CHANCE else choose(state, rng, 40))
            ply += 1


def test_an_illegal_move_leaves_the_position_as_it_was() -> None:
    state = MaoriGame(3, ("ship",)).start()
    rng = Rng(5)
    while state.actor != OVER:
        before = list(state.b)
        for move in range(0, int(make(Kind.COUNT, 0)), 97):
            if not state.is_legal(move):
                assert state.push(move) is not None
        assert list(state.b) == before
        state.apply(state.sample(rng) if state.actor == CHANCE else choose(state, rng, 30))


def test_draws_have_expected_frequencies() -> None:
    state = MaoriGame(2).start()
    rng = Rng(11)
    drawn = Counter(int(state.sample(rng)) for _ in range(9500))
    weights = dict(zip(map(int, state.legal_moves()), map(int, state.weights()), strict=True))
    assert sum(weights.values()) == 95
    assert set(drawn) == set(weights)
    for move, weight in weights.items():
        assert abs(drawn[move] - 100 * weight) < 5 * (100 * weight) ** 0.5


def test_hiding_changes_nothing_without_secrets() -> None:
    state = MaoriGame(2).start()
    assert list(state.hide(0, Rng(1)).b) == list(state.b)
    assert [state.seen_by_others(move) for move in state.legal_moves()] == list(state.legal_moves())

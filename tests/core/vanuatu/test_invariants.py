"""Invariants of every position of Vanuatu that random play reaches.

A few games in every run; with `-m long` more than a million plies, best with the core compiled.
"""

from random import Random

import pytest

from tests.support.vanuatu.conservation import check
from tests.support.vanuatu.side_by_side import VARIANTS
from tests.support.vanuatu.styles import STYLES, choose
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu.moves import Kind
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import codec_for

CODEC = codec_for("vanuatu")
MOST_PLIES = 1500
PLIES_IN_A_LONG_RUN = 1_100_000


def contents(state: State) -> tuple[object, ...]:
    assert isinstance(state, VanuatuState)
    return (list(state.b), state.actor, state.round, state.players)


def moves_of(state: State) -> list[int]:
    return [int(move) for move in state.legal_moves()]


def any_move(random: Random) -> int:
    """A number that may or may not be a move: mostly one that looks like it."""
    if random.random() < 0.1:
        return random.choice([-1, -(2**62), 2**62, random.getrandbits(60), random.getrandbits(22)])
    detail = random.choice([random.getrandbits(4), random.getrandbits(10), random.getrandbits(16)])
    return random.randrange(int(Kind.COUNT) + 1) << 17 | detail << 1 | random.randint(0, 1)


def refuse_some(state: State, legal: list[int], random: Random, tries: int) -> None:
    """`push` of an illegal move gives a reason that can be told and leaves the position as it was."""
    before = contents(state)
    accepted = {*legal, *(int(state.seen_by_others(move)) for move in legal)}
    neighbours = [move ^ 1 for move in legal[:1]] + [
        move + (random.getrandbits(4) << 1) for move in legal[-1:]
    ]
    for move in neighbours + [any_move(random) for _ in range(tries)]:
        assert state.is_legal(move) == (move in accepted), (move, CODEC.write_position(state))
        if move not in accepted:
            refusal = state.push(move)
            assert refusal is not None
            assert contents(state) == before
            assert CODEC.refusal(state, refusal, move)
    for move in legal[:3]:
        assert state.refusal(move) is None


def play(players: int, options: tuple[str, ...], seed: int, *, tries: int, style: str = "plain") -> int:
    """Play a game to its end, looking at everything on the way; how many plies it took."""
    random = Random(seed)
    state = make_game("vanuatu", players, options).start()
    plies = 0
    while state.actor != OVER:
        legal = moves_of(state)
        assert legal, "a game that is not over has a legal move"
        assert legal == sorted(set(legal))
        refuse_some(state, legal, random, tries)
        tokens = {CODEC.token(state, move): move for move in legal}
        assert len(tokens) == len(legal)
        move = tokens[choose(STYLES[style], sorted(tokens), random)]
        before, copy, round_ = contents(state), state.copy(), state.round
        assert contents(copy) == before
        assert state.push(move) is None
        assert contents(copy) == before
        copy.apply(move)
        assert contents(copy) == contents(state)
        assert state.round >= round_
        check(CODEC.view(state))
        plies += 1
        assert plies < MOST_PLIES
    assert moves_of(state) == []
    refuse_some(state, [], random, 3)
    return plies


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_pieces_are_conserved_in_a_game(players: int, options: tuple[str, ...]) -> None:
    assert play(players, options, 7, tries=2) > 50


@pytest.mark.parametrize("style", sorted(STYLES))
def test_pieces_are_conserved_in_rare_positions(style: str) -> None:
    play(4, ("waters",), 8, tries=1, style=style)


@pytest.mark.long
def test_pieces_are_conserved_in_a_million_plies() -> None:
    plies = seed = 0
    while plies < PLIES_IN_A_LONG_RUN:
        players, options = VARIANTS[seed % len(VARIANTS)]
        style = sorted(STYLES)[seed // len(VARIANTS) % len(STYLES)]
        plies += play(players, options, seed, tries=1, style=style)
        seed += 1


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_every_legal_move_is_read_back_from_its_token(players: int, options: tuple[str, ...]) -> None:
    random = Random(9)
    state = make_game("vanuatu", players, options).start()
    while state.actor != OVER:
        legal = moves_of(state)
        assert [CODEC.parse(state, CODEC.token(state, move)) for move in legal] == legal
        state.apply(random.choice(legal))


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_only_draws_with_weight_are_made(players: int, options: tuple[str, ...]) -> None:
    random, rng = Random(10), Rng(10)
    state = make_game("vanuatu", players, options).start()
    while state.actor != OVER:
        legal = moves_of(state)
        if state.actor == CHANCE:
            weights = [int(weight) for weight in state.weights()]
            assert len(weights) == len(legal)
            assert min(weights) > 0
            assert all(state.sample(rng) in legal for _ in range(10))
        state.apply(random.choice(legal))


def test_the_same_seed_draws_the_same_again() -> None:
    state = make_game("vanuatu", 2).start()
    assert [int(state.sample(Rng(seed))) for seed in range(50)] == [
        int(state.copy().sample(Rng(seed))) for seed in range(50)
    ]

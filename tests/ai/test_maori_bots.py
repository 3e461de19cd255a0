"""Maori bots: moves that they must find, and their relative strength."""

import pytest

from tests.core.maori.test_against_reference import GAMES
from tests.support.maori.positions import CODEC, MATRIX, position
from tests.support.maori.side_by_side import choose
from vanuatu.ai.maori.advisor import MaoriAdvisor
from vanuatu.ai.maori.position_features import SEAT_FEATURES, STAGES, TABLE_FEATURES
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.net import Net, size_of
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.rng import Rng

ADVISOR = MaoriAdvisor()


def greedy(state: MaoriState) -> str:
    return CODEC.token(state, int(ADVISOR.choose(state, Rng(1))))


def searched(state: MaoriState, sims: int) -> str:
    """Return the most visited move of a search."""
    search = Search(state, ADVISOR, Rng(7), 1.0, 100_000)
    search.run(sims)
    counts = list(search.root.counts)
    return CODEC.token(state, int(search.root.moves[counts.index(max(counts))]))


LEI = position("4s a2:ELr", ship="e2", turn="3 discover p", matrix=MATRIX.replace("E2l", "ELl"))
HUT = position("4s a2:E3r c2:W0", ship="e2", turn="8 discover p", matrix=MATRIX.replace("E2l", "EH2l"))


@pytest.mark.parametrize(
    ("state", "token"),
    [
        (LEI, "1=b2"),  # complete the lei
        (HUT, "1=b2"),  # a hut for five palms
        (position("5s a2:E3r", ship="n3", turn="3 voyage p"), ">n4"),  # where the other end is
    ],
)
def test_greedy_finds_obvious_move(state: MaoriState, token: str) -> None:
    assert greedy(state) == token


ALMOST = "a1:W0 b1:W0 c1:W0 a2:WB b2:WB c2:WB d2:WB e2:WS a3:WS b3:WS c3:I1 d3:I1 e3:I2 c4:I2 d4:WB"
FEW = "E1r E1r E1l E1l / E2r E2r E2l E2l / E1t E1t E1b E1b / I1 W0 IH IH"
LAST = position(f"0s {ALMOST}", "0s a1:E2r b1:E2l", turn="15 discover p", ship="s2", matrix=FEW)


@pytest.mark.parametrize(("state", "token"), [(LEI, "1=b2"), (HUT, "1=b2"), (LAST, "1=e4")])
def test_search_finds_obvious_move(state: MaoriState, token: str) -> None:
    assert searched(state, 150) == token


def test_seed_makes_move_reproducible_and_position_is_unchanged() -> None:
    before = list(LEI.b)
    assert searched(LEI, 60) == searched(LEI, 60)
    assert list(LEI.b) == before


def test_learned_evaluation_is_used_except_near_game_end() -> None:
    net = Net(
        len(SEAT_FEATURES),
        len(TABLE_FEATURES),
        0,
        STAGES,
        [0] * (STAGES * size_of(len(SEAT_FEATURES), len(TABLE_FEATURES), 0)),
    )
    by_net, hand_set = MaoriAdvisor(net), MaoriAdvisor()
    begin = position("5s a2:E3r", ship="n3", turn="5 voyage p")
    assert by_net.cut(HUT, begin)
    assert not by_net.cut(LEI, begin)
    assert not by_net.cut(LAST, begin)
    assert not hand_set.cut(HUT, begin)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_advice_is_always_legal(players: int, options: tuple[str, ...]) -> None:
    rng = Rng(players)
    state = MaoriGame(players, options).start()
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        before = list(state.b)
        moves = state.legal_moves()
        assert state.is_legal(ADVISOR.playout(state, rng))
        weights = ADVISOR.weigh(state, moves)
        assert len(weights) == len(moves)
        assert min(weights) > 0.0
        assert list(state.b) == before
        state.apply(ADVISOR.choose(state, rng) if rng.below(3) else choose(state, rng, 20))


@pytest.mark.parametrize("options", [(), ("ship",), ("shipmust", "atoll")])
def test_greedy_beats_three_random_players(options: tuple[str, ...]) -> None:
    for game in range(4):
        rng = Rng(game)
        state = MaoriGame(4, options).start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
            elif state.actor == game:
                state.apply(ADVISOR.choose(state, rng))
            else:
                state.apply(choose(state, rng, 1))
        assert list(state.winners()) == [game]

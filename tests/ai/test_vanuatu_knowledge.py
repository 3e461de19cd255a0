"""The Vanuatu advisor: it changes no position, its features have the right sign, and it beats random play."""

import pytest

from tests.support.vanuatu.scene import Scene, scene
from vanuatu.ai.advisor import Advisor
from vanuatu.ai.vanuatu.advisor import VanuatuAdvisor
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for

CODEC = codec_for("vanuatu")


def weights(at: Scene) -> dict[str, float]:
    """The prior of each legal token."""
    moves = at.core.legal_moves()
    found = VanuatuAdvisor().weigh(at.core, moves)
    return {CODEC.token(at.core, move): weight for move, weight in zip(moves, found, strict=True)}


def on_the_way(players: int, options: tuple[str, ...], advisor: Advisor) -> list[State]:
    """All positions of a game of playouts in which a seat decides."""
    state, rng = make_game("vanuatu", players, options).start(), Rng(1)
    met = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            met.append(state.copy())
            state.apply(advisor.playout(state, rng))
    met.append(state)
    return met


@pytest.mark.parametrize(("players", "options"), [(2, ()), (3, ("nocharacters",)), (4, ("waters",))])
def test_advisor_changes_no_position_and_gives_positive_weights(
    players: int, options: tuple[str, ...]
) -> None:
    advisor = VanuatuAdvisor()
    for state in on_the_way(players, options, advisor)[::7]:
        before = CODEC.write_position(state)
        if state.actor != OVER:
            moves = state.legal_moves()
            found = advisor.weigh(state, moves)
            assert len(found) == len(moves)
            assert min(found) > 0
            assert state.is_legal(advisor.choose(state, Rng(1)))
            assert state.is_legal(advisor.playout(state, Rng(1)))
        assert len(advisor.expected_scores(state)) == players
        assert advisor.spread(state) > 0
        assert 0 <= advisor.ruin(state) <= 1
        assert CODEC.write_position(state) == before


def test_forecast_of_finished_game_equals_score() -> None:
    advisor = VanuatuAdvisor()
    last = on_the_way(3, (), advisor)[-1]
    assert list(advisor.expected_scores(last)) == [float(score) for score in last.scores()]


def test_drawing_outweighs_withdrawing_markers() -> None:
    found = weights(scene("3 act p", p="3v +DR"))
    assert found["Da2"] > found["Rv"]


def test_plans_that_cannot_be_paid_or_led_weigh_less() -> None:
    found = weights(scene("1 plan1 p", p="3v"))
    assert found["+BD"] > found["+SS"]
    contested = weights(scene("1 plan1 t", p="3v +DD", t="3v", y="3v"))
    free = weights(scene("1 plan1 t", p="3v +RR", t="3v", y="3v"))
    assert contested["+BD"] / contested["+BT"] < free["+BD"] / free["+BT"]


def test_treasure_is_not_sold_without_need() -> None:
    found = weights(scene("3 act p", p="5v ^3 +D"))
    assert found["Da2"] > 10 * found["^3"]


def test_dikes_lower_the_danger_and_missing_ones_raise_it() -> None:
    advisor = VanuatuAdvisor()

    def danger(efate: str) -> float:
        at = scene("4 act p", waters=True, p="3v +B", die="3", on={"a2": efate, "b1": "W5", "b4": "W5"})
        return advisor.ruin(at.core)

    assert danger("W1 /a1 /a3 /b2") < danger("W1 /a1 /a3") < danger("W1") < danger("W3")


def test_no_seat_is_in_danger_without_waters() -> None:
    assert VanuatuAdvisor().ruin(scene("4 act p", p="3v +B").core) == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_greedy_beats_random_players(seed: int) -> None:
    advisor, rng = VanuatuAdvisor(), Rng(seed)
    state = make_game("vanuatu", 4).start()
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        elif state.actor == 1:
            state.apply(advisor.choose(state, rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
    assert list(state.winners()) == [1]


def test_an_advisor_without_knowledge_plays_too() -> None:
    advisor = Advisor()
    state = scene("8 act p", p="3v +D").core
    moves = state.legal_moves()
    assert list(advisor.weigh(state, moves)) == [1.0] * len(moves)
    assert state.is_legal(advisor.choose(state, Rng(1)))
    assert not advisor.cut(state, state)
    assert advisor.ruin(state) == 0


def begging(turn: str, hand: str) -> dict[str, float]:
    return weights(scene(turn, p=f"{hand} @beggar"))


def test_beggar_exchanges_points_at_game_end_only_for_net_gain() -> None:
    assert best(begging("8 beg p", "8v 9p")) == "@2"
    assert best(begging("8 beg p", "9v 9p")) == "@1"
    assert best(begging("8 beg p", "7v 9p")) == "@0", "two points or three for what three points cost"
    assert best(begging("8 beg p", "2v 9p")) == "@1", "a point for a point, and more vatus among equals"


def test_fish_are_valued_by_future_price() -> None:
    assert best(begging("8 beg p", "5v F3 9p")) == "@2"


def test_points_outweigh_few_vatus_in_mid_game() -> None:
    assert best(begging("4 beg p", "2v 9p")) == "@0"


def best(found: dict[str, float]) -> str:
    return max(found, key=lambda token: found[token])

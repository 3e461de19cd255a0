"""Starting games of Vanuatu, and the contract of a position."""

import pytest

from vanuatu.core.game import CHANCE, OVER, GameError, play_out
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng


def test_two_to_five_can_play() -> None:
    for players in (2, 3, 4, 5):
        game = make_game("vanuatu", players)
        assert (game.name, game.players, game.options) == ("vanuatu", players, ())
        state = game.start()
        assert (state.players, state.actor, state.round) == (players, CHANCE, 1)


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 100])
def test_numbers_of_players_below_two_and_above_five_are_refused(players: int) -> None:
    with pytest.raises(GameError, match="2 to 5 players"):
        make_game("vanuatu", players)


def test_the_variants_are_named_in_one_order() -> None:
    assert make_game("vanuatu", 3, ("nocharacters", "waters")).options == ("waters", "nocharacters")


def test_an_unknown_variant_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="volcano"):
        make_game("vanuatu", 3, ("volcano",))


def test_an_unknown_game_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="chess"):
        make_game("chess", 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_playout_depends_on_its_seed_alone(players: int) -> None:
    ends = []
    for _ in range(2):
        state = make_game("vanuatu", players).start()
        decisions = play_out(state, Rng(players))
        ends.append((int(decisions), [int(score) for score in state.scores()]))
        assert state.actor == OVER
    assert ends[0] == ends[1]
    assert ends[0][0] > 60


def test_the_returns_are_one_shared_among_the_winners() -> None:
    for seed in range(5):
        state = make_game("vanuatu", 3).start()
        assert list(state.returns()) == [0.0, 0.0, 0.0]
        play_out(state, Rng(seed))
        assert sum(state.returns()) == pytest.approx(1.0)
        best = max(state.scores())
        assert all(state.scores()[seat] == best for seat in state.winners())


def test_positions_of_one_game_share_nothing() -> None:
    game = make_game("vanuatu", 4)
    one, other = game.start(), game.start()
    play_out(one, Rng(7))
    assert (other.actor, other.round) == (CHANCE, 1)
    assert len(other.legal_moves()) == 6

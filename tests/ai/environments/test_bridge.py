"""Observations of positions: the numbers of the environments, secret moves in two steps, no secrets."""

from typing import Any

import pytest

import vanuatu as v
from tests.ai.environments.setups import Setup, some
from tests.ai.environments.test_secrets import possible_tokens, rested, with_tokens
from vanuatu.notation.codec import codec_for
from vanuatu.notation.positions import Position

np = pytest.importorskip("numpy")


def position_at(state: Any) -> Position:
    return Position(codec_for(state.game), state)


@some
def test_a_position_has_the_numbers_of_the_environment(setup: Setup) -> None:
    pytest.importorskip("pettingzoo")
    from vanuatu.ai.environments import pettingzoo as adapter

    name, players, variants = setup
    env = adapter.Versioned(name).raw_env(players=players, variant=variants)
    env.reset(seed=5)
    game = v.new(name, players, variant=variants, seed=5)
    rng = np.random.default_rng(1)
    for _ in range(40):
        seat = game.seat
        for number, agent in enumerate(env.possible_agents):
            here = v.env.observe(game, "ptyob"[number])
            there = env.observe(agent)
            assert (here.values == there["observation"]).all()
            assert (here.mask == there["action_mask"]).all()
            assert here.mask.any() == ("ptyob"[number] == seat)
        seen = v.env.observe(game)
        legal = [seen.token(action) for action in np.flatnonzero(seen.mask)]
        assert [seen.action(token) for token in legal] == list(np.flatnonzero(seen.mask))
        token = str(rng.choice(game.legal()))
        if token.startswith("R"):
            env.step(env.token_to_action("R?" + token[2:]))
        env.step(env.token_to_action(token))
        game.play(token)


def test_a_rest_is_chosen_in_two_steps() -> None:
    shown: list[list[str]] = []

    class Restful:
        def choose(self, game: v.Game) -> str:
            tokens: list[str] = []

            def pick(values: Any, mask: Any) -> int:
                seen = v.env.observe(game)
                legal = [seen.token(action) for action in np.flatnonzero(mask)]
                tokens.append(next((token for token in legal if "R" in token), legal[0]))
                return seen.action(tokens[-1])

            token = v.env.choose(game, pick)
            shown.append(tokens)
            assert token in game.legal()
            return token

    v.play([Restful(), Restful(), "random"], seed=1)
    rests = [tokens for tokens in shown if tokens[0].startswith("R")]
    assert len(rests) > 5
    assert all(first == "R?" and second in ("Rf", "Rb", "Rp", "Rv") for first, second in rests)
    assert all(len(tokens) == 1 for tokens in shown if tokens not in rests)


def test_secrets_of_others_are_not_seen() -> None:
    changed = 0
    for episode in rested(games=1, stride=4):
        if episode.halfway:
            continue
        for seat in range(5):
            before = v.env.observe(position_at(episode.state), "ptyob"[seat])
            for tokens in possible_tokens(episode, seat):
                state = with_tokens(episode, tokens).state
                after = v.env.observe(position_at(state), "ptyob"[seat])
                assert (after.values == before.values).all()
                assert (after.mask == before.mask).all()
                changed += state != episode.state
    assert changed > 100


def test_wrong_arguments_raise_one_line() -> None:
    game = v.new("vanuatu", players=3, seed=7)
    with pytest.raises(TypeError, match="position: got 'vanuatu'; expected a Position or a Game"):
        v.env.observe("vanuatu")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no seat 'o'"):
        v.env.observe(game, "o")
    with pytest.raises(ValueError, match="no seat is to move: a draw is next; expected a seat"):
        v.env.observe(v.new("vanuatu", players=3, draw=False))
    with pytest.raises(ValueError, match="no seat is to move: the game is over"):
        v.env.observe(v.play(["random", "random"], seed=1))
    seen = v.env.observe(game)
    with pytest.raises(ValueError, match="action 0 is not legal here; 11 are, by the mask, such as 144"):
        seen.then(0)
    with pytest.raises(ValueError, match="action 144 is not legal here: seat p is not to move"):
        v.env.observe(game, "p").then(144)
    with pytest.raises(ValueError, match="action 0 is not legal here"):
        v.env.choose(game, lambda values, mask: 0)

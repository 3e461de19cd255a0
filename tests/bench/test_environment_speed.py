"""What a step of random play costs through the environments, beside the core and games of the same libraries.

A thousand steps each: pytest tests/bench/test_environment_speed.py --benchmark-enable
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.ai.environments.setups import Setup, called, named, numbering
from vanuatu.ai.bot import Bot
from vanuatu.ai.environments.runner import EpisodeRunner
from vanuatu.ai.environments.vector_env import vector
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.rng import Rng

STEPS = 1000
GAMES: list[Setup] = [
    ("vanuatu", 2, ()),
    ("vanuatu", 4, ()),
    ("vanuatu", 2, ("waters",)),
    ("maori", 4, ()),
]
games = pytest.mark.parametrize("setup", GAMES, ids=named)


@games
def test_steps_of_the_bare_core(benchmark: BenchmarkFixture, setup: Setup) -> None:
    """Legal moves as a list of integers, and one of them played."""
    game, rng = numbering(setup).game, Rng(1)

    def play() -> int:
        state, steps = game.start(), 0
        while steps < STEPS:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
            elif state.actor == OVER:
                state = game.start()
            else:
                moves = list(state.legal_moves())
                state.apply(moves[rng.below(len(moves))])
                steps += 1
        return steps

    assert benchmark(play) == STEPS


@games
def test_steps_by_numbers(benchmark: BenchmarkFixture, setup: Setup) -> None:
    """What both environments stand on."""
    numbers, rng = numbering(setup), Rng(1)
    start = numbers.game.start()
    agents: list[Bot | None] = [None] * numbers.game.players

    def play() -> int:
        runner = EpisodeRunner(numbers, start, agents, seed=1)
        for _ in range(STEPS):
            if runner.episode.actor == OVER:
                runner = EpisodeRunner(numbers, start, agents, seed=1)
            legal = runner.episode.legal()
            runner.play(legal[rng.below(len(legal))])
        return STEPS

    assert benchmark(play) == STEPS


@games
@pytest.mark.parametrize("opponents", [None, "random", "greedy"])
def test_steps_of_games_side_by_side(
    benchmark: BenchmarkFixture, setup: Setup, opponents: str | None
) -> None:
    """Sixty-four games: an observation and a mask of each, and a random action, in every step."""
    pytest.importorskip("numpy", reason="the extra learn is not installed")
    name, players, variants = setup
    env = vector(name, players, 64, opponents, variants)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(STEPS // 64 + 1):
            env.step(env.sample())
        return STEPS // 64 * 64 + 64

    assert benchmark(play) == 1024


def walked(env: Any) -> Callable[[], int]:
    """A thousand steps at random, each with its observation and mask."""
    np = pytest.importorskip("numpy")
    rng = np.random.default_rng(1)

    def play() -> int:
        steps = 0
        while steps < STEPS:
            env.reset(seed=1)
            for _ in env.agent_iter():
                seen, _reward, over, cut, _info = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
                if steps == STEPS:
                    break
        return steps

    return play


@games
def test_steps_through_pettingzoo(benchmark: BenchmarkFixture, setup: Setup) -> None:
    pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
    adapter = pytest.importorskip("vanuatu.ai.environments.pettingzoo")
    name, players, variants = setup
    env = adapter.Versioned(name).env(players=players, variant=variants)
    assert benchmark(walked(env)) == STEPS


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of how PettingZoo's own games are imported
@pytest.mark.parametrize("name", ["tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "chess_v6"])
def test_steps_of_a_game_of_pettingzoo_for_comparison(benchmark: BenchmarkFixture, name: str) -> None:
    module = pytest.importorskip(
        f"pettingzoo.classic.{name}", reason="PettingZoo's own games are not installed", exc_type=ImportError
    )
    assert benchmark(walked(module.env())) == STEPS


def walk_states(game: Any, pick: random.Random) -> Callable[[], int]:
    """A thousand actions at random, draws too, each decision with its tensor."""
    observes = game.get_type().provides_observation_tensor

    def play() -> int:
        state = game.new_initial_state()
        for _ in range(STEPS):
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(actions, chances)[0])
                continue
            if observes:
                state.observation_tensor()
            state.apply_action(pick.choice(state.legal_actions()))
        return STEPS

    return play


@games
def test_steps_through_openspiel(benchmark: BenchmarkFixture, setup: Setup) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    pytest.importorskip("vanuatu.ai.environments.openspiel")
    assert benchmark(walk_states(pyspiel.load_game(called(setup)), random.Random(1))) == STEPS


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe", "block_dominoes"])
def test_steps_of_a_python_game_of_openspiel_for_comparison(benchmark: BenchmarkFixture, name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    pytest.importorskip(f"open_spiel.python.games.{name}")
    assert benchmark(walk_states(pyspiel.load_game(f"python_{name}"), random.Random(1))) == STEPS

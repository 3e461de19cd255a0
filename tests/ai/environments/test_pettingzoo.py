"""The games in PettingZoo: its own checks, and the draws and scores of the core."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import vanuatu
from tests.ai.environments.setups import ALL, SOME, Setup, named, some
from tests.support import numbered
from vanuatu.core import games
from vanuatu.core.game import GameError
from vanuatu.notation import codec

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
np = pytest.importorskip("numpy")
adapter = pytest.importorskip("vanuatu.ai.environments.pettingzoo")

# What PettingZoo's checks say of all environments with masks, its own too; and of how its own are imported.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:The old environment creation API has been deprecated"),
]


def maker(setup: Setup) -> Callable[[], Any]:
    name, players, variants = setup
    game = adapter.vanuatu_v0 if name == "vanuatu" else adapter.maori_v0
    return lambda: game.env(players=players, **dict.fromkeys(variants, True))


def played(env: Any, seed: int, rng: Any) -> tuple[list[str], list[float], list[int]]:
    """A game at random: its tokens but for the first steps of rests, the rewards and the scores."""
    env.reset(seed=seed)
    tokens: list[str] = []
    rewards: dict[str, float] = {}
    scores: dict[str, int] = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        assert not cut
        if over:
            rewards[agent], scores[agent] = reward, info["score"]
            env.step(None)
            continue
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        token = env.action_to_token(action)
        if token not in ("R?", "R?@"):
            tokens.append(token)
        env.step(action)
    assert not env.agents
    agents = env.possible_agents
    return tokens, [rewards[agent] for agent in agents], [scores[agent] for agent in agents]


def check_interface(setup: Setup) -> None:
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    make = maker(setup)
    api_test(make(), num_cycles=300)
    seed_test(make, num_cycles=100)
    name, players, variants = setup
    game = adapter.vanuatu_v0 if name == "vanuatu" else adapter.maori_v0
    parallel_api_test(game.parallel_env(players=players, variant=variants), num_cycles=100)


def check_scores(setup: Setup, seed: int, rng: Any) -> None:
    """Play at random, and the same moves in a game of the library, whose draws the seed makes too."""
    name, players, variants = setup
    tokens, rewards, scores = played(maker(setup)(), seed, rng)
    game = vanuatu.new(name, players, variant=variants, seed=seed)
    for token in tokens:
        game.play(token)
    assert game.over
    assert scores == game.end.scores()
    shares = [float("ptyob"[seat] in game.winners) for seat in range(players)]
    assert rewards == [share / max(sum(shares), 1) for share in shares]


@some
def test_interface_passes_checks_of_pettingzoo(setup: Setup) -> None:
    check_interface(setup)


@some
def test_game_has_draws_and_scores_of_library(setup: Setup) -> None:
    check_scores(setup, seed=7, rng=np.random.default_rng(1))


@pytest.mark.long
@pytest.mark.parametrize("setup", ALL, ids=named)
def test_every_setup_passes_checks_of_pettingzoo(setup: Setup) -> None:
    check_interface(setup)


@pytest.mark.long
def test_a_thousand_games_have_the_draws_and_scores_of_the_library() -> None:
    rng = np.random.default_rng(1)
    for seed in range(1000):
        check_scores(ALL[seed % len(ALL)], seed, rng)


@some
def test_observations_are_in_space_and_mask_is_for_seat_to_move(setup: Setup) -> None:
    env, rng = maker(setup)(), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(60):
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            assert seen["action_mask"].any() == (agent == env.agent_selection)
        assert env.state_space.contains(env.state())
        mask = env.observe(env.agent_selection)["action_mask"]
        action = env.action_space(env.agent_selection).sample(mask)
        assert mask[action]
        env.step(rng.choice(np.flatnonzero(mask)))


def test_observation_is_relative_to_seat() -> None:
    env = adapter.vanuatu_v0.env(players=4)
    env.reset(seed=3)
    layout = {name: slice(start, end) for name, start, end in env.layout}
    acting = env.possible_agents.index(env.agent_selection)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)["observation"][layout["seat to move"]]
        assert list(seen).index(1) == (acting - seat) % 4


def test_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    env = adapter.vanuatu_v0.env(players=3, render_mode="ansi")
    env.reset(seed=7)
    assert env.render() == str(vanuatu.new("vanuatu", 3, seed=7).end)
    assert capsys.readouterr().out == ""
    assert adapter.vanuatu_v0.env().unwrapped.render() is None
    shown = adapter.maori_v0.env(players=2, render_mode="human")
    shown.reset(seed=7)
    game = vanuatu.new("maori", 2, seed=7)
    assert capsys.readouterr().out == f"{game.end}\n"
    shown.step(shown.token_to_action(game.play(game.legal()[0])))
    assert capsys.readouterr().out == f"{game.end}\n"


def test_illegal_action_forfeits_game() -> None:
    env = adapter.vanuatu_v0.env(players=3)
    env.reset(seed=7)
    maker = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(maker)["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == maker else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    for _ in range(3):
        env.step(None)
    assert not env.agents


@pytest.mark.parametrize("action", [3, -1, 5000, None])
def test_illegal_action_of_raw_environment_raises_and_changes_nothing(
    action: int | None,
) -> None:
    env = adapter.vanuatu_v0.raw_env(players=3)
    env.reset(seed=7)
    before = env.state()
    with pytest.raises(
        ValueError, match=rf"player_\d: action {action} is not legal here; 11 are, .* such as 144"
    ):
        env.step(action)
    assert (env.state() == before).all()
    assert not any(env.terminations.values())


def test_tokens_and_actions_are_inverse() -> None:
    env = adapter.vanuatu_v0.env(players=4)
    env.reset(seed=7)
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    tokens = [env.action_to_token(action) for action in legal]
    assert tokens == vanuatu.new("vanuatu", 4, seed=7).legal()
    assert [env.token_to_action(token) for token in tokens] == list(legal)
    with pytest.raises(ValueError, match="'sail' is no action of this game"):
        env.token_to_action("sail")


def test_seed_makes_draws_reproducible() -> None:
    env = adapter.vanuatu_v0.env(players=4)
    seen = []
    for seed in (5, 5, 6, None, None):
        env.reset(seed=seed)
        seen.append(tuple(env.state()))
    assert seen[0] == seen[1]
    assert len(set(seen)) >= 3


def test_variants_can_be_named_in_two_ways() -> None:
    makers = adapter.vanuatu_v0
    ways = [
        makers.raw_env(waters=True),
        makers.raw_env(variant="waters"),
        makers.raw_env(variant=("waters",)),
    ]
    assert {env.action_space("player_0").n for env in ways} == {1084}
    assert makers.raw_env(variant="waters", waters=True).action_space("player_0").n == 1084
    assert makers.raw_env(waters=False).action_space("player_0").n == 896


@pytest.mark.parametrize(
    ("parameters", "kind", "message"),
    [
        ({"players": 9}, GameError, "vanuatu is for 2 to 5 players, not 9"),
        ({"players": "4"}, GameError, "vanuatu: players is a whole number, not '4'"),
        ({"fire": True}, GameError, "vanuatu has no variant 'fire' (there are: waters, nocharacters)"),
        ({"waters": 1}, GameError, "waters is a variant, True or False, not 1"),
        ({"variant": "waters,fire"}, GameError, "vanuatu has no variant 'fire'"),
        ({"opponents": "cmd:x"}, ValueError, "opponents: got 'cmd:x'; expected a built-in bot"),
        (
            {"opponents": 3},
            ValueError,
            "opponents: got 3; expected a bot such as 'greedy', or {'t': 'greedy'}",
        ),
        ({"opponents": {"x": "greedy"}}, ValueError, "there is no seat 'x'"),
        ({"seat": "p"}, ValueError, "seat: got 'p'; it is only for opponents such as 'greedy'"),
        (
            {"players": 2, "opponents": {"p": "greedy", "t": "greedy"}},
            ValueError,
            "opponents: all seats have bots; expected one seat or more for agents",
        ),
        (
            {"render_mode": "rgb_array"},
            ValueError,
            "there is no render_mode 'rgb_array' (there are: human, ansi)",
        ),
    ],
)
def test_wrong_parameters_raise_one_line_error(
    parameters: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as raised:
        adapter.vanuatu_v0.env(**parameters)
    assert str(raised.value).startswith(message)


def test_installed_game_is_played_by_action_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    monkeypatch.setattr(codec, "_codecs", {})
    games.register("toy", numbered.PLACE)
    tokens, rewards, scores = played(adapter.Versioned("toy").env(players=3), 1, np.random.default_rng(1))
    assert {token[0] for token in tokens} == {"T", "H"}
    assert sum(rewards) == pytest.approx(1)
    assert max(scores) > 0


def test_built_in_opponents_play_as_in_the_library() -> None:
    from pettingzoo.test import api_test

    makers = adapter.vanuatu_v0
    assert makers.env(players=3, opponents="greedy").possible_agents == ["player_0"]
    assert makers.env(players=3, opponents="greedy", seat="y").possible_agents == ["player_2"]
    env = makers.env(players=3, opponents={"t": "greedy"})
    assert env.possible_agents == ["player_0", "player_2"]
    api_test(env, num_cycles=150)
    env = makers.env(players=2, opponents="greedy", seat="t")
    tokens, rewards, scores = played(env, 4, np.random.default_rng(1))

    class Replayed:
        def __init__(self) -> None:
            self.tokens = iter(tokens)

        def choose(self, game: vanuatu.Game) -> str:
            return next(self.tokens)

    game = vanuatu.play(["greedy", Replayed()], seed=4)
    assert scores == [game.end.scores()[1]]
    assert rewards == [float("t" in game.winners)]


def test_a_game_begins_at_a_position_and_with_given_draws() -> None:
    env = adapter.vanuatu_v0.raw_env(players=2)
    game = vanuatu.play(["greedy", "greedy"], seed=1)
    place = next(step.position for step in game.steps()[100:] if step.seat == "t")
    env.reset(seed=1, options={"position": place})
    assert env.agent_selection == "player_1"
    assert env.scores() == place.scores()
    assert env.render_mode is None
    draws = ["#start=201", "#tiles=A2,B1", "#ships=kcb,kcb,kkc", "#tourists=2", "#first=t"]
    env.reset(seed=1, options={"draws": draws})
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match=r"draw 2: got '#tiles=A1,A2'; expected a draw that is possible"):
        env.reset(seed=1, options={"draws": ["#start=201", "#tiles=A1,A2"]})


def test_unknown_game_is_reported() -> None:
    with pytest.raises(GameError, match="no game is called 'chess'"):
        adapter.Versioned("chess")


def test_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(adapter.maori_v0.raw_env(players=2, ship=True)))
    assert str(env) == "maori_v0"
    assert env.action_space("player_0").n == 597
    assert repr(adapter.maori_v0) == "<maori_v0>"


def test_memory_stays_flat_over_many_games() -> None:
    """Each station of a game is let go of: nothing keeps what compiled code made."""
    import gc
    import tracemalloc

    env, rng = adapter.vanuatu_v0.env(players=2), np.random.default_rng(1)
    played(env, 1, rng)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for seed in range(3):
            played(env, seed, rng)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()


def test_quick_setups_are_part_of_all_setups() -> None:
    assert set(SOME) < set(ALL)

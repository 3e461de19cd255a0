"""Games side by side: the games, draws and opponents of the library, gymnasium's names, no secrets."""

import copy
import pickle
import sys
import tracemalloc
from typing import Any

import pytest

import vanuatu as v
from tests.ai.environments.setups import Setup, every
from tests.ai.environments.test_secrets import possible_tokens, rested, taken, with_tokens
from vanuatu.notation.codec import codec_for
from vanuatu.notation.positions import Position

np = pytest.importorskip("numpy")


class Replayed:
    """A player that makes the recorded moves of its seat."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = iter(tokens)

    def choose(self, game: v.Game) -> str:
        return next(self.tokens)


def first_games(env: v.env.VectorEnv, seed: int) -> tuple[list[list[tuple[int, str]]], list[dict[str, Any]]]:
    """Play the first game of each place at random: its seats and tokens, and its result."""
    _, infos = env.reset(seed=seed)
    moves: list[list[tuple[int, str]]] = [[] for _ in range(env.num_envs)]
    results: list[dict[str, Any]] = [{} for _ in range(env.num_envs)]
    while not all(results):
        actions = env.sample()
        for i in range(env.num_envs):
            if not results[i]:
                token = env.token(i, actions[i])
                if not token.startswith("R?"):
                    moves[i].append((int(infos["seat"][i]), token))
        _, rewards, terminations, _, infos = env.step(actions)
        for i in np.flatnonzero(terminations):
            final = infos["final_info"]
            results[i] = results[i] or {name: final[name][i] for name in final} | {"reward": rewards[i]}
    return moves, results


@pytest.mark.parametrize(
    ("setup", "opponents"),
    [
        (("vanuatu", 2, ()), ["greedy"]),
        (("vanuatu", 4, ("waters",)), ["greedy", "random", "greedy:seed=5"]),
        (("maori", 3, ("ship",)), ["random", "greedy"]),
    ],
)
def test_draws_and_opponents_are_those_of_a_game_of_the_library(setup: Setup, opponents: list[str]) -> None:
    name, players, variants = setup
    env = v.env.vector(name, players, n=3, opponents=opponents, variant=variants)
    moves, results = first_games(env, seed=4)
    for i, result in enumerate(results):
        agent = int(result["seat"])
        assert result["seed"] == 4 + i
        assert agent == (4 + i) % players
        bots: list[Any] = [Replayed([token for _, token in moves[i]]), *opponents]
        seated = [bots[(seat - agent) % players] for seat in range(players)]
        game = v.play(seated, seed=int(result["seed"]), game=name, variant=variants)
        assert game.end.scores() == list(result["scores"])
        won = "ptyob"[agent] in game.winners
        assert result["reward"] == result["returns"][agent] == (won / max(len(game.winners), 1))


def test_opponents_can_search() -> None:
    env = v.env.vector("vanuatu", 2, n=1, opponents="mcts:2")
    moves, [result] = first_games(env, seed=1)
    game = v.play(["mcts:2", Replayed([token for _, token in moves[0]])], seed=1)
    assert result["seat"] == 1
    assert game.end.scores() == list(result["scores"])


def test_self_play_rewards_the_seat_that_made_the_last_action() -> None:
    env = v.env.vector("vanuatu", 3, n=2)
    moves, results = first_games(env, seed=9)
    for i, result in enumerate(results):
        players = [Replayed([token for seat, token in moves[i] if seat == own]) for own in range(3)]
        game = v.play(players, seed=9 + i)
        assert game.end.scores() == list(result["scores"])
        assert moves[i][-1][0] == result["seat"]
        assert result["reward"] == result["returns"][int(result["seat"])]


@every
def test_observations_and_masks_are_those_of_the_position(setup: Setup) -> None:
    name, players, variants = setup
    env = v.env.vector(name, players, n=2, variant=variants)
    observations, infos = env.reset(seed=3)
    for _ in range(40):
        assert observations.shape == env.observation_space.shape
        for i in range(2):
            seen = v.env.observe(env.position(i))
            if not halfway(infos["action_mask"][i], seen):
                assert (infos["action_mask"][i] == seen.mask).all()
                assert (observations[i] == seen.values).all()
                assert "ptyob"[infos["seat"][i]] == seen.seat
        observations, _, _, _, infos = env.step(env.sample())


def halfway(mask: Any, seen: v.env.Observation) -> bool:
    """Whether the seat has made the first step of a secret move; the position cannot show it."""
    return bool((mask != seen.mask).any()) and seen.token(int(mask.argmax())).startswith("R")


def test_names_shapes_and_types_are_those_of_gymnasium() -> None:
    env = v.env.vector("vanuatu", players=2, n=4, opponents="random")
    assert (env.num_envs, env.metadata["autoreset_mode"]) == (4, "SameStep")
    assert env.single_observation_space == ((623,), "float32", 0.0, 1.0)
    assert (env.single_action_space.n, env.action_space.shape) == (1106, (4,))
    observations, infos = env.reset(seed=1)
    assert (observations.shape, observations.dtype) == ((4, 623), np.float32)
    assert (infos["action_mask"].shape, infos["action_mask"].dtype) == ((4, 1106), np.int8)
    ended = 0
    while not ended:
        observations, rewards, terminations, truncations, infos = env.step(env.sample())
        assert [a.shape for a in (rewards, terminations, truncations)] == [(4,)] * 3
        assert [str(a.dtype) for a in (rewards, terminations, truncations)] == ["float64", "bool", "bool"]
        assert not truncations.any()
        assert ("final_info" in infos) == terminations.any()
        ended = int(terminations.sum())
    assert (infos["_final_info"] == terminations).all()
    for i in range(4):
        if terminations[i]:
            assert infos["final_obs"][i].shape == (623,)
            assert env.position(i).round == 1
        else:
            assert infos["final_obs"][i] is None
            assert rewards[i] == 0


def test_arrays_are_new_in_every_step_and_read_only() -> None:
    env = v.env.vector("vanuatu", n=2)
    observations, infos = env.reset(seed=1)
    kept, mask = observations.copy(), infos["action_mask"].copy()
    for _ in range(5):
        env.step(env.sample())
    assert (observations == kept).all()
    assert (infos["action_mask"] == mask).all()
    for array in (observations, infos["action_mask"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def walked(env: v.env.VectorEnv, place: int, seed: int, steps: int = 150) -> list[bytes]:
    """What a place shows while the lowest legal action is made in all places."""
    observations, infos = env.reset(seed=seed)
    shown = []
    for _ in range(steps):
        shown.append(observations[place].tobytes() + infos["action_mask"][place].tobytes())
        observations, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    return shown


def test_seed_decides_everything_and_a_place_does_not_depend_on_the_others() -> None:
    three = v.env.vector("vanuatu", 2, n=3, opponents="greedy")
    shown = walked(three, 2, seed=5)
    assert walked(three, 2, seed=5) == shown
    assert walked(v.env.vector("vanuatu", 2, n=1, opponents="greedy"), 0, seed=7) == shown
    assert walked(three, 2, seed=6) != shown


def test_a_reset_without_a_seed_begins_the_next_games() -> None:
    env = v.env.vector("vanuatu", 2, n=2, opponents="random", seat="t")
    env.reset(seed=5)
    first = env.position(0)
    env.reset()
    assert env.position(0) != first
    again = v.new("vanuatu", players=2, seed=5 + 1_000_003)
    token = v.bot("random", seed=8 * (5 + 1_000_003)).choose(again) if again.seat == "p" else ""
    if token:
        again.play(token)
    assert env.position(0).view()["board"] == again.end.view()["board"]
    unseeded = v.env.vector("vanuatu", 2, n=2)
    assert (unseeded.reset()[0] != unseeded.reset()[0]).any()


def test_seats_rotate_or_stay() -> None:
    def seats(env: v.env.VectorEnv) -> list[int]:
        env.reset(seed=0)
        found: list[int] = []
        while len(found) < 4:
            *_, terminations, _, infos = env.step(env.sample())
            found += (
                [int(seat) for seat in infos["final_info"]["seat"][terminations]] if any(terminations) else []
            )
        return found

    assert seats(v.env.vector("vanuatu", 2, n=1, opponents="random")) == [0, 1, 0, 1]
    assert seats(v.env.vector("vanuatu", 2, n=1, opponents="random", seat="teal")) == [1] * 4


def test_games_begin_at_positions_and_with_given_draws() -> None:
    game = v.play(["greedy", "greedy"], seed=1)
    places = [step.position for step in game.steps()[150:] if step.seat != "#"][:2]
    env = v.env.vector("vanuatu", 2, n=2)
    env.reset(seed=1, options={"position": places})
    assert [env.position(i) for i in range(2)] == places
    env.reset(seed=1, options={"position": places[0].to_fen()})
    assert [env.position(i) for i in range(2)] == [places[0]] * 2
    for _ in range(400):
        *_, terminations, _, _ = env.step(env.sample())
        if terminations[0]:
            assert env.position(0) == places[0]  # the next game begins there too
            break
    draws = ["#start=201", "#tiles=A2,B1"]
    env.reset(seed=1, options={"draws": draws})
    table = v.new("vanuatu", players=2, draw=False)
    for draw in draws:
        table.play(draw)
    tiles = table.end.view()["board"]
    assert all(env.position(i).view()["board"] == tiles for i in range(2))


def test_secrets_of_others_do_not_change_what_an_agent_gets() -> None:
    changed = 0
    for episode in rested(games=2, stride=5):
        seat = episode.actor
        if episode.halfway:
            continue
        secrets = [
            tokens
            for tokens in possible_tokens(episode, seat)
            if tokens != [token for _, token in taken(episode.state)]
        ]
        states = [episode.state] + [with_tokens(episode, tokens).state for tokens in secrets]
        positions = [Position(codec_for("vanuatu"), state) for state in states]
        for opponents in (None, "greedy"):
            env = v.env.vector(
                "vanuatu", 5, len(states), opponents=opponents, seat="ptyob"[seat] if opponents else None
            )
            observations, infos = env.reset(seed=[1] * len(states), options={"position": positions})
            assert (observations == observations[0]).all()
            assert (infos["action_mask"] == infos["action_mask"][0]).all()
        changed += len(secrets)
    assert changed > 100


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"players": 7}, "vanuatu is for 2 to 5 players, not 7"),
        ({"players": "2"}, "vanuatu: players is a whole number, not '2'"),
        ({"variant": "fire"}, "vanuatu has no variant 'fire'"),
        ({"n": 0}, "n: got 0; expected a whole number from 1"),
        ({"n": 2.5}, "n: got 2.5; expected a whole number from 1"),
        ({"opponents": "cmd:x"}, "opponents: got 'cmd:x'; expected a built-in bot"),
        ({"opponents": ["greedy", "random"]}, "opponents: got 2 bots; expected 1"),
        ({"opponents": "mcts:many"}, "bot 'mcts:many': no setting is called 'many'"),
        ({"opponents": "greedy", "seat": "y"}, "there is no seat 'y'"),
        ({"opponents": "greedy", "seat": 1}, "seat: got 1; expected one of p, t"),
        ({"seat": "p"}, "seat: got 'p' without opponents"),
    ],
)
def test_wrong_parameters_raise_one_line(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, v.BotError)) as raised:
        v.env.vector(**parameters)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed: got -1; expected a whole number from 0 to"),
        ({"seed": [1]}, r"seed: got \[1\]; expected .*, or a list of 2"),
        ({"seed": 1.5}, "seed: got 1.5; expected a whole number"),
        ({"options": {"start": 1}}, "options: got 'start'; expected one of position, draws"),
        ({"options": {"position": "vanuatu 9"}}, "the round and the phase are missing"),
        ({"options": {"position": 3}}, "position: got 3; expected a Position or a Game"),
        ({"options": {"position": [None]}}, "position: got a list of 1; expected 2"),
        (
            {"options": {"draws": ["#tourists=1"]}},
            "draw 1: got '#tourists=1'; expected a draw that is possible",
        ),
        ({"options": {"draws": 5}}, "draws: got 5; expected tokens"),
    ],
)
def test_wrong_arguments_of_reset_raise_one_line_and_change_nothing(
    arguments: dict[str, Any], message: str
) -> None:
    env = v.env.vector("vanuatu", 2, n=2)
    env.reset(seed=1)
    before = env.position(0)
    with pytest.raises((ValueError, TypeError), match=message):
        env.reset(**arguments)
    assert env.position(0) == before
    other = v.new("maori", players=2, seed=1)
    with pytest.raises(ValueError, match="position: got one of maori 2p; expected one of vanuatu 2p"):
        env.reset(options={"position": other})


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0], r"environment 0: action 0 is not legal here; \d+ are, by infos\[.action_mask.\], such as"),
        ([5000, 0], "environment 0: action 5000 is not legal here"),
        ([1.5, 2.5], r"actions: got float64 of shape \(2,\); expected 2 whole numbers"),
        ([1, 2, 3], r"actions: got int64 of shape \(3,\); expected 2 whole numbers"),
        (None, "actions: got object of shape"),
    ],
)
def test_an_illegal_action_raises_and_changes_nothing(actions: Any, message: str) -> None:
    env = v.env.vector("vanuatu", 2, n=2)
    with pytest.raises(ValueError, match="no game has begun: call reset"):
        env.step([0, 0])
    env.reset(seed=1)
    before = [env.position(i) for i in range(2)]
    with pytest.raises(ValueError, match=message):
        env.step(actions)
    assert [env.position(i) for i in range(2)] == before


def test_a_position_without_a_decision_for_the_agent_is_refused() -> None:
    game = v.play(["greedy", "greedy"], seed=1)
    agent = "t" if game.steps()[-1].seat == "p" else "p"
    env = v.env.vector("vanuatu", 2, opponents="greedy", seat=agent)
    last = max(step.number for step in game.steps() if step.seat == agent)
    with pytest.raises(ValueError, match="no decision is left for the agent"):
        env.reset(seed=1, options={"position": game.at(last)})
    with pytest.raises(ValueError, match="position: the game is over there"):
        env.reset(seed=1, options={"position": game})


def test_an_environment_is_pickled_and_copied_as_it_was_made() -> None:
    env = v.env.vector("vanuatu", 3, n=2, opponents=["greedy", "random"], variant="waters", seat="y")
    env.reset(seed=1)
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert repr(twin) == repr(env) == "<VectorEnv 2 × vanuatu 3p waters against greedy, random>"
        assert (twin.reset(seed=2)[0] == env.reset(seed=2)[0]).all()


def test_memory_stays_flat() -> None:
    env = v.env.vector("vanuatu", 2, n=4, opponents="random")
    env.reset(seed=1)

    def play() -> None:
        for _ in range(150):
            env.step(env.sample())

    play()
    tracemalloc.start()
    try:
        play()
        before = tracemalloc.get_traced_memory()[0]
        play()
        assert tracemalloc.get_traced_memory()[0] - before < 100_000
    finally:
        tracemalloc.stop()


def test_wrappers_of_gymnasium_take_the_games() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="the extra pettingzoo is not installed")
    adapter = pytest.importorskip("vanuatu.ai.environments.gymnasium")
    env = adapter.GymnasiumVectorEnv("vanuatu", players=2, n=2, opponents="random")
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    observations, infos = wrapped.reset(seed=1)
    assert wrapped.observation_space.contains(observations)
    ended = 0
    while ended < 2:
        actions = infos["action_mask"].argmax(axis=1)
        assert wrapped.action_space.contains(actions)
        observations, _, terminations, _, infos = wrapped.step(actions)
        ended += int(terminations.sum())
    assert next(iter(wrapped.length_queue)) > 40
    wrapped.close()


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for use in (lambda: v.env.vector("vanuatu"), lambda: v.env.observe(v.new("vanuatu", players=2, seed=7))):
        with pytest.raises(ImportError, match=r"^numpy is not installed\. Try: pip install '\.\[learn\]'"):
            use()

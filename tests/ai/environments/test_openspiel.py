"""The games in OpenSpiel: its own checks, its players, and the scores of the core."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import vanuatu
from tests.ai.environments.setups import ALL, SOME, Setup, called, named, some
from tests.support import numbered
from vanuatu.core import games
from vanuatu.core.game import GameError
from vanuatu.notation import codec

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
np = pytest.importorskip("numpy")
adapter = pytest.importorskip("vanuatu.ai.environments.openspiel")
State = Any  # pyspiel has no types


def loaded(setup: Setup) -> Any:
    return pyspiel.load_game(called(setup))


def drawn(state: State, rng: Any) -> int:
    """An action at random: a chance outcome with its chance, or any legal action."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(outcomes, p=chances))
    return int(rng.choice(state.legal_actions()))


def walk(game: Any, seed: int, resting: bool = False) -> Iterator[State]:
    """A game at random, before each action and at its end; with `resting` seats like best to rest."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        action = drawn(state, rng)
        if resting and not state.is_chance_node():
            liked = [a for a in state.legal_actions() if "R" in state.action_to_token(a)]
            action = int(rng.choice(liked)) if liked else action
        state.apply_action(action)
    yield state


def check_simulation(setup: Setup) -> None:
    pyspiel.random_sim_test(loaded(setup), num_sims=1, serialize=True, verbose=False)


def check_python_simulation(setup: Setup) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(loaded(setup))


def check_playthrough(setup: Setup, folder: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(called(setup), None, seed=5)
    kept = folder / "playthrough.txt"
    kept.write_text(text, encoding="utf-8")
    before, again = generate_playthrough.replay(str(kept))
    assert before == again == text
    assert "IsTerminal() = True" in text


def check_reinforcement_learning(setup: Setup) -> None:
    from open_spiel.python import rl_environment

    game = loaded(setup)
    environment, steps = rl_environment.Environment(game, seed=1), 0
    time_step = environment.reset()
    while not time_step.last():
        legal = time_step.observations["legal_actions"][time_step.observations["current_player"]]
        time_step = environment.step([legal[steps % len(legal)]])
        steps += 1
    assert sum(time_step.rewards) in (0, pytest.approx(1))


def check_information_set_search(setup: Setup, decisions: int = 12) -> None:
    """It keeps the actions of each information set, and stumbles when another set of them is legal there."""
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = loaded(setup), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 8, random_state=rng)
    searched = 0
    for state in walk(game, seed=1, resting=True):
        secret = not state.is_chance_node() and "/" in state.episode.known(0)
        if (
            not state.is_terminal()
            and not state.is_chance_node()
            and (secret or state.move_number() % 20 == 0)
        ):
            assert bot.step(state) in state.legal_actions()
            searched += 1
            if searched == decisions:
                break
    assert searched > 3


@pytest.mark.parametrize("setup", SOME[:3], ids=named)
def test_random_games_pass_the_checks_of_openspiel_with_serialization(setup: Setup) -> None:
    check_simulation(setup)


@pytest.mark.parametrize("setup", SOME[:1], ids=named)
def test_random_games_pass_python_checks_of_openspiel(setup: Setup) -> None:
    check_python_simulation(setup)


@pytest.mark.parametrize("setup", SOME[:1], ids=named)
def test_playthrough_is_reproducible(setup: Setup, tmp_path: Path) -> None:
    check_playthrough(setup, tmp_path)


@pytest.mark.parametrize("setup", SOME[1:3], ids=named)
def test_a_game_is_an_environment_of_openspiel(setup: Setup) -> None:
    check_reinforcement_learning(setup)


@pytest.mark.parametrize("setup", SOME[:2], ids=named)
def test_information_set_search_finds_actions_of_each_set(setup: Setup) -> None:
    check_information_set_search(setup)


@pytest.mark.long
@pytest.mark.parametrize("setup", ALL, ids=named)
def test_every_setup_passes_all_checks(setup: Setup, tmp_path: Path) -> None:
    check_simulation(setup)
    check_python_simulation(setup)
    check_playthrough(setup, tmp_path)
    check_reinforcement_learning(setup)
    check_information_set_search(setup, decisions=60)


def test_resampling_keeps_observations_of_seat() -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = 0
    for state in walk(loaded(("vanuatu", 5, ())), seed=2, resting=True):
        if state.is_terminal() or state.is_chance_node() or state.move_number() % 3:
            continue
        for seat in range(5):
            other = state.resample_from_infostate(seat, sampler)
            others += other.history() != state.history()
            assert len(other.history()) == len(state.history())
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
        seat = state.current_player()
        assert state.resample_from_infostate(seat, sampler).legal_actions() == state.legal_actions()
    assert others > 20


@pytest.mark.parametrize("setup", SOME[:1], ids=named)
def test_openspiel_search_and_tabular_learner_play_to_end(setup: Setup) -> None:
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import mcts, tabular_qlearner

    game, rng = loaded(setup), np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = next(s for s in walk(game, seed=1) if not s.is_chance_node() and s.move_number() > 20)
    assert bot.step(state) in state.legal_actions()

    environment = rl_environment.Environment(game, seed=1)
    learners = [tabular_qlearner.QLearner(seat, game.num_distinct_actions()) for seat in range(2)]
    time_step = environment.reset()
    while not time_step.last():
        step = learners[time_step.observations["current_player"]].step(time_step)
        time_step = environment.step([step.action])
    assert sum(time_step.rewards) in (0, pytest.approx(1))


def check_scores(setup: Setup, seed: int) -> None:
    """Play at random, and the same moves by their tokens without the adapter."""
    name, players, variants = setup
    table = vanuatu.new(name, players, variant=variants, draw=False)
    *_, state = walk(loaded(setup), seed)
    other = state.get_game().new_initial_state()
    for action in state.history():
        token = other.action_to_string(other.current_player(), action)
        other.apply_action(action)
        if not token.endswith(("R?", "R?@")):
            table.play(token)
    assert table.over
    assert state.scores() == table.end.scores()
    shares = [float("ptyob"[seat] in table.winners) for seat in range(players)]
    assert state.returns() == [share / max(sum(shares), 1) for share in shares]


@some
def test_a_game_ends_with_the_scores_of_the_core(setup: Setup) -> None:
    check_scores(setup, seed=1)


@pytest.mark.long
def test_a_thousand_games_end_with_the_scores_of_the_core() -> None:
    for seed in range(1000):
        check_scores(ALL[seed % len(ALL)], seed)


def test_observations_contain_public_and_own_information() -> None:
    game = loaded(("vanuatu", 3, ()))
    kind, knowing = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    own = game.make_py_observer()
    everything = game.make_py_observer(kind(perfect_recall=False, private_info=knowing.ALL_PLAYERS))
    public = game.make_py_observer(kind(perfect_recall=False, private_info=knowing.NONE))
    private = game.make_py_observer(kind(perfect_recall=False, public_info=False))
    assert (public.tensor, private.tensor) == (None, None)
    assert list(own.dict)[:3] == ["round", "phase", "planning turn"]
    reasons_seen = 0
    for state in walk(game, seed=3, resting=True):
        if state.is_terminal() or "/" not in state.episode.known(0):
            continue
        reasons_seen += 1
        for observer in (own, everything):
            observer.set_from(state, 1)
        assert list(own.tensor) == pytest.approx(state.observation_tensor(1))
        assert 0 <= own.tensor.min() <= own.tensor.max() <= 1
        assert everything.string_from(state, 1) == str(state)
        assert private.string_from(state, 1) in own.string_from(state, 1)
        assert public.string_from(state, 0) == public.string_from(state, 1)
    assert reasons_seen > 5
    with pytest.raises(ValueError, match="perfect recall of what one seat sees"):
        game.make_py_observer(kind(perfect_recall=True, private_info=knowing.ALL_PLAYERS))
    with pytest.raises(ValueError, match="observations take no parameters"):
        game.make_py_observer(None, {"size": 3})


def test_actions_have_tokens_and_tokens_actions() -> None:
    state = next(s for s in walk(loaded(("vanuatu", 4, ())), seed=1) if s.current_player() >= 0)
    seat = state.current_player()
    actions = state.legal_actions()
    tokens = [state.action_to_token(action) for action in actions]
    assert "@navigator" in tokens
    assert [state.token_to_action(token) for token in tokens] == actions
    assert [state.action_to_string(action) for action in actions] == [f"{'ptyo'[seat]}:{t}" for t in tokens]


@some
def test_tokens_are_invertible_draws_too_and_observations_are_positions(setup: Setup) -> None:
    game, draws = loaded(setup), 0
    for state in walk(game, seed=4, resting=True):
        if state.is_terminal() or state.move_number() % 3:
            continue
        for action in state.legal_actions()[:20]:
            assert state.token_to_action(state.action_to_token(action)) == action
        draws += state.is_chance_node()
        for text in (state.observation_string(1), str(state)):
            position, *known = text.split("\n")
            assert vanuatu.position(position).players == game.num_players()
            assert len(known) == (state.episode.halfway or state.episode.known(1) != "")
    assert draws > 3


def test_an_information_state_tensor_is_refused() -> None:
    game = loaded(("vanuatu", 2, ()))
    for ask in (game.information_state_tensor_shape, game.new_initial_state().information_state_tensor):
        with pytest.raises(NotImplementedError, match="there is no information state tensor; use"):
            ask()
    assert not game.get_type().provides_information_state_tensor


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("vanuatu(players=6)", "vanuatu is for 2 to 5 players, not 6"),
        ("vanuatu(players=2,nocharacters=true)", "two players always play with characters"),
        ("maori(ship=true,shipmust=true)", "'ship' and 'shipmust' exclude each other"),
        ("maori(players=5,atoll=true)", "Maori on the atoll is for 2 to 4 players"),
        (
            "vanuatu(fire=true)",
            "Unknown parameter 'fire'. Available parameters are: nocharacters, players, waters",
        ),
        ("vanuatu(players=many)", "Wrong type for parameter players"),
    ],
)
def test_wrong_parameters_raise_one_line_error(named: str, message: str) -> None:
    with pytest.raises((GameError, pyspiel.SpielError)) as raised:
        pyspiel.load_game(named)
    assert str(raised.value).startswith(message)


def test_a_game_without_numbers_is_not_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    games.register("bare", "tests.support.toy.game:ToyGame")
    with pytest.raises(GameError, match="no environment for toy: its moves are not numbered"):
        adapter.register("bare")
    with pytest.raises(GameError, match="no game is called 'chess'"):
        adapter.register("chess")
    adapter.register("vanuatu")  # once more does no harm


def test_installed_game_is_played_by_action_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    monkeypatch.setattr(codec, "_codecs", {})
    games.register("toy", numbered.PLACE)
    adapter.register("toy")
    game = pyspiel.load_game("toy(players=3)")
    assert (game.num_distinct_actions(), game.observation_tensor_shape()) == (9, [6])
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in walk(game, seed=1):
        if not state.is_terminal():
            other = state.resample_from_infostate(0, sampler)
            assert other.information_state_string(0) == state.information_state_string(0)


def test_process_using_adapter_exits_with_0() -> None:
    code = (
        "import pyspiel, vanuatu.ai.environments.openspiel;"
        "print(pyspiel.load_game('maori').new_initial_state())"
    )
    done = subprocess.run(
        [sys.executable, *(["-P"] * sys.flags.safe_path), "-c", code], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("maori 4;")

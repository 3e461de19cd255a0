"""The learned evaluation: the net, weights files, and bots that use them."""

import hashlib
import json
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.vanuatu.scene import scene
from vanuatu import ai
from vanuatu.ai import weight_files
from vanuatu.ai.advisor import create_advisor
from vanuatu.ai.bot import Bot, BotError
from vanuatu.ai.maori import move_features as maori_move_features
from vanuatu.ai.maori import position_features as maori_position_features
from vanuatu.ai.mcts.bot import MctsBot, Settings
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.net import ONE, Net, size_of
from vanuatu.ai.priors import UNIT, Priors
from vanuatu.ai.specs import make_bot, make_bot_from_file
from vanuatu.ai.vanuatu import move_features, position_features
from vanuatu.ai.weight_files import MoveFeatures, PositionFeatures, file_text, read_weights
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.games import make_game, part, variants
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session

TABLES: list[tuple[int, tuple[str, ...]]] = [(2, ()), (3, ("waters",)), (4, ())]


def whole(*weights: float) -> list[int]:
    """Return weights in the form that a net accepts."""
    return [round(weight * int(ONE)) for weight in weights]


def between_rounds(players: int, options: tuple[str, ...] = (), game: str = "vanuatu") -> list[State]:
    """Return the positions of a random game at the start of each round."""
    state, rng = make_game(game, players, options).start(), Rng(1)
    met: list[State] = []
    while state.actor != OVER:
        before = state.round
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
        if state.round > before and state.actor != OVER:
            met.append(state.copy())
    return met


def any_weights(hidden: int = 3, of: PositionFeatures = position_features) -> list[int]:
    """Return arbitrary but fixed weights."""
    rng = Rng(5)
    count = of.STAGES * size_of(len(of.SEAT_FEATURES), len(of.TABLE_FEATURES), hidden)
    return [int(rng.below(2 * ONE) - ONE) // 50 for _ in range(count)]


def about(**changes: Any) -> dict[str, Any]:
    """Return the content of a weights file for four players."""
    return {
        "game": "vanuatu",
        "players": 4,
        "variants": [],
        "own": position_features.SEAT_FEATURES,
        "table": position_features.TABLE_FEATURES,
        "hidden": 3,
        "made": {"seed": 5},
        **changes,
    }


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    place = tmp_path / "4.json"
    place.write_text(file_text(about(), any_weights()), encoding="utf-8")
    return place


# The net


def test_net_without_hidden_units_is_weighted_sum() -> None:
    # Two own figures, none of the table: win 1 and 0, score 2 and 0; the average is 3 times the first sum.
    net = Net(2, 0, 0, 1, whole(1, 0, 2, 0, 3, 0))
    first, second = net.shares_of(0, 2, [1, 5, 0, 5])
    assert first == pytest.approx(0.731, abs=0.001)  # one more is e times as likely
    assert first + second == pytest.approx(1.0)


def test_hidden_unit_models_interaction() -> None:
    # One feature with weight 0; a hidden unit that it and the table's sum activate.
    net = Net(1, 0, 1, 1, whole(4, -2, 0, 0, 3, 0, 0))
    ahead, behind = net.shares_of(0, 2, [3, 1])
    assert ahead > 0.9 > 0.1 > behind


def test_each_stage_has_separate_weights() -> None:
    net = Net(1, 0, 0, 2, whole(0, 0, 0) + whole(1, 0, 0))
    assert net.shares_of(0, 2, [1, 0]) == [0.5, 0.5]
    assert net.shares_of(1, 2, [1, 0])[0] > 0.7


def test_the_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Net(2, 1, 2, 1, [0] * 7)


@pytest.mark.parametrize(
    ("game", "tables", "wanted"),
    [
        ("vanuatu", [(2, ()), (3, ("nocharacters",)), (4, ("waters",)), (5, ())], "9649a2d09ea76252"),
        ("maori", [(2, ()), (3, ("ship", "atoll")), (5, ("shipmust",))], "858982b85f85f975"),
    ],
)
def test_evaluation_equals_recorded_values(
    game: str, tables: list[tuple[int, tuple[str, ...]]], wanted: str
) -> None:
    """Compiled and interpreted, on every machine: the figures are whole numbers, and so are the weights."""
    of = weight_files.position_features_for(game)
    assert of is not None
    net = Net(len(of.SEAT_FEATURES), len(of.TABLE_FEATURES), 3, of.STAGES, any_weights(of=of))
    digest = hashlib.sha256()
    for players, options in tables:
        for state in between_rounds(players, options, game):
            values = of.features_of(state)
            assert len(values) == players * len(of.SEAT_FEATURES) + len(of.TABLE_FEATURES)
            assert 0 <= of.stage(state) < of.STAGES
            shares = net.shares_of(int(of.stage(state)), players, values)
            digest.update(repr([values, [round(share, 12) for share in shares]]).encode())
    assert digest.hexdigest()[:16] == wanted


@pytest.mark.parametrize(
    ("game", "with_priors", "wanted"),
    [
        ("vanuatu", False, "06d067249d97a99f"),
        ("vanuatu", True, "09a5719a81463cf1"),
        ("maori", False, "7aea2c41ea2e6bb7"),
    ],
)
def test_search_with_weights_equals_recorded_result(game: str, with_priors: bool, wanted: str) -> None:
    of = weight_files.position_features_for(game)
    assert of is not None
    net = Net(len(of.SEAT_FEATURES), len(of.TABLE_FEATURES), 3, of.STAGES, any_weights(of=of))
    state, rng = between_rounds(3, (), game)[5], Rng(4)
    while state.actor == CHANCE:
        state.apply(state.sample(rng))
    advisor = create_advisor(game, net, Priors(any_priors()) if with_priors else None)
    search = Search(state, advisor, Rng(7), 1.0, 1000)
    search.run(60)
    found = [[int(move) for move in search.root.moves], [int(count) for count in search.root.counts]]
    assert hashlib.sha256(repr(found).encode()).hexdigest()[:16] == wanted


# Position features


@pytest.mark.parametrize(("game", "options"), [("vanuatu", ("waters",)), ("maori", ("ship",))])
def test_position_features_do_not_change_position(game: str, options: tuple[str, ...]) -> None:
    of = weight_files.position_features_for(game)
    assert of is not None
    for state in between_rounds(4, options, game):
        before = state.copy()
        assert of.features_of(state) == of.features_of(state)
        assert state == before


def named(values: list[int], of: PositionFeatures, seat: int) -> dict[str, int]:
    """Return a seat's own position features by name."""
    size = len(of.SEAT_FEATURES)
    return dict(zip(of.SEAT_FEATURES, values[seat * size : (seat + 1) * size], strict=True))


def test_position_features_cover_possessions_and_surroundings() -> None:
    at = scene("4 act p", p="3v 10p F1 b2 +B", t="0v b3", on={"a2": "Bppt", "b1": "Bp"}).core
    purple, teal = (named(position_features.features_of(at), position_features, seat) for seat in (0, 1))
    assert (purple["vatus"], purple["points"], purple["broke"]) == (3, 10, 0)
    assert (teal["vatus"], teal["broke"]) == (0, 1)
    assert (purple["huts"], purple["hut_islands"], purple["shared"]) == (3, 2, 2)
    assert (teal["huts"], teal["hut_islands"], teal["shared"]) == (1, 1, 2)
    assert (purple["seller"], purple["sale"]) == (1, 1)
    assert (purple["first"], purple["turn"], teal["turn"]) == (1, 0, 1)


# Files


def test_sent_weights_replace_those_of_an_earlier_task(weights: Path) -> None:
    """A worker of a cluster may get other content under the same name."""
    raw = weights.read_bytes()
    other = file_text(about(made={"seed": 6}), any_weights())
    for content, seed in ((raw, 5), (other.encode(), 6), (raw, 5)):
        weight_files.keep_sent("sent/4.json", content)
        assert read_weights("sent/4.json").about["made"] == {"seed": seed}
    assert read_weights(str(weights)).about["made"] == {"seed": 5}


def test_weights_file_describes_game_and_training(weights: Path) -> None:
    says, net = read_weights(str(weights)).about, read_weights(str(weights)).net
    assert (says["game"], says["players"], says["made"]) == ("vanuatu", 4, {"seed": 5})
    state = between_rounds(4)[0]
    given = Net(
        len(position_features.SEAT_FEATURES),
        len(position_features.TABLE_FEATURES),
        3,
        position_features.STAGES,
        any_weights(),
    )
    values = position_features.features_of(state)
    assert net.shares_of(6, 4, values) == given.shares_of(6, 4, values)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "", "no file of weights"),
        (lambda text: text[: len(text) // 2], "no file of weights"),
        (lambda text: "[]", "no file of weights"),
        (lambda text: text.replace('"players": 4', '"players": 5'), "damaged: the checksum is wrong"),
        (lambda text: text.replace('"seed": 5', '"seed": 6'), "damaged: the checksum is wrong"),
        (lambda text: resealed(text, format=2), "format 2; this version reads format 1"),
        (lambda text: resealed(text, own=["points"]), "made for other figures"),
        (lambda text: resealed(text, game="chess"), "made for other figures"),
        (lambda text: resealed(text, weights="AAAA"), "no file of weights, or it is damaged"),
        (lambda text: resealed(text, hidden=4), "no file of weights, or it is damaged"),
        (lambda text: resealed(text, hidden="x"), "no file of weights, or it is damaged"),
        (lambda text: resealed(text, hidden=10**9), "too many weights"),
    ],
)
def test_invalid_weights_file_raises_one_line_error(weights: Path, damage: Any, message: str) -> None:
    place = weights.with_name("damaged.json")
    place.write_text(damage(weights.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(BotError) as caught:
        make_bot(f"mcts:10,eval={place}")
    assert str(caught.value).startswith(f"weights {place}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def resealed(text: str, **changes: Any) -> str:
    """Return the text of a changed file with a valid checksum."""
    says = {name: value for name, value in json.loads(text).items() if name != "sha256"} | changes
    return json.dumps({**says, "sha256": weight_files.checksum(says)})


def test_missing_weights_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="No such file"):
        make_bot(f"mcts:eval={tmp_path / 'none.json'}")


def test_weights_for_other_setup_are_refused(weights: Path) -> None:
    bot = make_bot(f"mcts:10,eval={weights}", seed=1)
    with pytest.raises(
        BotError, match="they are for vanuatu with 4 players, not for vanuatu with 3 players, waters"
    ):
        bot.think(Session.new(make_game("vanuatu", 3, ("waters",))))


def test_every_packaged_weights_file_is_valid_and_named_by_setup() -> None:
    for game in ("vanuatu", "maori"):
        for place in sorted((Path(ai.__path__[0]) / game / "learned").glob("*.json")):
            says = read_weights(str(place)).about
            assert place.name == weight_files.file_name(says["players"], says["variants"])
            assert says["game"] == game
            made = says["made"]
            assert {"seed", "games", "bot", "date", "version"} <= set(made)
            assert "log_loss" in made.get("net", made)  # rounds of priors keep what is known of the net


# Priors


def any_priors(of: MoveFeatures = move_features) -> list[int]:
    """Return the hand-set priors with arbitrary but fixed changes."""
    rng = Rng(6)
    return [weight + int(rng.below(2 * ONE) - ONE) // 4 for weight in of.hand_set()]


def decisions(players: int, options: tuple[str, ...] = (), game: str = "vanuatu") -> list[State]:
    """Return the positions of a random game in which a seat has a choice."""
    state, rng = make_game(game, players, options).start(), Rng(2)
    met: list[State] = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        moves = state.legal_moves()
        if len(moves) > 1:
            met.append(state.copy())
        state.apply(moves[rng.below(len(moves))])
    return met


GAMES_WITH_PRIORS = [
    ("vanuatu", 2, ()),
    ("vanuatu", 4, ("waters",)),
    ("vanuatu", 5, ("nocharacters",)),
    ("maori", 2, ()),
    ("maori", 4, ("ship", "atoll")),
]


def move_features_of(game: str) -> ModuleType:
    found = part("vanuatu.ai", game, "move_features")
    assert found is not None
    return found


# Their types are checked here: mypy compares each module with the contract.
POSITION_FEATURES: dict[str, PositionFeatures] = {
    "vanuatu": position_features,
    "maori": maori_position_features,
}
MOVE_FEATURES: dict[str, MoveFeatures] = {"vanuatu": move_features, "maori": maori_move_features}


@pytest.mark.parametrize("game", POSITION_FEATURES)
def test_features_keep_their_contracts(game: str) -> None:
    state, of, moves = make_game(game, 3).start(), POSITION_FEATURES[game], MOVE_FEATURES[game]
    assert (of, moves) == (weight_files.position_features_for(game), weight_files.move_features_for(game))
    assert len(of.features_of(state)) == 3 * len(of.SEAT_FEATURES) + len(of.TABLE_FEATURES)
    assert -1 <= of.stage(state) <= of.STAGES  # no weights are needed before the end of round 1
    assert set(of.SHARED_VARIANTS) <= set(variants(game))
    assert len(moves.hand_set()) == sum(moves.BLOCKS.values())


def weights_of(game: str) -> ModuleType:
    found = part("vanuatu.ai", game, "constants")
    assert found is not None
    return found


@pytest.mark.parametrize("game", ["vanuatu", "maori"])
def test_every_move_feature_has_separate_weight(game: str) -> None:
    of = move_features_of(game)
    blocks = {name.split(":")[0].upper() for name in of.BLOCKS}
    begins = sorted(
        int(value)
        for name, value in vars(of).items()
        if isinstance(value, int) and "_" in name and name.split("_")[0] in blocks
    )
    assert begins == [sum(list(of.BLOCKS.values())[:i]) for i in range(len(of.BLOCKS))]
    assert len(of.hand_set()) == of.SIZE


@pytest.mark.parametrize(("game", "players", "options"), GAMES_WITH_PRIORS)
def test_initial_priors_equal_hand_set_ones(game: str, players: int, options: tuple[str, ...]) -> None:
    hand_set = create_advisor(game)
    learned_priors = create_advisor(game, None, Priors(move_features_of(game).hand_set()))
    for state in decisions(players, options, game)[::3]:
        moves = state.legal_moves()
        new, old = (list(each.weigh(state, moves)) for each in (learned_priors, hand_set))
        assert new == pytest.approx(old, abs=1e-3)


@pytest.mark.parametrize(("game", "players", "options"), GAMES_WITH_PRIORS)
def test_advisor_that_has_seen_other_positions_answers_as_a_new_one(
    game: str, players: int, options: tuple[str, ...]
) -> None:
    used = create_advisor(game, None, Priors(any_priors(move_features_of(game))))
    for k, state in enumerate(decisions(players, options, game)):
        new = create_advisor(game, None, Priors(any_priors(move_features_of(game))))
        assert used.playout(state, Rng(k)) == new.playout(state, Rng(k))  # other values of common losses
        moves = state.legal_moves()
        assert list(used.weigh(state, moves)) == list(new.weigh(state, moves))


@pytest.mark.parametrize(("game", "players", "options"), GAMES_WITH_PRIORS)
def test_priors_use_move_features_of_file(game: str, players: int, options: tuple[str, ...]) -> None:
    numbers = any_priors(move_features_of(game))
    advisor = create_advisor(game, None, Priors(numbers))
    least = weights_of(game).LEAST_WEIGHT
    for state in decisions(players, options, game)[::3]:
        moves, before = state.legal_moves(), state.copy()
        sums = [
            sum(numbers[index] / UNIT * amount for index, amount in zip(*shown, strict=True))
            for shown in advisor.move_features_of(state)
        ]
        wanted = [math.exp(each - max(sums)) + least for each in sums]
        assert list(advisor.weigh(state, moves)) == pytest.approx(wanted)
        assert state == before


@pytest.mark.parametrize(
    ("game", "tables", "wanted"),
    [
        ("vanuatu", TABLES, "4b6b993373f58e84"),
        ("maori", [(2, ()), (3, ("ship", "atoll")), (5, ())], "2f2c348769d2e7f7"),
    ],
)
def test_priors_equal_recorded_values(
    game: str, tables: list[tuple[int, tuple[str, ...]]], wanted: str
) -> None:
    digest = hashlib.sha256()
    advisor = create_advisor(game, None, Priors(any_priors(move_features_of(game))))
    for players, options in tables:
        for state in decisions(players, options, game)[::4]:
            weights = advisor.weigh(state, state.legal_moves())
            digest.update(repr([round(weight, 12) for weight in weights]).encode())
    assert digest.hexdigest()[:16] == wanted


def test_initial_playouts_equal_hand_set_ones() -> None:
    hand_set, learned_priors = (
        create_advisor("vanuatu"),
        create_advisor("vanuatu", None, Priors(move_features.hand_set())),
    )
    for state in decisions(4)[::4]:
        assert hand_set.playout(state, Rng(3)) == learned_priors.playout(state, Rng(3))


@pytest.mark.parametrize("game", ["vanuatu", "maori"])
def test_playouts_use_priors_and_greedy_does_not(game: str) -> None:
    hand_set = create_advisor(game)
    with_priors = create_advisor(game, None, Priors(any_priors(move_features_of(game))))
    met = decisions(4, game=game)[::10]
    assert any(hand_set.playout(state, Rng(3)) != with_priors.playout(state, Rng(3)) for state in met)
    assert all(hand_set.choose(state, Rng(3)) == with_priors.choose(state, Rng(3)) for state in met)
    assert all(state.is_legal(with_priors.playout(state, Rng(3))) for state in met)


def test_priors_in_file_are_optional(weights: Path) -> None:
    assert read_weights(str(weights)).priors is None
    place = weights.with_name("more.json")
    place.write_text(file_text(about(), any_weights(), any_priors()), encoding="utf-8")
    found = read_weights(str(place))
    assert found.priors is not None
    state = decisions(4)[20]
    advisor = weight_files.advisor_for(make_game("vanuatu", 4), str(place))
    given = create_advisor("vanuatu", None, Priors(any_priors()))
    moves = state.legal_moves()
    assert list(advisor.weigh(state, moves)) == list(given.weigh(state, moves))
    for changes, message in (
        ({"terms": ["plan: gain 3"]}, "their priors were made for other terms"),
        ({"priors": "AAAA"}, "no file of weights, or it is damaged"),
    ):
        damaged = weights.with_name(f"{len(message)}.json")
        damaged.write_text(resealed(place.read_text(encoding="utf-8"), **changes), encoding="utf-8")
        with pytest.raises(BotError, match=message):
            make_bot(f"mcts:10,eval={damaged}")


# Bots


def test_hand_set_evaluation_is_used_on_request_and_without_weights() -> None:
    assert weight_files.weights_for(make_game("vanuatu", 4), "hand") is None
    toy = make_game("vanuatu", 4)
    toy.players = 9
    assert weight_files.weights_for(toy) is None


def test_evaluation_comes_from_net(weights: Path) -> None:
    net = read_weights(str(weights)).net
    hand_set, by_net = create_advisor("vanuatu"), create_advisor("vanuatu", net)
    state = between_rounds(4)[2]
    values = position_features.features_of(state)
    from librt.vecs import vec

    shares = vec[float]([0.0] * 4)
    by_net.evaluate(state, shares)
    assert list(shares) == net.shares_of(int(position_features.stage(state)), 4, values)
    hand_set.evaluate(state, shares)
    assert list(shares) != net.shares_of(int(position_features.stage(state)), 4, values)
    assert sum(shares) == pytest.approx(1.0)


@pytest.mark.parametrize(("players", "learned_cost"), [(3, 2.0), (4, 1.0), (5, 1.0)])
def test_losing_together_costs_more_with_learned_evaluation_of_three(
    weights: Path, players: int, learned_cost: float
) -> None:
    under = {"b4": "W5", "c3": "W5", "a2": "Gk W4"}
    lost = scene("8 act p", players=players, waters=True, die="1", p="+R", on=under).play("Rf").core
    assert (lost.actor, list(lost.winners())) == (OVER, [])
    for net, cost in ((None, 1.0), (read_weights(str(weights)).net, learned_cost)):
        search = Search(lost, create_advisor("vanuatu", net), Rng(1), 1.0, 10)
        assert list(search.shares_at(lost)) == [0.0] * players
        assert {-reward for reward in search.rewards} == {cost}


def test_weights_with_characters_evaluate_games_without_them() -> None:
    with_them, without, waters = (make_game("vanuatu", 4, o) for o in ((), ("nocharacters",), ("waters",)))
    assert weight_files.weights_path(without) == weight_files.weights_path(with_them)
    assert weight_files.weights_path(waters) != weight_files.weights_path(with_them)
    assert weight_files.weights_for(without) is not None


def test_names_in_file_open_no_weights_file(weights: Path) -> None:
    with pytest.raises(BotError, match="a file of weights is named only by a call"):
        make_bot_from_file(f"mcts:eval={weights}", seed=1)
    assert make_bot_from_file("mcts:eval=hand", seed=1).name == "mcts:eval=hand"


def test_workers_use_requested_evaluation(weights: Path) -> None:
    session = Session.new(make_game("vanuatu", 4))
    session.draw(Rng(3))
    for judge in ("hand", str(weights)):
        with make_bot(f"mcts:40,procs=2,eval={judge}", seed=1) as bot:
            moves = []
            for _ in range(2):
                thinking = bot.think(session)
                while not thinking.step():
                    pass
                moves.append(thinking.report())
                thinking.close()
            assert moves[0] == moves[1]
            assert moves[0].sims == 40


def decide(bot: Bot, session: Session) -> int:
    thinking = bot.think(session)
    while not thinking.step():
        pass
    return thinking.move()


@pytest.mark.heavy
def test_loose_bot_is_reproducible_and_varies_moves() -> None:
    session = Session.new(make_game("vanuatu", 4))
    session.draw(Rng(3))
    best, moves = decide(make_bot("mcts:40,seed=1"), session), []
    for seed in range(12):
        moves.append(decide(make_bot(f"mcts:40,loose=0.1,seed={seed}"), session))
        assert moves[-1] == decide(make_bot(f"mcts:40,loose=0.1,seed={seed}"), session)
    assert len(set(moves)) > 1
    # The evaluation of a position is that of its best move.
    loose = MctsBot("loose", Settings(sims=40, loose=0.1, seed=1), thorough=True)
    assert decide(loose, session) == best


def test_bot_with_lower_confidence_bounds_reports_its_choice_first() -> None:
    session = Session.new(make_game("vanuatu", 2))
    session.draw(Rng(3))
    differ = 0
    for seed in range(12):
        thinking = make_bot(f"mcts:40,c=1,lcb=0.5,seed={seed}").think(session)
        while not thinking.step():
            pass
        assert thinking.move() == thinking.report().candidates[0].move
        differ += thinking.move() != decide(make_bot(f"mcts:40,c=1,lcb=0,seed={seed}"), session)
    assert 0 < differ < 12


def test_random_move_rate_matches_setting_and_is_reproducible() -> None:
    session = Session.new(make_game("vanuatu", 3))
    rng = Rng(2)
    session.draw(rng)
    straight, astray = make_bot("mcts:8,seed=1"), make_bot("mcts:8,seed=1,stray=0.5")
    assert isinstance(astray, MctsBot)
    moves = []
    for _ in range(40):
        first, second = (bot.think(session) for bot in (straight, astray))
        for thinking in (first, second):
            while not thinking.step():
                pass
        again = astray.think(session)
        while not again.step():
            pass
        assert again.move() == second.move()
        moves.append(first.move() == second.move())
        session.push(first.move())
        session.draw(rng)
    assert 10 < sum(moves) < 40

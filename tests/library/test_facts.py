"""Facts about positions and moves: leaders, what a seat can do, what a move gains, views, addresses."""

import pickle
from typing import Any

import pytest

import vanuatu
from tests.support.documents import ROOT
from vanuatu import core

GAMES = ROOT / "games"
[THREE] = vanuatu.read(GAMES / "three-players.pvn")
[MAORI] = vanuatu.read(GAMES / "maori-small-ship.pvn")


def test_leader_has_most_markers_and_is_in_the_view() -> None:
    for ply in range(20, THREE.plies, 9):
        position = THREE.at(ply)
        view = position.view()
        for action in "SBXFVGDTR":
            leader = position.leader(action)
            assert view["leaders"].get(action) == leader
            markers = {seat: player["markers"].get(action, 0) for seat, player in view["players"].items()}
            if leader is not None:
                assert markers[leader] == max(markers.values()) > view["neutral"].get(action, 0)
    assert THREE.at("5.20").leader("explore") == THREE.at("5.20").leader("X")


def test_can_agrees_with_legal_moves_of_the_seat_to_move() -> None:
    for step in THREE.steps():
        if step.phase != "act":
            continue
        assert step.position.can(step.seat, step.move.kind)
        kinds = {kind_of(step.position, token) for token in step.legal}
        for kind in ("build", "explore", "fish", "sell", "draw", "rest"):
            assert step.position.can(step.seat, kind) == (kind in kinds)


def kind_of(position: vanuatu.Position, token: str) -> str:
    game = vanuatu.new(start=position, draw=False)
    game.play(token)
    return game.steps()[-1].move.kind


def test_can_of_another_seat_is_what_it_could_do_if_it_were_its_turn() -> None:
    position = THREE.at("5.21")
    others = [seat for seat in THREE.seats if seat != position.seat]
    for seat in others:
        for letter in "SBXFVGDTR":
            if position.can(seat, letter):
                view = position.view()
                assert position.leader(letter) == seat or view["players"][seat]["character"] == "preacher"
    assert any(position.can(seat, letter) for seat in others for letter in "SBXFVGDTR")
    assert not THREE.at("5.1").can("p", "B")


@pytest.mark.parametrize("game", [THREE, MAORI], ids=["vanuatu", "maori"])
def test_gain_is_the_difference_of_views(game: vanuatu.Game) -> None:
    for step in game.steps():
        gain = step.gain
        if step.seat == "#":
            assert gain == vanuatu.Gain()
            continue
        seat = game.seats.index(step.seat)
        assert gain.score == step.after.scores()[seat] - step.position.scores()[seat]
        before, after = (position.view()["players"][step.seat] for position in (step.position, step.after))
        assert gain.points == after["points"] - before["points"]
        if game.name == "vanuatu":
            assert gain.vatus == after["vatus"] - before["vatus"]
            assert gain.goods.get("huts", 0) == before["huts"] - after["huts"]
            assert gain.goods.get("fish_value", 0) == sum(after["fish"]) - sum(before["fish"])
            assert gain.goods.get("treasures", 0) == len(after["treasures"]) - len(before["treasures"])
        assert step.position.gain(step.token) == gain


def test_addresses_are_those_of_the_command_line() -> None:
    first = next(step for step in THREE.steps() if step.round == 5)
    assert THREE.at("5") == THREE.at("5.0") == first.position
    assert THREE.at("5.12") == THREE.at(first.number - 1 + 12)
    for wrong, error in (("x", ValueError), ("5.x", ValueError), ("9.1", IndexError), ("5.99", IndexError)):
        with pytest.raises(error, match=wrong.replace(".", r"\.")):
            THREE.at(wrong)


def test_names_survive_in_positions_of_steps() -> None:
    step = THREE.steps()[30]
    for position in (step.position, step.after, step.position.play(step.token)):
        assert "mcts:3000" in str(position)
    [study] = vanuatu.read(GAMES / "variations.pvn")
    varied = next(step for step in study.steps() if step.variations)
    assert study.tags["Purple"] in str(varied.variations[0][0].after)


def test_notebook_gets_pictures_of_steps_and_analyses() -> None:
    step = next(step for step in THREE.steps() if step.move.kind == "sail")
    report = vanuatu.bot("mcts:20,seed=1").analyse(THREE.at("5.20"))
    for html in (step._repr_html_(), report._repr_html_()):
        assert html.startswith("<figure><figcaption>")
        assert "<svg" in html
    assert step._repr_svg_().startswith("<svg")
    assert "<td>" in report._repr_html_()
    assert report.moves[0].line == report.line
    assert pickle.loads(pickle.dumps(report)) == report


def test_nothing_public_is_an_array() -> None:
    state, rng = core.start("vanuatu", 3), core.Rng(1)
    while state.actor == core.CHANCE:
        assert (type(state.weights()), len(state.weights())) == (list, len(state.legal_moves()))
        state.apply(state.sample(rng))
    for values in (state.legal_moves(), state.scores(), state.winners(), state.returns()):
        assert type(values) is list
    assert type(THREE.end.state) is core.State
    twin = state.copy()
    assert twin == state == pickle.loads(pickle.dumps(state))
    move = state.legal_moves()[0]
    assert state.is_legal(move)
    assert state.push(move) is None
    assert state.push(move) is not None
    assert twin != state
    with pytest.raises(ValueError, match="nothing is drawn"):
        state.sample(rng)
    with pytest.raises(ValueError, match="no seat 3"):
        state.hide(3, rng)


def test_dir_has_public_names_only() -> None:
    assert "branch" not in dir(THREE.steps()[0])
    assert dir(vanuatu.bot("greedy")) == ["analyse", "choose", "close", "name"]
    for thing in (THREE.steps()[0], vanuatu.bot("greedy")):
        assert all(hasattr(thing, name) for name in dir(thing))


ANY: Any = vanuatu  # tests give it whatever they like
ANY_GAME: Any = THREE


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: ANY_GAME.end.leader("Q"), ValueError, r"no action 'Q' \(there are: S sail"),
        (lambda: ANY_GAME.end.leader(None), TypeError, "expected an action such as 'B' or 'build'"),
        (lambda: MAORI.end.leader("X"), ValueError, "maori has no actions"),
        (lambda: ANY_GAME.end.can("z", "B"), ValueError, r"no seat 'z' \(there are: p, t, y\)"),
        (lambda: ANY_GAME.end.can(0, "B"), TypeError, r"expected a seat such as 'p' or 'purple' \(got 0\)"),
        (lambda: ANY_GAME.at(1.5), TypeError, r"a number of plies or an address such as '5.12' \(got 1.5\)"),
        (lambda: ANY_GAME.end.hidden("p", "x"), TypeError, "seed: expected a whole number"),
        (lambda: ANY_GAME.end.draw(-1), vanuatu.IllegalMove, "nothing is drawn here"),
        (lambda: ANY.position(3), TypeError, "the line of a position"),
        (lambda: ANY.new(3), TypeError, "the name of a game"),
        (lambda: ANY.new(players="3"), TypeError, "players: expected a whole number"),
        (lambda: ANY.bot(3), TypeError, "the spec of a bot"),
        (lambda: ANY.bot("mcts").analyse(THREE.at(30), sims=0), ValueError, "sims: expected 1 to"),
        (
            lambda: ANY.bot("mcts").analyse(THREE.at(30), seconds="x"),
            TypeError,
            "number of seconds|float or None",
        ),
        (lambda: ANY.bot("mcts").analyse(THREE.at(30), moves="+SF"), TypeError, "a list of moves"),
        (lambda: ANY.bot("greedy").choose("game"), TypeError, "a Game or a Position"),
        (lambda: ANY.play("greedy"), TypeError, "a list of bots"),
        (lambda: ANY.play([3, 4]), TypeError, "an object with `choose`"),
    ],
)
def test_bad_arguments_are_explained(call: object, error: type[Exception], words: str) -> None:
    assert callable(call)
    with pytest.raises(error, match=words):
        call()

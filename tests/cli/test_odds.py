"""Odds while planning: `odds` at the prompt, `analyse --odds`, and the sampler."""

import json
import math
from pathlib import Path

import pytest

import vanuatu
from tests.cli.at_prompt import shown, think
from tests.support.odds_reliability import outcome
from vanuatu.ai.vanuatu.odds import make_odds, sharpened
from vanuatu.ai.weight_files import advisor_for
from vanuatu.cli import app
from vanuatu.cli.play import opening
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import SeatRequest
from vanuatu.cli.review.odds import sharpness_of
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu.layout import Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import codec_for
from vanuatu.notation.game import session_of
from vanuatu.notation.session import Session

FOUR_SHARP = [1.5, 1.5, 1.5, 1.5]  # by seat


@pytest.mark.parametrize(
    ("name", "sharpness"),
    [
        ("greedy", 1.5),
        ("hard", 1.5),
        ("mcts:100,c=1.2", 1.5),
        ("mcts:300", 1.0),
        ("expert", 1.0),
        ("mcts:5s", 1.0),
        ("easy", 1.5),
        ("medium", 1.5),
        ("Ann", 1.0),
        ("", 1.0),
        ("cmd:./mine", 1.0),
        ("random", 0.0),
    ],
)
def test_sharpness_by_the_name_of_the_player(name: str, sharpness: float) -> None:
    assert sharpness_of(name) == sharpness


def last_to_plan() -> Session:
    """Return a game in which purple places the last marker of the round."""
    from vanuatu.notation.files import read_games

    session = next(read_games("games/teaching.pvn")).session
    last = max(
        ply for ply, made in enumerate(session.record.plies) if made.round == 1 and made.token.startswith("+")
    )
    return session.until(last)


def test_certain_when_all_others_have_planned() -> None:
    """The last to plan knows who leads what: all chances are 0 or 1, as the markers say."""
    session = last_to_plan()
    full = session.until(session.ply)
    full.push(int(session.state.legal_moves()[0]))
    led, _ = outcome(full, session.ply)
    odds = make_odds(session.state, advisor_for(session.game), Rng(1), FOUR_SHARP)
    assert odds is not None
    odds.run(20)
    for action, markers in odds.targets():
        leads, tried = odds.lead(action, markers)
        assert leads == (tried if led[action][markers] else 0)
    assert sum(odds.lead(*target)[1] for target in odds.targets()) >= 20


def test_more_markers_lead_more() -> None:
    session = last_to_plan()
    early = next(ply for ply, made in enumerate(session.record.plies) if made.token.startswith("+"))
    odds = make_odds(session.at(early), advisor_for(session.game), Rng(1), FOUR_SHARP)
    assert odds is not None
    odds.run(135)
    chances = []
    for markers in range(1, 6):
        counts = [odds.lead(action, markers) for action in range(9)]
        chances.append(sum(led for led, _ in counts) / sum(tried for _, tried in counts))
    assert chances == sorted(chances)
    assert chances[0] < chances[4] == 1.0  # all five markers
    tried = [odds.able(action, markers)[1] for action, markers in odds.targets()]
    assert 135 <= sum(tried) <= 5 * 135  # each sample tells about every planned action


def test_only_plans_that_were_made_count() -> None:
    """With its last marker, the seat gets each number there is now, or one more; nothing else is counted."""
    session = last_to_plan()
    state = session.state
    assert isinstance(state, VanuatuState)
    own = [int(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.MARKERS + action]) for action in range(9)]
    odds = make_odds(session.state, advisor_for(session.game), Rng(1), FOUR_SHARP)
    assert odds is not None
    odds.run(50)
    for action in range(9):
        counted = {markers for markers in range(1, 6) if odds.lead(action, markers)[1]}
        assert counted <= {own[action], own[action] + 1}
        assert sum(odds.lead(action, markers)[1] for markers in range(1, 6)) <= 50
        assert own[action] == 0 or sum(odds.lead(action, markers)[1] for markers in range(1, 6)) == 50


def test_plans_of_bots_are_likely() -> None:
    """A bot makes its best plan more often than the priors say. So samples have sharpened priors."""
    session = session_of(vanuatu.play(["greedy"] * 3, seed=0))
    advisor = advisor_for(session.game)
    priors = likely = 0.0
    for ply, made in enumerate(session.record.plies):
        if made.seat >= 0 and made.token.startswith("+"):
            state = session.at(ply)
            moves = state.legal_moves()
            at = list(moves).index(session.moves[ply])
            weights = advisor.weigh(state, moves)
            priors += math.log(weights[at] / sum(weights))
            weights = sharpened(weights, FOUR_SHARP[0])
            likely += math.log(weights[at] / sum(weights))
    assert likely > priors


def test_in_the_last_round() -> None:
    """The game may end while the seat waits for its action."""
    from vanuatu.notation.files import read_games

    session = next(read_games("games/four-players.pvn")).session
    plies = session.record.plies
    last = int(plies[-1].round)
    first = next(at for at, made in enumerate(plies) if made.round == last and made.token.startswith("+"))
    odds = make_odds(session.at(first), advisor_for(session.game), Rng(1), FOUR_SHARP)
    assert odds is not None
    odds.run(90)
    assert any(odds.able(*target)[0] < odds.able(*target)[1] for target in odds.targets())


def test_no_secret_is_used() -> None:
    """The seat's odds are the same whatever rests the others hold."""
    session = last_to_plan()
    state = session.state
    one = make_odds(state, advisor_for(session.game), Rng(3), FOUR_SHARP)
    other = make_odds(state.hide(state.actor, Rng(99)), advisor_for(session.game), Rng(3), FOUR_SHARP)
    assert one is not None
    assert other is not None
    one.run(30)
    other.run(30)
    assert [one.lead(*target) for target in one.targets()] == [
        other.lead(*target) for target in other.targets()
    ]


def test_json_of_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["analyse", "example:teaching", "--ply", "8", "--odds", "--sims", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seat"], found["round"], found["samples"]) == ("p", 1, 40)
    by_target = {(one["action"], one["markers"]): one for one in found["odds"]}
    assert set(by_target) == {(action, count) for action in "SBXFVGDTR" for count in range(1, 6)}
    for one in found["odds"]:
        assert one["lead"] is None or one["lead_95"][0] <= one["lead"] <= one["lead_95"][1]
        assert one["perform"] is None or one["perform_95"][0] <= one["perform"] <= one["perform_95"][1]
    assert 40 <= sum(one["tried"] for one in found["odds"]) <= 5 * 40


def test_odds_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", "example:teaching", "--ply", "8", "--odds", "--sims", "20"]
    assert app.run(words) == 0
    first = capsys.readouterr().out
    assert app.run(words) == 0
    assert capsys.readouterr().out == first
    assert app.run([*words, "--seed", "2"]) == 0
    assert capsys.readouterr().out != first


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("example:teaching --ply 0 --odds", 1, "only while a seat plans"),
        ("example:teaching --ply 7 --odds", 1, "only while a seat plans"),
        ("example:teaching --odds --all", 2, "--odds excludes"),
        ("example:teaching --odds --move-time 1s", 2, "--odds excludes"),
    ],
)
def test_errors(words: str, code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run(["analyse", *words.split()]) == code
    streams = capsys.readouterr()
    assert message in streams.err
    assert streams.out == ""


def test_maori_has_no_odds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from vanuatu.core.games import make_game

    session = Session.new(make_game("maori", 2))
    session.draw(Rng(1))
    position = codec_for("maori").write_position(session.state)
    assert app.run(["analyse", position, "--odds"]) == 1
    assert "maori has no markers to plan" in capsys.readouterr().err


def test_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    wanted = opening.NewGame("vanuatu", 3, "", SeatRequest(None, ("greedy",)), 5)
    controller = Controller(opening.open_new(wanted, opening.SaveRequest(keep=False)))
    controller.start()
    think(controller)
    controller.enter_line("odds")
    assert "only while you plan" in shown(controller)
    while controller.table.codec.phase(controller.table.state) != "plan":
        controller.enter_line(
            controller.table.codec.token(controller.table.state, controller.table.view.legal[0])
        )
        think(controller)
    before = controller.table.text()
    controller.enter_line("odds")
    think(controller)
    text = shown(controller)
    assert "lead 1" in text
    assert "S sail" in text
    assert "samples of the others' plans" in text
    assert controller.table.text() == before
    controller.table.close()

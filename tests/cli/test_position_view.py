"""A repaint builds the scene once without a replay; a typed move computes the legal moves once.

The test game counts the calls that it receives and has no drawing.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.notation.vanuatu.played import ACTING, CODEC, position
from tests.support.toy.codec import ToyCodec
from tests.support.toy.game import ToyGame, ToyState
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.news import news_sentences
from vanuatu.cli.play.position_view import PositionView
from vanuatu.cli.play.table import SeatPlayer, Table
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import PLAIN
from vanuatu.notation.record import GameRecord
from vanuatu.notation.session import Session

COUNTED: Counter[str] = Counter()


class CountingState(ToyState):
    """Search the list of legal moves, as Vanuatu does."""

    def legal_moves(self) -> vec[i64]:
        COUNTED["listings"] += 1
        return super().legal_moves()

    def apply(self, move: i64) -> None:
        COUNTED["applied"] += 1
        super().apply(move)

    def copy(self) -> "CountingState":
        twin = CountingState(int(self.players))
        twin.round, twin.actor, twin.drawn = self.round, self.actor, self.drawn
        twin.points, twin.bonus = self.points[:], self.bonus[:]
        return twin


class CountingCodec(ToyCodec):
    def scene(self, state: State) -> Mapping[str, Any]:
        COUNTED["scenes"] += 1
        return {"round": int(state.round), "players": {"p": {"points": 3}, "t": {"points": 0}}}


@pytest.fixture
def controller(toy: None) -> Controller:
    game = ToyGame(2)
    session = Session(game, CountingCodec(), CountingState(2), GameRecord({"Event": "?"}))
    controller = Controller(Table(session, [SeatPlayer("Ann"), SeatPlayer("Bob")], seed=1), open_hands=True)
    controller.start()
    repaint(controller)
    COUNTED.clear()
    return controller


def repaint(controller: Controller) -> str:
    """Request all that a screen uses: the board, the text in several lengths, the toolbar."""
    lines = [
        *controller.board_lines(80, 20, PLAIN),
        *controller.message(80),
        *controller.fitted_lines(80, 3),
        [*controller.status_line()],
    ]
    return PLAIN.paint(lines)


@pytest.mark.parametrize("line", ["T1", "t1@", "take", "hide 2"])
def test_typed_move_computes_legal_moves_once(controller: Controller, line: str) -> None:
    """The moves of the position before were computed when it was painted."""
    controller.enter_line(line)
    repaint(controller)
    assert controller.table.session.ply == 2
    assert COUNTED["listings"] == 1


def test_repaint_builds_scene_once(controller: Controller) -> None:
    controller.enter_line("T1")
    for _ in range(3):
        repaint(controller)
    assert COUNTED["scenes"] == 1


def test_a_repaint_does_not_replay_the_game(controller: Controller) -> None:
    for line in ("T1", "T1", "T1", "T1"):
        controller.enter_line(line)
        repaint(controller)
    COUNTED.clear()
    controller.enter_line("T1")
    repaint(controller)
    # The move, its ply in the history, the plies since the seat's last move (one move, one draw), and twice
    # those of the round if it has ended: its position is found, and its secret moves are turned up.
    plies = controller.table.session.record.plies
    ended = [ply for ply in plies if ply.round == plies[-1].round]
    assert COUNTED["applied"] <= 2 + 3 + 2 * len(ended)
    COUNTED.clear()
    repaint(controller)
    assert COUNTED["applied"] == 0


def test_undone_positions_are_dropped_from_cache(controller: Controller) -> None:
    controller.enter_line("T1")
    assert "T1" in repaint(controller)
    controller.table.undo()
    controller.begin_turn()
    controller.enter_line("H2")
    assert controller.table.session.ply == 2
    assert "T1" not in [event.words for event in controller.table.view.recent_events(None)]


def test_game_without_drawing_is_shown_as_table(controller: Controller) -> None:
    assert (
        PLAIN.paint(controller.board_lines(40, None, PLAIN))
        == "round  1\n\nplayers  points\np        3\nt        0\n"
    )


def test_rest_tokens_from_before_your_last_move_are_announced_at_the_end_of_the_round() -> None:
    start = position(ACTING.replace("+SFFFD", "+R").replace("+BBGTT", "+D").replace("+SXXDR", "+R"))
    session = Session.new(CODEC.game_of(start), start=start)
    session.play("p:Rv")
    session.play("t:Da2")
    assert not PositionView(session).events(1, 2)
    session.play("y:Rb")
    assert session.state.round == 2
    events = PositionView(session).events(1, 2)
    assert [(event.seat, event.words) for event in events] == [
        (2, "rest and take a vatu and a point"),
        (0, "turn up a vatu"),
    ]
    assert news_sentences(events)[-1] == "Purple turned up a vatu."

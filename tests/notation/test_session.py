"""A session is one game in progress: moves, undo, views of a seat, results, writing."""

import io

import pytest

from tests.notation.texts import game, read
from tests.support.toy.game import ToyGame, ToyState
from vanuatu.core.rng import Rng
from vanuatu.notation.errors import AmbiguousMove, IllegalMove, NotAMove
from vanuatu.notation.formats import encode_game, read_any
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.session import Session

pytestmark = pytest.mark.usefixtures("toy")


def played(*moves: str) -> Session:
    session = Session.new(ToyGame(2), tags={"Event": "Test"})
    for move in moves:
        session.play(move)
    return session


def points(session: Session) -> list[int]:
    return [int(score) for score in session.state.scores()]


def test_a_new_game_has_its_roster() -> None:
    assert played().text() == (
        '[Event "Test"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Purple "?"]\n[Teal "?"]\n'
        '[Result "*"]\n[GameType "toy"]\n\n*\n'
    )


def test_moves_are_read_in_any_form_and_stored_as_tokens() -> None:
    session = played("draw 2", "p:T1", "take 2")
    assert session.tokens() == ["#draw=2", "p:T1", "t:T2@"]
    assert session.ply == 3
    assert points(session) == [1, 3]


def test_illegal_move_changes_nothing() -> None:
    session = played("#draw=2")
    for text, fault in (("T3", IllegalMove), ("take", AmbiguousMove), ("fly", NotAMove)):
        with pytest.raises(fault):
            session.play(text)
    for move in (-1, 1, 16, 999):
        with pytest.raises(IllegalMove, match="legal: "):
            session.push(move)
    assert (session.ply, session.tokens(), points(session)) == (1, ["#draw=2"], [0, 0])


def test_undo_and_redo_keep_comments() -> None:
    session = played("#draw=2", "T1", "T2")
    session.record.plies[-1].noted().comments.append("well")
    session.undo()
    session.undo()
    assert (session.tokens(), points(session)) == (["#draw=2"], [0, 0])
    session.redo()
    session.redo()
    assert points(session) == [1, 2]
    assert session.record.plies[-1].comments == ["well"]
    with pytest.raises(IndexError):
        session.redo()


def test_new_move_drops_undone_moves() -> None:
    session = played("#draw=2", "T1")
    session.undo()
    session.play("T2")
    with pytest.raises(IndexError):
        session.redo()
    with pytest.raises(IndexError):
        played().undo()


def test_earlier_positions_are_copies() -> None:
    session = played("#draw=2", "T1", "T2")
    assert [list(session.at(ply).scores()) for ply in range(4)] == [[0, 0], [0, 0], [1, 0], [1, 2]]
    session.at(3).apply(1)
    session.at(0).apply(1)
    assert session.state.round == 2
    assert session.state.actor == -1
    for ply in (-1, 4):
        with pytest.raises(IndexError):
            session.at(ply)


def test_nature_draws_until_a_seat_decides() -> None:
    session = played()
    drawn = session.draw(Rng(1))
    assert len(drawn) == 1
    assert session.state.actor == 0
    assert session.draw(Rng(1)) == []


def test_rest_tokens_of_current_round_are_veiled_for_other_seats() -> None:
    session = played("#draw=1", "H1", "H2", "#draw=1", "H1")
    assert session.tokens() == ["#draw=1", "p:H1", "t:H2", "#draw=1", "p:H1"]
    assert session.tokens(0) == session.tokens()
    assert session.tokens(1) == ["#draw=1", "p:H1", "t:H2", "#draw=1", "p:H?"]


def test_finished_game_has_result_and_termination() -> None:
    session = played(*["#draw=1", "H1", "T1"] * 3)
    assert session.over
    session.finish()
    assert '[Result "0,3"]\n[GameType "toy"]\n[Winner "Teal"]' in session.text()
    assert session.text().endswith(" 0,3\n")
    assert read(session.text())[0].differences == []
    with pytest.raises(IllegalMove, match="the game is over"):
        session.play("T1")
    with pytest.raises(IllegalMove, match="the game is over"):
        session.push(1)


@pytest.mark.parametrize("termination", ["abandoned", "time forfeit", "illegal move", "engine crash"])
def test_aborted_game_has_termination(termination: str) -> None:
    session = played("#draw=2", "T2")
    session.finish(termination)
    [found] = read(session.text())
    assert found.session.record.tags["Termination"] == termination
    assert found.differences == []
    assert found.session.record.tags["Result"] == ("*" if termination == "abandoned" else "2,0")


def test_saved_game_can_be_resumed() -> None:
    [found] = read(game("1. #draw=3 p:T1 {said} ( p:T2 ) t:T2 *"))
    session = found.session
    session.play("#draw=1")
    assert session.text() == game("1. #draw=3 p:T1 {said} ( p:T2 ) t:T2\n2. #draw=1 *")
    session.undo()
    session.undo()
    assert session.state.actor == 1
    [again] = read(session.text())
    assert again.session.tokens() == session.tokens()


def test_the_first_plies_of_a_game_are_a_game() -> None:
    session = played(*["#draw=1", "H1", "T1"] * 3)
    session.finish()
    early = session.until(4)
    assert early.tokens() == session.tokens()[:4]
    assert early.text().endswith("1. #draw=1 p:H1 t:T1\n2. #draw=1 *\n")
    assert "Winner" not in early.record.tags
    early.play("T1")
    assert session.over
    assert len(session.moves) == 9
    with pytest.raises(IndexError, match="there are 9 plies, not 10"):
        session.until(10)


def test_a_game_from_a_position_keeps_it() -> None:
    state = ToyState(2)
    state.apply(3)
    session = Session.new(ToyGame(2), start=state)
    state.apply(12)
    session.play("T3")
    assert '[SetUp "1"]\n[FEN "1 0 3 0,0 @@"]\n\n1. p:T3 *' in session.text()
    [found] = read(session.text())
    assert found.session.start.actor == 0
    assert list(found.session.state.scores()) == [3, 0]


def test_invalid_game_cannot_be_resumed() -> None:
    [found] = read(game("1. #draw=9 *"))
    with pytest.raises(ValueError, match="#draw=9"):
        _ = found.session


def test_any_names_and_comments_can_be_read_back() -> None:
    session = Session.new(ToyGame(2), tags={"Purple": 'A\nn"\x00\x7f', "Teal": "caf\udce9"})
    session.play("#draw=2")
    wild = ['} { \n\n[Event "x"]', ";a\nb", "%a\nb", "\x00", "caf\udce9", ""]
    session.record.plies[0].noted().comments.extend(wild)
    [found] = read(session.text())
    assert found.session.record.tags["Purple"] == 'A n"  '
    assert found.session.record.tags["Teal"] == "caf?"
    assert found.session.record.plies[0].comments == [') { [Event "x"]', ";a b", "%a b", "", "caf?", ""]
    for form in ("ndjson", "msgpack"):
        raw = io.BytesIO(encode_game(session.record, form, True))
        [again] = read_any(io.BufferedReader(raw), form)
        assert write_game(again.session.record) == session.text()

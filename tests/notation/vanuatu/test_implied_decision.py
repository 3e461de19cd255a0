"""Input may omit `@0`, as older and handwritten games do; output always contains it."""

import pytest

from tests.support.vanuatu.scene import scene, written_position
from vanuatu.notation.errors import MoveError
from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.packed.maps import as_map, from_map
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import GameRecord, MoveLine
from vanuatu.notation.session import Session

TAGS = """\
[Purple "Ann"]
[Teal "Ben"]
[Yellow "Cleo"]
[Result "{result}"]
{more}[SetUp "1"]
[FEN "{fen}"]

"""
MIDDLE = written_position("3 act p", {"p": "4v 7p +D @beggar", "t": "@vendor*", "y": "@guide*"})
LAST = written_position("8 act p", {"p": "8v 20p +D @beggar", "t": "@vendor*", "y": "@guide*"})
# Scores if purple keeps the points: 23 with the drawing, 3 for the marker, 2 for 8 vatus.
SCORES = "28,1,1"


def game(fen: str, moves: str, *, result: str = "*", more: str = "") -> str:
    return TAGS.format(fen=fen, result=result, more=more) + moves + "\n"


def read(text: str) -> GameRead:
    (found,) = read_games(text.encode())
    return found


def tokens(text: str) -> list[str]:
    """Return the rewritten tokens of the game, in a text that parses to itself."""
    record = read(text).session.record
    written = write_game(record)
    assert write_game(read(written).session.record) == written
    return [ply.token for ply in record.plies]


def error_in(text: str) -> str:
    found = read(text).error
    assert found is not None
    return found.message


@pytest.mark.parametrize(
    "moves",
    [
        "3. p:Da2 4. #tourists=0 *",
        "3. p:Da2 #tourists=0 *",
        "3. Da2 {three points} 4. #tourists=0! *",
        "3. p:Da2 4. tourists 0 *",
        "3. p:Da2 p:@0 4. #tourists=0 *",
        "3. p:Da2 keep 4. #tourists=0 *",
    ],
)
def test_draw_implies_kept_points(moves: str) -> None:
    assert tokens(game(MIDDLE, moves)) == ["Da2", "@0", "#tourists=0"]
    assert read(game(MIDDLE, moves)).session.record.plies[1].round == 3


def test_written_exchange_is_kept() -> None:
    assert tokens(game(MIDDLE, "3. p:Da2 p:@2 4. #tourists=0 *")) == ["Da2", "@2", "#tourists=0"]
    assert tokens(game(MIDDLE, "3. Da2 beg 3 4. #tourists=0 *")) == ["Da2", "@3", "#tourists=0"]


def test_final_result_implies_kept_points() -> None:
    text = game(LAST, f"8. p:Da2 {SCORES}", result=SCORES, more='[Winner "Purple"]\n')
    assert tokens(text) == ["Da2", "@0"]
    assert read(text).differences == []
    assert read(text).session.moves[-1:] == [read(text).session.moves[-1]]
    assert read(text).session.over


def test_unfinished_result_leaves_decision_open() -> None:
    for fen in (MIDDLE, LAST):
        found = read(game(fen, "p:Da2 *"))
        assert [ply.token for ply in found.session.record.plies] == ["Da2"]
        assert found.session.codec.phase(found.session.state) == "beg"


def test_aborted_game_stays_unchanged() -> None:
    forfeited = '[Termination "time forfeit"]\n[Winner "Teal,Yellow"]\n'
    text = game(LAST, f"8. p:Da2 {SCORES}", result=SCORES, more=forfeited)
    assert tokens(text) == ["Da2"]
    assert read(text).differences == []


def test_finished_game_is_read_to_its_end_despite_termination_tag() -> None:
    more = '[Termination "normal"]\n[Winner "Purple"]\n'
    assert tokens(game(LAST, f"8. p:Da2 {SCORES}", result=SCORES, more=more)) == ["Da2", "@0"]


def test_variation_leaves_decision_open_only_if_it_ends_there() -> None:
    text = game(MIDDLE, "3. p:-D? (p:Da2) p:@0 (p:@1 #tourists=0) 4. #tourists=0 (#tourists=1) *")
    assert "cannot be withdrawn" in error_in(text)
    text = game(MIDDLE, "3. p:Da2 (p:Da2) (p:Da2 #tourists=1) #tourists=0 (#tourists=1) *")
    written = write_game(read(text).session.record)
    assert written.endswith(
        "3. p:Da2 ( p:Da2 ) ( p:Da2 p:@0 4. #tourists=1 ) p:@0\n4. #tourists=0 ( #tourists=1 ) *\n"
    )
    assert write_game(read(written).session.record) == written


def test_move_of_another_seat_implies_decision_and_is_then_too_early() -> None:
    assert "a draw is missing here. Expected #tourists=…" in error_in(game(MIDDLE, "p:Da2 t:@artist *"))


def test_impossible_exchange_is_refused_with_reason() -> None:
    few = MIDDLE.replace("4v 7p", "4v 0p").replace("+D", "+R")
    assert "purple has 1 point, and 3 would be given (legal: @0, @1)" in error_in(game(few, "p:Rp p:@3 *"))
    assert "purple decides about the Beggar's exchange now" in error_in(game(MIDDLE, "p:Da2 p:Fb3 *"))
    assert "no move is written like this" in error_in(game(MIDDLE, "p:Da2 nonsense *"))


def test_impossible_draw_is_refused_as_draw() -> None:
    assert "what must be drawn now: the tourist tile" in error_in(game(MIDDLE, "p:Da2 #flood=2 *"))


def test_machine_formats_imply_decision_too() -> None:
    short = read(game(MIDDLE, "3. p:Da2 p:@0 4. #tourists=0 *")).session.record
    for compact in (False, True):
        value = as_map(short, compact)
        del value["moves"][1]
        found = GameRead.from_record(from_map(value), 1, 1)
        assert write_game(found.session.record) == write_game(short)


def test_session_implies_decision_from_record_and_texts() -> None:
    whole = read(game(LAST, f"8. p:Da2 p:@0 {SCORES}", result=SCORES)).session.record
    record = GameRecord(dict(whole.tags))
    record.line, record.result = MoveLine(), SCORES
    record.plies.append(whole.plies[0])
    assert [ply.token for ply in GameRead.from_record(record, 1, 1).session.record.plies] == ["Da2", "@0"]
    session = read(game(MIDDLE, "*")).session
    session.play("Da2")
    with pytest.raises(MoveError, match="a draw is missing here"):
        session.play("t:@artist")
    assert session.ply == 1
    session.play("tourists 0")
    assert [ply.token for ply in session.record.plies] == ["Da2", "@0", "#tourists=0"]


def test_rest_tokens_are_open_in_that_decision() -> None:
    resting = scene("3 act y", p="1v 7p @beggar", t="Rf1 @vendor*", y="+R @guide*")
    session = Session.new(read(game(MIDDLE, "*")).session.game, start=resting.core)
    session.play("Rb")
    assert session.codec.phase(session.state) == "beg"
    assert session.tokens(0) == ["y:Rb"]
    assert session.tokens(1) == ["y:Rb"]

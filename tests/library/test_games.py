"""Reading, walking, playing and writing games from Python."""

import copy
import gzip
import io
import pickle
from pathlib import Path
from xml.etree import ElementTree

import pytest

import vanuatu
from tests.support.documents import ROOT
from vanuatu import core
from vanuatu.notation.errors import ReadError

GAMES = ROOT / "games"
WHOLE = GAMES / "three-players.pvn"


def one(source: object = WHOLE) -> vanuatu.Game:
    [game] = vanuatu.read(source)  # type: ignore[arg-type]  # tests give it whatever they like
    return game


def begun(**options: object) -> vanuatu.Game:
    return vanuatu.new("vanuatu", players=3, seed=7, **options)  # type: ignore[arg-type]  # as above


# Reading


def test_file_is_read_with_one_call() -> None:
    game = one()
    assert game.result.count(",") == 2
    assert game.winners == [game.seats[max(range(3), key=lambda seat: game.end.scores()[seat])]]
    assert ",".join(map(str, game.end.scores())) == game.result
    assert game.over
    assert (game.error, game.warnings) == (None, [])
    assert game.text() == WHOLE.read_text(encoding="utf-8")


def test_every_source_and_format_gives_same_game(tmp_path: Path) -> None:
    raw, text = WHOLE.read_bytes(), WHOLE.read_text(encoding="utf-8")
    with WHOLE.open("rb") as stream, WHOLE.open("rb", buffering=0) as unbuffered:
        zipped = gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(raw)))
        for source in (str(WHOLE), WHOLE, raw, stream, unbuffered, io.BytesIO(raw), zipped):
            assert one(source).text() == text
        assert not stream.closed
    for form in ("pvn", "ndjson", "msgpack"):
        path = tmp_path / f"games.{form}"
        assert vanuatu.write(vanuatu.read(WHOLE), path) == 1
        assert one(path).text() == text
        renamed = path.rename(tmp_path / "games")
        assert one(renamed).text() == text
    assert vanuatu.write([one(), one()], tmp_path / "two.pvn") == 2
    assert (tmp_path / "two.pvn").read_text(encoding="utf-8") == text + "\n" + text


def test_unreadable_source_raises_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        vanuatu.read(tmp_path / "nowhere.pvn")
    with pytest.raises(ValueError, match="give it as bytes"):
        vanuatu.read(WHOLE.read_text(encoding="utf-8"))
    with WHOLE.open(encoding="utf-8") as text, pytest.raises(TypeError, match="opened with 'rb'"):
        vanuatu.read(text)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(TypeError, match="not from int"):
        vanuatu.read(3)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(ValueError, match="no form is called 'pgn'"):
        vanuatu.write([], tmp_path / "x", "pgn")
    assert list(vanuatu.read(b"")) == []


def test_file_is_closed_at_end_or_earlier(tmp_path: Path) -> None:
    with vanuatu.read(WHOLE) as games:
        assert repr(next(games)).startswith("<Game vanuatu 3p over ")
        assert repr(games) == f"<Games of {WHOLE}, 1 read>"
    assert list(vanuatu.read(WHOLE, only=2)) == []
    vanuatu.read(WHOLE)  # an unclosed file would be a warning, which is an error in these tests


BROKEN = b'[Purple "Ann"]\n[Teal "Ben"]\n[Yellow "Cleo"]\n\n1. #start=201 #start=102 *\n\n'


def test_invalid_game_does_not_stop_later_games() -> None:
    broken, whole = vanuatu.read(BROKEN + WHOLE.read_bytes())
    error = broken.error
    assert error is not None
    assert (error.line, error.column) == (5, 15)
    assert error.reason != error.message
    assert error.nearest
    assert all(token.startswith("#tiles=") for token in error.nearest)
    assert isinstance(error.cause, vanuatu.MoveError)
    assert (broken.number, whole.number, whole.error) == (1, 2, None)
    assert broken.tags["Purple"] == "Ann"
    assert repr(broken).startswith("<Game 1 broken at 5:15: #start=102: ")
    assert str(broken) == repr(broken)
    for touch in (broken.steps, broken.legal, broken.text, lambda: broken.end, lambda: broken.play("x")):
        with pytest.raises(vanuatu.ReadError, match="#start=102") as raised:
            touch()
        assert (raised.value.line, raised.value.column) == (5, 15)


def test_strict_reading_raises_at_once_and_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.pvn"
    path.write_bytes(WHOLE.read_bytes() + b"\n" + BROKEN)
    games = vanuatu.read(path, strict=True)
    next(games)
    with pytest.raises(vanuatu.ReadError) as raised:
        next(games)
    assert raised.value.line > 5
    assert raised.value.__notes__ == [f"in game 2 of {path}"]


def test_tolerated_input_is_a_warning() -> None:
    game = one(WHOLE.read_bytes().replace(b'[Result "', b'[Result "9'))
    assert game.error is None
    assert "Result" in game.warnings[0].message


def test_missing_tag_error_lists_existing_tags() -> None:
    with pytest.raises(KeyError, match=r"no tag 'Pruple' \(there are: Event, .*Purple"):
        _ = one().tags["Pruple"]


# Walking


def test_steps_equal_output_of_replay() -> None:
    game = one(GAMES / "variations.pvn")
    state = game.start
    for step in game.steps():
        assert (step.round, step.phase) == (state.round, state.phase)
        assert (step.seat, step.legal) == (state.seat, state.legal())
        assert step.words == state.words(step.token)
        assert step.position == state
        state = state.play(step.token)
        assert step.after == state
    assert state == game.end


def test_steps_can_be_read_in_any_order_and_after_later_moves() -> None:
    game = begun()
    game.play("@artist")
    steps = game.steps()
    shown = [(step.token, step.words, step.legal) for step in steps]
    game.undo()
    game.play("@buyer")
    assert [(step.token, step.words, step.legal) for step in reversed(steps)] == shown[::-1]


def test_comments_glyphs_and_variations_are_available() -> None:
    steps = one(GAMES / "variations.pvn").steps()
    assert any(step.comments for step in steps)
    assert any(step.glyphs for step in steps)
    varied = next(step for step in steps if step.variations)
    instead = varied.variations[0][0]
    assert instead.position == varied.position
    assert instead.token in varied.legal
    assert instead.words


# Playing


def test_draws_are_automatic_and_seats_decide() -> None:
    game = begun()
    while not game.over:
        assert game.seat in game.seats
        game.play(game.legal()[0])
    assert game.legal() == []
    assert (game.seat, game.result) == (None, ",".join(map(str, game.end.scores())))
    assert game.winners == game.end.winners
    assert game.tags["Winner"]
    assert one(game.text().encode()).warnings == []
    with pytest.raises(vanuatu.IllegalMove, match="the game is over"):
        game.play("+S")


def test_words_are_understood_and_token_is_returned() -> None:
    game = begun()
    assert game.play("navigator") == "@navigator"
    assert game.play(f"{game.seat}:@builder") == "@builder"
    assert game.tokens()[-2:] == ["t:@navigator", "y:@builder"]


def test_illegal_move_raises_reason_and_changes_nothing() -> None:
    game = begun()
    game.play("@artist")
    before = game.text()
    with pytest.raises(vanuatu.IllegalMove) as wrong:
        game.play("@artist")
    assert wrong.value.reason == game.why("@artist") != ""
    assert wrong.value.nearest[0].startswith("@")
    assert "legal: " in str(wrong.value)
    assert "legal: " not in wrong.value.reason
    with pytest.raises(vanuatu.NotAMove):
        game.play("fly to the moon")
    assert game.text() == before
    assert game.why("@buyer") == ""


def test_undo_and_redo_repeat_same_draws() -> None:
    game = begun()
    while game.round == 1:
        game.play(game.legal()[-1])
    after, plies = game.text(), game.plies
    token = game.undo()
    assert game.plies < plies - 1  # what was drawn since is gone too
    assert game.redo() == token
    assert game.text() == after
    game.undo()
    game.play(token)
    assert game.text() == after
    while game.plies > 5:
        game.undo()
    with pytest.raises(IndexError, match="no move to undo"):
        game.undo()
    assert game.plies == 5
    with pytest.raises(IndexError, match="no move was undone"):
        begun().redo()


def test_draws_can_be_entered_from_real_table() -> None:
    game = begun(draw=False)
    assert game.seat == "#"
    for token in ("#start=201", "#tiles=A2,B1", "#ships=kcb,kkk,cbb", "#tourists=2", "#first=p"):
        game.play(token)
    assert game.seat == "p"
    assert game.undo() == "#first=p"
    game.draw(seed=5)
    assert game.seat in game.seats
    assert game.seed == 5


def test_read_game_can_be_continued() -> None:
    game = one(GAMES / "unfinished.pvn")
    assert (game.result, game.seed) == ("*", None)
    game.draw(seed=1)
    game.play(game.legal()[0])
    game.comment("from here on by the library")
    assert "{from here on by the library}" in " ".join(game.text().split())


def test_games_that_do_not_exist_are_refused() -> None:
    with pytest.raises(core.GameError, match=r"no game is called 'chess' \(there are: vanuatu"):
        vanuatu.new("chess")
    with pytest.raises(core.GameError, match="2 to 5 players"):
        vanuatu.new(players=9)
    with pytest.raises(core.GameError, match="volcano"):
        vanuatu.new(variant="waters,volcano")
    with pytest.raises(IndexError, match="there are 5 plies, not 6"):
        begun().at(6)
    with pytest.raises(ValueError, match=r"no seat 'x' \(there are: p, t, y\)"):
        begun().tokens("x")


def test_maori_has_same_interface() -> None:
    game = vanuatu.play(["greedy", "random"], seed=2, game="maori")
    assert (game.name, game.over) == ("maori", True)
    again = one(game.text().encode())
    assert [step.words for step in again.steps()][:3] == [step.words for step in game.steps()][:3]
    assert pickle.loads(pickle.dumps(game.end)) == game.end


# Copies and pictures


@pytest.mark.parametrize(
    "name", ["three-players.pvn", "variations.pvn", "maori-small-ship.pvn", "unfinished.pvn"]
)
def test_games_positions_and_states_can_be_copied_and_pickled(name: str) -> None:
    game = one(GAMES / name)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert twin.text() == game.text()
        assert (twin.number, twin.end) == (game.number, game.end)
    for ply in range(0, game.plies + 1, 7):
        position = game.at(ply)
        state = position.state
        assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
        twin = pickle.loads(pickle.dumps(position))
        assert twin == copy.deepcopy(position) == position
        assert hash(twin) == hash(position)
        assert vanuatu.position(position.to_fen()) == position
        if ply:
            assert position != game.at(ply - 1)
    assert game.end != "a position"


def test_copy_is_independent_and_has_same_draws() -> None:
    game = begun()
    twin = pickle.loads(pickle.dumps(game))
    before = game.text()
    twin.play("@artist")
    assert game.text() == before
    game.play("@artist")
    assert game.text() == twin.text()


def test_invalid_games_and_all_errors_can_be_pickled() -> None:
    [broken] = vanuatu.read(BROKEN)
    twin = pickle.loads(pickle.dumps(broken))
    assert (twin.number, dict(twin.tags)) == (1, dict(broken.tags))
    errors: list[vanuatu.NotationError] = [broken.error or ReadError(0, 0, "")]
    for text in ("@artist @artist", "zz", "#start=201"):
        with pytest.raises(vanuatu.MoveError) as raised:
            begun().play(text)
        errors.append(raised.value)
    with pytest.raises(vanuatu.PositionError) as bad:
        vanuatu.position("vanuatu 9")
    errors.append(bad.value)
    for error in errors:
        sent = pickle.loads(pickle.dumps(error))
        assert (type(sent), str(sent), sent.reason) == (type(error), str(error), error.reason)
        assert getattr(sent, "nearest", None) == getattr(error, "nearest", None)
        assert getattr(sent, "column", None) == getattr(error, "column", None)


def test_printing_draws_the_board() -> None:
    game = one(GAMES / "four-players.pvn")
    for drawn in (str(game), str(game.end), str(game.at(30))):
        assert "a3" in drawn
        assert "ships" in drawn
        assert max(map(len, drawn.splitlines())) <= 80
    assert "\x1b" not in str(game)
    assert game.tags["Purple"] in str(game)


def test_position_without_drawing_prints_as_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanuatu.notation.positions.BOARD", "no_such_package.drawing")
    game = begun()
    assert str(game) == game.end.to_fen()


def test_notebook_shows_picture() -> None:
    game = begun()
    for drawn in (game._repr_svg_(), game.end._repr_svg_(), game._repr_html_(), game.end._repr_html_()):
        assert drawn is not None
        assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_objects_have_descriptive_repr() -> None:
    game = begun(tags={"Purple": "Ann", "Teal": "Ben"})
    assert repr(game) == '<Game vanuatu 3p round 1 · 5 moves · "Ann"–"Ben"–"?">'
    assert repr(begun()) == "<Game vanuatu 3p round 1 · 5 moves>"
    assert repr(game.end) == "<Position vanuatu 3p round 1 character · t to move>"
    assert repr(game.start) == "<Position vanuatu 3p round 1 setup · something is drawn>"
    assert repr(game.steps()[0]) == "<Step 1, round 1: #start=210>"
    assert repr(game.start.state) == "<VanuatuState of 3 players, round 1, chance to draw>"
    assert repr(one().end).startswith("<Position vanuatu 3p over · ")
    assert repr(core.Rng(1)).startswith("<Rng at ")


# Positions


def test_a_position_never_changes() -> None:
    position = begun().end
    before = position.to_fen()
    later = position.play(position.legal()[0])
    position.state.apply(position.state.legal_moves()[0])
    assert position.to_fen() == before
    assert later != position
    assert later.seat == "y"
    with pytest.raises(vanuatu.IllegalMove, match="nothing is drawn here: t to move"):
        position.draw(1)
    assert begun().start.draw(3) == begun().start.draw(3)


def test_hidden_information_is_resampled() -> None:
    game = one()
    rest = next(step for step in game.steps() if step.token.startswith("R"))
    position = rest.after
    other = next(seat for seat in game.seats if seat != rest.seat)
    seen = {position.hidden(other, seed).to_fen() for seed in range(20)}
    assert len(seen) > 1
    assert {position.hidden(rest.seat, seed).view()["players"][rest.seat]["rest"] for seed in range(5)} == {
        rest.token[1]
    }
    assert position.hidden("Purple" if other == "p" else other, 1).scores()


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", 1, "begins with the name of its game"),
        ("chess 2", 1, "not with 'chess'"),
        ("vanuatu 9", 9, "the round and the phase are missing"),
    ],
)
def test_invalid_position_error_names_column_and_problem(text: str, column: int, reason: str) -> None:
    with pytest.raises(vanuatu.PositionError, match=reason) as wrong:
        vanuatu.position(text)
    assert wrong.value.column == column

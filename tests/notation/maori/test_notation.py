"""Maori's tokens, long forms, words, refusals and positions."""

import pytest

from tests.core.maori.test_against_reference import GAMES
from tests.support.maori.positions import CODEC, MATRIX, position
from tests.support.maori.side_by_side import choose
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import PositionError, codec_for
from vanuatu.notation.errors import AmbiguousMove, IllegalMove, MoveError, NotAMove
from vanuatu.notation.move_reader import move_length
from vanuatu.notation.session import Session


def session_at(state: MaoriState) -> Session:
    return Session.new(CODEC.game_of(state), start=state)


def reading(state: MaoriState, text: str) -> str:
    """The token of the move that a text means."""
    return CODEC.token(state, session_at(state).read(text))


AFTER_SHIP = position("4s +I2 b2:W0", ship="n2", turn="3 discover p", matrix=MATRIX.replace("W0", "E3b", 1))
SAILING = position(
    "5s a1:I1 e3:I1 ~a1",
    game="ship",
    turn="3 sail p",
    matrix="W0 E1r W0 E1l / WB E2r WB E2l / WS EX WS EX / W0 E1t W0 E1b",
)


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("1=a1", "1=a1"),
        ("p: 1=a1", "1=a1"),
        ("take 1 a1", "1=a1"),
        ("lay E1r on a1", "1=a1"),
        ("e1r a1", "1=a1"),
        ("3=c3rr", "3=c3rr"),
        ("EX c3 left", "3=c3rr"),
        ("take 3 c3 open top", "3=c3rrr"),
        ("store=a1", "store=a1"),
        ("stored a1", "store=a1"),
        ("remove b2", "-b2"),
        ("take off b2", "-b2"),
        ("nothing", "pass"),
        ("do nothing", "pass"),
        ("PASS", "pass"),
    ],
)
def test_a_move_may_be_written_in_many_ways(text: str, token: str) -> None:
    assert reading(AFTER_SHIP, text) == token


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("n3", ">n3"),
        ("sail to n3", ">n3"),
        ("2", ">n3"),
        ("+2", ">n3"),
        ("2 steps", ">n3"),
        ("ship n3", ">n3"),
    ],
)
def test_explorer_ship_move_is_written_by_place_or_steps(text: str, token: str) -> None:
    assert reading(position("5s"), text) == token


@pytest.mark.parametrize(("text", "token"), [("e3", "~a1-e3"), ("boat e3", "~a1-e3"), ("stay", "pass")])
def test_small_ship_move_is_written_by_destination(text: str, token: str) -> None:
    assert reading(SAILING, text) == token


def test_a_form_that_fits_several_moves_is_named_ambiguous() -> None:
    with pytest.raises(AmbiguousMove, match="can be 1=a1, 2=a1"):
        session_at(AFTER_SHIP).read("a1")


def test_unknown_and_illegal_moves_have_different_errors() -> None:
    with pytest.raises(NotAMove):
        session_at(AFTER_SHIP).read("dance")
    with pytest.raises(IllegalMove, match="a tile lies on b2 already"):
        session_at(AFTER_SHIP).read("1=b2")
    with pytest.raises(IllegalMove, match="it is purple's turn, not teal's"):
        session_at(AFTER_SHIP).read("t:pass")


def test_illegal_long_form_is_not_cut_into_two_moves() -> None:
    assert move_length(CODEC, AFTER_SHIP, ["store", "9"]) == 2
    assert move_length(CODEC, AFTER_SHIP, ["keep", "E2r", "pass"]) == 2
    assert move_length(CODEC, AFTER_SHIP, ["store", "pass"]) == 1


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("1=a1", "lay the 1st tile, E1r (end open to the right, 1 palm), on a1"),
        (
            "3=c3rr",
            "lay the 3rd tile, EX (end open to the right, 2 shells), on c3 "
            "turned to be open to the left for 2 shells, gains 2 shells",
        ),
        ("store=a1", "lay the stored tile, I2 (single island, 2 palms), on a1"),
        ("-b2", "take W0 (water) off b2"),
        ("pass", "do nothing"),
    ],
)
def test_description_has_effect_cost_and_gain(token: str, words: str) -> None:
    assert CODEC.words(AFTER_SHIP, CODEC.parse(AFTER_SHIP, token)) == words


def test_description_mentions_completed_island() -> None:
    state = position("4s a1:E2r", ship="n4", turn="3 discover p")
    assert CODEC.words(state, CODEC.parse(state, "1=b1")).endswith("on b1, completes an island")
    ship = position("4s", ship="n1")
    assert CODEC.words(ship, CODEC.parse(ship, ">n4")) == "3 steps to n4 for 1 shell, before E1l E2l EX E1b"


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_position_can_be_read_back(players: int, options: tuple[str, ...]) -> None:
    rng = Rng(players)
    session = Session.new(MaoriGame(players, options))
    while True:
        state = session.state
        assert isinstance(state, MaoriState)
        if session.ply % 6 == 0 or state.actor == OVER:
            line = CODEC.write_position(state)
            again = CODEC.read_position(line)
            assert isinstance(again, MaoriState)
            assert (list(again.b), again.actor, again.round) == (list(state.b), state.actor, state.round)
            assert CODEC.write_position(again) == line
            assert CODEC.game_of(again).options == session.game.options
        if state.actor == OVER:
            return
        if session.ply % 29 == 3:
            for move in state.legal_moves():
                assert CODEC.parse(state, CODEC.token(state, move)) == move
                assert session.read(CODEC.words(state, move)) == move
        session.push(int(state.sample(rng)) if state.actor == CHANCE else choose(state, rng, 15))


@pytest.mark.parametrize("options", [("ship",), ("shipmust", "atoll")])
def test_every_refusal_has_words(options: tuple[str, ...]) -> None:
    rng = Rng(2)
    state = MaoriGame(2, options).start()
    seen = set()
    ply = 0
    while state.actor != OVER:
        if ply % 7 == 0:
            for move in range(0, 9 << 10, 5):
                refusal = state.refusal(move)
                if refusal is not None:
                    text = CODEC.refusal(state, refusal, move)
                    assert text == text.strip()
                    assert "\n" not in text
                    seen.add(int(refusal.code))
        state.apply(state.sample(rng) if state.actor == CHANCE else choose(state, rng, 15))
        ply += 1
    assert len(seen) > 18


GOOD = "maori 2; 3 voyage p; opens p; ship n1; matrix " + MATRIX + "; p 5s a1:W0; t 5s"


@pytest.mark.parametrize(
    ("old", "new", "move_error"),
    [
        ("maori 2", "maori 6", "the number of players, 2 to 5"),
        ("maori 2", "chess 2", "begins with `maori`"),
        ("maori 2", "maori 2 waters", "Maori has no variant 'waters'"),
        ("3 voyage p", "0 voyage p", "the round is a number"),
        ("3 voyage p", "3 dancing p", "after the round comes the phase"),
        ("3 voyage p", "3 voyage y", "a seat is one of the letters p t"),
        ("3 voyage p", "3 voyage", "whose turn it is"),
        ("3 voyage p", "3 over p", "the game is over when no turns are left"),
        ("3 voyage p", "3 sail p", "no small ship"),
        ("3 voyage p", "3 refill p", "a gap that is filled next is marked *"),
        ("opens p; ", "", "who opens each round is missing"),
        ("ship n1; ", "", "the place of the explorer ship is missing"),
        ("ship n1", "ship n5", "the explorer ship is at"),
        ("W0 E1r", "W0 E9r", "there is no tile 'E9r'"),
        ("W0 E1r", "- E1r", "a place of the matrix is empty while 81 tiles"),
        ("W0 E1r", "E1r E1r E1r", "there are only 2 of these tiles"),
        ("; p 5s", " I2; p 5s", "the matrix has sixteen tiles"),
        (" IH E1b;", " IH;", "the matrix has sixteen tiles, not 15"),
        ("p 5s a1:W0", "p 26s a1:W0", "there are 30 shells"),
        ("p 5s a1:W0", "p a1:W0", "the shells come first"),
        ("a1:W0", "d1:W0", "d1 is no space of the board"),
        ("a1:W0", "f1:W0", "there is no cell 'f1'"),
        ("a1:W0", "a1:V", "a volcano cannot be taken"),
        ("a1:W0", "a1:E2tr", "may not lie turned"),
        ("a1:W0", "a1:W0 a1:WB", "a1 has two tiles"),
        ("a1:W0", "a1:E2r b1:E2t", "land and water meet at the right side of a1"),
        ("a1:W0", "c1:E2r", "land and water meet at the right side of c1"),
        ("a1:W0", "a1:W0 ~a1", "without small ships"),
        ("a1:W0", "+W0 +WB", "the storage holds one tile"),
        ("; t 5s", "", "player teal is missing"),
        ("; t 5s", "; t 5s; t 5s", "this section is given twice"),
        ("; t 5s", "; t 5s; last 1", "turns left once a board is full"),
        ("; t 5s", "; t 5s; box V", "a volcano cannot be taken"),
        ("; t 5s", "; t 5s; wind 3", "no section begins like that"),
    ],
)
def test_impossible_position_error_names_problem(old: str, new: str, move_error: str) -> None:
    assert CODEC.write_position(CODEC.read_position(GOOD)) == GOOD
    with pytest.raises(PositionError) as caught:
        CODEC.read_position(GOOD.replace(old, new, 1))
    assert move_error in str(caught.value)
    assert 1 <= caught.value.column <= len(GOOD) + 40


@pytest.mark.parametrize("game", ["ship", "shipmust"])
def test_small_ships_are_where_they_can_be(game: str) -> None:
    for seat, move_error in [
        ("5s a1:W0", "small ship is missing"),
        ("5s a1:W0 ~b1", "no tile lies on b1"),
        ("5s a1:W0 ~a1 ~a1", "one small ship"),
    ]:
        with pytest.raises(PositionError, match=move_error):
            position(seat, game=game, matrix=MATRIX.replace("W0", "I2", 1))


def test_any_text_is_read_or_refused_in_one_line() -> None:
    rng = Rng(9)
    complaints = set()
    for _ in range(3000):
        letters = list(GOOD)
        for _ in range(1 + rng.below(4)):
            letters[rng.below(len(letters))] = chr(32 + rng.below(95))
        try:
            CODEC.read_position("".join(letters))
        except PositionError as error:
            complaints.add(str(error))
    assert len(complaints) > 20
    assert not any("\n" in move_error for move_error in complaints)
    assert codec_for("maori").game == "maori"


def test_any_input_is_move_or_refused_in_one_line() -> None:
    rng = Rng(4)
    alphabet = "123abcde4nesw=->~ r@#pt:.store lay pas\u00e9"
    over = position("5s", more="idle 16", turn="9 over p")
    states = [AFTER_SHIP, SAILING, position("5s"), MaoriGame(2).start(), over]
    refused = 0
    sessions = [session_at(state) for state in states]
    for _ in range(400):
        session = sessions[rng.below(len(sessions))]
        typed = "".join(alphabet[rng.below(len(alphabet))] for _ in range(rng.below(9)))
        try:
            assert session.state.is_legal(session.read(typed))
        except MoveError as error:
            refused += "\n" not in str(error)
    assert refused > 200

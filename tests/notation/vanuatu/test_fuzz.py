"""Any line or token: only the documented errors, and no game that hangs."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.vanuatu.played import ACTING, CODEC, LATE, PLACING, PLANNING, TWO, position, positions
from vanuatu.core.game import OVER
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import PositionError
from vanuatu.notation.errors import MoveError
from vanuatu.notation.move_reader import read_move

LINES = [PLANNING, ACTING, PLACING, TWO, LATE]
SIGNS = "0123456789 ;:()/+*@^?kcbptyoSBXFVGDTRabcdvWE"
MUTANTS = 2500


def mutant(lines: list[str], random: Random) -> str:
    """One of the lines with a sign, a word or a section changed."""
    line = random.choice(lines)
    kind = random.randrange(4)
    if kind < 2:
        place = random.randrange(len(line))
        return line[:place] + random.choice(SIGNS) * kind + line[place + random.randrange(2) :]
    part = " " if kind == 2 else "; "
    words, others = line.split(part), random.choice(lines).split(part)
    words[random.randrange(len(words))] = random.choice(others)
    return part.join(words)


def played_out(text: str) -> int:
    """How many moves a game from there takes when it is played at random."""
    state = position(text)
    random = Random(text)
    plies = 0
    while state.actor != OVER:
        moves = [int(move) for move in state.legal_moves()]
        move = random.choice(moves)
        assert CODEC.parse(state, CODEC.token(state, move)) == move
        assert CODEC.view(state)
        state.apply(move)
        plies += 1
        assert plies < 1000
    return plies


def read(text: str) -> VanuatuState | PositionError:
    """The position of a line, or what is wrong with it."""
    try:
        return position(text)
    except PositionError as error:
        return error


def test_a_line_with_something_changed_is_refused_or_can_be_played_from() -> None:
    random = Random(4)
    lines = LINES + [CODEC.write_position(state) for state in positions(5, ("waters",), 1, "trade")][::9]
    accepted = 0
    for _ in range(MUTANTS):
        text = mutant(lines, random)
        found = read(text)
        if isinstance(found, PositionError):
            assert 1 <= found.column <= len(text) + 1
            continue
        line = CODEC.write_position(found)
        accepted += 1
        assert CODEC.write_position(position(line)) == line
        if accepted % 4 == 0:
            played_out(line)
    assert accepted > 40


@given(st.text(max_size=80))
def test_any_text_as_a_position(text: str) -> None:
    for line in (text, "vanuatu 3; 1 act p; " + text, PLANNING + text):
        found = read(line)
        assert isinstance(found, VanuatuState) or str(found)


@pytest.mark.parametrize("line", LINES)
@given(text=st.one_of(st.text(max_size=20), st.text(alphabet="SBXFVGDTRabcd123 +-@/:", max_size=12)))
def test_any_text_as_a_move(line: str, text: str) -> None:
    state = position(line)
    assert CODEC.parse(state, text) >= -1
    try:
        move = read_move(CODEC, state, text)
    except MoveError as error:
        found = error
    else:
        assert state.is_legal(move)
        return
    assert str(found)

"""Patterns of positions."""

import time

import pytest

import vanuatu
from tests.cli.game_files import random_game
from vanuatu.notation.codec import PositionError
from vanuatu.notation.like import Pattern
from vanuatu.notation.positions import state_of

FEN = (
    "vanuatu 3; 1 act y; first p; market 3; tourists 1 / 0112233; "
    "ships kcb:b kkk cbb / kcb kkc kkc ccb kbb kcc kkb; tiles A2 B1; "
    "board a2:E0(Gkc Bt D1 T1) a3:S2(F1 X1) b2:S0 b3:S1(F1); p 2v 5p b3 F2 B8 @fisherman*; "
    "t 0v 5p b2 B7 @builder*; y 3v 0p a3 ^2 B8 @navigator* +DR"
)


@pytest.mark.parametrize(
    ("pattern", "fits"),
    [
        (FEN, True),
        ("vanuatu ?", True),
        ("?", True),
        ("vanuatu 3; 1 act y", True),
        ("vanuatu 3; ? act ?", True),
        ("vanuatu 3; 2 act ?", False),
        ("vanuatu 3; 1 act t", False),
        ("vanuatu ?; 1 act", True),
        ("vanuatu ?; ? plan ?", False),
        ("vanuatu 4; ?", False),
        ("maori ?", False),
        ("vanuatu ?; ?; market 3", True),
        ("vanuatu ?; ?; market 4", False),
        ("vanuatu ?; ?; p ? @fisherman* ?", True),
        ("vanuatu ?; ?; p ? @fisherman?", True),
        ("vanuatu ?; ?; p ? @fish?", True),
        ("vanuatu ?; ?; p ? @diver ?", False),
        ("vanuatu ?; ?; y 3v ? +?R", True),
        ("vanuatu ?; ?; y 3v ? +?S", False),
        ("vanuatu ?; ?; board ? b2:S0 ?", True),
        ("vanuatu ?; ?; board ? b2:S1 ?", False),
        ("vanuatu ?; ?; ? b2 ?", True),
        ("vanuatu ?; ?; y 3v; p 2v ?", False),
        ("vanuatu ?; ?; t 0v 5p b2 ? B7 @builder*", True),
        ("vanuatu ?; ?; ships ? kkk ?; tiles A2 ?", True),
    ],
)
def test_a_pattern_fits_or_not(pattern: str, fits: bool) -> None:
    position = vanuatu.position(FEN)
    assert Pattern(pattern).matches(position._codec, state_of(position)) is fits


def test_every_position_fits_its_own_line() -> None:
    session = random_game(4, 1)
    for step in session.walk():
        line = session.codec.write_position(step.state)
        assert Pattern(line).matches(session.codec, step.state)


def test_plan_is_all_of_planning() -> None:
    session = random_game(3, 1)
    codec = session.codec
    phases = [
        codec.phase(step.state)
        for step in session.walk()
        if Pattern("vanuatu ?; 4 plan ?").matches(codec, step.state)
    ]
    assert phases == ["plan"] * sum(
        step.state.round == 4 and codec.phase(step.state) == "plan" for step in session.walk()
    )
    assert phases
    parts = [Pattern(f"vanuatu ?; 4 plan{part}") for part in (1, 2, 3)]
    found = [part.matches(codec, step.state) for step in session.walk() for part in parts]
    assert found.count(True) == len(phases)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [("vanuatu 3; 4 pln ?", "Did you mean plan?"), ("vanuatu ?; ?; markt 3", "Did you mean market?")],
)
def test_misspelt_words_are_named(pattern: str, message: str) -> None:
    with pytest.raises(PositionError, match=message.replace("?", "[?]")):
        Pattern(pattern)


@pytest.mark.parametrize("pattern", ["", "chess 3; 1 act y", "act", "x" * 5000])
def test_texts_that_are_no_pattern(pattern: str) -> None:
    with pytest.raises(PositionError):
        Pattern(pattern)


def test_many_wildcards_take_little_time() -> None:
    position = vanuatu.position(FEN)
    pattern = Pattern("vanuatu ?; ?; p " + "? " * 500 + "?a?" * 300 + "z; board " + "?a" * 700)
    started = time.process_time()
    assert not pattern.matches(position._codec, state_of(position))
    assert time.process_time() - started < 1

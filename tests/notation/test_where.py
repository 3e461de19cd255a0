"""Expressions over games and positions."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vanuatu
from tests.cli.game_files import random_game
from vanuatu.notation import fields
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session
from vanuatu.notation.where import LONGEST, Where, WhereError

GAMES = Path(__file__).parents[2] / "games"
SESSIONS = [random_game(players, seed) for players, seed in ((2, 1), (3, 2), (5, 3))]
NAMES = {"p": "purple", "t": "teal", "y": "yellow", "o": "orange", "b": "blue"}


def places(text: str, session: Session) -> list[int]:
    """The plies before the positions for which the expression holds."""
    return [scope.at for scope in Where(text).positions(session)]


def naive(session: Session, holds: Callable[[Mapping[str, Any], vanuatu.Step], bool]) -> list[int]:
    """The same by looking at each position before a move as a program gets it."""
    return [
        step.number - 1 for step in session.walk() if step.seat != "#" and holds(step.position.view(), step)
    ]


POSITIONS: list[tuple[str, Callable[[Mapping[str, Any], vanuatu.Step], bool]]] = [
    (
        "seat.treasures >= 1 and round <= 4 and phase == 'act'",
        lambda view, step: (
            bool(view["players"][step.seat]["treasures"]) and step.round <= 4 and step.phase == "act"
        ),
    ),
    ("seat == 'teal' and kind == 'withdraw'", lambda view, step: step.seat == "t" and step.token[0] == "-"),
    ("seat.vatus + 1 > 7", lambda view, step: view["players"][step.seat]["vatus"] + 1 > 7),
    ("purple.points // 2 >= 6 and legal > 0", lambda view, step: view["players"]["p"]["points"] // 2 >= 6),
    ("seat.huts + seat.huts_left != 8 and legal > 0", lambda view, step: False),
    ("seat.huts >= 1", lambda view, step: view["players"][step.seat]["huts"] <= 7),
    (
        "seat.character in ('artist', 'diver')",
        lambda view, step: view["players"][step.seat]["character"] in ("artist", "diver"),
    ),
    ("10 <= legal < 20", lambda view, step: 10 <= len(step.legal) < 20),
    ("seat.fish_value == 1", lambda view, step: sum(view["players"][step.seat]["fish"]) == 1),
    (
        "can('B') and kind != 'build'",
        lambda view, step: (
            any(token[0] in "BW" and len(token) > 2 and "=" not in token for token in step.legal)
            and step.phase == "act"
            and step.move.kind != "build"
        ),
    ),
    ("market == 3 and seat is not None", lambda view, step: view["market"] == 3),
    ("not (seat.vatus < 5) and legal > 0", lambda view, step: view["players"][step.seat]["vatus"] >= 5),
    ("leads('R') == seat", lambda view, step: leader(view, "R") == step.seat),
    ("first == seat", lambda view, step: view["first"] == step.seat),
    ("seat.markers == 5", lambda view, step: sum(view["players"][step.seat]["markers"].values()) == 5),
    (
        "seat.boat == 'b2' or seat.boat == 'b3'",
        lambda view, step: view["players"][step.seat]["boat"] in ("b2", "b3"),
    ),
    ("abs(purple.vatus - teal.vatus) > 3 and legal > 0", lambda view, step: vatu_gap(view) > 3),
]


def vatu_gap(view: Mapping[str, Any]) -> int:
    return abs(int(view["players"]["p"]["vatus"]) - int(view["players"]["t"]["vatus"]))


def leader(view: Mapping[str, Any], action: str) -> str | None:
    """The seat with the majority: more markers, then nearer to the first player; neutral markers block."""
    seats: list[str] = list(view["players"])
    order = seats[seats.index(view["first"]) :] + seats[: seats.index(view["first"])]
    counts = {seat: view["players"][seat]["markers"].get(action, 0) for seat in order}
    most = max(counts.values())
    if most <= view["neutral"].get(action, 0):
        return None
    return next(seat for seat in order if counts[seat] == most)


@pytest.mark.parametrize(("text", "holds"), POSITIONS, ids=[text for text, _ in POSITIONS])
def test_positions_are_those_that_a_program_finds(
    text: str, holds: Callable[[Mapping[str, Any], vanuatu.Step], bool]
) -> None:
    hits = 0
    for session in SESSIONS:
        found = places(text, session)
        assert found == naive(session, holds)
        hits += len(found)
    assert hits or text.startswith("seat.huts + ")


def test_fields_of_a_game() -> None:
    [read] = read_games(GAMES / "three-players.pvn")
    session = read.session
    assert session.record.result == "63,63,55"
    for text in (
        "players == 3 and game == 'vanuatu' and variant == ''",
        "winner == 'purple' and purple.won and not teal.won",
        "purple.name == 'mcts:3000' and 'mcts:1000' in names",
        "result == '63,63,55' and best == 63 and lead == 0 and max(scores) == 63 and min(scores) == 55",
        "yellow.final == 55 and yellow.rank == 3 and purple.rank == 1 and teal.rank == 2",
        "rounds == 8 and plies > 200 and finished and termination == ''",
        "tag('Event') != '' and len(tag('Event')) > 3 and tag('Missing') == ''",
        "number == 7 and len(names) == 3 and orange.final is None",
    ):
        assert Where(text).holds(session, 7), text
        assert not Where(f"not ({text})").holds(session, 7), text


def test_largest_score_of_an_unfinished_game_is_unknown() -> None:
    [read] = read_games(GAMES / "unfinished.pvn")
    for text in ("max(scores) > 60", "min(scores) <= 60", "best > 0"):
        assert not Where(text).holds(read.session, 1), text


def test_unknown_values_make_comparisons_false() -> None:
    session = SESSIONS[1]
    for text in ("die == 3", "die != 3", "die < 9", "orange.vatus >= 0", "seat.shells != 1", "1 / 0 == 1"):
        assert places(text, session) == [], text
    assert len(places("die is None", session)) == len(session.moves) + 1
    assert places("seat is None", session) == [
        step.number - 1 for step in session.walk() if step.seat == "#"
    ] + [len(session.moves)]


def test_fields_of_maori_are_known_there() -> None:
    [read, *_] = read_games(GAMES / "maori-five-players.pvn")
    assert Where("seat.shells > 5 and phase == 'discover' and supply > 3").holds(read.session)
    assert not Where("seat.vatus >= 0").holds(read.session)


def test_addresses_name_the_position() -> None:
    for session in SESSIONS:
        for scope in Where("legal > 100").positions(session):
            within = [ply for ply in session.record.plies[: scope.at] if ply.round == scope.state.round]
            assert scope.address == f"{scope.state.round}.{len(within)}"


def test_what_an_expression_needs() -> None:
    assert Where("winner == 'teal'").needs == fields.TAGS
    assert Where("winner == 'teal' and rounds == 8").needs == fields.GAME
    assert Where("players == 3", "seat.vatus > 2").needs == fields.POSITION


ERRORS = [
    ("winer == 'teal'", 1, "no field is called winer. Did you mean winner?"),
    ("players == 4 and roundd < 3", 18, "no field is called roundd. Did you mean round?"),
    ("seat.treasure > 2", 1, "a seat has no field treasure. Did you mean treasures?"),
    ("phase == 'planing'", 10, "Did you mean plan?"),
    ("winner == 'Teal'", 11, "Did you mean teal?"),
    ("seat == 'purpel'", 9, "Did you mean purple?"),
    ("kind == 'buid'", 9, "no value 'buid' here. Did you mean build?"),
    ("can('bulid')", 5, "no action 'bulid'. Did you mean build?"),
    ("can('b')", 5, "no action 'b'. Did you mean B?"),
    ("leads('build') == seat", 7, "no action 'build' (there are: B, D, F"),
    ("players == 'x'", 12, "players is a number and 'x' is a text"),
    ("names", 1, "names is a list, not a condition"),
    ("round", 1, "round is a number, not a condition"),
    ("Variant=waters", 1, "Try: variant == 'waters'"),
    ("Players=4", 1, "Try: players == 4"),
    ("Purple=Ann", 1, "Try: tag('Purple') == 'Ann'"),
    ("players ==", 11, "no expression"),
    ("", 1, "the expression is empty"),
    ("2 ** 9 == 3", 1, "permitted are + - * / // %"),
    ("'a' * 9 == 'a'", 1, "'a' is a text, not a number"),
    ("().__class__ == 1", 1, "only seats have fields with a point"),
    ("players.real == 1", 1, "only seats have fields with a point"),
    ("open('x') == 1", 1, "the functions are"),
    ("len(names, names) == 1", 1, "Expected len(names)"),
    ("tag(event) == ''", 1, "tag() takes one text"),
    ("[x for x in names] == 1", 1, "not permitted"),
    ("(lambda: finished)()", 1, "the functions are"),
    ("finished if finished else finished", 1, "not permitted"),
    ("f'{players}' == '4'", 1, "not permitted"),
    ("names[0] == 'x'", 1, "not permitted"),
    ("(x := players) == 4", 2, "not permitted"),
    ("finished == None", 13, "use `is None`"),
    ("9999999999999999999999 == players", 1, "too large"),
    ("b'x' == event", 1, "is not a text or a number"),
    ("'é' == site and wiener == 'teal'", 17, "no field is called wiener. Did you mean winner?"),
    ("finished and\n wiener == 'teal'", 1, ""),
    ("x" * (LONGEST + 1), LONGEST, "the limit is 1000"),
    ("not " * 200 + "finished", 161, "more than 40 levels"),
    ("1" + "+1" * 300 + " == 1", 1, "more than 40 levels"),
    ("(" * 300 + "finished" + ")" * 300, 1, "no expression"),
]


@pytest.mark.parametrize(("text", "column", "message"), ERRORS)
def test_errors_name_column_and_nearest_name(text: str, column: int, message: str) -> None:
    with pytest.raises(WhereError) as raised:
        Where(text)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    if message not in ("", "no expression"):
        assert raised.value.column == column


def test_numbers_stay_small() -> None:
    text = "999999999 * 999999999 * 999999999 * 999999999 > 0"
    started = time.process_time()
    assert places(text, SESSIONS[0]) == []
    assert time.process_time() - started < 1


@given(st.text(alphabet="seat.roundplwiq ()[]{}'\"=<>!+-*/%,:0123456789andornotif\n", max_size=60))
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    columns, wheres = [1], []
    try:
        wheres.append(Where(text))
    except WhereError as error:
        columns.append(error.column)
    assert 1 <= columns[-1] <= len(text) + 2
    for where in wheres:
        where.holds(SESSIONS[0])

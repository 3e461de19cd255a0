"""Moves as structured data."""

from pathlib import Path

import pytest

import vanuatu

GAMES = Path(__file__).parents[2] / "games"

ALL = [
    ("three-players", "b3-b2", "sail", "S", "b2", "b3", None),
    ("three-players", "Ba2@", "build", "B", "a2", None, "hut"),
    ("three-players", "-D", "withdraw", "D", None, None, None),
    ("three-players", "A1=b4", "place", None, "b4", None, "A1"),
    ("two-players", "~BV", "neutral", "BV", None, None, None),
    ("two-players", "@S-B", "govern", "S", None, None, "B"),
    ("two-players", "Ga2b", "buy", "G", "a2", None, "b"),
    ("maori-teaching", "1=a2", "take", None, "a2", None, "E2r"),
    ("maori-teaching", ">w4", "explore", None, "w4", None, None),
]


@pytest.mark.parametrize(("file", "token", "kind", "action", "cell", "origin", "item"), ALL)
def test_fields_of_a_move(
    file: str,
    token: str,
    kind: str,
    action: str | None,
    cell: str | None,
    origin: str | None,
    item: str | None,
) -> None:
    [game] = vanuatu.read(GAMES / f"{file}.pvn")
    move = next(step for step in game.steps() if step.token == token).move
    assert (move.kind, move.action, move.cell, move.origin, move.item) == (kind, action, cell, origin, item)


@pytest.mark.parametrize("file", ["two-players", "five-players", "waters"])
def test_markers_are_those_that_leave_the_plan(file: str) -> None:
    for game in vanuatu.read(GAMES / f"{file}.pvn"):
        for step in game.steps():
            move = step.move
            if step.phase != "act" or move.action is None:
                continue
            before = step.position.view()["players"][step.seat]["markers"]
            assert move.markers == before[move.action]
            assert move.bonus == (step.token.startswith("@") or step.token.endswith("@"))


def test_moves_show_only_the_fields_that_apply() -> None:
    [game] = vanuatu.read(GAMES / "two-players.pvn")
    move = next(step for step in game.steps() if step.token.startswith("-")).move
    assert repr(move) == f"Move(kind='withdraw', action={move.action!r}, markers={move.markers}, bonus=False)"

"""The examples of docs/reference/notation.md are valid and canonical."""

import json
import re

import pytest

from tests.notation.vanuatu.played import CODEC, PLANNING, TWO, position
from tests.support.documents import ROOT, blocks
from vanuatu.core.vanuatu.moves import Kind, kind_of
from vanuatu.notation.files import read_games
from vanuatu.notation.pvn.writer import write_game

DOCUMENT = ROOT / "docs" / "reference" / "notation.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
SHOWN = {block.language: "\n".join(block.lines) + "\n" for block in blocks(DOCUMENT)}


def part(title: str) -> str:
    """The text under a heading, up to the next one."""
    return re.split(r"^##+ ", TEXT.split(f"## {title}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def in_table(title: str) -> list[str]:
    """What stands between backquotes in the first two columns of the tables of a part."""
    rows = [line.split("|")[1:3] for line in part(title).splitlines() if line.startswith("| ")]
    return [shown for row in rows for cell in row for shown in re.findall(r"`([^`]+)`", cell)]


def test_the_example_is_canonical() -> None:
    (read,) = read_games(SHOWN["pvn"].encode())
    assert write_game(read.session.record) == SHOWN["pvn"]


@pytest.mark.parametrize("token", in_table("Moves"))
def test_every_token_shown_is_one(token: str) -> None:
    assert CODEC.parse(position(PLANNING), token) >= 0


def test_every_kind_of_move_is_shown() -> None:
    state = position(PLANNING)
    assert {kind_of(CODEC.parse(state, token)) for token in in_table("Moves")} == set(range(Kind.COUNT))


def test_the_map_of_a_position_has_the_fields_that_are_shown() -> None:
    shown = json.loads(SHOWN["json"].replace("{…}", "null"))
    made = CODEC.row(position(TWO))
    assert list(shown) == list(made)
    assert list(shown["players"]) == list(made["players"])
    assert list(shown["players"]["p"]) == list(made["players"]["p"] or ())
    assert {tuple(cell) for cell in shown["board"]} == {tuple(cell) for cell in made["board"]}


def test_the_grammar_names_every_section_that_is_written() -> None:
    grammar = part("Positions")
    sections = {section.split(" ")[0] for text in (PLANNING, TWO) for section in text.split("; ")[2:]}
    for section in sections - set("ptyob"):
        assert f'"{section}"' in grammar, section


def test_every_game_file_is_documented() -> None:
    names = {file.name for file in (ROOT / "games").glob("*.pvn") if not file.name.startswith("maori")}
    message = set(re.findall(r"`([a-z-]+\.pvn)`", part("Games to look at")))
    assert message | {"three-players.pvn", "four-players.pvn"} == names

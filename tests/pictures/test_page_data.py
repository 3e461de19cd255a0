"""The data of a page: fragments stored once, and the changed regions of each ply."""

import io
import json
from typing import Any

import pytest

from tests.pictures.played import HOSTILE_GAME, game, names_of, positions
from vanuatu.cli.replay.page import GamesPage
from vanuatu.cli.replay.page_data import PageDataBuilder
from vanuatu.notation.boards.sheet import Facts, fragment, seat_names
from vanuatu.notation.boards.svg import picture_of
from vanuatu.notation.files import read_games

MOST_BYTES = 400_000


def pictures(data: dict[str, Any]) -> list[list[int]]:
    """What each region shows at each ply, as the script of the page finds it."""
    regions = sum(len(panel["regions"]) for panel in data["sheet"]["panels"])
    found: list[list[int]] = []
    for ply, changes in enumerate(data["changes"]):
        before = found[data["parents"].get(ply, ply - 1)] if ply else [-1] * regions
        picture = list(before)
        for region, number in zip(changes[::2], changes[1::2], strict=True):
            picture[region] = number
        found.append(picture)
    return found


def shows(data: dict[str, Any], picture: list[int]) -> list[str]:
    return [data["fragments"][number] if number >= 0 else "" for number in picture]


@pytest.mark.parametrize(
    "name", ["four-players.pvn", "waters.pvn", "maori-atoll.pvn", "maori-small-ship.pvn"]
)
def test_every_ply_shows_its_position(name: str) -> None:
    built = game(name)
    data = PageDataBuilder(built).build()
    picture = picture_of(built.codec.game)
    start = built.codec.scene(built.start)
    players = seat_names(start, names_of(built))
    regions = [region.name for panel in picture.sheet(start).panels for region in panel.regions]
    found = pictures(data)
    assert len(found) == len(built.moves) + 1
    for at, (token, state) in enumerate(positions(built)):
        scene = built.codec.scene(state)
        facts: dict[str, Facts] = {}
        for part in picture.parts(scene, players):
            facts |= part.shows(scene)
        if token:
            facts |= picture.marks(scene, token)
        wanted = [fragment(facts[name]) if name in facts else "" for name in regions]
        assert shows(data, found[at]) == wanted


def test_fragments_are_stored_once() -> None:
    fragments = PageDataBuilder(game("five-players.pvn")).build()["fragments"]
    assert len(fragments) == len(set(fragments))


def test_variations_start_before_replaced_move() -> None:
    built = game("variations.pvn")
    data = PageDataBuilder(built).build()
    numbers = [int(number) for number in data["variations"]]
    assert numbers
    assert data["main"] == len(built.moves)
    for number in numbers:
        for first, last, *_ in data["variations"][number]:
            parent = data["parents"].get(first, first - 1)
            assert parent == data["parents"].get(number, number - 1)
            assert data["main"] < first <= last < len(data["tokens"])
    nested = [number for number in numbers if number > data["main"]]
    assert nested, "the file has a variation within one"


def test_comments_and_glyphs_are_shown_as_text() -> None:
    text = HOSTILE_GAME.replace("$7", "?! $14 {[%eval 0.61,0.2,0.19] [%clk 0:01:30] [%own x] fine}")
    data = PageDataBuilder(next(read_games(text.encode())).session).build()
    note = data["notes"][7]
    assert (note["glyphs"], note["mark"]) == ("?!", "?!")
    assert note["text"] == ["[%own x] fine"]
    assert note["facts"] == ["slight advantage", "clock 0:01:30"]
    assert note["chances"] == [61, 20, 19]
    assert "\u202e" in data.pop("pvn"), "a download is the file itself"
    assert "\u202e" not in json.dumps(data, ensure_ascii=False)


def test_a_position_without_moves_is_a_game_of_one_picture() -> None:
    data = PageDataBuilder(game("openings.pvn")).build()
    assert (data["main"], len(data["changes"])) == (0, 1)


@pytest.mark.parametrize("name", ["waters.pvn", "five-players.pvn", "maori-five-players.pvn"])
def test_the_page_of_a_game_is_small(name: str) -> None:
    built = game(name)
    assert len(built.moves) > 250
    written = io.BytesIO()
    page = GamesPage(written, name)
    page.show(next(read_games(built.text().encode())), "")
    assert page.end()
    assert len(written.getvalue()) < MOST_BYTES


def test_non_numeric_review_values_are_ignored() -> None:
    text = "\n".join(
        [
            '[Purple "Ann"]',
            '[Teal "Ben"]',
            '[Yellow "Cleo"]',
            "",
            "{[%review p,3,1,2,x,4,5,good]} {[%review p,3,1-,2,3,4,5,good] [%reviewer <b>]}",
            "1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p",
            "p:@fisherman?? {[%eval 0.2,0.5,0.3]} {[%lost ...,1.2.3]}",
            "t:@builder {[%lost <b>] [%eval 1.2.3,0,0]} *",
        ]
    )
    (read,) = read_games(text.encode())
    data = PageDataBuilder(read.session).build()
    assert data["notes"] == {6: {"glyphs": "??", "mark": "??", "chances": [20, 50, 30]}}
    assert data["review"] == {"reviewer": "<b>", "seats": []}


def test_review_of_a_file_is_on_the_page() -> None:
    """The figures of the seats, the loss of a move, and the better line under its name."""
    text = HOSTILE_GAME.replace("$7 *", "*").replace(
        "{<!-- ", "{[%reviewer mcts:9] [%review t,3,2.40,0.50,-1.20,0.30,45.0,fair]} {<!-- "
    )
    text = text.replace(
        "t:@guide {<img src=x onerror=\"document.title='caught'\">}",
        "t:@guide? {[%eval 0.50,0.19,0.31] [%loss 2.4]} {[%lost 0.17,0.03]} "
        "(t:@diver {[%eval 0.40,0.36,0.24]} y:@guide)",
    )
    read = next(read_games(text.encode()))
    assert read.error is None, read.error
    builder = PageDataBuilder(read.session)
    data = builder.build()
    assert data["notes"][6] == {"glyphs": "?", "mark": "?", "chances": [50, 19, 31], "loss": 2.4, "lost": 17}
    names = {first: name for first, _, _, name in data["variations"][6]}
    assert sorted(names.values()) == ["", "better"]
    better = next(first for first, name in names.items() if name)
    assert (data["tokens"][better], data["notes"][better]["chances"]) == ("@diver", [40, 36, 24])
    assert data["review"] == {
        "reviewer": "mcts:9",
        "seats": [
            {"seat": "t", "moves": 3, "skill": "fair", "lost": 2.4, "lost_sd": 0.5, "luck": -1.2}
            | {"luck_sd": 0.3, "accuracy": 45.0}
        ],
    }
    assert builder.worst == {"place": "1.6", "seat": 1, "mark": "?", "cost": [1, 2.4]}
    assert data["notes"][0]["text"] == ["<!-- <b>bold</b> </script> --> ]]> \ufffd &lt;"]


def test_page_has_positions_and_notation_of_the_game() -> None:
    built = game("three-players.pvn")
    data = PageDataBuilder(built).build()
    found = [built.codec.write_position(state) for _, state in positions(built)]
    assert data["positions"] == found
    assert data["pvn"] == built.text()
    assert all(data["phases"][ply] in ("act", "beg") for ply in data["acts"])

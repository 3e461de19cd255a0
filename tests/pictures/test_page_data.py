"""The data of a page: fragments stored once, and the changed regions of each ply."""

import io
import itertools
import json
import re
from typing import Any

import pytest

from tests.pictures.played import HOSTILE_GAME, game, names_of, positions
from vanuatu.cli.replay.curves import curve_svg
from vanuatu.cli.replay.page import GamesPage
from vanuatu.cli.replay.page_data import PageDataBuilder
from vanuatu.notation.boards.colours import CURVE
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
        for first, last, _ in data["variations"][number]:
            parent = data["parents"].get(first, first - 1)
            assert parent == data["parents"].get(number, number - 1)
            assert data["main"] < first <= last < len(data["tokens"])
    nested = [number for number in numbers if number > data["main"]]
    assert nested, "the file has a variation within one"


def test_comments_and_glyphs_are_shown_as_text() -> None:
    text = HOSTILE_GAME.replace("$7", "?! {[%eval 0.61,0.2,0.19] [%clk 0:01:30] [%own x] fine}")
    data = PageDataBuilder(next(read_games(text.encode())).session).build()
    note = data["notes"][7]
    assert note["glyphs"] == "?!"
    assert note["text"] == ["[%own x] fine"]
    assert note["facts"] == ["win chances p 61 % t 20 % y 19 %", "clock 0:01:30"]
    assert [curve["label"] for curve in data["curves"]] == [
        "Scores if the game ended there",
        "Win chances by a bot",
    ]
    assert "\u202e" not in json.dumps(data, ensure_ascii=False)


def test_a_position_without_moves_is_a_game_of_one_picture() -> None:
    data = PageDataBuilder(game("openings.pvn")).build()
    assert (data["main"], len(data["changes"])) == (0, 1)


def test_curves_stay_inside_frame() -> None:
    for figures in ([[0, 0]], [[-5, 3], [120, 3]], [[0]] * 3, [[0, 0], [100_000, -7]]):
        assert curve_svg(figures, "").count("<polyline") == len(figures[0])


@pytest.mark.parametrize("name", ["waters.pvn", "five-players.pvn", "maori-five-players.pvn"])
def test_the_page_of_a_game_is_small(name: str) -> None:
    built = game(name)
    assert len(built.moves) > 250
    written = io.BytesIO()
    page = GamesPage(written, name)
    page.show(next(read_games(built.text().encode())), "")
    assert page.end()
    assert len(written.getvalue()) < MOST_BYTES


def test_curve_end_labels_stay_inside_frame() -> None:
    """However many seats end at the foot, as they do where one has won."""
    drawn = curve_svg([[25, 25, 25, 25, 0], [0, 0, 0, 0, 100]], " %")
    heights = [float(y) for y in re.findall(r'<text x="618" y="([0-9.]+)"', drawn)]
    assert len(heights) == 5
    assert max(heights) <= CURVE["height"]
    assert all(b - a >= 13 for a, b in itertools.pairwise(sorted(heights)))


def test_non_numeric_review_values_are_ignored() -> None:
    text = "\n".join(
        [
            '[Purple "Ann"]',
            '[Teal "Ben"]',
            '[Yellow "Cleo"]',
            "",
            "1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p",
            "p:@fisherman?? {[%eval 0.2,0.5,0.3]} {[%lost ...,1.2.3]} t:@builder {[%lost <b>]} *",
        ]
    )
    (read,) = read_games(text.encode())
    data = PageDataBuilder(read.session).build()
    assert data["notes"][6]["facts"][1] == "lost 0 % of the win chance (±0)"
    assert data["notes"][7]["facts"] == ["lost <b>"]
    assert data["curves"][1]["svg"].count("blot c-p") == 1

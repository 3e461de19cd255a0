"""The picture of a position: complete, valid, small, made from its scene, without external resources."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from tests.pictures.played import HOSTILE, game, names_of, positions
from tests.support.toy.codec import ToyCodec
from tests.support.toy.game import ToyState
from vanuatu.notation.boards.colours import FILLS
from vanuatu.notation.boards.plain import tables
from vanuatu.notation.boards.sheet import Look, fragment, seat_names
from vanuatu.notation.boards.svg import picture_of, svg

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 60_000
PLAYED = [
    "two-players.pvn", "three-players.pvn", "four-players.pvn", "five-players.pvn", "waters.pvn",
    "lost-to-the-waters.pvn", "no-characters.pvn", "maori-five-players.pvn", "maori-atoll.pvn",
    "maori-small-ship.pvn", "maori-small-ship-must.pvn",
]  # fmt: skip


def drawn(name: str, ply: int, mark: bool = True) -> str:
    """Return the picture of a game after this many plies; -1 is the last position."""
    built = game(name)
    ply = ply if ply >= 0 else len(built.moves) + 1 + ply
    token, state = next(pair for at, pair in enumerate(positions(built)) if at == ply)
    scene = built.codec.scene(state)
    return svg(built.codec.game, scene, names_of(built), token if mark and token else None)


def words(picture: str) -> list[str]:
    """What titles say."""
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def symbol(use: ElementTree.Element) -> str:
    """The name of the symbol that is used."""
    return re.sub(r"^#vp-[0-9a-f]{8}-", "", use.get("href", ""))


def symbols(picture: str) -> list[str]:
    """The names of the symbols of a picture."""
    return [symbol(use) for use in ElementTree.fromstring(picture).iter(f"{SVG}use")]


@pytest.mark.parametrize("name", PLAYED)
def test_every_seventh_position_of_a_game_is_a_small_and_valid_picture(name: str) -> None:
    built = game(name)
    names = names_of(built)
    for ply, (token, state) in enumerate(positions(built)):
        if ply % 7:
            continue
        picture = svg(built.codec.game, built.codec.scene(state), names, token or None)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert len(picture.encode()) < MOST_BYTES
        uses = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
        assert uses <= {element.get("id") for element in root.iter(f"{SVG}g")}


@pytest.mark.parametrize("name", PLAYED)
def test_all_shapes_are_inside_the_picture(name: str) -> None:
    built = game(name)
    picture = picture_of(built.codec.game)
    start = built.codec.scene(built.start)
    places = {region.name for panel in picture.sheet(start).panels for region in panel.regions}
    parts = picture.parts(start, seat_names(start, names_of(built)))
    for token, state in positions(built):
        scene = built.codec.scene(state)
        shown = [name for part in parts for name in part.shows(scene)]
        assert len(shown) == len(set(shown))
        marks = picture.marks(scene, token) if token else {}
        assert {*shown, *marks} <= places


@pytest.mark.parametrize("name", ["four-players.pvn", "maori-four-players.pvn"])
def test_every_move_is_marked(name: str) -> None:
    built = game(name)
    picture = picture_of(built.codec.game)
    for token, state in positions(built):
        scene = built.codec.scene(state)
        if token and not picture.marks(scene, token):
            label = token.removeprefix("#tile=")
            alike = [tile for row in scene["matrix"] for tile in row if tile == label]
            assert len(alike) > 1, token


def test_drawn_tile_is_marked_on_its_cell() -> None:
    built = game("maori-four-players.pvn")
    picture = picture_of("maori")
    before = built.codec.scene(built.start)["matrix"]
    seen = 0
    for token, state in positions(built):
        scene = built.codec.scene(state)
        marks = picture.marks(scene, token) if token.startswith("#tile=") else {}
        if marks:
            new = [(r, c) for r in range(4) for c in range(4) if scene["matrix"][r][c] != before[r][c]]
            assert marks["mark-matrix"][1] == (tuple(new), "")
            seen += 1
        before = scene["matrix"]
    assert seen > 50


def test_picture_references_no_external_resources() -> None:
    for name in ("four-players.pvn", "maori-four-players.pvn"):
        picture = drawn(name, 100).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(
            r"https?:|url\(|@import|<script|<image|<foreignObject|\bstyle=|\son\w+=", picture
        )
        assert set(re.findall(r'href="(.)', picture)) == {"#"}


def test_symbols_match_counts_in_titles() -> None:
    """Efate in round 5: three huts, one drawing, four tourists of five, all its goods."""
    picture = drawn("four-players.pvn", 151)
    title = next(title for title in words(picture) if title.startswith("a2, island E0"))
    assert (
        title == "a2, island E0: goods kava, copra, beef; huts pty, 0 free; drawings 1 of 1; tourists 4 of 5"
    )
    there = next(
        group
        for group in ElementTree.fromstring(picture).iter(f"{SVG}g")
        if (found := group.find(f"{SVG}title")) is not None and found.text == title
    )
    uses = [(symbol(use), use.get("class") or "") for use in there.iter(f"{SVG}use")]
    assert [seat for name, seat in uses if name == "hut"] == ["p", "t", "y"]
    assert [good for name, good in uses if name == "cube"] == ["kava", "copra", "beef"]
    assert [name for name, _ in uses].count("folk") == 1
    assert "4/5" in [element.text for element in there.iter(f"{SVG}text")]
    assert len([name for name, _ in uses if name == "drawing"]) == 1


def test_turn_and_leader_are_shown() -> None:
    titles = words(drawn("waters.pvn", 190))
    assert "purple (mcts:3000), 21 points now, to move" in titles
    assert "buy goods: yellow 3, teal 2, purple 1; yellow leads" in titles
    assert "Fish sells for 3; 0 tourists wait; the waters rise in 3 actions; 18 dikes left" in titles
    assert "a2, island E0: submerged" in titles
    assert any(title.startswith("dike on b1 towards") for title in titles)
    assert titles[0] == "Vanuatu, round 6 of 8, acting: orange leads with 40 points"


def test_end_shows_the_result_and_the_winner() -> None:
    """The final scores are big, the points on the track small, and only the winner has a crown."""
    picture = drawn("four-players.pvn", -1, mark=False)
    titles = words(picture)
    assert titles[0] == "Vanuatu, round 8 of 8, the end: purple (mcts:2000) wins with 68 points"
    assert "purple (mcts:2000) wins with 68 points" in titles
    assert "purple (mcts:2000), 68 points, winner" in titles
    assert "3 vatus, 39 points on the track, 5 huts left" in titles
    sizes = {
        element.text: float(element.get("font-size", "0"))
        for element in ElementTree.fromstring(picture).iter(f"{SVG}text")
    }
    assert [sizes[score] for score in ("68", "51", "59", "54")] == [28.0] * 4
    assert [sizes[points] for points in ("39", "21", "26", "45")] == [14.0] * 4
    assert symbols(picture).count("crown") == 2
    maori = drawn("maori-five-players.pvn", -1, mark=False)
    assert words(maori)[0].endswith("the end: teal (mcts:300) wins with 42 points")
    assert symbols(maori).count("crown") == 2


def test_end_without_a_winner_says_that_all_have_lost() -> None:
    picture = drawn("lost-to-the-waters.pvn", -1, mark=False)
    assert words(picture)[0] == "Vanuatu, round 6 of 8, the end: all players have lost"
    assert "All players have lost: the waters have won." in words(picture)
    assert "crown" not in symbols(picture)


def test_letters_of_the_board_are_large_enough_for_a_phone() -> None:
    """On a screen of 360 pixels they have 9 pixels, except for those that the colour of a symbol says too."""
    built = game("waters.pvn")
    for token, state in list(positions(built))[::25]:
        drawn = svg("vanuatu", built.codec.scene(state), mark=token or None, look=Look(board_only=True))
        for element in ElementTree.fromstring(drawn).iter(f"{SVG}text"):
            if "tag" not in (element.get("class") or "").split():
                assert float(element.get("font-size", "0")) * 360 / 706 >= 9, element.text


def test_first_player_has_no_crown() -> None:
    picture = drawn("four-players.pvn", 151)
    assert "crown" not in symbols(picture)
    assert words(picture).count("first player") == 1


def test_characters_on_offer_and_in_play_are_shown() -> None:
    offered = words(drawn("two-players.pvn", 100))
    assert any("on offer: beggar, buyer, diver, fisherman, vendor" in title for title in offered)
    playing = words(drawn("four-players.pvn", 151))
    assert "Characters: diver: teal, artist: yellow, builder: orange, guide: purple" in playing
    assert "Played without characters" in words(drawn("no-characters.pvn", 100))


def test_prices_points_and_what_is_left_are_shown() -> None:
    titles = words(drawn("five-players.pvn", 32))
    assert (
        "Goods: kava costs 1 and gives 1, copra costs 2 and gives 3, beef costs 3 and gives 5 on a ship"
        in titles
    )
    assert "Ship 1: wants kava, kava, beef; loaded beef; 2 more points when full" in titles
    assert "rest tokens left: first player, point, vatu" in titles
    assert "On the board: fish 2 1 1; treasures 1" in titles


def test_neutral_markers_have_their_letter() -> None:
    assert "sail: neutral 1" in words(drawn("two-players.pvn", 100))


def test_incomplete_islands_of_maori_are_hatched_and_labelled() -> None:
    picture = drawn("maori-small-ship.pvn", 110)
    assert any("not complete yet" in title for title in words(picture))
    assert any(name.startswith("part-") for name in symbols(picture))


def test_a_mark_changes_only_the_marks() -> None:
    plain, marked = drawn("four-players.pvn", 130, mark=False), drawn("four-players.pvn", 130)
    assert "glow" in marked.partition("</defs>")[2]
    assert "glow" not in plain.partition("</defs>")[2]
    assert words(plain) == words(marked)


def test_a_sail_has_an_arrow_and_coming_back_a_loop() -> None:
    scene = game("teaching.pvn").codec.scene(game("teaching.pvn").state)
    for token in ("p:b2-c3", "p:b2-b2:2", "p:b2-b2@", "t:c1-c6:3"):
        marks = picture_of("vanuatu").marks(scene, token)
        assert fragment(marks["mark-board"]).count("<path") == 3
        assert "mark-actions" in marks


@pytest.mark.parametrize("mark", ["", ":", "p:", "#", "#tiles", "nonsense", "x:+Q", "p:Zz9", "t:e9-e8"])
def test_invalid_move_is_not_marked(mark: str) -> None:
    built = game("teaching.pvn")
    ElementTree.fromstring(svg("vanuatu", built.codec.scene(built.state), mark=mark or None))


@pytest.mark.parametrize("name", ["teaching.pvn", "maori-teaching.pvn"])
def test_names_are_always_escaped(name: str) -> None:
    built = game(name)
    evil = [*HOSTILE, "\x00\x07\ud800\ufffe", "🏝️ Ānna", "x" * 500]
    for first in evil:
        picture = svg(built.codec.game, built.codec.scene(built.state), [first, *HOSTILE])
        root = ElementTree.fromstring(picture.encode("utf-8"))
        assert {element.tag for element in root.iter()} <= {
            f"{SVG}{tag}"
            for tag in ("svg", "title", "desc", "style", "defs", "g", "rect", "path", "circle", "text", "use")
        }
        assert "\u202e" not in picture
        assert len(picture) < MOST_BYTES


def test_pictures_in_one_document_have_different_ids_and_rules() -> None:
    built = game("four-players.pvn")
    scene = built.codec.scene(built.state)
    pictures = [drawn("four-players.pvn", 100), drawn("maori-four-players.pvn", 100)]
    pictures += [svg("vanuatu", scene, look=Look(theme)) for theme in ("auto", "light", "dark")]
    pictures.append(svg("vanuatu", scene, mark="p:Rp"))
    ids = [found for picture in pictures for found in re.findall(r' id="([^"]+)"', picture)]
    assert len(ids) == len(set(ids))
    rules = [set(re.findall(r"(\.vp[\w-]*)[ ,{.]", picture.partition("</style>")[0])) for picture in pictures]
    for one, other in combinations(rules, 2):
        assert not one & other


def test_look_sets_theme_width_and_panels() -> None:
    built = game("four-players.pvn")
    scene = built.codec.scene(built.state)
    auto, light, dark = (svg("vanuatu", scene, look=Look(theme)) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme" in auto
    assert "prefers-color-scheme" not in light + dark
    assert FILLS["sea"][0] in light
    assert FILLS["sea"][0] not in dark
    root = ElementTree.fromstring(svg("vanuatu", scene, look=Look(width=353, board_only=True)))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("353", "250", "0 0 706 500")
    assert "max-width:100%" in auto


def test_missing_names_are_replaced_by_seats() -> None:
    built = game("teaching.pvn")
    assert "yellow, 8 points now, first player" in " ".join(
        words(svg("vanuatu", built.codec.scene(built.state), ["?"]))
    )


def test_a_game_without_a_picture_is_drawn_as_tables() -> None:
    codec = ToyCodec()
    picture = svg("toy", codec.scene(ToyState(2)), HOSTILE[:2])
    texts = [element.text for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]
    assert texts == ["round", "1", "points", "0 0"]


def test_tables_accept_any_json_value() -> None:
    view = {
        "a": None,
        "b": True,
        "c": [1, [2, "x"]],
        "d": {"e": 1, "f": ""},
        "g": {"h": {"i": 1}, "j": {"k": 2}},
    }
    assert tables(view) == [
        [["a", "–"], ["b", "yes"], ["c", "1 2 x"], ["d", "e 1, f –"]],
        [["g", "i", "k"], ["h", "1", "–"], ["j", "–", "2"]],
    ]
    assert tables({}) == []

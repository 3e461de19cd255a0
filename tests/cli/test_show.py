"""`vanuatu show` and its drawing."""

import json
import unicodedata
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from vanuatu.core.game import CHANCE
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.boards.canvas import PLAIN, Style
from vanuatu.notation.boards.text import Page, draw, drawing_of
from vanuatu.notation.session import Session

GAME = """[Event "?"]
[Purple "Ann"]
[Teal "greedy"]
[Yellow "Cid"]
[Result "*"]

1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=t t:@artist
y:@builder p:@vendor t:+SF y:+BB p:+SF t:+SD y:+DT p:+VR t:+D y:+T p:+D t:b2-b3
y:Ba2@ p:b2-b3 t:Fb3 y:Ta2 p:Fb3 t:Da2@ y:-D *
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "g.pvn").write_text(GAME, encoding="utf-8")
    return tmp_path


def rows(text: str, cell: str) -> list[str]:
    """Return the lines of a cell's hex, seven characters each."""
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if f"{cell} " in line)
    x = lines[at].index(f"{cell} ")
    return [line[x - 1 : x + 6].ljust(7) for line in lines[at + 1 : at + 4]]


def test_island_shows_goods_huts_drawings_and_tourists(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn"], folder).out
    assert rows(shown, "a2")[:2] == ["kcb Y□□", "●   1/5"]


def test_the_ocean_shows_fish_treasures_and_boats(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn"], folder).out
    assert rows(shown, "a3")[0] == " ∝ ◆◆  "
    assert rows(shown, "b3")[1] == " ‹pt›  "
    assert rows(shown, "b2")[1] == "  ‹y›  "


def test_plain_output_is_ascii_with_same_symbols(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn", "--plain"], folder).out
    assert shown.isascii()
    assert rows(shown, "a2")[:2] == ["kcb Y__", "*   1/5"]
    assert rows(shown, "b3")[1] == " <pt>  "


def test_markers_are_shown_leader_first(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn", "--at", "1.17"], folder).out
    assert "S sail      ▸tt p" in shown
    assert "F fish      ▸t p" in shown
    assert "D draw      ▸tt y p" in shown


def test_players_with_money_points_tiles_character_and_whether_it_is_used(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn"], folder).out
    teal = next(line for line in shown.splitlines() if "greedy" in line)
    assert teal.split() == ["t★", "greedy", "(artist)", "2", "5", "8", "fish", "2"]
    assert any(line.startswith("▸p  Ann") for line in shown.splitlines())


def test_offers_show_market_tourists_ships_and_next_tiles(folder: Path) -> None:
    shown = vanuatu(["show", "g.pvn"], folder).out
    assert "market 3  tourists 1" in shown
    assert "ships  kcb  kkk  cbb" in shown
    assert "next A2 island B1 ocean" in shown


def test_any_ply_can_be_shown(folder: Path) -> None:
    assert vanuatu(["show", "g.pvn", "--ply", "0"], folder).code == 0
    early = vanuatu(["show", "g.pvn", "--ply", "8"], folder).out
    assert early == vanuatu(["show", "g.pvn", "--at", "1.8"], folder).out
    assert "‹pty›" in early


def test_finished_game_shows_winner_ranking_and_scores(folder: Path) -> None:
    shown = vanuatu(["show", "example:three-players", "--plain"], folder).out
    assert "Purple (mcts:3000) has won." in shown
    assert "1. p mcts:3000  63\n2. t mcts:1000  63\n3. y mcts:1000  55\n" in shown
    assert [line.split() for line in shown.splitlines()][-1] == ["total", "63", "63", "55"]
    before_the_end = vanuatu(["show", "example:three-players", "--plain", "--at", "8"], folder).out
    assert "won" not in before_the_end
    assert "total" not in before_the_end


def test_fen_and_json_output_can_be_parsed(folder: Path) -> None:
    position = vanuatu(["show", "g.pvn", "--fen"], folder).out.strip()
    again = vanuatu(["show", position, "--json"], folder)
    assert again.code == 0
    assert json.loads(again.out) == json.loads(vanuatu(["show", "g.pvn", "--json"], folder).out)
    assert json.loads(again.out)["players"]["p"]["boat"] == "b3"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["missing.pvn"], 1),
        (["g.pvn", "--number", "2"], 2),
        (["g.pvn", "--ply", "99"], 2),
        (["g.pvn", "--at", "9.1"], 2),
        (["g.pvn", "--fen", "--json"], 2),
        (["g.pvn", "--width", "20"], 2),
        (["vanuatu nonsense; here"], 1),
    ],
)
def test_unshowable_input_prints_one_error_line(folder: Path, arguments: list[str], code: int) -> None:
    ended = vanuatu(["show", *arguments], folder)
    assert ended.code in ((code, 3 - code) if "--number" in arguments else (code,))
    assert ended.out == ""
    assert len(ended.err.splitlines()) == 1


TABLES: list[tuple[int, tuple[str, ...], int]] = [
    (2, ("waters",), 5),
    (3, (), 6),
    (5, ("waters",), 7),
    (4, ("nocharacters",), 8),
]


def late(players: int, options: tuple[str, ...], plies: int, seed: int) -> Session:
    """Return a position reached by random moves."""
    session = Session.new(make_game("vanuatu", players, options))
    rng = Rng(seed)
    while session.ply < plies and not session.over:
        state = session.state
        if state.actor == CHANCE:
            session.push(int(state.sample(rng)))
        else:
            legal = state.legal_moves()
            session.push(int(legal[int(rng.below(len(legal)))]))
    return session


@pytest.mark.parametrize("width", [50, 60, 77, 78, 80, 103, 104, 120, 200])
@pytest.mark.parametrize("height", [None, 16])
def test_every_position_fits_page_with_single_width_characters(width: int, height: int | None) -> None:
    for players, options, seed in TABLES:
        session = late(players, options, 150, seed)
        page = Page(width, Style(0, True), ("A name that is much too long for it",) * players, height)
        for line in drawing_of("vanuatu").picture(session.codec.scene(session.state), page):
            text = "".join(part for _, part in line)
            assert len(text) <= width
            assert not any(unicodedata.east_asian_width(char) in "WF" for char in text)
        shown = draw(session.codec, session.state, width=width, names=["A name that is too long"] * players)
        for letter in session.codec.view(session.state)["players"]:
            assert f"{letter}  A nam" in shown.replace("*", " ")


def test_waters_dikes_and_the_die_are_drawn() -> None:
    for seed in range(1, 40):
        session = late(5, ("waters",), 150, seed)
        view = session.codec.view(session.state)
        if view["die"] is not None and any(place.get("dikes") for place in view["board"].values()):
            break
    shown = draw(session.codec, session.state, width=120, style=PLAIN)
    assert f"die {view['die']}" in shown
    assert "#" in shown.split("# dike")[0]
    assert "~ water" in shown


def test_colour_is_used_only_when_requested() -> None:
    session = late(4, (), 60, 2)
    plain = draw(session.codec, session.state, width=80, style=Style(0, True))
    rich = draw(session.codec, session.state, width=80, style=Style(256, True))
    assert "\x1b" not in plain
    assert "\x1b[" in rich
    sixteen = draw(session.codec, session.state, width=80, style=Style(16, True))
    assert "8;5;" not in sixteen
    assert "\x1b[" in sixteen


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_governor_who_rested_twice_has_two_tokens(width: int, tmp_path: Path) -> None:
    shown = vanuatu(["show", RESTED_TWICE, "--plain"], tmp_path, more={"COLUMNS": str(width)})
    assert shown.code == 0, shown.err
    assert ("Rpb" if width == 60 else "point + vatu, point") in shown.out


RESTED_TWICE = (
    "vanuatu 3; 1 act t; first p; market 3; tourists 2 / 0112223; ships kcb kkk cbb / kcb kkc kkc ccb kbb kcc"
    " kkb; tiles A1 B2; board a2:E0(Gkcb) a3:S1(F2) b2:S0 b3:S2(F1 X2); p 3v 0p b2 B8 @governor* Rp1b2; "
    "t 3v 0p b2 B8 @artist* +R; y 3v 0p b2 B8 @builder*"
)

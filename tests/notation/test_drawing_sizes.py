"""Drawings of positions on screens of many sizes: they fit, and nothing that matters is cut."""

import re

import pytest

from tests.notation.vanuatu.played import CODEC, positions
from tests.support.maori import positions as maori
from tests.support.maori.side_by_side import choose
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.rng import Rng
from vanuatu.notation.boards.canvas import PLAIN, Style, width_of
from vanuatu.notation.boards.text import Page, drawing_of
from vanuatu.notation.vanuatu.view_types import PlayerView

NAMES = ("You", "mcts:2000", "Bartholomew the Long", "medium", "Eva")
SIZES = [
    *[(60, 14), (76, 14), (78, 14), (80, 14), (80, 20), (80, None)],
    *[(103, 20), (104, 20), (113, 20), (120, 40)],
]
LEAST_TEXT = 3  # lines of text beside the drawing on a screen of 24 lines
RESTS = {"f": "first player", "b": "vatu, point", "p": "point", "v": "vatu", "?": "hidden"}


def drawn(game: str, scene: object, players: int, width: int, height: int | None, style: Style) -> list[str]:
    page = Page(width, style, NAMES[:players], height)
    lines = drawing_of(game).picture(scene, page)
    assert max(map(width_of, lines)) <= width
    if height == 14:
        assert len(lines) <= 22 - LEAST_TEXT
    return style.paint(lines).splitlines()


def player_text(lines: list[str], letter: str, letters: str) -> str:
    """The lines about a player: from the one with the badge to the next player's."""
    found = ""
    own = False
    for line in lines:
        badge = re.match(rf"[ >]([{letters}])[ *] \S", line)
        own = badge[1] == letter if badge else own
        found += f"{line}\n" if own else ""
    return found


def assert_complete(text: str, player: PlayerView) -> None:
    if player["character"]:
        assert player["character"] in text
    for number in (player["vatus"], player["points"], player["huts"]):
        assert re.search(rf"\b{number}\b", text), (number, text)
    for values in (player["fish"], player["treasures"]):
        assert "+".join(map(str, values)) in text
    rest = player["rest"]
    if rest:
        assert f"R{rest}" in text or all(RESTS[token] in text for token in rest), (rest, text)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_figures_of_every_player_are_shown_in_full(width: int, height: int | None, players: int) -> None:
    style = "hoard" if players == 3 else "plain"
    for number, state in enumerate(positions(players, ("waters",) if players == 5 else (), 1, style)):
        if number % 31:
            continue
        scene = CODEC.scene(state)
        lines = drawn("vanuatu", scene, players, width, height, PLAIN)
        letters = "".join(scene["players"])
        part = (
            slice(80, None)
            if width >= 104
            else slice(0, 50)
            if (width >= 78 and height == 14)
            else slice(None)
        )
        players_part = [line[part] for line in lines]
        for letter, player in scene["players"].items():
            text = player_text(players_part, letter, letters)
            assert text, (letter, lines)
            assert_complete(text, player)
        for action in "SBXFVGDTR":
            for letter, player in scene["players"].items():
                count = player["markers"].get(action, 0)
                line = next(line for line in lines if re.search(rf"(?:^|\s){action} \w", line))
                assert not count or letter in line


@pytest.mark.parametrize("width", [60, 66, 80, 104, 120])
@pytest.mark.parametrize("players", [2, 5])
def test_maori_players_are_shown_in_full(width: int, players: int) -> None:
    rng = Rng(players)
    state = MaoriGame(players, ("ship",)).start()
    ply = 0
    while state.actor != OVER:
        if ply % 60 == 0 and state.actor >= 0:
            scene = maori.CODEC.scene(state)
            text = "\n".join(drawn("maori", scene, players, width, 14, PLAIN))
            for player in scene["players"].values():
                assert f"{player['points']} points" in text
                assert f"{player['shells']} o  {player['ships']} A" in text
                assert not player["stored"] or f"stored {player['stored']}" in text
            own = scene["players"][scene["seat"] or "p"]
            for tile in own["board"].values():
                assert scene["tiles"][tile]["label"] in text
        state.apply(state.sample(rng) if state.actor == CHANCE else choose(state, rng, 20))
        ply += 1


def test_names_that_are_cut_are_marked() -> None:
    state = next(positions(3, (), 1, "plain"))
    lines = drawn("vanuatu", CODEC.scene(state), 3, 60, 14, Style(0, True))
    assert any("Bartholom…" in line for line in lines)

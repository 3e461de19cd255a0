"""Colours are seen on their grounds and told apart, also by people who lack one kind of cones."""

import re
from pathlib import Path

import pytest

from tests.pictures.played import game, names_of, positions
from tests.support import contrasts
from tests.support.colour_vision import SIGHTS, contrast
from vanuatu.notation.boards.canvas import ON_GROUNDS, ROLES
from vanuatu.notation.boards.colours import FILLS, LETTERS, style, variables
from vanuatu.notation.boards.svg import svg

pytestmark = pytest.mark.any_build

READABLE = contrasts.TEXT
ON_TERMINAL = 3.0  # contrast of coloured words and signs on a terminal


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("mode", [0, 1], ids=contrasts.MODES)
def test_colours_that_are_told_apart_are_far_apart(sight: str, mode: int) -> None:
    for what, names in contrasts.GROUPS.items():
        far, one, other = contrasts.nearest(names, mode, sight)
        assert far >= contrasts.APART, f"{what}, {one} and {other}: {far:.0f}"


@pytest.mark.parametrize("mode", [0, 1], ids=contrasts.MODES)
@pytest.mark.parametrize(
    ("table", "wanted"), [(contrasts.TEXTS, contrasts.TEXT), (contrasts.SHAPES, contrasts.SHAPE)]
)
def test_every_colour_is_seen_on_its_ground(
    table: dict[str, tuple[str, ...]], wanted: float, mode: int
) -> None:
    """Also by people who lack one kind of cones."""
    for name, ground in contrasts.pairs(table):
        least = min(contrasts.found(name, ground, mode))
        assert least >= wanted, f"{name} on {ground}: {least:.1f}"


def test_every_colour_of_text_is_in_the_table() -> None:
    """All classes of texts in pictures of both games, at many places, are checked on some ground."""
    known = {name for names in contrasts.TEXTS.values() for name in names}
    for name in ("waters.pvn", "two-players.pvn", "five-players.pvn", "maori-five-players.pvn"):
        built = game(name)
        for at, (token, state) in enumerate(positions(built)):
            if at % 40 == 0 or at == len(built.moves):
                drawn = svg(built.codec.game, built.codec.scene(state), names_of(built), token or None)
                classes = {
                    word
                    for found in re.findall(r'<text [^>]*class="([^"]*)"', drawn)
                    for word in found.split()
                }
                assert classes - {"m", "e", "w", "tag"} <= known
                assert "opacity" not in drawn.partition("</style>")[2]


def test_the_page_of_contrasts_is_up_to_date() -> None:
    assert contrasts.PAGE_FILE.read_text(encoding="utf-8") == contrasts.page()


def test_every_class_has_a_colour_by_day_and_by_night() -> None:
    light, _, dark = style().partition("@media screen and (prefers-color-scheme:dark)")
    for name in FILLS | LETTERS:
        assert f".vp .{name},.vp-{name}{{fill:" in light
        assert f".vp .{name},.vp-{name}{{fill:" in dark


def test_pages_take_every_colour_from_the_palette() -> None:
    """No style sheet and no script of a page names a colour, and each variable that they use exists."""
    import vanuatu.cli.replay as replay
    import vanuatu.cli.report as report

    folders = [Path(str(package.__file__)).parent for package in (replay, report)]
    texts = [file for kind in ("css", "js", "html") for at in folders for file in at.glob(f"*.{kind}")]
    own = "".join(file.read_text(encoding="utf-8") for file in texts)
    assert not re.findall(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?\b(?=[;,}\s])", own.replace("background:#fff", ""))
    known = set(re.findall(r"(--[\w-]+):", variables()))
    assert set(re.findall(r"var\((--[\w-]+)", own)) - {"--px", "--aspect", "--bar"} <= known


def terminal_colour(looks: str) -> str:
    """The colour of a role at the prompt, or "" for one that has none."""
    return next((word for word in looks.split() if word.startswith("#")), "")


@pytest.mark.parametrize("ground", ["#ffffff", "#000000"])
def test_terminal_colours_are_readable_on_white_and_on_black(ground: str) -> None:
    for role, (_, _, looks) in ROLES.items():
        colour = terminal_colour(looks)
        if colour and role not in ON_GROUNDS and "bg:" not in looks:
            assert contrast(colour, ground) >= ON_TERMINAL, role


def test_terminal_colours_are_readable_on_their_grounds() -> None:
    grounds = {role: looks.removeprefix("bg:") for role, (_, _, looks) in ROLES.items() if role[:3] == "on-"}
    for role, (_, _, looks) in ROLES.items():
        colour, _, block = looks.partition(" bg:")
        if block:
            assert contrast(terminal_colour(colour), block) >= READABLE, role
        elif role in ON_GROUNDS:
            for ground in grounds.values():
                assert contrast(terminal_colour(looks), ground) >= ON_TERMINAL, (role, ground)


def test_both_codes_of_a_terminal_colour_are_the_same() -> None:
    steps = (0, 95, 135, 175, 215, 255)
    for role, (code, _, looks) in ROLES.items():
        colour = terminal_colour(looks)
        if colour and "bg:" not in looks:
            number = int(code.rpartition("38;5;")[2])
            grey = f"#{8 + 10 * (number - 232):02x}"
            at = number - 16
            parts = (at // 36, at // 6 % 6, at % 6)
            cube = "#" + "".join(f"{steps[part]:02x}" for part in parts) if number < 232 else ""
            assert colour == (cube or grey + grey[1:] * 2), role

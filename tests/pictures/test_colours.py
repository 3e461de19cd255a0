"""Seat colours are distinct also for people with the common kinds of colour blindness."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from vanuatu.notation.boards.canvas import ON_GROUNDS, ROLES
from vanuatu.notation.boards.colours import FILLS, LETTERS, PAGE, style, variables
from vanuatu.notation.codec import SEAT_LETTERS

# What is seen of linear red, green and blue when one kind of cone is missing (Machado and others, 2009).
SIGHTS = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE = (0.95047, 1.0, 1.08883)
APART = 20.0  # a difference of 2 can just be seen side by side
VISIBLE = 3.0  # contrast of shapes
READABLE = 4.5  # contrast of letters, as the accessibility guidelines want it
ON_TERMINAL = 3.0  # contrast of coloured words and signs on a terminal


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """The colour as somebody sees it, in CIELAB."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SIGHTS[sight]
    )
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    parts = [part / white for part, white in zip((x, y, z), WHITE, strict=True)]
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, sight: str) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def brightness(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_seats_are_far_apart(sight: str, night: bool) -> None:
    for one, other in combinations([*SEAT_LETTERS, "n"], 2):
        far = distance(FILLS[one][night], FILLS[other][night], sight)
        assert far >= APART, f"{one} and {other}: {far:.0f}"


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_goods_are_far_apart(sight: str) -> None:
    for night in (False, True):
        for one, other in combinations(("kava", "copra", "beef"), 2):
            far = distance(FILLS[one][night], FILLS[other][night], sight)
            assert far >= APART, f"{one} and {other}: {far:.0f}"


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_letters_are_readable_on_their_background(night: bool) -> None:
    pairs = [(name, name.removeprefix("on-")) for name in LETTERS]
    pairs += [("ink", ground) for ground in ("paper", "card", "sea", "sand", "land")]
    pairs += [("dim", "paper"), ("dim", "card"), ("lit", "card")]
    colours = FILLS | LETTERS
    for letter, ground in pairs:
        found = contrast(colours[letter][night], colours[ground][night])
        assert found >= READABLE, f"{letter} on {ground}: {found:.1f}"


def test_every_class_has_a_colour_by_day_and_by_night() -> None:
    light, _, dark = style().partition("@media screen and (prefers-color-scheme:dark)")
    for name in FILLS | LETTERS:
        assert f".vp .{name},.v-{name}{{fill:" in light
        assert f".vp .{name},.v-{name}{{fill:" in dark


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_lines_of_seats_stand_out_from_the_card(night: bool) -> None:
    for letter in SEAT_LETTERS:
        found = contrast(PAGE[f"curve-{letter}"][night], FILLS["card"][night])
        assert found >= VISIBLE, f"{letter}: {found:.1f}"


def test_pages_take_every_colour_from_the_palette() -> None:
    """No style sheet and no script of a page names a colour, and each variable that they use exists."""
    import vanuatu.cli.replay as replay
    from vanuatu.cli.report import page

    folder = Path(str(replay.__file__)).parent
    own = "".join(
        (folder / name).read_text(encoding="utf-8") for name in ("page.css", "page.js", "page.html")
    )
    own += page._STYLE
    assert not re.findall(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?\b(?=[;,}\s])", own.replace("background:#fff", ""))
    known = set(re.findall(r"(--[\w-]+):", variables()))
    assert set(re.findall(r"var\((--[\w-]+)", own)) - {"--px", "--share"} <= known


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

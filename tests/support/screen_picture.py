"""Draw the picture of a first game in the README: record the prompt's screens and write them as an SVG.

To update `docs/first-game.svg`, run `python -m tests.support.screen_picture`. The picture is an animation.
Readers who print it or turn animation off see the last screen. Its colours are light or dark, as the
reader's system is.
"""

import colorsys
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tests.cli.terminal import PATIENCE, Terminal
from tests.support.documents import ROOT

PICTURE: Final = ROOT / "docs" / "first-game.svg"
CALL: Final = "play --players 3 --bot greedy --seed 2"
LINES: Final = ("vendor", "plan sail fish", "plan fish sell", "plan sell", "sail b3", "fish", "sell all")
COLUMNS, ROWS = 80, 34
SECONDS: Final = (3.0, 1.0)  # that a screen is shown: an answer, and a line that has just been typed

WIDE, HIGH, MARGIN, BAR = 8.4, 17, 14, 30  # of a character, around the screen, and of the line above it
THEMES: Final = {"light": ("#ffffff", "#24292f"), "dark": ("#0d1117", "#e6edf3")}  # ground, text
LEAST_CONTRAST: Final = 4.5
BASIC: Final = "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5".split()
BLACK: Final = "#000000"
STEPS: Final = (0, 95, 135, 175, 215, 255)

Screen = list[list[tuple[str, str]]]  # rows of characters with their style
Colour = tuple[float, float, float]


def record() -> Iterator[Screen]:
    """Play the game. Yield the first screen, then two for each line: as typed and as answered."""
    with (
        tempfile.TemporaryDirectory() as home,
        Terminal(CALL.split(), Path(home), columns=COLUMNS, rows=ROWS) as terminal,
    ):
        yield _settled(terminal, "", before="")
        for line in LINES:
            before = terminal.screen.text()
            terminal.keys(line)
            terminal.wait_for(f"> {line}")
            yield _settled(terminal, "", before=before)
            before = terminal.screen.text()
            terminal.keys("\r")
            yield _settled(terminal, f"> {line}", before=before)


def _settled(terminal: Terminal, gone: str, *, before: str) -> Screen:
    """Wait until it is the person's turn and the screen no longer changes, and return the screen."""
    end = time.monotonic() + PATIENCE
    seen = ""
    while True:
        now = terminal.look(0.3)
        if now == seen != before and "You to move" in now and not (gone and gone in now):
            break
        seen = now
        assert time.monotonic() < end, f"it is not the person's turn:\n{now}"
    painted = terminal.screen
    return [list(zip(*row, strict=True)) for row in zip(painted.lines, painted.styles, strict=True)]


def text_of(screen: Screen) -> list[str]:
    """Return the lines of a screen without blanks at their ends."""
    return ["".join(char for char, _ in row).rstrip() for row in screen]


def drawn(screens: Sequence[Screen]) -> str:
    """Return the SVG."""
    looks: dict[str, str] = {}
    groups: dict[frozenset[int], list[str]] = {}
    for y in range(ROWS):
        by_content: dict[str, set[int]] = {}
        for number, screen in enumerate(screens):
            by_content.setdefault(_row(screen[y], y, looks), set()).add(number)
        for content, numbers in by_content.items():
            if content:
                groups.setdefault(frozenset(numbers), []).append(content)
    width, height = COLUMNS * WIDE + 2 * MARGIN, ROWS * HIGH + 2 * MARGIN + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" role="img" aria-labelledby="title">',
        f'<title id="title">A game at the prompt: vanuatu {CALL}</title>',
        "<style>",
        *_css(looks, groups, len(screens)),
        "</style>",
        f'<rect class="window" x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="9"/>',
        f'<text class="dim" x="{MARGIN}" y="21">$ vanuatu {CALL}</text>',
    ]
    for shown, contents in groups.items():
        parts.append(f'<g class="{_name(shown, len(screens))}">{"".join(contents)}</g>')
    return "\n".join([*parts, "</svg>", ""])


def _row(row: list[tuple[str, str]], y: int, looks: dict[str, str]) -> str:
    """Return the SVG of one row: blocks of ground, then the text over them."""
    grounds, texts = [], []
    x = 0
    for style, cells in groupby(row, key=lambda cell: cell[1]):
        text = "".join(char for char, _ in cells)
        name = looks.setdefault(style, f"s{len(looks)}")
        left, length = MARGIN + x * WIDE, len(text) * WIDE
        if _colours(style)[1]:
            top = BAR + MARGIN + y * HIGH
            grounds.append(
                f'<rect class="{name}b" x="{left:g}" y="{top:g}" width="{length + 0.2:g}" height="{HIGH}.2"/>'
            )
        for word in re.finditer(r"\S+(?: \S+)*", text):
            at, long = left + word.start() * WIDE, len(word[0]) * WIDE
            base = BAR + MARGIN + y * HIGH + 13
            texts.append(
                f'<text class="{name}" x="{at:g}" y="{base:g}" textLength="{long:g}">{escape(word[0])}</text>'
            )
        x += len(text)
    return "".join(grounds + texts)


def _css(looks: dict[str, str], groups: dict[frozenset[int], list[str]], count: int) -> Iterator[str]:
    starts = [sum(SECONDS[before % 2] for before in range(number)) for number in range(count + 1)]
    yield "text{font:13.5px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}"
    for theme, (ground, ink) in THEMES.items():
        if theme == "dark":
            yield "@media (prefers-color-scheme:dark){"
        yield f".window{{fill:{ground};stroke:#8c959f}} .dim{{fill:{_readable('#808080', ground)}}}"
        for style, name in looks.items():
            fore, back, bold = _colours(style)
            turned = theme == "light" and fore != BLACK  # black letters are on blocks of bright colours
            under = ground if not back else _turned(back) if turned else back
            over = ink if not fore else _turned(fore) if turned else fore
            yield f".{name}{{fill:{_readable(over, under)}{';font-weight:700' if bold else ''}}}"
            if back:
                yield f".{name}b{{fill:{under}}}"
        if theme == "dark":
            yield "}"
    for shown in groups:
        if len(shown) == count:
            continue
        name = _name(shown, count)
        still = "visible" if count - 1 in shown else "hidden"
        yield f".{name}{{visibility:{still}}}"
        times = "".join(
            f"{100 * starts[number] / starts[count]:.4g}%"
            f"{{visibility:{'visible' if number in shown else 'hidden'}}}"
            for number in range(count)
            if number == 0 or (number in shown) != (number - 1 in shown)
        )
        yield (
            "@media (prefers-reduced-motion:no-preference){"
            f".{name}{{animation:{name} {starts[count]:g}s step-end infinite}}}}@keyframes {name}{{{times}}}"
        )


def _name(shown: frozenset[int], count: int) -> str:
    """Return the CSS class of the rows that these screens share."""
    return "f" + "".join("1" if number in shown else "0" for number in range(count))


def _colours(style: str) -> tuple[str, str, bool]:
    """Return text and ground colour (empty for the terminal's own), and whether the style is bold."""
    codes = [int(code) for code in style.split(";") if code]
    fore = back = ""
    bold = False
    at = 0
    while at < len(codes):
        code = codes[at]
        if code in (38, 48):
            colour = _of_256(codes[at + 2])
            fore, back = (colour, back) if code == 38 else (fore, colour)
            at += 2
        elif 30 <= code <= 37:
            fore = "#" + BASIC[code - 30]
        elif code == 7:
            fore, back = THEMES["dark"]
        bold = bold or code == 1
        at += 1
    return fore, back, bold


def _of_256(code: int) -> str:
    """Return a colour of xterm's table of 256 colours."""
    if code < 16:
        return "#" + BASIC[code % 8]
    if code >= 232:
        return "#" + f"{8 + 10 * (code - 232):02x}" * 3
    parts = (code - 16) // 36, (code - 16) // 6 % 6, (code - 16) % 6
    return "#" + "".join(f"{STEPS[part]:02x}" for part in parts)


def _rgb(colour: str) -> Colour:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(colour: Sequence[float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def _turned(colour: str) -> str:
    """Return the colour for a light ground: as light as it was dark."""
    hue, light, saturation = colorsys.rgb_to_hls(*_rgb(colour))
    return _hex(colorsys.hls_to_rgb(hue, 1 - light * 0.85, saturation))


def _readable(colour: str, ground: str) -> str:
    """Return the colour, darker or lighter if its contrast with the ground is too low."""
    hue, light, saturation = colorsys.rgb_to_hls(*_rgb(colour))
    step = -0.02 if _luminance(ground) > 0.18 else 0.02
    while _contrast(colour, ground) < LEAST_CONTRAST and 0 <= light + step <= 1:
        light += step
        colour = _hex(colorsys.hls_to_rgb(hue, light, saturation))
    return colour


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in _rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


if __name__ == "__main__":
    PICTURE.write_text(drawn(list(record())), encoding="utf-8")
    print(f"{PICTURE}: {PICTURE.stat().st_size / 1000:.0f} KB")

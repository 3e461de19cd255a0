"""The canvas for drawing positions: lines of characters with roles, and the look of each role.

A role is the meaning of a character ("purple", "fish", "dim"); a `Style` determines its look. The ground
under it has a separate role ("on-ocean"), so that a drawing can lay out the ground first and write on it
later."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Final

from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.printable import printable

Span = tuple[str, str]  # ground and role in one word list ("on-ocean fish"), text
Line = list[Span]


class Canvas:
    """A drawing area that grows downwards; text beyond the right edge is cut off."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._chars: list[list[str]] = []
        self._roles: list[list[str]] = []
        self._grounds: list[list[str]] = []

    @property
    def height(self) -> int:
        return len(self._chars)

    def put(self, x: int, y: int, text: str, role: str = "") -> int:
        """Write text, keeping the ground. Return the x after it."""
        self._reach(y)
        chars, roles = self._chars[y], self._roles[y]
        for char in text:
            if 0 <= x < self.width:
                chars[x] = char
                roles[x] = role
            x += 1
        return x

    def put_line(self, x: int, y: int, line: Iterable[Span]) -> int:
        """Write spans one after the other. Return the x after them."""
        for role, text in line:
            x = self.put(x, y, text, role)
        return x

    def paste(self, x: int, y: int, lines: Iterable[Iterable[Span]]) -> int:
        """Write a block of lines. Return the y after it."""
        for line in lines:
            self._reach(y)
            self.put_line(x, y, line)
            y += 1
        return y

    def ground(self, x: int, y: int, length: int, role: str) -> None:
        """Set the ground of a stretch."""
        self._reach(y)
        for at in range(max(x, 0), min(x + length, self.width)):
            self._grounds[y][at] = role

    def lines(self) -> list[Line]:
        """Return the lines of spans, without blanks at the right."""
        return [
            _spans(chars, roles, grounds)
            for chars, roles, grounds in zip(self._chars, self._roles, self._grounds, strict=True)
        ]

    def _reach(self, y: int) -> None:
        while len(self._chars) <= y:
            self._chars.append([" "] * self.width)
            self._roles.append([""] * self.width)
            self._grounds.append([""] * self.width)


def _spans(chars: list[str], roles: list[str], grounds: list[str]) -> Line:
    end = len(chars)
    while end and chars[end - 1] == " " and not grounds[end - 1] and "chip" not in roles[end - 1]:
        end -= 1
    spans: Line = []
    start = 0
    for at in range(1, end + 1):
        if at == end or roles[at] != roles[start] or grounds[at] != grounds[start]:
            role = f"{grounds[start]} {roles[start]}".strip()
            spans.append((role, "".join(chars[start:at])))
            start = at
    return spans


def width_of(line: Iterable[Span]) -> int:
    """Return the number of columns of a line; all drawn characters have single width."""
    return sum(len(text) for _, text in line)


def beside(left: list[Line], right: list[Line], gap: int = 2) -> list[Line]:
    """Return two blocks side by side, aligned at the top."""
    margin = max((width_of(line) for line in left), default=0) + gap
    joined: list[Line] = []
    for at in range(max(len(left), len(right))):
        line = list(left[at]) if at < len(left) else []
        if at < len(right) and right[at]:
            line.append(("", " " * (margin - width_of(line))))
            line.extend(right[at])
        joined.append(line)
    return joined


def cut(text: str, width: int, style: "Style") -> str:
    """Return the text, with a sign at its end if it is longer than the width."""
    return text if len(text) <= width else text[: width - 1] + style.sign("…", "~")


# Role: 256-colour code, 16-colour code, colour for the prompt. Grounds begin with "on-", and
# "chip-…" is a letter on a block of the colour. The roles of `ON_GROUNDS` are bright, and only for text on a
# ground. All others can be read on a white and on a black terminal.
ON_GROUNDS: Final = ("fish", "treasure", "sand", "tourist", "water", "name", "label", "palm")
_FOREGROUNDS: dict[str, tuple[str, str, str]] = {
    "purple": ("38;5;134", "35", "#af5fd7"),
    "teal": ("38;5;30", "36", "#008787"),
    "yellow": ("38;5;136", "33", "#af8700"),
    "orange": ("38;5;166", "31", "#d75f00"),
    "blue": ("38;5;33", "34", "#0087ff"),
    "neutral": ("38;5;245", "37", "#8a8a8a"),
    "dim": ("38;5;245", "90", "#8a8a8a"),
    "edge": ("38;5;242", "90", "#6c6c6c"),
    "title": ("1", "1", "bold"),
    "good": ("38;5;29", "32", "#00875f"),
    "bad": ("38;5;167", "91", "#d75f5f"),
    "token": ("1;38;5;31", "1;36", "bold #0087af"),
    "fish": ("1;38;5;159", "1;96", "bold #afffff"),
    "treasure": ("1;38;5;221", "1;93", "bold #ffd75f"),
    "kava": ("1;38;5;64", "1;32", "bold #5f8700"),
    "copra": ("1;38;5;137", "1;33", "bold #af875f"),
    "beef": ("1;38;5;131", "1;31", "bold #af5f5f"),
    "cube-kava": ("1;38;5;16;48;5;113", "30;102", "bold #000000 bg:#87d75f"),
    "cube-copra": ("1;38;5;16;48;5;223", "30;107", "bold #000000 bg:#ffd7af"),
    "cube-beef": ("1;38;5;16;48;5;174", "30;101", "bold #000000 bg:#d78787"),
    "star": ("1;38;5;136", "1;33", "bold #af8700"),
    "palm": ("38;5;119", "92", "#87ff5f"),
    "sand": ("38;5;229", "93", "#ffffaf"),
    "tourist": ("38;5;225", "97", "#ffd7ff"),
    "water": ("1;38;5;123", "1;96", "bold #87ffff"),
    "dike": ("38;5;130", "33", "#af5f00"),
    "name": ("1;38;5;231", "1;97", "bold #ffffff"),
    "strong": ("1", "1", "bold"),
    "label": ("38;5;252", "37", "#d0d0d0"),
    "chip-purple": ("1;38;5;16;48;5;177", "30;45", "bold #000000 bg:#d787ff"),
    "chip-teal": ("1;38;5;16;48;5;43", "30;46", "bold #000000 bg:#00d7af"),
    "chip-yellow": ("1;38;5;16;48;5;220", "30;43", "bold #000000 bg:#ffd700"),
    "chip-orange": ("1;38;5;16;48;5;208", "30;41", "bold #000000 bg:#ff8700"),
    "chip-blue": ("1;38;5;16;48;5;75", "30;44", "bold #000000 bg:#5fafff"),
    "chip-neutral": ("1;38;5;16;48;5;250", "30;47", "bold #000000 bg:#bcbcbc"),
}
_GROUNDS: dict[str, tuple[str, str, str]] = {
    "on-ocean": ("48;5;24", "44", "bg:#005f87"),
    "on-island": ("48;5;22", "42", "bg:#005f00"),
    "on-land": ("48;5;58", "42", "bg:#5f5f00"),
    "on-sunk": ("48;5;18", "44", "bg:#000087"),
    "on-mark": ("48;5;236", "100", "bg:#303030"),
}
ROLES: dict[str, tuple[str, str, str]] = {**_GROUNDS, **_FOREGROUNDS}  # later rules win


@dataclass(frozen=True)
class Style:
    """How to show a drawing: number of colours (0, 16 or 256), and Unicode or ASCII."""

    colours: int = 0
    unicode: bool = False

    @classmethod
    def of(cls, stream: IO[str], plain: bool = False) -> "Style":
        """Return the style for a stream: colour only on a terminal without NO_COLOR, Unicode if possible."""
        if plain:
            return PLAIN
        return cls(_colours(stream), _encodes(stream))

    @property
    def plain(self) -> bool:
        return not self.unicode

    def sign(self, unicode: str, ascii_: str) -> str:
        """Return the one of two signs that can be shown."""
        return unicode if self.unicode else ascii_

    def paint(self, lines: list[Line]) -> str:
        """Return lines as text for the terminal, each ended by a newline."""
        return "".join(self.paint_line(line) + "\n" for line in lines)

    def writable(self, line: Line) -> Line:
        """Return the line in characters that can be shown, if needed in ASCII, without control characters."""
        if not all(text.isprintable() for _, text in line):
            line = [(role, printable(text)) for role, text in line]
        if self.unicode or all(text.isascii() for _, text in line):
            return line
        return [
            (role, text.translate(_IN_ASCII).encode("ascii", "replace").decode("ascii"))
            for role, text in line
        ]

    def paint_line(self, line: Line) -> str:
        line = self.writable(line)
        if not self.colours:
            return "".join(text for _, text in line).rstrip()
        column = 0 if self.colours == 256 else 1
        parts: list[str] = []
        for role, text in line:
            codes = ";".join(ROLES[word][column] for word in role.split() if word in ROLES)
            parts.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
        return "".join(parts)


PLAIN = Style()
_IN_ASCII = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "·": "|",
        "…": "...",
        "’": "'",
        "±": "+-",
        "●": "*",
        "○": ".",
        "✓": "yes:",
        "▲": "up",
        "▼": "down",
    }
    | {bar: str(height) for height, bar in enumerate("▁▂▃▄▅▆▇█", 1)}
)


def seat_role(letter: str, chip: bool = False) -> str:
    """Return the role of a seat by its letter; `chip` for a letter on a block of its colour."""
    at = SEAT_LETTERS.find(letter.lower())
    name = SEAT_NAMES[at].lower() if at >= 0 else "neutral"
    return f"chip-{name}" if chip else name


def _colours(stream: IO[str]) -> int:
    term = os.environ.get("TERM", "")
    if not stream.isatty() or os.environ.get("NO_COLOR") or term in ("", "dumb"):
        return 0
    rich = "256" in term or os.environ.get("COLORTERM") or sys.platform == "win32"
    return 256 if rich else 16


def _encodes(stream: IO[str]) -> bool:
    """Return whether the stream can encode the signs of the drawings."""
    try:
        "╱╲│●○□∝◆♙≈▮▸".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

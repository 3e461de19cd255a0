"""A sheet of characters with a role each, on which positions are drawn.

A role says what a character stands for ("purple", "fish", "dim"), not how it looks: `style` knows
that. The ground under it has a role of its own ("on-ocean"), so that a drawing can lay out the
ground first and write on it afterwards.
"""

from collections.abc import Iterable

Span = tuple[str, str]  # ground and role in one word list ("on-ocean fish"), text
Line = list[Span]


class Canvas:
    """Grows downwards as it is written on; what goes beyond the right edge is cut off."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._chars: list[list[str]] = []
        self._roles: list[list[str]] = []
        self._grounds: list[list[str]] = []

    @property
    def height(self) -> int:
        return len(self._chars)

    def put(self, x: int, y: int, text: str, role: str = "") -> int:
        """Write text, leaving the ground; returns the x after it."""
        self._reach(y)
        chars, roles = self._chars[y], self._roles[y]
        for char in text:
            if 0 <= x < self.width:
                chars[x] = char
                roles[x] = role
            x += 1
        return x

    def put_line(self, x: int, y: int, line: Iterable[Span]) -> int:
        """Write spans one after the other; returns the x after them."""
        for role, text in line:
            x = self.put(x, y, text, role)
        return x

    def paste(self, x: int, y: int, lines: Iterable[Iterable[Span]]) -> int:
        """Write a block of lines; returns the y after it."""
        for line in lines:
            self._reach(y)
            self.put_line(x, y, line)
            y += 1
        return y

    def ground(self, x: int, y: int, length: int, role: str) -> None:
        """Lay ground under a stretch."""
        self._reach(y)
        for at in range(max(x, 0), min(x + length, self.width)):
            self._grounds[y][at] = role

    def lines(self) -> list[Line]:
        """The sheet as lines of spans, without blanks at the right."""
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
    """How many columns a line takes; only characters of single width are ever drawn."""
    return sum(len(text) for _, text in line)


def beside(left: list[Line], right: list[Line], gap: int = 2) -> list[Line]:
    """Two blocks next to each other, their tops at one height."""
    margin = max((width_of(line) for line in left), default=0) + gap
    joined: list[Line] = []
    for at in range(max(len(left), len(right))):
        line = list(left[at]) if at < len(left) else []
        if at < len(right) and right[at]:
            line.append(("", " " * (margin - width_of(line))))
            line.extend(right[at])
        joined.append(line)
    return joined

"""Paragraphs of styled text, wrapped to a width."""

from collections.abc import Iterable

from vanuatu.notation.boards.canvas import Line, width_of


def wrapped(text: str, role: str = "", width: int = 80) -> list[Line]:
    """Return a paragraph, wrapped between words."""
    lines: list[Line] = []
    row = ""
    for word in text.split():
        if row and len(row) + 1 + len(word) > width:
            lines.append([(role, row)])
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*lines, [(role, row)]] if row else lines


def hanging(head: Line, text: str, width: int, role: str = "") -> list[Line]:
    """Return a paragraph with a head at its first line; the other lines are indented by the head's width."""
    margin = width_of(head)
    body = wrapped(text, role, max(20, width - margin))
    lines: list[Line] = [[*head, *(body[0] if body else [])]]
    return lines + [[("", " " * margin), *line] for line in body[1:]]


def flowing(words: Iterable[Line], width: int, indent: int = 2) -> list[Line]:
    """Return words, each of them a line of spans, set in lines; the lines after the first are indented."""
    lines: list[Line] = [[]]
    for word in words:
        if lines[-1] and width_of(lines[-1]) + 1 + width_of(word) > width:
            lines.append([("", " " * (indent - 1))] if indent else [])
        if lines[-1]:
            lines[-1].append(("", " "))
        lines[-1] += word
    return lines

"""The only module that makes foreign text safe to print.

Text from a file, a program or a name can contain characters that control a terminal: escape sequences, C1
controls, marks that change the direction of writing. Such text passes through `printable` before it is shown.
"""

from typing import Final

_SPACE: Final = " "


def printable(text: str, most: int | None = None) -> str:
    """Return the text on one line, with unprintable characters as escapes (`\x1b`, `\u202e`).

    A space of another width becomes a plain one. `most` limits the number of characters: a longer text is cut
    and ends with an ellipsis. Safe text is returned unchanged.
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _in_signs(c) for c in text)


def printable_lines(text: str) -> str:
    """Return text of several lines made safe; only its line feeds still divide lines."""
    return text if text.isprintable() else "\n".join(printable(line) for line in text.split("\n"))


def _in_signs(c: str) -> str:
    """Return an unprintable character as an escape."""
    if c.isspace() and c not in "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return _SPACE
    code = ord(c)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

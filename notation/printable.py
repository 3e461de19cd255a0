"""The one place that makes foreign text safe to print.

What comes out of a file, of a program or of a name that somebody else chose can hold signs that steer a
terminal: escape sequences, C1 controls, marks that turn the direction of writing. Before such text
is shown to anybody it goes through `printable`.
"""

from typing import Final

_SPACE: Final = " "


def printable(text: str, most: int | None = None) -> str:
    """The text on one line, with every sign that does not print written as an escape (`\\x1b`, `\\u202e`).

    A space of another width becomes a plain one. With `most` a longer text is cut to so many
    characters, of which the last is an ellipsis. Text that is safe comes back as it is.
    """
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _in_signs(c) for c in text)


def printable_lines(text: str) -> str:
    """The same for text of several lines: its line feeds stay, and nothing else divides lines."""
    return text if text.isprintable() else "\n".join(printable(line) for line in text.split("\n"))


def _in_signs(c: str) -> str:
    """A character that does not print, in characters that do."""
    if c.isspace() and c not in "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029":
        return _SPACE
    code = ord(c)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

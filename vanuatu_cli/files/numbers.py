"""Numbers from foreign text, which can be any length and in any script."""

from typing import Final

_MOST_DIGITS: Final = 19


def whole_number(text: str, most: int) -> int | None:
    """The whole number from 0 to `most` that the text is, in the usual digits alone; None if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None

"""Numbers in untrusted text, which may have any length and any script."""

from typing import Final

_MOST_DIGITS: Final = 19


def whole_number(text: str, most: int) -> int | None:
    """Return the integer from 0 to `most` that the text is, in ASCII digits only; otherwise None."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None

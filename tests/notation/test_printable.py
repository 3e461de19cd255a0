"""Foreign text sends no control sequences when it is printed."""

import sys
import unicodedata

import pytest

from vanuatu.notation.errors import excerpt
from vanuatu.notation.printable import printable, printable_lines


@pytest.mark.any_build
def test_every_control_character_is_escaped() -> None:
    for code in range(sys.maxunicode + 1):
        for c in printable(chr(code)):
            assert c == " " or unicodedata.category(c)[0] not in "CZ", hex(code)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Ann", "Ann"),
        ("Zoë 田中 ♟", "Zoë 田中 ♟"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b2J", r"\x9b2J"),
        ("\u202eevil", r"\u202eevil"),
        ("\U000e0041", r"\U000e0041"),
        ("two\nlines\r\u2028", r"two\x0alines\x0d\u2028"),
        ("a\udc9b", r"a\udc9b"),
        ("a\xa0b\u3000c", "a b c"),
        ("tab\t", r"tab\x09"),
    ],
)
def test_unprintable_characters_are_escaped(text: str, safe: str) -> None:
    assert printable(text) == safe


def test_long_text_is_cut_before_escaping() -> None:
    assert printable("\x00" * 10**6, 3) == r"\x00\x00…"
    assert excerpt("x" * 100) == "x" * 39 + "…"


def test_only_line_feeds_divide_lines() -> None:
    assert printable_lines("a\nb\x85c\u2028d\r\ne\n") == "a\nb\\x85c\\u2028d\\x0d\ne\n"

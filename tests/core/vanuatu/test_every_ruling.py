"""Every numbered ruling and every character is named by a test."""

import re
from pathlib import Path

from tests.support.vanuatu.reference.components import CHARACTERS

NAMES = [
    name
    for module in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", module.read_text(encoding="utf-8"), re.MULTILINE)
]


def test_every_ruling_from_1_to_28_is_named_by_a_test() -> None:
    named = {int(number) for name in NAMES for number in re.findall(r"^test_ruling_(\d+)_", name)}
    assert named == set(range(1, 29))


def test_every_character_is_named_by_a_test() -> None:
    missing = [character for character in CHARACTERS if not any(character in name for name in NAMES)]
    assert missing == []


def test_no_test_hides_another_one_of_the_same_name() -> None:
    assert len(NAMES) == len(set(NAMES))

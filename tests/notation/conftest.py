"""What the tests of the notation share: a toy game in the place of the real ones."""

import pytest

from notation import codecs
from tests.notation.toy import ToyCodec, make_toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags that name the game `toy` mean the game of `toy.py`."""
    monkeypatch.setattr("notation.tags.make_game", make_toy)
    monkeypatch.setitem(codecs._codecs, "toy", ToyCodec())

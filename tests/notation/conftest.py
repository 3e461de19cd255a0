"""What the tests of the notation share: a toy game in the place of the real ones."""

import pytest

from tests.notation.toy import ToyCodec, make_toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags that name the game `toy` mean the game of `toy.py`."""
    monkeypatch.setattr("notation.tags.make_game", make_toy)
    monkeypatch.setattr("notation.tags.codec_for", lambda name: ToyCodec())
    monkeypatch.setattr("notation.session.codec_for", lambda name: ToyCodec())

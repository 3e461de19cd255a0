"""What the tests of the notation share: a toy game beside the real ones."""

import pytest

from core import games


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tags that name the game `toy` mean the game of `tests.support.toy`."""
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    games.register("toy", "tests.support.toy.game:ToyGame")

"""Fixtures for tests in a browser: its window, and pages of games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pictures.browser import Browser, browsing
from tests.pictures.pages import REVIEWED, made
from tests.pictures.played import GAMES


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture
def window(browser: Browser) -> None:
    """A window of the same size for each test."""
    browser.look(1100, 900)


@pytest.fixture(scope="session")
def readme_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game whose picture the README shows."""
    return made(tmp_path_factory.mktemp("readme"), "four-players.pvn")


@pytest.fixture(scope="session")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("two"), "variations.pvn", "maori-teaching.pvn")


@pytest.fixture(scope="session")
def reviewed_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A reviewed game, and one without a review."""
    other = (GAMES / "teaching.pvn").read_text(encoding="utf-8")
    return made(tmp_path_factory.mktemp("reviewed"), "-", text=REVIEWED + "\n" + other)

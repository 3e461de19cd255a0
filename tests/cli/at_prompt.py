"""Play games at the prompt without a terminal, for tests of what is made of them."""

from pathlib import Path

import pytest

from vanuatu.cli.history import saves
from vanuatu.cli.play.controller import Controller


def own_games_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let settings and saved games be in this folder, and return the empty folder of saved games."""
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    folder = saves.games_folder()
    folder.mkdir(parents=True)
    return folder


def think(controller: Controller) -> None:
    """Let the bots move until a person is to move or the game is over."""
    while (job := controller.next_job()) is not None:
        while not job.thinking.step():
            pass
        controller.finish_job(job)


def play_on(controller: Controller, lines: int = 1_000_000) -> None:
    """Type the middle legal move again and again, until the game is over or `lines` moves are typed."""
    think(controller)
    while not controller.table.over and lines:
        lines -= 1
        table = controller.table
        legal = table.view.legal
        controller.enter_line(table.codec.token(table.state, legal[len(legal) // 2]))
        think(controller)


def shown(controller: Controller, width: int = 80) -> str:
    """Return the message of the prompt as text."""
    return "\n".join("".join(text for _, text in line) for line in controller.message(width))

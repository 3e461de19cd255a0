"""The whole lesson of each game on terminals of four sizes: each screen has the board, the text and the task.

With VANUATU_SCREENS=FOLDER every screen is also written to a file there, to be looked at.
"""

import os
import re
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from vanuatu.cli.games.lessons import LessonTask, lesson_of

pytestmark = pytest.mark.any_build

SIZES = [(60, 24), (80, 24), (104, 30), (120, 50)]


def single_spaced(text: str) -> str:
    return " ".join(text.split())


class Album:
    """The screens of a lesson, one after the other."""

    def __init__(self, name: str) -> None:
        folder = os.environ.get("VANUATU_SCREENS")
        self.file = Path(folder, f"{name}.txt") if folder else None
        self.number = 0
        if self.file is not None:
            self.file.write_text("", encoding="utf-8")

    def add(self, screen: str) -> None:
        self.number += 1
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as stream:
                stream.write(f"{f' {self.number} ':=^60}\n{screen}\n")


def assert_player_line(screen: str, columns: int, game: str) -> None:
    if game == "maori":
        assert "points" in screen
    else:
        assert "vatu" in screen
    for name in ("You", "Tama"):
        assert any(name in line for line in screen.splitlines())
    assert all(len(line) <= columns for line in screen.splitlines())


@pytest.mark.parametrize("game", ["vanuatu", "maori"])
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_lesson_shows_board_text_and_task_at_every_step(
    game: str, columns: int, rows: int, tmp_path: Path
) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    steps = [step for step in lesson.script if not isinstance(step, str)]
    album = Album(f"{game}-{columns}x{rows}")
    arguments = ["play", "--tutorial", "--game", game]
    with Terminal(arguments, tmp_path, columns=columns, rows=rows) as terminal:
        for number, step in enumerate(steps, 1):
            screen = terminal.wait_for(f"step {number} of {len(steps)}")
            album.add(screen)
            assert single_spaced(step.text) in single_spaced(screen)
            assert "more lines" not in screen
            assert re.search(r"(quit|look|next|hint|help|rules|text)$", screen), "the toolbar is not cut"
            assert_player_line(screen, columns, game)
            if isinstance(step, LessonTask):
                assert f"Type  {step.to_type}" in screen
                lines = step.to_type.split() if step.token[2] == "+" else [step.to_type]
                for line in lines:
                    terminal.type(line)
                    if line != lines[-1]:
                        album.add(terminal.wait_for(f"{line} +>", f"Type  {lines[-1]}"))
            else:
                assert "Press Return to go on" in screen
                terminal.type("" if number % 2 else "go on")
        screen = terminal.wait_for("Lesson ended")
        album.add(screen)
        assert single_spaced(lesson.farewell) in single_spaced(screen)
        terminal.type("")
        album.add(terminal.wait_for("You to move", gone="Lesson ended"))
        terminal.type("quit")
        assert terminal.ended() == 0

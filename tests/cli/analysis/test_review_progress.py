"""The line about a long review: games done, and the time left."""

from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from vanuatu.cli.review import archive
from vanuatu.cli.review.time_left import ReviewProgress
from vanuatu.cli.terminal.progress import StatusLine
from vanuatu.notation.where import Where


def progress_of(request: archive.Request, files: list[str], tasks: int, skipped: int = 0) -> ReviewProgress:
    """Return the progress after this many tasks were reviewed; one more is read."""
    progress = ReviewProgress(files, request.places, only=False, skipped=skipped)
    source = request.tasks(files)
    for _ in range(tasks + 1):
        next(source, None)
    for _ in range(tasks - skipped):
        progress.game_done()
    return progress


@pytest.fixture(autouse=True)
def _a_minute_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StatusLine, "seconds", lambda _: 60.0)


def test_time_left_follows_from_games_and_the_part_of_the_current_one(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.pvn", "b.pvn")]
    write_games(Path(files[0]), 3)
    write_games(Path(files[1]), 2)
    request = archive.Request("mcts:1")
    assert progress_of(request, files, 0).text() == "0 of 5 games"
    assert progress_of(archive.Request("mcts:1"), files, 0).text(0.5) == "0 of 5 games, 9:00 left"
    assert progress_of(archive.Request("mcts:1"), files, 4).text(0.5) == "4 of 5 games, 0:07 left"
    # Three of the four games were in the output before.
    assert progress_of(archive.Request("mcts:1"), files, 4, skipped=3).text() == "4 of 5 games, 1:00 left"


def test_games_that_are_left_out_count_as_done(tmp_path: Path) -> None:
    place = tmp_path / "a.pvn"
    write_games(place, 4)
    request = archive.Request("mcts:1", where=Where("number > 2"))
    assert progress_of(request, [str(place)], 1).text() == "3 of 4 games, 1:00 left"


def test_input_that_can_be_read_only_once_has_no_time_left() -> None:
    progress = ReviewProgress(["-"], [0, 1], only=False)
    assert progress.text() == "0 games"
    progress.game_done()
    assert progress.text() == "1 game"

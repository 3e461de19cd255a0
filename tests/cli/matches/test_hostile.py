"""A hostile bot forfeits with the right termination, and the match continues."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.matches.calls import PROGRAMS, RESTING, hostile, match, tags_in
from vanuatu.ai.bot import Bot, BotError, Limit
from vanuatu.ai.external.bot import CRASH, NOT_LEGAL, TOO_LATE, ExternalBotError, make_external_bot
from vanuatu.ai.specs import make_bot
from vanuatu.cli.match.outcome import outcome_of
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session

pytestmark = pytest.mark.any_build


@pytest.mark.parametrize(
    ("kind", "termination"),
    [
        ("exits-at-once", CRASH),
        ("exits-mid-game", CRASH),
        ("killed", CRASH),
        ("closes-stdout", CRASH),
        ("floods", CRASH),
        ("floods-lines", CRASH),
        ("garbage-from-the-start", CRASH),
        ("deaf", TOO_LATE),
        ("never-answers", TOO_LATE),
        ("late", TOO_LATE),
        ("garbage", NOT_LEGAL),
        ("nonsense", NOT_LEGAL),
        ("wrong-seat", NOT_LEGAL),
        ("illegal", NOT_LEGAL),
    ],
)
def test_hostile_bot_forfeits_and_match_continues(kind: str, termination: str, tmp_path: Path) -> None:
    bot = hostile(kind)
    patience = "2s" if termination == TOO_LATE or kind == "garbage-from-the-start" else "60s"
    ended = match(
        [bot, "random", "--games", "2", "--seed", "3", "--patience", patience, "--out", "g.pvn"], tmp_path
    )
    assert ended.code == 1, ended.err
    assert "it forfeited 2 of 2 games" in ended.err
    assert "Traceback" not in ended.err
    games = tags_in(tmp_path / "g.pvn")
    assert [tags["Termination"] for tags in games] == [termination, termination]
    for tags in games:
        outcome = outcome_of(tags)
        assert outcome is not None
        assert [outcome.names[seat] for seat in outcome.winners] == ["random"]
    assert f"2 games ended by {termination}" in ended.err


def test_bot_writing_to_stderr_continues_to_play(tmp_path: Path) -> None:
    ended = match(
        [hostile("floods-stderr"), "random", "--games", "1", "--seed", "3", "--out", "g.pvn"], tmp_path
    )
    assert ended.code == 0
    assert "Termination" not in tags_in(tmp_path / "g.pvn")[0]


def test_game_record_describes_error_of_bot(tmp_path: Path) -> None:
    bots = [hostile("exits-mid-game"), hostile("nonsense")]
    assert match([*bots, "--games", "2", "--seed", "3", "--out", "g.pvn"], tmp_path).code == 0
    written = " ".join((tmp_path / "g.pvn").read_text(encoding="utf-8").split())
    assert "ended with exit code 7: this bot has had enough" in written
    assert "\x1b" not in written


def test_expired_clock_forfeits(tmp_path: Path) -> None:
    bot = hostile("late")
    ended = match([bot, "random", "--games", "1", "--clock", "1s", "--seed", "3", "--out", "g.pvn"], tmp_path)
    assert ended.code == 1, ended.err
    (tags,) = tags_in(tmp_path / "g.pvn")
    assert tags["Termination"] == "time forfeit"


def game_in_progress() -> Session:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    return session


def answer(bot: Bot, session: Session) -> int:
    thinking = bot.think(session)
    while not thinking.step():
        pass
    return thinking.move()


def test_flood_of_output_needs_no_extra_memory_or_time() -> None:
    begun = time.monotonic()
    # Not from getrusage: its peak would include that of pytest, which this process is forked from.
    code = (
        "import sys; sys.path[:0] = sys.argv[1:2]\n"
        "from pathlib import Path\n"
        "from tests.cli.matches.test_hostile import flooded\n"
        "flooded(); print(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    root = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", code, root], capture_output=True, text=True, check=True, cwd=root
    )
    assert int(done.stdout) < 150_000  # kilobytes
    assert time.monotonic() - begun < 60


def flooded() -> None:
    """A bot that floods is given up after a few megabytes."""
    session = game_in_progress()
    bot = make_external_bot(f"cmd:{sys.executable} {PROGRAMS / 'floods.py'}")
    with pytest.raises(ExternalBotError, match="said more than 4 MB without a move"):
        answer(bot, session)
    bot.close()


def test_no_process_of_hostile_bot_remains(tmp_path: Path) -> None:
    mark = str(tmp_path / "resting.py")
    Path(mark).write_text(RESTING.read_text())
    bot = hostile("never-answers").replace(str(RESTING), mark)
    match([bot, "random", "--games", "1", "--patience", "0.5s", "--seed", "1"], tmp_path)
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert mark not in listed


def test_crashed_bot_is_used_again_only_in_next_game() -> None:
    bot = make_external_bot(hostile("exits-at-once"), patience=60)
    session = game_in_progress()
    for _ in range(2):
        with pytest.raises(ExternalBotError) as caught:
            answer(bot, session)
        assert caught.value.termination == CRASH
    other = game_in_progress()
    assert bot.think(other) is not None
    bot.close()


def test_bot_moves_after_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanuatu.ai.external.bot._STOP_PATIENCE", 60.0)  # for a busy machine
    bot = make_external_bot(f"cmd:{sys.executable} -m vanuatu bot mcts:100000000,seed=1", patience=60.0)
    session = game_in_progress()
    thinking = bot.think(session, Limit(sims=10**8))
    until = time.monotonic() + 1.5
    while time.monotonic() < until:
        assert not thinking.step()
    assert session.state.is_legal(thinking.move())
    bot.close()


def test_bot_moves_after_stop_before_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanuatu.ai.external.bot._STOP_PATIENCE", 60.0)  # for a busy machine
    bot = make_external_bot(f"cmd:{sys.executable} -m vanuatu bot mcts:100000000,seed=1", patience=60.0)
    session = game_in_progress()
    thinking = bot.think(session, Limit(sims=10**8))
    assert not bot.ready
    assert session.state.is_legal(thinking.move())
    bot.close()


def test_one_program_plays_several_games_and_seats() -> None:
    bot = make_external_bot(f"cmd:{sys.executable} {RESTING}")
    for seed in (1, 2):
        session = Session.new(make_game("vanuatu", 3))
        session.draw(Rng(seed))
        for _ in range(9):
            session.push(answer(bot, session))
            session.draw(Rng(seed))
    bot.close()


@pytest.mark.parametrize(
    "spec", ["cmd:", "cmd:/no/such/program", "cmd:no-such-program --fast", "cmd:'unclosed"]
)
def test_unrunnable_program_is_unknown_bot(spec: str, tmp_path: Path) -> None:
    with pytest.raises(BotError):
        make_bot(spec)
    ended = match([spec, "random"], tmp_path)
    assert ended.code == 2
    assert ended.err.count("\n") == 1

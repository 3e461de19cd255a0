"""The whole-terminal prompt with keys from a pipe: completion, history, scrolling, a whole game."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output.vt100 import Vt100_Output

from tests.cli.terminal import Painted
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.full_screen import FullScreen
from vanuatu.cli.play.seating import new_players, read_seat_request
from vanuatu.cli.play.table import Table
from vanuatu.core.games import make_game
from vanuatu.notation.boards.canvas import Style
from vanuatu.notation.session import Session

PATIENCE = 30.0


class Desk:
    """A running screen, the keys sent to it and the text it painted."""

    def __init__(self, screen: FullScreen, keys: PipeInput, output: io.StringIO, painted: Painted) -> None:
        self.screen = screen
        self.keys = keys
        self.output = output
        self.painted = painted
        self.taken = 0

    @property
    def controller(self) -> Controller:
        return self.screen.controller

    def look(self) -> str:
        text = self.output.getvalue()
        self.painted.feed(text[self.taken :])
        self.taken = len(text)
        return self.painted.text()

    async def press(self, keys: str) -> None:
        self.keys.send_text(keys)
        await asyncio.sleep(0.02)

    async def wait_for(self, *texts: str, gone: str = "") -> str:
        for _ in range(int(PATIENCE / 0.02)):
            shown = self.look()
            if all(text in shown for text in texts) and not (gone and gone in shown):
                return shown
            await asyncio.sleep(0.02)
        raise AssertionError(f"no {texts} (without {gone!r}) on:\n{self.look()}")


def at_desk(
    play: Callable[[Desk], Awaitable[None]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    columns: int = 80,
    rows: int = 44,
    seats: tuple[str, ...] = (),
    bots: tuple[str, ...] = ("greedy",),
) -> int:
    """Start a new game as the command `play` does and return the exit code."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session = Session.new(make_game("vanuatu", 3, ()))
    table = Table(session, new_players(read_seat_request(seats, bots), 3, 3), 3, tmp_path / "game.pvn")
    controller = Controller(table)
    controller.greet(new=True)
    output = io.StringIO()

    async def sit() -> int:
        with create_pipe_input() as keys:
            terminal = Vt100_Output(output, lambda: Size(rows, columns), term="xterm-256color")
            with create_app_session(input=keys, output=terminal):
                screen = FullScreen(controller, Style(256, True))
                running = asyncio.ensure_future(screen.start())
                desk = Desk(screen, keys, output, Painted(columns, rows))
                await desk.wait_for("You to move" if not seats else "Round ")
                await play(desk)
                return await asyncio.wait_for(running, PATIENCE)

    return asyncio.run(sit())


def test_tab_completes_tokens_with_descriptions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("@g\t")
        shown = await desk.wait_for("@governor", "@guide", "2 points for each drawing")
        assert "moves own markers" in shown
        await desk.press("\t\t")
        await desk.wait_for("purple> @guide")
        await desk.press("\r")
        await desk.wait_for("round 1 · plan", "You to move")
        await desk.press("\x04")

    assert at_desk(play, tmp_path, monkeypatch) == 0
    assert "p:@guide" in (tmp_path / "game.pvn").read_text(encoding="utf-8")


def test_tab_completes_words_commands_and_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("gov\t")
        await desk.wait_for("purple> governor")
        await desk.press("\x03und\t")
        await desk.wait_for("purple> undo")
        await desk.press("\x03bots te\t")
        await desk.wait_for("purple> bots teal")
        await desk.press("\x03rules pl\t")
        await desk.wait_for("purple> rules pl")
        await desk.press("\x03quit\r")

    assert at_desk(play, tmp_path, monkeypatch) == 0


def test_history_is_recalled_with_arrow_keys_and_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("@governor\r")
        await desk.wait_for("round 1 · plan", "You to move")
        await desk.press("score\r")
        await desk.wait_for("If the game ended here")
        await desk.press("\x1b[A")
        await desk.wait_for("> score")
        await desk.press("\x03")
        await desk.press("\x12gov")
        await desk.wait_for("I-search backward", "> @governor")
        await desk.press("\r")
        await desk.wait_for("> @governor", gone="I-search")
        await desk.press("\x03quit\r")

    assert at_desk(play, tmp_path, monkeypatch) == 0
    assert "+score" in (tmp_path / "vanuatu" / "history").read_text(encoding="utf-8")


def test_return_redraws_position_after_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("@governor\r")
        await desk.wait_for("✓ Sail Build")
        await desk.press("seat\r")
        await desk.wait_for("you play teal", gone="✓ Sail Build")
        await desk.press("\r")
        await desk.wait_for("✓ Sail Build", gone="you play teal")
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch) == 0


def test_return_toggles_board_and_text_on_short_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(desk: Desk) -> None:
        await desk.wait_for("Return: text", "@beggar @builder")
        await desk.press("\r")
        await desk.wait_for("take the beggar", "Return: board", gone="‹pty›")
        await desk.press("\x1b[6~")
        await desk.wait_for("take the vendor")
        await desk.press("\r")
        await desk.wait_for("‹pty›")
        await desk.press("help\r")
        await desk.wait_for("Type a move or a command", gone="‹pty›")
        await desk.press("@governor\r")
        await desk.wait_for("round 1 · plan", "‹pty›")
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch, rows=24) == 0


def test_lines_typed_ahead_are_queued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("@governor\r+SS\r+SS\r+S\r")
        await desk.wait_for("round 1 · act", "You to move")
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch) == 0
    assert (tmp_path / "game.pvn").read_text(encoding="utf-8").count("p:+S") == 3


def test_undo_and_redo_at_the_keyboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.press("@governor\r")
        await desk.wait_for("round 1 · plan", "You to move")
        ply = desk.controller.table.session.ply
        await desk.press("undo\r")
        await desk.wait_for("Undone", "round 1 · character")
        await desk.press("redo\r")
        await desk.wait_for("round 1 · plan", "You to move")
        assert desk.controller.table.session.ply == ply
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch) == 0


@pytest.mark.heavy
def test_whole_game_at_keyboard_prints_final_scoring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        table, number = desk.controller.table, 0
        while True:
            while not table.over and table.actor not in table.people:
                await asyncio.sleep(0.005)
            if table.over:
                break
            legal = table.state.legal_moves()
            number += 1
            ply = table.session.ply
            token = table.codec.token(table.state, int(legal[number * 5 % len(legal)]))
            desk.keys.send_text(token + "\r")
            while table.session.ply == ply:
                await asyncio.sleep(0.005)
        shown = await desk.wait_for("total", "again · again SEED · again from 5 · replay", "The game is over")
        for score in table.state.scores():
            assert str(score) in shown
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch, columns=120, rows=50, bots=("random",)) == 0
    assert '[Winner "' in (tmp_path / "game.pvn").read_text(encoding="utf-8")


def test_a_game_of_bots_alone_can_be_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(desk: Desk) -> None:
        await desk.wait_for("The game is over")
        await desk.press("quit\r")

    assert at_desk(play, tmp_path, monkeypatch, rows=50, seats=("none",), bots=("random",)) == 0

"""The prompt on the full screen: board, message, input line, toolbar.

Only changes are drawn, so that nothing flickers or scrolls away. Bots think between two checks of the
keyboard.
"""

import asyncio
import contextlib
import signal
import time
from typing import Final

from prompt_toolkit import Application, filters, history, key_binding, layout, output, styles, widgets
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.keys import Keys

from vanuatu.ai.bot import BotError
from vanuatu.cli.files import folders
from vanuatu.cli.play import completion, prompt_loop, render
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import ROLES, Line, Style
from vanuatu.notation.errors import MoveError
from vanuatu.notation.printable import printable

LEAST_TEXT: Final = 8  # with fewer lines of text, the board is drawn smaller
SMALLEST_TEXT: Final = 2  # lines of text that are left even if the board is cut off
PROGRESS_SECONDS: Final = 0.1
SLOW_SECONDS: Final = 1.5  # a bot's move is shown at a slow pace; any line ends it
TOGETHER_SECONDS: Final = 0.05  # a line feed this soon after a carriage return belongs to it
INTERRUPTED: Final = 130
RETURN_FOR_TEXT: Final = "  Return: text"


class FullScreen:
    """The prompt on the full screen. `run` returns the exit code."""

    def __init__(self, controller: Controller, style: Style) -> None:
        self.controller = controller
        controller.reviews_at_end = True
        self.style = style
        self.queue: list[str] = []  # pasted lines, and lines typed ahead
        self.pasted: list[str] = []  # lines that were pasted and are shown before they are played
        self.hurry = False
        self.progress = ""
        self.asked = False  # Ctrl-C was pressed once
        self.reading = False  # only the text is shown, since board and text do not fit
        self.scrolled = 0
        self._last_return = 0.0
        self._shown: tuple[object, ...] = ()
        self._frame: tuple[list[Line], list[Line]] = ([], [])
        self._last_message: tuple[object, ...] | None = None
        self._something_typed = asyncio.Event()
        self.buffer = Buffer(
            completer=completion.MoveCompleter(controller),
            history=_history(),
            enable_history_search=True,
            multiline=False,
            accept_handler=self._accept,
        )
        self.application: Application[int] = Application(
            layout=self._layout(),
            key_bindings=self._keys(),
            style=_looks(style),
            full_screen=True,
            color_depth=_depth(style),
            enable_page_navigation_bindings=False,
        )
        controller.repaint = self.application.invalidate
        self.application.ttimeoutlen = 0.05

    def run(self) -> int:
        return prompt_loop.run(self.start(), screen=True)

    async def start(self) -> int:
        """Run within an event loop that is already running."""
        self._something_typed = asyncio.Event()
        self.controller.start()
        working = asyncio.ensure_future(self._work())
        try:
            return await self.application.run_async(handle_sigint=False)
        except EOFError:  # the terminal is gone
            return 0
        finally:
            working.cancel()

    def _leave(self, result: int = 0, error: Exception | None = None) -> None:
        """End the application, unless it is already ending."""
        future = self.application.future
        if future is None or future.done():
            return
        if error is not None:
            self.application.exit(exception=error)
        else:
            self.application.exit(result=result)

    # Work between two checks of the keyboard

    async def _work(self) -> None:
        """Work until the person quits. An error ends the application, which raises it."""
        try:
            await self._keep_working()
        except Exception as error:
            self._leave(error=error)
        else:
            self._leave()

    async def _keep_working(self) -> None:
        """Run jobs, and handle typed lines."""
        while not self.controller.leaving:
            job = self.controller.next_job()
            if job is not None:
                await self._think(job)
                await self._pause()
            elif self.queue:
                self._enter(self.queue.pop(0))
                if self.controller.aside:
                    await run_in_terminal(self._print_aside)
                if self.controller.outside is not None:
                    await run_in_terminal(self._run_outside)
            else:
                self._something_typed.clear()
                await self._something_typed.wait()
            self.application.invalidate()

    def _print_aside(self) -> None:
        """Print a long line outside the full screen, so that you can copy it, and wait for Enter."""
        console.print_data(self.controller.aside)
        with contextlib.suppress(EOFError):
            console.ask("Press Enter to go back to the game. ")
        self.controller.aside = ""
        self.controller.begin_turn()

    async def _pause(self) -> None:
        """Ring if it is a person's turn now; show a bot's move for a moment if the pace is slow."""
        controller = self.controller
        if controller.ring:
            controller.ring = False
            self.application.output.bell()
            self.application.output.flush()
        if controller.pausing == "slow" and not self.queue:
            self.application.invalidate()
            self._something_typed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._something_typed.wait(), SLOW_SECONDS)

    def _run_outside(self) -> None:
        """Run what needs the terminal for itself."""
        run, self.controller.outside = self.controller.outside, None
        if run is not None:
            run()

    async def _think(self, job: render.Job) -> None:
        began = last = time.monotonic()
        self.hurry = False
        self.progress = job.label
        try:
            while not job.thinking.step() and not self.hurry and not (job.background and self.queue):
                now = time.monotonic()
                if now - last >= PROGRESS_SECONDS:
                    last = now
                    sims = job.thinking.report().sims
                    counted = f", {sims} simulations" if sims else ""
                    self.progress = (
                        f"{job.label}: {now - began:.1f} s{counted}. Ctrl-C: {job.interrupt_action}"
                    )
                    self.application.invalidate()
                await asyncio.sleep(0)
        except (BotError, MoveError) as error:
            self.controller.fail_job(job, error)
        else:
            self.controller.finish_job(job)
        self.progress = ""
        self.scrolled = 0

    def _enter(self, line: str) -> None:
        before = self.controller.table.session.ply
        self.controller.enter_line(line)
        self.scrolled = 0
        if self.controller.typed_early:
            self.buffer.text, self.controller.typed_early = self.controller.typed_early, ""
            self.buffer.cursor_position = len(self.buffer.text)
        if self.controller.table.session.ply == before and self.controller.bot_error:
            self.queue.clear()

    def _accept(self, buffer: Buffer) -> bool:
        """Queue the typed line, or several pasted lines, after Return."""
        self.asked = False
        lines = buffer.text.splitlines()
        pasted, self.pasted = self.pasted, []
        if pasted and not buffer.text.strip():
            self.queue += pasted
        elif not any(line.strip() for line in lines) and not self.queue:
            self._empty_line()
        else:
            self.queue += [line for line in lines if line.strip()]
        if any(self.controller.is_secret(line) for line in lines):
            buffer.reset()  # keep it out of the history, where others could find it
        self._something_typed.set()
        return False

    def _empty_line(self) -> None:
        """Handle Return alone: close an answer, toggle board and text, or let the next person start."""
        controller = self.controller
        if not controller.waits_for_return and not controller.is_answer and self._overflows():
            self.reading = not self.reading
            self.scrolled = 0
        else:
            self.queue.append("")

    # Frame

    def _rows(self) -> tuple[int, int]:
        """Return the columns, and the lines for board and text."""
        size = self.application.output.get_size()
        return min(size.columns, console.WIDEST), max(1, size.rows - 2)

    def frame(self) -> tuple[list[Line], list[Line]]:
        """Return board and text for the current size; cached until something changes."""
        controller = self.controller
        columns, rows = self._rows()
        state = controller.shown_state
        shown: tuple[object, ...] = (columns, rows, self.reading, controller.message, *state)
        if shown == self._shown:
            return self._frame
        board = controller.board_lines(columns, max(1, rows - LEAST_TEXT), self.style)
        notice = controller.notice_lines(columns - 1)
        text = notice + controller.message(columns - 1)
        message = (controller.message, *state)
        overflows = len(board) + len(text) > rows
        if message != self._last_message:
            self._last_message = message
            self.reading = controller.text_first and overflows
        if self.reading:
            board = []
        board = board[: max(0, rows - SMALLEST_TEXT)]
        if overflows and not self.reading and not controller.text_first:
            text = notice + controller.fitted_lines(columns - 1, rows - len(board) - len(notice))
        self._shown = (*shown[:2], self.reading, *shown[3:])
        self._frame = (board, text)
        return self._frame

    def _overflows(self) -> bool:
        """Return whether board and whole message do not fit together."""
        columns, rows = self._rows()
        board, _ = self.frame()
        return not board or len(board) + len(self.controller.message(columns - 1)) > rows

    def _board_text(self) -> StyleAndTextTuples:
        return self._fragments(self.frame()[0])

    def _message_text(self) -> StyleAndTextTuples:
        """Return the part of the text that fits, and a hint how to see the rest."""
        board, text = self.frame()
        room = max(1, self._rows()[1] - len(board))
        self.scrolled = max(0, min(self.scrolled, len(text) - room))
        part = text[self.scrolled : self.scrolled + room]
        hidden = len(text) - self.scrolled - room
        if hidden > 0 and part:
            more = "Page Down" if self.reading or self.controller.waits_for_return else "Return"
            part[-1] = [("dim", f"… {hidden + 1} more lines: {more}")]
        return self._fragments(part)

    def _toolbar_text(self) -> StyleAndTextTuples:
        if self.asked:
            state = self.controller.unsaved_warning if self.controller.table.unsaved else "The game is saved."
            return [("class:bar", f" To quit, press Ctrl-C again. {printable(state)}")]
        if self.progress:
            return [("class:bar", f" {self.progress}")]
        room = self._rows()[0] - len(" " + RETURN_FOR_TEXT)
        line: Line = [("", " "), *self.controller.status_line(room)]
        if self.reading:
            line = [("", " Return: board   Page Up, Page Down: scroll")]
        elif self._overflows() and not self.controller.waits_for_return:
            line.append(("", RETURN_FOR_TEXT))
        return [(_classes(f"bar {role}"), text) for role, text in self.style.writable(line)]

    def _fragments(self, lines: list[Line]) -> StyleAndTextTuples:
        fragments: StyleAndTextTuples = []
        for at, line in enumerate(lines):
            if at:
                fragments.append(("", "\n"))
            fragments += [(_classes(role), text) for role, text in self.style.writable(line)]
        return fragments

    def _layout(self) -> layout.Layout:
        search = widgets.SearchToolbar(ignore_case=True)
        control = layout.BufferControl(self.buffer, search_buffer_control=search.control, preview_search=True)
        line = layout.Window(control, height=1)
        prompt = layout.Window(
            layout.FormattedTextControl(lambda: self._fragments([self.controller.prompt_line()])),
            height=1,
            dont_extend_width=True,
        )
        board = layout.Window(
            layout.FormattedTextControl(self._board_text),
            height=lambda: layout.Dimension.exact(len(self.frame()[0])),
            always_hide_cursor=True,
        )
        body = layout.HSplit(
            [
                layout.ConditionalContainer(board, filters.Condition(lambda: bool(self.frame()[0]))),
                layout.Window(layout.FormattedTextControl(self._message_text), always_hide_cursor=True),
                layout.VSplit([prompt, line]),
                search,
                layout.Window(layout.FormattedTextControl(self._toolbar_text), height=1, style="class:bar"),
            ]
        )
        menu = layout.Float(
            layout.CompletionsMenu(max_height=12, scroll_offset=1), xcursor=True, ycursor=True
        )
        return layout.Layout(layout.FloatContainer(body, [menu]), focused_element=line)

    # Keys

    def _keys(self) -> key_binding.KeyBindings:
        keys = key_binding.KeyBindings()
        at_line = filters.has_focus(self.buffer)  # not in the search of the history

        @keys.add("c-c", filter=at_line)
        def _(event: key_binding.KeyPressEvent) -> None:
            self._interrupt()

        @keys.add("c-d", filter=at_line & filters.Condition(lambda: not self.buffer.text))
        def _(event: key_binding.KeyPressEvent) -> None:
            self.controller.table.save()
            if self.controller.table.unsaved and not self.asked:
                self.asked = True
            else:
                self._leave()

        @keys.add("c-z", filter=filters.Condition(lambda: hasattr(signal, "SIGTSTP")))
        def _(event: key_binding.KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("pageup")
        def _(event: key_binding.KeyPressEvent) -> None:
            self._scroll(-1)

        @keys.add("pagedown")
        def _(event: key_binding.KeyPressEvent) -> None:
            self._scroll(1)

        @keys.add(Keys.BracketedPaste, filter=at_line)
        def _(event: key_binding.KeyPressEvent) -> None:
            lines = [line.strip() for line in event.data.splitlines() if line.strip()]
            if len(lines) > 1:
                self._show_pasted(lines)
            else:
                self.buffer.insert_text("".join(lines))

        @keys.add("c-m", filter=at_line)
        def _(event: key_binding.KeyPressEvent) -> None:
            self._last_return = time.monotonic()
            self.buffer.validate_and_handle()

        @keys.add("c-j", filter=at_line)
        def _(event: key_binding.KeyPressEvent) -> None:
            if time.monotonic() - self._last_return > TOGETHER_SECONDS:
                self.buffer.validate_and_handle()

        return keys

    def _interrupt(self) -> None:
        """Handle Ctrl-C: let a thinking bot move now, or clear the line, or ask, or quit."""
        if self.progress:
            self.hurry = True
        elif self.buffer.text:
            self.buffer.reset()
        elif self.asked:
            self._leave(INTERRUPTED)
        else:
            self.asked = True

    def _show_pasted(self, lines: list[str]) -> None:
        """Show pasted lines; Return plays them, any other line drops them."""
        self.pasted = lines

        def message(width: int) -> list[Line]:
            text = f"{len(lines)} lines were pasted. Return plays them; any other line drops them:"
            return [*wrapped(text, "strong", width), *[[("token", f"  {line}"[:width])] for line in lines]]

        self.controller.show_message(message)

    def _scroll(self, pages: int) -> None:
        board, _ = self.frame()
        if board and self._overflows() and not self.reading:
            self.reading = True
            return
        self.scrolled += pages * max(1, self._rows()[1] - len(board) - 1)


def _history() -> history.History:
    """Return the history of typed lines; it is saved if the state folder can be written."""
    folder = folders.state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / "history"
        with open(place, "a", encoding="utf-8"):
            pass
    except OSError:
        return history.InMemoryHistory()
    return _SavedLines(str(place))


class _SavedLines(history.FileHistory):
    """The history in a file. If the disk is full, the line is kept in memory only."""

    def store_string(self, string: str) -> None:
        with contextlib.suppress(OSError):
            super().store_string(string)


def _classes(role: str) -> str:
    return " ".join(f"class:{word}" for word in role.split())


def _looks(style: Style) -> styles.Style:
    """Return the styles of the roles, in colour or in bold only."""
    if style.colours:
        rules = {role: looks for role, (_, _, looks) in ROLES.items()}
        rules["bar"] = "bg:#303030 #ffffff"
    else:
        rules = {role: "bold" for role, (_, _, looks) in ROLES.items() if "bold" in looks}
        rules["bar"] = "reverse"
    return styles.Style.from_dict(rules)


def _depth(style: Style) -> output.ColorDepth:
    if not style.colours:
        return output.ColorDepth.DEPTH_1_BIT
    return output.ColorDepth.DEPTH_8_BIT if style.colours == 256 else output.ColorDepth.DEPTH_4_BIT

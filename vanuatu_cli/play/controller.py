"""Handles the lines of the prompt; independent of the terminal.

A front end shows `board_lines(…)` and `message(width)`. If `next_job()` returns a job (a bot that thinks),
it runs the job in slices. It passes each typed line to `enter_line`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from vanuatu.ai.bot import BotError, PendingMove
from vanuatu.cli.history import daily, saves
from vanuatu.cli.play import after_game, coach, commands, practice, render, summary, turn
from vanuatu.cli.play.table import Table
from vanuatu.cli.review.game_review import ReviewThinking
from vanuatu.cli.terminal import score_table
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.boards.text import Page, drawing_of
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import AmbiguousMove, MoveError

if TYPE_CHECKING:
    from vanuatu.cli.history.par import ParGames


class Controller:
    """The state of the prompt: the table, the person who sees it, and the message shown to them."""

    def __init__(self, table: Table, *, open_hands: bool = False) -> None:
        self.table = table
        self.open_hands = open_hands  # lines come from a pipe: secrets need not be hidden between turns
        self.interactive = True  # a person types the lines; piped lines start no programs, replace no files
        self.viewer: int | None = None  # the seat whose secrets may be shown
        self.at_keyboard: int | None = None  # the seat of the person who typed last
        self.message: render.Message = lambda width: []
        self.is_answer = False  # the message answers a line; otherwise it describes the turn
        self.text_first = False  # if board and message do not fit, show the message
        self.notice: Line = []  # a line above the message
        self.greeting = ""
        self.newcomer = False  # nobody here has ended a game yet
        self.leaving = False
        self.plain = False  # ASCII without colour
        self.pace = "fast"  # how the moves of bots are shown: slow, fast, or step (a key for each)
        self.bell = False  # ring when a person is to move
        self.pausing = ""  # the pace, after a bot's move that another bot's move follows
        self.ring = False  # a person is to move after a bot, and the bell is on
        self.typed_early = ""  # what was typed when only Return was expected
        self.outside: Callable[[], None] | None = None  # something that needs the terminal for itself
        self.reviews_at_end = False  # the front end can run a review in the background
        self.standing = ""  # after a game: what it adds to the record
        self.quick_review: summary.QuickReview | None = None  # after a game of one person
        self.aside = ""  # a line for copying; a full screen, which would cut it, prints it below the screen
        self.line = ""  # the last line that was typed
        self.chosen = ""  # the parts of a move that are chosen so far, such as the first of two markers
        self.confirming: str = ""  # a line that takes effect when it is typed a second time
        self.bot_error = ""  # why the bot to move cannot move
        self.coach: coach.Coach | None = None  # checks the person's moves before they are played
        self.practice: practice.Practice | None = None  # gets the typed lines while positions are practised
        self._job: render.Job | None = None
        self.par: ParGames | None = None  # after a game: what bots score in the person's seat
        self.repaint: Callable[[], None] = lambda: None  # shows the screen again; may be called in a thread

    # Turns and jobs

    def start(self) -> None:
        """Make the pending draws and begin the first turn."""
        self.table.draw_pending()
        self.begin_turn()

    def take(self, table: Table) -> None:
        """Leave the current game, which is saved, and go on at another table."""
        old = self.table
        old.save()
        old.close()
        if old.is_new and old.untouched and not old.over and old.path is not None:
            saves.delete_unplayed(old.path)
        after_game.end(self)
        self.table = table
        self.quick_review = None
        self.viewer = self.at_keyboard = None
        self._job = None
        self.greet(new=table.untouched)
        self.start()

    def may_leave(self) -> bool:
        """Return whether the current game can be left: it is saved, or the same line was typed twice."""
        self.table.save()
        if not self.table.unsaved or self.confirming == self.line:
            return True
        self.confirming = self.line
        self.show_text(f"{self.unsaved_warning} To leave it, type the same again.", "bad")
        return False

    def greet(self, new: bool) -> None:
        """Set the greeting. It is shown until a line is typed."""
        self.newcomer = self.interactive and not saves.any_finished()
        self.greeting = turn.greeting(self, new)

    def begin_turn(self) -> None:
        """Update viewer and message after the position has changed."""
        table = self.table
        self.confirming = self.bot_error = self.chosen = ""
        self._job = None
        self.viewer = self._find_viewer()
        self.notice = []
        if table.unsaved:
            self.notice = [("bad", f"The game could not be saved. Try `save OTHER`. ({table.unsaved})")]
        self.message = self._ending_lines if table.over else self._turn_lines
        if not table.over:
            self.quick_review = None
        elif self.reviews_at_end:
            self._start_quick_review()
        self.is_answer = False
        self.text_first = table.over
        if table.over:
            after_game.begin(self)
        else:
            after_game.end(self)

    def _start_quick_review(self) -> None:
        """Review the moves of the only person in the background, once."""
        table = self.table
        if self.quick_review is not None or len(table.people) != 1:
            return
        if not any(ply.seat in table.people for ply in table.session.record.plies):
            return
        self.quick_review = summary.QuickReview(table, table.people[0])
        self.begin_job(self.quick_review.job())

    @property
    def unsaved_warning(self) -> str:
        """Return why the game is not saved, what is lost, and what to type."""
        table = self.table
        lost = f"{table.unsaved_part} is lost without `save OTHER`"
        return f"The game could not be saved: {lost}. ({table.unsaved})"

    def _find_viewer(self) -> int | None:
        """Return the seat whose secrets may be shown; None until the right one of several people is there."""
        table = self.table
        people, actor = table.people, table.actor
        if len(people) == 1:
            return people[0]
        if actor not in people:
            return None
        if actor != self.at_keyboard and not self.open_hands and self._has_secrets_to_hide():
            return None
        self.at_keyboard = actor
        return actor

    @property
    def can_type_move(self) -> bool:
        """Whether a typed line may be a move: of the viewer, or a draw of a real table."""
        return self.table.actor == self.viewer or self.table.awaits_draw

    @property
    def awaited_person(self) -> int | None:
        """Return the seat of the person who must come to the keyboard first, if anyone must."""
        actor = self.table.actor
        return actor if actor in self.table.people and self.viewer != actor and not self.table.over else None

    @property
    def shows_turn(self) -> bool:
        """Whether the message describes the turn, and not an answer, a lesson or the end of the game."""
        return self.message == self._turn_lines and self.awaited_person is None

    @property
    def waits_for_return(self) -> bool:
        """Whether Return alone means something here, so that it does not switch between board and text."""
        return self.awaited_person is not None or bool(self.bot_error) or bool(self.pausing)

    def advice_note(self, width: int) -> list[Line]:
        """Return what is added to a hint; the lesson names its own move."""
        return []

    def why_not_your_turn(self) -> str:
        """Return why a person cannot decide anything now."""
        table = self.table
        if table.over:
            return "The game is over: there are no moves."
        if table.bot is not None:
            return f"It is {SEAT_NAMES[table.actor].lower()}'s turn, a bot's."
        return "Something is drawn first."

    @property
    def shown_state(self) -> tuple[object, ...]:
        """What the shown lines depend on besides the message; they are not made again while it is equal."""
        table = self.table
        par = self.par is not None and self.par.done
        reviewed = self.quick_review.progress if self.quick_review is not None else None
        seen = (table.session.ply, self.viewer, table.names, self.notice, self.chosen)
        return (*seen, table.over, par, reviewed)

    def next_job(self) -> render.Job | None:
        """Return the job to run before the next line can be typed, if there is one."""
        bot = self.table.bot
        if self.pausing == "step":
            return None
        self.pausing = ""
        if self._job is None and bot is not None and not self.bot_error:
            seat, name = SEAT_NAMES[self.table.actor].lower(), self.table.names[self.table.actor]
            try:
                self._job = render.Job(
                    f"{seat} ({name}) thinks", self.table.start_thinking(), self._play_bot_move
                )
            except BotError as error:
                self._show_bot_error(str(error))
        return self._job

    def finish_job(self, job: render.Job) -> None:
        """Use the result of a job that has ended or was interrupted."""
        self._job = None
        try:
            job.on_done(job.thinking)
        except (BotError, MoveError) as error:
            self._show_bot_error(str(error))
        finally:
            job.thinking.close()

    def fail_job(self, job: render.Job, error: Exception) -> None:
        """Report the error of a job that failed."""
        self._job = None
        job.thinking.close()
        self._show_bot_error(str(error))

    def begin_job(self, job: render.Job) -> None:
        """Run this job before the next line."""
        self._job = job

    # Typed lines

    def enter_line(self, text: str) -> None:
        """Handle a typed line: a command, a move, or an empty line."""
        self.line = line = " ".join(text.split())
        self.notice = []
        self.greeting = ""
        if self.awaited_person is not None:
            self._sit_down(line)
            return
        if not line:
            self.pausing = ""
            self.begin_turn()
            return
        command = commands.find_command(line)
        if line != self.confirming:
            self.confirming = ""
        if command is not None and self._is_closed(command.name):
            self.show_text(f"`{command.name}` is closed in the game of the day.")
        elif command is not None:
            command.run(self, line.partition(" ")[2].strip())
        elif self.practice is not None:
            self.practice.take(self, line)
        elif self.table.over:
            self.refuse(line, "the game is over. Type `undo` to undo a move, or `quit`", [])
        elif self.table.bot is not None:
            self.refuse(line, f"it is {SEAT_NAMES[self.table.actor].lower()}'s turn", [])
        else:
            self._play(line)

    def _is_closed(self, command: str) -> bool:
        """Return whether a command would change a counted attempt, or give advice in it."""
        closed = daily.CLOSED_AFTERWARDS if self.table.over else daily.CLOSED
        return self.table.is_daily and command in closed

    def show_message(self, message: render.Message) -> None:
        """Answer a line with a message, until the next line or turn."""
        self.message = message
        self.is_answer = self.text_first = True

    def show_text(self, text: str, role: str = "") -> None:
        self.show_message(lambda width: wrapped(text, role, width))

    def is_secret(self, line: str) -> bool:
        """Return whether a line may be a secret move, so that it stays out of the history."""
        return len(self.table.people) > 1 and commands.find_command(line) is None

    def choose_parts(self, line: str) -> bool:
        """Take a line as parts of a move, such as a marker of a plan. Return whether it names some."""
        markers = self.table.view.markers
        parts = markers.read(line) if markers is not None else ""
        if markers is None or not parts:
            return False
        for chosen in dict.fromkeys((self.chosen + parts, parts)):
            move = markers.move(chosen)
            if move >= 0:
                self.play_move(move)
                return True
            if markers.possible(chosen):
                dropped = "" if chosen.startswith(self.chosen) else self.chosen
                self.begin_turn()
                self.chosen = chosen
                if dropped:
                    text = f"{markers.named(dropped)} is dropped: not possible with {markers.named(chosen)}."
                    self.notice = [("", text)]
                return True
        return False

    def _play(self, line: str) -> None:
        if self.choose_parts(line):
            return
        try:
            move = self.table.read_move(line)
        except MoveError as error:
            which = f"which one? {', '.join(error.nearest)}" if isinstance(error, AmbiguousMove) else ""
            self.refuse(line, which or str(error), error.nearest)
            return
        if self.table.awaits_draw:
            self._play_checked(move)
        else:
            self.play_move(move)

    def play_move(self, move: int) -> None:
        """Play a legal move of a person, unless the coach objects."""
        check = self.start_coach_check(move)
        if check is None:
            self._play_checked(move)
            return

        def done(thinking: PendingMove) -> None:
            if not self.show_objection(check):
                self._play_checked(move)

        self.begin_job(render.Job("the coach checks your move", check, done))

    def _play_checked(self, move: int) -> None:
        self.table.play_move(move)
        self.begin_turn()

    def start_coach_check(self, move: int) -> ReviewThinking | None:
        """Return the coach's check of a move, if the coach is on and the move is to be checked."""
        if self.coach is not None and len(self.table.people) != 1:
            self.coach = None  # with several people, its advice would reveal secrets
        return self.coach.start_check(self, move) if self.coach is not None else None

    def show_objection(self, check: ReviewThinking) -> bool:
        """Show the coach's objection, if it has one, and return whether it does."""
        decision = self.coach.objection_to(check) if self.coach is not None else None
        if decision is None:
            return False
        self.show_message(lambda width: coach.objection_lines(decision, width))
        return True

    def refuse(self, line: str, reason: str, near: list[str]) -> None:
        """Show why a line is neither a legal move nor a command, and the nearest moves."""
        why = reason.rsplit(" (legal: ", 1)[0]
        unclear = self.table.over or self.table.codec.guess(self.table.state, line.lower()) < 0
        like = commands.similar_command(line) if unclear else None

        def message(width: int) -> list[Line]:
            lines = hanging([("bad", f"{line[:30]}: ")], why, width)
            if like:
                hint = f"Did you mean `{like}`? It is a command: {commands.COMMANDS[like].summary}."
                lines += wrapped(hint, "dim", width)
            return lines + turn.near_moves(self, near, width)

        self.show_message(message)

    def _sit_down(self, line: str) -> None:
        """Show the position once the next person presses Enter. What was typed before it can be edited."""
        command = commands.find_command(line)
        if command is not None and command.name == "quit":
            command.run(self, "")
        else:
            self.typed_early = line
            self.at_keyboard = self.table.actor
            self.begin_turn()

    def _has_secrets_to_hide(self) -> bool:
        """Return whether a person has a secret in this round or may get one by the next move."""
        table = self.table
        if table.has_secrets():
            return True
        return any(int(table.state.seen_by_others(move)) != move for move in table.view.legal)

    # Bots

    def _play_bot_move(self, thinking: PendingMove) -> None:
        table = self.table
        table.play_turn(thinking)
        self.begin_turn()
        if table.people and not table.over:
            self.pausing = self.pace if table.bot is not None and self.pace != "fast" else ""
            self.ring = self.bell and table.bot is None

    def _show_bot_error(self, why: str) -> None:
        seat = SEAT_NAMES[self.table.actor].lower() if self.table.actor >= 0 else "the game"
        self.bot_error = why
        self.show_text(
            f"{seat}: {why}. Press Enter to let it try again, or type `bots {seat} medium`.", "bad"
        )

    # Lines to show

    def board_lines(self, width: int, height: int | None, style: Style) -> list[Line]:
        """Return the drawing of the position as the viewer may see it."""
        if self.practice is not None:
            return self.practice.board_lines(width, height, style)
        table = self.table
        page = Page(width, style, table.names, height, self.viewer)
        return drawing_of(table.codec.game).picture(table.view.scene(self.viewer), page)

    def prompt_line(self) -> Line:
        """Return the prompt before the typed line."""
        return turn.prompt_line(self)

    def status_line(self, width: int = 1000) -> Line:
        """Return the text of the toolbar."""
        return turn.status_line(self, width)

    def fitted_lines(self, width: int, room: int) -> list[Line]:
        """Return the lines of the turn, cut to `room` lines."""
        return turn.fitted(self, width, room)

    def notice_lines(self, width: int) -> list[Line]:
        """Return the lines above the message."""
        return [line for role, text in self.notice for line in wrapped(text, role, width)]

    def _turn_lines(self, width: int) -> list[Line]:
        return turn.lines(self, width)

    def final_lines(self, width: int) -> list[Line]:
        """Return the lines that stay on the terminal after a finished game."""
        table = self.table
        lines = score_table.ending_lines(table.codec, table.state, table.names, width)
        lines += [*wrapped(self.standing, "strong", width), *after_game.lines(self, width)]
        if table.path is not None and not table.unsaved:
            lines += [[], *render.next_step_lines(table, table.path, width)]
        return lines

    def _ending_lines(self, width: int) -> list[Line]:
        below = after_game.lines(self, width)
        return summary.lines(
            self.table, self.viewer, self.standing, self.quick_review, below, width, commands.COMMANDS
        )

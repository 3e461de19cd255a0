"""Handles the lines of the prompt; independent of the terminal.

A front end shows `board_lines(…)` and `message(width)`. If `next_job()` returns a job (a bot that thinks),
it runs the job in slices. It passes each typed line to `enter_line`.
"""

from typing import Final

from vanuatu.ai.bot import BotError, PendingMove
from vanuatu.cli.play import coach, commands, render
from vanuatu.cli.play.table import Table
from vanuatu.cli.review.game_review import ReviewThinking
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, Style, seat_role
from vanuatu.notation.boards.text import Page, drawing_of
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.errors import MoveError

NEAREST: Final = 4
FEWER: Final = (render.FEW, 5, 2)  # most moves of a kind that are shown in words, tried in this order
LEAST_NEWS: Final = 4  # with fewer lines of room, news is shown as tokens


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
        self.leaving = False
        self.line = ""  # the last line that was typed
        self.confirming: str = ""  # a line that takes effect when it is typed a second time
        self.bot_error = ""  # why the bot to move cannot move
        self.coach: coach.Coach | None = None  # checks the person's moves before they are played
        self._job: render.Job | None = None

    # Turns and jobs

    def start(self) -> None:
        """Make the pending draws and begin the first turn."""
        self.table.draw_pending()
        self.begin_turn()

    def greet(self, new: bool) -> None:
        """Set the greeting: who plays, and the first commands. It is shown until a line is typed."""
        table = self.table
        seats = list(zip(SEAT_NAMES, table.names, table.players, strict=False))
        bots = [f"{seat.lower()} ({name})" for seat, name, player in seats if player.bot]
        people = [f"{name} ({seat.lower()})" for seat, name, player in seats if not player.bot]
        against = f" against {_joined(bots)}" if bots else ""
        began = "New game" if new else f"The game resumes in {table.codec.round_word} {table.state.round}"
        self.greeting = (
            f"{began}: {_joined(people) if people else 'bots alone'}{against}. Type a move, or `help`. "
            "Tab lists what you can type. `rules` explains the game, `bots hard` changes the bots, "
            "`seat teal` changes your seat."
        )
        self.greeting = " ".join([*(f"{warning}." for warning in table.warnings), self.greeting])

    def begin_turn(self) -> None:
        """Update viewer and message after the position has changed."""
        table = self.table
        self.confirming = self.bot_error = ""
        self._job = None
        self.viewer = self._find_viewer()
        self.notice = []
        if table.unsaved:
            self.notice = [("bad", f"The game could not be saved. Try `save OTHER`. ({table.unsaved})")]
        self.message = self._ending_lines if table.over else self._turn_lines
        self.is_answer = False
        self.text_first = table.over

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
    def awaited_person(self) -> int | None:
        """Return the seat of the person who must come to the keyboard first, if anyone must."""
        actor = self.table.actor
        return actor if actor in self.table.people and self.viewer != actor and not self.table.over else None

    def next_job(self) -> render.Job | None:
        """Return the job to run before the next line can be typed, if there is one."""
        bot = self.table.bot
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
            self.begin_turn()
            return
        command = commands.find_command(line)
        if line != self.confirming:
            self.confirming = ""
        if command is not None:
            command.run(self, line.partition(" ")[2].strip())
        elif self.table.over:
            self.refuse(line, "the game is over. Type `undo` to undo a move, or `quit`", [])
        elif self.table.bot is not None:
            self.refuse(line, f"it is {SEAT_NAMES[self.table.actor].lower()}'s turn", [])
        else:
            self._play(line)

    def show_message(self, message: render.Message) -> None:
        """Answer a line with a message, until the next line or turn."""
        self.message = message
        self.is_answer = self.text_first = True

    def show_text(self, text: str, role: str = "") -> None:
        self.show_message(lambda width: wrapped(text, role, width))

    def is_secret(self, line: str) -> bool:
        """Return whether a line may be a secret move, so that it stays out of the history."""
        return len(self.table.people) > 1 and commands.find_command(line) is None

    def _play(self, line: str) -> None:
        try:
            move = self.table.read_move(line)
        except MoveError as error:
            self.refuse(line, str(error), error.nearest)
            return
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
        like = commands.similar_command(line)

        def message(width: int) -> list[Line]:
            lines = hanging([("bad", f"{line[:30]}: ")], why, width)
            if like:
                meant = f"Did you mean `{like}`? It is a command: {commands.COMMANDS[like].summary}."
                lines += wrapped(meant, "dim", width)
            return lines + self._near_moves(near, width)

        self.show_message(message)

    def _near_moves(self, tokens: list[str], width: int) -> list[Line]:
        state, codec = self.table.state, self.table.codec
        lines: list[Line] = []
        longest = max((len(token) for token in tokens), default=0)
        for token in tokens[:NEAREST]:
            words = codec.words(state, codec.parse(state, token))
            lines += hanging([("token", f"  {token:<{longest}}  ")], words, width)
        if lines:
            lines.insert(0, [("", "Nearest legal moves:")])
        return lines

    def _sit_down(self, line: str) -> None:
        """Show the position once the next person presses Enter; `quit` works too."""
        command = commands.find_command(line)
        if command is not None and command.name == "quit":
            command.run(self, "")
        elif not line:
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
        self.table.push_move(thinking.move())
        self.begin_turn()

    def _show_bot_error(self, why: str) -> None:
        seat = SEAT_NAMES[self.table.actor].lower() if self.table.actor >= 0 else "the game"
        self.bot_error = why
        self.show_text(
            f"{seat}: {why}. Press Enter to let it try again, or type `bots {seat} medium`.", "bad"
        )

    # Lines to show

    def board_lines(self, width: int, height: int | None, style: Style) -> list[Line]:
        """Return the drawing of the position as the viewer may see it."""
        table = self.table
        page = Page(width, style, table.names, height)
        return drawing_of(table.codec.game).picture(table.view.scene(self.viewer), page)

    def prompt_line(self) -> Line:
        """Return the prompt before the typed line."""
        table = self.table
        if self.awaited_person is not None:
            return [("strong", f"{table.names[self.awaited_person]}, press Enter: ")]
        if table.actor in table.people:
            name = SEAT_NAMES[table.actor].lower()
            return [(seat_role(SEAT_LETTERS[table.actor], chip=True), name), ("", "> ")]
        return [("", "> ")]

    def status_line(self) -> Line:
        """Return the text of the toolbar: round, phase, figures, and the player to move."""
        table = self.table
        if table.over:
            return [("strong", "The game is over"), ("", "   review · undo · score · log · quit")]
        actor = table.actor
        where = f"{table.codec.round_word} {table.state.round}"
        line: Line = [("strong", where), ("", f" · {table.codec.phase(table.state)}")]
        for what, figure in drawing_of(table.codec.game).status(table.view.scene(self.viewer)):
            line += [("", f" · {what} "), ("strong", figure)]
        if actor >= 0:
            letter, who = SEAT_LETTERS[actor], table.names[actor]
            line += [("", " · "), (seat_role(letter, chip=True), letter), ("", f" {who} to move")]
        return line

    def _turn_lines(self, width: int, few: int = render.FEW) -> list[Line]:
        """Return the events since the viewer's last move, and the viewer's options."""
        table = self.table
        lines = render.news_lines(table, self.viewer, width)
        if self.greeting:
            lines = [*self._greeting_lines(width), [], *lines]
        if self.awaited_person is not None:
            return [*self._hand_over_lines(width), [], *lines]
        if table.actor == self.viewer:
            if lines:
                lines.append([])
            lines += self._question_lines(width) + render.option_lines(table, width, few)
        return lines

    def _question_lines(self, width: int) -> list[Line]:
        """Return the question to decide, for phases whose moves do not explain themselves."""
        table = self.table
        return wrapped(table.codec.question(table.state), "strong", width)

    def _hand_over_lines(self, width: int) -> list[Line]:
        if self.awaited_person is None:
            return []
        name = self.table.names[self.awaited_person]
        text = f"{name}'s turn. The position has secrets: everybody else, please look away."
        return wrapped(text, "strong", width)

    def _greeting_lines(self, width: int) -> list[Line]:
        return wrapped(self.greeting, "", width)

    def fitted_lines(self, width: int, room: int) -> list[Line]:
        """Return the lines of the turn, cut to `room` lines: fewer options first, then only the last news."""
        for few in FEWER:
            lines = self._turn_lines(width, few)
            if len(lines) <= room:
                return lines
        table = self.table
        first = self._hand_over_lines(width) or self._greeting_lines(width)
        last: list[Line] = []
        if table.actor == self.viewer:
            last = self._question_lines(width) + render.brief_option_lines(table, width)
        if len(first) + len(last) + LEAST_NEWS > room and self.awaited_person is None:
            first = []
        left = room - len(first) - len(last)
        if left < LEAST_NEWS:
            return first + render.brief_news_line(table, self.viewer, width) + last
        news = render.news_lines(table, self.viewer, width)
        if len(news) > left - 1:
            hidden = len(news) - left + 2
            news = [[("dim", f"({hidden} earlier lines: press Return)")], *news[hidden:]]
        return [*first, *news, [], *last]

    def final_lines(self, width: int) -> list[Line]:
        """Return the lines that stay on the terminal after a finished game."""
        return self._ending_lines(width)

    def _ending_lines(self, width: int) -> list[Line]:
        table = self.table
        lines = render.ending_lines(table, width)
        if table.path is not None and not table.unsaved:
            lines += [[], *render.next_step_lines(table, table.path, width)]
        return lines


def _joined(names: list[str]) -> str:
    """Return `a`, `a and b` or `a, b and c`."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

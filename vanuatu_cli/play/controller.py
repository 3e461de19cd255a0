"""What happens when a line is typed, and what is told then: the prompt without a terminal.

A front end shows `board()` and `told(width)`, runs what `job()` returns (some bot's thinking) in slices
if there is one, and gives `enter` the lines that are typed.
"""

from typing import Final

from vanuatu.ai.bot import BotError, Thinking
from vanuatu.cli.play import coach, commands, render
from vanuatu.cli.play.table import Table
from vanuatu.cli.review.game_review import ReviewThinking
from vanuatu.notation.boards.text import Line, Page, Style, drawing_of, seat_role
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.session import MoveError

NEAREST: Final = 4
FEWER: Final = (render.FEW, 5, 2)  # how many moves of a kind are told in words
LEAST_NEWS: Final = 4  # below that many lines they are told as tokens


class Controller:
    """A table and the person who looks at it."""

    def __init__(self, table: Table, *, open_hands: bool = False) -> None:
        self.table = table
        self.open_hands = open_hands  # nobody sits at a keyboard: nothing needs to be handed over
        self.interactive = (
            True  # whether a person types the lines; others may not start programs or replace files
        )
        self.viewer: int | None = None  # whose secrets may be shown
        self.at_keyboard: int | None = None  # who sits at the keyboard, as far as it matters
        self.message: render.Message = lambda width: []
        self.is_answer = False  # whether that answers a line, or is how things stand
        self.text_first = False  # whether it goes before the board where both have no room
        self.notice: Line = []  # one line before what is told
        self.greeting = ""
        self.leaving = False
        self.line = ""  # that was typed last
        self.confirming: str = ""  # a line that does something final when typed a second time
        self.bot_error = ""  # why the bot that is to move cannot
        self.coach: coach.Coach | None = None  # who looks at the person's moves before they are made
        self._job: render.Job | None = None

    # What comes next

    def start(self) -> None:
        """Begin or go on: draw what nature draws, and tell how things stand."""
        self.table.draw_pending()
        self.begin_turn()

    def greet(self, new: bool) -> None:
        """Say who sits where, and how to change that and to learn more; it is told until the first line."""
        table = self.table
        seats = list(zip(SEAT_NAMES, table.names, table.players, strict=False))
        bots = [f"{seat.lower()} ({name})" for seat, name, player in seats if player.bot]
        people = [f"{name} ({seat.lower()})" for seat, name, player in seats if not player.bot]
        against = f" against {_joined(bots)}" if bots else ""
        began = "A new game" if new else f"The game goes on in {table.codec.round_word} {table.state.round}"
        self.greeting = (
            f"{began}: {_joined(people) if people else 'bots alone'}{against}. Type a move, or `help`; "
            "Tab shows what can be typed. `bots hard` changes the bots, `seat teal` your place, "
            "`rules` explains the game."
        )
        self.greeting = " ".join([*(f"{warning}." for warning in table.warnings), self.greeting])

    def begin_turn(self) -> None:
        """The position has changed: see whose turn it is and tell it."""
        table = self.table
        self.confirming = self.bot_error = ""
        self._job = None
        self.viewer = self._find_viewer()
        self.notice = []
        if table.unsaved:
            self.notice = [("bad", f"The game could not be saved, `save OTHER` keeps it: {table.unsaved}")]
        self.message = self._ending_lines if table.over else self._turn_lines
        self.is_answer = False
        self.text_first = table.over

    @property
    def unsaved_warning(self) -> str:
        """That the game is not in its file, why, and what to do."""
        table = self.table
        lost = f"{table.unsaved_part} is lost without `save OTHER`"
        return f"The game could not be saved: {lost}. ({table.unsaved})"

    def _find_viewer(self) -> int | None:
        """Whose secrets may be shown; with several people nobody's, until the right one sits there."""
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
        """The person who must sit down before anything is shown, if one must."""
        actor = self.table.actor
        return actor if actor in self.table.people and self.viewer != actor and not self.table.over else None

    def next_job(self) -> render.Job | None:
        """What must be thought about before the next line can be typed, if anything."""
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
        """The thinking has come to its end, or was asked to move now."""
        self._job = None
        try:
            job.on_done(job.thinking)
        except (BotError, MoveError) as error:
            self._show_bot_error(str(error))
        finally:
            job.thinking.close()

    def fail_job(self, job: render.Job, error: Exception) -> None:
        """The thinking has failed."""
        self._job = None
        job.thinking.close()
        self._show_bot_error(str(error))

    def begin_job(self, job: render.Job) -> None:
        """Put a piece of thinking before the next line."""
        self._job = job

    # What is typed

    def enter_line(self, text: str) -> None:
        """A line was typed: a command, a move, or nothing."""
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
            self.refuse(line, "the game is over: `undo` takes a move back, `quit` leaves", [])
        elif self.table.bot is not None:
            self.refuse(line, f"it is {SEAT_NAMES[self.table.actor].lower()}'s turn", [])
        else:
            self._play(line)

    def show_message(self, message: render.Message) -> None:
        """Answer a line with this, until something else happens."""
        self.message = message
        self.is_answer = self.text_first = True

    def show_text(self, text: str, role: str = "") -> None:
        self.show_message(lambda width: render.wrapped(text, role, width))

    def is_secret(self, line: str) -> bool:
        """Whether a line must not be kept where others at the keyboard find it: it may be a secret move."""
        return len(self.table.people) > 1 and commands.find_command(line) is None

    def _play(self, line: str) -> None:
        try:
            move = self.table.read_move(line)
        except MoveError as error:
            self.refuse(line, str(error), error.nearest)
            return
        self.play_move(move)

    def play_move(self, move: int) -> None:
        """Play a person's move, one that is known to be legal, unless the coach objects first."""
        look = self.start_coach_check(move)
        if look is None:
            self._play_checked(move)
            return

        def done(thinking: Thinking) -> None:
            if not self.show_objection(look):
                self._play_checked(move)

        self.begin_job(render.Job("the coach looks at your move", look, done))

    def _play_checked(self, move: int) -> None:
        self.table.play_move(move)
        self.begin_turn()

    def start_coach_check(self, move: int) -> ReviewThinking | None:
        """The coach's look at a move before it is made, if there is a coach and it has one to give."""
        if self.coach is not None and len(self.table.people) != 1:
            self.coach = None  # it would tell one of several people what the others should not hear
        return self.coach.start_check(self, move) if self.coach is not None else None

    def show_objection(self, look: ReviewThinking) -> bool:
        """Whether the coach objects after its look; if so, that is told."""
        decision = self.coach.objection_to(look) if self.coach is not None else None
        if decision is None:
            return False
        self.show_message(lambda width: coach.objection_lines(decision, width))
        return True

    def refuse(self, line: str, reason: str, near: list[str]) -> None:
        """Say why a line is neither move nor command, and which moves are near it."""
        why = reason.rsplit(" (legal: ", 1)[0]
        like = commands.resembling(line)

        def message(width: int) -> list[Line]:
            lines = render.hanging([("bad", f"{line[:30]}: ")], why, width)
            if like:
                lines += render.wrapped(
                    f"(`{like}` is a command: {commands.COMMANDS[like].summary})", "dim", width
                )
            return lines + self._near_moves(near, width)

        self.show_message(message)

    def _near_moves(self, tokens: list[str], width: int) -> list[Line]:
        state, codec = self.table.state, self.table.codec
        lines: list[Line] = []
        longest = max((len(token) for token in tokens), default=0)
        for token in tokens[:NEAREST]:
            words = codec.words(state, codec.parse(state, token))
            lines += render.hanging([("token", f"  {token:<{longest}}  ")], words, width)
        if lines:
            lines.insert(0, [("", "Legal and near it:")])
        return lines

    def _sit_down(self, line: str) -> None:
        """The next person is here, or somebody leaves."""
        command = commands.find_command(line)
        if command is not None and command.name == "quit":
            command.run(self, "")
        elif not line:
            self.at_keyboard = self.table.actor
            self.begin_turn()

    def _has_secrets_to_hide(self) -> bool:
        """Whether a person has a secret in this round, or the one who is to move can choose one."""
        table = self.table
        if table.has_secrets():
            return True
        return any(int(table.state.seen_by_others(move)) != move for move in table.view.legal)

    # What bots do

    def _play_bot_move(self, thinking: Thinking) -> None:
        self.table.push_move(thinking.move())
        self.begin_turn()

    def _show_bot_error(self, why: str) -> None:
        seat = SEAT_NAMES[self.table.actor].lower() if self.table.actor >= 0 else "the game"
        self.bot_error = why
        self.show_text(
            f"{seat}: {why}. Press Enter to let it try again, or type `bots {seat} medium`.", "bad"
        )

    # What is shown

    def board_lines(self, width: int, height: int | None, style: Style) -> list[Line]:
        """The position as the one who looks may see it."""
        table = self.table
        page = Page(width, style, table.names, height)
        return drawing_of(table.codec.game).picture(table.view.scene(self.viewer), page)

    def prompt_line(self) -> Line:
        """What stands before the line that is typed."""
        table = self.table
        if self.awaited_person is not None:
            return [("strong", f"{table.names[self.awaited_person]}, press Enter: ")]
        if table.actor in table.people:
            name = SEAT_NAMES[table.actor].lower()
            return [(seat_role(SEAT_LETTERS[table.actor], chip=True), name), ("", "> ")]
        return [("", "> ")]

    def status_line(self) -> Line:
        """The toolbar: where the game stands and whose turn it is."""
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
        """What happened since the viewer's last move, and what they can do."""
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
        """What is to be decided, where the moves do not tell it."""
        table = self.table
        return render.wrapped(table.codec.question(table.state), "strong", width)

    def _hand_over_lines(self, width: int) -> list[Line]:
        if self.awaited_person is None:
            return []
        name = self.table.names[self.awaited_person]
        why = "Something is secret: everybody else looks away now."
        return render.wrapped(f"It is the turn of {name}. {why}", "strong", width)

    def _greeting_lines(self, width: int) -> list[Line]:
        return render.wrapped(self.greeting, "", width)

    def fitted_lines(self, width: int, room: int) -> list[Line]:
        """The situation in as many words as so many lines hold: fewer options, then only the last news."""
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
            news = [[("dim", f"({hidden} lines before that: Return)")], *news[hidden:]]
        return [*first, *news, [], *last]

    def final_lines(self, width: int) -> list[Line]:
        """What stays on the terminal when a finished game is left."""
        return self._ending_lines(width)

    def _ending_lines(self, width: int) -> list[Line]:
        table = self.table
        lines = render.ending_lines(table, width)
        if table.path is not None and not table.unsaved:
            lines += [[], *render.next_step_lines(table, table.path, width)]
        return lines


def _joined(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

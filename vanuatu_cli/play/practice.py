"""The command `train` of the prompt: find the best moves at the costliest mistakes of this game."""

from typing import TYPE_CHECKING

from vanuatu.ai.bot import PendingMove
from vanuatu.cli.play import coach, render
from vanuatu.cli.play.position_view import PositionView
from vanuatu.cli.review.game_review import GameReviewer, ReviewThinking, make_reviewer
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.cli.train.exercise import Exercise, board_lines, question_line
from vanuatu.cli.train.puzzles import Puzzle
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.errors import MoveError

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

MOST = 5
_ASK = "What is better? Type a move, `show`, or `train off`."


class Practice:
    """The positions that are practised at the prompt; `take` gets each typed line until they end."""

    def __init__(self, puzzles: list[Puzzle], reviewer: GameReviewer) -> None:
        self._reviewer = reviewer
        self._exercises = [Exercise(puzzle, reviewer.bot) for puzzle in puzzles]
        self._right = 0
        self._at = 0
        self.view = PositionView(self.current.session)

    @property
    def current(self) -> Exercise:
        return self._exercises[self._at]

    def board_lines(self, width: int, height: int | None, style: Style) -> list[Line]:
        """Return the drawing of the position that is practised."""
        return board_lines(self.current.session, width, height, style)

    def question_lines(self, width: int) -> list[Line]:
        """Return the question about the current position."""
        puzzle = self.current.puzzle
        state, codec = puzzle.session.state, puzzle.session.codec
        text = f"Position {self._at + 1} of {len(self._exercises)}. You played "
        text += f"{codec.token(state, puzzle.played)}, {codec.words(state, puzzle.played)}. {_ASK}"
        return [*question_line(puzzle.session, width), *wrapped(text, "", width)]

    def take(self, controller: "Controller", line: str) -> None:
        """Check a typed move; `show` shows the answer."""
        exercise = self.current
        if line == "show":
            self._finish(controller)
            return
        try:
            move = exercise.session.read(line)
        except MoveError as error:
            why = str(error)
            controller.show_message(
                lambda width: [*wrapped(f"{line[:30]}: {why}", "bad", width), *self.question_lines(width)]
            )
            return
        thinking = ReviewThinking(self._reviewer, exercise.check(move))
        controller.begin_job(
            render.Job("checking your move", thinking, lambda thought: self._finish(controller), "go on")
        )

    def _finish(self, controller: "Controller") -> None:
        """Show the verdict and the next position."""
        done = self.current
        self._right += done.right
        self._at += 1
        if self._at < len(self._exercises):
            self.view = PositionView(self.current.session)
            controller.show_message(
                lambda width: [*done.verdict_lines(width), [], *self.question_lines(width)]
            )
            return
        controller.practice = None
        text = f"{self._right} of {len(self._exercises)} right. The game goes on."
        controller.show_message(lambda width: [*done.verdict_lines(width), *wrapped(text, "strong", width)])


def command(controller: "Controller", about: str) -> None:
    """Run `train` or `train off`."""
    table = controller.table
    if about == "off":
        controller.practice = None
        controller.begin_turn()
        return
    if len(table.people) != 1 or controller.viewer is None:
        controller.show_text("`train` is available only if you play alone against bots.")
        return
    seat = controller.viewer
    reviewer = GameReviewer(
        table.session.until(table.session.ply),
        make_reviewer(f"mcts:{coach.SIMS}", seed=table.seed),
        frozenset((seat,)),
    )

    def done(thinking: PendingMove) -> None:
        marked = sorted((one for one in reviewer.decisions if one.glyph), key=lambda one: -one.points)[:MOST]
        puzzles = [
            Puzzle(
                reviewer.session.until(one.ply - 1), one.best_move, list(one.line), one.points, "", one.move
            )
            for one in sorted(marked, key=lambda one: one.ply)
        ]
        if not puzzles:
            controller.show_text("No move of yours in this game certainly lost much.")
            return
        practice = controller.practice = Practice(puzzles, reviewer)
        controller.show_message(practice.question_lines)

    thinking = ReviewThinking(reviewer, reviewer.steps())
    controller.begin_job(render.Job("reviewing the game", thinking, done, "use the result so far"))

"""One exercise: a position, the typed answer, and the verdict, for `vanuatu train` and the prompt."""

from collections.abc import Generator, Iterator

from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.cli.review import marks
from vanuatu.cli.review.game_review import GameReviewer, ReviewedMove
from vanuatu.cli.review.render import number, parts_text, spread
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.cli.train.puzzles import Puzzle
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.boards.text import Page, drawing_of
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.record import with_seat
from vanuatu.notation.session import Session
from vanuatu.notation.tags import seats_of


class Exercise:
    """A puzzle that is being solved."""

    def __init__(self, puzzle: Puzzle, bot: MctsBot) -> None:
        self.puzzle = puzzle
        self.right = False
        self.found: ReviewedMove | None = None  # the comparison of the typed move with the answer
        self.parts: dict[str, float] = {}
        self._bot = bot

    @property
    def session(self) -> Session:
        return self.puzzle.session

    def check(self, move: int) -> Iterator[int]:
        """Evaluate a typed move; `right` and `found` are the result.

        A move is right if it is the answer, or if its loss is within its interval.
        """
        self.right = move == self.puzzle.answer
        other = self.puzzle.played if self.right else move
        if other < 0 or other == self.puzzle.answer or not self.session.state.is_legal(other):
            return
        review = GameReviewer(self.session, self._bot)
        yield from review.steps_with_parts_for(other, self.puzzle.answer)
        found = review.decisions[-1]
        if not self.right:
            self.right = not (
                marks.is_certain(found.points, found.points_sd) or marks.is_certain(found.lost, found.sd)
            )
        self.found, self.parts = found, review.parts.get(found.ply, {})

    def verdict_lines(self, width: int) -> list[Line]:
        """Return whether the move was right, the line, and why in parts of the score."""
        puzzle, found = self.puzzle, self.found
        state, codec = self.session.state, self.session.codec
        answer = f"{codec.token(state, puzzle.answer)}, {codec.words(state, puzzle.answer)}"
        if self.right and (found is None or found.move == puzzle.played):
            lines = wrapped(f"Right: {answer}.", "good", width)
        elif self.right:
            lines = wrapped(f"Right: as good as {answer}.", "good", width)
        else:
            lines = wrapped(f"No. Better is {answer}.", "bad", width)
        if found is not None:
            what = f"{codec.token(state, found.move)} was played; it" if self.right else found.token[2:]
            if not (self.right and found.move != puzzle.played):
                lost = spread(found.points, found.points_sd)
                scores = f"{number(found.score, 1)} instead of {number(found.best_score, 1)}"
                lines += wrapped(f"{what} loses {lost} points: {scores}.", "", width)
            if parts_text(self.parts):
                lines += hanging([("dim", "why   ")], parts_text(self.parts), width)
        elif puzzle.margin > 0:
            lines += wrapped(f"The next best move loses {number(puzzle.margin, 1)} points.", "", width)
        if len(puzzle.line) > 1:
            line = " ".join(with_seat(ply) for ply in puzzle.line)
            lines += hanging([("dim", "line  ")], line, width, "token")
        return lines


def board_lines(session: Session, width: int, height: int | None, style: Style) -> list[Line]:
    """Return the drawing of a position as the seat to move sees it."""
    seat = int(session.state.actor)
    tags = session.record.tags
    names = tuple(tags[name] for name in seats_of(tags))
    scene = session.codec.scene(session.seen(seat))
    return drawing_of(session.codec.game).picture(scene, Page(width, style, names, height))


def question_line(session: Session, width: int) -> list[Line]:
    """Return when the position is, and which seat moves."""
    state, codec = session.state, session.codec
    seat = SEAT_NAMES[int(state.actor)].lower()
    when = f"{codec.round_word.capitalize()} {state.round}, {codec.phase(state)}"
    return wrapped(f"{when}: {seat} to move.", "strong", width)


def compare(session: Session, bot: MctsBot, move: int) -> Generator[int, None, ReviewedMove]:
    """Compare a move with the bot's; the return value is the reviewed move."""
    review = GameReviewer(session, bot)
    yield from review.steps_for(move)
    return review.decisions[-1]

"""Training at the terminal: puzzles, own mistakes, and guessing the moves of a game, line by line."""

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai import specs
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.cli.files import inputs
from vanuatu.cli.history import reviews, saves
from vanuatu.cli.review import archive, marks, render
from vanuatu.cli.review.game_review import GameReviewer, ReviewedMove
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import StatusLine
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.cli.train import puzzles
from vanuatu.cli.train.boxes import Boxes
from vanuatu.cli.train.exercise import Exercise, board_lines, compare, question_line
from vanuatu.notation import files as reading
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.errors import MoveError
from vanuatu.notation.session import Session
from vanuatu.notation.tags import seats_of

EXAMPLE = "example:puzzles"
NEWEST = 10  # saved games that are searched for mistakes
_ROOM = 10  # lines of the screen that are not for the board
_HELP = "Type a move, or: moves, show (the answer), skip, quit."


class Quit(Exception):
    """The person has ended the training."""


@dataclass
class Screen:
    """Where the training is printed, and how."""

    style: Style

    @property
    def width(self) -> int:
        return max(40, console.columns())

    def print(self, lines: list[Line]) -> None:
        """Print lines on stdout."""
        console.paint(self.style.paint(lines))

    def show_position(self, session: Session) -> None:
        """Print a position, the question, and what can be typed; on a terminal, with room for the verdict."""
        height = max(1, console.rows() - _ROOM) if console.is_terminal(sys.stdout) else None
        lines = board_lines(session, self.width, height, self.style) + question_line(session, self.width)
        self.print([*lines, *wrapped(_HELP, "dim", self.width)])

    def pause(self) -> None:
        """Wait for Enter on a terminal, so that the answer is read before the next position is drawn."""
        if not console.is_terminal(sys.stdin):
            return
        console.paint(self.style.paint(wrapped("Enter: the next position. quit: end.", "dim", self.width)))
        sys.stdout.flush()
        if sys.stdin.readline().strip() in ("quit", "exit", "q"):
            raise Quit

    def ask(self, session: Session) -> int | None:
        """Return the move that is typed; None for `show` and `skip`. Raise Quit at the end of the input."""
        while True:
            console.paint("> ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                self.print([[]])  # the prompt has no end of line yet
                raise Quit
            word = " ".join(line.split())
            if not console.is_terminal(sys.stdin):
                self.print([[("", word)]])
            if word in ("quit", "exit", "q"):
                raise Quit
            if word in ("show", "skip"):
                return None
            if word == "moves":
                self.print(_move_lines(session, self.width))
                continue
            if word in ("", "help", "?"):
                self.print(wrapped(_HELP, "dim", self.width))
                continue
            try:
                return session.read(word)
            except MoveError as error:
                self.print(hanging([("bad", f"{word[:30]}: ")], str(error), self.width))


def _move_lines(session: Session, width: int) -> list[Line]:
    state, codec = session.state, session.codec
    tokens = {int(move): codec.token(state, move) for move in state.legal_moves()}
    first = max(map(len, tokens.values()))
    lines: list[Line] = []
    for move, token in tokens.items():
        lines += hanging([("token", f"{token:<{first}}  ")], codec.words(state, move), width)
    return lines


def wait(steps: Iterator[object], what: str) -> None:
    """Run thinking to its end, with a status line."""
    status = StatusLine()
    try:
        for _ in steps:
            if status.due():
                status.show(what)
    finally:
        status.close()


# Where positions come from


def positions_of(files: list[str], seats: frozenset[int] | None, bot: MctsBot) -> Iterator[puzzles.Puzzle]:
    """Yield the exercises of files: puzzles, and marked moves. A game without a review is reviewed first."""
    for name in files:
        for read in inputs.games_of(name):
            if read.error is not None:
                console.print_message(read.error.at(inputs.label(name)))
                continue
            puzzle = puzzles.puzzle_of(read.session)
            if puzzle is not None:
                yield puzzle
            else:
                yield from mistakes_of(read.session, seats, bot, f"{name}, game {read.number}")


def mistakes_of(
    session: Session, seats: frozenset[int] | None, bot: MctsBot, source: str
) -> Iterator[puzzles.Puzzle]:
    """Yield the mistakes in a game whose better move is the only good one."""
    if not any("[%eval " in comment for ply in session.record.plies for comment in ply.comments):
        review = _reviewed(session, seats, bot, source)
        archive.write_marks(review, lines=True)
    yield from _clear(puzzles.marked_puzzles(session, seats, source), bot)


def _reviewed(session: Session, seats: frozenset[int] | None, bot: MctsBot, source: str) -> GameReviewer:
    review = GameReviewer(session, bot, seats)
    wait(review.steps(), f"reviewing {source}")
    return review


def _clear(found: Iterator[puzzles.Puzzle], bot: MctsBot) -> Iterator[puzzles.Puzzle]:
    return (puzzle for puzzle in found if is_clear(puzzle, bot))


def is_clear(puzzle: puzzles.Puzzle, bot: MctsBot) -> bool:
    """Return whether the second-best move is clearly worse than the answer."""
    answers: list[bool] = []

    def steps() -> Iterator[int]:
        answers.append((yield from puzzles.is_only_answer(puzzle, bot)))

    wait(steps(), "looking for positions")
    return answers[0]


def own_positions(bot: MctsBot) -> Iterator[puzzles.Puzzle]:
    """Yield the mistakes of people in the newest finished games of the folder of saved games.

    The review beside a saved game is used; without one, the game is reviewed and the review saved.
    """
    try:
        places = sorted(saves.games_folder().glob("*.pvn"), key=lambda place: -place.stat().st_mtime)
    except OSError:
        return
    for place in places[:NEWEST]:
        try:
            reads = list(reading.read_games(place))
        except OSError:
            continue
        if len(reads) == 1 and reads[0].error is None and reads[0].session.over:
            yield from _own_mistakes(reads[0].session, place, bot)


def _own_mistakes(session: Session, place: Path, bot: MctsBot) -> Iterator[puzzles.Puzzle]:
    seats = seats_of_people(session)
    kept = {seat: reviews.review_of(place, seat) for seat in seats}
    if not all(kept.values()):
        review = _reviewed(session, frozenset(seats), bot, place.name)
        whole = review.summary(1)
        reviews.keep(place, whole)
        kept = dict(zip(seats, map(dict, whole["seats"]), strict=True))
    for found in kept.values():
        if found is not None:
            yield from _clear(puzzles.reviewed_puzzles(session, found["worst"], place.name), bot)


def seats_of_people(session: Session) -> list[int]:
    """Return the seats whose names are not those of bots."""
    tags = session.record.tags
    return [seat for seat, name in enumerate(seats_of(tags)) if not _is_bot(tags[name])]


def _is_bot(name: str) -> bool:
    kind = name.strip().partition(":")[0]
    return kind in specs.BUILT_IN or kind == "py" or specs.is_external_spec(name)


# Training


def train(source: Iterator[puzzles.Puzzle], most: int, bot: MctsBot, boxes: Boxes, screen: Screen) -> int:
    """Ask for the best move in up to `most` positions that are due. Return the exit code."""
    right = answered = later = 0
    text = ""
    try:
        for puzzle in source:
            if not boxes.is_due(puzzle.id):
                later += 1
                continue
            if answered:
                screen.pause()
            right += _exercise(puzzle, answered + 1, most, bot, boxes, screen)
            answered += 1
            if answered >= most:
                break
        else:
            text = _nothing_to_ask(later)
    except Quit:
        text = "No position was answered."
    screen.print(wrapped(f"{right} of {answered} right." if answered else text, "strong", screen.width))
    return 0


def _nothing_to_ask(later: int) -> str:
    """Return why no position was asked; `later` are not due yet."""
    if later:
        are = "position is" if later == 1 else "positions are"
        return f"No position is due today; {later} {are} due later. To practise them now, use --all."
    return "No position: no move in these games certainly lost much to a single better one."


def _exercise(puzzle: puzzles.Puzzle, at: int, most: int, bot: MctsBot, boxes: Boxes, screen: Screen) -> bool:
    screen.print([[], [("strong", f"Position {at} of {most}")], *wrapped(puzzle.source, "dim", screen.width)])
    screen.show_position(puzzle.session)
    exercise = Exercise(puzzle, bot)
    move = screen.ask(puzzle.session)
    if move is not None:
        wait(exercise.check(move), "checking your move")
    screen.print(exercise.verdict_lines(screen.width))
    days = boxes.record_answer(puzzle.id, right=exercise.right)
    when = "later today" if days == 0 else "tomorrow" if days == 1 else f"in {days} days"
    screen.print(wrapped(f"This position comes again {when}.", "dim", screen.width))
    return exercise.right


def guess(session: Session, seat: int, bot: MctsBot, screen: Screen) -> int:
    """Play through a game: guess the moves of a seat, and compare them with those played."""
    mine: list[ReviewedMove] = []
    theirs: list[ReviewedMove] = []
    hits = 0
    shown = False
    try:
        for step in session.walk():
            if int(step.ply.seat) != seat or len(step.state.legal_moves()) < 2:
                continue
            at = session.until(step.number - 1)
            if shown:
                screen.pause()
            shown = True
            screen.print([[]])
            screen.show_position(at)
            move = screen.ask(at)
            codec, state, played = at.codec, at.state, int(step.ply.move)
            words = f"{codec.token(state, played)}, {codec.words(state, played)}"
            if move is None:
                screen.print(wrapped(f"Played: {words}.", "", screen.width))
                continue
            hits += move == played
            compared = _compared(at, bot, list(dict.fromkeys((move, played))))
            guessed, real = compared[0], compared[-1]
            mine.append(guessed)
            theirs.append(real)
            verdict = "The same move" if move == played else f"Played: {words}"
            lost = f"you lost {_lost(guessed)}, they lost {_lost(real)} points"
            role = "good" if guessed.points <= real.points else "bad"
            screen.print(wrapped(f"{verdict}; {lost}.", role, screen.width))
    except Quit:
        pass
    screen.print(_guess_summary(mine, theirs, hits, screen.width))
    return 0


def _lost(move: ReviewedMove) -> str:
    return render.spread(move.points, move.points_sd)


def _compared(at: Session, bot: MctsBot, moves: list[int]) -> list[ReviewedMove]:
    found: list[ReviewedMove] = []

    def steps() -> Iterator[int]:
        for move in moves:
            found.append((yield from compare(at, bot, move)))

    wait(steps(), "comparing the moves")
    return found


def _guess_summary(mine: list[ReviewedMove], theirs: list[ReviewedMove], hits: int, width: int) -> list[Line]:
    if not mine:
        return wrapped("No move was guessed.", "strong", width)
    lines = wrapped(f"{len(mine)} guess{'' if len(mine) == 1 else 'es'}, {hits} the same.", "strong", width)
    for who, moves in (("you", mine), ("played", theirs)):
        points = sum(move.points for move in moves)
        lost = render.spread(points, math.hypot(*(move.points_sd for move in moves)))
        accuracy = marks.accuracy_of(points / len(moves))
        skill = marks.skill_of(points / len(moves))
        lines += wrapped(f"{who}: {lost} points lost, accuracy {accuracy:.0f}, {skill}", "", width)
    return lines

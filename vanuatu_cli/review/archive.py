"""Review whole files of games, in this process, in worker processes or on a cluster.

All three return the same bytes in the same order. The result for a game is a line of JSON, or the game with
the review written into its record.
"""

import io
import re
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.cli.files.inputs import games_of, label
from vanuatu.cli.review import game_review, review_data
from vanuatu.cli.terminal import console
from vanuatu.cli.workers.pools import Task, TaskResult, WorkerPool, run
from vanuatu.notation import codec, formats, tags
from vanuatu.notation.files import GameRead
from vanuatu.notation.record import GameRecord, MoveLine, Ply, fold_blanks
from vanuatu.notation.session import Session
from vanuatu.notation.where import Where

JSON: Final = "json"  # the format beside those of games: one line of JSON per game
JUDGEMENTS: Final = ("!!", "!", "!?", "?!", "?", "??")
LOSS_AFTER: Final = " [%loss "  # begins the loss in points, after the win chances
_WRITTEN: Final = re.compile(r"\[%(?:eval|loss|lost|review|reviewer) [^\]]*\]")
_ENDLESS: Final = 10**9  # used as the number of games while it is unknown


@dataclass(frozen=True)
class ReviewTask(Task):
    """A game to review. It is read again only where it is unpickled, as in a worker."""

    file: str  # empty if there is only one file
    session: Session  # the review writes its marks into it
    bot: str
    sims: int | None  # replaces the simulations of the bot's spec
    time: float | None
    seats: list[int] | None  # seats to review; None for all
    form: str  # format of the annotated game; empty if only the review is needed
    lines: bool  # whether to add better lines as variations

    def unmarked(self) -> Session:
        """Return a copy of the game."""
        return game_in(encoded(self.session.record, formats.NDJSON)).session

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"session": encoded(self.session.record, formats.NDJSON)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"session": game_in(state["session"]).session})


@dataclass(frozen=True)
class ReviewResult(TaskResult):
    """A reviewed game. A game that was left out has a review without seats."""

    file: str
    names: list[str]  # names of the players, by seat
    review: review_data.GameReview
    game: bytes


@dataclass
class Request:
    """The settings that all games of a command share."""

    bot: str
    sims: int | None = None
    time: float | None = None
    seats: list[int] | None = None
    form: str = ""
    lines: bool = False
    only: int = 0
    where: Where | None = None
    faults: int = field(default=0)  # games that could not be read
    places: list[int] = field(default_factory=list)  # for each task, how many games of the input precede it

    def tasks(self, files: list[str]) -> Iterator[ReviewTask]:
        """Yield the games of the files. Report and skip invalid games."""
        before = -1
        for name in files:
            for read in games_of(name, only=self.only):
                before += 1
                if read.error is not None:
                    console.print_message(read.error.at(label(name)))
                    self.faults += 1
                    continue
                if self.where is not None and not self.where.holds(read.session, read.number):
                    continue
                if self.seats is not None and min(self.seats) >= read.session.state.players:
                    wanted = " or ".join(codec.SEAT_NAMES[seat].lower() for seat in self.seats)
                    console.print_message(f"{label(name)}: game {read.number} has no seat {wanted}")
                    self.faults += 1
                    continue
                self.places.append(before)
                yield ReviewTask(
                    number=read.number,
                    file=label(name) if len(files) > 1 else "",
                    session=read.session,
                    bot=self.bot,
                    sims=self.sims,
                    time=self.time,
                    seats=self.seats,
                    form=self.form,
                    lines=self.lines,
                )


def review_of(task: ReviewTask) -> game_review.GameReviewer:
    """Return the reviewer of the task, before its first search."""
    bot = game_review.make_reviewer(task.bot, sims=task.sims, time=task.time)
    wanted = task.seats
    players = int(task.session.state.players)
    seats = None if wanted is None else frozenset(seat for seat in wanted if seat < players)
    return game_review.GameReviewer(task.session, bot, seats)


def reviewed(
    task: ReviewTask, report_progress: Callable[[int, int], None] = lambda ply, plies: None
) -> ReviewResult:
    """Review a game. On Ctrl-C, raise Stopped with the partial result."""
    started = time.perf_counter()
    review = review_of(task)
    try:
        for ply in review.steps():
            report_progress(ply, len(review.session.moves))
    except KeyboardInterrupt:
        raise Stopped(_outcome(task, review, started)) from None
    finally:
        review.bot.close()
    return _outcome(task, review, started)


class Stopped(Exception):
    """Ctrl-C interrupted the review of a game; `so_far` is the partial result."""

    def __init__(self, so_far: ReviewResult) -> None:
        super().__init__("interrupted")
        self.so_far = so_far


def review_all(tasks: list[ReviewTask]) -> list[ReviewResult]:
    """Review the games of a batch; a worker runs this."""
    return [reviewed(task) for task in tasks]


def left_out(task: ReviewTask) -> ReviewResult:
    """Return the result for a game that crashed its workers: the game without a review."""
    record = task.session.record
    return ReviewResult(
        number=task.number,
        took=0.0,
        file=task.file,
        names=_names(record),
        review=review_data.GameReview(game=task.number, bot=task.bot, seats=[]),
        game=encoded(record, task.form),
    )


def _outcome(task: ReviewTask, review: game_review.GameReviewer, started: float) -> ReviewResult:
    summary = review.summary(task.number)
    if task.form:
        write_marks(review, lines=task.lines, name=reviewer_name(task))
    return ReviewResult(
        number=task.number,
        took=time.perf_counter() - started,
        file=task.file,
        names=_names(review.session.record),
        review=summary,
        game=encoded(review.session.record, task.form),
    )


def _names(record: GameRecord) -> list[str]:
    return [record.tags[name] for name in tags.seats_of(record.tags)]


def encoded(record: GameRecord, form: str) -> bytes:
    return formats.encode_game(record, form, True) if form else b""


def game_in(raw: bytes, form: str = formats.NDJSON) -> GameRead:
    """Return the only game in these bytes."""
    (read,) = formats.read_any(io.BufferedReader(io.BytesIO(raw)), form)
    return read


def with_pool(
    tasks: Iterator[ReviewTask],
    pool: WorkerPool[ReviewTask, ReviewResult],
    lost: Callable[[ReviewTask | None], None],
) -> Generator[ReviewResult, None, None]:
    """Review the games with a pool; yield them in order."""
    playing = run(tasks, _ENDLESS, pool, left_out, lost)
    with closing(playing):
        yield from playing


def check_bot(spec: str, seed: int) -> str:
    """Return the name of the bot, with its seed. Raise BotError if it is unknown or does not search."""
    bot = game_review.make_reviewer(spec, seed=seed)
    bot.close()
    return bot.name


def json_line(result: ReviewResult) -> bytes:
    """Return the review as a line of JSON. With several files, the line names the file of the game."""
    begin: dict[str, Any] = {"file": result.file} if result.file else {}
    return (console.json_text(begin | dict(result.review)) + "\n").encode("utf-8", "replace")


# Marks in a record


def write_marks(review: game_review.GameReviewer, *, lines: bool, name: str = "") -> None:
    """Write the review so far into the session's record; replace the marks of an earlier review.

    A comment before the first move has the reviewer's name (`[%reviewer …]`) and a summary of each seat
    (`[%review …]`). Each decision gets the win chances of all seats (`[%eval …]`), from the next search. A
    move other than the bot's also gets its loss in points (`[%loss 2.4]`). If the loss is certain and
    large, the move gets `?!`, `?` or `??`, unless a person has marked it already. With `lines`, such a move
    also gets its loss of win chance (`[%lost 0.12,0.02]`) and the bot's better line as a variation, with
    the win chances after its first move.
    """
    record = review.session.record
    put_summary(record, _summary(review, name or review.bot.name))
    chances = _chances(review)
    for at, ply in enumerate(record.plies):
        known = chances.get(at + 1)
        if ply.seat >= 0 and known is not None:
            put_comment(ply, eval_comment(known))
    for decision in review.decisions:
        ply = record.plies[decision.ply - 1]
        notes = ply.noted()
        if decision.move != decision.best_move and decision.ply in chances:
            points = round(decision.points, 1) + 0.0  # never -0.0
            notes.comments[0] += f"{LOSS_AFTER}{points:.1f}]"
        if not decision.glyph:
            continue
        if not any(glyph in JUDGEMENTS for glyph in notes.glyphs):
            notes.glyphs.append(decision.glyph)
        if lines:
            notes.comments.insert(1, f"[%lost {decision.lost:.2f},{decision.sd:.2f}]")
            _vary(ply, decision)


def _chances(review: game_review.GameReviewer) -> dict[int, list[float]]:
    """Return, for each number of plies, the first win chances found from there on, as far as reviewed."""
    found: dict[int, list[float]] = {}
    known: list[float] | None = None
    for at in range(len(review.session.moves), -1, -1):
        known = review.curve.get(at, known)
        if known is not None:
            found[at] = known
    return found


def eval_comment(chances: list[float]) -> str:
    return f"[%eval {','.join(f'{chance:.2f}' for chance in chances)}]"


def reviewer_name(task: ReviewTask) -> str:
    """Return the name of the reviewer; with other limits than those of its spec, these too."""
    if task.sims is not None:
        return f"{task.bot} ({task.sims} simulations per search)"
    return f"{task.bot} ({task.time:g} s per search)" if task.time is not None else task.bot


def _summary(review: game_review.GameReviewer, name: str) -> str:
    """Return the reviewer and the figures of each seat in the form that a comment has."""
    seats = [f"[%reviewer {name}]"]
    for seat in review.summary(1)["seats"]:
        lost, luck = (
            (seat["points_lost"], seat["points_lost_sd"]),
            (seat["luck_points"], seat["luck_points_sd"]),
        )
        figures = ",".join(f"{figure:.2f}" for figure in (*lost, *luck))
        accuracy = f"{seat['accuracy']:.1f}"
        seats.append(f"[%review {seat['seat']},{seat['decisions']},{figures},{accuracy},{seat['skill']}]")
    return " ".join(seats)


def put_summary(record: GameRecord, text: str) -> None:
    """Put the summary before the game; remove the summary of an earlier review."""
    record.line.before[:] = [text, *_without_marks(record.line.before)]


def put_comment(ply: Ply, text: str) -> None:
    """Put the text before the comments of people; remove the comment of an earlier review."""
    notes = ply.noted()
    notes.comments[:] = [text, *_without_marks(notes.comments)]


def _without_marks(comments: list[str]) -> list[str]:
    """Return the comments without what a review has written."""
    return [rest for rest in (fold_blanks(_WRITTEN.sub("", comment)) for comment in comments) if rest]


def _vary(ply: Ply, decision: game_review.ReviewedMove) -> None:
    """Add the better line, unless the ply has a variation with the same first move."""
    best = decision.best.partition(":")[2]
    if any(known.plies and known.plies[0].token == best for known in ply.noted().variations):
        return
    line = MoveLine()
    line.plies += decision.line
    line.plies[0].noted().comments[:] = [eval_comment(decision.best_chances)]
    ply.noted().variations.append(line)

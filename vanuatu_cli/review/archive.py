"""Review whole files of games, in this process, in worker processes or on a cluster.

All three return the same bytes in the same order. The result for a game is a line of JSON, or the game with
the review written into its record.
"""

import dataclasses
import io
import itertools
import json
import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.files.inputs import games_of, label
from vanuatu.cli.match.resume import scan
from vanuatu.cli.review.game_review import (
    Decision,
    GameReview,
    GameReviewer,
    PhaseFigures,
    SeatReview,
    WorstMove,
    any_decision,
    make_reviewer,
)
from vanuatu.cli.terminal import console
from vanuatu.cli.workers.pools import Task, TaskResult, WorkerPool, run
from vanuatu.notation import codec, formats, tags
from vanuatu.notation.files import GameRead
from vanuatu.notation.record import MAX_GAME, GameRecord, Line, Ply, fold_blanks
from vanuatu.notation.session import Session

JSON: Final = "json"  # the format beside those of games: one line of JSON per game
JUDGEMENTS: Final = ("!!", "!", "!?", "?!", "?", "??")
_WRITTEN: Final = re.compile(r"\[%(?:eval|lost) [^\]]*\]")
_ENDLESS: Final = 10**9  # used as the number of games while it is unknown
_EVAL: Final = re.compile(r"\[%eval [01]\.[0-9]{2}(?:,[01]\.[0-9]{2})*\]")
_LOST: Final = re.compile(r"\[%lost -?[01]\.[0-9]{2},[0-9]\.[0-9]{2}\]")
_CHECKED: Final = 4  # evaluations that are repeated to check that a file comes from the same bot
_REFUSED: Final = (
    "--resume continues only a file that is wholly the task of this very command. Use another name"
)


@dataclass(frozen=True)
class ReviewTask(Task):
    """A game to review."""

    file: str  # empty if there is only one file
    game: bytes  # as NDJSON
    bot: str
    sims: int | None  # replaces the simulations of the bot's spec
    time: float | None
    seats: list[int] | None  # seats to review; None for all
    form: str  # format of the annotated game; empty if only the review is needed
    lines: bool  # whether to add better lines as variations


@dataclass(frozen=True)
class ReviewResult(TaskResult):
    """A reviewed game. A game that was left out has a review without seats."""

    file: str
    names: list[str]  # names of the players, by seat
    review: GameReview
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
    faults: int = field(default=0)  # games that could not be read

    def tasks(self, files: list[str]) -> Iterator[ReviewTask]:
        """Yield the games of the files. Report and skip invalid games."""
        for name in files:
            for read in games_of(name, only=self.only):
                if read.error is not None:
                    console.say(read.error.at(label(name)))
                    self.faults += 1
                    continue
                if self.seats is not None and min(self.seats) >= read.session.state.players:
                    wanted = " or ".join(codec.SEAT_NAMES[seat].lower() for seat in self.seats)
                    console.say(f"{label(name)}: game {read.number} has no seat {wanted}")
                    self.faults += 1
                    continue
                yield ReviewTask(
                    number=read.number,
                    file=label(name) if len(files) > 1 else "",
                    game=formats.encode_game(read.session.record, formats.NDJSON, True),
                    bot=self.bot,
                    sims=self.sims,
                    time=self.time,
                    seats=self.seats,
                    form=self.form,
                    lines=self.lines,
                )


def review_of(task: ReviewTask) -> GameReviewer:
    """Return the reviewer of the task, before its first search."""
    bot = make_reviewer(task.bot, sims=task.sims, time=task.time)
    wanted = task.seats
    session = game_in(task.game).session
    players = int(session.state.players)
    seats = None if wanted is None else frozenset(seat for seat in wanted if seat < players)
    return GameReviewer(session, bot, seats)


def reviewed(task: ReviewTask, tell: Callable[[int, int], None] = lambda ply, plies: None) -> ReviewResult:
    """Review a game; `tell` gets the progress. Raise Stopped, with the partial result, on Ctrl-C."""
    begun = time.perf_counter()
    review = review_of(task)
    try:
        for ply in review.steps():
            tell(ply, len(review.session.moves))
    except KeyboardInterrupt:
        raise Stopped(_outcome(task, review, begun)) from None
    finally:
        review.bot.close()
    return _outcome(task, review, begun)


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
    record = game_in(task.game).session.record
    return ReviewResult(
        number=task.number,
        took=0.0,
        file=task.file,
        names=_names(record),
        review=GameReview(game=task.number, bot=task.bot, seats=[]),
        game=_written(record, task.form),
    )


def _outcome(task: ReviewTask, review: GameReviewer, begun: float) -> ReviewResult:
    told = review.summary(task.number)
    if task.form:
        write_marks(review, lines=task.lines)
    return ReviewResult(
        number=task.number,
        took=time.perf_counter() - begun,
        file=task.file,
        names=_names(review.session.record),
        review=told,
        game=_written(review.session.record, task.form),
    )


def _names(record: GameRecord) -> list[str]:
    return [record.tags[name] for name in tags.seats_of(record.tags)]


def _written(record: GameRecord, form: str) -> bytes:
    return formats.encode_game(record, form, True) if form else b""


def game_in(raw: bytes, form: str = formats.NDJSON) -> GameRead:
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
    bot = make_reviewer(spec, seed=seed)
    bot.close()
    return bot.name


def json_line(result: ReviewResult) -> bytes:
    """Return the review as a line of JSON. With several files, the line names the file of the game."""
    begin: dict[str, Any] = {"file": result.file} if result.file else {}
    return (console.json_text(begin | dict(result.review)) + "\n").encode("utf-8", "replace")


# Resuming


class Kept:
    """The tasks of a command that a file has already: their number of bytes and their reviews.

    `half` is the partial record after them. The file may be continued only if the next game begins with it.
    """

    def __init__(self) -> None:
        self.end = 0
        self.games = 0
        self.reviews: list[GameReview] = []
        self.half = b""


def survey(path: Path, form: str, tasks: Iterable[ReviewTask]) -> tuple[Kept, Iterator[ReviewTask]]:
    """Return what the file has already, and the tasks that are missing.

    Every byte must be what this command writes for these games in this order. Only the last record may be cut
    off. Otherwise raise InputFault, with the place of the first difference.
    """
    kept = Kept()
    missing = iter(tasks)
    with open(path, "rb") as stream, open(path, "rb") as pieces:
        size = os.fstat(stream.fileno()).st_size
        last: tuple[ReviewTask, bytes] | None = None
        for _, piece in _pieces(pieces, form):
            task = next(missing, None)
            if task is None:
                raise _foreign(stream, kept.end, "it holds more than was asked for")
            separator = b"\n" if form == formats.PVN and kept.games else b""
            expected = separator + _rebuilt(piece, form, task, kept) if piece is not None else b""
            stream.seek(kept.end)
            there = stream.read(len(expected))
            if not expected or there != expected:
                if expected and not (expected.startswith(there) and kept.end + len(there) == size):
                    raise _foreign(stream, kept.end + writing.common(there, expected))
                _take_half(stream, form, separator, task, kept)
                missing = itertools.chain([task], missing)
                break
            kept.games += 1
            kept.end += len(expected)
            last = task, expected
        else:
            if kept.end < size:
                raise _foreign(stream, kept.end)
        if last is not None and form != JSON:
            _check_settings(stream, form, *last)
    return kept, missing


def _foreign(stream: BinaryIO, at: int, what: str = "this is not the task of this command") -> InputFault:
    """Return the error for a file that differs from the command's own output from that byte on."""
    stream.seek(0)
    line = stream.read(at).count(b"\n") + 1
    return InputFault(f"{stream.name}:{line}: byte {at + 1}: {what}: {_REFUSED}")


def _pieces(stream: BinaryIO, form: str) -> Iterator[tuple[int, bytes | None]]:
    """Yield the records of a file with their offsets; None for a record that is invalid or incomplete."""
    if form == JSON:
        begin = 0
        for line in stream:
            yield begin, line if line.endswith(b"\n") else None
            begin += len(line)
        return
    with open(stream.name, "rb") as again:
        for found in scan(stream, form):
            again.seek(found.offset)
            raw = again.read(found.size)
            yield found.offset, raw if found.whole and not found.error else None


def _rebuilt(raw: bytes, form: str, task: ReviewTask, kept: Kept) -> bytes:
    """Return the bytes that this command writes for the task, with the numbers taken from the record.

    Nothing else comes from the record, so edits of a person are missing from the result. Return no bytes if
    it cannot be a record of that task.
    """
    if form != JSON:
        there = game_in(raw, form)
        return b"" if there.error is not None else _marked_like(there.session.record, form, task)
    try:
        value: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return b""
    session = game_in(task.game).session
    wanted = left_out(task)
    expected: dict[str, Any] = {"file": task.file} if task.file else {}
    expected |= {"game": task.number, "bot": task.bot}
    if not isinstance(value, dict) or list(value) != [*expected, "seats"]:
        return b""
    found = value.pop("seats")
    if value != expected or not _are_seats(found, task, wanted.names, int(session.state.players)):
        return b""
    review = GameReview(game=task.number, bot=task.bot, seats=found)
    kept.reviews.append(review)
    return json_line(dataclasses.replace(wanted, review=review))


def _are_seats(found: Any, task: ReviewTask, names: list[str], players: int) -> bool:
    """Return whether the value is a review of the seats, without extra fields."""
    wanted = range(players) if task.seats is None else [seat for seat in task.seats if seat < players]
    called = [(codec.SEAT_LETTERS[seat], names[seat]) for seat in wanted]
    return (
        isinstance(found, list)
        and all(_has(seat, SeatReview) for seat in found)
        and [(seat["seat"], seat["name"]) for seat in found] == called
        and all(isinstance(seat["worst"], list) and isinstance(seat["phases"], dict) for seat in found)
        and all(_has(move, WorstMove) for seat in found for move in seat["worst"])
        and all(_has(phase, PhaseFigures) for seat in found for phase in seat["phases"].values())
    )


def _has(value: Any, kind: type) -> bool:
    """Return whether a JSON value has exactly the fields of that class, in their order."""
    return isinstance(value, dict) and list(value) == list(kind.__annotations__)


def _marked_like(there: GameRecord, form: str, task: ReviewTask) -> bytes:
    """Return the game of the task with the marks of a record, and nothing else from that record."""
    session = game_in(task.game).session
    record = session.record
    choice = any_decision(session)
    for ply, other in zip(record.plies, there.plies, strict=False):
        comments = list(other.comments)
        if ply.seat < 0 or not (comments and _EVAL.fullmatch(comments[0])):
            if ply.seat >= 0 and choice:
                return b""  # a review marks every move
            continue
        _comment(ply, comments[0])
        notes, marked = ply.noted(), other.noted()
        if task.lines and len(comments) > 1 and _LOST.fullmatch(comments[1]):
            notes.comments.insert(1, comments[1])
        judged = any(glyph in JUDGEMENTS for glyph in notes.glyphs)
        if not judged and marked.glyphs[-1:] in (["?"], ["??"]):
            notes.glyphs.append(marked.glyphs[-1])
        more = marked.variations[len(notes.variations) :]
        if task.lines and len(more) == 1 and all(step.notes is None for step in more[0].plies):
            notes.variations.append(_bare(more[0]))
    return _written(record, form)


def _bare(line: Line) -> Line:
    """Return the moves of a variation, without comments and marks."""
    bare = Line()
    bare.plies += [Ply(step.token, step.seat, step.round, step.move) for step in line.plies]
    return bare


def _take_half(stream: BinaryIO, form: str, separator: bytes, task: ReviewTask, kept: Kept) -> None:
    """Store the end of a file as a partial record of the task. Raise InputFault if it cannot be one.

    The proof comes later: the reviewed game is written only if it begins with the same bytes.
    """
    stream.seek(kept.end)
    half = stream.read(MAX_GAME + 1)
    if form == JSON:
        expected = json_line(left_out(task)).partition(b'"seats"')[0]
    else:
        whole = _written(game_in(task.game).session.record, form)
        mark = {formats.PVN: b"\n\n", formats.NDJSON: b'"moves"', formats.MSGPACK: b"\xa5moves"}[form]
        expected = separator + whole[: whole.index(mark)]
    length = min(len(expected), len(half.rstrip(b"\0")))
    if half[:length] != expected[:length] or len(half) > MAX_GAME:
        raise _foreign(stream, kept.end + writing.common(half, expected))
    kept.half = half


def _check_settings(stream: BinaryIO, form: str, task: ReviewTask, raw: bytes) -> None:
    """Repeat some evaluations of a game in the file. Raise InputFault if they differ from this bot's.

    A bot with a time limit cannot repeat its evaluations, so they are not checked.
    """
    review = review_of(task)
    try:
        if review.bot.settings.seconds is not None:
            return
        plies = game_in(raw.lstrip(b"\n") if form == formats.PVN else raw, form).session.record.plies
        for _ in review.steps():
            found = [at for at in review.curve if at and plies[at - 1].seat >= 0]
            if len(found) >= _CHECKED:
                break
        for at, chances in review.curve.items():
            if at and plies[at - 1].seat >= 0 and plies[at - 1].comments[:1] != [_eval(chances)]:
                raise InputFault(
                    f"{stream.name}: game {task.number} in it is reviewed with other settings: {_REFUSED}"
                )
    finally:
        review.bot.close()


# Marks in a record


def write_marks(review: GameReviewer, *, lines: bool) -> None:
    """Write the review so far into the session's record; replace the marks of an earlier review.

    Each decision gets the win chances of all seats (`[%eval …]`), from the next search. A move with a certain
    loss gets `?` or `??`, unless a person has marked it already. With `lines`, such a move also gets its loss
    (`[%lost 0.12,0.02]`) and the bot's better line as a variation.
    """
    record = review.session.record
    chances = _chances(review)
    for at, ply in enumerate(record.plies):
        known = chances.get(at + 1)
        if ply.seat >= 0 and known is not None:
            _comment(ply, _eval(known))
    for decision in review.decisions:
        if not decision.glyph:
            continue
        ply = record.plies[decision.ply - 1]
        notes = ply.noted()
        if not any(glyph in JUDGEMENTS for glyph in notes.glyphs):
            notes.glyphs.append(decision.glyph)
        if lines:
            notes.comments.insert(1, f"[%lost {decision.lost:.2f},{decision.sd:.2f}]")
            _vary(review.session, ply, decision)


def _chances(review: GameReviewer) -> dict[int, list[float]]:
    """Return, for each number of plies, the first win chances found from there on, as far as reviewed."""
    found: dict[int, list[float]] = {}
    known: list[float] | None = None
    for at in range(len(review.session.moves), -1, -1):
        known = review.curve.get(at, known)
        if known is not None:
            found[at] = known
    return found


def _eval(chances: list[float]) -> str:
    return f"[%eval {','.join(f'{chance:.2f}' for chance in chances)}]"


def _comment(ply: Ply, text: str) -> None:
    """Put the text before the comments of people; remove the comment of an earlier review."""
    notes = ply.noted()
    kept = [rest for rest in (fold_blanks(_WRITTEN.sub("", comment)) for comment in notes.comments) if rest]
    notes.comments[:] = [text, *kept]


def _vary(session: Session, ply: Ply, decision: Decision) -> None:
    """Add the better line, unless the ply has a variation with the same first move."""
    best = decision.best.partition(":")[2]
    if any(known.plies and known.plies[0].token == best for known in ply.noted().variations):
        return
    state, line = session.at(decision.ply - 1), Line()
    for seated in decision.line:
        letter, _, token = seated.partition(":")
        line.plies.append(Ply(token, codec.SEAT_LETTERS.index(letter), int(state.round)))
        state.apply(session.codec.parse(state, token))
    ply.noted().variations.append(line)

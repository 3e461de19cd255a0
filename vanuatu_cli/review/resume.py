"""Continue a file of reviews: find which games of the command it has already.

Every byte must be what this command writes. So nothing that a person has changed is lost or taken over.
"""

import dataclasses
import itertools
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.match.resume import scan
from vanuatu.cli.review import archive, game_review, review_data
from vanuatu.notation import codec, formats
from vanuatu.notation.record import MAX_GAME, GameRecord, MoveLine, Ply

_EVAL: Final = re.compile(r"\[%eval [01]\.[0-9]{2}(?:,[01]\.[0-9]{2})*\](?: \[%loss -?[0-9]{1,4}\.[0-9]\])?")
_SEAT: Final = r"\[%review [a-z],[0-9]{1,6}(?:,-?[0-9]{1,6}\.[0-9]{2}){4},[0-9]{1,3}\.[0-9],[a-z]+\]"
_SUMMARY: Final = re.compile(rf"\[%reviewer ([^\[\]]+)\](?: {_SEAT})+")
_LOST: Final = re.compile(r"\[%lost -?[01]\.[0-9]{2},[0-9]\.[0-9]{2}\]")
_CHECKED: Final = 4  # evaluations that are repeated to check that a file comes from the same bot
_REFUSED: Final = (
    "--resume continues only a file that is wholly the task of this very command. Use another name"
)


class FinishedReviews:
    """The tasks of a command that a file has already: their number of bytes and their reviews.

    `half` is the partial record after them. The file may be continued only if the next game begins with it.
    """

    def __init__(self) -> None:
        self.end = 0
        self.games = 0
        self.reviews: list[review_data.GameReview] = []
        self.half = b""


def survey(
    path: Path, form: str, tasks: Iterable[archive.ReviewTask]
) -> tuple[FinishedReviews, Iterator[archive.ReviewTask]]:
    """Return what the file has already, and the tasks that are missing.

    Every byte must be what this command writes for these games in this order. Only the last record may be cut
    off. Otherwise raise InputFault, with the place of the first difference.
    """
    finished = FinishedReviews()
    missing = iter(tasks)
    with open(path, "rb") as stream, open(path, "rb") as pieces:
        size = os.fstat(stream.fileno()).st_size
        last: tuple[archive.ReviewTask, bytes] | None = None
        for _, piece in _pieces(pieces, form):
            task = next(missing, None)
            if task is None:
                raise _foreign(stream, finished.end, "it holds more than was asked for")
            separator = b"\n" if form == formats.PVN and finished.games else b""
            expected = b""
            if piece is not None:
                expected = separator + _rebuilt(stream.name, piece, form, task, finished)
            stream.seek(finished.end)
            present = stream.read(len(expected))
            if not expected or present != expected:
                if expected and not (expected.startswith(present) and finished.end + len(present) == size):
                    raise _foreign(stream, finished.end + writing.common_length(present, expected))
                _take_half(stream, form, separator, task, finished)
                missing = itertools.chain([task], missing)
                break
            finished.games += 1
            finished.end += len(expected)
            last = task, expected
        else:
            if finished.end < size:
                raise _foreign(stream, finished.end)
        if last is not None and form != archive.JSON:
            _check_settings(stream, form, *last)
    return finished, missing


def _foreign(stream: BinaryIO, at: int, what: str = "this is not the task of this command") -> InputFault:
    """Return the error for a file that differs from the command's own output from that byte on."""
    stream.seek(0)
    line = stream.read(at).count(b"\n") + 1
    return InputFault(f"{stream.name}:{line}: byte {at + 1}: {what}: {_REFUSED}")


def _pieces(stream: BinaryIO, form: str) -> Iterator[tuple[int, bytes | None]]:
    """Yield the records of a file with their offsets; None for a record that is invalid or incomplete."""
    if form == archive.JSON:
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


def _other_settings(name: str, task: archive.ReviewTask) -> InputFault:
    return InputFault(f"{name}: game {task.number} in it is reviewed with other settings: {_REFUSED}")


def _rebuilt(name: str, raw: bytes, form: str, task: archive.ReviewTask, finished: FinishedReviews) -> bytes:
    """Return the bytes that this command writes for the task, with the numbers taken from the record.

    Nothing else comes from the record, so edits of a person are missing from the result. Return no bytes if
    it cannot be a record of that task. Raise InputFault if another reviewer has made it; `name` is the file.
    """
    if form != archive.JSON:
        read = archive.game_in(raw, form)
        if read.error is not None:
            return b""
        reviewer = _reviewer_of(read.session.record)
        if reviewer is not None and reviewer != archive.reviewer_name(task):
            raise _other_settings(name, task)
        return _marked_like(read.session.record, form, task)
    try:
        value: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return b""
    session = task.session
    wanted = archive.left_out(task)
    expected: dict[str, Any] = {"file": task.file} if task.file else {}
    expected |= {"game": task.number, "bot": task.bot}
    if not isinstance(value, dict) or list(value) != [*expected, "seats"]:
        return b""
    found = value.pop("seats")
    if value != expected or not _are_seats(found, task, wanted.names, int(session.state.players)):
        return b""
    review = review_data.GameReview(game=task.number, bot=task.bot, seats=found)
    finished.reviews.append(review)
    return archive.json_line(dataclasses.replace(wanted, review=review))


def _are_seats(found: Any, task: archive.ReviewTask, names: list[str], players: int) -> bool:
    """Return whether the value is a review of the seats, without extra fields."""
    wanted = range(players) if task.seats is None else [seat for seat in task.seats if seat < players]
    called = [(codec.SEAT_LETTERS[seat], names[seat]) for seat in wanted]
    return (
        isinstance(found, list)
        and all(_has(seat, review_data.SeatReview) for seat in found)
        and [(seat["seat"], seat["name"]) for seat in found] == called
        and all(isinstance(seat["worst"], list) for seat in found)
        and all(_has(move, review_data.WorstMove) for seat in found for move in seat["worst"])
        and all(_are_losses(seat["phases"]) and _are_losses(seat["actions"]) for seat in found)
    )


def _are_losses(value: Any) -> bool:
    return isinstance(value, dict) and all(
        _has(figures, review_data.LossFigures) for figures in value.values()
    )


def _has(value: Any, kind: type) -> bool:
    """Return whether a archive.JSON value has exactly the fields of that class, in their order."""
    return isinstance(value, dict) and list(value) == list(kind.__annotations__)


def _reviewer_of(record: GameRecord) -> str | None:
    """Return the reviewer in the summary before the first move; None without one."""
    before = record.line.before
    summary = _SUMMARY.fullmatch(before[0]) if before else None
    return None if summary is None else summary[1]


def _marked_like(record_in_file: GameRecord, form: str, task: archive.ReviewTask) -> bytes:
    """Return the game of the task with the marks of a record, and nothing else from that record."""
    session = task.unmarked()
    record = session.record
    choice = game_review.any_decision(session)
    if _reviewer_of(record_in_file) is None:
        return b""
    archive.put_summary(record, record_in_file.line.before[0])
    for ply, other in zip(record.plies, record_in_file.plies, strict=False):
        comments = list(other.comments)
        if ply.seat < 0 or not (comments and _EVAL.fullmatch(comments[0])):
            if ply.seat >= 0 and choice:
                return b""  # a review marks every move
            continue
        archive.put_comment(ply, comments[0])
        notes, marked = ply.noted(), other.noted()
        if task.lines and len(comments) > 1 and _LOST.fullmatch(comments[1]):
            notes.comments.insert(1, comments[1])
        judged = any(glyph in archive.JUDGEMENTS for glyph in notes.glyphs)
        if not judged and marked.glyphs[-1:] in (["?!"], ["?"], ["??"]):
            notes.glyphs.append(marked.glyphs[-1])
        more = marked.variations[len(notes.variations) :]
        if task.lines and len(more) == 1 and more[0].plies:
            notes.variations.append(_bare(more[0]))
    return archive.encoded(record, form)


def _bare(line: MoveLine) -> MoveLine:
    """Return the moves of a variation, with the win chances after the first one and nothing else."""
    bare = MoveLine()
    bare.plies += [Ply(step.token, step.seat, step.round, step.move) for step in line.plies]
    chances = line.plies[0].comments
    if len(chances) == 1 and _EVAL.fullmatch(chances[0]):
        bare.plies[0].noted().comments[:] = chances
    return bare


def _take_half(
    stream: BinaryIO, form: str, separator: bytes, task: archive.ReviewTask, finished: FinishedReviews
) -> None:
    """Store the end of a file as a partial record of the task. Raise InputFault if it cannot be one.

    The proof comes later: the reviewed game is written only if it begins with the same bytes.
    """
    stream.seek(finished.end)
    half = stream.read(MAX_GAME + 1)
    if form == archive.JSON:
        expected = archive.json_line(archive.left_out(task)).partition(b'"seats"')[0]
    else:
        record = task.unmarked().record
        archive.put_summary(record, "")
        whole = archive.encoded(record, form)
        mark = {formats.PVN: b"\n\n", formats.NDJSON: b'"before"', formats.MSGPACK: b"\xa6before"}[form]
        expected = separator + whole[: whole.index(mark)]
    length = min(len(expected), len(half.rstrip(b"\0")))
    if half[:length] != expected[:length] or len(half) > MAX_GAME:
        raise _foreign(stream, finished.end + writing.common_length(half, expected))
    finished.half = half


def _check_settings(stream: BinaryIO, form: str, task: archive.ReviewTask, raw: bytes) -> None:
    """Repeat some evaluations of a game in the file. Raise InputFault if they differ from this bot's.

    A bot with a time limit cannot repeat its evaluations, so they are not checked.
    """
    review = archive.review_of(task)
    try:
        if review.bot.settings.seconds is not None:
            return
        plies = archive.game_in(raw.lstrip(b"\n") if form == formats.PVN else raw, form).session.record.plies
        for _ in review.steps():
            found = [at for at in review.curve if at and plies[at - 1].seat >= 0]
            if len(found) >= _CHECKED:
                break
        for at in filter(None, review.curve):
            ply = plies[at - 1]
            chances = [comment.partition(archive.LOSS_AFTER)[0] for comment in ply.comments[:1]]
            if ply.seat >= 0 and chances != [archive.eval_comment(review.curve[at])]:
                raise _other_settings(stream.name, task)
    finally:
        review.bot.close()

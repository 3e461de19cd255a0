"""Reviews of whole files of games: here, in processes or on a cluster, the same bytes in the same order.

What comes of a game is a line of JSON, or the game itself with the review written into its record.
"""

import io
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
from vanuatu.cli.files.inputs import games_of, label
from vanuatu.cli.match.resume import scan
from vanuatu.cli.match.tasks import Done, Task
from vanuatu.cli.review.game_review import Decision, GameReview, GameReviewer, any_decision, make_reviewer
from vanuatu.cli.terminal import console
from vanuatu.cli.workers.pools import Crew, run
from vanuatu.notation import codec, formats, tags
from vanuatu.notation.files import GameRead
from vanuatu.notation.record import GameRecord, Line, Ply, fold_blanks
from vanuatu.notation.session import Session

JSON: Final = "json"  # beside the forms of games: a line of JSON for each
JUDGEMENTS: Final = ("!!", "!", "!?", "?!", "?", "??")
_WRITTEN: Final = re.compile(r"\[%(?:eval|lost) [^\]]*\]")
_ENDLESS: Final = 10**9  # games of which nobody knows how many they are
_REFUSED: Final = "--resume goes on only in a file that this very call has begun, or in an empty one"


class GameWork(Task):
    """A game to be reviewed, described by plain values."""

    file: str  # empty where there is only one
    game: bytes  # as NDJSON
    bot: str
    sims: int | None  # instead of what the bot's spec says
    time: float | None
    seats: list[int] | None  # whose moves are judged; None for all
    form: str  # in which the game comes back, with marks; empty if it is not wanted
    lines: bool  # with better lines as variations


class Reviewed(Done):
    """A game that was reviewed; a review without seats is of one that was left out."""

    file: str
    names: list[str]  # of all players, by seat
    review: GameReview
    game: bytes


@dataclass
class Request:
    """What all games of a call have in common."""

    bot: str
    sims: int | None = None
    time: float | None = None
    seats: list[int] | None = None
    form: str = ""
    lines: bool = False
    only: int = 0
    faults: int = field(default=0)  # games that could not be read

    def works(self, files: list[str]) -> Iterator[GameWork]:
        """The games of the files; those that are broken are told and passed over."""
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
                yield GameWork(
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


def review_of(work: GameWork) -> GameReviewer:
    """The review that the work asks for, not yet begun."""
    bot = make_reviewer(work["bot"], sims=work["sims"], time=work["time"])
    wanted = work["seats"]
    session = game_in(work["game"]).session
    players = int(session.state.players)
    seats = None if wanted is None else frozenset(seat for seat in wanted if seat < players)
    return GameReviewer(session, bot, seats)


def reviewed(work: GameWork, tell: Callable[[int, int], None] = lambda ply, plies: None) -> Reviewed:
    """Review a game; `tell` hears how far it is. Interrupted, it raises Stopped with what there is."""
    begun = time.perf_counter()
    review = review_of(work)
    try:
        for ply in review.steps():
            tell(ply, len(review.session.moves))
    except KeyboardInterrupt:
        raise Stopped(_outcome(work, review, begun)) from None
    finally:
        review.bot.close()
    return _outcome(work, review, begun)


class Stopped(Exception):
    """Ctrl-C came in the middle of a game; `so_far` is what was found till then."""

    def __init__(self, so_far: Reviewed) -> None:
        super().__init__("interrupted")
        self.so_far = so_far


def review_all(works: list[GameWork]) -> list[Reviewed]:
    """What a worker does."""
    return [reviewed(work) for work in works]


def left_out(work: GameWork) -> Reviewed:
    """A game that ended its workers: it comes back as it was."""
    record = game_in(work["game"]).session.record
    return Reviewed(
        number=work["number"],
        took=0.0,
        file=work["file"],
        names=_names(record),
        review=GameReview(game=work["number"], bot=work["bot"], seats=[]),
        game=_written(record, work["form"]),
    )


def _outcome(work: GameWork, review: GameReviewer, begun: float) -> Reviewed:
    told = review.summary(work["number"])
    if work["form"]:
        write_marks(review, lines=work["lines"])
    return Reviewed(
        number=work["number"],
        took=time.perf_counter() - begun,
        file=work["file"],
        names=_names(review.session.record),
        review=told,
        game=_written(review.session.record, work["form"]),
    )


def _names(record: GameRecord) -> list[str]:
    return [record.tags[name] for name in tags.seats_of(record.tags)]


def _written(record: GameRecord, form: str) -> bytes:
    return formats.encode_game(record, form, True) if form else b""


def game_in(raw: bytes, form: str = formats.NDJSON) -> GameRead:
    (read,) = formats.read_any(io.BufferedReader(io.BytesIO(raw)), form)
    return read


def with_crew(
    works: Iterator[GameWork], crew: Crew[GameWork, Reviewed], lost: Callable[[GameWork | None], None]
) -> Generator[Reviewed, None, None]:
    """Review the games with a crew; they come in their order."""
    playing = run(works, _ENDLESS, crew, left_out, lost)
    with closing(playing):  # type: ignore[type-var]  # it is a generator
        yield from playing


def check_bot(spec: str, seed: int) -> str:
    """The name of the bot, with its seed; BotError if there is none such, or none that searches."""
    bot = make_reviewer(spec, seed=seed)
    bot.close()
    return bot.name


def json_line(done: Reviewed) -> bytes:
    """The review as a line of JSON; of several files each has its name before it."""
    begin: dict[str, Any] = {"file": done["file"]} if done["file"] else {}
    return (console.json_text(begin | dict(done["review"])) + "\n").encode("utf-8", "replace")


# Going on


class Kept:
    """What a file holds already of the works of a call: how many bytes, and the reviews among them."""

    def __init__(self) -> None:
        self.end = 0
        self.games = 0
        self.reviews: list[GameReview] = []


def survey(path: Path, form: str, works: Iterable[GameWork]) -> tuple[Kept, Iterator[GameWork]]:
    """What is in the file, and the works that are missing; InputFault if it holds anything else.

    It may end in half a record, which is made again.
    """
    kept = Kept()
    missing = iter(works)
    with open(path, "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        for begin, raw in _pieces(stream, form):
            work = next(missing, None)
            if work is None:
                raise InputFault(f"{path}: it holds more than was asked for: {_REFUSED}")
            if raw is None or not _matches(raw, form, work, kept):
                whole = raw is not None and begin + len(raw) < size
                if whole or not _begins_alike(path, begin, form, work):
                    raise InputFault(f"{path}: game {work['number']} in it is none of this call: {_REFUSED}")
                return kept, _behind(work, missing)
            kept.games += 1
            kept.end = begin + len(raw)
    return kept, missing


def _behind(first: GameWork, rest: Iterator[GameWork]) -> Iterator[GameWork]:
    yield first
    yield from rest


def _pieces(stream: BinaryIO, form: str) -> Iterator[tuple[int, bytes | None]]:
    """The records in a file with where they begin; None for one that is broken or has no end."""
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


def _matches(raw: bytes, form: str, work: GameWork, kept: Kept) -> bool:
    """Whether a record is what comes of that work."""
    if form != JSON:
        return _is_marked(raw, form, work)
    try:
        value: Any = json.loads(raw)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict) or not isinstance(value.get("seats"), list):
        return False
    told = left_out(work)["review"]
    if (value.get("game"), value.get("bot"), value.get("file", "")) != (
        told["game"],
        told["bot"],
        work["file"],
    ):
        return False
    if [(seat.get("seat"), seat.get("name")) for seat in value["seats"] if isinstance(seat, dict)] != _seats(
        work
    ):
        return False
    kept.reviews.append(GameReview(game=value["game"], bot=value["bot"], seats=value["seats"]))
    return True


def _seats(work: GameWork) -> list[tuple[str, str]]:
    """The seats that a review of the work tells about, with the names of their players."""
    return [(seat["seat"], seat["name"]) for seat in review_of(work).summary(work["number"])["seats"]]


def _is_marked(raw: bytes, form: str, work: GameWork) -> bool:
    """Whether a game is that of the work with marks in it."""
    try:
        there, wanted = game_in(raw, form), game_in(work["game"])
    except ValueError:
        return False
    if there.error is not None or there.session.record.tags != wanted.session.record.tags:
        return False
    if there.session.moves != wanted.session.moves:
        return False
    marked = any("[%eval " in comment for ply in there.session.record.plies for comment in ply.comments)
    return marked or not any_decision(wanted.session)


def _begins_alike(path: Path, begin: int, form: str, work: GameWork) -> bool:
    """Whether what stands at the end of a file is the beginning of what comes of that work."""
    with open(path, "rb") as stream:
        stream.seek(begin)
        half = stream.read().rstrip(b"\0")
    if form == JSON:
        expected = json_line(left_out(work)).partition(b'"seats"')[0]
    else:
        expected = _written(game_in(work["game"]).session.record, form)
        expected = expected[: 1 if form == formats.MSGPACK else len(b"[Event ")]
    return half.startswith(expected) or expected.startswith(half)


# Marks in a record


def write_marks(review: GameReviewer, *, lines: bool) -> None:
    """Note what the review has found so far in the session's record, in place of what an earlier one had.

    After a decision stand everybody's chances (`[%eval …]`), as the next search saw them. A move that threw
    some away for certain has `?` or `??`, unless a person has judged it already. With `lines` it also has
    what it lost (`[%lost 0.12,0.02]`), and what the bot expects after the better move as a variation.
    """
    record = review.session.record
    chances = _chances(review)
    for at, ply in enumerate(record.plies):
        known = chances.get(at + 1)
        if ply.seat >= 0 and known is not None:
            _comment(ply, f"[%eval {','.join(f'{chance:.2f}' for chance in known)}]")
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
    """For each number of plies the chances that were found first from there on, as far as the review went."""
    found: dict[int, list[float]] = {}
    known: list[float] | None = None
    for at in range(len(review.session.moves), -1, -1):
        known = review.curve.get(at, known)
        if known is not None:
            found[at] = known
    return found


def _comment(ply: Ply, text: str) -> None:
    """Put this before what people wrote; what an earlier review wrote goes."""
    notes = ply.noted()
    kept = [rest for rest in (fold_blanks(_WRITTEN.sub("", comment)) for comment in notes.comments) if rest]
    notes.comments[:] = [text, *kept]


def _vary(session: Session, ply: Ply, decision: Decision) -> None:
    """Add the better line, unless a variation begins like it already."""
    best = decision.best.partition(":")[2]
    if any(known.plies and known.plies[0].token == best for known in ply.noted().variations):
        return
    state, line = session.at(decision.ply - 1), Line()
    for seated in decision.line:
        letter, _, token = seated.partition(":")
        line.plies.append(Ply(token, codec.SEAT_LETTERS.index(letter), int(state.round)))
        state.apply(session.codec.parse(state, token))
    ply.noted().variations.append(line)

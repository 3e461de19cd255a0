"""What the commands `review` and `analyse --all` do with the games of files: review, write, count, go on."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from vanuatu.ai.bot import BotError
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.match.game_output import (
    GameOutput,
    OutputClosed,
    OutputFailed,
    open_again,
    open_new,
    separator_of,
)
from vanuatu.cli.match.report import games
from vanuatu.cli.review import archive, render
from vanuatu.cli.terminal import console, signals
from vanuatu.cli.terminal.progress import Live, StatusLine
from vanuatu.cli.workers.pools import ClusterFault, WorkerPool, check_pool, pool_for
from vanuatu.notation import codec, errors, formats
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.printable import printable

TEXT: Final = "text"
STDOUT: Final = "-"
STOPPED: Final = 130  # by Ctrl-C
_WIDTH: Final = 80  # of a text that goes to a file
ANNOTATED: Final = writing.Output("--out", writing.GAMES, resume=True)
REVIEWED: Final = writing.Output("--out", (*writing.GAMES, ".txt"), resume=True)
REVIEWS: Final = writing.Output("--out", (".json", ".jsonl", ".ndjson"), resume=True)
HTML: Final = writing.Output("--html", writing.PAGES)


@dataclass
class Call:
    """A call as it was typed."""

    files: list[str]
    bot: str
    seed: int = 1
    sims: int | None = None
    time: float | None = None
    only: int = 0
    seats: list[int] | None = None
    json: bool = False
    out: str = STDOUT
    html: str | None = None
    jobs: int = 1
    cluster: str | None = None
    resume: bool = False
    force: bool = False
    plain: bool = False
    annotate: bool = False  # `analyse --all`: games with marks, without better lines
    left_out: list[int] = field(default_factory=list)
    totals: render.Totals = field(default_factory=render.Totals)

    @property
    def output(self) -> writing.Output:
        """What --out may be."""
        return ANNOTATED if self.annotate else REVIEWS if self.json else REVIEWED

    @property
    def form(self) -> str:
        """What is written: text, lines of JSON, or games in one of their forms."""
        if self.json:
            return archive.JSON
        named = formats.format_of(self.out)
        return named or (formats.PVN if self.annotate else TEXT)


def seats_named(words: list[str] | None) -> list[int] | None:
    """The seats of `--seat`, by name or letter; None if there is none."""
    if not words:
        return None
    seats = []
    for word in words:
        wanted = word.lower()
        called = zip(codec.SEAT_NAMES, codec.SEAT_LETTERS, strict=True)
        known = [at for at, (name, letter) in enumerate(called) if wanted in (name.lower(), letter)]
        if not known:
            names = ", ".join(name.lower() for name in codec.SEAT_NAMES)
            raise CallFault(f"--seat {errors.excerpt(word)}: the seats are {names}")
        seats += known
    return sorted(set(seats))


def run_call(call: Call) -> int:
    """Review all games; the exit code."""
    check_pool(call.jobs, call.cluster)
    if call.resume and (call.out == STDOUT or call.form == TEXT or call.html is not None):
        raise CallFault(
            "--resume needs --out FILE, with --json or a name that ends in .pvn, .ndjson or .msgpack"
        )
    if call.form == "msgpack" and call.out == STDOUT and console.is_terminal(sys.stdout):
        raise CallFault("msgpack is not for a terminal: --out FILE, or > FILE")
    if call.resume and call.force:
        raise CallFault("--resume continues a file and --force replaces it: use one of them")
    call.output.check(call.out, call.files, force=call.force, own=call.resume)
    if call.html is not None:
        HTML.check(call.html, [*call.files, call.out], force=call.force)
    try:
        name = archive.check_bot(call.bot, call.seed)
    except BotError as error:
        raise CallFault(f"bot {call.bot}: {error}") from None
    form = formats.NDJSON if call.html is not None else ""
    if call.form not in (archive.JSON, TEXT):
        form = call.form
    request = archive.Request(
        bot=name,
        sims=call.sims,
        time=call.time,
        seats=call.seats,
        form=form,
        lines=not call.annotate,
        only=call.only,
    )
    with contextlib.ExitStack() as stack:
        return _reviewed_to(call, request, stack)


def _reviewed_to(call: Call, request: archive.Request, stack: contextlib.ExitStack) -> int:
    """Review to where it is wanted."""
    tasks = request.tasks(call.files)
    pool = None
    if call.resume:
        kept, tasks, output = _go_on(Path(call.out), call, tasks, stack)
        for told in kept.reviews:
            call.totals.add(told)
        sink = _Sink(output.write, output.interrupts)
    else:
        sink = _new_sink(call, stack)
    page = _Page(call, call.html, request.form, stack) if call.html is not None else None
    pool = pool_for(call.jobs, call.cluster, archive.review_all, archive.review_all)
    written = _Written(call, sink, page)
    code = _conduct(call, written, tasks, pool)
    if code == 0 and page is not None:
        page.end()
    if code in (0, STOPPED):
        sink.keep()
    if call.totals.games > 1 and not call.annotate:
        console.say_lines(console.table(*call.totals.rows()))
    if call.left_out:
        console.say(f"left out, because their workers ended: {', '.join(map(str, call.left_out))}")
    return code or int(bool(request.faults or call.left_out))


def _conduct(
    call: Call,
    written: "_Written",
    tasks: Iterator[archive.ReviewTask],
    pool: "WorkerPool[archive.ReviewTask, archive.ReviewResult] | None",
) -> int:
    """Go through the games and say in a line how it ended if not by itself; the exit code."""
    more = " (continue with --resume)" if call.resume else ""
    try:
        if pool is None:
            return _one_by_one(call, written, tasks)
        found = archive.with_pool(tasks, pool, lambda task: _lost(call, task))
        with contextlib.closing(StatusLine()) as status, contextlib.closing(found) as reviewed:
            for result in reviewed:
                written.add(result)
                if status.due():
                    status.show(f"{written.games} games reviewed")
    except (KeyboardInterrupt, signals.Ended) as interrupt:
        if call.annotate and not call.resume:
            raise  # the file itself says what is in it
        console.say(f"interrupted: {games(written.games)} written{more}")
        return interrupt.code if isinstance(interrupt, signals.Ended) else STOPPED
    except OutputClosed:
        return 0
    except ClusterFault as fault:
        raise InputFault(f"{fault}: {games(written.games)} written{more}") from None
    except OutputFailed as fault:
        raise InputFault(f"{fault} ({games(written.games)} written)") from None
    return 0


def _one_by_one(call: Call, written: "_Written", tasks: Iterator[archive.ReviewTask]) -> int:
    """Review in this process. Stopped by Ctrl-C, all games to be annotated are kept, with what was done."""
    live = Live(plain=call.plain)
    stopped = False
    for task in tasks:
        if stopped:
            written.add(archive.left_out(task))
            continue

        def tell(ply: int, plies: int, number: int = task.number) -> None:
            if live.due():
                live.show(f"game {number}: move {ply} of {plies}")

        try:
            result = archive.reviewed(task, tell)
        except archive.Stopped as so_far:
            live.clear()
            if not call.annotate or call.resume:
                raise KeyboardInterrupt from None
            console.say(f"stopped in game {task.number}; what was done so far is kept")
            result, stopped = so_far.so_far, True
        except BaseException:
            live.clear()
            raise
        live.clear()
        written.add(result)
    return STOPPED if stopped else 0


def _lost(call: Call, task: archive.ReviewTask | None) -> None:
    if task is not None:
        call.left_out.append(task.number)


# Where it goes


@dataclass(frozen=True)
class _Sink:
    """What takes the bytes of games and reviews, each whole."""

    write: Callable[[bytes], object]
    interrupts: signals.Interrupts  # entered around writing a game and counting it
    keep: Callable[[], object] = lambda: None  # all is written that will be


class _Written:
    """Writes what was reviewed, in the form that is wanted."""

    def __init__(self, call: Call, sink: _Sink, page: "_Page | None") -> None:
        self.games = 0
        self._call = call
        self._sink = sink
        self._page = page

    def add(self, result: archive.ReviewResult) -> None:
        """Write a game or its review, and count it; Ctrl-C is heard only after both."""
        if self._page is not None:
            self._page.add(result)
        with self._sink.interrupts:
            self._write(result)
            self.games += 1
            if result.review["seats"]:
                self._call.totals.add(result.review)

    def _write(self, result: archive.ReviewResult) -> None:
        call = self._call
        if call.form == archive.JSON:
            if result.review["seats"]:
                self._sink.write(archive.json_line(result))
        elif call.form != TEXT:
            self._sink.write(result.game)
        elif call.out != STDOUT:
            told = Style(0, True).paint(self._told(result, _WIDTH))
            self._sink.write(told.encode("utf-8", "replace"))
        elif call.html is None:
            style = Style.of(sys.stdout, call.plain)
            console.paint(style.paint(self._told(result, console.columns() - 1)))
            sys.stdout.flush()

    def _told(self, result: archive.ReviewResult, width: int) -> list[Line]:
        told = result.review
        names = render.titled(result.names)
        head = [f"game {told['game']}", printable(names), f"reviewed by {told['bot']}"]
        before: list[Line] = [[]] if self.games else []
        if result.file:
            head.insert(0, result.file)
        heading: Line = [("strong", ": ".join(head[:-1])), ("dim", f"  {head[-1]}")]
        if sum(len(text) for _, text in heading) > width:
            return [*before, heading[:1], [("dim", head[-1])], [], *render.review_lines(told, width)]
        return [*before, heading, [], *render.review_lines(told, width)]


def _new_sink(call: Call, stack: contextlib.ExitStack) -> _Sink:
    """What takes the bytes of a new output. Only annotated games may take an old file's place, at the end."""
    separator = b"" if call.form in (archive.JSON, TEXT) else separator_of(call.form)
    if call.out == STDOUT:
        sys.stdout.flush()
        return _Sink(_Games(console.games_out(), separator).write, signals.Interrupts())
    if call.annotate:
        file = stack.enter_context(writing.SafeFile(call.out, force=call.force))
        return _Sink(_Games(file.stream, separator).write, signals.Interrupts(), file.keep)
    output = GameOutput(open_new(Path(call.out), force=call.force), call.out, separator)
    stack.callback(output.close)
    return _Sink(output.write, output.interrupts)


class _Games:
    """A stream that is given games one after another."""

    def __init__(self, stream: BinaryIO, separator: bytes) -> None:
        self._stream = stream
        self._separator = separator
        self._games = 0

    def write(self, game: bytes) -> None:
        self._stream.write((self._separator if self._games else b"") + game)
        self._stream.flush()
        self._games += 1


def _go_on(
    path: Path, call: Call, tasks: Iterator[archive.ReviewTask], stack: contextlib.ExitStack
) -> tuple[archive.Kept, Iterator[archive.ReviewTask], GameOutput]:
    """What the file holds, the games that are missing, and the file opened behind what it holds."""
    descriptor = open_again(path)
    stack.callback(os.close, descriptor)
    try:
        kept, missing = archive.survey(path, call.form, tasks)
    except OSError as fault:
        raise InputFault(f"{path}: {fault.strerror or fault}") from None
    os.lseek(descriptor, kept.end, os.SEEK_SET)
    separator = b"" if call.form == archive.JSON else separator_of(call.form)
    return kept, missing, GameOutput(descriptor, call.out, separator, games=kept.games, half=kept.half)


class _Page:
    """A page of the games with their marks."""

    def __init__(self, call: Call, name: str, form: str, stack: contextlib.ExitStack) -> None:
        from vanuatu.cli.replay.page import GamesPage

        self._form = form  # in which the games come
        self._file = stack.enter_context(writing.SafeFile(name, complete=True, force=call.force))
        self._page = GamesPage()
        self._title = f"Review: {', '.join(printable(Path(file).name) for file in call.files[:3])}"

    def add(self, result: archive.ReviewResult) -> None:
        """Put a game on it."""
        if not self._page.games:
            self._file.stream.write(self._page.head(self._title))
        self._file.stream.write(
            self._page.game(archive.game_in(result.game, self._form).session, result.file)
        )

    def end(self) -> None:
        """All games are on it."""
        if self._page.games:
            self._file.stream.write(self._page.foot())
            self._file.stream.flush()
            self._file.keep()

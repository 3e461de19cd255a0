"""Run `review` and `analyse --all` on files of games: review, write, count, resume."""

import contextlib
import functools
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from vanuatu.ai.bot import BotError
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.files.selection import read_where
from vanuatu.cli.match import game_output, report
from vanuatu.cli.review import archive, render, resume
from vanuatu.cli.review.options import STDOUT, ReviewOptions
from vanuatu.cli.review.time_left import ReviewProgress
from vanuatu.cli.terminal import console, signals
from vanuatu.cli.workers.pools import ClusterFault, WorkerPool, check_pool, pool_for
from vanuatu.cli.workers.sent_weights import weights_of, with_weights
from vanuatu.notation import compression, formats
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.printable import printable

TEXT: Final = "text"
STOPPED: Final = 130  # exit code after Ctrl-C
_WIDTH: Final = 80  # of text in a file
ANNOTATED: Final = writing.Output("--out", writing.PACKED, resume=True)
REVIEWED: Final = writing.Output("--out", (".txt", *writing.PACKED), resume=True)
REVIEWS: Final = writing.Output("--out", (".json", ".jsonl", ".ndjson"), resume=True)
HTML: Final = writing.Output("--html", writing.PAGES)


@dataclass
class ReviewRun:
    """A run of `vanuatu review`, or of `vanuatu analyse --all`."""

    options: ReviewOptions
    annotate: bool = False  # `analyse --all`: annotate games without better lines
    left_out: list[int] = field(default_factory=list)
    totals: render.Totals = field(default_factory=render.Totals)

    @property
    def output(self) -> writing.Output:
        """The files that --out may name."""
        return ANNOTATED if self.annotate else REVIEWS if self.options.json else REVIEWED

    @property
    def form(self) -> str:
        """The format of the output: text, lines of JSON, or a format of games."""
        if self.options.json:
            return archive.JSON
        named = formats.format_of(self.options.out)
        return named or (formats.PVN if self.annotate else TEXT)


def run_review(
    options: ReviewOptions, *, sims: int | None = None, seconds: float | None = None, annotate: bool = False
) -> int:
    """Review all games and return the exit code.

    `sims` and `seconds` replace the limits of the bot's spec. With `annotate`, write the games with
    evaluations and marks but without better lines.
    """
    run = ReviewRun(options, annotate)
    check_pool(run.options.jobs, run.options.cluster)
    if run.options.resume and (run.options.out == STDOUT or run.form == TEXT or run.options.html is not None):
        raise CallFault(
            "--resume needs --out FILE, with --json or a name that ends in .pvn, .ndjson or .msgpack"
        )
    if run.form == "msgpack" and run.options.out == STDOUT and console.is_terminal(sys.stdout):
        raise CallFault("msgpack is not for a terminal: --out FILE, or > FILE")
    if run.options.resume and run.options.force:
        raise CallFault("--resume continues a file and --force replaces it: use one of them")
    run.output.check(run.options.out, run.options.files, force=run.options.force, own=run.options.resume)
    if run.options.html is not None:
        HTML.check(run.options.html, [*run.options.files, run.options.out], force=run.options.force)
    try:
        name = archive.check_bot(run.options.bot, run.options.seed)
    except BotError as error:
        raise CallFault(f"bot {run.options.bot}: {error}") from None
    form = formats.NDJSON if run.options.html is not None else ""
    if run.form not in (archive.JSON, TEXT):
        form = run.form
    request = archive.Request(
        bot=name,
        sims=sims,
        time=seconds,
        seats=run.options.seats,
        form=form,
        lines=not run.annotate,
        only=run.options.number or 0,
        where=read_where(run.options.where),
    )
    with contextlib.ExitStack() as stack:
        return _reviewed_to(run, request, stack)


def _reviewed_to(run: ReviewRun, request: archive.Request, stack: contextlib.ExitStack) -> int:
    """Review the games and write them to the chosen output; return the exit code."""
    tasks = request.tasks(run.options.files)
    skipped = 0
    if run.options.resume:
        finished, tasks, output = _go_on(Path(run.options.out), run, tasks, stack)
        for review in finished.reviews:
            run.totals.add(review)
        skipped = finished.games
        sink = _Sink(output.write, output.interrupts)
    else:
        sink = _new_sink(run, stack)
    page = _Page(run, run.options.html, request.form, stack) if run.options.html is not None else None
    weights = weights_of([request.bot]) if run.options.cluster else {}
    there = functools.partial(with_weights, weights, archive.review_all)
    pool = pool_for(run.options.jobs, run.options.cluster, archive.review_all, there)
    written = _Written(run, sink, page)
    only = run.options.number is not None
    with contextlib.closing(
        ReviewProgress(run.options.files, request.places, only=only, skipped=skipped)
    ) as progress:
        code = _review_games(run, written, tasks, pool, progress)
    if code == 0 and page is not None:
        page.end()
    if code in (0, STOPPED):
        sink.keep()
    if run.totals.games > 1 and not run.annotate:
        console.print_table(console.table(*run.totals.rows()))
        console.print_message(render.TOTALS_LEGEND)
    if run.left_out:
        console.print_message(f"left out, because their workers ended: {', '.join(map(str, run.left_out))}")
    return code or int(bool(request.faults or run.left_out))


def _review_games(
    run: ReviewRun,
    written: "_Written",
    tasks: Iterator[archive.ReviewTask],
    pool: "WorkerPool[archive.ReviewTask, archive.ReviewResult] | None",
    progress: ReviewProgress,
) -> int:
    """Review the tasks and return the exit code. If the run stops early, print the reason in one line."""
    more = " (continue with --resume)" if run.options.resume else ""
    try:
        if pool is None:
            return _one_by_one(run, written, tasks, progress)
        found = archive.with_pool(tasks, pool, lambda task: _lost(run, task))
        with contextlib.closing(found) as reviewed:
            for result in reviewed:
                progress.close()
                written.add(result)
                progress.game_done()
    except (KeyboardInterrupt, signals.Ended) as interrupt:
        progress.close()
        if run.annotate and not run.options.resume:
            raise  # the file itself shows how far the run got
        console.print_message(f"interrupted: {report.games(written.games)} written{more}")
        return interrupt.code if isinstance(interrupt, signals.Ended) else STOPPED
    except game_output.OutputClosed:
        return 0
    except ClusterFault as fault:
        raise InputFault(f"{fault}: {report.games(written.games)} written{more}") from None
    except game_output.OutputFailed as fault:
        raise InputFault(f"{fault} ({report.games(written.games)} written)") from None
    return 0


def _one_by_one(
    run: ReviewRun, written: "_Written", tasks: Iterator[archive.ReviewTask], progress: ReviewProgress
) -> int:
    """Review in this process. After Ctrl-C, write all games to annotate, with the marks so far."""
    stopped = False
    for task in tasks:
        if stopped:
            written.add(archive.left_out(task))
            continue
        try:
            result = archive.reviewed(task, functools.partial(progress.move, task.number))
        except archive.Stopped as so_far:
            progress.close()
            if not run.annotate or run.options.resume:
                raise KeyboardInterrupt from None
            console.print_message(f"stopped in game {task.number}; what was done so far is kept")
            result, stopped = so_far.so_far, True
        progress.close()
        written.add(result)
        progress.game_done()
    return STOPPED if stopped else 0


def _lost(run: ReviewRun, task: archive.ReviewTask | None) -> None:
    if task is not None:
        run.left_out.append(task.number)


# Output


@dataclass(frozen=True)
class _Sink:
    """Takes the bytes of complete games and reviews."""

    write: Callable[[bytes], object]
    interrupts: signals.Interrupts  # entered while a game is written and counted
    keep: Callable[[], object] = lambda: None  # called when everything is written


class _Written:
    """Writes reviewed games in the chosen format."""

    def __init__(self, run: ReviewRun, sink: _Sink, page: "_Page | None") -> None:
        self.games = 0
        self._run = run
        self._sink = sink
        self._page = page

    def add(self, result: archive.ReviewResult) -> None:
        """Write and count a game or its review. Ctrl-C takes effect after both."""
        if self._page is not None:
            self._page.add(result)
        with self._sink.interrupts:
            self._write(result)
            self.games += 1
            if result.review["seats"]:
                self._run.totals.add(result.review)

    def _write(self, result: archive.ReviewResult) -> None:
        run = self._run
        if run.form == archive.JSON:
            if result.review["seats"]:
                self._sink.write(archive.json_line(result))
        elif run.form != TEXT:
            self._sink.write(result.game)
        elif run.options.out != STDOUT:
            text = Style(0, True).paint(self._review_text(result, _WIDTH))
            self._sink.write(text.encode("utf-8", "replace"))
        elif run.options.html is None:
            style = Style.of(sys.stdout, run.options.plain)
            console.paint(style.paint(self._review_text(result, console.columns() - 1)))
            sys.stdout.flush()

    def _review_text(self, result: archive.ReviewResult, width: int) -> list[Line]:
        review = result.review
        names = render.titled(result.names)
        head = [f"game {review['game']}", printable(names), f"reviewed by {review['bot']}"]
        before: list[Line] = [[]] if self.games else []
        if result.file:
            head.insert(0, result.file)
        heading: Line = [("strong", ": ".join(head[:-1])), ("dim", f"  {head[-1]}")]
        if sum(len(text) for _, text in heading) > width:
            return [*before, heading[:1], [("dim", head[-1])], [], *render.review_lines(review, width)]
        return [*before, heading, [], *render.review_lines(review, width)]


def _new_sink(run: ReviewRun, stack: contextlib.ExitStack) -> _Sink:
    """Return the sink of a new output. Only annotated games may replace an old file, at the end."""
    separator = b"" if run.form in (archive.JSON, TEXT) else game_output.separator_of(run.form)
    if run.options.out == STDOUT:
        sys.stdout.flush()
        return _Sink(_Games(console.games_out(), separator, "").write, signals.Interrupts())
    if run.annotate:
        file = stack.enter_context(writing.SafeFile(run.options.out, force=run.options.force))
        packing = compression.packing_of(run.options.out)
        return _Sink(_Games(file.stream, separator, packing).write, signals.Interrupts(), file.keep)
    output = game_output.GameOutput(
        game_output.open_new(Path(run.options.out), force=run.options.force), run.options.out, separator
    )
    stack.callback(output.close)
    return _Sink(output.write, output.interrupts)


class _Games:
    """A stream that gets one game after another, each as a complete piece if they are compressed."""

    def __init__(self, stream: BinaryIO, separator: bytes, packing: str) -> None:
        self._stream = stream
        self._separator = separator
        self._packing = packing
        self._games = 0

    def write(self, game: bytes) -> None:
        whole = (self._separator if self._games else b"") + game
        self._stream.write(compression.pack(whole, self._packing))
        self._stream.flush()
        self._games += 1


def _go_on(
    path: Path, run: ReviewRun, tasks: Iterator[archive.ReviewTask], stack: contextlib.ExitStack
) -> tuple[resume.FinishedReviews, Iterator[archive.ReviewTask], game_output.GameOutput]:
    """Return what the file has, the games that are missing, and the file opened for appending."""
    descriptor = game_output.open_again(path)
    stack.callback(os.close, descriptor)
    try:
        finished, missing = resume.survey(path, run.form, tasks)
    except OSError as fault:
        raise InputFault(f"{path}: {fault.strerror or fault}") from None
    os.lseek(descriptor, finished.end, os.SEEK_SET)
    separator = b"" if run.form == archive.JSON else game_output.separator_of(run.form)
    output = game_output.GameOutput(
        descriptor, run.options.out, separator, games=finished.games, half=finished.half
    )
    return finished, missing, output


class _Page:
    """A page of the games with their marks."""

    def __init__(self, run: ReviewRun, name: str, form: str, stack: contextlib.ExitStack) -> None:
        from vanuatu.cli.replay.page import GamesPage

        self._form = form  # format of the games that are added
        self._file = stack.enter_context(writing.SafeFile(name, complete=True, force=run.options.force))
        title = f"Review: {', '.join(printable(Path(file).name) for file in run.options.files[:3])}"
        self._page = GamesPage(self._file.stream, title)

    def add(self, result: archive.ReviewResult) -> None:
        """Add a game to the page."""
        self._page.show(archive.game_in(result.game, self._form), result.file)

    def end(self) -> None:
        """Finish the page after the last game."""
        if self._page.end():
            self._file.keep()

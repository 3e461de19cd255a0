"""`vanuatu analyse --serve`: queries on stdin, answers on stdout, several at the same time.

Each process works on one query. Threads only wait: one for lines, one for each process, one for the output.
They put events into one queue, and only the main thread makes decisions. So a client that does not read
blocks only the thread that writes, and Ctrl-C always works.
"""

import os
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final

from vanuatu.ai.bot import BotError, Limit
from vanuatu.ai.signals import start_thread
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.protocol import bot_server, host_lines
from vanuatu.cli.review import archive, engine_queries
from vanuatu.cli.terminal import console
from vanuatu.cli.workers import processes
from vanuatu.notation.printable import printable

# Limits of unanswered queries and unread answers; beyond them, no input is read.
MOST_WAITING: Final = 10_000
MOST_WAITING_BYTES: Final = 32 << 20
_LINES_AHEAD: Final = 4
LONGEST_ANSWER: Final = 500
_CANCEL: Final = "cancel"


def serve_queries(spec: str, seed: int, limit: Limit | None, top: int, jobs: int) -> int:
    """Answer queries until the input ends and all are answered; return the exit code."""
    try:
        name = archive.check_bot(spec, seed)
    except BotError as error:
        raise CallFault(f"bot {spec}: {error}") from None
    server = Server(name, limit, top, jobs)
    try:
        server.run()
    finally:
        server.close()
    return 0


@dataclass
class LineEvent:
    """An event: a line as bytes, which need least memory; None at the end of input."""

    text: bytes | None


@dataclass
class AnswerEvent:
    """An event: the answer of a process; None if the process has ended."""

    worker: "QueryWorker"
    content: dict[str, Any] | None


@dataclass
class WriterEnded:
    """An event: the writer has ended, since all is written, the client has gone, or an error occurred."""

    fault: OSError | None = None


@dataclass(frozen=True)
class WaitingQuery:
    """A waiting query as a line; a parsed query would need much more memory."""

    id: engine_queries.Id
    line: bytes
    ply: int | None = None  # one of the plies of the query


class Room:
    """The limit of waiting data. Reading waits until there is room; answers do not wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._lines = 0
        self._bytes = 0

    def wait_for(self, size: int) -> None:
        """Reserve room for a line, and wait until there is any."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines < MOST_WAITING and self._bytes < MOST_WAITING_BYTES)
            self._lines += 1
            self._bytes += size

    def is_full(self) -> bool:
        """Return whether no more should be written."""
        with self._changed:
            return self._lines >= MOST_WAITING or self._bytes >= MOST_WAITING_BYTES

    def change(self, lines: int, size: int) -> None:
        """Change the number of waiting lines and bytes."""
        with self._changed:
            self._lines += lines
            self._bytes += size
            self._changed.notify_all()


class Server:
    """Distributes queries to processes in order of arrival, and writes answers as they are completed."""

    def __init__(self, spec: str, limit: Limit | None, top: int, jobs: int) -> None:
        self._make = (spec, limit)
        self._top = top
        self._events: SimpleQueue[LineEvent | AnswerEvent | WriterEnded] = SimpleQueue()
        self._room = Room()
        self._workers: list[QueryWorker] = []
        self._workers += (QueryWorker(self._make, self._top, self._events) for _ in range(jobs))
        self._writer = Writer(self._events, self._room)
        self._waiting: deque[WaitingQuery] = deque()
        self._ended = False

    def run(self) -> None:
        """Serve until the input ends. Raise InputFault if answers cannot be written."""
        start_thread(self._read)
        while not (self._ended and self._idle()):
            event = self._events.get()
            if isinstance(event, WriterEnded):
                _raise_fault(event)
                return
            if isinstance(event, LineEvent):
                self._take(event.text)
            else:
                self._answered(event)
            self._distribute()
        self._writer.finish(self._events)

    def close(self) -> None:
        """Terminate all processes."""
        for worker in self._workers:
            worker.ask_to_end()
        for worker in self._workers:
            worker.end()

    def _read(self) -> None:
        lines = bot_server.LineReader(sys.stdin.fileno(), _LINES_AHEAD)
        while (text := lines.wait()) is not None:
            line = text.encode()
            self._room.wait_for(len(line))
            self._events.put(LineEvent(line))
        self._events.put(LineEvent(None))

    def _take(self, line: bytes | None) -> None:
        """Queue a query, cancel one, or answer an invalid line with an error."""
        if line is None:
            self._ended = True
            return
        if not line.strip():
            self._room.change(-1, -len(line))
            return
        try:
            read = engine_queries.read_query(line.decode(), self._top)
        except engine_queries.BadQuery as bad:
            self._answer(WaitingQuery(bad.id, line), engine_queries.answer_error(bad.id, str(bad)))
            return
        if isinstance(read, engine_queries.Cancel):
            self._room.change(-1, -len(line))
            self._cancel(read.id)
            return
        asked = WaitingQuery(read.id, line)
        if isinstance(read, engine_queries.VersionQuery):
            self._answer(asked, engine_queries.answer_version(read.id, self._make[0]))
        elif read.id in self._ids():
            self._answer(
                asked, engine_queries.answer_error(read.id, "a query with this id is not answered yet")
            )
        elif read.plies is None:
            self._waiting.append(asked)
        else:
            self._room.change(len(read.plies) - 1, (len(read.plies) - 1) * len(line))
            self._waiting += (WaitingQuery(read.id, line, ply) for ply in read.plies)

    def _cancel(self, id: engine_queries.Id) -> None:
        """Cancel a query. An unknown id has been answered already.

        The query is answered at once, so that its id can be reused. A later answer of the process is dropped.
        """
        for asked in [asked for asked in self._waiting if asked.id == id]:
            self._waiting.remove(asked)
            self._answer(asked, engine_queries.answer_error(id, "cancelled", asked.ply))
        for worker in self._workers:
            asked_now = worker.asked
            if asked_now is not None and asked_now.id == id:
                worker.cancel()
                self._answer(asked_now, engine_queries.answer_error(id, "cancelled", asked_now.ply))

    def _ids(self) -> set[engine_queries.Id]:
        running = [worker.asked for worker in self._workers if worker.asked is not None]
        return {asked.id for asked in (*self._waiting, *running)}

    def _answered(self, answer: AnswerEvent) -> None:
        worker = answer.worker
        if answer.content is not None and "progress" in answer.content:
            if worker.asked is not None and not self._room.is_full():
                self._room.change(1, self._writer.write(answer.content))
            return
        asked, worker.asked, worker.busy = worker.asked, None, False
        worker.ended = answer.content is None
        if asked is not None:
            ended = engine_queries.answer_error(asked.id, "the process of this query has ended", asked.ply)
            self._answer(asked, answer.content or ended)

    def _answer(self, asked: WaitingQuery, answer: dict[str, Any]) -> None:
        """Write the answer to a query; it takes over the room of the query."""
        self._room.change(0, self._writer.write(answer) - len(asked.line))

    def _distribute(self) -> None:
        for at, worker in enumerate(self._workers):
            if not worker.busy and self._waiting:
                if worker.ended:
                    worker.end()
                    self._workers[at] = worker = QueryWorker(self._make, self._top, self._events)
                worker.ask(self._waiting.popleft())

    def _idle(self) -> bool:
        return not self._waiting and not any(worker.busy for worker in self._workers)


def _raise_fault(unread: WriterEnded) -> None:
    """Raise InputFault if answers were lost by an error of the output."""
    fault = unread.fault
    if fault is not None and not isinstance(fault, BrokenPipeError):
        raise InputFault(f"the answers cannot be written: {fault.strerror or fault}")


class Writer:
    """A thread that writes answers, so that no other thread waits for the client."""

    def __init__(self, events: "SimpleQueue[LineEvent | AnswerEvent | WriterEnded]", room: Room) -> None:
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._events = events
        self._room = room
        sys.stdout.flush()
        start_thread(self._run)

    def write(self, answer: dict[str, Any]) -> int:
        """Queue an answer for writing, and return its size in bytes."""
        if "error" in answer:
            answer = answer | {"error": printable(str(answer["error"]), LONGEST_ANSWER)}
        line = (console.json_text(answer) + "\n").encode("utf-8", "replace")
        self._lines.put(line)
        return len(line)

    def finish(self, events: "SimpleQueue[LineEvent | AnswerEvent | WriterEnded]") -> None:
        """Wait until all is written or the client has gone. Raise InputFault if writing fails."""
        self._lines.put(None)
        while not isinstance(event := events.get(), WriterEnded):
            pass
        _raise_fault(event)

    def _run(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(sys.stdout.fileno(), rest) :]
                self._room.change(-1, -len(line))
        except OSError as fault:
            self._events.put(WriterEnded(fault))
        else:
            self._events.put(WriterEnded())


class QueryWorker(processes.Worker):
    """A process that works on one query at a time."""

    def __init__(
        self,
        make: tuple[str, Limit | None],
        top: int,
        events: "SimpleQueue[LineEvent | AnswerEvent | WriterEnded]",
    ) -> None:
        self.asked: WaitingQuery | None = None  # the current query, unless it was cancelled
        self.busy = False
        self.ended = False
        super().__init__(answer_queries, (*make, top), lambda content: events.put(AnswerEvent(self, content)))

    def ask(self, asked: WaitingQuery) -> None:
        """Send a query to the process."""
        self.asked, self.busy = asked, True
        self.send((asked.line, asked.ply))

    def cancel(self) -> None:
        """Cancel the query of the process."""
        self.asked = None
        self.send(_CANCEL)


def answer_queries(pipe: "processes.Pipe[Any, Any]", spec: str, limit: Limit | None, top: int) -> None:
    """Answer queries until the pipe is closed; this runs in the process."""
    while True:
        received = pipe.recv()
        if isinstance(received, tuple):  # a cancel may come after the answer
            line, ply = received
            query = engine_queries.read_query(line.decode(), top)
            assert isinstance(query, engine_queries.Query)
            pipe.send(_answer(pipe, query, ply, spec, limit))


def _answer(
    pipe: "processes.Pipe[Any, Any]",
    query: engine_queries.Query,
    ply: int | None,
    spec: str,
    limit: Limit | None,
) -> dict[str, Any]:
    """Answer a query, or return an error with its id; stop if it is cancelled."""
    try:
        question = engine_queries.PendingQuery(query, ply, spec, limit)
        try:
            return _think(pipe, question, query, ply)
        finally:
            question.close()
    except (host_lines.ProtocolError, BotError) as fault:
        return engine_queries.answer_error(query.id, str(fault), ply)
    except Exception as fault:  # an error of one query must not affect the others
        why = f"unexpected error ({type(fault).__name__}: {fault})"
        return engine_queries.answer_error(query.id, why, ply)


def _think(
    pipe: "processes.Pipe[Any, Any]",
    question: engine_queries.PendingQuery,
    query: engine_queries.Query,
    ply: int | None,
) -> dict[str, Any]:
    """Think to the end and return the answer; send reports of the progress if the query wants them."""
    reported = time.monotonic()
    while not question.step():
        if pipe.poll():
            pipe.recv()
            return engine_queries.answer_error(query.id, "cancelled", ply)
        if query.progress is not None and time.monotonic() - reported >= query.progress:
            reported = time.monotonic()
            pipe.send(question.answer(progress=True))
    return question.answer()

"""`vanuatu analyse --serve`: queries on stdin, answers on stdout, several thought about at the same time.

Each process thinks about one query. Threads only wait: one for lines, one for each process, one that
writes; what they have goes to one queue, and the main thread alone decides. So nobody waits for a client
that does not read but the thread that writes to it, and Ctrl-C is always heard.
"""

import contextlib
import multiprocessing
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass
from multiprocessing import connection, process
from queue import SimpleQueue
from typing import Any, Final

from vanuatu.ai.bot import BotError, Limit
from vanuatu.ai.signals import start_thread
from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.game_worker import prepare_worker, starting_workers
from vanuatu.cli.protocol import bot_server, host_lines
from vanuatu.cli.review import archive, engine_queries
from vanuatu.cli.terminal import console
from vanuatu.notation.printable import printable

MOST_WAITING: Final = 10_000  # queries not answered yet and answers not read yet; then nothing more is read
LONGEST_ANSWER: Final = 500
_CANCEL: Final = "cancel"


def serve_queries(spec: str, seed: int, limit: Limit | None, top: int, jobs: int) -> int:
    """Answer until the lines end and all is answered; the exit code."""
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
class Line:
    """A line has come; None is the end of them."""

    text: str | None


@dataclass
class Answer:
    """A process has answered; None: it has ended."""

    worker: "Worker"
    told: dict[str, Any] | None


@dataclass
class Unread:
    """Nobody reads the answers any more."""


class Server:
    """Gives queries to processes in the order they come, and writes answers in the order they are done."""

    def __init__(self, spec: str, limit: Limit | None, top: int, jobs: int) -> None:
        self._make = (spec, limit)
        self._top = top
        self._events: SimpleQueue[Line | Answer | Unread] = SimpleQueue()
        self._room = threading.Semaphore(MOST_WAITING)
        self._workers = [Worker(self._make, self._events) for _ in range(jobs)]
        self._writer = Writer(self._events, self._room)
        self._waiting: deque[engine_queries.Query] = deque()
        self._ended = False

    def run(self) -> None:
        """Serve to the end."""
        start_thread(self._read)
        while not (self._ended and self._idle()):
            event = self._events.get()
            if isinstance(event, Unread):
                return
            if isinstance(event, Line):
                self._take(event.text)
            else:
                self._answered(event)
            self._hand_out()
        self._writer.finish(self._events)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        for worker in self._workers:
            worker.close()

    def _read(self) -> None:
        lines = bot_server.LineReader(sys.stdin.fileno())
        while True:
            self._room.acquire()
            text = lines.wait()
            self._events.put(Line(text))
            if text is None:
                return

    def _take(self, text: str | None) -> None:
        """A line: a query waits for its turn, a cancel ends one, anything else gets an error."""
        if text is None:
            self._ended = True
            return
        if not text.strip():
            self._room.release()
            return
        try:
            read = engine_queries.read_query(text, self._top)
        except engine_queries.BadQuery as bad:
            self._writer.write(engine_queries.answer_error(bad.id, str(bad)))
            return
        if isinstance(read, engine_queries.Cancel):
            self._room.release()
            self._cancel(read.id)
        elif read.id in self._ids():
            self._writer.write(engine_queries.answer_error(read.id, "a query of that id is not answered yet"))
        else:
            self._waiting.append(read)

    def _cancel(self, id: engine_queries.Id) -> None:
        """Give a query up; one that is not there has been answered already."""
        for query in self._waiting:
            if query.id == id:
                self._waiting.remove(query)
                self._writer.write(engine_queries.answer_error(id, "cancelled"))
                return
        for worker in self._workers:
            if worker.query is not None and worker.query.id == id:
                worker.cancel()

    def _ids(self) -> set[engine_queries.Id]:
        running = [worker.query for worker in self._workers if worker.query is not None]
        return {query.id for query in (*self._waiting, *running)}

    def _answered(self, answer: Answer) -> None:
        worker = answer.worker
        query, worker.query = worker.query, None
        if answer.told is not None:
            self._writer.write(answer.told)
            return
        worker.ended = True
        if query is not None:
            self._writer.write(
                engine_queries.answer_error(query.id, "the process that thought about it has ended")
            )

    def _hand_out(self) -> None:
        for at, worker in enumerate(self._workers):
            if worker.query is None and self._waiting:
                if worker.ended:
                    worker.close()
                    self._workers[at] = worker = Worker(self._make, self._events)
                worker.ask(self._waiting.popleft())

    def _idle(self) -> bool:
        return not self._waiting and all(worker.query is None for worker in self._workers)


class Writer:
    """A thread that writes answers, so that nobody else waits until they are read."""

    def __init__(self, events: "SimpleQueue[Line | Answer | Unread]", room: threading.Semaphore) -> None:
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._events = events
        self._room = room
        sys.stdout.flush()
        start_thread(self._run)

    def write(self, answer: dict[str, Any]) -> None:
        """Write an answer as soon as those before it are read."""
        if "error" in answer:
            answer = answer | {"error": printable(str(answer["error"]), LONGEST_ANSWER)}
        self._lines.put((console.json_text(answer) + "\n").encode("utf-8", "replace"))

    def finish(self, events: "SimpleQueue[Line | Answer | Unread]") -> None:
        """Wait until all is read, or nobody reads any more."""
        self._lines.put(None)
        while not isinstance(events.get(), Unread):
            pass

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(sys.stdout.fileno(), rest) :]
                self._room.release()
        self._events.put(Unread())


class Worker:
    """A process that thinks about one query at a time."""

    def __init__(self, make: tuple[str, Limit | None], events: "SimpleQueue[Line | Answer | Unread]") -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: process.BaseProcess = context.Process(target=work, args=(theirs, *make), daemon=True)
        self._events = events
        self.query: engine_queries.Query | None = None
        self.ended = False
        with starting_workers():
            self._process.start()
            start_thread(self._listen)
        theirs.close()

    def ask(self, query: engine_queries.Query) -> None:
        """Have it think about a query."""
        self.query = query
        with contextlib.suppress(OSError):  # that it has ended is heard by the one who listens
            self._pipe.send(query)

    def cancel(self) -> None:
        """Have it give up what it thinks about."""
        with contextlib.suppress(OSError):
            self._pipe.send(_CANCEL)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()

    def _listen(self) -> None:
        try:
            while True:
                self._events.put(Answer(self, self._pipe.recv()))
        except (EOFError, OSError):
            self._events.put(Answer(self, None))


def work(pipe: "connection.Connection[Any, Any]", spec: str, limit: Limit | None) -> None:
    """What such a process does: answer queries until nobody sends any more."""
    prepare_worker()
    with contextlib.suppress(EOFError, OSError):
        while True:
            query = pipe.recv()
            if isinstance(query, engine_queries.Query):  # a cancel may come after the answer
                pipe.send(_answer(pipe, query, spec, limit))


def _answer(
    pipe: "connection.Connection[Any, Any]", query: engine_queries.Query, spec: str, limit: Limit | None
) -> dict[str, Any]:
    """Think about a query, until a cancel comes; whatever goes wrong is told with its id."""
    try:
        question = engine_queries.Question(query, spec, limit)
        try:
            while not question.step():
                if pipe.poll():
                    pipe.recv()
                    return engine_queries.answer_error(query.id, "cancelled")
            return question.answer()
        finally:
            question.close()
    except (host_lines.ProtocolError, BotError) as fault:
        return engine_queries.answer_error(query.id, str(fault))
    except Exception as fault:  # of one query, whatever it is: the others must not suffer
        return engine_queries.answer_error(query.id, f"an unforeseen error ({type(fault).__name__}: {fault})")

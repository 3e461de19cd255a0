"""`vanuatu analyse --serve`: queries on stdin, answers on stdout, several thought about at the same time.

Each process thinks about one query. Threads only wait: one for lines, one for each process, one that
writes; what they have goes to one queue, and the main thread alone decides. So nobody waits for a client
that does not read but the thread that writes to it, and Ctrl-C is always heard.
"""

import os
import sys
import threading
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

# Queries not answered yet and answers not read yet; then nothing more is read.
MOST_WAITING: Final = 10_000
MOST_WAITING_BYTES: Final = 32 << 20
_LINES_AHEAD: Final = 4
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
    """A line has come, as bytes, which take the least room; None is the end of them."""

    text: bytes | None


@dataclass
class Answer:
    """A process has answered; None: it has ended."""

    worker: "Worker"
    told: dict[str, Any] | None


@dataclass
class Unread:
    """No more answers are written: all are, or nobody reads them any more, or there is an error."""

    fault: OSError | None = None


@dataclass(frozen=True)
class Asked:
    """A query that waits, as it came: read, it would take many times the room."""

    id: engine_queries.Id
    line: bytes


class Room:
    """How much may wait. The thread that reads waits for room; answers take theirs without waiting."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._lines = 0
        self._bytes = 0

    def wait_for(self, size: int) -> None:
        """Take room for a line, as soon as there is any."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines < MOST_WAITING and self._bytes < MOST_WAITING_BYTES)
            self._lines += 1
            self._bytes += size

    def change(self, lines: int, size: int) -> None:
        """So many lines and bytes more, or less, wait."""
        with self._changed:
            self._lines += lines
            self._bytes += size
            self._changed.notify_all()


class Server:
    """Gives queries to processes in the order they come, and writes answers in the order they are done."""

    def __init__(self, spec: str, limit: Limit | None, top: int, jobs: int) -> None:
        self._make = (spec, limit)
        self._top = top
        self._events: SimpleQueue[Line | Answer | Unread] = SimpleQueue()
        self._room = Room()
        self._workers: list[Worker] = []
        self._workers += (Worker(self._make, self._top, self._events) for _ in range(jobs))
        self._writer = Writer(self._events, self._room)
        self._waiting: deque[Asked] = deque()
        self._ended = False

    def run(self) -> None:
        """Serve to the end; InputFault if answers cannot be written."""
        start_thread(self._read)
        while not (self._ended and self._idle()):
            event = self._events.get()
            if isinstance(event, Unread):
                _heed_fault(event)
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
            worker.ask_to_end()
        for worker in self._workers:
            worker.end()

    def _read(self) -> None:
        lines = bot_server.LineReader(sys.stdin.fileno(), _LINES_AHEAD)
        while (text := lines.wait()) is not None:
            line = text.encode()
            self._room.wait_for(len(line))
            self._events.put(Line(line))
        self._events.put(Line(None))

    def _take(self, line: bytes | None) -> None:
        """A line: a query waits for its turn, a cancel ends one, anything else gets an error."""
        if line is None:
            self._ended = True
            return
        if not line.strip():
            self._room.change(-1, -len(line))
            return
        try:
            read = engine_queries.read_query(line.decode(), self._top)
        except engine_queries.BadQuery as bad:
            self._answer(Asked(bad.id, line), engine_queries.answer_error(bad.id, str(bad)))
            return
        if isinstance(read, engine_queries.Cancel):
            self._room.change(-1, -len(line))
            self._cancel(read.id)
            return
        asked = Asked(read.id, line)
        if read.id in self._ids():
            self._answer(
                asked, engine_queries.answer_error(read.id, "a query of that id is not answered yet")
            )
        else:
            self._waiting.append(asked)

    def _cancel(self, id: engine_queries.Id) -> None:
        """Give a query up; one that is not there has been answered already.

        It is answered here and now, so that its id can be used again at once: what the process that thinks
        about it may still answer is dropped.
        """
        for asked in self._waiting:
            if asked.id == id:
                self._waiting.remove(asked)
                self._answer(asked, engine_queries.answer_error(id, "cancelled"))
                return
        for worker in self._workers:
            asked_now = worker.asked
            if asked_now is not None and asked_now.id == id:
                worker.cancel()
                self._answer(asked_now, engine_queries.answer_error(id, "cancelled"))

    def _ids(self) -> set[engine_queries.Id]:
        running = [worker.asked for worker in self._workers if worker.asked is not None]
        return {asked.id for asked in (*self._waiting, *running)}

    def _answered(self, answer: Answer) -> None:
        worker = answer.worker
        asked, worker.asked, worker.busy = worker.asked, None, False
        worker.ended = answer.told is None
        if asked is not None:
            ended = engine_queries.answer_error(asked.id, "the process that thought about it has ended")
            self._answer(asked, answer.told or ended)

    def _answer(self, asked: Asked, answer: dict[str, Any]) -> None:
        """Write the answer to a query, in whose room it waits now."""
        self._room.change(0, self._writer.write(answer) - len(asked.line))

    def _hand_out(self) -> None:
        for at, worker in enumerate(self._workers):
            if not worker.busy and self._waiting:
                if worker.ended:
                    worker.end()
                    self._workers[at] = worker = Worker(self._make, self._top, self._events)
                worker.ask(self._waiting.popleft())

    def _idle(self) -> bool:
        return not self._waiting and not any(worker.busy for worker in self._workers)


def _heed_fault(unread: Unread) -> None:
    """InputFault if answers were lost though somebody may want them."""
    fault = unread.fault
    if fault is not None and not isinstance(fault, BrokenPipeError):
        raise InputFault(f"the answers cannot be written: {fault.strerror or fault}")


class Writer:
    """A thread that writes answers, so that nobody else waits until they are read."""

    def __init__(self, events: "SimpleQueue[Line | Answer | Unread]", room: Room) -> None:
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._events = events
        self._room = room
        sys.stdout.flush()
        start_thread(self._run)

    def write(self, answer: dict[str, Any]) -> int:
        """Write an answer as soon as those before it are read; how many bytes it has."""
        if "error" in answer:
            answer = answer | {"error": printable(str(answer["error"]), LONGEST_ANSWER)}
        line = (console.json_text(answer) + "\n").encode("utf-8", "replace")
        self._lines.put(line)
        return len(line)

    def finish(self, events: "SimpleQueue[Line | Answer | Unread]") -> None:
        """Wait until all is read, or nobody reads any more; InputFault if it cannot be written."""
        self._lines.put(None)
        while not isinstance(event := events.get(), Unread):
            pass
        _heed_fault(event)

    def _run(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(sys.stdout.fileno(), rest) :]
                self._room.change(-1, -len(line))
        except OSError as fault:
            self._events.put(Unread(fault))
        else:
            self._events.put(Unread())


class Worker(processes.Worker):
    """A process that thinks about one query at a time."""

    def __init__(
        self, make: tuple[str, Limit | None], top: int, events: "SimpleQueue[Line | Answer | Unread]"
    ) -> None:
        self.asked: Asked | None = None  # what it thinks about, unless that was cancelled
        self.busy = False
        self.ended = False
        super().__init__(work, (*make, top), lambda told: events.put(Answer(self, told)))

    def ask(self, asked: Asked) -> None:
        """Have it think about a query."""
        self.asked, self.busy = asked, True
        self.send(asked.line)

    def cancel(self) -> None:
        """Have it give up what it thinks about."""
        self.asked = None
        self.send(_CANCEL)


def work(pipe: "processes.Pipe[Any, Any]", spec: str, limit: Limit | None, top: int) -> None:
    """What such a process does: answer queries until nobody sends any more."""
    while True:
        line = pipe.recv()
        if isinstance(line, bytes):  # a cancel may come after the answer
            query = engine_queries.read_query(line.decode(), top)
            assert isinstance(query, engine_queries.Query)
            pipe.send(_answer(pipe, query, spec, limit))


def _answer(
    pipe: "processes.Pipe[Any, Any]", query: engine_queries.Query, spec: str, limit: Limit | None
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

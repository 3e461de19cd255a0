"""Who does the work on many games: processes here, or a cluster. To whoever has work they are the same.

`run` gives them the work and hands out what is done in the order of the games.
"""

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from typing import Any, Final, Generic, Protocol, TypeVar

from vanuatu.cli.errors import CallFault
from vanuatu.cli.match import game_worker
from vanuatu.cli.match.participants import dismiss
from vanuatu.cli.match.tasks import Done, Played, Task, Work
from vanuatu.cli.terminal import console
from vanuatu.cli.workers.addresses import AddressFault, full_address, is_open, wants_certificates
from vanuatu.cli.workers.processes import Pipe, Worker

STRIKES: Final = 2  # a game that ends so many workers is left out
_BATCH_SECONDS: Final = 0.15
_MOST_IN_BATCH: Final = 64
_AHEAD: Final = 4096  # games that may wait for one that takes long
_TICK: Final = 0.5

_GONE: Final = "the scheduler is gone"
_PATIENCE: Final = 10  # seconds until a scheduler that does not answer is given up
_DEMANDS: Final = {"require_encryption": True}
_RECOUNT: Final = 2.0  # seconds until the workers of a cluster are counted again

Play = Callable[[list[Work]], list[Played]]

T = TypeVar("T", bound=Task)
D = TypeVar("D", bound=Done)
T_in = TypeVar("T_in", bound=Task, contravariant=True)


class Crew(Protocol[T_in, D]):
    """Workers that take batches of games."""

    def free(self) -> bool:
        """Whether there is somebody to take a batch now."""

    def start(self, batch: Sequence[T_in]) -> futures.Future[list[D]]:
        """Give a batch to a worker that is free."""

    def lost(self, fault: BaseException) -> int:
        """How many workers the failure of a batch has cost; 0 if it is a failure of another kind.

        Those workers are replaced.
        """

    def slots(self) -> int:
        """How many batches are played at the same time."""

    def close(self) -> None:
        """Send everybody home at once, whatever they are doing."""


class LocalCrew(Generic[T, D]):
    """Processes on this machine. When one dies it is known which games it was playing."""

    def __init__(self, jobs: int, play: Callable[[list[T]], list[D]]) -> None:
        self._play = play
        self._lanes: list[_Lane[T, D]] = []
        self._lanes += (_Lane(play) for _ in range(jobs))

    def free(self) -> bool:
        return any(lane.free() for lane in self._lanes)

    def start(self, batch: Sequence[T]) -> futures.Future[list[D]]:
        at = next(at for at, lane in enumerate(self._lanes) if lane.free())
        future = self._lanes[at].start(batch)
        if future is None:  # it died while it had nothing to do
            self._lanes[at] = _Lane(self._play)
            future = self._lanes[at].start(batch)
        return future or _failed()

    def lost(self, fault: BaseException) -> int:
        return int(isinstance(fault, futures.BrokenExecutor))

    def slots(self) -> int:
        return len(self._lanes)

    def close(self) -> None:
        for lane in self._lanes:
            lane.worker.tell_to_end()
        for lane in self._lanes:
            lane.worker.end()


class _Lane(Generic[T, D]):
    """A worker, and the batch that it plays."""

    def __init__(self, play: Callable[[list[T]], list[D]]) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._future: futures.Future[list[D]] | None = None
        self.worker = Worker(_play_batches, (play,), self._hear)

    def free(self) -> bool:
        return self._future is None or self._future.done()

    def start(self, batch: Sequence[T]) -> futures.Future[list[D]] | None:
        """Give it a batch; None if it has ended."""
        with self._lock:
            if self._ended:
                return None
            future = self._future = futures.Future()
        self.worker.send(list(batch))
        return future

    def _hear(self, answer: "tuple[list[D] | None, BaseException | None] | None") -> None:
        with self._lock:
            self._ended = self._ended or answer is None
            future = self._future
        if future is None or future.done():
            return
        games, fault = answer or (None, futures.BrokenExecutor("a worker has ended"))
        if fault is not None:
            future.set_exception(fault)
        else:
            future.set_result(games or [])


def _failed() -> futures.Future[list[D]]:
    """What a worker is at that ended before it began."""
    future: futures.Future[list[D]] = futures.Future()
    future.set_exception(futures.BrokenExecutor("a worker has ended"))
    return future


def _play_batches(pipe: "Pipe[Any, Any]", play: Callable[[list[T]], list[D]]) -> None:
    """What a worker does: play batch after batch."""
    while True:
        batch = pipe.recv()
        try:
            answer: tuple[list[D] | None, Exception | None] = play(batch), None
        except Exception as fault:
            answer = None, fault
        pipe.send(answer)


class ClusterFault(Exception):
    """The cluster cannot be reached or is gone; one line that says why."""


class ClusterCrew(Generic[T, D]):
    """The workers of a Dask scheduler. It replaces those that die, and plays their games again by itself.

    Certificates and whatever else Dask has to know come from its own settings (the tls part of
    `distributed.comm`, in a file that DASK_CONFIG names or in the environment).
    """

    def __init__(self, address: str, play: Callable[[list[T]], list[D]]) -> None:
        try:
            address = full_address(address)
        except AddressFault as fault:
            raise ClusterFault(str(fault)) from None
        try:
            import distributed
        except ImportError:
            raise ClusterFault("a cluster needs Dask: pip install 'vanuatu[cluster]'") from None
        logging.disable()  # what goes wrong is told once, by whoever called
        self._play = play
        self._killed: type[BaseException] = distributed.KilledWorker
        try:
            # Any, because distributed has no types.
            security: Any = distributed.Security(**_DEMANDS if wants_certificates(address) else {})
            if wants_certificates(address) and not security.get_connection_args("client").get("ssl_context"):
                raise ClusterFault(f"{address} wants certificates: DASK_CONFIG names a file that names them")
            # A client that came to nothing must not try to close at the end, and complain that it cannot.
            client: Any = type("Client", (distributed.Client,), {"__del__": lambda _: None})
            self._client: Any = client(address, timeout=_PATIENCE, set_as_default=False, security=security)
        except ClusterFault:
            raise
        except Exception as fault:  # whatever goes wrong in Dask, there is no cluster
            raise ClusterFault(f"no scheduler answers at {address} ({type(fault).__name__})") from None
        self._threads = 0
        self._count_again = 0.0
        # What is not done yet, and the future of Dask that stands for it there.
        self._waiting: dict[futures.Future[list[D]], Any] = {}

    def open_addresses(self) -> list[str]:
        """Where scheduler and workers listen to anybody who reaches them."""
        try:
            # Without a number Dask tells of some workers only. Any, because it has no types.
            known: Any = self._client.scheduler_info(n_workers=-1)
        except (OSError, RuntimeError, TypeError):
            return []
        addresses = [str(known.get("address", "")), *map(str, known.get("workers", ()))]
        return [address for address in addresses if address and is_open(address)]

    def free(self) -> bool:
        self._waiting = {here: there for here, there in self._waiting.items() if not here.done()}
        return len(self._waiting) < self.slots()

    def start(self, batch: Sequence[T]) -> futures.Future[list[D]]:
        here: futures.Future[list[D]] = futures.Future()
        try:
            there = self._client.submit(self._play, list(batch))
            self._client.loop.add_callback(_bring, there, here)
        except (OSError, RuntimeError):
            raise ClusterFault(_GONE) from None
        self._waiting[here] = there
        return here

    def lost(self, fault: BaseException) -> int:
        if isinstance(fault, futures.CancelledError | asyncio.CancelledError | OSError):
            raise ClusterFault(_GONE) from None
        return 2 if isinstance(fault, self._killed) else 0

    def slots(self) -> int:
        """Two batches for each thread, so that no worker waits for its next one; workers come and go."""
        now = time.monotonic()
        if now >= self._count_again:
            self._count_again = now + _RECOUNT
            try:
                threads: dict[str, int] = self._client.ncores()
            except (OSError, RuntimeError):
                raise ClusterFault(_GONE) from None
            self._threads = sum(threads.values())
        return 2 * max(1, self._threads)

    def close(self) -> None:
        with contextlib.suppress(OSError, RuntimeError, futures.TimeoutError):  # then nobody works there
            self._client.cancel([there for here, there in self._waiting.items() if not here.done()])
        self._client.close(timeout=5)


async def _bring(there: Any, here: futures.Future[list[D]]) -> None:
    """Bring here what a future of Dask comes to.

    Dask's own executor asks afterwards how the work has ended, and takes a result for a failure if the worker
    has died just then.
    """
    try:
        result = await there
    except BaseException as fault:
        here.set_exception(fault)
    else:
        here.set_result(result)


def check_crew(jobs: int, cluster: str | None) -> None:
    """CallFault if both say who does the work."""
    if cluster is not None and jobs != 1:
        raise CallFault("--jobs is for this machine, --cluster for others; one of them is enough")


def match_crew(jobs: int, cluster: str | None) -> Crew[Work, Played] | None:
    """Who plays the games of a match, if it is not this process."""
    return crew_for(jobs, cluster, game_worker.play_all, game_worker.play_and_dismiss)


def crew_for(
    jobs: int,
    cluster: str | None,
    here: Callable[[list[T]], list[D]],
    there: Callable[[list[T]], list[D]],
) -> Crew[T, D] | None:
    """A crew that works by `here`, on a cluster by `there`; None where this process does it.

    CallFault if there is no such cluster; that one is open to everybody is told.
    """
    if cluster is None:
        return LocalCrew(jobs, here) if jobs > 1 else None
    try:
        address = full_address(cluster)
        told = warning([address] if is_open(address) else [])
        if told:  # before anything is sent there
            console.say(told)
        crew = ClusterCrew(address, there)
    except (AddressFault, ClusterFault) as fault:
        raise CallFault(str(fault)) from None
    others = "" if told else warning(crew.open_addresses())
    if others:
        console.say(others)
    return crew


def warning(addresses: list[str]) -> str:
    """What to say of addresses that are open to everybody; nothing if none is."""
    if not addresses:
        return ""
    more = f" and {len(addresses) - 1} more" if len(addresses) > 1 else ""
    what = f"WARNING: {addresses[0]}{more} of the cluster is neither a loopback address nor TLS"
    return f"{what}: whoever reaches it can run programs there (docs/SECURITY.md)"


def run_here(works: Iterator[Work]) -> Iterator[Played]:
    """Play the games in this process."""
    game_worker.collect_seldom()
    try:
        for work in works:
            yield game_worker.play(work)
    finally:
        dismiss()


def run(
    works: Sequence[T] | Iterator[T],
    total: int,
    crew: Crew[T, D],
    left_out: Callable[[T], D],
    lost_worker: Callable[[T | None], None] = lambda _: None,
) -> Iterator[D]:
    """Let the crew play the games; they come in the order of their records.

    A worker that dies costs nothing but time: its games are played again, by themselves. One that
    ends STRIKES workers alone is `left_out`. `lost_worker` is told of each death, with the game if it
    is left out.
    """
    return _Run(iter(works), total, crew, left_out, lost_worker).games()


def _fault(future: futures.Future[list[D]]) -> BaseException | None:
    try:
        return future.exception()
    except futures.CancelledError as cancelled:
        return cancelled


class _Run(Generic[T, D]):
    def __init__(
        self,
        works: Iterator[T],
        total: int,
        crew: Crew[T, D],
        left_out: Callable[[T], D],
        lost_worker: Callable[[T | None], None],
    ) -> None:
        self._works = enumerate(works)
        self._left = total
        self._crew = crew
        self._left_out = left_out
        self._lost_worker = lost_worker
        self._again: deque[tuple[int, T]] = deque()  # to be played by themselves
        self._strikes: dict[int, int] = {}
        self._playing: dict[futures.Future[list[D]], list[tuple[int, T]]] = {}
        self._ready: dict[int, D] = {}
        self._next = 0
        self._pace = _BATCH_SECONDS  # seconds a game, as it was lately

    def games(self) -> Iterator[D]:
        try:
            while True:
                while self._next in self._ready:
                    yield self._ready.pop(self._next)
                    self._next += 1
                self._hand_out()
                if not self._playing:
                    return
                done, _ = futures.wait(self._playing, timeout=_TICK, return_when=futures.FIRST_COMPLETED)
                for future in done:
                    self._collect(future)
        finally:
            self._crew.close()

    def _hand_out(self) -> None:
        while self._crew.free():
            batch = self._batch()
            if not batch:
                return
            self._playing[self._crew.start([work for _, work in batch])] = batch

    def _batch(self) -> list[tuple[int, T]]:
        """Some games that take a moment together: sending each by itself would cost more than playing it."""
        if self._again:
            return [self._again.popleft()]
        waiting = len(self._ready) + sum(map(len, self._playing.values()))
        share = self._left // (2 * self._crew.slots())
        size = min(int(_BATCH_SECONDS / self._pace), _MOST_IN_BATCH, share, _AHEAD - waiting)
        batch = []
        for numbered in self._works if waiting < _AHEAD else ():
            batch.append(numbered)
            if len(batch) >= size:
                break
        self._left -= len(batch)
        return batch

    def _collect(self, future: futures.Future[list[D]]) -> None:
        batch = self._playing.pop(future)
        fault = _fault(future)
        if fault is None:
            for (place, _), played in zip(batch, future.result(), strict=True):
                self._ready[place] = played
                self._pace += 0.1 * (max(played["took"], 1e-5) - self._pace)
            return
        deaths = self._crew.lost(fault)
        if not deaths:
            raise fault
        if len(batch) > 1:
            self._lost_worker(None)
            self._again.extend(batch)
            return
        ((place, work),) = batch
        self._strikes[place] = self._strikes.get(place, 0) + deaths
        if self._strikes[place] < STRIKES:
            self._lost_worker(None)
            self._again.append((place, work))
        else:
            self._lost_worker(work)
            self._ready[place] = self._left_out(work)

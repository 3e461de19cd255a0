"""Worker pools: local processes or Dask. `run` sends them tasks and yields the results in order."""

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent import futures
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.terminal import console
from vanuatu.cli.workers.addresses import AddressFault, full_address, is_open, wants_certificates
from vanuatu.cli.workers.processes import Pipe, Worker

STRIKES: Final = 2  # a task that ends this many workers is left out
_BATCH_SECONDS: Final = 0.15
_MOST_IN_BATCH: Final = 64
_AHEAD: Final = 4096  # results that may wait for one that takes long
_TICK: Final = 0.5

_GONE: Final = "the scheduler is gone"
_PATIENCE: Final = 10  # timeout of the scheduler in seconds
_DEMANDS: Final = {"require_encryption": True}
_RECOUNT: Final = 2.0  # seconds between two counts of the workers


@dataclass(frozen=True)
class Task:
    """One of many tasks for workers. It must be possible to pickle it."""

    number: int


@dataclass(frozen=True)
class TaskResult:
    """The result of a task."""

    number: int
    took: float  # seconds


T = TypeVar("T", bound=Task)
D = TypeVar("D", bound=TaskResult)
T_in = TypeVar("T_in", bound=Task, contravariant=True)


class WorkerPool(Protocol[T_in, D]):
    """Workers that process batches of tasks."""

    def free(self) -> bool:
        """Return whether a worker is free."""

    def start(self, batch: Sequence[T_in]) -> futures.Future[list[D]]:
        """Send a batch to a free worker."""

    def count_deaths(self, error: BaseException) -> int:
        """Return how many workers died with a failed batch; 0 if it failed for another reason.

        These workers are replaced.
        """

    def slots(self) -> int:
        """Return how many batches are processed at the same time."""

    def close(self) -> None:
        """Terminate all workers now."""


class LocalPool(Generic[T, D]):
    """Processes on this machine. The batch of a process that dies is known."""

    def __init__(self, jobs: int, process: Callable[[list[T]], list[D]]) -> None:
        self._process = process
        self._workers: list[_LocalWorker[T, D]] = []
        self._workers += (_LocalWorker(process) for _ in range(jobs))

    def free(self) -> bool:
        return any(worker.free() for worker in self._workers)

    def start(self, batch: Sequence[T]) -> futures.Future[list[D]]:
        at = next(at for at, worker in enumerate(self._workers) if worker.free())
        future = self._workers[at].start(batch)
        if future is None:  # it died while it was idle
            self._workers[at] = _LocalWorker(self._process)
            future = self._workers[at].start(batch)
        return future or _failed()

    def count_deaths(self, error: BaseException) -> int:
        return int(isinstance(error, futures.BrokenExecutor))

    def slots(self) -> int:
        return len(self._workers)

    def close(self) -> None:
        for worker in self._workers:
            worker.process.ask_to_end()
        for worker in self._workers:
            worker.process.end()


class _LocalWorker(Generic[T, D]):
    """A worker and its batch."""

    def __init__(self, process: Callable[[list[T]], list[D]]) -> None:
        self._lock = threading.Lock()
        self._ended = False
        self._future: futures.Future[list[D]] | None = None
        self.process = Worker(_process_batches, (process,), self._receive)

    def free(self) -> bool:
        return self._future is None or self._future.done()

    def start(self, batch: Sequence[T]) -> futures.Future[list[D]] | None:
        """Send a batch; return None if the worker has ended."""
        with self._lock:
            if self._ended:
                return None
            future = self._future = futures.Future()
        self.process.send(list(batch))
        return future

    def _receive(self, answer: "tuple[list[D] | None, BaseException | None] | None") -> None:
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
    """Return the future of a batch whose worker ended before it began."""
    future: futures.Future[list[D]] = futures.Future()
    future.set_exception(futures.BrokenExecutor("a worker has ended"))
    return future


def _process_batches(pipe: "Pipe[Any, Any]", process: Callable[[list[T]], list[D]]) -> None:
    """Process batch after batch, in a worker."""
    while True:
        batch = pipe.recv()
        try:
            answer: tuple[list[D] | None, Exception | None] = process(batch), None
        except Exception as fault:
            answer = None, fault
        pipe.send(answer)


class ClusterFault(Exception):
    """The cluster cannot be reached any more. The message is one line."""


class DaskPool(Generic[T, D]):
    """The workers of a Dask scheduler, which replaces dead workers and repeats their tasks.

    Certificates and other settings of Dask come from its own configuration (the tls part of
    `distributed.comm`, in the file of DASK_CONFIG or in the environment).
    """

    def __init__(self, address: str, process: Callable[[list[T]], list[D]]) -> None:
        try:
            address = full_address(address)
        except AddressFault as fault:
            raise ClusterFault(str(fault)) from None
        try:
            import distributed
        except ImportError:
            raise ClusterFault(missing_package("--cluster", "Dask", "cluster")) from None
        logging.disable()  # errors are reported once, by the caller
        self._process = process
        self._killed: type[BaseException] = distributed.KilledWorker
        try:
            # Any, because distributed has no types.
            security: Any = distributed.Security(**_DEMANDS if wants_certificates(address) else {})
            if wants_certificates(address) and not security.get_connection_args("client").get("ssl_context"):
                raise ClusterFault(
                    f"{address} requires certificates: set them in the configuration of Dask (DASK_CONFIG)"
                )
            # A client that failed must not report at exit that it cannot be closed.
            client: Any = type("Client", (distributed.Client,), {"__del__": lambda _: None})
            self._client: Any = client(address, timeout=_PATIENCE, set_as_default=False, security=security)
        except ClusterFault:
            raise
        except Exception as fault:  # Dask raises many kinds of errors
            raise ClusterFault(f"no scheduler answers at {address} ({type(fault).__name__})") from None
        self._threads = 0
        self._count_again = 0.0
        # Unfinished batches, with their futures in Dask.
        self._waiting: dict[futures.Future[list[D]], Any] = {}

    def open_addresses(self) -> list[str]:
        """Return the addresses of scheduler and workers that are open to others."""
        try:
            # Without a number Dask lists only some workers. Any, because it has no types.
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
            there = self._client.submit(self._process, list(batch))
            self._client.loop.add_callback(_copy_result, there, here)
        except (OSError, RuntimeError):
            raise ClusterFault(_GONE) from None
        self._waiting[here] = there
        return here

    def count_deaths(self, error: BaseException) -> int:
        if isinstance(error, futures.CancelledError | asyncio.CancelledError | OSError):
            raise ClusterFault(_GONE) from None
        return 2 if isinstance(error, self._killed) else 0

    def slots(self) -> int:
        """Return two batches per thread, so that no worker waits. Workers may come and go."""
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
        with contextlib.suppress(OSError, RuntimeError, futures.TimeoutError):  # then nothing runs there
            self._client.cancel([there for here, there in self._waiting.items() if not here.done()])
        self._client.close(timeout=5)


async def _copy_result(remote: Any, here: futures.Future[list[D]]) -> None:
    """Copy the result of a future of Dask.

    Dask's own executor asks later how the task ended, and reports a failure if the worker has died
    meanwhile.
    """
    try:
        result = await remote
    except BaseException as fault:
        here.set_exception(fault)
    else:
        here.set_result(result)


def check_pool(jobs: int, cluster: str | None) -> None:
    """Raise CallFault if both choose the workers."""
    if cluster is not None and jobs != 1:
        raise CallFault("--jobs and --cluster both choose the workers. Leave one out.")


def pool_for(
    jobs: int,
    cluster: str | None,
    here: Callable[[list[T]], list[D]],
    there: Callable[[list[T]], list[D]],
) -> WorkerPool[T, D] | None:
    """Return a pool that runs `here`, or `there` on a cluster; None if this process does the work.

    Raise CallFault if the cluster cannot be reached. Print a warning if it is open to others.
    """
    if cluster is None:
        return LocalPool(jobs, here) if jobs > 1 else None
    try:
        address = full_address(cluster)
        warned = warning([address] if is_open(address) else [])
        if warned:  # before anything is sent
            console.print_message(warned)
        pool = DaskPool(address, there)
    except (AddressFault, ClusterFault) as fault:
        raise CallFault(str(fault)) from None
    others = "" if warned else warning(pool.open_addresses())
    if others:
        console.print_message(others)
    return pool


def warning(addresses: list[str]) -> str:
    """Return a warning about open addresses; an empty text if there are none."""
    if not addresses:
        return ""
    more = f" and {len(addresses) - 1} more" if len(addresses) > 1 else ""
    what = f"WARNING: {addresses[0]}{more} of the cluster is neither localhost nor TLS"
    return f"{what}: anyone who can reach it can run programs there. Use 127.0.0.1 or tls://."


def run(
    tasks: Sequence[T] | Iterator[T],
    total: int,
    pool: WorkerPool[T, D],
    left_out: Callable[[T], D],
    lost_worker: Callable[[T | None], None] = lambda _: None,
) -> Generator[D, None, None]:
    """Send tasks to the pool and yield the results in the order of the tasks.

    If a worker dies, its tasks are repeated one by one. A task that ends STRIKES workers alone is replaced
    by `left_out(task)`. `lost_worker` is called for each death, with the task if it is left out.
    """
    return _Run(iter(tasks), total, pool, left_out, lost_worker).results()


def _error_of(future: futures.Future[list[D]]) -> BaseException | None:
    try:
        return future.exception()
    except futures.CancelledError as cancelled:
        return cancelled


class _Run(Generic[T, D]):
    def __init__(
        self,
        tasks: Iterator[T],
        total: int,
        pool: WorkerPool[T, D],
        left_out: Callable[[T], D],
        lost_worker: Callable[[T | None], None],
    ) -> None:
        self._tasks = enumerate(tasks)
        self._left = total
        self._pool = pool
        self._left_out = left_out
        self._lost_worker = lost_worker
        self._again: deque[tuple[int, T]] = deque()  # to be repeated one by one
        self._strikes: dict[int, int] = {}
        self._running: dict[futures.Future[list[D]], list[tuple[int, T]]] = {}
        self._ready: dict[int, D] = {}
        self._next = 0
        self._pace = _BATCH_SECONDS  # recent seconds per task

    def results(self) -> Generator[D, None, None]:
        try:
            while True:
                while self._next in self._ready:
                    yield self._ready.pop(self._next)
                    self._next += 1
                self._hand_out()
                if not self._running:
                    return
                done, _ = futures.wait(self._running, timeout=_TICK, return_when=futures.FIRST_COMPLETED)
                for future in done:
                    self._collect(future)
        finally:
            self._pool.close()

    def _hand_out(self) -> None:
        while self._pool.free():
            batch = self._batch()
            if not batch:
                return
            self._running[self._pool.start([task for _, task in batch])] = batch

    def _batch(self) -> list[tuple[int, T]]:
        """Return some short tasks together, because sending each alone would cost too much time."""
        if self._again:
            return [self._again.popleft()]
        waiting = len(self._ready) + sum(map(len, self._running.values()))
        share = self._left // (2 * self._pool.slots())
        size = min(int(_BATCH_SECONDS / self._pace), _MOST_IN_BATCH, share, _AHEAD - waiting)
        batch = []
        for numbered in self._tasks if waiting < _AHEAD else ():
            batch.append(numbered)
            if len(batch) >= size:
                break
        self._left -= len(batch)
        return batch

    def _collect(self, future: futures.Future[list[D]]) -> None:
        batch = self._running.pop(future)
        error = _error_of(future)
        if error is None:
            for (place, _), result in zip(batch, future.result(), strict=True):
                self._ready[place] = result
                self._pace += 0.1 * (max(result.took, 1e-5) - self._pace)
            return
        deaths = self._pool.count_deaths(error)
        if not deaths:
            raise error
        if len(batch) > 1:
            self._lost_worker(None)
            self._again.extend(batch)
            return
        ((place, task),) = batch
        self._strikes[place] = self._strikes.get(place, 0) + deaths
        if self._strikes[place] < STRIKES:
            self._lost_worker(None)
            self._again.append((place, task))
        else:
            self._lost_worker(task)
            self._ready[place] = self._left_out(task)

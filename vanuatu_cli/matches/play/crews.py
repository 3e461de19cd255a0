"""Who plays the games: this process, processes here, or a cluster. To a match they are all the same."""

import asyncio
import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from typing import Any, Final, Protocol

from vanuatu_cli.matches.addresses import AddressFault, full_address, is_open, wants_certificates
from vanuatu_cli.matches.play.playing import play_all, play_and_dismiss, prepare_worker
from vanuatu_cli.matches.play.work import Played, Work

_GONE: Final = "the scheduler is gone"
_PATIENCE: Final = 10  # seconds until a scheduler that does not answer is given up
_DEMANDS: Final = {"require_encryption": True}
_RECOUNT: Final = 2.0  # seconds until the workers of a cluster are counted again

Play = Callable[[list[Work]], list[Played]]


class Crew(Protocol):
    """Workers that take batches of games."""

    def free(self) -> bool:
        """Whether there is somebody to take a batch now."""

    def start(self, batch: list[Work]) -> Future[list[Played]]:
        """Give a batch to a worker that is free."""

    def lost(self, fault: BaseException) -> int:
        """How many workers the failure of a batch has cost; 0 if it is a failure of another kind.

        Those workers are replaced.
        """

    def slots(self) -> int:
        """How many batches are played at the same time."""

    def close(self) -> None:
        """Send everybody home at once, whatever they are doing."""


class LocalCrew:
    """Processes on this machine.

    Each is an executor of its own with one worker, so that when a worker dies it is known which
    games it was playing, and nobody else is disturbed.
    """

    def __init__(self, jobs: int, play: Play = play_all) -> None:
        self._play = play
        self._context = multiprocessing.get_context("spawn")
        self._lanes = [self._lane() for _ in range(jobs)]
        self._busy: dict[int, Future[list[Played]]] = {}

    def free(self) -> bool:
        return self._free_lane() is not None

    def start(self, batch: list[Work]) -> Future[list[Played]]:
        lane = self._free_lane()
        assert lane is not None
        try:
            future = self._lanes[lane].submit(self._play, batch)
        except BrokenExecutor:  # it died while it had nothing to do
            self._replace(lane)
            future = self._lanes[lane].submit(self._play, batch)
        _hear_of_death(self._lanes[lane])
        self._busy[lane] = future
        return future

    def lost(self, fault: BaseException) -> int:
        if not isinstance(fault, BrokenExecutor):
            return 0
        for lane, future in list(self._busy.items()):
            if future.done() and isinstance(future.exception(), BrokenExecutor):
                self._replace(lane)
        return 1

    def slots(self) -> int:
        return len(self._lanes)

    def close(self) -> None:
        for process in multiprocessing.active_children():
            process.terminate()
        for lane in self._lanes:
            lane.shutdown(wait=True, cancel_futures=True)

    def _lane(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, mp_context=self._context, initializer=prepare_worker)

    def _replace(self, lane: int) -> None:
        self._busy.pop(lane, None)
        self._lanes[lane].shutdown(wait=False)
        self._lanes[lane] = self._lane()

    def _free_lane(self) -> int | None:
        for lane in range(len(self._lanes)):
            future = self._busy.get(lane)
            if future is None or future.done():
                return lane
        return None


def _hear_of_death(lane: ProcessPoolExecutor) -> None:
    """Close this process's copy of the end of the pipe into which the lane's one worker writes.

    While it is open, a worker that dies in the middle of a result leaves the executor waiting for
    the rest of it for ever. The executor offers no other way to it.
    """
    results: Any = lane._result_queue  # Any, because what is private has no types
    results._writer.close()


class ClusterFault(Exception):
    """The cluster cannot be reached or is gone; one line that says why."""


class ClusterCrew:
    """The workers of a Dask scheduler. It replaces those that die, and plays their games again by itself.

    Certificates and whatever else Dask has to know come from its own settings (the tls part of
    `distributed.comm`, in a file that DASK_CONFIG names or in the environment).
    """

    def __init__(self, address: str, play: Play = play_and_dismiss) -> None:
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
        self._executor: Executor = self._client.get_executor()
        self._threads = 0
        self._count_again = 0.0
        self._waiting: set[Future[list[Played]]] = set()

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
        self._waiting = {future for future in self._waiting if not future.done()}
        return len(self._waiting) < self.slots()

    def start(self, batch: list[Work]) -> Future[list[Played]]:
        try:
            future = self._executor.submit(self._play, batch)
        except (OSError, RuntimeError):
            raise ClusterFault(_GONE) from None
        self._waiting.add(future)
        return future

    def lost(self, fault: BaseException) -> int:
        if isinstance(fault, CancelledError | asyncio.CancelledError | OSError):
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
        for future in self._waiting:
            future.cancel()
        self._client.close(timeout=5)

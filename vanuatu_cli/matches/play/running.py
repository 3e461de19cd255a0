"""Gives work on many games to a crew, and hands out what is done in the order of the games."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Final, Generic

from vanuatu_cli.matches.outsiders import dismiss
from vanuatu_cli.matches.play.crews import Crew, D, T
from vanuatu_cli.matches.play.playing import collect_seldom, play
from vanuatu_cli.matches.play.work import Played, Work

STRIKES: Final = 2  # a game that ends so many workers is left out
_BATCH_SECONDS: Final = 0.15
_MOST_IN_BATCH: Final = 64
_AHEAD: Final = 4096  # games that may wait for one that takes long
_TICK: Final = 0.5


def run_here(works: Iterator[Work]) -> Iterator[Played]:
    """Play the games in this process."""
    collect_seldom()
    try:
        for work in works:
            yield play(work)
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


def _fault(future: Future[list[D]]) -> BaseException | None:
    try:
        return future.exception()
    except CancelledError as cancelled:
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
        self._playing: dict[Future[list[D]], list[tuple[int, T]]] = {}
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
                done, _ = wait(self._playing, timeout=_TICK, return_when=FIRST_COMPLETED)
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

    def _collect(self, future: Future[list[D]]) -> None:
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

"""The keyboard loop can be interrupted at any time, also before it starts and after it has ended."""

import asyncio
import gc
import signal
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from vanuatu.cli.play.prompt_loop import run
from vanuatu.cli.terminal import signals

BOTH = pytest.mark.parametrize(
    ("number", "kind"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGHUP, signals.Ended)]
)


@pytest.fixture(autouse=True)
def signals_are_handled() -> Iterator[None]:
    before = {number: signal.signal(number, signals._handle) for number in (signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    signals.reset()


async def ask(moments: int, number: int = signal.SIGINT) -> str:
    for _ in range(moments):
        await asyncio.sleep(0)
        signal.raise_signal(number)
    return "an answer"


def test_uninterrupted_call_returns_result() -> None:
    assert run(ask(0)) == "an answer"


@BOTH
def test_interrupt_while_waiting(number: int, kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        run(ask(1, number))


@BOTH
@pytest.mark.parametrize("moment", ["new_event_loop", "set_event_loop"])
def test_interrupt_before_start_or_after_end_keeps_loop_usable(
    number: int, kind: type[BaseException], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncio sets the loop when it starts and None when it ends."""
    real = getattr(asyncio.events, moment)

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(number)
        return real(*arguments)

    monkeypatch.setattr(asyncio.events, moment, interrupted)
    with pytest.raises(kind):
        run(ask(0))
    monkeypatch.undo()
    gc.collect()


def test_exception_before_loop_starts_leaves_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(asyncio.events, "new_event_loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(ask(0))
    gc.collect()


def test_cancelled_prompt_restores_terminal_before_signal_is_raised() -> None:
    done = []

    async def busy() -> None:
        try:
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGHUP)
            await asyncio.sleep(5)
        finally:
            done.append("given back")

    with pytest.raises(signals.Ended) as ended:
        run(busy())
    assert (ended.value.code, done) == (129, ["given back"])

"""What waits for the keyboard is interrupted at any moment, also before it begins and after it has ended."""

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
def signals_are_heard() -> Iterator[None]:
    before = {number: signal.signal(number, signals._hear) for number in (signal.SIGINT, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    signals.go_on()


async def ask(moments: int, number: int = signal.SIGINT) -> str:
    for _ in range(moments):
        await asyncio.sleep(0)
        signal.raise_signal(number)
    return "an answer"


def test_what_is_not_interrupted_gives_its_answer() -> None:
    assert run(ask(0)) == "an answer"


@BOTH
def test_an_interruption_while_it_waits(number: int, kind: type[BaseException]) -> None:
    with pytest.raises(kind):
        run(ask(1, number))


@BOTH
@pytest.mark.parametrize("moment", ["new_event_loop", "set_event_loop"])
def test_an_interruption_before_it_begins_or_after_it_has_ended_tears_no_loop(
    number: int, kind: type[BaseException], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncio sets the loop when it begins, and none when it ends."""
    real = getattr(asyncio.events, moment)

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(number)
        return real(*arguments)

    monkeypatch.setattr(asyncio.events, moment, interrupted)
    with pytest.raises(kind):
        run(ask(0))
    monkeypatch.undo()
    gc.collect()


def test_an_exception_before_there_is_a_loop_leaves_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(asyncio.events, "new_event_loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(ask(0))
    gc.collect()


def test_what_is_cancelled_gives_the_terminal_back_before_the_signal_is_raised() -> None:
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

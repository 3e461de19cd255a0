"""What waits for the keyboard is interrupted at any moment, also before it begins."""

import asyncio
import functools
import gc
import signal
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

from vanuatu.cli.play.prompt_loop import run
from vanuatu.cli.terminal.signals import Ended


@pytest.fixture(autouse=True)
def interruptions_are_python_s() -> Iterator[None]:
    """asyncio counts interruptions only where nobody else handles them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


async def ask(moments: int) -> str:
    for _ in range(moments):
        await asyncio.sleep(0)
        signal.raise_signal(signal.SIGINT)
    return "an answer"


def test_what_is_not_interrupted_gives_its_answer() -> None:
    assert run(ask(0)) == "an answer"


def test_an_interruption_while_it_waits() -> None:
    with pytest.raises(KeyboardInterrupt):
        run(ask(1))


def test_an_interruption_in_the_moment_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    real = signal.signal

    def interrupted(number: int, handler: Any) -> Any:
        before = real(number, handler)
        if isinstance(handler, functools.partial):  # asyncio's own; it counts interruptions from now on
            signal.raise_signal(number)
        return before

    monkeypatch.setattr(signal, "signal", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(ask(0))


def test_an_interruption_before_there_is_a_loop_leaves_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(asyncio.events, "new_event_loop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(ask(0))
    gc.collect()


def test_being_asked_to_end_while_a_callback_runs_ends_what_waits() -> None:
    """asyncio tells any other exception of a callback to its handler and goes on."""

    def asked() -> NoReturn:
        raise Ended(signal.SIGTERM)

    async def busy() -> None:
        asyncio.get_running_loop().call_soon(asked)
        await asyncio.sleep(5)

    with pytest.raises(Ended) as ended:
        run(busy())
    assert ended.value.code == 143

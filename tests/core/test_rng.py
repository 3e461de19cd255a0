"""The generator gives the same numbers compiled and interpreted, on every machine."""

import subprocess
import sys
from collections import Counter

import pytest

from vanuatu.core.rng import Rng

INTERRUPTED = """
import signal
from vanuatu.core.rng import Rng

def hear(*_):
    raise InterruptedError

signal.signal(signal.SIGALRM, hear)
heard, rng = 0, Rng(1)
while heard < 300:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0003)
        while True:
            rng.fork()
    except InterruptedError:
        heard += 1
print(heard)
"""


def test_the_numbers_of_a_seed_never_change() -> None:
    rng = Rng(1)
    assert [int(rng.bits()) for _ in range(4)] == [2451770737, 1261238622, 3841135096, 4174618050]
    rng = Rng(0)
    assert [int(rng.below(6)) for _ in range(12)] == [3, 0, 0, 1, 1, 0, 5, 0, 4, 4, 4, 1]


def test_any_whole_number_is_a_seed() -> None:
    assert Rng(-5).unit() == 0.3308780824299902
    assert int(Rng(2**70).bits()) == 2412774393


@pytest.mark.parametrize("n", [1, 2, 6, 7, 462])
def test_numbers_below_a_bound_are_equally_likely(n: int) -> None:
    rng = Rng(4)
    draws = 3000 * min(n, 10)
    found = Counter(int(rng.below(n)) for _ in range(draws))
    assert set(found) <= set(range(n))
    expected = draws / n
    assert all(abs(times - expected) <= 5 * expected**0.5 for times in found.values())


def test_a_unit_is_at_least_0_and_below_1() -> None:
    rng = Rng(5)
    units = [rng.unit() for _ in range(2000)]
    assert min(units) >= 0.0
    assert max(units) < 1.0
    assert 0.45 < sum(units) / len(units) < 0.55


def test_a_fork_goes_its_own_way_and_the_same_way_again() -> None:
    rng, again = Rng(6), Rng(6)
    fork, same = rng.fork(), again.fork()
    numbers = [int(fork.bits()) for _ in range(5)]
    assert numbers == [int(same.bits()) for _ in range(5)]
    assert numbers != [int(rng.bits()) for _ in range(5)]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no interval timers")
def test_a_signal_while_seeding_raises_and_does_not_end_the_process() -> None:
    ended = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "300\n", "")

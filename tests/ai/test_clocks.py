"""Times and clocks."""

import pytest

from vanuatu.ai.clocks import Clock, ClockError, TimeControl, clock_text, read_control, read_seconds


@pytest.mark.parametrize(
    ("text", "base", "increment"),
    [("10s+0.1s", 10, 0.1), ("10+0.1", 10, 0.1), ("2m + 1s", 120, 1), ("500ms", 0.5, 0), ("1h", 3600, 0)],
)
def test_time_control_has_game_time_and_increment(text: str, base: float, increment: float) -> None:
    assert read_control(text) == TimeControl(base, increment)


@pytest.mark.parametrize(
    "text", ["", "s", "+1s", "10x", "-5s", "1e3s", "0s", "0s+0s", "nan", "99999h", "1s+1s+1s"]
)
def test_invalid_time_is_refused(text: str) -> None:
    with pytest.raises(ClockError):
        read_control(text)


def test_clock_adds_increment_after_each_move() -> None:
    clock = Clock(TimeControl(10, 1))
    assert clock.left == 11
    assert clock.spend(3)
    assert clock.left == 9


def test_expired_clock_is_reported() -> None:
    clock = Clock(TimeControl(1))
    assert clock.spend(0.9)
    assert not clock.spend(0.2)


def test_time_budget_never_exceeds_clock() -> None:
    clock = Clock(TimeControl(5, 0.1))
    for _ in range(300):
        allowed = clock.allowance()
        assert 0 < allowed < clock.left
        assert clock.spend(allowed)


def test_a_clock_is_shown_as_hours_minutes_and_seconds() -> None:
    assert clock_text(90.5) == "0:01:30.5"
    assert clock_text(3600) == "1:00:00"
    assert clock_text(-1) == "0:00:00"


def test_lengths_of_time() -> None:
    assert read_seconds(".5s") == 0.5
    assert read_seconds("3") == 3

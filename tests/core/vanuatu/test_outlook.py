"""An outlook is one number: its parts are separate, and a search remembers all that it has seen."""

from random import Random

from vanuatu.core.vanuatu import outlook
from vanuatu.core.vanuatu.outlook import SeenOutlooks

# The most that each part can hold, and a middling one beside it.
FULL = outlook.begin(0xFF, 27, 9, 3, 0xFFF, 0xFFF, True)
SOME = outlook.begin(0b10010001, 11, 4, 2, 0x012, 0x201, True)


def parts(now: int) -> tuple[int, int, int, int, int, int, int, bool]:
    return (
        int(outlook.left(now)),
        int(outlook.boat(now)),
        int(outlook.vatus(now)),
        int(outlook.points(now)),
        int(outlook.fish(now)),
        int(outlook.treasure(now)),
        int(outlook.hut(now)),
        outlook.has_bonus(now),
    )


def test_every_part_can_be_read_again() -> None:
    assert parts(FULL) == (0xFF, 27, 9, 3, 0xFFF, 0xFFF, -1, True)
    assert parts(SOME) == (0b10010001, 11, 4, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.begin(0, 1, 0, 0, 0, 0, False)) == (0, 1, 0, 0, 0, 0, -1, False)


def test_a_planned_rest_is_left_out() -> None:
    assert outlook.left(outlook.begin(0x1FF, 1, 0, 0, 0, 0, False)) == 0xFF


def test_each_change_touches_its_part_alone() -> None:
    assert parts(outlook.done(SOME, 7)) == (0b00010001, 11, 4, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.done(SOME, 0)) == (0b10010000, 11, 4, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.claimed(SOME)) == (0b10010001, 11, 4, 2, 0x012, 0x201, -1, False)
    assert parts(outlook.paid(SOME, 3)) == (0b10010001, 11, 1, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.with_purse(SOME, 9, 3)) == (0b10010001, 11, 9, 3, 0x012, 0x201, -1, True)
    assert parts(outlook.sailed(SOME, 27)) == (0b10010001, 27, 4, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.sailed(SOME, 1)) == (0b10010001, 1, 4, 2, 0x012, 0x201, -1, True)
    assert parts(outlook.built(SOME, 4)) == (0b10010001, 11, 4, 2, 0x012, 0x201, 4, True)
    assert parts(outlook.caught(SOME, 3)) == (0b10010001, 11, 4, 2, 0x112, 0x201, -1, True)
    assert parts(outlook.all_fish_sold(SOME)) == (0b10010001, 11, 4, 2, 0, 0x201, -1, True)
    assert parts(outlook.found(SOME, 2)) == (0b10010001, 11, 4, 2, 0x012, 0x211, -1, True)
    assert parts(outlook.treasure_sold(SOME, 3)) == (0b10010001, 11, 4, 2, 0x012, 0x101, -1, True)


def test_seen_outlook_is_never_new_again() -> None:
    random = Random(1)
    seen = SeenOutlooks()
    seen.begin()
    met: set[int] = set()
    for _ in range(5000):
        left, boat, vatus = random.randrange(256), random.randrange(28), random.randrange(3)
        now = outlook.begin(left, boat, vatus, random.randrange(4), 0x11, 0, True)
        assert seen.is_new(now) == (now not in met)
        met.add(int(now))


def test_new_search_has_seen_no_outlook() -> None:
    seen = SeenOutlooks()
    for _ in range(200):  # more than any list of plans asks for
        seen.begin()
        assert [seen.is_new(SOME), seen.is_new(FULL)] == [True, True]
        assert [seen.is_new(SOME), seen.is_new(FULL)] == [False, False]

"""What a seat may not know is in nothing that it is shown; what it saw stays when secrets are redrawn."""

import copy
import pickle
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.ai.environments.setups import Setup, numbering, played
from vanuatu.ai.environments.episode import NOBODY, Course
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import At, RestToken, hidden
from vanuatu.core.vanuatu.state import VanuatuState, position_of

RESTFUL: Setup = ("vanuatu", 5, ())
TOKENS = range(int(RestToken.COUNT))


def rested(games: int, stride: int = 1) -> Iterator[Course]:
    """Moments of games in which many rest, while some tokens are out."""
    for seed in range(games):
        for course in played(RESTFUL, seed, resting=True)[seed % stride :: stride]:
            state = course.state
            assert isinstance(state, VanuatuState)
            if state.b[At.RESTS] > 0 and course.actor not in (CHANCE, OVER):
                yield course


def taken(state: object) -> list[tuple[int, int]]:
    """The rests of the round: who, and which token."""
    assert isinstance(state, VanuatuState)
    return [
        (int(state.b[At.TAKEN + i] >> 3), int(state.b[At.TAKEN + i] & 7)) for i in range(state.b[At.RESTS])
    ]


def with_tokens(course: Course, tokens: list[int]) -> Course:
    """The same moment, but for which tokens were taken."""
    state = course.state
    assert isinstance(state, VanuatuState)
    numbers = list(state.b)
    for i, (seat, _) in enumerate(taken(state)):
        numbers[At.TAKEN + i] = seat << 3 | tokens[i]
    other = course.copy()
    other.state = position_of(
        int(state.players), [int(n) for n in numbers], int(state.actor), int(state.round)
    )
    return other


def thinkable(course: Course, seat: int) -> list[list[int]]:
    """All tokens that may have been taken as far as the seat knows: by hand, not by the core."""
    rests = taken(course.state)
    looks = [i for i, (who, _) in enumerate(rests) if who == seat]
    if course.halfway and course.actor == seat:
        looks.append(len(rests))
    found = []
    for tokens in permutations(TOKENS, len(rests)):
        same = all(tokens[i] == token for i, (who, token) in enumerate(rests) if who == seat)
        same_looks = all({token for _, token in rests[:look]} == set(tokens[:look]) for look in looks)
        if same and same_looks:
            found.append(list(tokens))
    return found


def shown(course: Course, seat: int) -> tuple[object, ...]:
    return course.observation(seat), course.position(seat), course.known(seat)


def test_changing_what_a_seat_may_not_know_changes_nothing_that_it_is_shown() -> None:
    changed = revealing = 0
    for course in rested(games=3, stride=8):
        for seat in range(5):
            before = shown(course, seat)
            for tokens in thinkable(course, seat):
                other = with_tokens(course, tokens)
                assert shown(other, seat) == before
                if tokens != [token for _, token in taken(course.state)]:
                    changed += 1
                    revealing += other.observation(-1) != course.observation(-1)
    assert changed > 500
    assert revealing == changed  # the state of the environment does tell them apart


def test_what_a_seat_does_know_is_shown() -> None:
    told = 0
    for course in rested(games=1, stride=8):
        everything = [list(tokens) for tokens in permutations(TOKENS, len(taken(course.state)))]
        for seat in range(5):
            known = thinkable(course, seat)
            for tokens in everything:
                if tokens not in known:
                    told += 1
                    assert shown(with_tokens(course, tokens), seat) != shown(course, seat)
    assert told > 100


def test_secrets_are_drawn_anew_from_all_that_can_be_and_nothing_else() -> None:
    rng = Rng(1)
    for number, course in enumerate(rested(games=2)):
        seat = number % 5
        drawn = {
            tuple(token for _, token in taken(course.numbering.hide(course.state, seat, course.halfway, rng)))
            for _ in range(200)
        }
        assert drawn == {tuple(tokens) for tokens in thinkable(course, seat)}


def test_each_rest_may_have_brought_what_can_be_thought_of() -> None:
    for course in rested(games=1):
        state = course.state
        assert isinstance(state, VanuatuState)
        for seat in range(5):
            looking = course.halfway and course.actor == seat
            bits = [
                sum({1 << tokens[i] for tokens in thinkable(course, seat)}) for i in range(len(taken(state)))
            ]
            assert [int(token) for token in hidden.may_hold(state.b, seat, looking)] == bits


def test_a_course_drawn_anew_shows_the_seat_all_the_same_moves_and_all_it_saw() -> None:
    rng = Rng(7)
    others = 0
    for course in rested(games=3, stride=10):
        for seat in range(5):
            numbers = course.redrawn(seat, rng)
            if numbers == course.numbers():
                continue
            others += 1
            other = Course(course.numbering, course.start)
            for number in numbers:
                assert other.is_legal(number)
                other.play(number)
            assert other.information(seat) == course.information(seat)
            assert shown(other, seat) == shown(course, seat)
            assert (other.actor, other.halfway) == (course.actor, course.halfway)
            if course.actor == seat:
                assert other.legal() == course.legal()
            secret = [token for _, token in taken(other.state)]
            assert secret != [token for _, token in taken(course.state)]
    assert others > 30


def test_to_rest_is_two_steps_and_only_the_second_shows_what_is_left() -> None:
    course = next(course for course in rested(games=9) if course.halfway and len(taken(course.state)) == 2)
    seat, out = course.actor, {token for _, token in taken(course.state)}
    assert [course.token(number) for number in course.legal()] == [
        f"R{'fbpv'[token]}" for token in TOKENS if token not in out
    ]
    left = ",".join(map(str, course.legal()))
    assert course.information(seat).endswith(f"[{left}]")
    assert "[" not in course.information((seat + 1) % 5).rsplit(" ", 1)[-1]
    assert course.position(seat).endswith(" halfway")


def test_who_knows_no_secret_sees_none() -> None:
    for course in rested(games=1):
        assert course.known(NOBODY) == "/".join(["fbpv"] * len(taken(course.state)))
        assert course.known(-1) == "/".join("fbpv"[token] for _, token in taken(course.state))


def test_secrets_of_a_round_that_is_over_are_known_to_all() -> None:
    for course in rested(games=1):
        others = course.information((course.actor + 1) % 5)
        running = [word for word in others.split() if word.endswith("?")]
        assert len(running) <= len(taken(course.state))


@pytest.mark.parametrize("setup", [("vanuatu", 3, ("waters",)), ("maori", 2, ("ship",))])
def test_a_course_can_be_copied_and_pickled(setup: Setup) -> None:
    course = played(setup, seed=4)[70]
    for twin in (course.copy(), copy.deepcopy(course), pickle.loads(pickle.dumps(course))):
        assert twin.state == course.state
        assert twin.numbers() == course.numbers()
        assert [twin.information(seat) for seat in range(2)] == [
            course.information(seat) for seat in range(2)
        ]
        before = list(course.numbers())
        twin.play(twin.legal()[0])
        assert course.numbers() == before
    assert numbering(setup).actions == course.numbering.actions

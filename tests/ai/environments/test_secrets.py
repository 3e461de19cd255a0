"""Observations contain no hidden information; resampling keeps what the seat saw."""

import copy
import pickle
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.ai.environments.setups import Setup, numbering, played
from vanuatu.ai.environments.episode import NOBODY, Episode
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import hidden
from vanuatu.core.vanuatu.layout import At
from vanuatu.core.vanuatu.state import VanuatuState, position_of
from vanuatu.core.vanuatu.tables import RestToken

RESTFUL: Setup = ("vanuatu", 5, ())
TOKENS = range(int(RestToken.COUNT))


def rested(games: int, stride: int = 1) -> Iterator[Episode]:
    """Return positions with many rests, while some tokens are taken."""
    for seed in range(games):
        for episode in played(RESTFUL, seed, resting=True)[seed % stride :: stride]:
            state = episode.state
            assert isinstance(state, VanuatuState)
            if state.b[At.RESTS] > 0 and episode.actor not in (CHANCE, OVER):
                yield episode


def taken(state: object) -> list[tuple[int, int]]:
    """Return the rests of the round: seat and token."""
    assert isinstance(state, VanuatuState)
    return [
        (int(state.b[At.TAKEN + i] >> 3), int(state.b[At.TAKEN + i] & 7)) for i in range(state.b[At.RESTS])
    ]


def with_tokens(episode: Episode, tokens: list[int]) -> Episode:
    """Return the same position with other tokens taken."""
    state = episode.state
    assert isinstance(state, VanuatuState)
    numbers = list(state.b)
    for i, (seat, _) in enumerate(taken(state)):
        numbers[At.TAKEN + i] = seat << 3 | tokens[i]
    other = episode.copy()
    other.state = position_of(
        int(state.players), [int(n) for n in numbers], int(state.actor), int(state.round)
    )
    return other


def possible_tokens(episode: Episode, seat: int) -> list[list[int]]:
    """Return all tokens that the seat considers possible, computed without the core."""
    rests = taken(episode.state)
    looks = [i for i, (who, _) in enumerate(rests) if who == seat]
    if episode.halfway and episode.actor == seat:
        looks.append(len(rests))
    found = []
    for tokens in permutations(TOKENS, len(rests)):
        same = all(tokens[i] == token for i, (who, token) in enumerate(rests) if who == seat)
        same_looks = all({token for _, token in rests[:look]} == set(tokens[:look]) for look in looks)
        if same and same_looks:
            found.append(list(tokens))
    return found


def shown(episode: Episode, seat: int) -> tuple[object, ...]:
    return episode.observation(seat), episode.position(seat), episode.known(seat)


def test_hidden_information_does_not_change_observation() -> None:
    changed = revealing = 0
    for episode in rested(games=3, stride=8):
        for seat in range(5):
            before = shown(episode, seat)
            for tokens in possible_tokens(episode, seat):
                other = with_tokens(episode, tokens)
                assert shown(other, seat) == before
                if tokens != [token for _, token in taken(episode.state)]:
                    changed += 1
                    revealing += other.observation(-1) != episode.observation(-1)
    assert changed > 500
    assert revealing == changed  # the state of the environment does tell them apart


def test_known_information_is_in_observation() -> None:
    reasons_seen = 0
    for episode in rested(games=1, stride=8):
        everything = [list(tokens) for tokens in permutations(TOKENS, len(taken(episode.state)))]
        for seat in range(5):
            known = possible_tokens(episode, seat)
            for tokens in everything:
                if tokens not in known:
                    reasons_seen += 1
                    assert shown(with_tokens(episode, tokens), seat) != shown(episode, seat)
    assert reasons_seen > 100


def test_resampling_covers_exactly_the_possible_secrets() -> None:
    rng = Rng(1)
    for number, episode in enumerate(rested(games=2)):
        seat = number % 5
        drawn = {
            tuple(
                token for _, token in taken(episode.numbering.hide(episode.state, seat, episode.halfway, rng))
            )
            for _ in range(200)
        }
        assert drawn == {tuple(tokens) for tokens in possible_tokens(episode, seat)}


def test_each_rest_can_be_any_possible_token() -> None:
    for episode in rested(games=1):
        state = episode.state
        assert isinstance(state, VanuatuState)
        for seat in range(5):
            looking = episode.halfway and episode.actor == seat
            bits = [
                sum({1 << tokens[i] for tokens in possible_tokens(episode, seat)})
                for i in range(len(taken(state)))
            ]
            assert [int(token) for token in hidden.may_hold(state.b, seat, looking)] == bits


def test_resampled_episode_keeps_moves_and_observations_of_seat() -> None:
    rng = Rng(7)
    others = 0
    for episode in rested(games=3, stride=10):
        for seat in range(5):
            numbers = episode.resampled_numbers(seat, rng)
            if numbers == episode.numbers():
                continue
            others += 1
            other = Episode(episode.numbering, episode.start)
            for number in numbers:
                assert other.is_legal(number)
                other.play(number)
            assert other.information(seat) == episode.information(seat)
            assert shown(other, seat) == shown(episode, seat)
            assert (other.actor, other.halfway) == (episode.actor, episode.halfway)
            if episode.actor == seat:
                assert other.legal() == episode.legal()
            secret = [token for _, token in taken(other.state)]
            assert secret != [token for _, token in taken(episode.state)]
    assert others > 30


def test_rest_is_two_steps_and_second_shows_remaining_tokens() -> None:
    episode = next(
        episode for episode in rested(games=9) if episode.halfway and len(taken(episode.state)) == 2
    )
    seat, out = episode.actor, {token for _, token in taken(episode.state)}
    assert [episode.token(number) for number in episode.legal()] == [
        f"R{'fbpv'[token]}" for token in TOKENS if token not in out
    ]
    left = ",".join(map(str, episode.legal()))
    assert episode.information(seat).endswith(f"[{left}]")
    assert "[" not in episode.information((seat + 1) % 5).rsplit(" ", 1)[-1]
    assert episode.position(seat).endswith(" halfway")


def test_observer_without_secrets_sees_none() -> None:
    for episode in rested(games=1):
        assert episode.known(NOBODY) == "/".join(["fbpv"] * len(taken(episode.state)))
        assert episode.known(-1) == "/".join("fbpv"[token] for _, token in taken(episode.state))


def test_secrets_of_finished_round_are_public() -> None:
    for episode in rested(games=1):
        others = episode.information((episode.actor + 1) % 5)
        running = [word for word in others.split() if word.endswith("?")]
        assert len(running) <= len(taken(episode.state))


@pytest.mark.parametrize("setup", [("vanuatu", 3, ("waters",)), ("maori", 2, ("ship",))])
def test_episode_can_be_copied_and_pickled(setup: Setup) -> None:
    episode = played(setup, seed=4)[70]
    for twin in (episode.copy(), copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))):
        assert twin.state == episode.state
        assert twin.numbers() == episode.numbers()
        assert [twin.information(seat) for seat in range(2)] == [
            episode.information(seat) for seat in range(2)
        ]
        before = list(episode.numbers())
        twin.play(twin.legal()[0])
        assert episode.numbers() == before
    assert numbering(setup).actions == episode.numbering.actions

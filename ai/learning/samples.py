"""Positions to learn from: their features, and the results of their games."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import vanuatu
from vanuatu.ai.advisor import SOFTMAX_OF_SPREAD, create_advisor
from vanuatu.ai.weight_files import position_features_for, setup_name, weighted_variants
from vanuatu.core.game import OVER, Game, State
from vanuatu.notation.game import session_of
from vanuatu.notation.session import Session

Array = Any  # of numpy, whose types need the extra "learn"


class NoTrainingData(Exception):
    """There is no position to learn from. The message is one line."""


@dataclass
class Samples:
    """Positions that a search would evaluate, in the order of their games."""

    own: Array  # by position, seat, feature
    table: Array  # by position, feature: the sums over the seats, then the table's
    stage: Array  # by position
    game: Array  # by position: the number of its game
    shares: Array  # by position, seat: share of the win
    scores: Array  # by position, seat: final score
    hand_scores: Array  # by position, seat: expected score by the hand-set evaluation
    hand_shares: Array  # by position, seat: win chance by the hand-set evaluation

    def __len__(self) -> int:
        return len(self.stage)

    def select(self, which: Array) -> "Samples":
        return Samples(
            self.own[which],
            self.table[which],
            self.stage[which],
            self.game[which],
            self.shares[which],
            self.scores[which],
            self.hand_scores[which],
            self.hand_shares[which],
        )


def games_to_learn_from(paths: Iterable[Path], kind: Game) -> Iterator[tuple[Session, list[State]]]:
    """Yield the finished games in these files, each with its positions between two rounds.

    Leave out games that all lost. Raise ReadError for an invalid game, NoTrainingData for a game of another
    kind.
    """
    features = position_features_for(kind.name)
    if features is None:
        raise NoTrainingData(f"{kind.name} has no figures to learn from")
    wanted = setup_name(kind.name, kind.players, weighted_variants(kind))
    for path in paths:
        for read in vanuatu.read(path, strict=True):
            session = session_of(read)
            found = setup_name(read.name, read.players, weighted_variants(session.game))
            if found != wanted:
                raise NoTrainingData(f"{path}: game {read.number} is {found}, not {wanted}")
            end = session.state
            if end.actor != OVER or len(end.winners()) == 0:
                continue
            positions = [
                state.copy()  # the walk goes on with it
                for step in session.walk()
                if (state := step.state_after).round != step.round
                and state.actor != OVER
                and features.stage(state) >= 0
            ]
            yield session, positions


def samples_of(paths: Iterable[Path], kind: Game) -> Samples:
    """Return the positions between two rounds of the games in these files, without games that all lost.

    Raise ReadError for an invalid game, NoTrainingData for a game of another kind.
    """
    features = position_features_for(kind.name)
    advisor = create_advisor(kind.name)
    own, table, stage, number, shares, scores, hand_scores, hand_shares = [], [], [], [], [], [], [], []
    for count, (session, positions) in enumerate(games_to_learn_from(paths, kind), 1):
        assert features is not None  # otherwise no game is yielded
        own_size = len(features.SEAT_FEATURES)
        end = session.state
        players = int(end.players)
        returns = list(end.returns())
        final = [int(score) for score in end.scores()]
        for state in positions:
            values = features.features_of(state)
            seats = [values[seat * own_size : (seat + 1) * own_size] for seat in range(players)]
            own.append(seats)
            table.append([sum(column) for column in zip(*seats, strict=True)] + values[players * own_size :])
            stage.append(int(features.stage(state)))
            number.append(count)
            shares.append(returns)
            scores.append(final)
            expected = list(advisor.expected_scores(state))
            hand_scores.append(expected)
            hand_shares.append(softmax(expected, advisor.spread(state) * SOFTMAX_OF_SPREAD))
    if not own:
        raise NoTrainingData("the games hold no position to learn from")
    return Samples(
        np.array(own, np.float64),
        np.array(table, np.float64),
        np.array(stage, np.int64),
        np.array(number, np.int64),
        np.array(shares, np.float64),
        np.array(scores, np.float64),
        np.array(hand_scores, np.float64),
        np.array(hand_shares, np.float64),
    )


def sessions_of(path: Path, kind: Game) -> Iterator[Session]:
    """Yield the games in a file that began from the usual start."""
    start = kind.start()
    sessions = (session_of(read) for read in vanuatu.read(path, strict=True))
    return (session for session in sessions if session.start == start)


def softmax(scores: list[float], scale: float) -> list[float]:
    """Return the softmax of scores, as the search computes it from the hand-set evaluation."""
    best = max(scores)
    weights = [float(np.exp((score - best) / scale)) for score in scores]
    return [weight / sum(weights) for weight in weights]


def log_loss(shares: Array, guessed: Array) -> float:
    """Return the mean log-loss of the winner, shared among winners; for equal chances it is log(players)."""
    return float(-(shares * np.log(np.maximum(guessed, 1e-9))).sum(axis=1).mean())

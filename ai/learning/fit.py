"""Fit the weights of a net to games, with numpy alone; the same seed gives the same weights."""

from dataclasses import dataclass

import numpy as np

from vanuatu.ai.learning.samples import Array, Samples
from vanuatu.ai.net import ONE, Net

Parameters = dict[str, Array]

# Settings of the fit, found by trial; see docs/lab/trials.md.
BATCH = 512
STEPS = 1080
LEARNING_RATE = 0.01
FRESH_PART, FRESH_SQUARES = 0.1, 0.001  # the part of the newest value in the moving averages of a step
# Costs of large weights. In order: the regression beside the hand-set weights; differences from both; weights
# into hidden units; weights out of them; differences of these between stages.
RIDGE = 0.3
AWAY_COST = 1.0
HIDDEN_COST = 0.003
LINEAR_COST = 0.001
STAGE_COST = 0.01
# Weight of the score's error beside the log-loss of the win, and the unit of scores.
SCORE_PART = 1.0
SCORE_UNIT = 10.0
# How strongly leads determine the winner: the upper limit, and the steps of the bisection.
MAX_SCALE = 100.0
HALVINGS = 40
NEAR = 1e-6  # only so that the equations have a solution


def settings(regularisation: float = 1.0) -> dict[str, float]:
    """Return the settings of the fit, for the metadata of weights files."""
    return {
        "batch": BATCH,
        "steps": STEPS,
        "pace": LEARNING_RATE,
        "ridge": RIDGE * regularisation,
        "away_cost": AWAY_COST * regularisation,
        "hidden_cost": HIDDEN_COST,
        "linear_cost": LINEAR_COST,
        "stage_cost": STAGE_COST,
        "score_part": SCORE_PART,
    }


@dataclass
class Scale:
    """The scaling of features: mean and spread over all positions. Spread 0 means never used."""

    own_mean: Array
    own_spread: Array
    table_mean: Array
    table_spread: Array


def fit(samples: Samples, hidden: int, stages: int, seed: int, regularisation: float = 1.0) -> list[int]:
    """Return the integer weights of a net fitted to the samples, as `Net` takes them.

    A larger `regularisation` keeps the fit nearer to the hand-set evaluation, which helps with few games.
    """
    rng = np.random.default_rng(seed)
    scale = _scale(samples)
    own = _normalised(samples.own, scale.own_mean, scale.own_spread)
    table = _normalised(samples.table, scale.table_mean, scale.table_spread)
    weights = _initial_weights(rng, own.shape[2], table.shape[1], hidden, stages)
    weights["score"], weights["win"] = _fit_linear(own, samples, stages, RIDGE * regularisation)
    first = {name: weights[name].copy() for name in ("score", "win")}
    each = max(1, len(samples) // BATCH)
    passes = -(-STEPS // each)
    optimiser = AdamOptimiser(weights, passes * each)
    for _ in range(passes):
        order = rng.permutation(len(samples))
        for batch in np.array_split(order, each):
            gradients = _gradients(weights, own[batch], table[batch], samples, batch)
            for name, value in first.items():
                gradients[name] += AWAY_COST * regularisation * (weights[name] - value)
            optimiser.step(gradients)
    return _numbers(weights, scale, samples.own.shape[1])


class AdamOptimiser:
    """Gradient descent by Adam, with decreasing steps."""

    def __init__(self, weights: Parameters, steps: int, learning_rate: float = LEARNING_RATE) -> None:
        self.weights = weights
        self.steps = steps
        self.learning_rate = learning_rate
        self.done = 0
        self.means = {name: np.zeros_like(value) for name, value in weights.items()}
        self.squares = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, gradients: Parameters) -> None:
        """Make one step; change the weights in place."""
        self.done += 1
        learning_rate = self.learning_rate * (1.0 - self.done / (self.steps + 1))
        for name, gradient in gradients.items():
            self.means[name] += FRESH_PART * (gradient - self.means[name])
            self.squares[name] += FRESH_SQUARES * (gradient * gradient - self.squares[name])
            mean = self.means[name] / (1 - (1 - FRESH_PART) ** self.done)
            square = self.squares[name] / (1 - (1 - FRESH_SQUARES) ** self.done)
            self.weights[name] -= learning_rate * mean / (np.sqrt(square) + 1e-8)


def predicted_shares(net: Net, samples: Samples) -> Array:
    """Return each seat's win chance in each position, as the search will compute it."""
    own_size = samples.own.shape[2]
    plain = samples.own.reshape(len(samples), -1)
    whole = np.concatenate([plain, samples.table[:, own_size:]], axis=1).astype(np.int64)
    players = samples.own.shape[1]
    shares = [
        net.shares_of(int(stage), players, [int(x) for x in row])
        for stage, row in zip(samples.stage, whole, strict=True)
    ]
    return np.array(shares, np.float64)


def _scale(samples: Samples) -> Scale:
    flat = samples.own.reshape(-1, samples.own.shape[2])
    made = Scale(flat.mean(axis=0), flat.std(axis=0), samples.table.mean(axis=0), samples.table.std(axis=0))
    made.own_mean[0] = made.table_mean[0] = 0.0  # the constant feature
    made.own_spread[0] = 1.0
    made.table_spread[0] = float(samples.own.shape[1])
    return made


def _normalised(values: Array, mean: Array, spread: Array) -> Array:
    scaled: Array = np.where(spread > 1e-9, (values - mean) / np.where(spread > 1e-9, spread, 1.0), 0.0)
    return scaled


def _initial_weights(rng: np.random.Generator, own: int, table: int, hidden: int, stages: int) -> Parameters:
    """Return the initial weights: 0 for sums, random for hidden units."""
    return {
        "own_in": rng.normal(0.0, 0.5 / np.sqrt(own), (own, hidden)),
        "table_in": rng.normal(0.0, 0.5 / np.sqrt(table), (table, hidden)),
        "win": np.zeros((stages, own)),
        "score": np.zeros((stages, own)),
        "unit_win": rng.normal(0.0, 0.1, (stages, hidden)),
        "unit_score": rng.normal(0.0, 0.1, (stages, hidden)),
        "average": np.zeros((stages, table)),
    }


def _fit_linear(own: Array, samples: Samples, stages: int, ridge: float) -> tuple[Array, Array]:
    """Fit weighted sums to the leads of seats, and their effect on the win.

    For each stage, first fit the sum nearest to the hand-set evaluation, then a ridge regression on the
    residual.
    """
    size = own.shape[2]
    score, win = np.zeros((stages, size)), np.zeros((stages, size))
    for stage in range(stages):
        here = samples.stage == stage
        if not here.any():
            continue
        seats = (own[here] - own[here].mean(axis=1, keepdims=True)).reshape(-1, size)
        lead, hand_set = (
            _score_leads(scores[here]).ravel() for scores in (samples.scores, samples.hand_scores)
        )
        product = seats.T @ seats / len(seats)
        near = np.linalg.solve(product + NEAR * np.eye(size), seats.T @ hand_set / len(seats))
        rest = seats.T @ (lead - seats @ near) / len(seats)
        score[stage] = near + np.linalg.solve(product + ridge * np.eye(size), rest)
        win[stage] = score[stage] * _fit_scale(own[here] @ score[stage], samples.shares[here])
    return score, win


def _fit_scale(leads: Array, shares: Array) -> float:
    """Return the factor of the leads whose softmax predicts the winner best."""
    low, high = 0.0, MAX_SCALE
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if ((_softmax(middle * leads) - shares) * leads).sum() > 0.0:
            high = middle
        else:
            low = middle
    return low


def _softmax(values: Array) -> Array:
    shares: Array = np.exp(values - values.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares


def _score_leads(scores: Array) -> Array:
    """Return each seat's lead over the mean of its table."""
    leads: Array = (scores - scores.mean(axis=1, keepdims=True)) / SCORE_UNIT
    return leads


def _gradients(weights: Parameters, own: Array, table: Array, samples: Samples, batch: Array) -> Parameters:
    """Return the gradient of the batch loss."""
    stage = samples.stage[batch]
    shares, scores = samples.shares[batch], samples.scores[batch]
    count, players = shares.shape
    # Forward pass.
    inside = own @ weights["own_in"] + (table @ weights["table_in"])[:, None, :]
    activated = inside / (1.0 + np.abs(inside))
    win = np.einsum("nsf,nf->ns", own, weights["win"][stage])
    win += np.einsum("nsh,nh->ns", activated, weights["unit_win"][stage])
    score = np.einsum("nsf,nf->ns", own, weights["score"][stage])
    score += np.einsum("nsh,nh->ns", activated, weights["unit_score"][stage])
    average = np.einsum("nf,nf->n", table, weights["average"][stage])
    predicted = _softmax(win)
    lead_error = (score - score.mean(axis=1, keepdims=True)) - _score_leads(scores)
    # Backward pass.
    win_slope = (predicted - shares) / count
    score_slope = 2.0 * SCORE_PART * (lead_error - lead_error.mean(axis=1, keepdims=True)) / (count * players)
    average_slope = 2.0 * (average - scores.mean(axis=1) / SCORE_UNIT) / count
    back = win_slope[:, :, None] * weights["unit_win"][stage][:, None, :]
    back += score_slope[:, :, None] * weights["unit_score"][stage][:, None, :]
    back *= 1.0 / (1.0 + np.abs(inside)) ** 2
    gradients = {
        "own_in": np.tensordot(own, back, axes=([0, 1], [0, 1])),
        "table_in": table.T @ back.sum(axis=1),
    }
    by_seat = {
        "win": np.einsum("ns,nsf->nf", win_slope, own),
        "score": np.einsum("ns,nsf->nf", score_slope, own),
        "unit_win": np.einsum("ns,nsh->nh", win_slope, activated),
        "unit_score": np.einsum("ns,nsh->nh", score_slope, activated),
        "average": average_slope[:, None] * table,
    }
    for name, rows in by_seat.items():
        gradients[name] = np.zeros_like(weights[name])
        np.add.at(gradients[name], stage, rows)
    for name in ("unit_win", "unit_score", "average"):
        beside = np.diff(weights[name], axis=0)
        gradients[name][1:] += STAGE_COST * beside
        gradients[name][:-1] -= STAGE_COST * beside
        gradients[name] += LINEAR_COST * weights[name]
    gradients["own_in"] += HIDDEN_COST * weights["own_in"]
    gradients["table_in"] += HIDDEN_COST * weights["table_in"]
    return gradients


def _numbers(weights: Parameters, scale: Scale, players: int) -> list[int]:
    """Return integer weights for unscaled features, one set per stage."""
    own_in, own_shift = _unscaled(weights["own_in"].T, scale.own_mean, scale.own_spread)
    table_in, table_shift = _unscaled(weights["table_in"].T, scale.table_mean, scale.table_spread)
    own_in[:, 0] += own_shift + table_shift
    win, win_shift = _unscaled(weights["win"], scale.own_mean, scale.own_spread)
    win[:, 0] += win_shift
    score, score_shift = _unscaled(weights["score"], scale.own_mean, scale.own_spread)
    score[:, 0] += score_shift
    average, average_shift = _unscaled(weights["average"], scale.table_mean, scale.table_spread)
    average[:, 0] += average_shift / players
    numbers: list[int] = []
    for stage in range(len(win)):
        rows = [own_in.T, table_in.T, win[stage], SCORE_UNIT * score[stage]]
        rows += [weights["unit_win"][stage], SCORE_UNIT * weights["unit_score"][stage]]
        rows.append(SCORE_UNIT * average[stage])
        for row in rows:
            numbers += [round(float(value) * int(ONE)) for value in row.ravel()]
    return numbers


def _unscaled(weights: Array, mean: Array, spread: Array) -> tuple[Array, Array]:
    """Return weights for unscaled features, and the constant that scaling adds."""
    plain: Array = np.where(spread > 1e-9, weights / np.where(spread > 1e-9, spread, 1.0), 0.0)
    return plain, -(plain @ mean)

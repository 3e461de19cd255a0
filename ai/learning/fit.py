"""Fitting the weights of a net to games, with numpy alone; the same seed gives the same weights."""

from dataclasses import dataclass

import numpy as np

from vanuatu.ai.learning.samples import Array, Samples
from vanuatu.ai.net import ONE, Net

Weights = dict[str, Array]

# How the fit goes; found by trying, see docs/ai.md.
BATCH = 512
STEPS = 1080
PACE = 0.01
FRESH, FRESH_SQUARES = 0.1, 0.001  # how much of what a step averages over is its own
# What large weights cost: those of the regression, beside the hand-set ones; what leads away from both;
# into hidden units, and out of them; and weights out of them that differ from the next stage's.
RIDGE = 0.3
AWAY_COST = 1.0
HIDDEN_COST = 0.003
LINEAR_COST = 0.001
STAGE_COST = 0.01
# A score that is guessed wrong counts so much beside the log of a chance; scores are counted in such units.
SCORE_PART = 1.0
SCORE_UNIT = 10.0
# How sharply leads tell who wins: at most so; it is looked for by so many halvings.
MOST_SHARP = 100.0
HALVINGS = 40
NEAR = 1e-6  # only so that the equations can be solved


def settings(hold: float = 1.0) -> dict[str, float]:
    """How the fit goes, for what files of weights tell about themselves."""
    return {
        "batch": BATCH,
        "steps": STEPS,
        "pace": PACE,
        "ridge": RIDGE * hold,
        "away_cost": AWAY_COST * hold,
        "hidden_cost": HIDDEN_COST,
        "linear_cost": LINEAR_COST,
        "stage_cost": STAGE_COST,
        "score_part": SCORE_PART,
    }


@dataclass
class Scale:
    """What makes figures alike in size: their means and spreads over all positions; 0 spread: never used."""

    own_mean: Array
    own_spread: Array
    table_mean: Array
    table_spread: Array


def fit(samples: Samples, hidden: int, stages: int, seed: int, hold: float = 1.0) -> list[int]:
    """The whole numbers of a net that was fitted to the samples, as `Net` takes them.

    The larger `hold`, the nearer it stays to the hand-set judgement, which few games ask for.
    """
    rng = np.random.default_rng(seed)
    scale = _scale(samples)
    own = _scaled(samples.own, scale.own_mean, scale.own_spread)
    table = _scaled(samples.table, scale.table_mean, scale.table_spread)
    weights = _first(rng, own.shape[2], table.shape[1], hidden, stages)
    weights["score"], weights["win"] = _sums(own, samples, stages, RIDGE * hold)
    first = {name: weights[name].copy() for name in ("score", "win")}
    each = max(1, len(samples) // BATCH)
    passes = -(-STEPS // each)
    descent = Descent(weights, passes * each)
    for _ in range(passes):
        order = rng.permutation(len(samples))
        for batch in np.array_split(order, each):
            slopes = _slopes(weights, own[batch], table[batch], samples, batch)
            for name, value in first.items():
                slopes[name] += AWAY_COST * hold * (weights[name] - value)
            descent.step(slopes)
    return _numbers(weights, scale, samples.own.shape[1])


class Descent:
    """Downhill by Adam's rule, in ever smaller steps."""

    def __init__(self, weights: Weights, steps: int, pace: float = PACE) -> None:
        self.weights = weights
        self.steps = steps
        self.pace = pace
        self.done = 0
        self.means = {name: np.zeros_like(value) for name, value in weights.items()}
        self.squares = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, slopes: Weights) -> None:
        """One step; the weights are changed in place."""
        self.done += 1
        pace = self.pace * (1.0 - self.done / (self.steps + 1))
        for name, slope in slopes.items():
            self.means[name] += FRESH * (slope - self.means[name])
            self.squares[name] += FRESH_SQUARES * (slope * slope - self.squares[name])
            mean = self.means[name] / (1 - (1 - FRESH) ** self.done)
            square = self.squares[name] / (1 - (1 - FRESH_SQUARES) ** self.done)
            self.weights[name] -= pace * mean / (np.sqrt(square) + 1e-8)


def guessed(net: Net, samples: Samples) -> Array:
    """Each seat's chance to win in each position, as the search will see it."""
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
    made.own_mean[0] = made.table_mean[0] = 0.0  # the figure that is always one
    made.own_spread[0] = 1.0
    made.table_spread[0] = float(samples.own.shape[1])
    return made


def _scaled(values: Array, mean: Array, spread: Array) -> Array:
    scaled: Array = np.where(spread > 1e-9, (values - mean) / np.where(spread > 1e-9, spread, 1.0), 0.0)
    return scaled


def _first(rng: np.random.Generator, own: int, table: int, hidden: int, stages: int) -> Weights:
    """Where the fit begins: sums at nothing, hidden units at random."""
    return {
        "own_in": rng.normal(0.0, 0.5 / np.sqrt(own), (own, hidden)),
        "table_in": rng.normal(0.0, 0.5 / np.sqrt(table), (table, hidden)),
        "win": np.zeros((stages, own)),
        "score": np.zeros((stages, own)),
        "unit_win": rng.normal(0.0, 0.1, (stages, hidden)),
        "unit_score": rng.normal(0.0, 0.1, (stages, hidden)),
        "average": np.zeros((stages, table)),
    }


def _sums(own: Array, samples: Samples, stages: int, ridge: float) -> tuple[Array, Array]:
    """Weighted sums that foretell by how much seats will lead, and what these say about the win.

    For each stage first the sum that comes nearest to the hand-set judgement, then a ridge regression on what
    that one left unexplained.
    """
    size = own.shape[2]
    score, win = np.zeros((stages, size)), np.zeros((stages, size))
    for stage in range(stages):
        here = samples.stage == stage
        if not here.any():
            continue
        seats = (own[here] - own[here].mean(axis=1, keepdims=True)).reshape(-1, size)
        lead, by_hand = (_leads(scores[here]).ravel() for scores in (samples.scores, samples.forecast))
        product = seats.T @ seats / len(seats)
        near = np.linalg.solve(product + NEAR * np.eye(size), seats.T @ by_hand / len(seats))
        rest = seats.T @ (lead - seats @ near) / len(seats)
        score[stage] = near + np.linalg.solve(product + ridge * np.eye(size), rest)
        win[stage] = score[stage] * _sharpness(own[here] @ score[stage], samples.shares[here])
    return score, win


def _sharpness(leads: Array, shares: Array) -> float:
    """What leads are multiplied by so that a softmax over them foretells best who wins."""
    low, high = 0.0, MOST_SHARP
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


def _leads(scores: Array) -> Array:
    """By how much each seat is before the mean of its table."""
    leads: Array = (scores - scores.mean(axis=1, keepdims=True)) / SCORE_UNIT
    return leads


def _slopes(weights: Weights, own: Array, table: Array, samples: Samples, batch: Array) -> Weights:
    """In which direction each weight makes the batch's loss larger."""
    stage = samples.stage[batch]
    shares, scores = samples.shares[batch], samples.scores[batch]
    count, players = shares.shape
    # Forward.
    inside = own @ weights["own_in"] + (table @ weights["table_in"])[:, None, :]
    bent = inside / (1.0 + np.abs(inside))
    win = np.einsum("nsf,nf->ns", own, weights["win"][stage])
    win += np.einsum("nsh,nh->ns", bent, weights["unit_win"][stage])
    score = np.einsum("nsf,nf->ns", own, weights["score"][stage])
    score += np.einsum("nsh,nh->ns", bent, weights["unit_score"][stage])
    average = np.einsum("nf,nf->n", table, weights["average"][stage])
    guess = _softmax(win)
    off = (score - score.mean(axis=1, keepdims=True)) - _leads(scores)
    # Backward.
    win_slope = (guess - shares) / count
    score_slope = 2.0 * SCORE_PART * (off - off.mean(axis=1, keepdims=True)) / (count * players)
    average_slope = 2.0 * (average - scores.mean(axis=1) / SCORE_UNIT) / count
    back = win_slope[:, :, None] * weights["unit_win"][stage][:, None, :]
    back += score_slope[:, :, None] * weights["unit_score"][stage][:, None, :]
    back *= 1.0 / (1.0 + np.abs(inside)) ** 2
    slopes = {
        "own_in": np.tensordot(own, back, axes=([0, 1], [0, 1])),
        "table_in": table.T @ back.sum(axis=1),
    }
    by_seat = {
        "win": np.einsum("ns,nsf->nf", win_slope, own),
        "score": np.einsum("ns,nsf->nf", score_slope, own),
        "unit_win": np.einsum("ns,nsh->nh", win_slope, bent),
        "unit_score": np.einsum("ns,nsh->nh", score_slope, bent),
        "average": average_slope[:, None] * table,
    }
    for name, rows in by_seat.items():
        slopes[name] = np.zeros_like(weights[name])
        np.add.at(slopes[name], stage, rows)
    for name in ("unit_win", "unit_score", "average"):
        beside = np.diff(weights[name], axis=0)
        slopes[name][1:] += STAGE_COST * beside
        slopes[name][:-1] -= STAGE_COST * beside
        slopes[name] += LINEAR_COST * weights[name]
    slopes["own_in"] += HIDDEN_COST * weights["own_in"]
    slopes["table_in"] += HIDDEN_COST * weights["table_in"]
    return slopes


def _numbers(weights: Weights, scale: Scale, players: int) -> list[int]:
    """The weights for the figures as they are, in whole numbers, a set for each stage."""
    own_in, own_shift = _plain(weights["own_in"].T, scale.own_mean, scale.own_spread)
    table_in, table_shift = _plain(weights["table_in"].T, scale.table_mean, scale.table_spread)
    own_in[:, 0] += own_shift + table_shift
    win, win_shift = _plain(weights["win"], scale.own_mean, scale.own_spread)
    win[:, 0] += win_shift
    score, score_shift = _plain(weights["score"], scale.own_mean, scale.own_spread)
    score[:, 0] += score_shift
    average, average_shift = _plain(weights["average"], scale.table_mean, scale.table_spread)
    average[:, 0] += average_shift / players
    numbers: list[int] = []
    for stage in range(len(win)):
        rows = [own_in.T, table_in.T, win[stage], SCORE_UNIT * score[stage]]
        rows += [weights["unit_win"][stage], SCORE_UNIT * weights["unit_score"][stage]]
        rows.append(SCORE_UNIT * average[stage])
        for row in rows:
            numbers += [round(float(value) * int(ONE)) for value in row.ravel()]
    return numbers


def _plain(weights: Array, mean: Array, spread: Array) -> tuple[Array, Array]:
    """Weights of scaled figures as weights of plain ones, and what they add whatever the figures are."""
    plain: Array = np.where(spread > 1e-9, weights / np.where(spread > 1e-9, spread, 1.0), 0.0)
    return plain, -(plain @ mean)

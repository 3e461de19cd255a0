"""Train an agent by PPO with masked actions, in numpy alone, and let it play as a bot.

python3 ppo.py MINUTES WEIGHTS                      train against greedy and write the weights
vanuatu match py:docs.start.ppo:Agent greedy        play with the weights in policy.npz
"""

import sys
import time

import numpy as np

import vanuatu as v

GAMES, STEPS = 64, 128  # games side by side, and steps of each before an update
HIDDEN, BATCH, EPOCHS = 128, 1024, 2
RATE, CLIP, ENTROPY, DISCOUNT, TRACE = 1e-3, 0.2, 0.01, 0.998, 0.95


def new_net(entries, actions, rng):
    """Return random weights: one hidden layer, from it the policy and the value."""
    sizes = {"hidden": (entries, HIDDEN), "policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
    scales = {"hidden": (2 / 90) ** 0.5, "policy": 0.01, "value": 0.1}  # about 90 entries are not 0
    net = {}
    for layer, size in sizes.items():
        net[layer] = (rng.standard_normal(size) * scales[layer]).astype(np.float32)
        net[layer + " bias"] = np.zeros(size[1], np.float32)
    return net


def forward(net, seen, mask):
    """Return the hidden layer, the logarithms of the chances of all actions, and the values."""
    hidden = np.maximum(seen @ net["hidden"] + net["hidden bias"], 0)
    logs = hidden @ net["policy"] + net["policy bias"]
    logs[mask == 0] = -1e9
    logs -= logs.max(axis=1, keepdims=True)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    return hidden, logs, (hidden @ net["value"] + net["value bias"])[:, 0]


def gradients(net, seen, mask, actions, old, gains, targets):
    """Return the gradient of the loss of PPO: clipped policy, squared error of the value, entropy."""
    hidden, logs, values = forward(net, seen, mask)
    chances, rows, n = np.exp(logs), np.arange(len(seen)), len(seen)
    ratio = np.exp(logs[rows, actions] - old)
    clipped = np.where(gains > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    push = np.where(clipped, 0, gains * ratio)
    entropy = -(chances * np.maximum(logs, -50)).sum(axis=1)
    to_policy = chances * (push + ENTROPY * entropy)[:, None] + ENTROPY * chances * np.maximum(logs, -50)
    to_policy[rows, actions] -= push
    to_policy /= n
    to_value = ((values - targets) / n)[:, None]
    to_hidden = (to_policy @ net["policy"].T + to_value @ net["value"].T) * (hidden > 0)
    return {
        "hidden": seen.T @ to_hidden,
        "hidden bias": to_hidden.sum(axis=0),
        "policy": hidden.T @ to_policy,
        "policy bias": to_policy.sum(axis=0),
        "value": hidden.T @ to_value,
        "value bias": to_value.sum(axis=0),
    }


class Adam:
    """Gradient steps with running means, at most 0.5 long."""

    def __init__(self, net):
        self.mean = {name: np.zeros_like(weights) for name, weights in net.items()}
        self.square = {name: np.zeros_like(weights) for name, weights in net.items()}
        self.steps = 0

    def step(self, net, gradient, rate):
        self.steps += 1
        length = sum(float((part * part).sum()) for part in gradient.values()) ** 0.5
        for name, part in gradient.items():
            part = part * min(1, 0.5 / (length + 1e-9))
            self.mean[name] += 0.1 * (part - self.mean[name])
            self.square[name] += 0.001 * (part * part - self.square[name])
            size = np.sqrt(self.square[name] / (1 - 0.999**self.steps)) + 1e-8
            net[name] -= (rate / (1 - 0.9**self.steps) * self.mean[name] / size).astype(np.float32)


def leads(env, seen):
    """Return by how many points the agent is ahead: the second entries of the seats, of 150 points."""
    start, end = next((start, end) for name, start, end in env.layout if name == "seats")
    return 150 * (seen[:, start + 1] - seen[:, (start + end) // 2 + 1])


def final_leads(infos):
    """Return by how many points the agent was ahead at the end, for each game that ended."""
    final, rows = infos["final_info"], np.flatnonzero(infos["_final_info"])
    return 2 * final["scores"][rows, final["seat"][rows]] - final["scores"][rows].sum(axis=1)


def train(minutes, file):
    """Play and update until the time is up (of the processor), and write the weights."""
    rng = np.random.default_rng(1)
    env = v.env.vector("vanuatu", players=2, n=GAMES, opponents="greedy")
    seen, infos = env.reset(seed=1)
    mask = infos["action_mask"]
    net = new_net(seen.shape[1], mask.shape[1], rng)
    adam, began, steps, results = Adam(net), time.process_time(), 0, []
    while (used := (time.process_time() - began) / (60 * minutes)) < 1:
        records = []
        for _ in range(STEPS):
            _, logs, values = forward(net, seen, mask)
            actions = (np.cumsum(np.exp(logs), axis=1) > rng.random((GAMES, 1)) * 0.9999).argmax(axis=1)
            chosen = logs[np.arange(GAMES), actions]
            before, rules = seen, mask
            seen, wins, ended, _, infos = env.step(actions)
            mask = infos["action_mask"]
            after = leads(env, seen)
            if ended.any():
                after[ended] = final_leads(infos)
                results += zip(wins[ended], after[ended], strict=True)
            rewards = wins + (after - leads(env, before)) / 50  # a win, and each point that it gains
            records.append((before, rules, actions, chosen, values, rewards, ended))
        steps += GAMES * STEPS
        learn(net, adam, records, forward(net, seen, mask)[2], RATE * (1 - used), rng)
        won, lead = np.mean(results[-1000:] or [(0, 0)], axis=0)
        print(f"{steps} steps, {len(results)} games, won {won:.2f}, lead {lead:.1f}", flush=True)
    np.savez(file, **net)


def learn(net, adam, records, last, rate, rng):
    """Update the weights by the records of some steps; `last` are the values after them."""
    seen, mask, actions, chosen, values, rewards, ended = (
        np.array(part) for part in zip(*records, strict=True)
    )
    gains, gain, following = np.zeros_like(values), 0, last
    for t in reversed(range(len(records))):
        goes_on = 1 - ended[t]
        error = rewards[t] + DISCOUNT * following * goes_on - values[t]
        gains[t] = gain = error + DISCOUNT * TRACE * goes_on * gain
        following = values[t]
    flat = [
        part.reshape(-1, *part.shape[2:]) for part in (seen, mask, actions, chosen, gains, gains + values)
    ]
    for _ in range(EPOCHS):
        order = rng.permutation(len(flat[0]))
        for start in range(0, len(order), BATCH):
            part = [column[order[start : start + BATCH]] for column in flat]
            part[4] = (part[4] - part[4].mean()) / (part[4].std() + 1e-6)
            adam.step(net, gradients(net, *part), rate)


class Agent:
    """The trained agent as a bot: it makes the action with the highest chance."""

    name = "ppo"

    def __init__(self):
        self.net = dict(np.load("policy.npz"))

    def choose(self, game):
        return v.env.choose(game, self.pick)

    def pick(self, values, mask):
        return int(forward(self.net, values[None], mask[None])[1].argmax())


if __name__ == "__main__":
    train(float(sys.argv[1]), sys.argv[2])

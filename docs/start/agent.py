"""An agent that learns from games which moves follow one another.

python3 agent.py learn GAMES WEIGHTS    learn from a file of games and write the weights
python3 agent.py play WEIGHTS           play as a bot on stdin and stdout
"""

import json
import random
import sys
from math import exp


def kind(token):
    """Return what is worth learning about a move: Da2 and Db1 are both D, every sail is a sail."""
    return token if token[0] in "+@-" else token[0] if token[0].isupper() else "sail"


def score(weights, last, token):
    """Return the weight of a move, alone and behind the seat's last move."""
    name = kind(token)
    return exp(weights.get(name, 0.0) + weights.get(f"{last} {name}", 0.0))


def read_choices(games):
    """Return each move that was made, with the seat's last move and the legal moves."""
    import vanuatu

    choices = []
    for game in vanuatu.read(games):
        last = dict.fromkeys(game.seats, "")
        for step in game.steps():
            if step.seat != "#":
                if len(step.legal) > 1:
                    choices.append((last[step.seat], step.token, step.legal))
                last[step.seat] = kind(step.token)
    return choices


def learn(choices):
    """Return weights that make the moves likely: gradient steps on the log-likelihood."""
    weights = {}

    def add(last, token, amount):
        for name in (kind(token), f"{last} {kind(token)}"):
            weights[name] = weights.get(name, 0.0) + amount

    for _ in range(10):
        for last, made, legal in choices:
            scores = [score(weights, last, token) for token in legal]
            for token, part in zip(legal, scores, strict=True):
                add(last, token, -0.1 * part / sum(scores))
            add(last, made, 0.1)
    return weights


def play(weights):
    """Answer the lines of the protocol with moves drawn by their weights."""
    random.seed(1)
    seat, last, legal = "p", "", []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "pvn":
            print("id name agent\noption legal\nok", flush=True)
        elif word == "newgame":
            seat = next(part[5:] for part in rest if part.startswith("seat="))
        elif word == "position":
            mine = [part[2:] for part in rest if part.startswith(f"{seat}:")]
            last = kind(mine[-1]) if mine else ""
        elif word == "legal":
            legal = rest
        elif word == "go":
            scores = [score(weights, last, token) for token in legal]
            print("move", random.choices(legal, scores)[0], flush=True)


if sys.argv[1] == "learn":
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        json.dump(learn(read_choices(sys.argv[2])), file, indent=1)
else:
    with open(sys.argv[2], encoding="utf-8") as file:
        play(json.load(file))

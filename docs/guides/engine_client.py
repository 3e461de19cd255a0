"""Ask the engine about every decision of a game, show its progress, and list the moves that lost most.

python3 engine_client.py GAME.pvn [SIMULATIONS]
"""

import json
import subprocess
import sys

import vanuatu

game = next(vanuatu.read(sys.argv[1], strict=True))
sims = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
decisions = {step.number - 1: step for step in game.steps() if step.seat != "#"}
query = {
    "id": game.number,
    "game": game.name,
    "players": game.players,
    "variant": ",".join(game.options),
    "moves": game.tokens(),
    "plies": list(decisions),
    "sims": sims,
    "top": 0,
    "progress": 0.5,
}
command = [sys.executable, "-m", "vanuatu", "analyse", "--serve", "--jobs", "2"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
engine.stdin.write(json.dumps(query) + "\n")
engine.stdin.close()  # the engine answers everything and ends
lost, answered = [], 0
for line in engine.stdout:
    answer = json.loads(line)
    if "error" in answer:
        sys.exit(f"{answer.get('ply', '')}: {answer['error']}")
    step = decisions[answer["ply"]]
    if "progress" in answer:
        print(f"\r{answered} of {len(decisions)}, {answer['sims']} simulations ", end="", file=sys.stderr)
        continue
    answered += 1
    made = next(move for move in answer["candidates"] if move["token"] == step.token)
    best = answer["candidates"][0]
    if made["win"] is not None:
        lost.append((best["win"] - made["win"], step, best["token"]))
for loss, step, token in sorted(lost, key=lambda one: -one[0])[:3]:
    print(f"round {step.round}: {step.seat} played {step.token} and lost {loss:.0%}; best was {token}")

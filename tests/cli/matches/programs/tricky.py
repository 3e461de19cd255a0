"""Bots without rules that misbehave in one way each; before that they play the first legal move."""

import os
import subprocess
import sys
import time


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    kind = sys.argv[1]
    legal: list[str] = []
    if kind == "starts slowly":
        time.sleep(2.5)
    if kind == "leaves a child":
        subprocess.Popen(["setsid", "-f", "sleep", sys.argv[2]])
        subprocess.Popen(["sleep", sys.argv[2]])
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "pvn":
            if kind != "nameless":
                say(f"id name {kind}")
            for wish in ("legal", "fen", "state") if kind == "wants everything" else ("legal",):
                say(f"option {wish}")
            say("ok")
        elif word == "newgame" and kind == "hangs at newgame":
            time.sleep(3600)
        elif word == "legal":
            legal = rest
        elif word == "go":
            if kind == "wishes in vain":
                say("move Fa1 Xa1 Ga1k")
            elif kind == "ignores legal":
                say("move Fa1")
            elif kind == "says error":
                say("error I know \x1b[2J nothing of this")
            elif kind == "wishes":
                say("move Fa1 Rb " + " ".join(reversed(legal)))
            elif kind == "never stops" and rest == ["sims", "100000000"]:
                time.sleep(3600)
            else:
                say(f"move {legal[0]}")
        elif word == "result" and kind == "dies at result":
            os._exit(4)
        elif word == "result" and kind == "knows no result":
            say("error what is result")
        elif word == "quit":
            if kind == "stays":
                time.sleep(3600)
            return
        elif word == "good" and kind == "dies of strange lines":
            os._exit(5)


main()

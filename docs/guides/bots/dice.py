import random
import sys

for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "pvn":
        print("id name dice\noption legal\nok", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("move", random.choice(legal), flush=True)

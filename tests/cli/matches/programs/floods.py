"""Answers yes to everything, then sends a hundred megabytes without a line end."""

import os
import sys

for line in sys.stdin:
    if line.startswith("pvn"):
        print("ok", flush=True)
    elif line.startswith("go"):
        for _ in range(100):
            os.write(1, b"x" * (1 << 20))

"""Hostile programs, by kind. Before its trick each plays like the resting bot."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

TRICK_AFTER = 3  # moves played in good order


class Bot:
    """The resting bot as a child process, with some of its answers replaced."""

    def __init__(self, resting: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, resting], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.moves = 0

    def tell(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def hear(self) -> str:
        assert self.child.stdout is not None
        return self.child.stdout.readline().strip()


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def flood() -> None:
    chunk = b"x" * (1 << 20)
    for _ in range(100):
        os.write(1, chunk)


def flood_of_lines() -> None:
    chunk = b"info sims 1\n" * (1 << 16)
    while True:
        os.write(1, chunk)


def exits() -> None:
    sys.stderr.write("this bot has had enough\n")
    sys.stderr.flush()
    os._exit(7)


def late() -> None:
    time.sleep(3)


TRICKS: dict[str, Callable[[], object]] = {
    "exits-mid-game": exits,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "never-answers": lambda: time.sleep(3600),
    "garbage": lambda: os.write(1, bytes(range(256)) + b"\n"),
    "nonsense": lambda: say("move I would rather not {say} \u2028 \x1b[2J"),
    "floods": flood,
    "floods-lines": flood_of_lines,
    "wrong-seat": lambda: say("move " + ("p" if SEAT != "p" else "t") + ":+RR"),
    "illegal": lambda: say("move +VVVVV"),
    "closes-stdout": lambda: os.close(1),
}
SEAT = "?"


def main() -> None:
    global SEAT
    kind, resting = sys.argv[1:]
    if kind == "exits-at-once":
        os._exit(3)
    if kind == "deaf":
        time.sleep(3600)
    if kind == "garbage-from-the-start":
        say("hello, who is there?")
        time.sleep(3600)
    if kind == "floods-stderr":
        for _ in range(200):
            sys.stderr.write("noise " * 2000 + "\n")
    bot = Bot(resting)
    for line in sys.stdin:
        line = line.rstrip("\n")
        if line.startswith("newgame"):
            SEAT = line[-1]
        if line.startswith("go"):
            bot.moves += 1
            if bot.moves > TRICK_AFTER:
                if kind == "late":
                    late()
                elif kind in TRICKS:
                    TRICKS[kind]()
                    continue
        bot.tell(line)
        if line.startswith("pvn"):
            for _ in range(3):
                say(bot.hear())
        elif line.startswith("go"):
            say(bot.hear())


main()

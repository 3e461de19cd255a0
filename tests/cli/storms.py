"""Storms of signals for every command that works for long: `python -m tests.cli.storms 300 [COMMAND …]`.

A storm is one to four signals at random moments, to the command or to all its processes. However they
come, the command ends with a documented exit code, says nothing of Python's, leaves no process, and lets
its output go: the next storm starts the same call again, on the output that this one has left.
"""

import os
import random
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.cli.game_files import random_game, write_games
from tests.cli.shell import environment

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 30.0
GRACE = 15.0  # seconds for what ends with the command, on a busy machine
MARK = "VANUATU_STORM"
NOT_SAID = ("Traceback", "Exception ignored", "resource_tracker", "unforeseen", "Warning:", "Task ")
GAMES = 300

# Gets ready, then answers no line and ignores SIGTERM.
STUBBORN = """import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    if line.startswith("pvn"):
        print("ok", flush=True)
time.sleep(99)
"""
QUERY = (
    '{"id":%d,"moves":["#start=201","#tiles=A2,B1","#ships=kcb,kkk,cbb","#tourists=2","#first=p"],'
    '"players":3,"sims":3000}\n'
)


@dataclass(frozen=True)
class Long:
    """A command that works for long: its words, the seconds until the first signal, its output."""

    words: str
    seconds: float
    out: str = ""
    typed: str = ""  # lines on stdin, which stays open
    finished: int = 0  # exit code without a signal


QUERIES = "".join(QUERY % number for number in range(200))
ANSWERS = "show\nFb9\nmoves\n" * 200
BOT = f"'cmd:{shlex.quote(sys.executable)} stubborn.py'"
COMMANDS = {
    "match": Long("match random greedy --games 99999 --seed 1 --out g.pvn --resume", 1.5, "g.pvn"),
    "match-jobs": Long(
        "match random greedy --games 99999 --seed 1 --jobs 2 --out g.pvn --resume", 1.5, "g.pvn"
    ),
    "match-program": Long(f"match {BOT} random --games 99 --seed 1 --out g.pvn --resume", 1.0, "g.pvn"),
    "match-program-jobs": Long(
        f"match {BOT} random --games 99 --seed 1 --jobs 2 --out g.pvn --resume", 1.5, "g.pvn"
    ),
    "match-helpers": Long(
        "match mcts:sims=20,procs=2 random --games 999 --seed 1 --out g.pvn --resume", 1.5, "g.pvn"
    ),
    "play": Long(f"play --seat none --players 2 --bot {BOT} --save s.pvn --force", 1.0, "s.pvn"),
    "review-jobs": Long("review a.pvn --bot mcts:20 --jobs 2 --json --out r.json --resume", 1.5, "r.json"),
    "replay-html": Long("replay a.pvn --html p.html --force", 1.5, "p.html"),
    "learn": Long("learn l --games 40 --players 2 --bot mcts:2 --duel 0 --visits 200 --jobs 2", 2.5, "l"),
    "bench": Long("bench --seconds 0.3", 2.0),
    "bench-interpreted": Long("bench --seconds 0.3 --part playouts --interpreted", 1.5),
    "analyse-all": Long("analyse a.pvn --all --bot mcts:20 --jobs 2 --out b.pvn --force", 1.5, "b.pvn"),
    "analyse-all-resume": Long("analyse a.pvn --all --bot mcts:20 --out b.pvn --resume", 1.5, "b.pvn"),
    "analyse-serve": Long("analyse --serve --bot mcts:50 --jobs 2", 1.5, typed=QUERIES),
    "stats": Long("stats a.pvn --json", 1.0),
    "rate": Long("rate a.pvn a.pvn a.pvn a.pvn", 1.0),
    "sprt": Long("sprt a.pvn a.pvn a.pvn a.pvn --bounds -1,1", 1.0),
    "perft": Long("perft example:teaching --at 1.12 --depth 60", 1.0),
    "filter": Long("filter a.pvn --unique --sort Seed --out f.pvn --force", 1.0, "f.pvn"),
    "filter-split": Long("filter a.pvn --split 2 --out f.pvn.gz --force", 1.0),
    "find": Long("find a.pvn --where 'legal > 1' --fen", 1.0),
    "export": Long("export a.pvn --to t.sqlite --force", 1.0, "t.sqlite"),
    "export-csv": Long("export a.pvn --to t.csv --force", 1.0, "t.csv"),
    "convert": Long("convert a.pvn c.msgpack --force", 1.0, "c.msgpack"),
    "check": Long("check a.pvn", 1.0),
    "check-bots": Long("check --bots a.pvn", 1.5, finished=1),  # games without a seed are not proven
    "train": Long("train a.pvn --bot mcts:20 --all --plain", 1.5, typed=ANSWERS),
    "train-puzzles": Long("train --count 999 --all --plain", 1.5, typed=ANSWERS),
    "train-guess": Long("train --guess a.pvn --seat teal --bot mcts:400", 1.5, typed=ANSWERS),
    "puzzles": Long("puzzles a.pvn --check mcts:20 --out z.pvn --force", 1.5, "z.pvn"),
    "analyse-odds": Long("analyse example:teaching --ply 8 --odds --sims 5000 --json", 1.5),
}


def prepare(folder: Path) -> None:
    """Write what the commands read: unfinished games, and a finished one for `rate`."""
    text = f"{write_games(folder / 'a.pvn', GAMES)}\n{random_game(3, GAMES).text()}"
    text = text.replace('[Purple "?"]', '[Purple "one"]')
    (folder / "a.pvn").write_text(re.sub(r'(Teal|Yellow|Orange) "\?"', r'\1 "two"', text), encoding="utf-8")
    (folder / "stubborn.py").write_text(STUBBORN, encoding="utf-8")


def storm(name: str, folder: Path, chance: random.Random) -> tuple[int, str]:
    """Let a storm come over a command in a folder; its exit code, and what was wrong."""
    long = COMMANDS[name]
    mark = f"{name}-{os.getpid()}-{chance.getrandbits(60)}"
    process = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", *shlex.split(long.words)],
        cwd=folder,
        env=environment(folder, {MARK: mark, "PYTHONFAULTHANDLER": "1"}),
        stdin=subprocess.PIPE if long.typed else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    printed: list[bytes] = []
    assert process.stderr is not None
    assert process.stdout is not None
    readers = [
        threading.Thread(target=lambda stream: printed.append(stream.read()), args=(process.stderr,)),
        threading.Thread(target=lambda stream: stream.read(), args=(process.stdout,)),
    ]
    for reader in readers:
        reader.start()
    if process.stdin is not None:
        try:
            process.stdin.write(long.typed.encode())
            process.stdin.flush()
        except BrokenPipeError:
            pass
    sent = _send(process, chance, long.seconds)
    wrong = ""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        wrong = "it did not end"
        process.send_signal(signal.SIGABRT)  # Python says where it was
        time.sleep(1)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    left = _left(mark)
    for reader in readers:
        reader.join(GRACE)
    process.stdout.close()
    process.stderr.close()
    if process.stdin is not None:
        try:
            process.stdin.close()
        except OSError:
            pass
    text = b"".join(printed).decode("utf-8", "replace")
    if not wrong and process.returncode not in (
        0,
        COMMANDS[name].finished,
        *(128 + number for number in sent),
    ):
        wrong = f"exit code {process.returncode} after {sent}"
    if not wrong and left:
        wrong = f"left: {left}"
    if not wrong and any(word in text for word in NOT_SAID):
        wrong = "it said something of Python's"
    if process.returncode == 0 and long.out and (folder / long.out).is_file():
        (folder / long.out).unlink()  # all is done: the next call begins anew
    return process.returncode, f"{name}: {wrong} (signals {sent})\n{text}" if wrong else ""


def _send(process: "subprocess.Popen[bytes]", chance: random.Random, seconds: float) -> list[int]:
    """Send the signals as soon as the program handles them."""
    while process.poll() is None and not _handles_signals(process.pid):
        time.sleep(0.002)
    time.sleep(seconds * chance.random() ** 2)
    sent: list[int] = []
    for _ in range(chance.randint(1, 4)):
        number = int(chance.choice(SIGNALS))
        if process.poll() is not None:
            break
        try:
            (os.killpg if chance.random() < 0.5 else os.kill)(process.pid, number)
        except ProcessLookupError:
            break
        sent.append(number)
        time.sleep(chance.choice((0.0, 0.0005, 0.01 * chance.random(), 0.4 * chance.random())))
    return sent


def _handles_signals(pid: int) -> bool:
    """Return whether a process handles the last of the signals; before that Python is still loading."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return False
    caught = next((line for line in status.splitlines() if line.startswith("SigCgt")), "SigCgt 0")
    return bool(int(caught.split()[1], 16) >> (SIGNALS[-1] - 1) & 1)


def _left(mark: str) -> list[str]:
    """The processes that were started by a command and do not end with it."""
    end = time.monotonic() + GRACE
    while found := _marked(mark):
        if time.monotonic() > end:
            return found
        time.sleep(0.02)
    return []


def _marked(mark: str) -> list[str]:
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (place / "environ").read_bytes().split(b"\0"):
                found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def storms(name: str, count: int, folder: Path, seed: int = 1) -> tuple[Counter[int], list[str]]:
    """Many storms over one command, each on what the one before has left: exit codes, what was wrong."""
    prepare(folder)
    chance = random.Random(f"{name} {seed}")
    codes: Counter[int] = Counter()
    wrong = []
    for _ in range(count):
        code, what = storm(name, folder, chance)
        codes[code] += 1
        if what:
            wrong.append(what)
    return codes, wrong


def main() -> None:
    import tempfile

    # A shell has what it starts in the background ignore Ctrl-C, and `nohup` the end of the terminal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    count, *names = sys.argv[1:]
    for name in names or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            begun = time.monotonic()
            codes, wrong = storms(name, int(count), Path(folder))
            drafts = [place.name for place in Path(folder).rglob(".*") if place.is_file()]
            seconds = time.monotonic() - begun
            print(
                f"{name}: {dict(codes)}, {len(wrong)} wrong, {len(drafts)} drafts, {seconds:.0f} s",
                flush=True,
            )
            for what in wrong:
                print(what, flush=True)


if __name__ == "__main__":
    main()

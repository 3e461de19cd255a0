"""Reading and writing take linear time, for any content."""

import gc
import io
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from vanuatu.cli.match.resume import scan
from vanuatu.notation.files import read_games
from vanuatu.notation.formats import read_any
from vanuatu.notation.packed.archive import read_archive
from vanuatu.notation.packed.ndjson import read_ndjson
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import GameRecord

pytestmark = pytest.mark.heavy

MOST = 2.5
ENOUGH = 0.02  # seconds: of less nothing can be said
LARGEST = 4 << 20
TRIES = 3
SIZES = 3

HEAD = '[Event "x"]\n[Purple "a"]\n[Teal "b"]\n[Result "*"]\n[GameType "vanuatu"]\n\n'
DRAWS = "1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p "
CAST = "#cast=artist,beggar,builder,diver,guide p:~SS t:~SXF "
MOVE = b"\x93\x01\xa1p\xa3+SF"


def among_tags(unit: str) -> Callable[[int], bytes]:
    return lambda size: (HEAD + unit * (size // len(unit)) + "\n*\n").encode()


def among_moves(unit: str) -> Callable[[int], bytes]:
    return lambda size: (HEAD + DRAWS + CAST + unit * (size // len(unit.encode())) + " *\n").encode()


def games(unit: str) -> Callable[[int], bytes]:
    return lambda size: (unit * (size // len(unit))).encode()


def tags(form: str, before: str = "") -> Callable[[int], bytes]:
    def made(size: int) -> bytes:
        many = "".join([form % number for number in range(size // 12)])
        return (HEAD.rstrip("\n") + "\n" + before + many + "\n\n*\n").encode()

    return made


PVN = {
    "comments on one line": among_tags("{}"),
    "comments among the moves": among_moves("{a} "),
    "tags on one line": tags('[T%d "v"]'),
    "tags on one line, beside signs of four bytes": tags('[T%d "v"]', '[Sign "\U0001f600"]'),
    "a tag a line": tags('[T%d "v"]\n'),
    "variations in long form": among_moves("(t:fxs) "),
    "empty variations": among_moves("()"),
    "glyphs": among_moves("$1 "),
    "round numbers": among_moves("1. "),
    "one long word": among_moves("a"),
    "a comment of many words": lambda size: (HEAD + "{" + "ab " * (size // 3) + "} *\n").encode(),
    "braces in remarks": among_moves("; {\n"),
    "braces with lines that begin like tags": among_moves("{\n[ }"),
    "a comment that is never closed": lambda size: (HEAD + "{" + "\n[x\n" * (size // 4)).encode(),
    "bytes of an old encoding": lambda size: (HEAD + "{" + "é " * (size // 2) + "} *\n").encode("cp1252"),
    "backslashes": lambda size: (HEAD.rstrip("\n") + '\n[T "' + "\\" * size + '"]\n\n*\n').encode(),
    "lines without anything": among_tags(" \n"),
    "games": games(HEAD + "*\n\n"),
    "games whose comments are not closed": games('[A "x"]\n\n1. {\n\n'),
    "comments and no game": games('{\n[Event "x"]\n}\n'),
}
NDJSON = {
    "moves": lambda size: (
        b'{"tags":[],"moves":[' + b'{"round":1,"seat":"p","token":"+SF"},' * (size // 37) + b"[]]}\n"
    ),
    "lists": lambda size: b'{"tags":[' + b"[]," * (size // 3) + b"[]]}\n",
    "short lines": lambda size: b"{}\n[1]\n" * (size // 7),
    "quotation marks": lambda size: b'{"tags":"' + b'\\"' * (size // 2) + b'"}\n',
}
MSGPACK = {
    "moves": lambda size: b"\x81\xa5moves\xdd" + (size // 8).to_bytes(4) + MOVE * (size // 8),
    "maps": lambda size: b"\x80" * size,
    "a long text": lambda size: b"\x81\xa5moves\xdb" + size.to_bytes(4) + b"a" * size,
}


class Trickle(io.RawIOBase):
    """A stream that gives 32 bytes at a time."""

    def __init__(self, raw: bytes) -> None:
        super().__init__()
        self._raw = io.BytesIO(raw)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._raw.read(32)
        buffer[: len(block)] = block
        return len(block)


def exhaust(items: Iterator[object]) -> None:
    for _ in items:
        pass


def seconds(read: Callable[[bytes], None], raw: bytes) -> float:
    """Of processor time, for reading once; without Python's collector, whose turns come in leaps."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        read(raw)
        return time.process_time() - began
    finally:
        gc.enable()


def growth(read: Callable[[bytes], None], shape: Callable[[int], bytes]) -> float:
    """How many times longer it takes to read twice as much, at a size where that can be measured.

    The least of some tries counts: whatever else the machine does makes it longer, never shorter. What
    takes a few milliseconds counts as ten, for there the caches of the processor decide.
    """
    size = 4000
    read(shape(size))  # what is imported and written down once
    while size < LARGEST and seconds(read, shape(size)) < ENOUGH:
        size *= 2
    best = 9.9
    for _ in range(SIZES):
        once, twice = shape(size // 2), shape(size)
        for tries in range(1, TRIES + 1):
            shorter = min(seconds(read, once) for _ in range(tries))
            longer = min(seconds(read, twice) for _ in range(tries))
            best = min(best, longer / max(shorter, ENOUGH / 2))
            if best <= MOST:
                return best
        size *= 2  # where the caches of the processor end, it may take a leap
    return best


@pytest.mark.parametrize("shape", PVN.values(), ids=PVN.keys())
def test_pvn(shape: Callable[[int], bytes]) -> None:
    assert growth(lambda raw: exhaust(read_games(raw)), shape) <= MOST


@pytest.mark.parametrize("name", ["games whose comments are not closed", "games", "tags on one line"])
def test_headers_and_tags(name: str) -> None:
    assert growth(lambda raw: exhaust(scan_headers(raw)), PVN[name]) <= MOST
    assert growth(lambda raw: exhaust(scan(io.BytesIO(raw))), PVN[name]) <= MOST


@pytest.mark.parametrize("shape", NDJSON.values(), ids=NDJSON.keys())
def test_ndjson(shape: Callable[[int], bytes]) -> None:
    assert growth(lambda raw: exhaust(read_ndjson(io.BytesIO(raw))), shape) <= MOST


@pytest.mark.parametrize("shape", MSGPACK.values(), ids=MSGPACK.keys())
def test_msgpack(shape: Callable[[int], bytes]) -> None:
    assert growth(lambda raw: exhaust(read_archive(io.BytesIO(raw))), shape) <= MOST


@pytest.mark.parametrize(
    "shape",
    [
        PVN["a comment of many words"],
        PVN["a comment that is never closed"],
        NDJSON["moves"],
        MSGPACK["a long text"],
    ],
    ids=["PVN", "an open comment", "NDJSON", "msgpack"],
)
def test_games_that_come_in_small_parts(shape: Callable[[int], bytes]) -> None:
    def read(raw: bytes) -> None:
        exhaust(read_any(io.BufferedReader(Trickle(raw), 64)))

    assert growth(read, shape) <= MOST


def test_writing() -> None:
    def record(size: int) -> GameRecord:
        made = next(read_games((HEAD + "*\n").encode())).session.record
        made.line.before += ["a comment of some words"] * (size // 32)
        return made

    found = growth(lambda raw: exhaust(iter(write_game(record(len(raw))))), lambda size: b"x" * size)
    assert found <= MOST

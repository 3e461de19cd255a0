"""Mutations of inputs: bytes, words, sections, and the values of machine formats."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack

from tests.fuzz.checks import POSITIONS, PROTOCOL
from vanuatu.notation.formats import MSGPACK, NDJSON, PVN

_PVN = """( ) { } {x} ; % * $1 $256 ! ?! 1. 2... 1,2 [ ] [Event\\ "x"] [EventDate\\ "y"] [_ \\ " \\\\ p: t:
fish sail c3 @guide +FV take plan neutral -F ~SF pass 1=store 2=b3r #tourists=2 #tile=W0""".split()
_LINES = """pvn;pvn 2;newgame;newgame vanuatu players=2;newgame maori players=9 seat=x;newgame vanuatu seat=t;
position;position moves;position fen;position moves #start=201 R?;go;go sims;go sims -1;go time x;
go time 1e999;go sims 99999999999999999999;stop;legal;result;result *;state {};error;quit now;players=3;
variant=waters,waters;seat=b;clock=1e9+x""".replace("\n", "").split(";")
_BYTES = [
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\x00",
    b"\xe9",
    b"\xef\xbb\xbf",
    b"\x1b[31m",
    b"\xc2\x9b",
    b"\xe2\x80\xae",
    b" ",
]
_SIGNS = "0123456789 ;:()/+*@^?~=.,kcbptyoSBXFVGDTRWIEQabcdersv\x1b\u202e"
_LEAVES: list[Any] = [
    None,
    True,
    0,
    -1,
    10**9,
    1.5,
    "",
    "p",
    "#",
    "*",
    "$1",
    "+SF",
    "\x00",
    "\u202e",
    [],
    {},
    "; x",
    "%",
]
_FIELDS = [
    "tags",
    "moves",
    "result",
    "before",
    "after",
    "round",
    "seat",
    "token",
    "comments",
    "variations",
    "glyphs",
]


def mutated(kind: str, begun: Sequence[bytes], pool: Sequence[bytes], random: Random) -> bytes:
    """An input made of one of those to begin with or of the pool, or of two."""
    raw = random.choice(begun if not pool or random.random() < 0.5 else pool)
    pool = pool or begun
    if kind not in POSITIONS and random.random() < 0.1:
        raw = raw + random.choice([b"\n", b"", b"\n\n"]) + random.choice(begun)
    if kind in (NDJSON, MSGPACK) and random.random() < 0.5:
        changed = _other_values(kind, raw, random)
        if changed is not None:
            return changed
    for _ in range(random.choice([1, 1, 1, 2, 3, 8])):
        if kind in POSITIONS:
            raw = _other_words(raw, random.choice(pool), random)
        else:
            raw = _other_bytes(kind, raw, random.choice(pool), random)
    return raw


def _other_bytes(kind: str, raw: bytes, other: bytes, random: Random) -> bytes:
    at = random.randrange(len(raw) + 1)
    end = min(len(raw), at + random.choice([0, 1, 1, 2, 5, 20, 200]))
    there = random.randrange(len(other) + 1)
    pieces = [
        b"",
        raw[at:end] * random.choice([2, 2, 30]),
        other[there : there + random.choice([1, 5, 40, 400])],
        bytes([random.randrange(256)]),
        random.choice(_BYTES),
    ]
    if kind == PROTOCOL:
        pieces += [random.choice(_LINES).encode() + b"\n", b" " + random.choice(_LINES).encode() + b" "] * 2
    if kind == PVN:
        pieces += [b" " + random.choice(_PVN).replace("\\ ", " ").encode() + b" "] * 2
    return raw[:at] + random.choice(pieces) + raw[end:]


def _other_words(raw: bytes, other: bytes, random: Random) -> bytes:
    """A position with a sign, a word or a section changed."""
    text, donor = raw.decode("utf-8", "replace"), other.decode("utf-8", "replace")
    way = random.randrange(4)
    if way < 2:
        at = random.randrange(len(text) + 1)
        return (text[:at] + random.choice(_SIGNS) * way + text[at + random.randrange(2) :]).encode()
    part = " " if way == 2 else "; "
    words, others = text.split(part), donor.split(part)
    at = random.randrange(len(words))
    taken = [random.choice(others)]
    words[at : at + 1] = random.choice([taken, [], [words[at]] * 2, [*taken, words[at]]])
    return part.join(words).encode()


def _other_values(kind: str, raw: bytes, random: Random) -> bytes | None:
    """A game in machine form with some of its values changed; None if it is none."""
    try:
        value: Any = json.loads(raw) if kind == NDJSON else msgpack.unpackb(raw)
    except (ValueError, RecursionError, msgpack.UnpackException):
        return None
    for _ in range(random.choice([1, 1, 2, 4])):
        _change(value, random)
    try:
        return (json.dumps(value) + "\n").encode() if kind == NDJSON else msgpack.packb(value)
    except (ValueError, TypeError, OverflowError):
        return None


def _change(value: Any, random: Random) -> None:
    """Change something within a value, at whatever depth."""
    while True:
        if isinstance(value, dict):
            places: list[Any] = [*value, random.choice(_FIELDS)]
        elif isinstance(value, list) and value:
            places = list(range(len(value)))
        else:
            return
        place = random.choice(places)
        inner = value.get(place) if isinstance(value, dict) else value[place]
        if isinstance(inner, (dict, list)) and inner and random.random() < 0.8:
            value = inner
            continue
        if isinstance(value, list) and random.random() < 0.3:
            value.insert(place, random.choice(value))
        else:
            value[place] = random.choice(_LEAVES)
        return

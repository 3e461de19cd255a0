"""Any bytes: no traceback and no hang; accepted input survives a round trip."""

import io
import random
from pathlib import Path

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.texts import TAGS, game
from vanuatu.core.games import make_game, names
from vanuatu.core.rng import Rng
from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.packed.archive import pack, read_archive
from vanuatu.notation.packed.ndjson import read_ndjson, write_ndjson
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import brace_comment, line_comment
from vanuatu.notation.session import Session

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.pvn"))
MUTANTS = 25
MOST = 12  # games of a file

MOVES = [
    "1.",
    "2.",
    "3...",
    "#draw=1",
    "#draw=3",
    "p:T1",
    "t:T1",
    "T1",
    "T2@",
    "H1",
    "p:H2",
    "take",
    "hide 1",
]
MARKS = ["(", ")", "{", "}", "{x}", ";", "; y\n", "%", "\n%z\n", "$1", "$300", "!", "?!", "??", "*", "1,2"]
SIGNS = [
    "[",
    "]",
    '[Event "x"]',
    '\n[A "b"]\n',
    "\n",
    "\r\n",
    "\n\n",
    "\\",
    '"',
    "\x00",
    "é",
    "\u2028",
    ":",
    "@",
]
WORDS = st.sampled_from(MOVES + MARKS + SIGNS)
FIELDS = st.sampled_from(["tags", "moves", "result", "before", "after", "round", "seat", "token", "comments"])
LEAVES = st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=5)
)
MOVETEXTS = st.lists(WORDS, max_size=40).map(" ".join)


def assert_reads_back_the_same(found: GameRead) -> None:
    """PVN, NDJSON and msgpack all hold what was read, and PVN is canonical after one writing."""
    record = found.session.record
    text = write_game(record)
    assert all(len(line) <= 79 or " " not in line.strip() or line[0] in "[;%" for line in text.split("\n"))
    [again] = read_games(text.encode())
    assert again.error is None, text
    assert write_game(again.session.record) == text
    [line] = read_ndjson(io.BytesIO(write_ndjson(record).encode()))
    assert write_game(line.session.record) == text
    [packed] = read_archive(io.BytesIO(pack(record)))
    assert write_game(packed.session.record) == text


def assert_survives(raw: bytes) -> int:
    """Read the bytes; how many games were accepted."""
    accepted = 0
    headers = list(scan_headers(raw))
    games = list(read_games(raw))
    assert len(headers) == len(games)
    for found in games:
        if found.error is None:
            accepted += 1
            assert_reads_back_the_same(found)
        else:
            assert "\n" not in found.error.at("file")
            assert found.error.at("file").isprintable()
            assert len(found.error.message) < 1000
    return accepted


@pytest.mark.usefixtures("toy")
class TestToyGames:
    @given(MOVETEXTS)
    @settings(max_examples=300)
    def test_any_movetext(self, movetext: str) -> None:
        assert_survives(game(movetext).encode())

    @given(st.lists(WORDS, max_size=15).map("".join), MOVETEXTS, st.sampled_from(["", "\ufeff"]))
    @settings(max_examples=200)
    def test_any_text(self, before: str, movetext: str, mark: str) -> None:
        assert_survives((mark + before + "\n" + game(movetext) + movetext).encode())

    @given(st.binary(max_size=200))
    @settings(max_examples=200)
    def test_any_bytes(self, raw: bytes) -> None:
        assert_survives(raw)
        assert_survives(TAGS.encode() + raw)
        for found in (*read_ndjson(io.BytesIO(raw)), *read_archive(io.BytesIO(raw))):
            assert found.error is not None

    @given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=300))
    @settings(max_examples=200)
    def test_any_comment(self, text: str) -> None:
        inside = text.replace("}", "")
        remark = text.replace("\n", " ")
        printed = f"{{{inside}}}"
        raw = game(f"{printed} 1. #draw=3 {printed} ( #draw=1 ) {printed} ;{remark}\n% {remark}\n* {printed}")
        [found] = read_games(raw.encode())
        assert found.session.record.plies[0].comments == [brace_comment(inside)]
        assert found.session.record.plies[0].variations[0].after[1] == line_comment(";" + remark)
        assert_reads_back_the_same(found)

    @given(st.dictionaries(st.text("Aa_9", min_size=1), st.text(st.characters(exclude_categories=["C"]))))
    @settings(max_examples=100)
    def test_any_tags(self, tags: dict[str, str]) -> None:
        record = next(read_games(game("*").encode())).session.record
        record.tags |= tags
        [found] = read_games(write_game(record).encode())
        assert found.session.record.tags == record.tags
        assert_reads_back_the_same(found)

    @given(VALUES)
    @settings(max_examples=100)
    def test_any_map(self, value: object) -> None:
        raw = msgpack.packb(value)
        for found in read_archive(io.BytesIO(raw)):
            assert found.error is not None


def random_game(name: str, players: int, seed: int) -> str:
    """A game of random moves, with something said here and there."""
    rng = Rng(seed)
    session = Session.new(make_game(name, players), tags={"Event": "Random", "Seed": str(seed)})
    session.draw(rng)
    while not session.over and session.ply < 150:
        moves = session.state.legal_moves()
        session.push(int(moves[rng.below(len(moves))]))
        if rng.below(8) == 0:
            session.record.plies[-1].noted().comments.append("well; [%clk 0:01:02] (so) it goes")
        session.draw(rng)
    session.finish()
    return session.text()


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them changed, left out, doubled or moved."""
    for _ in range(chance.choice([1, 1, 1, 2, 5, 20])):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice([0, 1, 1, 2, 10, 100]))
        other = chance.randrange(len(raw) + 1)
        known = [sign.encode() for sign in MARKS + SIGNS]
        copied = [b"", raw[at:end] * 2, raw[other : other + end - at], bytes([chance.randrange(256)])]
        piece = chance.choice(known + copied * 4)
        raw = raw[:at] + piece + raw[end:]
    return raw


@pytest.mark.parametrize("name", names())
def test_mutated_games(name: str) -> None:
    chance = random.Random(name)
    texts = [random_game(name, players, players) for players in (2, 3, 4)]
    raw = "\n".join(texts).encode()
    accepted = assert_survives(raw)
    assert accepted == 3
    assert "\n".join(write_game(found.session.record) for found in read_games(raw)).encode() == raw
    for _ in range(MUTANTS):
        accepted += assert_survives(mutated(raw, chance))
    assert accepted > MUTANTS  # most mutants break one game of three


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_mutated_files(path: Path) -> None:
    chance = random.Random(path.name)
    raw = b"\n[Event ".join(path.read_bytes().split(b"\n[Event ")[:MOST])
    for _ in range(MUTANTS // 2):
        assert_survives(mutated(raw, chance))


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_many_mutated_games(name: str) -> None:
    chance = random.Random(f"{name} long")
    for seed in range(60):
        raw = random_game(name, 2 + seed % 3, 100 + seed).encode()
        for _ in range(100):
            assert_survives(mutated(raw, chance))


@pytest.mark.parametrize("name", names())
def test_mutated_archives(name: str) -> None:
    chance = random.Random(name)
    [found] = read_games(random_game(name, 3, 3).encode())
    for raw, reader in (
        (pack(found.session.record), read_archive),
        (write_ndjson(found.session.record).encode(), read_ndjson),
    ):
        for _ in range(MUTANTS):
            for other in reader(io.BytesIO(mutated(raw, chance))):
                if other.error is None:
                    assert_reads_back_the_same(other)
                else:
                    assert "\n" not in other.error.at("file")

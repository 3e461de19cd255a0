"""Compressed files of games: gzip, and Zstandard where it is installed."""

import contextlib
import gzip
import io
import random
from importlib.util import find_spec
from pathlib import Path

import pytest

import vanuatu
from vanuatu.notation import compression
from vanuatu.notation.compression import PackingError, pack, unpacked

GAME = Path(__file__).parents[2] / "games" / "three-players.pvn"
HAS_ZSTD = find_spec("zstandard") is not None or find_spec("compression") is not None
PACKINGS = ["gz", pytest.param("zst", marks=pytest.mark.skipif(not HAS_ZSTD, reason="no Zstandard"))]


def read_back(raw: bytes, size: int = 1 << 20) -> bytes:
    stream = unpacked(io.BufferedReader(io.BytesIO(raw)))
    found = b""
    while block := stream.read(size):
        found += block
    return found


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("form", ["pvn", "ndjson", "msgpack"])
def test_games_survive_compression(packing: str, form: str, tmp_path: Path) -> None:
    name = tmp_path / f"games.{form}.{packing}"
    assert vanuatu.write(vanuatu.read(GAME), name) == 1
    assert name.read_bytes()[:2] in (b"\x1f\x8b", b"\x28\xb5")
    [game] = vanuatu.read(name)
    assert game.text() == GAME.read_text(encoding="utf-8")
    assert [again.text() for again in vanuatu.read(name.read_bytes())] == [game.text()]


@pytest.mark.parametrize("packing", PACKINGS)
def test_pieces_can_follow_one_another(packing: str) -> None:
    parts = [b"one\n", b"", b"two\n" * 5000, bytes(random.Random(1).randbytes(70_000))]
    raw = b"".join(pack(part, packing) for part in parts)
    assert read_back(raw) == b"".join(parts)
    assert read_back(raw, 7) == b"".join(parts)


@pytest.mark.parametrize("packing", PACKINGS)
def test_the_same_content_gives_the_same_bytes(packing: str) -> None:
    assert pack(b"games", packing) == pack(b"games", packing)


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_damaged_file_is_an_error_of_one_line(packing: str) -> None:
    whole = pack(GAME.read_bytes(), packing)
    for broken in (whole[:-1], whole[: len(whole) // 2], whole[:5]):
        with pytest.raises(PackingError, match=r"ends too early|damaged"):
            read_back(broken)
    middle = len(whole) // 2
    for change in range(1, 200, 7):
        changed = bytes([*whole[:middle], whole[middle] ^ change, *whole[middle + 1 :]])
        with contextlib.suppress(PackingError):  # and nothing else
            read_back(changed)


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_file_that_unpacks_to_too_much_is_refused(packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "FREE", 1 << 20)
    bomb = pack(bytes(1 << 20), packing) * 20
    with pytest.raises(PackingError, match="more than 200 times"):
        read_back(bomb)
    honest = pack(random.Random(1).randbytes(3 << 20), packing)
    assert len(read_back(honest)) == 3 << 20


def test_other_bytes_pass_unchanged() -> None:
    for raw in (b"", b"\x1f", b'[Event "x"]', b"\x28\xb5\x2f", gzip.compress(b"")):
        assert read_back(raw) == (b"" if raw[:2] == b"\x1f\x8b" else raw)

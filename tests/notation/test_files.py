"""Reading files: lazily split, with any bytes."""

import io
import tracemalloc
from pathlib import Path

import pytest

from tests.notation.texts import TAGS, errors_of, game, read, rewritten
from vanuatu.notation.files import read_games, split_games
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.record import MAX_GAME

pytestmark = pytest.mark.usefixtures("toy")

GOOD = game("1. #draw=3 p:T1 {a [Event] in a comment} t:T2 *")


class Stream(io.RawIOBase):
    """Gives bytes away a few at a time, and counts what it was asked for."""

    def __init__(self, parts: list[bytes]) -> None:
        super().__init__()
        self.parts = parts
        self.given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self.parts:
            return b""
        self.given += 1
        return self.parts.pop(0)


def test_a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_like_windows() -> None:
    assert rewritten(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == GOOD


def test_the_last_line_may_lack_its_end() -> None:
    assert rewritten(GOOD.rstrip("\n")) == GOOD
    assert rewritten(TAGS + "*") == TAGS + "*\n"


def test_bytes_that_are_not_utf8_are_read_and_noted() -> None:
    [found] = read(game("1. #draw=3 {\xe9t\xe9} *").encode("latin-1"))
    assert found.session.record.plies[0].comments == ["été"]
    assert found.note is not None
    assert found.note.at("f") == "f:10:13: byte 0xe9 is not UTF-8"
    assert read(GOOD)[0].note is None


@pytest.mark.parametrize(
    "text", ["", "\n\n \r\n", "; nothing but [remarks]\n% and escapes\n{and comments}\n", "\ufeff"]
)
def test_a_file_without_games_has_none(text: str) -> None:
    assert read(text) == []


def test_other_encoding_or_binary_file_raises_one_line_error() -> None:
    assert len(errors_of(GOOD.encode("utf-16"))) == 1
    assert errors_of(bytes(range(256)) * 40) == ["f:1:1: a NUL byte: this is not text"]
    assert errors_of(b"\x00" * 1000) == ["f:1:1: a NUL byte: this is not text"]


def test_truncated_game_gives_one_line_and_next_is_read() -> None:
    for cut in range(1, len(GOOD) - 2):
        text = GOOD[:cut] + "\n\n" + GOOD
        found = read(text)
        assert found[-1].error is None, cut
        assert len(errors_of(text)) == 1, cut


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_games_are_found_however_the_bytes_arrive(size: int) -> None:
    text = (
        "{hello}\n" + GOOD + "\n" + game("; {\n% }\n1. #draw=1 {\n[Event and more} * ; {") + "\n" + GOOD
    ).encode()
    whole = [piece.raw for piece in split_games(text)]
    assert len(whole) == 3
    parts = [text[at : at + size] for at in range(0, len(text), size)]
    pieces = list(split_games(Stream(parts)))  # type: ignore[arg-type] # all that is asked of a stream
    assert [piece.raw for piece in pieces] == whole
    assert [piece.line for piece in pieces] == [piece.line for piece in split_games(text)]
    assert b"".join(whole) == text
    assert [text[piece.offset :][:6] for piece in pieces[1:]] == [b"[Event"] * 2


def test_games_are_returned_before_end_of_file() -> None:
    stream = Stream([GOOD.encode() + b"\n"] * 100)
    games = read_games(stream)  # type: ignore[arg-type] # all that is asked of a stream
    assert next(games).error is None
    assert stream.given <= 3


def test_line_and_game_numbers_continue_after_too_long_game() -> None:
    block = b"x" * (1 << 20)
    count = (MAX_GAME >> 20) + 3
    stream = Stream([GOOD.encode() + b'\n[Event ""]\n\n', *[block] * count, b"\n\n", GOOD.encode()])
    first, long, last = list(read_games(stream))  # type: ignore[arg-type] # all that is asked of a stream
    assert first.error is None
    assert long.error is not None
    assert long.error.at("f") == "f:12:1: a game of more than 16 MB: this is no PVN"
    assert (last.error, last.number, last.line) == (None, 3, 16)


def test_line_of_100_mb_needs_no_extra_memory_or_time() -> None:
    tracemalloc.start()
    stream = Stream([b"[" * (1 << 20)] * 100)
    [found] = read_games(stream)  # type: ignore[arg-type] # all that is asked of a stream
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.error is not None
    assert peak < 64 << 20


@pytest.mark.parametrize(
    "unit", ["(", "{", "}", "{}", "[", '[a "', '[a ""]\n', ";", "%\n", "$", "1.", "*", "p:", "!", "\\", "a "]
)
def test_no_input_takes_quadratic_time(unit: str) -> None:
    """Some of these took minutes in a careless reader; each is a quarter of a megabyte."""
    assert read(TAGS + unit * (250_000 // len(unit)) + "\n")


def test_one_game_of_many_is_found_without_reading_the_others(tmp_path: Path) -> None:
    broken = game("nonsense *")
    path = tmp_path / "many.pvn"
    path.write_text("\n".join([broken] * 500 + [GOOD] + [broken] * 500))
    [found] = read_games(path, only=501)
    assert (found.number, found.line, found.error) == (501, 5501, None)
    assert list(read_games(path, only=2000)) == []


def test_headers_are_scanned_without_the_moves() -> None:
    text = (GOOD + "\n" + game("nonsense } ) *") + "\n" + GOOD.replace("Kitchen", 'Quoted \\"')).encode()
    headers = list(scan_headers(text))
    assert [header.number for header in headers] == [1, 2, 3]
    assert [header.line for header in headers] == [1, 12, 23]
    assert [text[header.offset :][:7] for header in headers] == [b"[Event "] * 3
    assert headers[0].tags == read(GOOD)[0].session.record.tags
    assert headers[2].tags["Event"] == 'Quoted " table'


def test_invalid_headers_are_reported() -> None:
    broken = GOOD.replace('[Round "1"]', "[Round")
    [first, second] = scan_headers((broken + "\n" + GOOD).encode())
    assert first.error is not None
    assert first.error.at("f") == 'f:4:1: a tag should read [Name "value"]'
    assert list(first.tags) == ["Event", "Site", "Date"]
    assert second.error is None
    assert list(scan_headers(b"; no games\n")) == []


def test_a_path_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_games(tmp_path / "none.pvn"))
    with pytest.raises(IsADirectoryError):
        list(read_games(tmp_path))

"""Limits of game size, equal in all three formats, and files without an end."""

import contextlib
import io
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import environment, vanuatu
from tests.notation.texts import TAGS, errors_of, game, read
from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.formats import FORMATS, encode_game, read_any
from vanuatu.notation.packed.archive import pack, read_archive
from vanuatu.notation.packed.ndjson import read_ndjson, write_ndjson
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import MAX_TEXT, MAX_THINGS, MAX_WORD, MoveLine

TOO_MUCH = (
    "a game of more than 100,000 tags, moves and comments, or with more than 1,000,000 characters in them"
)
OTHERS = 9  # the tags of a toy game, and its one move
MOST_MEMORY = 300  # megabytes
HEARD = 1.0  # seconds from Ctrl-C to the end of the program


def annotated(comments: list[str], variations: int = 0, glyphs: int = 0) -> GameRead:
    """A toy game of one move, about which that much is said."""
    [found] = read(game("1. #draw=3 *"))
    notes = found.session.record.plies[0].noted()
    notes.comments += comments
    notes.glyphs += ["$14"] * glyphs
    notes.variations += [MoveLine() for _ in range(variations)]
    return found


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("sign", ["\x01", '"', "\\", "é", "\U0001f600"])
def test_the_largest_game_goes_through_all_forms(sign: str) -> None:
    comments = [sign * (MAX_TEXT // 100 - 2)] * 100
    raw = write_game(annotated(comments, 5000, MAX_THINGS - OTHERS - 5100).session.record).encode()
    canonical = raw
    for source, target in zip(FORMATS, [*FORMATS[1:], FORMATS[0]], strict=True):
        [again] = read_any(io.BufferedReader(io.BytesIO(raw)), source)
        assert again.error is None
        raw = encode_game(again.session.record, target, True)
    assert raw == canonical


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("comments", "glyphs"),
    [([], MAX_THINGS), (["x" * 1000] * 1000, 0), (["x"] * MAX_THINGS, 0), (["x" * (MAX_TEXT + 1)], 0)],
)
def test_larger_game_is_reported_in_every_format(comments: list[str], glyphs: int) -> None:
    record = annotated(comments, 0, glyphs).session.record
    for found in (
        *read_games(write_game(record).encode()),
        *read_ndjson(io.BytesIO(write_ndjson(record).encode())),
        *read_archive(io.BytesIO(pack(record))),
    ):
        assert found.error is not None
        assert found.error.message == TOO_MUCH


@pytest.mark.usefixtures("toy")
def test_too_many_tags_are_reported() -> None:
    many = "".join(f'[T{number} "v"]\n' for number in range(MAX_THINGS))
    [printed] = errors_of(TAGS.rstrip("\n") + "\n" + many + "\n*\n")
    assert printed == f"f:{MAX_THINGS + 1}:1: {TOO_MUCH}"


@pytest.mark.usefixtures("toy")
def test_endless_word_is_not_a_move() -> None:
    printed = f"f:10:12: a word of more than {MAX_WORD} letters: this is no move"
    assert errors_of(game("1. #draw=3 " + "T" * (MAX_WORD + 1) + " *")) == [printed]
    assert errors_of(game("1. #draw=3 " + "1," * MAX_WORD)) == [printed]


HEAD = '[Event "x"]\n[Purple "a"]\n[Teal "b"]\n\n'
HOSTILE: dict[str, Callable[[], str]] = {
    "a sign of four bytes": lambda: HEAD + "\U0001f600 {" + "ab " * 5_500_000,
    "empty variations": lambda: HEAD + "1. #start=201 " + "()" * 8_000_000 + " *",
    "tags on one line": lambda: "".join([f'[T{number} "v"]' for number in range(900_000)]) + "\n\n*\n",
    "maps in a line": lambda: (
        '{"before":["' + "\U0001f600" * 2_400_000 + '"],"tags":[' + '{"a":0},' * 740_000 + "[]]}"
    ),
    "texts in a line": lambda: '{"tags":[' + '"aaaaaaaaaa\U0001f600",' * 900_000 + '""]}\n',
}
MEASURED = """
import sys
from pathlib import Path
from vanuatu.notation.formats import read_any
with open(sys.argv[1], "rb") as stream:
    assert all(read.error is not None for read in read_any(stream))
status = Path("/proc/self/status").read_text()
print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="its way to tell a process its memory")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_file_takes_all_the_memory(text: Callable[[], str], tmp_path: Path) -> None:
    path = tmp_path / "hostile"
    path.write_text(text(), encoding="utf-8")
    called = [sys.executable, "-c", MEASURED, str(path)]
    done = subprocess.run(called, cwd=tmp_path, env=environment(tmp_path), capture_output=True, check=False)
    assert done.stderr == b""
    assert int(done.stdout) < MOST_MEMORY


@pytest.mark.parametrize("unit", ["{}", "1. ", HEAD + "*\n\n", HEAD + "{\n[a\n", '{"tags":[],'])
def test_ctrl_c_interrupts_endless_file(unit: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "check", "-"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        bufsize=0,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    stdin = process.stdin
    assert stdin is not None

    reading = threading.Event()  # a pipe holds less than was written

    def write() -> None:
        block = (HEAD + "1. #start=201 ").encode() if unit == "1. " else b""
        with contextlib.suppress(OSError, ValueError):
            while True:
                for _ in range(20):
                    stdin.write(block + unit.encode() * (16_384 // len(unit)))
                    block = b""
                reading.set()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert reading.wait(60)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        code = process.wait(timeout=60)
        took = time.monotonic() - began
    finally:
        process.kill()
        writer.join()
        stdin.close()
    assert code == 130
    assert took < 20 * HEARD  # of a machine that has other things to do


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("show /dev/zero", "/dev/zero:1:1: "),
        ("moves /dev/zero", "/dev/zero:1:1: "),
        ("match random random --openings /dev/zero", "/dev/zero: the file is too large for openings"),
        ("show --tiles /dev/zero x", "/dev/zero: this is too long for a table of tiles"),
    ],
)
def test_endless_file_prints_one_line(call: str, printed: str, tmp_path: Path) -> None:
    ended = vanuatu(call.split(), tmp_path)
    assert ended.code in (1, 2)
    assert printed in ended.err
    assert ended.err.count("\n") == 1

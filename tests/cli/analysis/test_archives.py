"""Reviews of many games: identical with any number of workers, and resumable."""

import gzip
import importlib.util
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.matches.calls import PACE, match
from tests.cli.matches.test_cluster import Cluster
from tests.cli.shell import environment, vanuatu
from tests.notation.test_compression import HAS_ZSTD
from vanuatu.cli.match.resume import scan
from vanuatu.notation.files import read_games
from vanuatu.notation.formats import encode_game

HERE = Path(__file__).parent
SHORT = (HERE.parents[2] / "games" / "left-out.pvn", HERE / "planned.pvn")
REVIEW = "review games.pvn --bot mcts:4 --json".split()
ANNOTATE = "analyse games.pvn --all --bot mcts:4".split()
FORMS = ("pvn", "ndjson", "msgpack")


def write_archive(folder: Path, games: int) -> None:
    """Write a file of short games, two alternating ones."""
    texts = [path.read_text("utf-8") for path in SHORT]
    (folder / "games.pvn").write_text("\n".join(texts[n % 2] for n in range(games)), "utf-8")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    write_archive(tmp_path, 5)
    return tmp_path


def written(call: list[str], folder: Path, name: str, *more: str) -> bytes:
    """Return what a command writes into a file."""
    ended = vanuatu([*call, "--out", name, *more], folder)
    assert (ended.code, ended.out) == (0, ""), ended.err
    return (folder / name).read_bytes()


@pytest.mark.heavy
def test_two_workers_annotate_games_identically(archive: Path) -> None:
    alone = written(ANNOTATE, archive, "alone.pvn")
    assert alone.count(b"[%eval ") > 30
    assert written(ANNOTATE, archive, "two.pvn", "--jobs", "2") == alone
    games = list(read_games(archive / "alone.pvn"))
    assert [len(game.session.record.plies) for game in games] == [9, 15, 9, 15, 9]


@pytest.mark.heavy
def test_archive_review_ends_with_largest_losses(archive: Path) -> None:
    ended = vanuatu([*REVIEW, "--out", "reviews.json"], archive)
    assert ended.code == 0
    assert ended.err.splitlines()[0].split()[:2] == ["player", "results"]
    assert [line.split()[0] for line in ended.err.splitlines()[1:4]] == ["Ann", "Ben", "Cleo"]
    assert max(map(len, ended.err.splitlines())) <= 80
    assert [json.loads(line)["game"] for line in (archive / "reviews.json").read_text().splitlines()] == [
        1,
        2,
        3,
        4,
        5,
    ]


@pytest.mark.heavy
def test_cut_reviews_are_resumed_at_any_byte(archive: Path) -> None:
    whole = written(REVIEW, archive, "whole.json")
    lines = whole.splitlines(keepends=True)
    for cut in (0, 1, len(lines[0]), len(lines[0]) + 30, len(whole) - 1, len(whole)):
        (archive / "part.json").write_bytes(whole[:cut])
        assert written(REVIEW, archive, "part.json", "--resume") == whole, f"cut at {cut}"
    assert written(REVIEW, archive, "new.json", "--resume", "--jobs", "2") == whole


@pytest.mark.heavy
@pytest.mark.parametrize("form", FORMS)
def test_cut_annotated_games_are_resumed_at_any_byte(form: str, archive: Path) -> None:
    whole = written(ANNOTATE, archive, f"whole.{form}")
    for cut in (0, 7, len(whole) // 2, len(whole) - 1, len(whole)):
        (archive / f"part.{form}").write_bytes(whole[:cut])
        assert written(ANNOTATE, archive, f"part.{form}", "--resume") == whole, f"cut at {cut}"


@pytest.mark.heavy
@pytest.mark.parametrize("call", [ANNOTATE, REVIEW[:-1]])
@pytest.mark.parametrize("form", FORMS)
def test_compressed_games_are_those_of_the_plain_file(call: list[str], form: str, archive: Path) -> None:
    plain = vanuatu([*call, "--out", f"plain.{form}"], archive)
    packed = vanuatu([*call, "--out", f"packed.{form}.gz"], archive)
    assert (packed.code, packed.err) == (plain.code, plain.err)
    raw = (archive / f"packed.{form}.gz").read_bytes()
    assert gzip.decompress(raw) == (archive / f"plain.{form}").read_bytes()
    assert raw.count(b"\x1f\x8b\x08") == 5  # a piece per game
    assert vanuatu(["check", f"packed.{form}.gz"], archive).code == 0
    before = sorted(archive.iterdir())
    ended = vanuatu([*call, "--out", f"packed.{form}.gz", "--resume"], archive)
    assert (ended.code, "--resume cannot continue" in ended.err) == (2, True)
    assert (sorted(archive.iterdir()), (archive / f"packed.{form}.gz").read_bytes()) == (before, raw)


@pytest.mark.skipif(not HAS_ZSTD, reason="no package for Zstandard")
def test_games_are_compressed_by_zstandard(archive: Path) -> None:
    whole = written(ANNOTATE, archive, "plain.pvn")
    written(ANNOTATE, archive, "packed.pvn.zst", "--jobs", "2")
    assert vanuatu(["convert", "packed.pvn.zst", "again.pvn"], archive).code == 0
    assert (archive / "again.pvn").read_bytes() == whole


@pytest.mark.heavy
@pytest.mark.parametrize("call", [ANNOTATE, REVIEW[:-1]])
def test_a_full_disk_leaves_whole_compressed_games_or_no_file(call: list[str], archive: Path) -> None:
    assert vanuatu([*call, "--out", "whole.pvn.gz"], archive).code == 0
    whole = (archive / "whole.pvn.gz").read_bytes()
    room = len(whole) - 100

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    ended = subprocess.run(
        [sys.executable, "-m", "vanuatu", *call, "--out", "part.pvn.gz"],
        cwd=archive,
        env=environment(archive),
        capture_output=True,
        preexec_fn=small,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr.count(b"File too large")) == (1, 1)
    part = archive / "part.pvn.gz"
    if call is ANNOTATE:  # it is written as a whole
        assert not part.exists()
        return
    raw = part.read_bytes()
    assert 0 < len(raw) <= room
    assert raw == whole[: len(raw)]
    games = gzip.decompress(whole).split(b"\n[Event ")
    assert gzip.decompress(raw).split(b"\n[Event ") == games[:-1]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("call", "name", "there"),
    [
        (REVIEW, "x.json", b'{"game": 1, "bot": "mcts:9,seed=1", "seats": []}\n'),
        (REVIEW, "x.json", b"my diary\n"),
        (REVIEW, "x.json", b"my diary"),
        (ANNOTATE, "x.pvn", b"my diary\n"),
        (ANNOTATE, "x.pvn", SHORT[1].read_bytes()),
    ],
)
def test_files_of_other_commands_are_not_changed(
    call: list[str], name: str, there: bytes, archive: Path
) -> None:
    (archive / name).write_bytes(there)
    ended = vanuatu([*call, "--out", name, "--resume"], archive)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "--resume continues only a file" in ended.err
    assert (archive / name).read_bytes() == there
    if call is REVIEW:
        assert vanuatu([*call, "--out", name], archive).code == 2
        assert (archive / name).read_bytes() == there


OTHERS = (HERE.parents[2] / "games" / "teaching.pvn").read_text("utf-8")


def foreign(form: str) -> dict[str, bytes]:
    """Games of other people in a form: with an error in the first one, and without a last line feed."""
    if form == "pvn":
        return {
            "an error in the first game": OTHERS.replace("@", "@x", 1).encode() + b"\n" + OTHERS.encode(),
            "no last line feed": OTHERS.rstrip("\n").encode(),
        }
    record = next(read_games(OTHERS.encode())).session.record
    raw = encode_game(record, form, True)
    return {
        "an error in the first game": raw.replace(b"GameType", b"GameTyqe", 1) + raw,
        "no last line feed": raw[:-1],
    }


@pytest.mark.heavy
@pytest.mark.parametrize("form", FORMS)
def test_ten_kinds_of_foreign_files_are_not_changed(form: str, archive: Path) -> None:
    name = f"x.{form}"
    whole = written(ANNOTATE, archive, name)
    ends = [found.offset + found.size for found in scan(io.BufferedReader(io.BytesIO(whole)), form)]
    separator = b"\n" if form == "pvn" else b""
    first, rest = whole[: ends[0]], whole[ends[0] :]
    half = whole[: ends[0] + (ends[1] - ends[0]) // 2]
    kinds = {
        "a diary": b"[Event of today] I got up\n[Event of tonight] I went to bed\n",
        "a diary like a game": b'[Event "?"]\nI got up late.\n',
        **foreign(form),
        "like msgpack": b"\x85" + b"not a map at all, " * 6000,
        "a note behind": whole + b"a note of mine\n",
        "a note behind the first game": first + b"a note of mine\n",
        "a note between": first + separator + b"{a note of mine}\n" + rest,
        "a comment within": whole.replace(b"[%eval ", b"mine [%eval ", 3),
        "half a game and a text": half + b"\nand here my notes on it\n",
        "zeros and a text": half + b"\0\0\0and here my notes on it\n",
    }
    if form != "msgpack":  # which has no line ends
        kinds["CRLF"] = whole.replace(b"\n", b"\r\n")
    for what, there in kinds.items():
        (archive / name).write_bytes(there)
        ended = vanuatu([*ANNOTATE, "--out", name, "--resume"], archive)
        assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1), (what, ended.err)
        assert f"{name}:" in ended.err, (what, ended.err)
        assert "byte " in ended.err, (what, ended.err)
        assert (archive / name).read_bytes() == there, what


@pytest.mark.heavy
@pytest.mark.parametrize("what", ["note", "spaces", "figure", "order", "missing"])
def test_changed_reviews_are_not_resumed(what: str, archive: Path) -> None:
    whole = written(REVIEW, archive, "x.json")
    lines = whole.splitlines(keepends=True)
    changed = {
        "note": whole.replace(b'"luck"', b'"note": "mine", "luck"', 1),
        "spaces": whole.replace(b'{"', b'{ "', 1),
        "figure": whole.replace(b'"mistakes": 0', b'"mistakes": 00', 1).replace(
            b'"mistakes":0', b'"mistakes":00', 1
        ),
        "order": b"".join([lines[1], lines[0], *lines[2:]]),
        "missing": b"".join(lines[1:]),
    }[what]
    assert changed != whole
    (archive / "x.json").write_bytes(changed)
    ended = vanuatu([*REVIEW, "--out", "x.json", "--resume"], archive)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert (archive / "x.json").read_bytes() == changed


@pytest.mark.heavy
def test_games_reviewed_by_another_bot_are_not_resumed(archive: Path) -> None:
    whole = written(ANNOTATE, archive, "x.pvn")
    half = whole[: whole.rindex(b"[Event") + 40]
    (archive / "x.pvn").write_bytes(half)
    other = [word.replace("mcts:4", "mcts:9") for word in ANNOTATE]
    ended = vanuatu([*other, "--out", "x.pvn", "--resume"], archive)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert "is reviewed with other settings" in ended.err
    assert (archive / "x.pvn").read_bytes() == half


@pytest.mark.heavy
def test_file_with_more_reviews_than_requested_is_not_changed(archive: Path) -> None:
    whole = written(REVIEW, archive, "whole.json")
    (archive / "more.json").write_bytes(whole + whole)
    ended = vanuatu([*REVIEW, "--out", "more.json", "--resume"], archive)
    assert ended.code == 1
    assert (archive / "more.json").read_bytes() == whole + whole


@pytest.mark.heavy
def test_invalid_game_is_reported_and_others_are_reviewed(archive: Path) -> None:
    text = (archive / "games.pvn").read_text("utf-8")
    (archive / "games.pvn").write_text(text.replace("y:-X", "y:-V", 1), "utf-8")
    for more in ([], ["--jobs", "2"]):
        ended = vanuatu([*REVIEW, *more], archive)
        assert ended.code == 1
        assert [json.loads(line)["game"] for line in ended.out.splitlines()] == [2, 3, 4, 5]
        assert ended.err.startswith("games.pvn:")


@pytest.mark.heavy
def test_interrupt_keeps_complete_reviews(tmp_path: Path) -> None:
    write_archive(tmp_path, 60)
    running = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", *REVIEW, "--out", "part.json", "--jobs", "2"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(tmp_path / "part.json", running)
    running.send_signal(signal.SIGINT)
    _, printed = running.communicate(timeout=60)
    assert "Traceback" not in printed.decode()
    numbers = [json.loads(line)["game"] for line in (tmp_path / "part.json").read_bytes().splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    if running.returncode != 0:  # it may have come to its end before that
        assert running.returncode == 130
        assert printed.decode().startswith("interrupted: ")


INTERRUPTED_BEFORE_COUNTING = """
import os, signal
from vanuatu.__main__ import main
from vanuatu.cli.match.game_output import GameOutput

def write(output, game, original=GameOutput.write):
    original(output, game)
    if output.games == 3:
        os.kill(os.getpid(), signal.SIGINT)

GameOutput.write = write
main()
"""


@pytest.mark.heavy
@pytest.mark.parametrize("more", [[], ["--resume"], ["--jobs", "2"]])
def test_ctrl_c_between_writing_and_counting_a_review_counts_it(more: list[str], archive: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_BEFORE_COUNTING, *REVIEW, "--out", "part.json", *more],
        cwd=archive,
        env=environment(archive),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 130, ended.stderr
    reviews = (archive / "part.json").read_text().splitlines()
    assert [json.loads(line)["game"] for line in reviews] == [1, 2, 3]
    printed, _, *players, _ = ended.stderr.splitlines()
    assert (
        printed == f"interrupted: 3 games written{' (continue with --resume)' if '--resume' in more else ''}"
    )
    assert sorted(line.split()[:2] for line in players) == [["Ann", "3"], ["Ben", "3"], ["Cleo", "3"]]


def wait_for(path: Path, running: "subprocess.Popen[bytes]") -> None:
    """Wait until the file is not empty."""
    end = time.monotonic() + 60
    while not path.exists() or not path.stat().st_size:
        assert running.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs a Dask scheduler")
@pytest.mark.filterwarnings("default")
class TestOnACluster:
    @pytest.fixture
    def cluster(self, tmp_path: Path) -> Iterator[Cluster]:
        running = Cluster(tmp_path)
        yield running
        running.close()

    def same_after_a_worker_is_killed(
        self, call: list[str], name: str, cluster: Cluster, folder: Path
    ) -> None:
        alone = written(call, folder, f"alone.{name}", "--resume")
        more = ["--out", f"there.{name}", "--cluster", cluster.address]
        running = subprocess.Popen(
            [sys.executable, "-m", "vanuatu", *call, "--resume", *more],
            cwd=folder,
            env=environment(folder),
            stderr=subprocess.PIPE,
        )
        wait_for(folder / f"there.{name}", running)
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        _, printed = running.communicate(timeout=280)
        assert running.returncode == 0, printed.decode()
        assert "Traceback" not in printed.decode()
        assert (folder / f"there.{name}").read_bytes() == alone

    def test_reviews_are_identical_after_worker_is_killed(self, cluster: Cluster, tmp_path: Path) -> None:
        write_archive(tmp_path, 16)
        self.same_after_a_worker_is_killed(REVIEW, "json", cluster, tmp_path)

    @pytest.mark.long
    def test_annotations_are_identical_after_worker_is_killed(self, cluster: Cluster, tmp_path: Path) -> None:
        """Two hundred of them, where the core is compiled."""
        played = match(f"greedy random --games {20 * PACE} --seed 4 --out games.pvn", tmp_path)
        assert played.code == 0
        self.same_after_a_worker_is_killed([*ANNOTATE[:-1], "mcts:1"], "pvn", cluster, tmp_path)

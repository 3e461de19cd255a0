"""`vanuatu analyse --serve`: many queries at once, garbage among them, and every way to end."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.matches.calls import alive
from tests.cli.shell import environment, vanuatu
from vanuatu.cli.review.engine import MOST_WAITING_BYTES
from vanuatu.cli.review.engine_queries import BadQuery, Cancel, Query, read_query

pytestmark = pytest.mark.heavy

TEACHING = Path(__file__).parents[3] / "games" / "teaching.pvn"
ENDLESS = 10**9  # simulations that nobody waits for
MOVES = "#start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p".split()


@pytest.fixture(scope="module")
def fen(tmp_path_factory: pytest.TempPathFactory) -> str:
    return vanuatu(
        ["show", str(TEACHING), "--at", "1.14", "--fen"], tmp_path_factory.mktemp("fen")
    ).out.strip()


class Engine:
    """An engine that is running, in a session of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vanuatu", "analyse", "--serve", *options],
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def send(self, *queries: dict[str, Any] | str) -> None:
        assert self.process.stdin is not None
        for query in queries:
            text = query if isinstance(query, str) else json.dumps(query)
            self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def children(self) -> list[int]:
        """Return the child processes of the engine."""
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(status.read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue
            if parent == self.process.pid:
                found.append(int(status.parent.name))
        return found

    def ended(self) -> tuple[int, str]:
        """Wait for the end; return exit code and stderr. Its child processes have ended too."""
        _, printed = self.process.communicate(timeout=60)
        return self.process.returncode, printed.decode()

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    running = Engine(tmp_path, "--bot", "mcts:10", "--jobs", "2")
    yield running
    running.close()


def wait_until_gone(pids: list[int]) -> None:
    end = time.monotonic() + 60
    while any(alive(pid) for pid in pids):
        assert time.monotonic() < end, "processes are left"
        time.sleep(0.02)


def asked(lines: list[dict[str, Any] | str], folder: Path, *options: str) -> list[dict[str, Any]]:
    """Return all answers to these lines from an engine that then ends."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    ended = vanuatu(["analyse", "--serve", "--bot", "mcts:10", *options], folder, text=text)
    assert (ended.code, ended.err) == (0, "")
    return [json.loads(line) for line in ended.out.splitlines()]


def test_answer_contains_win_chances_and_best_moves_with_lines(fen: str, tmp_path: Path) -> None:
    (answer,) = asked([{"id": "7", "fen": fen, "sims": 40, "top": 2}], tmp_path)
    head = ["id", "seat", "seats", "win", "win_sd", "score", "score_sd", "candidates", "sims"]
    assert list(answer) == head
    for name in ("win", "win_sd", "score", "score_sd"):
        assert [answer["seats"][seat][name] for seat in "pty"] == answer[name]
    assert all(sd > 0 for sd in (*answer["win_sd"], *answer["score_sd"]))
    assert (answer["id"], answer["sims"], len(answer["win"])) == ("7", 40, 3)
    assert sum(answer["win"]) == pytest.approx(1, abs=0.001)
    fields = ["token", "win", "score", "visits", "win_sd", "score_sd", "prior", "line"]
    assert [list(one) for one in answer["candidates"]] == [fields] * 2
    for one in answer["candidates"]:
        assert one["line"][0] == one["token"]
    assert answer["candidates"][0]["visits"] >= answer["candidates"][1]["visits"] > 0


def test_query_restricts_moves_and_plays_them_out(fen: str, tmp_path: Path) -> None:
    (every,) = asked([{"id": 1, "fen": fen, "top": 0}], tmp_path)
    only = [one["token"] for one in every["candidates"][:2]]
    query = {"id": 2, "fen": fen, "only": only, "rollout": "random:3"}
    answers = asked(
        [query, query | {"id": 3, "only": ["nonsense"]}, {"id": 4, "fen": fen, "rollout": "random:3"}],
        tmp_path,
    )
    by_id = {answer["id"]: answer for answer in answers}
    assert sorted(one["token"] for one in by_id[2]["candidates"]) == sorted(only)
    assert sum(one["visits"] for one in by_id[2]["candidates"]) == by_id[2]["sims"]
    assert list(by_id[2]["rollout"]) == ["bot", "moves", "pairs"]
    assert [one["games"] for one in by_id[2]["rollout"]["moves"]] == [3, 3]
    assert by_id[3]["error"].startswith("only: ")
    assert "rollout needs the moves" in by_id[4]["error"]


def test_query_accepts_moves(tmp_path: Path) -> None:
    query = {"id": 1, "moves": MOVES, "game": "vanuatu", "players": 3, "sims": 10, "top": 0}
    first, second, third = asked(
        [query, query | {"id": 2, "seat": "p"}, query | {"id": 3, "seat": "t"}], tmp_path
    )
    assert len(first["candidates"]) > 2
    assert first["candidates"] == second["candidates"]
    assert third == {"id": 3, "error": "it is purple's turn, not that of t"}


def test_many_plies_of_a_game_are_one_query(tmp_path: Path) -> None:
    moves = [*MOVES, "p:@artist", "t:@guide"]
    query = {"id": "g", "moves": moves, "players": 3, "sims": 10, "top": 1, "plies": [5, 7, 6, 2]}
    answers = asked([query], tmp_path, "--jobs", "2")
    by_ply = {answer["ply"]: answer for answer in answers}
    assert (sorted(by_ply), len(answers)) == ([2, 5, 6, 7], 4)
    assert [by_ply[ply]["seat"] for ply in (5, 6, 7)] == ["p", "t", "y"]
    assert by_ply[2] == {"id": "g", "ply": 2, "error": "a draw is missing here. Expected #ships=…"}
    (alone,) = asked([{"id": "g", "moves": moves[:6], "players": 3, "sims": 10, "top": 1}], tmp_path)
    assert by_ply[6] == {"id": "g", "ply": 6} | alone


def test_progress_is_reported_until_the_answer(engine: Engine, fen: str) -> None:
    engine.send({"id": 1, "fen": fen, "seconds": 2, "progress": 0.1, "top": 1})
    reports = [engine.answer()]
    while reports[-1].get("progress"):
        reports.append(engine.answer())
    assert len(reports) > 2
    assert set(reports[0]) - set(reports[-1]) == {"progress"}
    sims = [report["sims"] for report in reports]
    assert sims == sorted(sims)
    assert sims[0] < sims[-1]


def test_cancel_ends_all_plies_of_a_query(engine: Engine) -> None:
    plies = [5, 6, 7]
    moves = [*MOVES, "p:@artist", "t:@guide"]
    engine.send({"id": 1, "moves": moves, "players": 3, "sims": ENDLESS, "plies": plies}, {"cancel": 1})
    answers = [engine.answer() for _ in plies]
    assert sorted(answer["ply"] for answer in answers) == plies
    assert {answer["error"] for answer in answers} == {"cancelled"}


def test_moves_avoid_and_priors(fen: str, tmp_path: Path) -> None:
    (every,) = asked([{"id": 1, "fen": fen, "top": 0}], tmp_path)
    tokens = [one["token"] for one in every["candidates"]]
    assert sum(one["prior"] for one in every["candidates"]) == pytest.approx(1, abs=0.01)
    lines: list[dict[str, Any] | str] = [
        {"id": 2, "fen": fen, "avoid": tokens[:1], "top": 0},
        {"id": 3, "fen": fen, "moves": tokens[:2], "top": 0},
        {"id": 4, "fen": fen, "avoid": tokens},
        {"id": 5, "fen": fen, "avoid": ["nonsense"]},
    ]
    by_id = {answer["id"]: answer for answer in asked(lines, tmp_path)}
    assert sorted(one["token"] for one in by_id[2]["candidates"]) == sorted(tokens[1:])
    assert sorted(one["token"] for one in by_id[3]["candidates"]) == sorted(tokens[:2])
    assert by_id[4]["error"] == "avoid: no move is left"
    assert by_id[5]["error"].startswith("avoid: ")


def test_version_query_names_the_fields(tmp_path: Path) -> None:
    (answer,) = asked([{"id": "v", "version": True}], tmp_path)
    assert list(answer) == ["id", "version", "bot", "games", "fields"]
    assert {"plies", "progress", "avoid", "version"} <= set(answer["fields"])


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"id": 1, "version": 1}, 'version: expected {"id": …, "version": true}'),
        ({"id": 1, "moves": [], "players": 3, "plies": [1]}, "plies: expected a list of different whole"),
        ({"id": 1, "moves": ["x"], "players": 3, "plies": [0, 0]}, "plies: expected a list of different"),
        ({"id": 1, "fen": "x", "plies": [0]}, "plies needs the game as moves"),
        ({"id": 1, "fen": "x", "moves": ["a"], "plies": [0]}, "fen excludes plies"),
        ({"id": 1, "fen": "x", "moves": ["a"], "only": ["b"]}, "with fen, moves means the same as only"),
        ({"id": 1, "fen": "x", "only": ["a"], "avoid": ["b"]}, "only and avoid exclude each other"),
        ({"id": 1, "fen": "x", "progress": 0.01}, "progress: expected a number from 0.05"),
        ({"id": 1, "fen": "x", "avoid": "a"}, "avoid: expected a list of tokens"),
    ],
)
def test_wrong_fields_are_explained(query: dict[str, Any], words: str) -> None:
    with pytest.raises(BadQuery) as error:
        read_query(json.dumps(query), 10)
    assert words in str(error.value)
    assert error.value.id == 1


def test_answer_does_not_depend_on_number_of_workers(fen: str, tmp_path: Path) -> None:
    queries: list[dict[str, Any] | str] = [{"id": n, "fen": fen, "sims": 10 + n} for n in range(6)]
    one = asked(queries, tmp_path)
    three = asked(queries, tmp_path, "--jobs", "3")
    assert [answer["id"] for answer in one] == list(range(6))
    assert sorted(three, key=lambda answer: answer["id"]) == one


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("garbage", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"id":"x","fen":"f","sims":' + "9" * 5000 + "}", "not JSON"),
        ("[]", "a JSON object"),
        ("null", "a JSON object"),
        ("{}", "id is missing"),
        ('{"id":null,"fen":"f"}', "id: expected"),
        ('{"id":true,"fen":"f"}', "id: expected"),
        ('{"id":[1],"fen":"f"}', "id: expected"),
        ('{"id":"' + "x" * 300 + '","fen":"f"}', "id: expected"),
        ('{"id":"x"}', "either fen or moves"),
        ('{"id":"x","fen":"f","moves":[]}', "either fen or moves"),
        ('{"id":"x","fen":7}', "fen: expected a string"),
        ('{"id":"x","moves":"a"}', "moves need players"),
        ('{"id":"x","moves":[1],"players":3}', "list of tokens"),
        ('{"id":"x","fen":"f","players":3}', "fen excludes game"),
        ('{"id":"x","fen":"f","sims":0}', "sims: expected a whole number"),
        ('{"id":"x","fen":"f","sims":true}', "sims: expected a whole number"),
        ('{"id":"x","fen":"f","sims":1.5}', "sims: expected a whole number"),
        ('{"id":"x","fen":"f","sims":"9"}', "sims: expected a whole number"),
        ('{"id":"x","fen":"f","sims":1,"seconds":1}', "exclude each other"),
        ('{"id":"x","fen":"f","seconds":NaN}', "seconds: expected a number"),
        ('{"id":"x","fen":"f","seconds":1e999}', "seconds: expected a number"),
        ('{"id":"x","fen":"f","seconds":-1}', "seconds: expected a number"),
        ('{"id":"x","fen":"f","top":-1}', "top: expected a whole number"),
        ('{"id":"x","fen":"f","depth":3}', "unknown field depth"),
        ('{"cancel":[]}', "id: expected"),
        ('{"cancel":"1","id":"2"}', "cancel excludes other fields"),
    ],
)
def test_invalid_query_gets_error_message(line: str, why: str) -> None:
    with pytest.raises(BadQuery, match=why) as refused:
        read_query(line, 10)
    if '"x",' in line and "9999" not in line:
        assert refused.value.id == "x"


def test_query_options_override_command_line() -> None:
    assert read_query('{"cancel":7}', 10) == Cancel(7)
    query = read_query('{"id":"a","fen":"f","seconds":2}', 3)
    assert query == Query(id="a", fen="f", seconds=2.0, top=3)


def test_impossible_queries_get_error_with_id(fen: str, tmp_path: Path) -> None:
    lines: list[dict[str, Any] | str] = [
        {"id": "fen", "fen": "nonsense"},
        {"id": "game", "moves": [], "game": "chess", "players": 2},
        {"id": "players", "moves": [], "players": 9},
        {"id": "variant", "moves": [], "players": 3, "variant": "snow"},
        {"id": "move", "moves": [*MOVES, "+FF"], "players": 3},
        {"id": "signs", "moves": ["\x1b[2J"], "players": 3},
        {"id": "drawn", "moves": MOVES[:2], "players": 3},
        {"id": "well", "fen": fen},
    ]
    answers = {answer["id"]: answer for answer in asked(lines, tmp_path)}
    assert set(answers) == {line["id"] for line in lines if isinstance(line, dict)}
    assert [id for id, answer in answers.items() if "error" not in answer] == ["well"]
    assert "chess" in answers["game"]["error"]
    assert answers["move"]["error"].startswith("+FF: ")
    assert "\x1b" not in answers["signs"]["error"]
    assert answers["drawn"]["error"] == "a draw is missing here. Expected #ships=…"


def test_hundred_queries_with_cancels_and_garbage(engine: Engine, fen: str) -> None:
    engine.send({"id": "long 1", "fen": fen, "sims": ENDLESS}, {"id": "long 2", "fen": fen, "sims": ENDLESS})
    for number in range(100):
        engine.send({"id": number, "fen": fen, "sims": 5, "top": 1})
        if number % 10 == 0:
            engine.send("garbage", {"id": f"bad {number}", "sims": 1}, "")
    # Both processes are busy: of these none has been thought about.
    engine.send(*({"cancel": number} for number in range(50, 60)), {"cancel": "nobody"})
    engine.send({"id": 3, "fen": fen}, {"cancel": "long 1"}, {"cancel": "long 2"}, {"cancel": "long 2"})
    assert engine.process.stdin is not None
    engine.process.stdin.close()
    assert engine.process.stdout is not None
    answers = [json.loads(line) for line in engine.process.stdout]
    assert engine.process.wait(timeout=60) == 0
    by_id: dict[Any, list[dict[str, Any]]] = {}
    for answer in answers:
        by_id.setdefault(answer["id"], []).append(answer)
    for number in range(100):
        shown = [answer for answer in by_id[number] if "not answered yet" not in answer.get("error", "")]
        assert len(shown) == 1
        assert shown[0].get("error", "") == ("cancelled" if 50 <= number < 60 else ""), number
    assert any("not answered yet" in answer.get("error", "") for answer in by_id[3])
    assert [by_id[f"long {n}"][0]["error"] for n in (1, 2)] == ["cancelled", "cancelled"]
    assert len(by_id[None]) == 10
    assert all(len(by_id[f"bad {number}"]) == 1 for number in range(0, 100, 10))
    assert "nobody" not in by_id


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_ends_engine_and_workers(number: int, code: int, engine: Engine, fen: str) -> None:
    engine.send({"id": 1, "fen": fen, "sims": ENDLESS}, {"id": 2, "fen": fen, "sims": 1}, "x")
    assert {engine.answer()["id"], engine.answer()["id"]} == {2, None}
    children = engine.children()
    assert len(children) >= 2
    os.killpg(engine.process.pid, number) if number == signal.SIGINT else engine.process.send_signal(number)
    assert engine.ended() == (code, "")
    wait_until_gone(children)


def test_closed_pipe_ends_engine_quietly(engine: Engine, fen: str) -> None:
    engine.send({"id": 1, "fen": fen, "sims": 1})
    assert engine.answer()["id"] == 1
    children = engine.children()
    assert engine.process.stdout is not None
    engine.process.stdout.close()
    engine.send({"id": 2, "fen": fen, "sims": ENDLESS}, {"id": 3, "fen": fen, "sims": 1})
    assert engine.process.wait(timeout=60) == 0
    assert engine.process.stderr is not None
    assert engine.process.stderr.read() == b""
    wait_until_gone(children)


def test_client_that_does_not_read_does_not_block_exit(engine: Engine) -> None:
    """More errors than a pipe can buffer, and no reader."""
    engine.send("x")
    assert engine.answer()["id"] is None
    children = engine.children()
    engine.send(*["garbage"] * 4000)
    engine.process.send_signal(signal.SIGINT)
    assert engine.process.wait(timeout=60) == 130
    wait_until_gone(children)


def test_dead_worker_fails_only_one_query(engine: Engine, fen: str, tmp_path: Path) -> None:
    engine.send({"id": 1, "fen": fen, "sims": ENDLESS}, {"id": 2, "fen": fen, "sims": ENDLESS}, "x")
    assert engine.answer()["id"] is None
    workers = [pid for pid in engine.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    os.kill(workers[0], signal.SIGKILL)
    assert "has ended" in engine.answer()["error"]
    engine.send({"id": 3, "fen": fen, "sims": 3})
    assert engine.answer() == asked([{"id": 3, "fen": fen, "sims": 3}], tmp_path)[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.pvn", "--serve"], "--serve reads queries from stdin"),
        (["--serve", "--json"], "--serve reads queries from stdin"),
        (["--serve", "--bot", "greedy"], "does not search"),
        (["--serve", "--bot", "cmd:true"], "does not search"),
        ([], "FILE|FEN is missing"),
        (["x.pvn", "--jobs", "2"], "--jobs needs --all or --serve"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], message: str, tmp_path: Path) -> None:
    ended = vanuatu(["analyse", *arguments], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert message in ended.err


def test_reused_id_after_cancel_gets_no_stale_answer(engine: Engine, fen: str) -> None:
    """Whatever the process still answers to the cancelled query is dropped."""
    for number in range(20):
        engine.send({"id": "a", "fen": fen, "sims": 1 + 40 * (number % 3)})
        time.sleep(0.003 * number)  # the cancel comes before, while and after it is thought about
        engine.send({"cancel": "a"}, {"id": f"end {number}", "fen": "nonsense"})
        first = []
        while (answer := engine.answer())["id"] != f"end {number}":
            first.append(answer)
        assert len(first) == 1
        engine.send({"id": "a", "fen": fen, "sims": 7, "top": 1})
        again = engine.answer()
        assert (again["id"], again.get("sims"), len(again.get("candidates", ()))) == ("a", 7, 1), again


def test_an_id_is_free_as_soon_as_its_query_is_cancelled(engine: Engine, fen: str) -> None:
    engine.send({"id": "a", "fen": fen, "sims": ENDLESS}, {"cancel": "a"}, {"id": "a", "fen": fen, "sims": 7})
    assert engine.answer() == {"id": "a", "error": "cancelled"}
    assert engine.answer()["sims"] == 7


def test_unwritable_answers_are_an_error(fen: str, tmp_path: Path) -> None:
    queries = "".join(json.dumps({"id": number, "fen": fen, "sims": 3}) + "\n" for number in range(3))
    with open("/dev/full", "wb") as full:
        ended = vanuatu(["analyse", "--serve", "--bot", "mcts:3"], tmp_path, out=full, text=queries)
    assert ended.code == 1
    assert ended.err == "vanuatu: the answers cannot be written: No space left on device\n"


def test_large_queries_wait_in_pipe_until_queue_has_room(engine: Engine, fen: str) -> None:
    """Both processes are busy, and what waits is bounded in bytes: the engine stops reading."""
    engine.send({"id": "x", "fen": fen, "sims": ENDLESS}, {"id": "y", "fen": fen, "sims": ENDLESS}, "x")
    assert engine.answer()["id"] is None
    workers = engine.children()
    for worker in workers:  # busy, but not at the cost of the other tests
        os.kill(worker, signal.SIGSTOP)
    before = _memory(engine.process.pid)
    assert engine.process.stdin is not None
    pipe = engine.process.stdin.fileno()
    os.set_blocking(pipe, False)
    tokens = ",".join(['"+FV"'] * 165_000)  # all but 1 MB
    sent = 0
    for number in range(150):
        line = memoryview(f'{{"id":{number},"players":3,"moves":[{tokens}]}}\n'.encode())
        patience = time.monotonic() + 5
        while line and time.monotonic() < patience:
            try:
                size = os.write(pipe, line)
            except BlockingIOError:
                time.sleep(0.01)
                continue
            sent += size
            line = line[size:]
            patience = time.monotonic() + 5
        if line:
            break
    else:
        pytest.fail("150 MB were taken")
    assert MOST_WAITING_BYTES <= sent < 2 * MOST_WAITING_BYTES
    assert _memory(engine.process.pid) - before < 4 * MOST_WAITING_BYTES
    for worker in workers:
        os.kill(worker, signal.SIGCONT)
    engine.process.send_signal(signal.SIGINT)
    assert engine.ended()[0] == 130


def _memory(pid: int) -> int:
    """Return the peak memory of a process in bytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def test_queries_that_waited_in_pipe_are_all_answered(tmp_path: Path) -> None:
    tokens = ",".join(['"+FV"'] * 100_000)
    lines: list[dict[str, Any] | str] = [
        f'{{"id":{number},"players":3,"moves":[{tokens}]}}' for number in range(80)
    ]
    answers = asked(lines, tmp_path, "--jobs", "2")
    assert sorted(answer["id"] for answer in answers) == list(range(80))

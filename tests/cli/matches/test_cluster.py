"""A match on a real Dask scheduler with two workers, each a separate process on 127.0.0.1."""

import contextlib
import importlib.util
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.matches.calls import match, start, tags_in
from tests.cli.shell import environment, vanuatu
from vanuatu.cli.match.report import games
from vanuatu.cli.workers.addresses import full_address, is_open
from vanuatu.cli.workers.pools import DaskPool, warning
from vanuatu.core.games import make_game

pytestmark = pytest.mark.filterwarnings("default")

CALL = "greedy random random --games 18 --seed 3".split()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A scheduler and its workers; a worker that is killed is not started again."""

    def __init__(
        self, folder: Path, protocol: str = "tcp", workers: int = 2, settings: Mapping[str, str] = {}
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.address = f"{protocol}://127.0.0.1:{free_port()}"
        self.log = open(folder / "dask.log", "wb")
        port = self.address.rpartition(":")[2]
        self.scheduler = self._dask("scheduler", "--protocol", protocol, "--port", port)
        self.workers = [
            self._dask("worker", self.address, "--nthreads", "1", "--no-nanny") for _ in range(workers)
        ]

    def _dask(self, part: str, *arguments: str) -> "subprocess.Popen[bytes]":
        here = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + part, *arguments, *here],
            cwd=self.folder,
            env=environment(self.folder, self.settings),
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        self.log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path)
    yield running
    running.close()


@pytest.mark.parametrize(
    "address",
    [
        "x",
        "",
        "tcp://",
        "tcp://x",
        "x:",
        "tcp://x:0",
        "tcp://x:65536",
        "file://x:1",
        "tcp://a b:1",
        "tcp://\x1b:1",
        "tcp://x:" + "9" * 5000,
        "tcp://x:1/path",
        "tcp://u@x:1",
    ],
)
def test_invalid_address_is_refused_at_once(address: str, tmp_path: Path) -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match="is not an address"):
        full_address(address)
    if address == "x":
        ended = match(["random", "random", "--cluster", address], tmp_path)
        assert ended.code == 2
        assert ended.err.count("\n") == 1
    assert time.monotonic() < began + 10


@pytest.mark.parametrize(
    ("address", "open_to_all"),
    [
        ("tcp://127.0.0.1:8786", False),
        ("tcp://127.8.0.1:8786", False),
        ("tcp://localhost:8786", False),
        ("tcp://[::1]:8786", False),
        ("tls://192.0.2.7:8786", False),
        ("wss://example.org:8786", False),
        ("tcp://0.0.0.0:8786", True),
        ("tcp://[::]:8786", True),
        ("tcp://192.0.2.7:8786", True),
        ("tcp://127.0.0.1.example.org:8786", True),
        ("ws://192.0.2.7:8786", True),
        ("ucx://192.0.2.7:8786", True),
    ],
)
def test_address_is_unprotected_unless_local_or_tls(address: str, open_to_all: bool) -> None:
    assert is_open(address) == open_to_all
    assert bool(warning([address] if is_open(address) else [])) == open_to_all


def test_warning_names_unprotected_address_and_count() -> None:
    assert warning([]) == ""
    assert warning(["tcp://192.0.2.7:1", "tcp://192.0.2.8:1"]).startswith(
        "WARNING: tcp://192.0.2.7:1 and 1 more of the cluster"
    )


def greet_all(server: socket.socket) -> None:
    """Answer every client as a web server would, until the server is closed."""
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 200 OK\r\n" * 9)


if importlib.util.find_spec("distributed"):
    import distributed

    def test_cluster_match_plays_same_games_after_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
        assert match([*CALL, "--out", "here.pvn"], tmp_path).code == 0
        running = start([*CALL, "--cluster", cluster.address, "--out", "there.pvn"], tmp_path)
        until = time.monotonic() + 60
        while not (tmp_path / "there.pvn").exists() or not (tmp_path / "there.pvn").stat().st_size:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        cluster.workers[0].kill()
        _, printed = running.communicate(timeout=120)
        assert running.returncode == 0, printed.decode()
        assert (tmp_path / "there.pvn").read_bytes() == (tmp_path / "here.pvn").read_bytes()
        assert "Traceback" not in printed.decode()

    def test_python_bots_play_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
        (tmp_path / "mybots.py").write_text(
            "class First:\n    def choose(self, game):\n        return game.legal()[0]\n"
        )
        call = ["py:mybots:First", "new=py:mybots:First", "random", "--games", "6", "--seed", "1"]
        assert match([*call, "--out", "here.pvn"], tmp_path).code == 0
        ended = match([*call, "--cluster", cluster.address, "--out", "there.pvn"], tmp_path)
        assert ended.code == 0, ended.err
        assert (tmp_path / "there.pvn").read_bytes() == (tmp_path / "here.pvn").read_bytes()
        assert "forfeited" not in ended.err

    def test_learn_and_review_need_no_files_on_the_cluster(cluster: Cluster, tmp_path: Path) -> None:
        pytest.importorskip("numpy")  # of the extra "learn"
        call = "--start packaged --players 2 --games 20 --bot mcts:1 --stray 1 --visits 20 --visit-sims 4"
        duel = "--duel 2 --duel-bot mcts:1"
        for folder, more in (("here", []), ("there", ["--cluster", cluster.address])):
            (tmp_path / folder).mkdir()
            ended = vanuatu(["learn", "two", *call.split(), *duel.split(), *more], tmp_path / folder)
            assert ended.code == 0, ended.err
        written = [
            {path.name: path.read_bytes() for path in (tmp_path / folder / "two").iterdir()}
            for folder in ("here", "there")
        ]
        assert written[0] == written[1]
        [games] = (name for name in written[0] if name.startswith("games"))
        review = f"review two/{games} --number 1 --bot mcts:1,eval=two/2.json --json".split()
        here = vanuatu(review, tmp_path / "here")
        there = vanuatu([*review, "--cluster", cluster.address], tmp_path / "there")
        assert (there.code, there.out) == (0, here.out), there.err

        from vanuatu.cli.learn import run_folder, searches

        def worker_id(tasks: list[searches.SearchTask]) -> list[searches.SearchResult]:
            return [searches.SearchResult(task.number, 0.1, [os.getpid()]) for task in tasks]

        run = run_folder.RunFolder(tmp_path, make_game("vanuatu", 2), 1, cluster=cluster.address)
        file = searches.SearchFile(tmp_path / "ids.msgpack", [], bool)
        tasks = [searches.SearchTask(number, [], 0) for number in range(4)]
        try:
            found = searches.run_searches(run, file, worker_id, tasks)
        finally:
            logging.disable(logging.NOTSET)
        assert {number for (number,) in found} <= {worker.pid for worker in cluster.workers}

    def test_result_counts_if_worker_dies_on_arrival(
        cluster: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = distributed.Client._gather

        async def gather(client: Any, wanted: list[Any], *rest: Any, **more: Any) -> Any:
            results = await real(client, wanted, *rest, **more)
            for future in wanted:
                future._state.lose()  # as a client does when a worker has died
            return results

        monkeypatch.setattr(distributed.Client, "_gather", gather)
        pool: DaskPool[Any, Any] = DaskPool(cluster.address, sorted)
        try:
            for batch in ([3], [2, 1], [6, 5, 4]):
                assert pool.start(batch).result(timeout=60) == sorted(batch)
            with pytest.raises(TypeError):
                pool.start([1, ""]).result(timeout=60)
        finally:
            pool.close()
            logging.disable(logging.NOTSET)

    def test_lost_scheduler_prints_one_line(cluster: Cluster, tmp_path: Path) -> None:
        call = ["random", "random", "--games", "5000", "--seed", "1", "--out", "g.pvn"]
        running = start([*call, "--cluster", cluster.address], tmp_path)
        until = time.monotonic() + 60
        while not (tmp_path / "g.pvn").exists() or not (tmp_path / "g.pvn").stat().st_size:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        cluster.scheduler.kill()
        _, printed = running.communicate(timeout=120)
        assert running.returncode == 1
        lines = printed.decode().splitlines()
        assert len(lines) == 1
        written = games(len(tags_in(tmp_path / "g.pvn")))
        assert lines[0] == f"vanuatu: the scheduler is gone: {written} written (continue with --resume)"

    def test_missing_scheduler_prints_one_line(tmp_path: Path) -> None:
        ended = match(["random", "random", "--cluster", f"tcp://127.0.0.1:{free_port()}"], tmp_path)
        assert ended.code == 2
        assert "no scheduler answers at tcp://127.0.0.1:" in ended.err
        assert ended.err.count("\n") == 1

    def test_other_server_at_address_is_not_a_scheduler(tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            threading.Thread(target=greet_all, args=[other], daemon=True).start()
            address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
            ended = match(["random", "random", "--cluster", address], tmp_path)
        assert ended.code == 2
        assert ended.err.startswith(f"vanuatu: no scheduler answers at {address}")
        assert ended.err.count("\n") == 1

    @pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates")
    def test_tls_cluster_uses_dask_configuration(tmp_path: Path) -> None:
        make = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=here -keyout key.pem -out cert.pem"
        subprocess.run(["openssl", *make.split()], cwd=tmp_path, check=True, capture_output=True)
        files = "{cert: cert.pem, key: key.pem}"
        (tmp_path / "dask.yaml").write_text(
            "distributed:\n  comm:\n    require-encryption: true\n    tls:\n      ca-file: cert.pem\n"
            + "".join(f"      {part}: {files}\n" for part in ("scheduler", "worker", "client")),
            encoding="utf-8",
        )
        settings = {"DASK_CONFIG": "dask.yaml"}
        cluster = Cluster(tmp_path, "tls", 1, settings)
        call = ["match", "random", "random", "--games", "2", "--seed", "1", "--cluster", cluster.address]
        try:
            ended = vanuatu(call, tmp_path, more=settings)
            assert (ended.code, "WARNING" in ended.err) == (0, False), ended.err
            without = vanuatu(call, tmp_path)
            assert without.code == 2
            assert "requires certificates: set them in the configuration of Dask" in without.err
            plain = [*call[:-1], cluster.address.replace("tls", "tcp")]
            assert vanuatu(plain, tmp_path).code == 2
        finally:
            cluster.close()
        assert ended.out.count("[Event ") == 2

else:

    def test_missing_dask_prints_install_command(tmp_path: Path) -> None:
        ended = match(["random", "random", "--cluster", "tcp://127.0.0.1:1"], tmp_path)
        assert ended.code == 2
        assert "Try: pip install '.[cluster]'" in ended.err

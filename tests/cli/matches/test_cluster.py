"""A match on a real Dask scheduler with two workers, all of them processes of their own on 127.0.0.1."""

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.matches.calls import match, start, tags_in
from tests.cli.shell import environment
from vanuatu_cli.matches.stats.report import games

pytestmark = pytest.mark.filterwarnings("default")

CALL = "greedy random random --games 18 --seed 3".split()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A scheduler and its workers; a worker that is killed is not started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.log = open(folder / "dask.log", "wb")
        port = self.address.rpartition(":")[2]
        self.scheduler = self._dask("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self.workers = [
            self._dask("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
            for _ in range(2)
        ]

    def _dask(self, part: str, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + part, *arguments],
            cwd=self.folder,
            env=environment(self.folder),
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


if importlib.util.find_spec("distributed"):

    def test_a_match_on_a_cluster_plays_the_same_games_though_a_worker_is_killed(
        cluster: Cluster, tmp_path: Path
    ) -> None:
        assert match([*CALL, "--out", "here.pvn"], tmp_path).code == 0
        running = start([*CALL, "--cluster", cluster.address, "--out", "there.pvn"], tmp_path)
        until = time.monotonic() + 60
        while not (tmp_path / "there.pvn").exists() or not (tmp_path / "there.pvn").stat().st_size:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        cluster.workers[0].kill()
        _, said = running.communicate(timeout=120)
        assert running.returncode == 0, said.decode()
        assert (tmp_path / "there.pvn").read_bytes() == (tmp_path / "here.pvn").read_bytes()
        assert "Traceback" not in said.decode()

    def test_a_scheduler_that_goes_away_is_told_in_one_line(cluster: Cluster, tmp_path: Path) -> None:
        call = ["random", "random", "--games", "5000", "--seed", "1", "--out", "g.pvn"]
        running = start([*call, "--cluster", cluster.address], tmp_path)
        until = time.monotonic() + 60
        while not (tmp_path / "g.pvn").exists() or not (tmp_path / "g.pvn").stat().st_size:
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        cluster.scheduler.kill()
        _, said = running.communicate(timeout=120)
        assert running.returncode == 1
        lines = said.decode().splitlines()
        assert len(lines) == 1
        written = games(len(tags_in(tmp_path / "g.pvn")))
        assert lines[0] == f"vanuatu: the scheduler is gone: {written} written (--resume goes on)"

    def test_a_scheduler_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
        ended = match(["random", "random", "--cluster", f"tcp://127.0.0.1:{free_port()}"], tmp_path)
        assert ended.code == 2
        assert "no scheduler answers at tcp://127.0.0.1:" in ended.err
        assert ended.err.count("\n") == 1

else:

    def test_without_dask_a_cluster_is_refused_with_what_to_install(tmp_path: Path) -> None:
        ended = match(["random", "random", "--cluster", "tcp://127.0.0.1:1"], tmp_path)
        assert ended.code == 2
        assert "vanuatu[cluster]" in ended.err

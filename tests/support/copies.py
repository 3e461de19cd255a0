"""Runs the program in copies of a process that has imported it already.

`python copies.py FD` imports `vanuatu`, then answers requests on the socket FD. For each, a copy of it
(`os.fork`) becomes what `python -m vanuatu ARGUMENTS` is, with the streams, the folder and the environment of
the request. Only one thing differs: modules are not imported again, which takes most of a short call.

If the socket listens, any number of programs may connect and call at the same time (`call_copy.py`).
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any, NoReturn

STREAMS = 3
LONGEST = 100_000  # bytes of a request
WITH_EXTRAS = ("vanuatu.ai.environments", "vanuatu.ai.learning", "vanuatu.cli.learn")
PROGRAMS = ("vanuatu.__main__", "vanuatu.ai.mcts.worker", "vanuatu.ai.external.keeper")


def import_all() -> None:
    """Import what commands import, without optional packages: these may start threads."""
    import vanuatu
    from vanuatu.cli.app import run

    for module in pkgutil.walk_packages(vanuatu.__path__, "vanuatu."):
        if not module.name.startswith((*WITH_EXTRAS, *PROGRAMS)):
            importlib.import_module(module.name)
    run(["version"])  # what typer imports at the first call


def become(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """Become the program of a request."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(STREAMS, 1024)
    if "group" in request:
        os.setpgid(0, request["group"])
    os.chdir(request["folder"])
    sys.path[: 1 + len(_places())] = [request["folder"]]
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[1:1] = _places()
    sys.argv[1:] = request["arguments"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os._exit(_ended())


def _places() -> list[str]:
    """The folders in which Python looks for modules before its own."""
    return os.environ["PYTHONPATH"].split(os.pathsep)


def _ended() -> int:
    """Run the program, and do what Python does at its end, except giving back memory, which takes longest."""
    code = 1
    try:
        runpy.run_module("vanuatu", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        traceback.print_exc()
        code = 120
    return code


def serve(line: socket.socket) -> None:
    """Answer each request with the process's number, and with its status when it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        message, streams, _, _ = socket.recv_fds(line, LONGEST, STREAMS)
        if not message:
            return
        process = os.fork()
        if process == 0:
            become(json.loads(message), streams)
        for stream in streams:
            os.close(stream)
        line.send(str(process).encode())
        _, status = os.waitpid(process, 0)
        line.send(str(os.waitstatus_to_exitcode(status)).encode())


def started(given: socket.socket, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    """Start a process that serves on a socket."""
    return subprocess.Popen(
        [sys.executable, __file__, str(given.fileno())],
        cwd="/",
        env=environment,
        pass_fds=[given.fileno()],
        stdin=subprocess.PIPE,  # pipes, as those that take their place in a copy
        stdout=subprocess.PIPE,
    )


def listen(calls: socket.socket) -> None:
    """Serve everybody who connects, each by a process of its own, until stdin ends, as the tests do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for these processes
    while sys.stdin not in select.select([calls, sys.stdin], [], [])[0]:
        line, _ = calls.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            calls.close()
            serve(line)
            os._exit(0)
        line.close()


if __name__ == "__main__":
    sys.path[0] = "/nowhere"  # not this folder of tests
    import_all()
    gc.freeze()
    given = socket.socket(fileno=int(sys.argv[1]))
    if given.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        listen(given)
    else:
        serve(given)

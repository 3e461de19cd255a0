"""The measurements of `vanuatu bench`. Each part is a function of the game's name and the seconds it may use.

All parts run in one thread. A rate counts complete rounds of work until the time is up, at least one.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import vanuatu
from vanuatu.cli.errors import InputFault
from vanuatu.cli.terminal import signals
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, Game, GameError, State, play_out
from vanuatu.core.rng import Rng

SEED: Final = 1
_COMPILED: Final = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
_PLAYERS: Final = (2, 3, 4, 5)
_SEARCHED: Final = 4  # players of the game that is read, written and searched
_GAMES_READ: Final = 25
_COPIES: Final = 2000
_PLANNING: Final = "plan"


def rounds(work: Callable[[], int], seconds: float) -> tuple[int, int, float]:
    """Repeat the work until the time is up; return the sum of its counts, the repetitions, the seconds."""
    total = times = 0
    began = time.perf_counter()
    while True:
        total += work()
        times += 1
        took = time.perf_counter() - began
        if took >= seconds:
            return total, times, took


def playouts(game: str, seconds: float) -> dict[str, Any]:
    """Measure random games with a list of legal moves at every decision, by number of players."""
    measured = {}
    for players in _PLAYERS:
        try:
            played = games.make_game(game, players)
        except GameError:
            continue
        decisions, times, took = rounds(partial(_one_playout, played, Rng(SEED)), seconds / len(_PLAYERS))
        measured[str(players)] = {
            "decisions_per_s": round(decisions / took),
            "games_per_s": round(times / took, 1),
        }
    return measured


def _one_playout(game: Game, rng: Rng) -> int:
    return int(play_out(game.start(), rng))


def copies(game: str, seconds: float) -> float:
    """Measure the microseconds to copy a position from the middle of a game."""
    state = _middle(game)

    def work() -> int:
        for _ in range(_COPIES):
            state.copy()
        return _COPIES

    total, _, took = rounds(work, seconds)
    return round(took / total * 1e6, 3)


def plans(game: str, seconds: float) -> dict[str, float]:
    """Measure the microseconds to list legal plans; in a game without planning, all legal moves."""
    from vanuatu.notation.codec import codec_for

    codec = codec_for(game)
    rng = Rng(SEED)
    times: list[int] = []
    others: list[int] = []
    deadline = time.perf_counter() + seconds
    state: State | None = None
    started = 0
    while time.perf_counter() < deadline or not times + others:
        if state is None or state.actor == OVER:
            state = games.make_game(game, _PLAYERS[started % len(_PLAYERS)]).start()
            started += 1
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        began = time.perf_counter_ns()
        moves = state.legal_moves()
        took = time.perf_counter_ns() - began
        (times if codec.phase(state) == _PLANNING else others).append(took)
        state.apply(moves[rng.below(len(moves))])
    times = sorted(times or others)
    return {
        "mean": round(sum(times) / len(times) / 1000, 2),
        "p99": round(times[len(times) * 99 // 100] / 1000, 2),
        "max": round(times[-1] / 1000, 2),
    }


def reading(game: str, seconds: float) -> dict[str, float]:
    """Measure the moves per second that are read from PVN, checked and played."""
    from vanuatu.notation.files import read_games

    text, plies = _games_to_read(game)
    raw = text.encode()

    def work() -> int:
        for read in read_games(raw):
            if read.error is not None:
                raise read.error
        return plies

    moves, times, took = rounds(work, seconds)
    return {"moves_per_s": round(moves / took), "mb_per_s": round(len(raw) * times / took / 1e6, 2)}


def headers(game: str, seconds: float) -> dict[str, float]:
    """Measure the megabytes per second of PVN when only tags are read."""
    from vanuatu.notation.pvn.headers import scan_headers

    text, _ = _games_to_read(game)
    raw = text.encode() * 20
    total, _, took = rounds(lambda: sum(1 for _ in scan_headers(raw)) and len(raw), seconds)
    return {"mb_per_s": round(total / took / 1e6, 2)}


def writing(game: str, seconds: float) -> dict[str, float]:
    """Measure the moves per second that are written as PVN."""
    from vanuatu.notation.files import read_games
    from vanuatu.notation.pvn.writer import write_game

    text, plies = _games_to_read(game)
    records = [read.session.record for read in read_games(text.encode())]

    def work() -> int:
        for record in records:
            write_game(record)
        return plies

    moves, _, took = rounds(work, seconds)
    return {"moves_per_s": round(moves / took)}


def searching(game: str, seconds: float) -> dict[str, float]:
    """Measure simulations and plies per second of a search from the start of a game."""
    from vanuatu.ai.mcts.slices import search_speed

    sims, plies = search_speed(game, _SEARCHED, seconds)
    return {"sims_per_s": round(sims, 1), "plies_per_s": round(plies)}


PARTS: Final[dict[str, Callable[[str, float], Any]]] = {
    "playouts": playouts,
    "copy_us": copies,
    "plan_us": plans,
    "read": reading,
    "headers": headers,
    "write": writing,
    "search": searching,
}


def _middle(game: str) -> State:
    """Return a position half-way through a random game."""
    decisions = play_out(games.make_game(game, _SEARCHED).start(), Rng(SEED)) // 2
    rng = Rng(SEED)
    state = games.make_game(game, _SEARCHED).start()
    while decisions > 0:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            decisions -= 1
    return state


def _games_to_read(game: str) -> tuple[str, int]:
    """Return random games as one PVN text, and their number of moves."""
    from vanuatu.notation.session import Session

    rng = Rng(SEED)
    texts = []
    plies = 0
    for number in range(_GAMES_READ):
        session = Session.new(games.make_game(game, _SEARCHED), tags={"Round": str(number + 1)})
        session.draw(rng)
        while not session.over:
            moves = session.state.legal_moves()
            session.push(int(moves[rng.below(len(moves))]))
            session.draw(rng)
        session.finish()
        texts.append(session.text())
        plies += session.ply
    return "\n".join(texts), plies


# Compared with the interpreted core


def measure_interpreted(arguments: list[str]) -> dict[str, Any]:
    """Run `vanuatu bench --json` in a separate process, on a copy of the package without compiled modules."""
    with tempfile.TemporaryDirectory(prefix="vanuatu-interpreted-") as folder:
        source = Path(vanuatu.__file__).parent
        shutil.copytree(source, Path(folder) / source.name, ignore=_COMPILED)
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONSAFEPATH": "1"}
        with signals.Interrupts():  # a signal waits until the process is known
            process = subprocess.Popen(
                [sys.executable, "-m", "vanuatu", "bench", "--json", *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        with signals.exit_action(process.kill), process:
            try:
                out, messages = process.communicate()
            except BaseException:
                process.kill()
                raise
    if process.returncode != 0:
        raise InputFault(f"the interpreted core could not be measured: {messages.strip()}")
    measured: dict[str, Any] = json.loads(out)
    return measured


def ratios(fast: Any, slow: Any, higher_is_better: bool = True) -> Any:
    """Return the ratios of the figures, part by part; above 1, the first figures are better."""
    if isinstance(fast, dict):
        return {
            name: ratios(value, slow[name], higher_is_better and not name.endswith("_us"))
            for name, value in fast.items()
            if name in slow
        }
    if not fast or not slow:
        return None
    return round(fast / slow if higher_is_better else slow / fast, 1)

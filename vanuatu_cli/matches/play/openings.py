"""Positions that the games of a match start from."""

import io
import sys
from pathlib import Path

from core.game import OVER, Game, State
from core.games import names
from notation.codec import PositionError
from notation.codecs import codec_for
from notation.formats import read_any
from vanuatu_cli.errors import CallFault, InputFault


def read_openings(name: str) -> tuple[Game, list[str]]:
    """The game and its positions: a position a line, or games in any form, each where it has come to."""
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as fault:
        raise CallFault(f"cannot read {name}: {fault.strerror}") from None
    lines = [line.strip() for line in raw.decode("utf-8", "replace").splitlines() if line.strip()]
    if lines and lines[0].split(" ", 1)[0] in names():
        states = [_position(line, f"{name}:{number}") for number, line in enumerate(lines, 1)]
    else:
        states = _last_positions(raw, name)
    if not states:
        raise InputFault(f"{name}: there is no position in it")
    games = [codec_for(codec).game_of(state) for codec, state in states]
    for number, (game, (_, state)) in enumerate(zip(games, states, strict=True), 1):
        if (game.name, game.players, game.options) != (games[0].name, games[0].players, games[0].options):
            raise InputFault(
                f"{name}: opening {number} is not of the same game, players and variant as the first"
            )
        if state.actor == OVER:
            raise InputFault(f"{name}: in opening {number} the game is over")
    return games[0], [codec_for(codec).write_position(state) for codec, state in states]


def _position(line: str, where: str) -> tuple[str, State]:
    codec = line.split(" ", 1)[0]
    if codec not in names():
        raise InputFault(f"{where}: no position begins like this")
    try:
        return codec, codec_for(codec).read_position(line)
    except PositionError as fault:
        raise InputFault(f"{where}:{fault.column}: {fault}") from None


def _last_positions(raw: bytes, name: str) -> list[tuple[str, State]]:
    states = []
    for read in read_any(io.BufferedReader(io.BytesIO(raw))):
        if read.fault is not None:
            raise InputFault(read.fault.at(name))
        states.append((read.built.game.name, read.built.state))
    return states

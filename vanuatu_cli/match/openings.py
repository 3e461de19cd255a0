"""Positions that the games of a match start from."""

import io
from collections.abc import Iterator
from typing import Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.core.game import OVER, Game, State
from vanuatu.core.games import is_known, names
from vanuatu.notation.codec import PositionError, codec_for
from vanuatu.notation.formats import read_any

_LARGEST: Final = 16 << 20  # bytes
_MOST: Final = 100_000

Opening = tuple[str, State]  # name of the game, start position


def read_openings(name: str) -> tuple[Game, list[str]]:
    """Return the game and its start positions: a position per line, or the last positions of games."""
    raw = _bytes_of(name)
    first: Game | None = None
    positions: list[str] = []
    for game_name, state in _openings(raw, name):
        number = len(positions) + 1
        if number > _MOST:
            raise InputFault(f"{name}: more than {_MOST:,} openings")
        codec = codec_for(game_name)
        game = codec.game_of(state)
        first = first or game
        if (game.name, game.players, game.options) != (first.name, first.players, first.options):
            raise InputFault(
                f"{name}: opening {number} is not of the same game, players and variant as the first"
            )
        if state.actor == OVER:
            raise InputFault(f"{name}: opening {number} is a finished game")
        positions.append(codec.write_position(state))
    if first is None:
        raise InputFault(f"{name}: no positions found. Expected one position per line, or games.")
    return first, positions


def _bytes_of(name: str) -> bytes:
    """Return the bytes of the file, which may be endless. Raise InputFault if there are too many."""
    try:
        with inputs.opened(name) as stream:
            raw = stream.read(_LARGEST + 1)
    except OSError as fault:
        raise inputs.unreadable(name, fault) from None
    if len(raw) > _LARGEST:
        raise InputFault(f"{name}: the file is too large for openings (limit: {_LARGEST >> 20} MB)")
    return raw


def _openings(raw: bytes, name: str) -> Iterator[Opening]:
    if raw.split(None, 1)[:1] in [[game.encode()] for game in names()]:
        return _positions(raw, name)
    return _last_positions(raw, name)


def _positions(raw: bytes, name: str) -> Iterator[Opening]:
    for number, line in enumerate(io.BytesIO(raw), 1):
        text = line.decode("utf-8", "replace").strip()
        if not text:
            continue
        game = text.split(None, 1)[0]
        if not is_known(game):
            raise InputFault(
                f"{name}:{number}:1: not a position. A position begins with a game, for example `vanuatu 3;`."
            )
        try:
            yield game, codec_for(game).read_position(text)
        except PositionError as fault:
            raise InputFault(f"{name}:{number}:{fault.column}: {fault}") from None


def _last_positions(raw: bytes, name: str) -> Iterator[Opening]:
    for read in read_any(io.BufferedReader(io.BytesIO(raw))):
        if read.error is not None:
            raise InputFault(read.error.at(name))
        yield read.session.game.name, read.session.state

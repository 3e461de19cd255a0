"""Positions that the games of a match start from."""

import io
from collections.abc import Iterator
from typing import Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.core.game import OVER, Game, State
from vanuatu.core.games import names
from vanuatu.notation.codec import PositionError, codec_for
from vanuatu.notation.formats import read_any

_LARGEST: Final = 16 << 20  # bytes
_MOST: Final = 100_000

Opening = tuple[str, State]  # the name of the game, and where it begins


def read_openings(name: str) -> tuple[Game, list[str]]:
    """The game and its positions: a position a line, or games in any form, each where it has come to."""
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
            raise InputFault(f"{name}: in opening {number} the game is over")
        positions.append(codec.write_position(state))
    if first is None:
        raise InputFault(f"{name}: there is no position in it")
    return first, positions


def _bytes_of(name: str) -> bytes:
    """What is in the file, which may be one that has no end."""
    try:
        with inputs.opened(name) as stream:
            raw = stream.read(_LARGEST + 1)
    except OSError as fault:
        raise inputs.unreadable(name, fault) from None
    if len(raw) > _LARGEST:
        raise InputFault(f"{name}: this is too long for a file of openings ({_LARGEST >> 20} MB at most)")
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
        if game not in names():
            raise InputFault(f"{name}:{number}:1: no position begins like this")
        try:
            yield game, codec_for(game).read_position(text)
        except PositionError as fault:
            raise InputFault(f"{name}:{number}:{fault.column}: {fault}") from None


def _last_positions(raw: bytes, name: str) -> Iterator[Opening]:
    for read in read_any(io.BufferedReader(io.BytesIO(raw))):
        if read.error is not None:
            raise InputFault(read.error.at(name))
        yield read.built.game.name, read.built.state

"""Properties that hold for every file and position, valid or not."""

import io
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import Final

from vanuatu.ai.specs import make_bot
from vanuatu.cli.match.resume import scan
from vanuatu.cli.protocol.bot_server import BotServer
from vanuatu.core.game import OVER, State
from vanuatu.notation.codec import Codec, PositionError, codec_for
from vanuatu.notation.errors import ReadError
from vanuatu.notation.files import GameRead
from vanuatu.notation.formats import FORMATS, MSGPACK, NDJSON, PVN, encode_game, read_any
from vanuatu.notation.pvn.headers import scan_headers

POSITIONS: Final = ("vanuatu", "maori")
PROTOCOL: Final = "protocol"
KINDS: Final = (*FORMATS, *POSITIONS, PROTOCOL)
ANSWERS: Final = ("id", "option", "ok", "error", "info", "move")
LINES: Final = 60  # of a conversation
SLOW: Final = 10.0  # seconds for an input of a few kilobytes, on a machine under load
PLIES: Final = 12


def check(kind: str, raw: bytes) -> set[str]:
    """Read the bytes as what the kind says; AssertionError, or any other, if something is wrong.

    Return the outline of the messages. Inputs with a new outline are kept for further mutation.
    """
    began = time.process_time()
    if kind == PROTOCOL:
        printed = _conversation(raw)
    else:
        printed = _position(kind, raw) if kind in POSITIONS else _games(kind, raw)
    assert time.process_time() - began < SLOW, "slow"
    return printed


def stream(raw: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(raw))


def converted(raw: bytes, source: str, target: str) -> bytes:
    """All games of the bytes in another form; none of them may be broken."""
    parts: list[bytes] = []
    for read in read_any(stream(raw), source):
        assert read.error is None, read.error
        parts.append(encode_game(read.session.record, target, not parts))
    return b"".join(parts)


def _games(form: str, raw: bytes) -> set[str]:
    games = list(read_any(stream(raw), form))
    printed = {_outline(_error_line(fault)) for read in games for fault in _faults(read)}
    for found in scan(stream(raw), form):
        printed |= {_outline(_error_line(found.error))} if found.error is not None else set()
    if form == PVN:
        assert len(list(scan_headers(raw))) >= len(games) - 1  # one may say that the rest is not read
    records = [read.session.record for read in games if read.error is None]
    if records:
        written = b"".join(encode_game(record, PVN, place == 0) for place, record in enumerate(records))
        assert _around(written) == written
        assert len(list(read_any(stream(written), PVN))) == len(records)
        printed.add(f"{min(len(records), 3)} well")
    return printed


def _around(written: bytes) -> bytes:
    """Canonical PVN after it went through the other forms."""
    ndjson = converted(written, PVN, NDJSON)
    packed = converted(ndjson, NDJSON, MSGPACK)
    assert converted(packed, MSGPACK, NDJSON) == ndjson
    assert converted(written, PVN, PVN) == written
    return converted(packed, MSGPACK, PVN)


def _faults(read: GameRead) -> Iterable[ReadError]:
    return [fault for fault in (read.error, read.note, *read.differences) if fault is not None]


def _error_line(fault: ReadError) -> str:
    line = fault.at("file")
    assert line.isprintable(), line
    assert len(line) < 1000
    assert fault.line >= 1
    assert fault.column >= 1
    return fault.message


def _outline(message: str) -> str:
    """The message without what differs from game to game."""
    words = message.partition("(legal")[0].split()
    return " ".join(word for word in words if word.isalpha())


def _position(name: str, raw: bytes) -> set[str]:
    codec = codec_for(name)
    text = raw.decode("utf-8", "replace")
    found = _read(codec, text)
    if isinstance(found, PositionError):
        assert str(found).isprintable(), str(found)
        assert 1 <= found.column <= len(text) + 1
        return {_outline(str(found))}
    _stays_the_same(codec, found)
    _check_continuation(codec, found, Random(text))
    return {f"{codec.phase(found)} {found.players}"}


def _conversation(raw: bytes) -> set[str]:
    """Lines to a bot: each is answered by lines of the protocol or not at all, and none ends it."""
    answers: list[str] = []
    talker = BotServer(lambda: make_bot("random:seed=1"), answers.append)
    try:
        for line in raw.decode("utf-8", "replace").split("\n")[:LINES]:
            talker.handle_line(line)
            while talker.thinking is not None:
                talker.think()
    finally:
        talker.close()
    for answer in answers:
        assert answer.isprintable(), answer
        assert answer.split(" ")[0] in ANSWERS, answer
        assert len(answer) < 5000
    moves = sum(answer.startswith("move ") for answer in answers)
    errors = {_outline(answer) for answer in answers if answer.startswith("error ")}
    return errors | {f"{min(moves, 3)} well"} if moves else errors


def _read(codec: Codec, text: str) -> State | PositionError:
    try:
        return codec.read_position(text)
    except PositionError as error:
        return error


def _stays_the_same(codec: Codec, state: State) -> str:
    """A position that was read or reached can be written, read, and written the same."""
    line = codec.write_position(state)
    assert codec.write_position(codec.read_position(line)) == line
    return line


def _check_continuation(codec: Codec, state: State, random: Random) -> None:
    """Some moves by chance: each has its token, and the position after it can be written and read."""
    for _ in range(PLIES):
        if state.actor == OVER:
            assert len(codec.scoring(state)) == state.players
            return
        moves = [int(move) for move in state.legal_moves()]
        assert moves, codec.write_position(state)
        move = random.choice(moves)
        assert codec.parse(state, codec.token(state, move)) == move
        assert codec.words(state, move)
        state.apply(move)
        assert codec.view(state)
        _stays_the_same(codec, state)


Check = Callable[[str, bytes], set[str]]

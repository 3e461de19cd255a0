"""Games from files that a command names, and a position from FILE or FEN with `--at` or `--ply`.

`-` is stdin. `example:NAME` is a game that comes with the program (`vanuatu/games/NAME.pvn`).

A position of a game is named by the number of plies before it, draws included: `--ply 40` is the position
after 40 plies, `--ply 0` the start. `--at 5.12` is the position after the twelfth ply of round 5; `--at 5`
and `--at 5.0` are the start of round 5.
"""

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final

import typer

import vanuatu
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.protocol import host_lines
from vanuatu.core import games
from vanuatu.core.game import State
from vanuatu.notation.addresses import NoSuchPly, ply_at
from vanuatu.notation.codec import PositionError, codec_for
from vanuatu.notation.compression import unpacked
from vanuatu.notation.errors import excerpt
from vanuatu.notation.files import GameRead
from vanuatu.notation.formats import MSGPACK, NDJSON, PVN, detect_format, format_of, read_any
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session

STDIN: Final = "-"
EXAMPLE: Final = "example:"
_MOST_DIGITS: Final = 19

FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE", help="Files of games (.pvn, .ndjson, .msgpack, also .gz, .zst); - is stdin."
    ),
]


def games_of(name: str, *, form: str = "", only: int = 0) -> Iterator[GameRead]:
    """Yield the games of a file; with `only`, the one of that number.

    The format follows from the name, or else from the first bytes. Raise InputFault if the file cannot be
    read or has no games.
    """
    count = 0
    try:
        with opened(name) as stream:
            wanted = form or format_of(name)
            if wanted == NDJSON:
                _check_ndjson(name, stream.peek(64)[:64], given=bool(form))
            for read in read_any(stream, wanted, only):
                count += 1
                yield read
    except OSError as error:
        raise unreadable(name, error) from None
    if count == 0:
        what = f"there is no game {only} in it" if only else "no games in it"
        raise InputFault(f"{label(name)}: {what}")


def _check_ndjson(name: str, begin: bytes, *, given: bool) -> None:
    """Raise InputFault if the file begins as PVN or msgpack; `given`: an option names the format."""
    found = detect_format(begin)
    tag = found == PVN and begin.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[")
    if tag or found == MSGPACK:
        what = "first line is a tag" if tag else "it begins like msgpack"
        advice = "Leave out --from-format." if given else f"Rename it to .{found}."
        raise InputFault(f"{label(name)} is not NDJSON ({what}). {advice}")


def label(name: str) -> str:
    """Return the name of a file for messages, on one line."""
    return "stdin" if name == STDIN else printable(name)


@contextlib.contextmanager
def opened(name: str) -> Iterator[io.BufferedReader]:
    """Open a file, an example or stdin to read bytes, unpacked if they are compressed.

    Raise InputFault for an unknown example.
    """
    if name != STDIN:
        with open(path_of(name), "rb") as stream:
            yield unpacked(stream)
    elif isinstance(sys.stdin.buffer, io.BufferedReader):
        yield unpacked(sys.stdin.buffer)
    else:
        yield unpacked(io.BufferedReader(io.BytesIO(sys.stdin.buffer.read())))


def path_of(name: str) -> str:
    """Return the path of a file that the user names, which may be an example."""
    if not name.startswith(EXAMPLE) or os.path.exists(name):
        return name
    wanted = name.removeprefix(EXAMPLE).removesuffix(".pvn")
    folder = Path(vanuatu.__file__).parent / "games"
    known = {path.stem: path for path in folder.glob("*.pvn")}
    if wanted in known:
        return str(known[wanted])
    near = get_close_matches(wanted, known) or sorted(known)
    raise InputFault(f"{label(name)}: no such example. Examples: {', '.join(near)}")


def unreadable(name: str, error: OSError) -> InputFault:
    """Return the fault of a file that cannot be opened or read."""
    if isinstance(error, IsADirectoryError):
        folder = label(name).rstrip("/")
        return InputFault(f"{label(name)}: this is a folder. Try {folder}/*.pvn")
    return InputFault(f"{label(name)}: {error.strerror or error}")


SourceArgument = Annotated[
    str, typer.Argument(metavar="FILE|FEN", help="File of games, example:NAME, or a position.")
]
AtOption = Annotated[
    str | None, typer.Option("--at", metavar="ROUND.PLY", help="Position after this ply of the round.")
]
PlyOption = Annotated[
    int | None, typer.Option("--ply", metavar="N", help="Position after N plies; 0 is the start.")
]
NumberOption = Annotated[
    int, typer.Option("--number", metavar="N", min=1, help="Number of the game in the file, from 1.")
]

OnlyOption = Annotated[
    int | None, typer.Option("--number", metavar="N", min=1, help="Only this game of each file, from 1.")
]


# A line of `vanuatu find`.
_FOUND: Final = re.compile(r"(.+)#([1-9][0-9]{0,9}) at ([0-9]{1,5}\.[0-9]{1,5})(?:\t.*)?", re.DOTALL)


def find_position(source: str, *, at: str | None = None, ply: int | None = None, number: int = 1) -> Session:
    """Return a session at the position: after `ply`, at `at`, or the last position of the game.

    A source may also be a line of `vanuatu find`: `games.pvn#3 at 5.12`.

    Raise InputFault if the source cannot be read, CallFault if it has no such game or ply.
    """
    if at is not None and ply is not None:
        raise CallFault("--at and --ply both choose the position. Leave one out.")
    found = _FOUND.fullmatch(source) if not os.path.exists(source) else None
    if found is not None:
        if at is not None or ply is not None or number != 1:
            raise CallFault(f"{label(source)} chooses the position. Leave --at, --ply and --number out.")
        source, number, at = found[1], int(found[2]), found[3]
    transcript = protocol_transcript(source)
    if transcript is not None or is_position(source):
        if number != 1:
            raise CallFault("--number: a position is not a file of games. Leave the option out.")
        session = _from_position(source) if transcript is None else _from_transcript(transcript)
    else:
        if _is_no_name(source):
            first = source.split(" ", 1)[0]
            game = first if games.is_known(first) else games.DEFAULT
            what = label(source) or "''"
            raise InputFault(f"{what}: neither a file nor a position. A position begins `{game} 3; …`.")
        session = _find_game(source, number).session
    if at is None and ply is None:
        return session
    return _until(session, _ply_of(session, at) if at is not None else int(ply or 0))


def is_position(source: str) -> bool:
    """Return whether the text is a position and not the name of a file."""
    return ";" in source and games.is_known(source.split(" ", 1)[0]) and not os.path.exists(source)


def _is_no_name(source: str) -> bool:
    """Return whether no file has this name, and it does not look like one."""
    named = source and ";" not in source and not games.is_known(source.split(" ", 1)[0])
    return not named and not os.path.exists(source)


def protocol_transcript(source: str) -> str | None:
    """Return the protocol lines in the text or on stdin; None if there are none.

    A position on stdin counts as such a line.
    """
    if source != STDIN:
        return source if host_lines.is_protocol_text(source) and not os.path.exists(source) else None
    with opened(source) as stream:
        if not _begins_with_lines(stream):
            return None
        transcript = stream.read(host_lines.LONGEST_TRANSCRIPT + 1)
    if len(transcript) > host_lines.LONGEST_TRANSCRIPT:
        raise InputFault(f"stdin: more than {host_lines.LONGEST_TRANSCRIPT >> 20} MB: not a position")
    text = transcript.decode("utf-8", "replace")
    if host_lines.is_protocol_text(text):
        return text
    return "\n".join(f"position fen {line}" for line in text.splitlines())


def _begins_with_lines(stream: io.BufferedReader) -> bool:
    """Return whether the stream begins with a protocol line or a position."""
    begin = stream.peek(64)[:64].decode("utf-8", "replace").lstrip()
    return host_lines.is_protocol_text(begin) or (";" in begin and games.is_known(begin.split(" ", 1)[0]))


def _from_transcript(transcript: str) -> Session:
    try:
        return host_lines.session_from_transcript(transcript)
    except host_lines.ProtocolError as fault:
        raise InputFault(str(fault)) from None


def _find_game(source: str, number: int) -> GameRead:
    """Return a game of a file by its number; skip the others without reading their moves."""
    for read in games_of(source, only=number):
        if read.error is not None:
            raise InputFault(read.error.at(label(source)))
        return read
    raise InputFault(f"{label(source)}: no games in it")


def _until(session: Session, ply: int) -> Session:
    """Return the game cut off after its first plies."""
    plies = session.record.plies
    if not 0 <= ply <= len(plies):
        raise CallFault(f"the game has {len(plies)} plies: there is no ply {ply}")
    if ply == len(plies):
        return session
    return session.until(ply)


def _from_position(text: str) -> Session:
    codec = codec_for(text.split(" ", 1)[0])
    try:
        start: State = codec.read_position(text)
    except PositionError as error:
        raise InputFault(f"{error.place}: {excerpt(str(error), 200)}") from None
    return Session.new(codec.game_of(start), start=start)


def _ply_of(session: Session, at: str) -> int:
    try:
        return ply_at(session, at)
    except (ValueError, NoSuchPly) as error:
        raise CallFault(f"--at {error}") from None


def whole_number(text: str, most: int) -> int | None:
    """Return the integer from 0 to `most` that the text is, in ASCII digits only; otherwise None."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    number = int(text)
    return number if number <= most else None

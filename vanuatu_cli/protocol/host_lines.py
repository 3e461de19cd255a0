"""Read the lines that a host sends to a bot: `newgame …` and `position …`.

Also list every setup of a game: numbers of players and variants.
"""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from vanuatu.ai.clocks import ClockError, read_control
from vanuatu.core import games
from vanuatu.core.game import Game, GameError
from vanuatu.notation import errors, move_reader
from vanuatu.notation.codec import SEAT_LETTERS, PositionError, codec_for
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session

MOST_PLAYERS: Final = 5
LONGEST_TRANSCRIPT: Final = 8 << 20  # bytes
_SHOWN: Final = 40
_BEGINNINGS: Final = ("position ", "newgame ", "pvn ")


class ProtocolError(Exception):
    """An invalid line; the message is one line."""


@dataclass(frozen=True)
class NewGame:
    """The content of `newgame`: the game, and the bot's seat if it is given."""

    game: Game
    seat: int | None


def read_newgame(text: str) -> NewGame:
    """Read `vanuatu players=4 variant=waters seat=t clock=10+0.1`. Raise ProtocolError if it is invalid."""
    name, *settings = text.split() or [""]
    values = {"players": "", "variant": "", "seat": "", "clock": ""}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in values or not equals:
            known = "players=, variant=, seat= and clock="
            raise ProtocolError(f"newgame knows {known}, not {printable(setting, _SHOWN)!r}")
        values[key] = value
    players = values["players"]
    if not (players.isascii() and players.isdecimal() and len(players) < 3):
        raise ProtocolError("newgame needs players=N")
    try:
        game = games.make_game(
            name, int(players), tuple(word for word in values["variant"].split(",") if word)
        )
        if values["clock"]:
            read_control(values["clock"])
    except (GameError, ClockError) as fault:
        raise ProtocolError(printable(str(fault))) from None
    seat = SEAT_LETTERS.find(values["seat"][:1]) if values["seat"] else None
    if seat is not None and (len(values["seat"]) != 1 or not 0 <= seat < game.players):
        raise ProtocolError(f"there is no seat {printable(values['seat'], _SHOWN)!r}")
    return NewGame(game, seat)


def read_fen(text: str) -> Session:
    """Read a position and perhaps `moves …`, after `position fen`. Raise ProtocolError if it is invalid."""
    position, _, moves = text.partition(" moves ")
    position = position.removesuffix(" moves").strip()
    name = position.split(" ", 1)[0]
    if not games.is_known(name):
        raise ProtocolError(
            f"a position begins with the name of its game, not with {printable(name, _SHOWN)!r}"
        )
    codec = codec_for(name)
    try:
        start = codec.read_position(position)
    except PositionError as fault:
        raise ProtocolError(f"{fault.place}: {printable(str(fault))}") from None
    session = Session.new(codec.game_of(start), start=start)
    play_words(session, moves.split())
    return session


def play_moves(session: Session, moves: Iterable[str]) -> None:
    """Play these moves. Raise ProtocolError at the first illegal one."""
    for move in moves:
        try:
            session.play(move)
        except errors.MoveError as fault:
            raise ProtocolError(f"{printable(move, _SHOWN)}: {fault}") from None


def play_words(session: Session, words: list[str]) -> None:
    """Play the moves of a line: tokens, and long forms of several words. Raise ProtocolError as above."""
    while words:
        count = move_reader.move_length(session.codec, session.state, words[: move_reader.LONGEST_FORM])
        play_moves(session, [" ".join(words[:count])])
        words = words[count:]


# Transcripts that a person has copied


def is_protocol_text(text: str) -> bool:
    """Return whether the text begins with a line to a bot."""
    return text.lstrip().startswith(_BEGINNINGS)


def session_from_transcript(transcript: str) -> Session:
    """Return the game of the last `position` line. Raise ProtocolError if it is not clear which game it is.

    A `newgame` line before it gives the setup. Without one, every game, number of players and variant is
    tried. Several setups may fit if they have the same legal moves.
    """
    newgame: NewGame | None = None
    position = ""
    for line in transcript.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "newgame":
            newgame = read_newgame(rest)
        elif word == "position":
            position = rest.strip()
    kind, _, rest = position.partition(" ")
    if kind == "fen":
        return read_fen(rest)
    if kind != "moves":
        raise ProtocolError("a line `position moves …` or `position fen …` is missing")
    if newgame is None:
        return _matching_session(rest.split())
    session = Session.new(newgame.game)
    play_words(session, rest.split())
    return session


def _matching_session(tokens: list[str]) -> Session:
    """Return a session in which these moves were played from the start.

    Several setups may fit. Prefer those in which a seat is to move, because hosts ask bots only then, and of
    these the ones with the fewest variants.
    """
    matching: list[Session] = []
    farthest, move_error = -1, ""
    for game in itertools.chain.from_iterable(map(every_setup, games.BUILT_IN)):
        session = Session.new(game)
        try:
            play_words(session, tokens)
        except ProtocolError as fault:
            if session.ply > farthest:
                farthest, move_error = session.ply, str(fault)
            continue
        matching.append(session)
    if not matching:
        raise ProtocolError(move_error)
    likely = [session for session in matching if session.state.actor >= 0] or matching
    fewest = min(len(session.game.options) for session in likely)
    likely = [session for session in likely if len(session.game.options) == fewest]
    if len({tuple(_legal(session)) for session in likely}) > 1:
        setups = ", ".join(_setup_name(session.game) for session in likely)
        line = f"newgame {likely[0].game.name} players={likely[0].game.players}"
        raise ProtocolError(f"the moves fit {setups}: a line `{line}` before them says which is played")
    return likely[0]


def _legal(session: Session) -> list[str]:
    return [session.codec.token(session.state, int(move)) for move in session.state.legal_moves()]


def _setup_name(game: Game) -> str:
    variant = f" with {' and '.join(game.options)}" if game.options else ""
    return f"{game.name} of {game.players}{variant}"


def every_setup(name: str) -> Iterator[Game]:
    """Yield the game of that name in every setup, the base game first."""
    known = games.variants(name)
    for size in range(len(known) + 1):
        for options in itertools.combinations(known, size):
            for players in range(2, MOST_PLAYERS + 1):
                try:
                    yield games.make_game(name, players, options)
                except GameError:
                    continue  # variants that exclude one another or that number of players

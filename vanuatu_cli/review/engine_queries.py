"""A query to `analyse --serve`: read from a line of JSON, thought about, answered as a line of JSON."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.ai.api import line_tokens
from vanuatu.ai.bot import Limit
from vanuatu.ai.mcts.bot import MctsBot, PendingSearch
from vanuatu.cli.protocol.host_lines import ProtocolError, play_tokens, read_fen
from vanuatu.cli.review.game_review import make_reviewer
from vanuatu.cli.review.search_report import figures
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, GameError
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.errors import excerpt
from vanuatu.notation.session import Session

MOST_SIMS: Final = 10**9
MOST_SECONDS: Final = 86400.0
_LONGEST_ID: Final = 200
_FIELDS: Final = ("id", "fen", "moves", "game", "players", "variant", "sims", "seconds", "top", "seat")

Id = str | int | None


@dataclass(frozen=True)
class Query:
    """A question about one position, its fields checked; the position itself is not read yet."""

    id: Id
    fen: str = ""
    moves: list[str] = field(default_factory=list)
    game: str = "vanuatu"
    players: int = 0
    variant: str = ""
    sims: int | None = None
    seconds: float | None = None
    top: int = 10
    seat: str = ""


@dataclass(frozen=True)
class Cancel:
    """The wish that a query be given up."""

    id: Id


class BadQuery(Exception):
    """A line that is no query; what is wrong with it, and whose it is as far as that could be read."""

    def __init__(self, why: str, id: Id = None) -> None:
        super().__init__(why)
        self.id = id


def read_query(line: str, top: int) -> Query | Cancel:
    """The query of a line; `top` is how many moves it wants if it does not say. BadQuery if it is none."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError) as fault:
        told = fault.msg if isinstance(fault, json.JSONDecodeError) else "a value in it is out of bounds"
        raise BadQuery(f"no JSON: {told}") from None
    if not isinstance(value, dict):
        raise BadQuery("a query is an object of JSON")
    if "cancel" in value:
        if len(value) > 1:
            raise BadQuery("cancel stands alone", _id(value.get("id")))
        return Cancel(_checked_id(value["cancel"]))
    if "id" not in value:
        raise BadQuery("a query has an id")
    id = _checked_id(value["id"])
    try:
        return _query(value, id, top)
    except _Wrong as wrong:
        raise BadQuery(str(wrong), id) from None


class _Wrong(Exception):
    """What is wrong with a field."""


def _query(value: dict[str, Any], id: Id, top: int) -> Query:
    for name in value:
        if name not in _FIELDS:
            raise _Wrong(f"no field is called {excerpt(name)} (there are: {', '.join(_FIELDS)})")
    if ("fen" in value) == ("moves" in value):
        raise _Wrong("a query has either fen or moves")
    if "fen" in value and ("game" in value or "players" in value or "variant" in value):
        raise _Wrong("a fen says which game it is of: game, players and variant go with moves")
    if "moves" in value and "players" not in value:
        raise _Wrong("moves want players, how many there are")
    if "sims" in value and "seconds" in value:
        raise _Wrong("sims and seconds both say how long to think; one of them is enough")
    moves = value.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(token, str) for token in moves):
        raise _Wrong("moves is a list of tokens")
    return Query(
        id=id,
        fen=_text(value, "fen", ""),
        moves=moves,
        game=_text(value, "game", "vanuatu"),
        players=_whole(value, "players", 0, 99) or 0,
        variant=_text(value, "variant", ""),
        sims=_whole(value, "sims", 1, MOST_SIMS),
        seconds=_seconds(value),
        top=top if "top" not in value else _whole(value, "top", 0, 10**6) or 0,
        seat=_text(value, "seat", ""),
    )


def _id(value: object) -> Id:
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _checked_id(value: object) -> Id:
    id = _id(value)
    if id is None or len(str(id)) > _LONGEST_ID:
        raise BadQuery(f"an id is a text or a whole number, of at most {_LONGEST_ID} signs")
    return id


def _text(value: dict[str, Any], name: str, default: str) -> str:
    text = value.get(name, default)
    if not isinstance(text, str):
        raise _Wrong(f"{name} is a text")
    return text


def _whole(value: dict[str, Any], name: str, least: int, most: int) -> int | None:
    number = value.get(name)
    if name not in value:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise _Wrong(f"{name} is a whole number from {least} to {most}")
    return number


def _seconds(value: dict[str, Any]) -> float | None:
    if "seconds" not in value:
        return None
    seconds = value["seconds"]
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 < seconds <= MOST_SECONDS:
        raise _Wrong(f"seconds is a number above 0 and up to {MOST_SECONDS:g}")
    return float(seconds)


# Thinking about it


class Question:
    """A query being thought about; ProtocolError if its position is none, BotError if the bot fails."""

    def __init__(self, query: Query, spec: str, limit: Limit | None) -> None:
        self._query = query
        self._session = _position(query)
        self._bot: MctsBot = make_reviewer(spec)
        own = limit if query.sims is None and query.seconds is None else Limit(query.sims, query.seconds)
        thinking = self._bot.think(self._session, own)
        assert isinstance(thinking, PendingSearch)
        self._thinking = thinking

    def step(self) -> bool:
        """Think for some milliseconds; True when the answer is there."""
        return self._thinking.step()

    def answer(self) -> dict[str, Any]:
        """The answer, as it stands now."""
        session, report = self._session, self._thinking.report()
        codec, state = session.codec, session.state
        return {
            "id": self._query.id,
            "win": [round(chance, 4) for chance in report.win],
            "candidates": [
                {
                    "token": codec.token(state, candidate.move),
                    **figures(candidate),
                    "line": list(line_tokens(session, self._thinking.line(candidate.move))),
                }
                for candidate in report.candidates[: self._query.top or None]
            ],
            "sims": report.sims,
        }

    def close(self) -> None:
        """Give back what the thinking holds."""
        self._thinking.close()
        self._bot.close()


def _position(query: Query) -> Session:
    """The position that is asked about, in which a seat has to decide."""
    if query.fen:
        session = read_fen(query.fen)
    else:
        try:
            options = tuple(word for word in query.variant.split(",") if word)
            session = Session.new(games.make_game(query.game, query.players, options))
        except GameError as fault:
            raise ProtocolError(str(fault)) from None
        play_tokens(session, query.moves)
    actor = int(session.state.actor)
    if actor in (CHANCE, OVER):
        raise ProtocolError("the game is over" if actor == OVER else "something is drawn first")
    if query.seat and query.seat.lower() not in (SEAT_LETTERS[actor], SEAT_NAMES[actor].lower()):
        raise ProtocolError(f"it is {SEAT_NAMES[actor].lower()}'s turn, not that of {excerpt(query.seat)}")
    return session


def answer_error(id: Id, why: str) -> dict[str, Any]:
    """An answer that says why there is none."""
    return {"id": id, "error": why}

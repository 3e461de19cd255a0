"""Queries of `analyse --serve`: reads them from JSON lines, and answers them."""

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.ai.api import line_tokens
from vanuatu.ai.bot import Limit
from vanuatu.ai.mcts.bot import MctsBot, PendingSearch
from vanuatu.cli.protocol.host_lines import ProtocolError, play_moves, read_fen
from vanuatu.cli.review import rollouts
from vanuatu.cli.review.game_review import make_reviewer
from vanuatu.cli.review.search_report import figures
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, GameError
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.errors import MoveError, excerpt
from vanuatu.notation.move_reader import missing_draw
from vanuatu.notation.session import Session

MOST_SIMS: Final = 10**9
MOST_SECONDS: Final = 86400.0
_LONGEST_ID: Final = 200
_POSITION: Final = ("id", "fen", "moves", "game", "players", "variant")
_FIELDS: Final = (*_POSITION, "sims", "seconds", "top", "seat", "only", "rollout")

Id = str | int | None


@dataclass(frozen=True)
class Query:
    """A query about one position. Its fields are checked; the position is not parsed yet."""

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
    only: list[str] = field(default_factory=list)
    rollout: str = ""


@dataclass(frozen=True)
class Cancel:
    """A request to cancel a query."""

    id: Id


class BadQuery(Exception):
    """An invalid query: the reason, and the id if it could be read."""

    def __init__(self, why: str, id: Id = None) -> None:
        super().__init__(why)
        self.id = id


def read_query(line: str, top: int) -> Query | Cancel:
    """Read the query of a line; `top` is the default number of moves. Raise BadQuery if it is invalid."""
    try:
        value: Any = json.loads(line)
    except (ValueError, RecursionError) as fault:
        reason = fault.msg if isinstance(fault, json.JSONDecodeError) else "a value is out of bounds"
        raise BadQuery(f"not JSON: {reason}") from None
    if not isinstance(value, dict):
        raise BadQuery("a query is a JSON object")
    if "cancel" in value:
        if len(value) > 1:
            raise BadQuery("cancel excludes other fields", _id(value.get("id")))
        return Cancel(_checked_id(value["cancel"]))
    if "id" not in value:
        raise BadQuery("the field id is missing")
    id = _checked_id(value["id"])
    try:
        return _query(value, id, top)
    except _Wrong as wrong:
        raise BadQuery(str(wrong), id) from None


class _Wrong(Exception):
    """An error in a field."""


def _query(value: dict[str, Any], id: Id, top: int) -> Query:
    for name in value:
        if name not in _FIELDS:
            raise _Wrong(f"unknown field {excerpt(name)}. Fields: {', '.join(_FIELDS)}")
    if ("fen" in value) == ("moves" in value):
        raise _Wrong("expected either fen or moves")
    if "fen" in value and ("game" in value or "players" in value or "variant" in value):
        raise _Wrong("fen excludes game, players and variant: it contains them")
    if "moves" in value and "players" not in value:
        raise _Wrong('moves need players, e.g. "players": 4')
    if "sims" in value and "seconds" in value:
        raise _Wrong("sims and seconds exclude each other")
    if "rollout" in value and not value.get("only"):
        raise _Wrong('rollout needs the moves to play out, e.g. "only": ["Ta2", "Tb4"]')
    return Query(
        id=id,
        fen=_text(value, "fen", ""),
        moves=_tokens(value, "moves"),
        game=_text(value, "game", "vanuatu"),
        players=_whole(value, "players", 0, 99) or 0,
        variant=_text(value, "variant", ""),
        sims=_whole(value, "sims", 1, MOST_SIMS),
        seconds=_seconds(value),
        top=top if "top" not in value else _whole(value, "top", 0, 10**6) or 0,
        seat=_text(value, "seat", ""),
        only=_tokens(value, "only"),
        rollout=_text(value, "rollout", ""),
    )


def _id(value: object) -> Id:
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _checked_id(value: object) -> Id:
    id = _id(value)
    if id is None or len(str(id)) > _LONGEST_ID:
        raise BadQuery(f"id: expected a string or a whole number, at most {_LONGEST_ID} characters")
    return id


def _tokens(value: dict[str, Any], name: str) -> list[str]:
    tokens = value.get(name, [])
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise _Wrong(f"{name}: expected a list of tokens")
    return tokens


def _text(value: dict[str, Any], name: str, default: str) -> str:
    text = value.get(name, default)
    if not isinstance(text, str):
        raise _Wrong(f"{name}: expected a string")
    return text


def _whole(value: dict[str, Any], name: str, least: int, most: int) -> int | None:
    number = value.get(name)
    if name not in value:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise _Wrong(f"{name}: expected a whole number, {least}–{most}")
    return number


def _seconds(value: dict[str, Any]) -> float | None:
    if "seconds" not in value:
        return None
    seconds = value["seconds"]
    if not isinstance(seconds, int | float) or isinstance(seconds, bool) or not 0 < seconds <= MOST_SECONDS:
        raise _Wrong(f"seconds: expected a number above 0, at most {MOST_SECONDS:g}")
    return float(seconds)


# Answers


class PendingQuery:
    """A query being answered. Raise ProtocolError for an invalid position, BotError if the bot fails."""

    def __init__(self, query: Query, spec: str, limit: Limit | None) -> None:
        self._query = query
        self._session = _position(query)
        self._bot: MctsBot = make_reviewer(spec)
        own = limit if query.sims is None and query.seconds is None else Limit(query.sims, query.seconds)
        moves = tuple(_move(self._session, token) for token in query.only)
        if moves:
            own = dataclasses.replace(own or Limit(), moves=moves)
        self._rollout: rollouts.Rollout | None = None
        if query.rollout:
            seed = self._bot.settings.seed or 0
            self._rollout = rollouts.Rollout(self._session, moves, *rollouts.read_spec(query.rollout), seed)
        thinking = self._bot.think(self._session, own)
        assert isinstance(thinking, PendingSearch)
        self._thinking = thinking

    def step(self) -> bool:
        """Think for some milliseconds; return True when the answer is complete."""
        if not self._thinking.step():
            return False
        return self._rollout is None or self._rollout.step()

    def answer(self) -> dict[str, Any]:
        """Return the answer so far."""
        session, report = self._session, self._thinking.report()
        codec, state = session.codec, session.state
        answer = {
            "id": self._query.id,
            "win": [round(chance, 4) for chance in report.win],
            "win_sd": [round(sd, 4) for sd in report.win_sd],
            "score": [round(score, 2) for score in report.score],
            "score_sd": [round(sd, 2) for sd in report.score_sd],
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
        return answer if self._rollout is None else answer | {"rollout": self._rollout.result()}

    def close(self) -> None:
        """Release the search and the bot."""
        self._thinking.close()
        self._bot.close()


def _move(session: Session, token: str) -> int:
    """Return a move of `only`. Raise ProtocolError if it is illegal."""
    try:
        return session.read(token)
    except MoveError as fault:
        raise ProtocolError(f"only: {fault}") from None


def _position(query: Query) -> Session:
    """Return the position of a query, in which a seat must decide."""
    if query.fen:
        session = read_fen(query.fen)
    else:
        try:
            options = tuple(word for word in query.variant.split(",") if word)
            session = Session.new(games.make_game(query.game, query.players, options))
        except GameError as fault:
            raise ProtocolError(str(fault)) from None
        play_moves(session, query.moves)
    actor = int(session.state.actor)
    if actor == OVER:
        raise ProtocolError("the game is over")
    if actor == CHANCE:
        raise ProtocolError(missing_draw(session.codec, session.state))
    if query.seat and query.seat.lower() not in (SEAT_LETTERS[actor], SEAT_NAMES[actor].lower()):
        raise ProtocolError(f"it is {SEAT_NAMES[actor].lower()}'s turn, not that of {excerpt(query.seat)}")
    return session


def answer_error(id: Id, why: str) -> dict[str, Any]:
    """Return an answer with an error."""
    return {"id": id, "error": why}

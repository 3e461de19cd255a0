"""Queries of `analyse --serve`: reads them from JSON lines, and answers them."""

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu import __version__
from vanuatu.ai.api import MOST_SECONDS, MOST_SIMS, line_tokens
from vanuatu.ai.bot import Limit, Report
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

_LONGEST_ID: Final = 200
MOST_PLIES: Final = 10_000
LEAST_PROGRESS: Final = 0.05  # seconds between two reports
_POSITION: Final = ("id", "fen", "moves", "game", "players", "variant")
_FIELDS: Final = (
    *_POSITION, "plies", "sims", "seconds", "top", "seat", "only", "avoid", "rollout", "progress", "version"
)  # fmt: skip

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
    avoid: list[str] = field(default_factory=list)
    rollout: str = ""
    progress: float | None = None  # seconds between two reports
    plies: list[int] | None = None  # the positions after these numbers of moves; None: after all moves


@dataclass(frozen=True)
class Cancel:
    """A request to cancel a query."""

    id: Id


@dataclass(frozen=True)
class VersionQuery:
    """A question about the engine itself."""

    id: Id


class BadQuery(Exception):
    """An invalid query: the reason, and the id if it could be read."""

    def __init__(self, why: str, id: Id = None) -> None:
        super().__init__(why)
        self.id = id


def read_query(line: str, top: int) -> Query | Cancel | VersionQuery:
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
    if "version" in value:
        if value["version"] is not True or len(value) > 2:
            raise BadQuery('version: expected {"id": …, "version": true} and no other field', id)
        return VersionQuery(id)
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
    if ("fen" in value and value.get("moves") == []) or not ("fen" in value or "moves" in value):
        raise _Wrong("expected either fen or moves")
    if "fen" in value and "moves" in value and "only" in value:
        raise _Wrong("with fen, moves means the same as only: leave one out")
    if "only" in value and "avoid" in value:
        raise _Wrong("only and avoid exclude each other")
    if "plies" in value and "moves" not in value:
        raise _Wrong("plies needs the game as moves")
    if "fen" in value and ("game" in value or "players" in value or "variant" in value):
        raise _Wrong("fen excludes game, players and variant: it contains them")
    if "plies" in value and "fen" in value:
        raise _Wrong("fen excludes plies: it is one position")
    if "moves" in value and "fen" not in value and "players" not in value:
        raise _Wrong('moves need players, e.g. "players": 4')
    if "sims" in value and "seconds" in value:
        raise _Wrong("sims and seconds exclude each other")
    only = "moves" if "fen" in value and "moves" in value else "only"
    if "rollout" in value and not value.get(only):
        raise _Wrong('rollout needs the moves to play out, e.g. "only": ["Ta2", "Tb4"]')
    return Query(
        id=id,
        fen=_text(value, "fen", ""),
        moves=_tokens(value, "moves") if "fen" not in value else [],
        game=_text(value, "game", "vanuatu"),
        players=_whole(value, "players", 0, 99) or 0,
        variant=_text(value, "variant", ""),
        sims=_whole(value, "sims", 1, MOST_SIMS),
        seconds=_seconds(value),
        top=top if "top" not in value else _whole(value, "top", 0, 10**6) or 0,
        seat=_text(value, "seat", ""),
        only=_tokens(value, only),
        avoid=_tokens(value, "avoid"),
        progress=_seconds(value, "progress", LEAST_PROGRESS),
        plies=_plies(value),
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


def _plies(value: dict[str, Any]) -> list[int] | None:
    if "plies" not in value:
        return None
    plies, most = value["plies"], len(_tokens(value, "moves"))
    whole = isinstance(plies, list) and all(type(ply) is int and 0 <= ply <= most for ply in plies)
    if not whole or not 0 < len(plies) <= MOST_PLIES or len(set(plies)) < len(plies):
        raise _Wrong(f"plies: expected a list of different whole numbers, 0–{most}")
    return list(plies)


def _seconds(value: dict[str, Any], name: str = "seconds", least: float = 0.0) -> float | None:
    if name not in value:
        return None
    seconds = value[name]
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not least <= seconds <= MOST_SECONDS or seconds == 0:
        bound = f"from {least:g}" if least else "above 0"
        raise _Wrong(f"{name}: expected a number {bound}, at most {MOST_SECONDS:g}")
    return float(seconds)


# Answers


class PendingQuery:
    """A query being answered. Raise ProtocolError for an invalid position, BotError if the bot fails.

    `ply` is one of the plies of the query; None if it has none.
    """

    def __init__(self, query: Query, ply: int | None, spec: str, limit: Limit | None) -> None:
        self._query = query
        self._ply = ply
        self._session = _position(query, ply)
        self._bot: MctsBot = make_reviewer(spec)
        own = limit if query.sims is None and query.seconds is None else Limit(query.sims, query.seconds)
        moves = _searched(self._session, query)
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

    def answer(self, *, progress: bool = False) -> dict[str, Any]:
        """Return the answer so far; with `progress`, as a report that is followed by others."""
        session, report = self._session, self._thinking.report()
        codec, state = session.codec, session.state
        priors = self._thinking.priors()
        answer: dict[str, Any] = answer_to(self._query.id, self._ply) | {
            "seat": SEAT_LETTERS[state.actor],
            "seats": by_seat(report),
            "win": [round(chance, 4) for chance in report.win],
            "win_sd": [round(sd, 4) for sd in report.win_sd],
            "score": [round(score, 2) for score in report.score],
            "score_sd": [round(sd, 2) for sd in report.score_sd],
            "candidates": [
                {
                    "token": codec.token(state, candidate.move),
                    **figures(candidate),
                    "prior": round(priors.get(candidate.move, 0.0), 4),
                    "line": list(line_tokens(session, self._thinking.line(candidate.move))),
                }
                for candidate in report.candidates[: self._query.top or None]
            ],
            "sims": report.sims,
        }
        if progress:
            return answer | {"progress": True}
        return answer if self._rollout is None else answer | {"rollout": self._rollout.result()}

    def close(self) -> None:
        """Release the search and the bot."""
        self._thinking.close()
        self._bot.close()


def _searched(session: Session, query: Query) -> tuple[int, ...]:
    """Return the moves to consider; none for all. Raise ProtocolError if one of the query is illegal."""
    if query.only:
        return tuple(_move(session, token, "only") for token in query.only)
    if not query.avoid:
        return ()
    avoided = {_move(session, token, "avoid") for token in query.avoid}
    left = tuple(move for move in map(int, session.state.legal_moves()) if move not in avoided)
    if not left:
        raise ProtocolError("avoid: no move is left")
    return left


def _move(session: Session, token: str, name: str) -> int:
    """Return a move of a field. Raise ProtocolError if it is illegal."""
    try:
        return session.read(token)
    except MoveError as fault:
        raise ProtocolError(f"{name}: {fault}") from None


def _position(query: Query, ply: int | None) -> Session:
    """Return the position of a query, in which a seat must decide."""
    if query.fen:
        session = read_fen(query.fen)
    else:
        try:
            options = tuple(word for word in query.variant.split(",") if word)
            session = Session.new(games.make_game(query.game, query.players, options))
        except GameError as fault:
            raise ProtocolError(str(fault)) from None
        play_moves(session, query.moves[:ply])
    actor = int(session.state.actor)
    if actor == OVER:
        raise ProtocolError("the game is over")
    if actor == CHANCE:
        raise ProtocolError(missing_draw(session.codec, session.state))
    if query.seat and query.seat.lower() not in (SEAT_LETTERS[actor], SEAT_NAMES[actor].lower()):
        raise ProtocolError(f"it is {SEAT_NAMES[actor].lower()}'s turn, not that of {excerpt(query.seat)}")
    return session


def by_seat(report: Report) -> dict[str, dict[str, float]]:
    """Return the figures of each seat, by its letter."""
    return {
        SEAT_LETTERS[seat]: {
            "win": round(report.win[seat], 4),
            "win_sd": round(report.win_sd[seat], 4),
            "score": round(report.score[seat], 2),
            "score_sd": round(report.score_sd[seat], 2),
        }
        for seat in range(len(report.win))
    }


def answer_to(id: Id, ply: int | None = None) -> dict[str, Any]:
    """Return the beginning of an answer."""
    return {"id": id} if ply is None else {"id": id, "ply": ply}


def answer_error(id: Id, why: str, ply: int | None = None) -> dict[str, Any]:
    """Return an answer with an error."""
    return answer_to(id, ply) | {"error": why}


def answer_version(id: Id, bot: str) -> dict[str, Any]:
    """Return the answer to a question about the engine."""
    return {
        "id": id,
        "version": __version__,
        "bot": bot,
        "games": list(games.names()),
        "fields": list(_FIELDS),
    }

"""The report of a bot about a position, as JSON."""

from typing import Any

from vanuatu.ai.api import line_tokens
from vanuatu.ai.bot import Candidate, Report
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.session import Session


def as_json(session: Session, bot: str, move: int, report: Report, top: int) -> dict[str, Any]:
    """Return the whole report, with moves as tokens."""
    codec, state = session.codec, session.state
    view = codec.view(state)
    return {
        "round": view.get("round"),
        "phase": codec.phase(state),
        "seat": SEAT_LETTERS[state.actor],
        "bot": bot,
        "sims": report.sims,
        "best": codec.token(state, move),
        "win": {SEAT_LETTERS[seat]: round(chance, 4) for seat, chance in enumerate(report.win)},
        "moves": [
            {
                "token": codec.token(state, candidate.move),
                "words": codec.words(state, candidate.move),
                **figures(candidate),
            }
            for candidate in report.candidates[: top or None]
        ],
        "line": list(line_tokens(session, report.line)),
    }


def figures(candidate: Candidate) -> dict[str, float | None]:
    """Return win chance, score and visits of a move; without visits it has no chance and no score."""
    tried = candidate.visits > 0
    return {
        "win": round(candidate.win, 4) if tried else None,
        "score": round(candidate.score, 2) if tried else None,
        "visits": candidate.visits,
    }

"""The report of a bot about a position, and that of a rollout, as JSON and as text."""

from typing import Any

from vanuatu.ai.api import line_tokens
from vanuatu.ai.bot import Candidate, Report
from vanuatu.cli.review import render, rollouts
from vanuatu.cli.terminal import console
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
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
        "win": _by_seat(report.win, 4),
        "win_sd": _by_seat(report.win_sd, 4),
        "score": _by_seat(report.score, 2),
        "score_sd": _by_seat(report.score_sd, 2),
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


def _by_seat(figures: list[float], places: int) -> dict[str, float]:
    return {SEAT_LETTERS[seat]: round(figure, places) for seat, figure in enumerate(figures)}


def figures(candidate: Candidate) -> dict[str, float | None]:
    """Return win chance, score and visits of a move; without visits it has no chance and no score."""
    visited = candidate.visits > 0
    return {
        "win": round(candidate.win, 4) if visited else None,
        "score": round(candidate.score, 2) if visited else None,
        "visits": candidate.visits,
        "win_sd": round(candidate.win_sd, 4) if visited else None,
        "score_sd": round(candidate.score_sd, 2) if visited else None,
    }


def as_text(session: Session, move: int, report: Report, top: int) -> str:
    """Return the report as a table with the win chances of all seats and the expected line."""
    codec, state = session.codec, session.state
    if not report.candidates:
        return f"{codec.token(state, move)}  {codec.words(state, move)}"
    rows = []
    for candidate in report.candidates[: top or None]:
        visited = candidate.visits > 0
        rows.append(
            [
                codec.token(state, candidate.move),
                _chance(candidate.win, candidate.win_sd) if visited else "",
                render.spread(candidate.score, candidate.score_sd) if visited else "",
                str(candidate.visits),
                codec.words(state, candidate.move),
            ]
        )
    lines = [console.table(["move", "win", "score", "visits", "what it does"], rows)]
    left = len(report.candidates) - len(rows)
    if left > 0:
        lines.append(f"and {left} more")
    chances = "  ".join(
        f"{SEAT_NAMES[seat].lower()} {_chance(win, sd)}"
        for seat, (win, sd) in enumerate(zip(report.win, report.win_sd, strict=True))
    )
    lines += ["", f"chances: {chances}", f"line: {' '.join(line_tokens(session, report.line))}"]
    lines.append(f"{report.sims} simulations")
    return "\n".join(lines)


def _chance(win: float, sd: float, *, sign: bool = False) -> str:
    return f"{render.percent(win, 1, sign=sign)}% ±{render.percent(sd, 1)}"


def rollout_text(rollout: rollouts.Rollout) -> str:
    """Return the results of a rollout as two tables: each move, and each pair of moves with its parts."""
    result, session = rollout.result(), rollout.session
    rows = [
        [
            move["token"],
            _chance(move["win"], move["win_sd"]),
            render.spread(move["score"], move["score_sd"]),
            str(move["games"]),
            session.codec.words(session.state, session.codec.parse(session.state, move["token"])),
        ]
        for move in result["moves"]
    ]
    lines = [console.table(["played out", "win", "score", "games", "what it does"], rows)]
    if result["pairs"]:
        parts = pairs_of(rollout)
        compared = [
            [
                f"{pair['better']} – {pair['worse']}",
                _chance(pair["win"], pair["win_sd"], sign=True),
                f"{render.number(pair['score'], 1, sign=True)} ±{render.number(pair['score_sd'], 1)}",
                render.parts_text(parts[pair["better"], pair["worse"]]),
            ]
            for pair in result["pairs"]
        ]
        lines += ["", console.table(["difference", "win", "score", "parts of the score"], compared)]
    lines += ["", f"played out by {result['bot']}; equal seeds for all moves; ± is the standard deviation"]
    return "\n".join(lines)


def pairs_of(rollout: rollouts.Rollout) -> dict[tuple[str, str], dict[str, float]]:
    """Return, for each pair of moves, the differences in the parts of the score."""
    state, codec = rollout.session.state, rollout.session.codec
    tokens = {move: codec.token(state, move) for move in rollout.moves}
    return {
        (tokens[one], tokens[other]): rollout.parts_difference(one, other)
        for one in rollout.moves
        for other in rollout.moves
        if one != other
    }

"""The review of a game as plain data, for JSON, for texts and for programs."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TypedDict

from vanuatu.cli.review import marks
from vanuatu.cli.review.win_chances import ChanceAccount
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.record import with_seat
from vanuatu.notation.tags import seats_of

if TYPE_CHECKING:
    from vanuatu.cli.review.game_review import GameReviewer, ReviewedMove

WORST: Final = 3
_NEGLIGIBLE: Final = 0.005  # smaller losses of win chance are not shown
_NEGLIGIBLE_POINTS: Final = 0.05


class WorstMove(TypedDict):
    """A move of a seat that cost much."""

    ply: int
    round: int
    token: str
    best: str
    lost: float
    lost_sd: float
    line: list[str]
    at: str  # round and ply after the move, as for `--at`
    phase: str
    words: str
    best_words: str
    win: float
    best_win: float
    glyph: str
    points_lost: float
    points_lost_sd: float
    lead_lost: float  # over the best other seat, in points
    score: float  # expected final score after the move; best_score: after the better one
    best_score: float
    parts: dict[str, float]  # how much more of each part of the score the better move brings


class LossFigures(TypedDict):
    """The losses of a seat in one phase or by one action."""

    decisions: int
    lost: float
    lost_sd: float
    points_lost: float
    points_lost_sd: float


class SeatReview(TypedDict):
    """The review of a seat; chances are from 0 to 1."""

    seat: str
    name: str
    decisions: int
    lost: float
    lost_sd: float
    luck: float
    mistakes: int
    blunders: int
    worst: list[WorstMove]
    luck_sd: float
    phases: dict[str, LossFigures]
    account: dict[str, float]
    points_lost: float
    points_lost_sd: float
    points_lost_a_move: float
    accuracy: float
    skill: str
    luck_points: float
    luck_points_sd: float
    inaccuracies: int
    lead_lost: float
    actions: dict[str, LossFigures]


class GameReview(TypedDict):
    """The review of a game, as it is written to JSON."""

    game: int
    bot: str
    seats: list[SeatReview]


def summarise(review: "GameReviewer", number: int) -> GameReview:
    """Return the review so far; `number` is the number of the game in its file."""
    tags = review.session.record.tags
    names = [tags[name] for name in seats_of(tags)]
    seats = range(review.players) if review.seats is None else sorted(review.seats)
    return GameReview(
        game=number, bot=review.bot.name, seats=[_seat(review, seat, names[seat]) for seat in seats]
    )


def worst_moves(decisions: "Iterable[ReviewedMove]", seat: int) -> "list[ReviewedMove]":
    """Return the moves of a seat that certainly lost something, the costliest first."""
    costly = [
        move
        for move in decisions
        if move.seat == seat
        and (
            (move.points >= _NEGLIGIBLE_POINTS and marks.is_certain(move.points, move.points_sd))
            or (move.lost >= _NEGLIGIBLE and marks.is_certain(move.lost, move.sd))
        )
    ]
    return sorted(costly, key=lambda move: (-move.points, -move.lost, move.ply))[:WORST]


def _seat(review: "GameReviewer", seat: int, name: str) -> SeatReview:
    mine = [decision for decision in review.decisions if decision.seat == seat]
    glyphs = [decision.glyph for decision in mine]
    phases: dict[str, list[ReviewedMove]] = {}
    actions: dict[str, list[ReviewedMove]] = {}
    for decision in mine:
        phases.setdefault(decision.phase, []).append(decision)
        if decision.action:
            actions.setdefault(decision.action, []).append(decision)
    whole = _figures(mine)
    a_move = whole["points_lost"] / max(1, len(mine))
    chances: ChanceAccount = review.account
    return SeatReview(
        seat=SEAT_LETTERS[seat],
        name=name,
        decisions=whole["decisions"],
        lost=whole["lost"],
        lost_sd=whole["lost_sd"],
        luck=_rounded(chances.luck[seat]),
        mistakes=glyphs.count("?"),
        blunders=glyphs.count("??"),
        worst=[_worst(review, decision) for decision in worst_moves(mine, seat)],
        luck_sd=_rounded(math.sqrt(chances.luck_variance[seat])),
        phases={phase: _figures(made) for phase, made in phases.items()},
        account={what: _rounded(figure) for what, figure in chances.of(seat).items()},
        points_lost=whole["points_lost"],
        points_lost_sd=whole["points_lost_sd"],
        points_lost_a_move=round(a_move, 3) + 0.0,
        accuracy=marks.accuracy_of(a_move),
        skill=marks.skill_of(a_move),
        luck_points=_points(chances.luck_points[seat]),
        luck_points_sd=_points(math.sqrt(chances.luck_points_variance[seat])),
        inaccuracies=glyphs.count("?!"),
        lead_lost=_points(sum(decision.lead for decision in mine)),
        actions={action: _figures(made) for action, made in sorted(actions.items())},
    )


def _figures(decisions: "list[ReviewedMove]") -> LossFigures:
    return LossFigures(
        decisions=len(decisions),
        lost=_rounded(sum(decision.lost for decision in decisions)),
        lost_sd=_rounded(math.hypot(*(decision.sd for decision in decisions))),
        points_lost=_points(sum(decision.points for decision in decisions)),
        points_lost_sd=_points(math.hypot(*(decision.points_sd for decision in decisions))),
    )


def _worst(review: "GameReviewer", decision: "ReviewedMove") -> WorstMove:
    return WorstMove(
        ply=decision.ply,
        round=decision.round,
        token=decision.token,
        best=decision.best,
        lost=_rounded(decision.lost),
        lost_sd=_rounded(decision.sd),
        line=[with_seat(ply) for ply in decision.line],
        at=f"{decision.round}.{decision.within}",
        phase=decision.phase,
        words=decision.words,
        best_words=decision.best_words,
        win=_rounded(decision.win),
        best_win=_rounded(decision.best_win),
        glyph=decision.glyph,
        points_lost=_points(decision.points),
        points_lost_sd=_points(decision.points_sd),
        lead_lost=_points(decision.lead),
        score=_points(decision.score),
        best_score=_points(decision.best_score),
        parts=review.parts.get(decision.ply, {}),
    )


def _rounded(figure: float) -> float:
    return round(figure, 4) + 0.0  # never -0.0


def _points(figure: float) -> float:
    return round(figure, 2) + 0.0

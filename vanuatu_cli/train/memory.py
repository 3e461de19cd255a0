"""When a position is due again by py-fsrs, which models what a person remembers; needs the extra `train`."""

import datetime
import importlib.util
from typing import Any, Final

_UTC: Final = datetime.UTC
RETENTION: Final = 0.9  # a position is due when the chance to remember its answer has fallen to this


def is_installed() -> bool:
    """Return whether py-fsrs is there."""
    return importlib.util.find_spec("fsrs") is not None


def review(card: object, today: datetime.date, *, right: bool) -> tuple[dict[str, Any], datetime.date]:
    """Return the card of a position after an answer, and the day on which it is due.

    `card` is what an earlier call returned; anything else begins a new card.
    """
    import fsrs

    scheduler = fsrs.Scheduler(
        desired_retention=RETENTION, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )
    now = datetime.datetime.combine(today, datetime.time(), _UTC)
    rating = fsrs.Rating.Good if right else fsrs.Rating.Again
    try:
        new, _ = scheduler.review_card(fsrs.Card.from_dict(card), rating, review_datetime=now)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError):
        new, _ = scheduler.review_card(fsrs.Card(card_id=1, due=now), rating, review_datetime=now)
    return dict(new.to_dict()), new.due.date()

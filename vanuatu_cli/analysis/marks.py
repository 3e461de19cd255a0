"""A review written into the record of its game: chances after each move, glyphs, the better line."""

import re
from typing import Final

from notation.codec import SEAT_LETTERS
from notation.record import Line, Ply, folded
from notation.session import Session
from vanuatu_cli.analysis.review import Decision, Review

JUDGEMENTS: Final = ("!!", "!", "!?", "?!", "?", "??")
_WRITTEN: Final = re.compile(r"\[%(?:eval|lost) [^\]]*\]")


def write_marks(review: Review, *, lines: bool) -> None:
    """Note what the review has found so far in the session's record, in place of what an earlier one had.

    After a decision stand everybody's chances (`[%eval …]`), as the next search saw them. A move that threw
    some away for certain has `?` or `??`, unless a person has judged it already. With `lines` it also has
    what it lost (`[%lost 0.12,0.02]`), and what the bot expects after the better move as a variation.
    """
    record = review.session.record
    chances = _chances(review)
    for at, ply in enumerate(record.plies):
        known = chances.get(at + 1)
        if ply.seat >= 0 and known is not None:
            _comment(ply, f"[%eval {','.join(f'{chance:.2f}' for chance in known)}]")
    for decision in review.decisions:
        if not decision.glyph:
            continue
        ply = record.plies[decision.ply - 1]
        notes = ply.noted()
        if not any(glyph in JUDGEMENTS for glyph in notes.glyphs):
            notes.glyphs.append(decision.glyph)
        if lines:
            notes.comments.insert(1, f"[%lost {decision.lost:.2f},{decision.sd:.2f}]")
            _vary(review.session, ply, decision)


def _chances(review: Review) -> dict[int, list[float]]:
    """For each number of plies the chances that were found first from there on, as far as the review went."""
    found: dict[int, list[float]] = {}
    known: list[float] | None = None
    for at in range(len(review.session.moves), -1, -1):
        known = review.curve.get(at, known)
        if known is not None:
            found[at] = known
    return found


def _comment(ply: Ply, text: str) -> None:
    """Put this before what people wrote; what an earlier review wrote goes."""
    notes = ply.noted()
    kept = [rest for rest in (folded(_WRITTEN.sub("", comment)) for comment in notes.comments) if rest]
    notes.comments[:] = [text, *kept]


def _vary(session: Session, ply: Ply, decision: Decision) -> None:
    """Add the better line, unless a variation begins like it already."""
    best = decision.best.partition(":")[2]
    if any(known.plies and known.plies[0].token == best for known in ply.noted().variations):
        return
    state, line = session.at(decision.ply - 1), Line()
    for seated in decision.line:
        letter, _, token = seated.partition(":")
        line.plies.append(Ply(token, SEAT_LETTERS.index(letter), int(state.round)))
        state.apply(session.codec.parse(state, token))
    ply.noted().variations.append(line)

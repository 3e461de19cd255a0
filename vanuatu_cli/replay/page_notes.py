"""The annotations of moves for the page: glyphs, comments, win chances, losses; the summary of a review."""

import re
from typing import Any, Final

from vanuatu.notation.boards.shapes import visible
from vanuatu.notation.comments import loss_of
from vanuatu.notation.record import Ply

MARKS: Final = ("?!", "?", "??")  # of bad moves, the worst last
_COMMAND: Final = re.compile(r"\[%(\w+) ([^\]]*)\]")
_EVAL: Final = re.compile(r"\[%eval ([0-9.,]+)\]")
_LOST: Final = re.compile(r"\[%lost (-?[0-9.]+),[0-9.]+\]")
_REVIEWER: Final = re.compile(r"\[%reviewer ([^\[\]]+)\]")
_SEAT: Final = re.compile(r"\[%review ([a-z]),([0-9]+),([0-9.,-]+),([a-z]+)\]")
_FACTS: Final = {"clk": "clock {}", "emt": "took {} s", "sims": "{} simulations"}  # commands shown in words
_SHOWN: Final = (*_FACTS, "eval", "loss", "lost", "review", "reviewer")  # commands not shown as text
# The numeric glyphs of PGN. Where it names White and Black, here the seat that moved is meant.
GLYPHS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
NAMES: Final = {
    "$7": "the only move",
    "$8": "the only move",
    "$9": "the worst move",
    "$10": "even",
    "$11": "even, quiet",
    "$12": "even, active",
    "$13": "unclear",
    "$14": "slight advantage",
    "$15": "slight disadvantage",
    "$16": "clear advantage",
    "$17": "clear disadvantage",
    "$18": "winning advantage",
    "$19": "losing",
    "$36": "has the initiative",
    "$40": "attacks",
    "$44": "compensation",
    "$132": "counterplay",
    "$138": "short of time",
    "$140": "with the idea",
    "$146": "a novelty",
}


def note_of(ply: Ply, before: list[str], players: int) -> dict[str, Any]:
    """Return the annotations of a move as the page shows them; `before` are comments before the move."""
    comments = [*before, *ply.comments]
    signs = [GLYPHS.get(glyph, glyph) for glyph in ply.glyphs]
    marks = [sign for sign in signs if sign in MARKS]
    chances = chances_of(comments, players)
    lost = next((found for comment in comments if (found := _LOST.search(comment)) is not None), None)
    note = {
        "glyphs": " ".join(visible(sign) for sign in signs if sign not in NAMES),
        "mark": marks[0] if marks and ply.seat >= 0 else "",
        "text": readable(comments),
        "facts": [NAMES[sign] for sign in signs if sign in NAMES] + _facts(comments),
        "chances": [round(100 * chance) for chance in chances] if chances is not None else [],
        "loss": loss_of(ply),
        "lost": _percent(lost[1]) if lost is not None else None,
    }
    return {name: value for name, value in note.items() if value not in ("", [], None)}


def chances_of(comments: list[str], players: int) -> list[float] | None:
    """Return the win chances by seat from the first complete `[%eval …]`, or None."""
    for comment in comments:
        for found in _EVAL.findall(comment):
            try:
                chances = [min(1.0, float(part)) for part in found.split(",")]
            except ValueError:
                continue
            if len(chances) == players:
                return chances
    return None


def readable(comments: list[str]) -> list[str]:
    """Return the texts of comments without their delimiters and known commands."""
    return [text for text in map(_readable, comments) if text]


def _readable(comment: str) -> str:
    text = comment[1:] if comment[:1] in (";", "%") else comment
    if comment[:1] == "{" and comment.endswith("}"):
        text = comment[1:-1]
    return visible(" ".join(_COMMAND.sub(_unknown, text).split()))


def _unknown(match: re.Match[str]) -> str:
    return "" if match[1] in _SHOWN else match[0]


def _facts(comments: list[str]) -> list[str]:
    """Return other known commands in words: `[%clk 0:01:30]` is "clock 0:01:30"."""
    found = [pair for comment in comments for pair in _COMMAND.findall(comment)]
    return [visible(_FACTS[name].format(value)) for name, value in found if name in _FACTS]


def _percent(text: str) -> int | None:
    try:
        return round(100 * float(text))
    except ValueError:
        return None


def review_of(comments: list[str]) -> dict[str, Any] | None:
    """Return the summary of a review from the comments before the game: the reviewer and the seats."""
    reviewer = next((found for text in comments if (found := _REVIEWER.search(text)) is not None), None)
    seats = []
    for comment in comments:
        for letter, moves, figures, skill in _SEAT.findall(comment):
            try:
                numbers = [float(figure) for figure in figures.split(",")]
            except ValueError:
                continue
            if len(numbers) == len(_FIGURES):
                seats.append({"seat": letter, "moves": int(moves[:9]), "skill": skill})
                seats[-1] |= dict(zip(_FIGURES, numbers, strict=True))
    if reviewer is None and not seats:
        return None
    return {"reviewer": visible(reviewer[1]) if reviewer is not None else "", "seats": seats}


_FIGURES: Final = ("lost", "lost_sd", "luck", "luck_sd", "accuracy")

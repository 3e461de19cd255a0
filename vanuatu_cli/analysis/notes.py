"""What a bot thinks of positions and games: thinking with a view on it, and notes written into a game."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ai.asking import line_tokens
from ai.thinking import Bot, BotError, Candidate, Limit, Report, Thinking
from core.game import NATURE, OVER, State
from notation.codec import SEAT_LETTERS
from notation.record import GameRecord, Ply, folded
from notation.session import Session

# Win chance thrown away that earns a move a `?` and a `??`.
MISTAKE: Final = 0.08
BLUNDER: Final = 0.2
# A move's own figures count when it was tried so often, and this part of all simulations.
ENOUGH_VISITS: Final = 20
ENOUGH_PART: Final = 0.02
JUDGEMENTS: Final = ("!!", "!", "!?", "?!", "?", "??")

_EVAL: Final = re.compile(r"\[%eval [^\]]*\]")


def think(
    bot: Bot, session: Session, limit: Limit | None, watch: Callable[[Thinking], None] | None = None
) -> tuple[int, Report]:
    """The bot's move and what it thinks. Interrupted, it raises `Interrupted` with what it has."""
    thinking = bot.think(session, limit)
    try:
        while not thinking.step():
            if watch is not None:
                watch(thinking)
        return thinking.move(), thinking.report()
    except KeyboardInterrupt:
        try:
            move = thinking.move()
        except BotError:  # a program that does not answer has nothing to tell
            raise KeyboardInterrupt from None
        raise Interrupted(move, thinking.report()) from None
    finally:
        thinking.close()


class Interrupted(Exception):
    """Ctrl-C came while a bot thought; `move` and `report` are what it had come to."""

    def __init__(self, move: int, report: Report) -> None:
        super().__init__("interrupted")
        self.move = move
        self.report = report


def as_json(session: Session, bot: str, move: int, report: Report, top: int) -> dict[str, Any]:
    """The whole report with moves as tokens."""
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
                "win": round(candidate.win, 4) if candidate.visits else None,
                "score": round(candidate.score, 2) if candidate.visits else None,
                "visits": candidate.visits,
            }
            for candidate in report.candidates[: top or None]
        ],
        "line": list(line_tokens(session, report.line)),
    }


@dataclass
class Opinion:
    """What the bot thought before one move of a game."""

    ply: int
    seat: int
    win: list[float]
    lost: float | None  # win chance that the played move threw away, by the search's own figures
    best: float


def annotate(session: Session, bot: Bot, limit: Limit | None, tell: Callable[[int], None]) -> None:
    """Write the bot's view into the session's record, decision by decision.

    After each move a comment gives every seat's chance to win from there; a move that threw some of
    it away gets a glyph, unless a person has judged it already. On KeyboardInterrupt what was written stays.
    """
    record = session.record
    state = session.start.copy()
    walk = Session(session.game, session.codec, session.start, GameRecord(dict(record.tags)))
    # Moves whose outcome is known when the next decision has been thought about.
    open_moves: list[Opinion] = []
    for number, move in enumerate(session.moves):
        if state.actor != NATURE:
            tell(number)
            try:
                _, report = think(bot, walk, limit)
            except Interrupted:
                raise KeyboardInterrupt from None
            if report.win:
                _note_all(record.plies, open_moves, report.win)
                open_moves = []
            open_moves.append(_opinion(number, state, move, report))
        state.apply(move)
        walk.push(move)
    if state.actor == OVER:
        _note_all(record.plies, open_moves, [float(share) for share in state.returns()])


def _note_all(plies: list[Ply], opinions: list[Opinion], win: list[float]) -> None:
    for opinion in opinions:
        _note(plies, opinion, win)


def _opinion(number: int, state: State, move: int, report: Report) -> Opinion:
    """The report as far as it is about the move that was played."""
    best = max((c.win for c in report.candidates if _counts(c, report)), default=0.0)
    lost = next((best - c.win for c in report.candidates if c.move == move and _counts(c, report)), None)
    return Opinion(number, int(state.actor), report.win, lost, best)


def _counts(candidate: Candidate, report: Report) -> bool:
    return candidate.visits >= max(ENOUGH_VISITS, ENOUGH_PART * report.sims)


def _note(plies: list[Ply], opinion: Opinion, win: list[float]) -> None:
    """Write what came of a move: the chances after it, and a glyph if it cost some."""
    notes = plies[opinion.ply].noted()
    rest = [kept for kept in (folded(_EVAL.sub("", text)) for text in notes.comments) if kept]
    notes.comments[:] = [f"[%eval {','.join(f'{chance:.2f}' for chance in win)}]", *rest]
    if not opinion.win:
        return
    lost = opinion.lost if opinion.lost is not None else opinion.best - win[opinion.seat]
    if lost >= MISTAKE and not any(glyph in JUDGEMENTS for glyph in notes.glyphs):
        notes.glyphs.append("??" if lost >= BLUNDER else "?")

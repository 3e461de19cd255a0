"""Puzzles: positions with one clearly best move, found in games and kept as PVN.

A puzzle is a game in PVN that starts from the position (tags `SetUp`, `FEN`). Its first move is the answer,
the others are the expected line. The tag `Margin` has the points that the next best move loses, `Source`
where the position comes from, `Checked` the search that confirmed the answer.
"""

import contextlib
import hashlib
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from vanuatu.ai.bot import Report
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.cli.review import marks
from vanuatu.cli.review.archive import JUDGEMENTS
from vanuatu.cli.review.game_review import GameReviewer, ReviewedMove, make_reviewer
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import MoveError
from vanuatu.notation.record import Ply
from vanuatu.notation.session import Session

EVENT: Final = "Puzzle"
SCREEN: Final = "mcts:400"
CHECK: Final = "mcts:20000"
LEAST_POINTS: Final = 1.5  # that each other move must lose, or
LEAST_WIN: Final = 0.06
LEAST_MOVES: Final = 3  # a choice between two moves is not a puzzle
A_GAME: Final = 5  # most puzzles of one game, those with the largest margin
_SHARE: Final = 0.75  # part of the visits that the answer must have
_RIVALS: Final = 3  # other moves that are compared with the answer
_MARKED: Final = ("??", "?", "?!")
_LONGEST_LINE: Final = 12


@dataclass(frozen=True)
class Puzzle:
    """A position, its answer, and the line that follows it."""

    session: Session  # at the position
    answer: int
    line: list[Ply] = field(default_factory=list)  # from the answer on
    margin: float = 0.0  # points that the next best move loses
    source: str = ""
    played: int = -1  # the move that was played in the game, if it was a mistake

    @property
    def id(self) -> str:
        """A short name that depends on the position alone."""
        text = self.session.codec.write_position(self.session.state)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def text(self, checked: str) -> str:
        """Return the puzzle as PVN."""
        seat = SEAT_NAMES[int(self.session.state.actor)].lower()
        tags = {
            "Event": EVENT,
            "Checked": checked,
            "Margin": f"{self.margin:.1f}",
            "Source": self.source or "?",
        }
        game = Session.new(self.session.game, tags=tags, start=self.session.state)
        for ply in self.line or [Ply("", int(self.session.state.actor), 0, self.answer)]:
            if not game.state.is_legal(ply.move):
                break
            game.push(ply.move)
        game.finish()
        game.record.plies[0].noted().comments.append(f"the best move of {seat}")
        return game.text()


def puzzle_of(game: Session) -> Puzzle | None:
    """Return the puzzle that a game in PVN holds; None if it is none."""
    tags = game.record.tags
    if tags.get("Event") != EVENT or "FEN" not in tags or not game.moves or game.record.plies[0].seat < 0:
        return None
    margin = tags.get("Margin", "")
    points = float(margin) if margin.replace(".", "", 1).isdigit() else 0.0
    return Puzzle(game.until(0), game.moves[0], list(game.record.plies), points, tags.get("Source", ""))


def marked_puzzles(game: Session, seats: frozenset[int] | None, source: str) -> Iterator[Puzzle]:
    """Yield the marked moves of a reviewed game that have a better line, as puzzles.

    `seats` are those whose mistakes are wanted (None: all).
    """
    for at, ply in enumerate(game.record.plies):
        if ply.seat < 0 or (seats is not None and int(ply.seat) not in seats):
            continue
        if ply.notes is None or not any(glyph in _MARKED for glyph in ply.glyphs):
            continue
        for line in ply.noted().variations:
            if line.plies and line.plies[0].move != ply.move and not _is_judged(line.plies[0]):
                yield Puzzle(
                    game.until(at), int(line.plies[0].move), list(line.plies), 0.0, source, int(ply.move)
                )
                break


def reviewed_puzzles(game: Session, worst: Iterable[Mapping[str, Any]], source: str) -> Iterator[Puzzle]:
    """Yield the marked moves among the costliest ones of a review, as puzzles. Skip what does not fit."""
    for move in worst:
        try:
            puzzle = _reviewed_puzzle(game, move, source)
        except (KeyError, TypeError, ValueError, IndexError):
            continue  # the review was edited
        if puzzle is not None:
            yield puzzle


def _reviewed_puzzle(game: Session, move: Mapping[str, Any], source: str) -> Puzzle | None:
    if move["glyph"] not in _MARKED:
        return None
    at = game.until(max(0, int(move["ply"]) - 1))
    after = at.until(at.ply)
    with contextlib.suppress(MoveError):  # a draw can be missing in the line
        for token in move["line"]:
            after.push(after.read(token))
    line = list(after.record.plies[at.ply :])
    return Puzzle(at, line[0].move, line, 0.0, source, int(game.moves[at.ply]))


def _is_judged(ply: Ply) -> bool:
    return ply.notes is not None and any(glyph in JUDGEMENTS for glyph in ply.glyphs)


class PuzzleFinder:
    """Finds the puzzles of a game. `found` grows while `steps` runs.

    A short search screens each decision. If it prefers one move clearly, the move is compared with its rivals
    by searches with equal seeds. What remains is checked by a long search.
    """

    def __init__(self, session: Session, source: str, check: str = CHECK, most: int = A_GAME) -> None:
        self.found: list[Puzzle] = []
        self._session = session
        self._source = source
        self._screen, self._check = make_reviewer(SCREEN), make_reviewer(check)
        self._most = most

    def close(self) -> None:
        """Release the bots."""
        self._screen.close()
        self._check.close()

    def steps(self) -> Iterator[int]:
        """Look for puzzles; yield the number of the current ply every few milliseconds."""
        candidates: list[Puzzle] = []
        for step in self._session.walk():
            if step.ply.seat >= 0 and len(step.state.legal_moves()) >= LEAST_MOVES:
                at = self._session.until(step.number - 1)
                yield from self._screen_position(at, candidates)
        for puzzle in sorted(candidates, key=lambda puzzle: (-puzzle.margin, puzzle.session.ply)):
            if len(self.found) >= self._most:
                break
            report = yield from think(self._check, puzzle.session)
            if _is_clear(report, puzzle.answer):
                line = puzzle.session.continuation(report.line[:_LONGEST_LINE])
                self.found.append(replace(puzzle, line=line))
        self.found.sort(key=lambda puzzle: puzzle.session.ply)

    def _screen_position(self, at: Session, candidates: list[Puzzle]) -> Iterator[int]:
        report = yield from think(self._screen, at)
        if not report.candidates or not _is_clear(report, report.candidates[0].move):
            return
        answer = report.candidates[0].move
        margin = 0.0
        for rival in rivals_of(report):
            comparison = yield from compared(at, self._screen, rival, answer)
            if not is_worse(comparison):
                return
            margin = comparison.points if not margin else min(margin, comparison.points)
        source = f"{self._source}, ply {at.ply + 1}"
        candidates.append(Puzzle(at, answer, [], round(margin, 1), source))


def rivals_of(report: Report) -> list[int]:
    """Return the moves that come nearest to the best one: those with most visits."""
    return [candidate.move for candidate in report.candidates[1 : 1 + _RIVALS]]


def _is_clear(report: Report, answer: int) -> bool:
    """Return whether a search prefers the answer clearly, by its visits."""
    best = report.candidates[0]
    return best.move == answer and best.visits >= _SHARE * max(1, report.sims)


def is_worse(move: ReviewedMove) -> bool:
    """Return whether a move certainly loses enough that another one is the only answer."""
    by_points = move.points >= LEAST_POINTS and marks.is_certain(move.points, move.points_sd)
    by_win = move.lost >= LEAST_WIN and marks.is_certain(move.lost, move.sd)
    return (by_points and move.lost > -LEAST_WIN / 2) or (by_win and move.points > -LEAST_POINTS / 2)


def think(bot: MctsBot, session: Session) -> Generator[int, None, Report]:
    """Let a bot think about a position; the return value is its report."""
    thinking = bot.think(session)
    try:
        while not thinking.step():
            yield session.ply
        return thinking.report()
    finally:
        thinking.close()


def compared(at: Session, bot: MctsBot, move: int, answer: int) -> Generator[int, None, ReviewedMove]:
    """Compare a move with the answer; the return value is the reviewed move."""
    review = GameReviewer(at, bot)
    yield from review.steps_for(move, answer)
    return review.decisions[-1]


def is_only_answer(puzzle: Puzzle, bot: MctsBot) -> Generator[int, None, bool]:
    """Find out whether each rival of a puzzle's answer is clearly worse; the return value is the answer."""
    report = yield from think(bot, puzzle.session)
    rivals = [one.move for one in report.candidates if one.move != puzzle.answer][:_RIVALS]
    for rival in rivals:
        if not is_worse((yield from compared(puzzle.session, bot, rival, puzzle.answer))):
            return False
    return True

"""Advice from a bot at the prompt: `hint`, `eval`, `review`, and the coach.

The coach asks the person to confirm a move that loses much win chance.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vanuatu.ai.bot import BotError, Limit, PendingMove, Report
from vanuatu.ai.specs import make_bot
from vanuatu.cli.files.numbers import whole_number
from vanuatu.cli.play import render
from vanuatu.cli.review.game_review import (
    MISTAKE,
    Decision,
    GameReviewer,
    ReviewThinking,
    make_reviewer,
    seated_line,
)
from vanuatu.cli.review.render import brief_lines, percent, review_lines
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

ADVICE_SECONDS: Final = 1.5
SIMS: Final = 400  # simulations of each search of the coach, and of `review` without a number
MOST_SIMS: Final = 1_000_000
CHOICES: Final = (
    ("on", f"asks if a move loses {100 * MISTAKE:.0f} % or more of your win chance"),
    ("off", "never asks"),
    ("5", "asks if a move loses 5 % or more"),
)


def _advise(
    controller: "Controller", render_lines: Callable[["Controller", PendingMove, int], list[Line]]
) -> None:
    """Let a bot think about the position, then show the lines that `render_lines` makes of the result."""
    table = controller.table
    if table.actor not in table.people:
        controller.show_text("It is not your turn.")
        return
    try:
        bot = make_bot("mcts", seed=table.seed)
        thinking = bot.think(table.session, Limit(seconds=ADVICE_SECONDS))
    except BotError as error:
        controller.show_text(str(error), "bad")
        return

    def done(thought: PendingMove) -> None:
        controller.show_message(lambda width: render_lines(controller, thought, width))

    controller.begin_job(render.Job("thinking about your move", thinking, done, "answer now"))


def hint(controller: "Controller", about: str) -> None:
    """Suggest a move."""
    _advise(controller, _hint_lines)


def _hint_lines(controller: "Controller", thinking: PendingMove, width: int) -> list[Line]:
    state, codec = controller.table.state, controller.table.codec
    move = thinking.move()
    report = thinking.report()
    chance = f" (win chance {100 * report.candidates[0].win:.0f} %)" if report.candidates else ""
    head: Line = [("token", f"{codec.token(state, move)}  ")]
    return hanging(head, codec.words(state, move) + chance, width)


def evaluate(controller: "Controller", about: str) -> None:
    """Show win chances, and compare the best moves."""
    _advise(controller, _eval_lines)


def _eval_lines(controller: "Controller", thinking: PendingMove, width: int) -> list[Line]:
    report = thinking.report()
    table = controller.table
    if not report.candidates:
        move = thinking.move()
        return wrapped(f"There is only one move: {table.codec.words(table.state, move)}.", "", width)
    chances: Line = [("", "Win chances: ")]
    for seat, win in enumerate(report.win):
        letter = SEAT_LETTERS[seat]
        chances += [(seat_role(letter, chip=True), letter), ("", f" {table.names[seat]} {100 * win:.0f} %  ")]
    lines = [chances, [("dim", "move       win %  score  visits")]]
    for candidate in report.candidates[:5]:
        token = table.codec.token(table.state, candidate.move)
        figures = f"  {100 * candidate.win:>5.0f}  {candidate.score:>5.1f}  {candidate.visits:>6}"
        lines.append([("token", f"{token:<9}"), ("", figures)])
    return lines + _expected(controller, report, width)


def _expected(controller: "Controller", report: Report, width: int) -> list[Line]:
    """Return the line of moves that the search expects."""
    line = " ".join(seated_line(controller.table.session, report.line))
    return hanging([("", "expected: ")], line, width, "token") if line else []


class Coach:
    """Checks the moves of a person who plays alone against bots, and objects at most once per decision."""

    def __init__(self, least: float) -> None:
        self.least = least  # it objects to moves that lose at least this win chance
        self._objected: int | None = None  # the ply of the decision at which it has objected

    def start_check(self, controller: "Controller", move: int) -> ReviewThinking | None:
        """Return the check of a move; None if it has objected before or there is no choice."""
        table = controller.table
        if self._objected == table.session.ply or len(table.view.legal) < 2:
            self._objected = None
            return None
        self._objected = None
        review = GameReviewer(table.session, make_reviewer(f"mcts:{SIMS}", seed=table.seed))
        return ReviewThinking(review, review.steps_for(move))

    def objection_to(self, check: ReviewThinking) -> Decision | None:
        """Return the move if it certainly loses too much; None too if the check was interrupted."""
        found = check.review.decisions
        if not found or found[-1].lost < self.least or not found[-1].certain:
            return None
        self._objected = check.review.session.ply
        return found[-1]


def objection_lines(decision: Decision, width: int) -> list[Line]:
    """Return the lines of the coach's objection to a move."""
    token, best = (text.partition(":")[2] for text in (decision.token, decision.best))
    lost = f"{percent(decision.lost, 0)} % (±{percent(decision.sd, 0)})"
    chance = f"{percent(decision.win, 0)} % instead of {percent(decision.best_win, 0)} %"
    head: Line = [("bad", f"{token}  ")]
    lines = hanging(head, f"loses {lost} of your win chance: {chance}.", width)
    lines += hanging([("token", f"{best}  ")], f"is better: {decision.best_words}.", width)
    return lines + wrapped("To play it anyway, type it again. Or type another move.", "dim", width)


def command(controller: "Controller", about: str) -> None:
    """Run `coach`, `coach on`, `coach off` or `coach 5`."""
    if not about:
        coach = controller.coach
        state = "off" if coach is None else f"on: it asks from {100 * coach.least:.0f} %"
        controller.show_text(f"The coach is {state}.")
        return
    least = whole_number(about.removesuffix("%").strip(), 100)
    if about == "off":
        controller.coach = None
        controller.show_text("The coach is off.")
    elif about != "on" and not least:
        controller.show_text(f"coach: {about!r} is neither on, off nor a percentage (1–100).")
    elif len(controller.table.people) != 1:
        controller.show_text("The coach is available only if you play alone against bots.")
    else:
        controller.coach = Coach(least / 100 if least else MISTAKE)
        controller.show_text(
            "The coach is on: it asks you to confirm moves that certainly lose "
            f"{100 * controller.coach.least:.0f} % or more of your win chance.",
            "good",
        )


def review(controller: "Controller", about: str) -> None:
    """Show what the person's moves cost so far; after the game, for all seats."""
    table = controller.table
    sims = whole_number(about, MOST_SIMS) if about else SIMS
    if not sims:
        controller.show_text(f"review: {about!r} is not a number of simulations (1–{MOST_SIMS}).")
        return
    if not any(ply.seat >= 0 for ply in table.session.record.plies):
        controller.show_text("There are no moves to review yet.")
        return
    if not table.over and controller.viewer is None:
        controller.show_text("While several people play, `review` works only after the game.")
        return
    seats = None if table.over or controller.viewer is None else frozenset((controller.viewer,))
    found = GameReviewer(
        table.session.until(table.session.ply), make_reviewer(f"mcts:{sims}", seed=table.seed), seats
    )

    def done(thinking: PendingMove) -> None:
        result = found.summary(1)
        mine = [SEAT_LETTERS[seat] for seat in table.people]
        if table.over:
            controller.show_message(lambda width: review_lines(result, width, about=mine))
        else:
            controller.show_message(lambda width: brief_lines(result, width))

    thinking = ReviewThinking(found, found.steps())
    controller.begin_job(render.Job("reviewing the game", thinking, done, "show the result so far"))

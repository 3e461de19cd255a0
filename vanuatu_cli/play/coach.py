"""Advice from a bot at the prompt: `hint`, `eval`, `review`, and the coach.

The coach asks the person to confirm a move that loses much win chance.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vanuatu.ai.bot import BotError, Limit, PendingMove, Report
from vanuatu.ai.specs import make_bot
from vanuatu.cli.files.inputs import whole_number
from vanuatu.cli.history import reviews
from vanuatu.cli.play import render
from vanuatu.cli.review import game_review, marks
from vanuatu.cli.review.render import brief_lines, percent, review_lines, spread
from vanuatu.cli.terminal.text_layout import flowing, hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.record import with_seat

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

ADVICE_SECONDS: Final = 1.5
COMPARED: Final = 5  # candidate moves that `eval` lists
SIMS: Final = 400  # simulations of each search of the coach, and of `review` without a number
DEEP: Final = 2000  # of `review deep`
MOST_SIMS: Final = 1_000_000
CHOICES: Final = (
    ("on", f"asks if a move loses {100 * marks.MISTAKE:.0f} % or more of your win chance"),
    ("off", "never asks"),
    ("5", "asks if a move loses 5 % or more"),
)


def _advise(
    controller: "Controller", render_lines: Callable[["Controller", PendingMove, int], list[Line]]
) -> None:
    """Let a bot think about the position, then show the lines that `render_lines` makes of the result."""
    table = controller.table
    if table.actor not in table.people:
        controller.show_text(controller.why_not_your_turn())
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
    chance = ""
    if report.candidates:
        best = report.candidates[0]
        win = f"{percent(best.win, 0)} % ±{percent(best.win_sd, 0)}"
        chance = f" (win chance {win}, score {spread(best.score, best.score_sd)})"
    head: Line = [("token", f"{codec.token(state, move)}  ")]
    return hanging(head, codec.words(state, move) + chance, width) + controller.advice_note(width)


def evaluate(controller: "Controller", about: str) -> None:
    """Show win chances, and compare the best moves."""
    _advise(controller, _eval_lines)


def _eval_lines(controller: "Controller", thinking: PendingMove, width: int) -> list[Line]:
    report = thinking.report()
    table = controller.table
    if not report.candidates:
        move = thinking.move()
        return wrapped(f"There is only one move: {table.codec.words(table.state, move)}.", "", width)
    chances: list[Line] = [[("", "Win chances:")]]
    for seat, win in enumerate(report.win):
        letter = SEAT_LETTERS[seat]
        shown = f"{percent(win, 0)} % ±{percent(report.win_sd[seat], 0)}"
        chip = (seat_role(letter, chip=True), letter)
        chances.append([("", " "), chip, ("", f" {table.names[seat]} {shown}")])
    best = [(table.codec.token(table.state, one.move), one) for one in report.candidates[:COMPARED]]
    longest = max(4, *(len(token) for token, _ in best))
    heading = (
        f"{'move':<{longest}}  {'win % ±':>7}  {'score ±':>11}  visits"  # plain text has two signs for ±
    )
    lines = [*flowing(chances, width), [("dim", heading)]]
    for token, candidate in best:
        chance = f"{percent(candidate.win, 0)} ±{percent(candidate.win_sd, 0)}"
        score = spread(candidate.score, candidate.score_sd)
        figures = f"  {chance:>7}  {score:>11}  {candidate.visits:>6}"
        lines.append([("token", f"{token:<{longest}}"), ("", figures)])
    return lines + _expected(controller, report, width)


def _expected(controller: "Controller", report: Report, width: int) -> list[Line]:
    """Return the line of moves that the search expects."""
    line = " ".join(map(with_seat, controller.table.session.continuation(report.line)))
    return hanging([("", "expected: ")], line, width, "token") if line else []


class Coach:
    """Checks the moves of a person who plays alone against bots, and objects at most once per decision."""

    def __init__(self, least: float) -> None:
        self.least = least  # it objects to moves that lose at least this win chance
        self._objected: int | None = None  # the ply of the decision at which it has objected

    def start_check(self, controller: "Controller", move: int) -> game_review.ReviewThinking | None:
        """Return the check of a move; None if it has objected before or there is no choice."""
        table = controller.table
        if self._objected == table.session.ply or len(table.view.legal) < 2:
            self._objected = None
            return None
        self._objected = None
        review = game_review.GameReviewer(
            table.session, game_review.make_reviewer(f"mcts:{SIMS}", seed=table.seed)
        )
        return game_review.ReviewThinking(review, review.steps_for(move))

    def objection_to(self, check: game_review.ReviewThinking) -> game_review.ReviewedMove | None:
        """Return the move if it certainly loses too much; None too if the check was interrupted."""
        found = check.review.decisions
        if not found or found[-1].lost < self.least or not marks.is_certain(found[-1].lost, found[-1].sd):
            return None
        self._objected = check.review.session.ply
        return found[-1]


def objection_lines(decision: game_review.ReviewedMove, width: int) -> list[Line]:
    """Return the lines of the coach's objection to a move."""
    token, best = (text.partition(":")[2] for text in (decision.token, decision.best))
    lost = f"{percent(decision.lost, 0)} % (±{percent(decision.sd, 0)})"
    chance = f"{percent(decision.win, 0)} % instead of {percent(decision.best_win, 0)} %"
    head: Line = [("bad", f"{token}  ")]
    lines = hanging(head, f"loses {lost} of your win chance: {chance}.", width)
    lines += hanging([("token", f"{best}  ")], f"is better: {decision.best_words}.", width)
    return lines + wrapped("To play it anyway, type it again. Or type another move.", "dim", width)


def set_from(controller: "Controller", setting: str) -> None:
    """Switch the coach on if the setting (on, off or a percentage) and the table allow it."""
    if setting != "off" and len(controller.table.people) == 1:
        controller.coach = Coach(marks.MISTAKE if setting == "on" else int(setting) / 100)


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
        controller.coach = Coach(least / 100 if least else marks.MISTAKE)
        controller.show_text(
            "The coach is on: it asks you to confirm moves that certainly lose "
            f"{100 * controller.coach.least:.0f} % or more of your win chance.",
            "good",
        )


def review(controller: "Controller", about: str) -> None:
    """Show what the person's moves cost so far; after the game, for all seats."""
    table = controller.table
    sims = DEEP if about == "deep" else whole_number(about, MOST_SIMS) if about else SIMS
    if not sims:
        controller.show_text(
            f"review: {about!r} is neither deep nor a number of simulations (1–{MOST_SIMS})."
        )
        return
    if not any(ply.seat >= 0 for ply in table.session.record.plies):
        controller.show_text("There are no moves to review yet.")
        return
    if not table.over and controller.viewer is None:
        controller.show_text("While several people play, `review` works only after the game.")
        return
    seats = None if table.over or controller.viewer is None else frozenset((controller.viewer,))
    found = game_review.GameReviewer(
        table.session.until(table.session.ply),
        game_review.make_reviewer(f"mcts:{sims}", seed=table.seed),
        seats,
    )

    def done(thinking: PendingMove) -> None:
        result = found.summary(1)
        mine = [SEAT_LETTERS[seat] for seat in table.people]
        if table.over:
            if work.ended:
                reviews.keep(table.path, result)
            controller.show_message(lambda width: review_lines(result, width, about=mine))
        else:
            controller.show_message(lambda width: brief_lines(result, width))

    work = game_review.ReviewThinking(found, found.steps())
    controller.begin_job(render.Job("reviewing the game", work, done, "show the result so far"))

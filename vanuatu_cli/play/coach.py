"""What a bot thinks of a person's decisions: `hint`, `eval`, `review`, and the coach.

The coach says before a move is made that it would throw much away.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vanuatu.ai.bot import BotError, Limit, Report, Thinking
from vanuatu.ai.specs import make_bot
from vanuatu.cli.files.numbers import whole_number
from vanuatu.cli.play import render
from vanuatu.cli.review.game_review import (
    MISTAKE,
    Decision,
    Review,
    ReviewThinking,
    make_reviewer,
    seated_line,
)
from vanuatu.cli.review.render import brief_lines, percent, review_lines
from vanuatu.notation.boards.text import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

ADVICE_SECONDS: Final = 1.5
SIMS: Final = 400  # of each search, here and in `review` unless it is told otherwise
MOST_SIMS: Final = 1_000_000
CHOICES: Final = (
    ("on", f"says when a move throws away {MISTAKE:.0%} or more of your chance to win"),
    ("off", "says nothing"),
    ("5", "speaks up at 5 % already"),
)


def _advise(controller: "Controller", tell: Callable[["Controller", Thinking, int], list[Line]]) -> None:
    """Let a bot think about the position, then tell what it thinks."""
    table = controller.table
    if table.actor not in table.people:
        controller.show_text("There is nothing to decide for you now.")
        return
    try:
        bot = make_bot("mcts", seed=table.seed)
        thinking = bot.think(table.session, Limit(seconds=ADVICE_SECONDS))
    except BotError as error:
        controller.show_text(str(error), "bad")
        return

    def done(thought: Thinking) -> None:
        controller.show_message(lambda width: tell(controller, thought, width))

    controller.begin_job(render.Job("thinking about your move", thinking, done, "answer now"))


def hint(controller: "Controller", about: str) -> None:
    """What a good bot would do."""
    _advise(controller, _hint_lines)


def _hint_lines(controller: "Controller", thinking: Thinking, width: int) -> list[Line]:
    state, codec = controller.table.state, controller.table.codec
    move = thinking.move()
    report = thinking.report()
    chance = f" (wins {report.candidates[0].win:.0%} of the games it imagined)" if report.candidates else ""
    head: Line = [("token", f"{codec.token(state, move)}  ")]
    return render.hanging(head, codec.words(state, move) + chance, width)


def evaluate(controller: "Controller", about: str) -> None:
    """Chances to win, and the best moves compared."""
    _advise(controller, _eval_lines)


def _eval_lines(controller: "Controller", thinking: Thinking, width: int) -> list[Line]:
    report = thinking.report()
    table = controller.table
    if not report.candidates:
        move = thinking.move()
        return render.wrapped(f"There is only one move: {table.codec.words(table.state, move)}.", "", width)
    chances: Line = [("", "Chance to win: ")]
    for seat, win in enumerate(report.win):
        letter = SEAT_LETTERS[seat]
        chances += [(seat_role(letter, chip=True), letter), ("", f" {table.names[seat]} {win:.0%}  ")]
    lines = [chances, [("dim", "move       wins  score  tried")]]
    for candidate in report.candidates[:5]:
        token = table.codec.token(table.state, candidate.move)
        figures = f" {candidate.win:>5.0%}  {candidate.score:>5.1f}  {candidate.visits:>5}"
        lines.append([("token", f"{token:<9}"), ("", figures)])
    return lines + _expected(controller, report, width)


def _expected(controller: "Controller", report: Report, width: int) -> list[Line]:
    """The moves that are expected to follow."""
    line = " ".join(seated_line(controller.table.session, report.line))
    return render.hanging([("", "expected: ")], line, width, "token") if line else []


class Coach:
    """Looks at the moves of the one person who plays, and objects once at each decision."""

    def __init__(self, least: float) -> None:
        self.least = least  # the chance to win that a move has to throw away
        self._objected: int | None = None  # the ply of the decision at which it did

    def start_check(self, controller: "Controller", move: int) -> ReviewThinking | None:
        """Its look at a move, to be waited for; None where it has nothing to say any more."""
        table = controller.table
        if self._objected == table.session.ply or len(table.view.legal) < 2:
            self._objected = None
            return None
        self._objected = None
        review = Review(table.session, make_reviewer(f"mcts:{SIMS}", seed=table.seed))
        return ReviewThinking(review, review.consider(move))

    def objection_to(self, look: ReviewThinking) -> Decision | None:
        """The move, if it throws away too much for certain; not where the look was broken off."""
        found = look.review.decisions
        if not found or found[-1].lost < self.least or not found[-1].certain:
            return None
        self._objected = look.review.session.ply
        return found[-1]


def objection_lines(decision: Decision, width: int) -> list[Line]:
    """What the coach says of a move."""
    token, best = (text.partition(":")[2] for text in (decision.token, decision.best))
    lost = f"{percent(decision.lost, 0)} % (±{percent(decision.sd, 0)})"
    chance = f"{percent(decision.win, 0)} % instead of {percent(decision.best_win, 0)} %"
    lines = render.hanging(
        [("bad", f"{token}  ")], f"throws away {lost} of your chance to win: {chance}.", width
    )
    lines += render.hanging([("token", f"{best}  ")], f"would be better: {decision.best_words}.", width)
    return lines + render.wrapped(
        "Type the same again to make it all the same, or another move.", "dim", width
    )


def command(controller: "Controller", about: str) -> None:
    """`coach`, `coach on`, `coach off`, `coach 5`."""
    if not about:
        state = "off" if controller.coach is None else f"on: it speaks up at {controller.coach.least:.0%}"
        controller.show_text(f"The coach is {state}.")
        return
    least = whole_number(about.removesuffix("%").strip(), 100)
    if about == "off":
        controller.coach = None
        controller.show_text("The coach is off.")
    elif about != "on" and not least:
        controller.show_text("coach takes on, off, or a number of per cent from 1 to 100.")
    elif len(controller.table.people) != 1:
        controller.show_text("The coach is for one who plays alone against bots.")
    else:
        controller.coach = Coach(least / 100 if least else MISTAKE)
        controller.show_text(
            "The coach is on: it asks you to confirm moves that certainly lose "
            f"{controller.coach.least:.0%} or more of your win chance.",
            "good",
        )


def review(controller: "Controller", about: str) -> None:
    """What the moves have cost so far; of all seats when the game is over."""
    table = controller.table
    sims = whole_number(about, MOST_SIMS) if about else SIMS
    if not sims:
        controller.show_text(f"review takes a number of simulations a move, up to {MOST_SIMS}.")
        return
    if not any(ply.seat >= 0 for ply in table.session.record.plies):
        controller.show_text("There are no moves to review yet.")
        return
    if not table.over and controller.viewer is None:
        controller.show_text("While several people play, a review waits for the end of the game.")
        return
    seats = None if table.over or controller.viewer is None else frozenset((controller.viewer,))
    found = Review(
        table.session.until(table.session.ply), make_reviewer(f"mcts:{sims}", seed=table.seed), seats
    )

    def done(thinking: Thinking) -> None:
        result = found.told(1)
        mine = [SEAT_LETTERS[seat] for seat in table.people]
        if table.over:
            controller.show_message(lambda width: review_lines(result, width, about=mine))
        else:
            controller.show_message(lambda width: brief_lines(result, width))

    controller.begin_job(
        render.Job("reviewing the game", ReviewThinking(found, found.work()), done, "tell what is found")
    )

"""`hint` and `eval`: what a bot thinks of the decision a person is to make."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.specs import make_bot
from ai.thinking import BotError, Limit, Report, Thinking
from notation.codec import SEAT_LETTERS
from vanuatu_cli.drawing import Line, seat_role
from vanuatu_cli.prompt import telling
from vanuatu_cli.prompt.job import Job

if TYPE_CHECKING:
    from vanuatu_cli.prompt.talk import Talk

ADVICE_SECONDS: Final = 1.5


def _advise(talk: "Talk", tell: "Callable[[Talk, Thinking, int], list[Line]]") -> None:
    """Let a bot think about the position, then tell what it thinks."""
    table = talk.table
    if table.actor not in table.people:
        talk.say("There is nothing to decide for you now.")
        return
    try:
        bot = make_bot("mcts", seed=table.seed)
        thinking = bot.think(table.session, Limit(seconds=ADVICE_SECONDS))
    except BotError as error:
        talk.say(str(error), "bad")
        return

    def done(thought: Thinking) -> None:
        talk.tell(lambda width: tell(talk, thought, width))

    talk.begin(Job("thinking about your move", thinking, done, "answer now"))


def hint(talk: "Talk", about: str) -> None:
    """What a good bot would do."""
    _advise(talk, _hint_lines)


def _hint_lines(talk: "Talk", thinking: Thinking, width: int) -> list[Line]:
    state, codec = talk.table.state, talk.table.codec
    move = thinking.move()
    report = thinking.report()
    chance = f" (wins {report.candidates[0].win:.0%} of the games it imagined)" if report.candidates else ""
    head: Line = [("token", f"{codec.token(state, move)}  ")]
    return telling.hung(head, codec.words(state, move) + chance, width)


def evaluate(talk: "Talk", about: str) -> None:
    """Chances to win, and the best moves compared."""
    _advise(talk, _eval_lines)


def _eval_lines(talk: "Talk", thinking: Thinking, width: int) -> list[Line]:
    report = thinking.report()
    table = talk.table
    if not report.candidates:
        move = thinking.move()
        return telling.said(f"There is only one move: {table.codec.words(table.state, move)}.", "", width)
    chances: Line = [("", "Chance to win: ")]
    for seat, win in enumerate(report.win):
        letter = SEAT_LETTERS[seat]
        chances += [(seat_role(letter, chip=True), letter), ("", f" {table.names[seat]} {win:.0%}  ")]
    lines = [chances, [("dim", "move       wins  score  tried")]]
    for candidate in report.candidates[:5]:
        token = table.codec.token(table.state, candidate.move)
        figures = f" {candidate.win:>5.0%}  {candidate.score:>5.1f}  {candidate.visits:>5}"
        lines.append([("token", f"{token:<9}"), ("", figures)])
    return lines + _expected(talk, report, width)


def _expected(talk: "Talk", report: Report, width: int) -> list[Line]:
    """The moves that are expected to follow."""
    state, codec = talk.table.state.copy(), talk.table.codec
    tokens = []
    for move in report.line:
        if state.actor < 0 or not state.is_legal(move):
            break
        tokens.append(f"{SEAT_LETTERS[int(state.actor)]}:{codec.token(state, move)}")
        state.apply(move)
    return telling.hung([("", "expected: ")], " ".join(tokens), width, "token") if tokens else []

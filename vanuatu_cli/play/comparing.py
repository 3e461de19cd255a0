"""The command `compare` of the prompt: play candidate moves out and compare them."""

from typing import TYPE_CHECKING, Final

from vanuatu.ai.bot import PendingMove
from vanuatu.cli.play import render
from vanuatu.cli.review.render import number, parts_text, percent, spread
from vanuatu.cli.review.rollouts import Rollout
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.errors import MoveError

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

BOT: Final = "greedy"
GAMES: Final = 1000


def compare(controller: "Controller", about: str) -> None:
    """Run `compare Ta2 Tb4`: play these moves out with equal seeds."""
    table = controller.table
    if table.over or table.actor not in table.people:
        controller.show_text("It is not your turn.")
        return
    markers = table.view.markers
    words = [word.strip() for word in (about.split(",") if "," in about else about.split())]
    moves: list[int] = []
    for word in words:
        move = markers.move(markers.read(word)) if markers is not None else -1
        try:
            moves.append(move if move >= 0 else table.read_move(word))
        except MoveError as error:
            controller.refuse(word, str(error), error.nearest)
            return
    if len(set(moves)) < 2:
        some = " ".join(option.token for option in table.view.options[:2])
        comma = ", or with a comma between words: `compare sail fish, build build`" if markers else ""
        controller.show_text(f"Name two or more different moves: `compare {some}`{comma}.")
        return
    rollout = Rollout(table.session, moves, BOT, GAMES, table.seed)

    def done(thinking: PendingMove) -> None:
        controller.show_message(lambda width: rollout_lines(rollout, width))

    controller.begin_job(render.Job("playing the moves out", rollout, done, "show the result so far"))


def rollout_lines(rollout: Rollout, width: int) -> list[Line]:
    """Return the results: each move, and what the best one has over it in parts of the score."""
    if not rollout.games:
        return wrapped("No game was played out.", "", width)
    session = rollout.session
    best, *_ = rollout.ranking()
    lines: list[Line] = []
    for move, found in zip(rollout.ranking(), rollout.result()["moves"], strict=True):
        win = f"win chance {percent(found['win'], 1)} % ±{percent(found['win_sd'], 1)}"
        text = f"{win}, score {spread(found['score'], found['score_sd'])}"
        lines += hanging([("token", f"{found['token']:<9}")], text, width)
        if move != best:
            points, points_sd = rollout.difference(best, move, "scores")
            parts = parts_text(rollout.parts_difference(best, move))
            token = session.codec.token(session.state, best)
            text = f"{token} has {number(points, 1, sign=True)} ±{number(points_sd, 1)} points"
            lines += hanging([("", " " * 9)], f"{text}: {parts}" if parts else text, width, "dim")
    text = f"{rollout.games} games of each move, with equal seeds, played by {rollout.bot}. "
    return lines + wrapped(text + "± is the standard deviation.", "dim", width)

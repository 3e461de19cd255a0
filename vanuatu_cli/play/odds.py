"""The command `odds` of the prompt."""

from typing import TYPE_CHECKING

from vanuatu.ai.bot import PendingMove
from vanuatu.cli.errors import InputFault
from vanuatu.cli.play import render
from vanuatu.cli.review.odds import SAMPLES, SECONDS, OddsThinking
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import Line

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller


def command(controller: "Controller", about: str) -> None:
    """Show the chances to lead and to perform each action with 1, 2 or 3 markers."""
    table = controller.table
    if table.actor not in table.people:
        controller.show_text("It is not your turn.")
        return
    try:
        thinking = OddsThinking(table.session, SAMPLES, SECONDS, table.seed)
    except InputFault:
        controller.show_text("There are odds only while you plan.")
        return

    def lines(width: int) -> list[Line]:
        rows: list[Line] = [[("", row)] for row in thinking.text().splitlines()]
        return [*rows, *wrapped(thinking.note, "dim", width)]

    def done(ended: PendingMove) -> None:
        controller.show_message(lines)

    controller.begin_job(render.Job("imagining plans of the others", thinking, done, "show them now"))

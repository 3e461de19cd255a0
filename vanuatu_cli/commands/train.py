"""`vanuatu train`: practise on mistakes and puzzles, or guess the moves of a game."""

import itertools
import sys
from typing import Annotated

import typer

from vanuatu.ai.bot import BotError
from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.review.game_review import DEFAULT_BOT, make_reviewer
from vanuatu.cli.review.options import read_seats

EXAMPLES = (
    "vanuatu train",
    "vanuatu train example:puzzles",
    "vanuatu train reviewed.pvn --seat teal",
    "vanuatu train --guess game.pvn --seat teal",
)


def train(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Puzzles or games. [default: saved games, then the puzzles]"),
    ] = None,
    guess: Annotated[
        str | None, typer.Option(metavar="FILE", help="Guess the moves of --seat in this game.")
    ] = None,
    number: inputs.NumberOption = 1,
    seat: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="Seat whose moves to practise. Repeatable.")
    ] = None,
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, help="Number of positions.")
    ] = 10,
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Bot that checks moves.")] = DEFAULT_BOT,
    all_positions: Annotated[
        bool, typer.Option("--all", help="Include positions that are not due yet.")
    ] = False,
    plain: common.Plain = False,
) -> int:
    """Practise: find the best move in positions with one clear answer.

    Without FILE, the positions are mistakes in your saved games, then the puzzles of the package. From games,
    they are the marked moves of a review; a game without one is reviewed first. An answer counts if it loses
    nothing for certain. Right answers come again after 1, 3, 7, 21 and 60 days, wrong ones the same day. At
    the prompt, `moves` lists the moves, `show` shows the answer, `quit` ends the training.
    """
    from vanuatu.cli.train import boxes, runner
    from vanuatu.notation.boards.canvas import Style

    if guess is not None and files:
        raise CallFault("--guess FILE plays through one game: leave the other files out")
    if inputs.STDIN in (guess, *(files or [])):
        raise CallFault("-: your answers are read from stdin. Name a file of games")
    seats = read_seats(seat) if seat else None
    if guess is not None and (seats is None or len(seats) != 1):
        raise CallFault("--guess needs one --seat, e.g. --seat teal")
    try:
        reviewer = make_reviewer(bot)
    except BotError as error:
        raise CallFault(f"bot {bot}: {error}") from None
    screen = runner.Screen(Style.of(sys.stdout, plain))
    try:
        if guess is not None and seats is not None:
            session = inputs.find_position(guess, number=number)
            if seats[0] >= int(session.state.players):
                raise InputFault(f"{inputs.label(guess)}: the game has no seat {seat and seat[0]}")
            return runner.guess(session, seats[0], reviewer, screen)
        wanted = frozenset(seats) if seats is not None else None
        source = runner.positions_of(files or [runner.EXAMPLE], wanted, reviewer)
        if not files:
            source = itertools.chain(runner.own_positions(reviewer), source)
        return runner.train(source, count, reviewer, boxes.Boxes(every=all_positions), screen)
    finally:
        reviewer.close()

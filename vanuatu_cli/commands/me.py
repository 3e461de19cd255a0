"""`vanuatu me`: your record."""

from typing import Annotated

import typer

from vanuatu.cli import options
from vanuatu.cli.terminal import console

EXAMPLES = ("vanuatu me", "vanuatu me --json", "vanuatu me --name Ann")


def me(
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="A player's name. [default: the only person of a game]")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Show your record: wins by level, scores and their parts over time, ratings, habits, rivals.

    It comes from the saved games, and from reviews that `review` keeps beside them. Nothing leaves this
    machine. Lessons do not count. The interval of a rate is the 95 % interval.
    """
    from vanuatu.cli.history import listing, record, record_text, saves

    games = saves.saved_games()
    found = record.record(games, name or "")
    if as_json:
        console.write_json(found)
    else:
        console.print_data(record_text.text(found))
    for line in listing.problems(games):
        console.print_message(line)

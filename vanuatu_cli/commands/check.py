"""`vanuatu check`: check games."""

import typer

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console

EXAMPLES = (
    "vanuatu check games.pvn",
    "vanuatu check games/*.pvn archive.msgpack",
    "vanuatu match random random random --games 9 | vanuatu check -",
)


def check(files: inputs.FilesArgument) -> None:
    """Check every game: replay its moves, and recompute result, winner and termination.

    Each error is one line that begins with FILE:LINE:COLUMN. Without errors nothing is printed. An invalid
    game does not stop the check of the next one.
    """
    wrong = False
    for name in files:
        try:
            for read in inputs.games_of(name):
                for fault in (read.error, read.note, *read.differences):
                    if fault is not None:
                        console.say(fault.at(inputs.label(name)))
                        wrong = True
        except InputFault as fault:
            console.say(str(fault))
            wrong = True
    if wrong:
        raise typer.Exit(1)

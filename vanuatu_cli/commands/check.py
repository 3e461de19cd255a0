"""`vanuatu check`: whether games are right."""

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
    """Read and replay every game; recompute result, winner and termination. Silent if all is well.

    What is wrong is said in a line each, FILE:LINE:COLUMN first. A broken game does not stop those after
    it.
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

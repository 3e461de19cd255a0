"""`vanuatu bot`: a bot on stdin and stdout, for other programs to talk to."""

import sys
from typing import Annotated

import typer

from vanuatu_cli.errors import CallFault

EXAMPLES = (
    "vanuatu bot mcts:2000",
    "printf 'pvn 1\\nquit\\n' | vanuatu bot greedy",
    'vanuatu match "cmd:vanuatu bot greedy" random --games 4',
)


def bot(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The bot, as in play and match.")],
) -> None:
    """Answer the lines of the protocol (docs/protocol.md) as the bot of that spec."""
    from ai.thinking import BotError
    from vanuatu_cli.protocol import converse

    try:
        converse(spec, sys.stdin.fileno(), lambda line: print(line, flush=True))
    except BotError as fault:
        raise CallFault(str(fault)) from None

"""`vanuatu bot`: run a bot on stdin and stdout for other programs, or check a program."""

import sys
from typing import Annotated

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import writing
from vanuatu.cli.terminal import console

EXAMPLES = (
    "vanuatu bot mcts:2000",
    "printf 'pvn 1\\nquit\\n' | vanuatu bot greedy",
    'vanuatu match "cmd:vanuatu bot greedy" random --games 4',
    "vanuatu bot --check 'cmd:python3 mybot.py' --log talk.txt",
    "vanuatu bot --check py:mybots:Ahead --game vanuatu",
)

LOG = writing.Output("--log", (".log", ".txt"))


def bot(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="Bot, as in play and match.")],
    check: Annotated[
        bool,
        typer.Option("--check", help="Test your bot (cmd:, py:): report its errors and what is correct."),
    ] = False,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --check: test only this game.")
    ] = None,
    patience: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="With --check cmd:…: timeout of an answer. [default: 10s]"),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="With --check cmd:…: append all lines to this file."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="With --log: replace a file that exists.")] = False,
) -> int:
    """Run a bot on stdin and stdout, with the lines of the bot protocol.

    With --check, the roles are swapped: start a program, or import a Python class, and let it play against
    random bots, in every phase, number of players and variant. The exit code is 0 if the bot makes no error,
    otherwise 1.
    """
    if check:
        return _check(spec, game, patience, log, force)
    if game is not None or patience is not None or log is not None or force:
        raise CallFault("--game, --patience, --log and --force go with --check")
    from vanuatu.ai.bot import BotError
    from vanuatu.ai.specs import make_bot
    from vanuatu.cli.protocol.bot_server import BotServer, serve

    try:
        server = BotServer(lambda: make_bot(spec), lambda line: console.print_data(line, flush=True))
        serve(server, sys.stdin.fileno())
    except BotError as fault:
        raise CallFault(str(fault)) from None
    return 0


def _check(spec: str, game: str | None, patience: str | None, log: str | None, force: bool) -> int:
    from vanuatu.ai.bot import BotError
    from vanuatu.ai.clocks import ClockError, read_seconds
    from vanuatu.ai.external.bot import PATIENCE, make_external_bot
    from vanuatu.ai.external.pipes import STDERR, ProtocolLog
    from vanuatu.ai.specs import is_external_spec, make_bot
    from vanuatu.cli.protocol import check as bot_check
    from vanuatu.core.games import is_known, names

    def print_line(line: str) -> None:
        console.print_data(line, flush=True)

    if game is not None and not is_known(game):
        raise CallFault(f"no game is called {game!r} (there are: {', '.join(names())})")
    if not is_external_spec(spec):
        if patience is not None or log is not None:
            raise CallFault("--patience and --log are for programs: --check cmd:PROGRAM")
        try:
            return 0 if bot_check.check(make_bot(spec, seed=1), game, print_line) else 1
        except BotError as fault:
            raise CallFault(str(fault)) from None
    if log is not None and log != STDERR:
        LOG.check(log, force=force)
    try:
        seconds = PATIENCE if patience is None else read_seconds(patience)
        if log is not None and log != STDERR:
            writing.begin_log(log, force=force)
        log_file = None if log is None else ProtocolLog(log)
        bot = make_external_bot(spec, patience=seconds, log=log_file)
    except ClockError as fault:
        raise CallFault(f"--patience: {fault}") from None
    except BotError as fault:
        raise CallFault(str(fault)) from None
    except (OSError, ValueError) as fault:
        raise CallFault(f"--log {log}: {getattr(fault, 'strerror', None) or fault}") from None
    return 0 if bot_check.check(bot, game, print_line) else 1

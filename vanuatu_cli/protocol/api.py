"""A player of your own on the bot protocol: `vanuatu.serve`."""

import contextlib
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from vanuatu.ai.bot import Bot
from vanuatu.ai.external.imported import ImportedBot, name_of
from vanuatu.ai.specs import make_bot
from vanuatu.cli.protocol import bot_server
from vanuatu.cli.terminal import console
from vanuatu.notation import arguments
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from vanuatu.ai.external.imported import Player


def serve(player: "Player | Bot | str", *, name: str | None = None, options: Iterable[str] = ()) -> None:
    """Speak the bot protocol on stdin and stdout, until `quit` or the end of the input.

    `player` is any object with `choose`, or a bot or its spec. `name` is what hosts call it. `options` are
    lines of the greeting: `["players 2"]` says that it plays with two players only. An error in `choose` is
    an answer `error …`, which loses the game. What the player prints goes to stderr.

    A program of three lines is a bot for `cmd:`:

        import mybots, vanuatu

        vanuatu.serve(mybots.Ahead())

    >>> import vanuatu
    >>> vanuatu.serve("nobody")
    Traceback (most recent call last):
    vanuatu.ai.bot.BotError: no bot is called 'nobody' (there are: …)
    """
    given = [arguments.text(option, "an option such as 'players 2'") for option in options]
    if name is not None:
        arguments.text(name, "a name")
    output = sys.stdout

    def send(line: str) -> None:
        console.paint(f"{printable(line, len(line))}\n", output)
        output.flush()

    server = bot_server.BotServer(lambda: _bot(player, name), send, given)
    with contextlib.redirect_stdout(sys.stderr):
        bot_server.serve(server, sys.stdin.fileno())


def _bot(player: "Player | Bot | str", name: str | None) -> Bot:
    """Return the player as a bot, whose errors are BotErrors."""
    if isinstance(player, str):
        made: Bot = make_bot(player)
        made.name = name or made.name
        return made
    if isinstance(player, Bot):
        return player
    if not callable(getattr(player, "choose", None)):
        arguments.refuse(player, "an object with `choose`, or the spec of a bot")
    return ImportedBot(name or name_of(player), player)

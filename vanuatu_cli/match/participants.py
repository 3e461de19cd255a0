"""The bots of a match: their external programs, which run from game to game, and their names."""

import threading

from vanuatu.ai.bot import BotError
from vanuatu.ai.external.bot import ExternalBot, ExternalBotError, make_external_bot
from vanuatu.ai.external.pipes import ProtocolLog
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.specs import is_external_spec, make_bot, program_name, split_external_spec
from vanuatu.ai.weight_files import weights_for
from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.tasks import Match
from vanuatu.core.games import make_game

Names = tuple[tuple[str, ...], list[str]]


class _Running(threading.local):
    """External programs by thread: workers of a cluster run in threads."""

    def __init__(self) -> None:
        self.bots: dict[str, ExternalBot] = {}
        self.logs: dict[str, ProtocolLog] = {}


_running = _Running()


def external_bot(spec: str, patience: float, log: str = "") -> ExternalBot:
    """Return the external bot of a spec; reuse a running one. Raise BotError if the spec is invalid.

    `log` is the file for its messages; empty for none.
    """
    bot = _running.bots.get(spec)
    if bot is None:
        bot = make_external_bot(spec, patience=patience, log=_log(log) if log else None)
        _running.bots[spec] = bot
    return bot


def dismiss() -> None:
    """End the external programs of this thread."""
    for bot in _running.bots.values():
        bot.close()
    _running.bots.clear()


def _log(path: str) -> ProtocolLog:
    log = _running.logs.get(path)
    if log is None:
        log = _running.logs[path] = ProtocolLog(path)
    return log


def introduce(match: Match, *, elsewhere: bool) -> Names:
    """Return unique names of the bots, with remarks for the user.

    External programs are started here and continue to run. Raise CallFault for an unknown bot. With
    `elsewhere`, the games are played on other machines, which may have programs that are missing here.
    """
    found: list[str] = []
    remarks: list[str] = []
    for spec in match.specs:
        try:
            found.append(_name(spec, match, remarks))
        except BotError as fault:
            if not (elsewhere and is_external_spec(spec)):
                raise CallFault(str(fault)) from None
            given, command = split_external_spec(spec)
            found.append(given or program_name(command.split()[0] if command.split() else ""))
    return _told_apart(match.specs, found, remarks)


def _name(spec: str, match: Match, remarks: list[str]) -> str:
    """Return the name of a bot. Raise BotError if there is no such bot."""
    if not is_external_spec(spec):
        made = make_bot(spec, seed=0)
        made.close()
        if isinstance(made, MctsBot):  # report weights that do not fit now, not as an error in every game
            weights_for(
                make_game(match.game, len(match.seatings[0]), match.options), made.settings.evaluation
            )
        return made.name
    bot = external_bot(spec, match.patience, match.log)
    try:
        bot.get_ready()
    except ExternalBotError as fault:
        remarks.append(f"{bot.name} {fault}")
        bot.close()
    return bot.name


def _told_apart(specs: tuple[str, ...], found: list[str], remarks: list[str]) -> Names:
    """Return unique names: a repeated name gets a number.

    Built-in bots have the first claim to their names, then bots that a person named.
    """
    names = list(found)
    taken: set[str] = set()
    for place in sorted(range(len(specs)), key=lambda place: _rank(specs[place])):
        name, number = found[place], 1
        while names[place] in taken:
            number += 1
            names[place] = f"{name} ({number})"
        if number > 1:
            remarks.append(f"two bots are called {name}: one is {names[place]} here (NAME=cmd:… names it)")
        taken.add(names[place])
    return tuple(names), remarks


def _rank(spec: str) -> int:
    if not is_external_spec(spec):
        return 0
    return 1 if split_external_spec(spec)[0] is not None else 2

"""The bots of a match: its programs, which run from game to game, and what each bot is called."""

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
    """Workers of a cluster play in threads: each has programs of its own."""

    def __init__(self) -> None:
        self.bots: dict[str, ExternalBot] = {}
        self.logs: dict[str, ProtocolLog] = {}


_running = _Running()


def external_bot(spec: str, patience: float, log: str = "") -> ExternalBot:
    """The program of a spec, which may be running already; BotError if there is none such.

    `log` names the file that takes what is said, if it is not empty.
    """
    bot = _running.bots.get(spec)
    if bot is None:
        bot = make_external_bot(spec, patience=patience, log=_log(log) if log else None)
        _running.bots[spec] = bot
    return bot


def dismiss() -> None:
    """End the programs that play in this thread."""
    for bot in _running.bots.values():
        bot.close()
    _running.bots.clear()


def _log(path: str) -> ProtocolLog:
    log = _running.logs.get(path)
    if log is None:
        log = _running.logs[path] = ProtocolLog(path)
    return log


def introduce(match: Match, *, elsewhere: bool) -> Names:
    """The name of each bot, no two the same, and what should be told about them.

    Programs are started here and go on running. CallFault if there is no such bot; `elsewhere`: the
    games are played on other machines, where programs may be that are not here.
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
    """What a bot is called; BotError if there is none such."""
    if not is_external_spec(spec):
        made = make_bot(spec, seed=0)
        made.close()
        if isinstance(made, MctsBot):  # weights that do not fit are told now, not as a fault in every game
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
    """The names, with numbers behind those that are taken already.

    Bots of this program keep theirs, then those that a person gave.
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

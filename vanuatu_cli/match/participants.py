"""The bots of a match: their external programs, which run from game to game, and their names."""

import threading

from vanuatu.ai.bot import Bot, BotError
from vanuatu.ai.external.bot import ExternalBot, ExternalBotError, make_external_bot
from vanuatu.ai.external.pipes import ProtocolLog
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.specs import is_external_spec, make_bot, program_name, split_external_spec
from vanuatu.ai.weight_files import weights_for
from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.tasks import Match
from vanuatu.cli.match.times import split_time
from vanuatu.core.game import Game
from vanuatu.core.games import make_game

Introduction = tuple[tuple[str, ...], list[str], list[str]]


class _Running(threading.local):
    """External programs by thread: workers of a cluster run in threads."""

    def __init__(self) -> None:
        self.bots: dict[str, ExternalBot] = {}
        self.logs: dict[str, ProtocolLog] = {}


_running = _Running()


def external_bot(spec: str, patience: float, log: str = "") -> ExternalBot:
    """Return the external bot of a spec; reuse a running one. Raise BotError if the spec is invalid.

    Two bots that differ in their time have a program each, because `newgame` tells it the clock.
    `log` is the file for its messages; empty for none.
    """
    bot = _running.bots.get(spec)
    if bot is None:
        bot = make_external_bot(split_time(spec)[0], patience=patience, log=_log(log) if log else None)
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


def introduce(match: Match, *, elsewhere: bool) -> Introduction:
    """Return unique names of the bots, remarks for the user, and those remarks that are about crashes.

    External programs are started here and continue to run. Raise CallFault for an unknown bot, or one that
    does not play this game. With `elsewhere`, the games are played on other machines, which may have programs
    that are missing here.
    """
    found: list[str] = []
    crashes: list[str] = []
    for spec in match.specs:
        try:
            found.append(_name(spec, match, crashes))
        except BotError as fault:
            if not (elsewhere and is_external_spec(spec)):
                raise CallFault(str(fault)) from None
            bare, time = split_time(spec)
            given, command = split_external_spec(bare)
            name = given or program_name(command.split()[0] if command.split() else "")
            found.append(_with_time(name, time))
    names, remarks = _told_apart(match.specs, found)
    return names, crashes + remarks, crashes


def _name(spec: str, match: Match, crashes: list[str]) -> str:
    """Return the name of a bot. Raise BotError if there is no such bot, or if it does not play this game."""
    bare, time = split_time(spec)
    game = make_game(match.game, match.players, match.options)
    if not is_external_spec(bare):
        made = make_bot(bare, seed=0)
        made.close()
        _check_setup(made, game)
        if isinstance(made, MctsBot):  # report weights that do not fit now, not as an error in every game
            weights_for(game, made.settings.evaluation)
        return _with_time(made.name, time)
    bot = external_bot(spec, match.patience, match.log)
    try:
        bot.get_ready()
    except ExternalBotError as fault:
        crashes.append(f"{bot.name} {fault}")
        bot.close()
    else:
        _check_setup(bot, game)
    return _with_time(bot.name, time)


def _check_setup(bot: Bot, game: Game) -> None:
    """Raise BotError if the bot does not play this game."""
    unable = bot.refuses(game)
    if unable:
        bot.close()
        raise BotError(f"{bot.name} {unable}")


def _with_time(name: str, time: str) -> str:
    """Return the name of a bot with its own time, if it has one."""
    return f"{name}@{time}" if time else name


def _told_apart(specs: tuple[str, ...], found: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return unique names, with remarks: a repeated name gets a number.

    Built-in bots have the first claim to their names, then bots that a person named.
    """
    names = list(found)
    remarks: list[str] = []
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

"""The programs that play in this process: started once, for seat after seat and game after game."""

import threading

from ai.outside.bot import OutsideBot, make_outside_bot
from ai.outside.talk_log import TalkLog


class _Running(threading.local):
    """Workers of a cluster play in threads: each has programs of its own."""

    def __init__(self) -> None:
        self.bots: dict[str, OutsideBot] = {}
        self.logs: dict[str, TalkLog] = {}


_running = _Running()


def outsider(spec: str, patience: float, log: str = "") -> OutsideBot:
    """The program of a spec, which may be running already; BotError if there is none such.

    `log` names the file that takes what is said, if it is not empty.
    """
    bot = _running.bots.get(spec)
    if bot is None:
        bot = make_outside_bot(spec, patience=patience, log=_log(log) if log else None)
        _running.bots[spec] = bot
    return bot


def dismiss() -> None:
    """End the programs that play in this thread."""
    for bot in _running.bots.values():
        bot.close()
    _running.bots.clear()


def _log(path: str) -> TalkLog:
    log = _running.logs.get(path)
    if log is None:
        log = _running.logs[path] = TalkLog(path)
    return log

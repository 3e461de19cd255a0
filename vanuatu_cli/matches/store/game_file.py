"""The file of a match: opened for a new one, or to go on with one, and put in order at the end."""

import os
from pathlib import Path

from notation.formats import PVN
from vanuatu_cli.errors import CallFault
from vanuatu_cli.matches.play.work import Match
from vanuatu_cli.matches.stats.outcome import Outcome
from vanuatu_cli.matches.store.output import GameOutput, open_again, open_new
from vanuatu_cli.matches.store.resume import put_in_order, survey

STDOUT = "-"


def open_output(out: str, match: Match, *, resume: bool) -> tuple[GameOutput, dict[int, Outcome]]:
    """Where the games go, and the outcomes of those that are there already."""
    separator = separator_of(match.form)
    if out == STDOUT:
        if resume:
            raise CallFault("--resume needs --out FILE: what went to stdout cannot be read back")
        return GameOutput(1, "stdout", separator), {}
    path = Path(out)
    if not resume:
        return GameOutput(open_new(path), out, separator), {}
    descriptor = open_again(path)
    found = survey(path, match)  # which raises before anything is touched
    if not found.in_order:
        put_in_order(path, found.kept, separator)
        os.close(descriptor)
        descriptor = open_again(path)
        found = survey(path, match)
    os.ftruncate(descriptor, found.end)
    os.lseek(descriptor, found.end, os.SEEK_SET)
    outcomes = {number: kept.outcome for number, kept in found.kept.items()}
    return GameOutput(descriptor, out, separator, games=len(outcomes)), outcomes


def close_in_order(output: GameOutput, out: str, match: Match, there: dict[int, Outcome]) -> None:
    """Sort the file by number where games were missing in the middle: they were written at its end."""
    if not there or len(there) == max(there) or output.games == len(there):
        return
    path = Path(out)
    found = survey(path, match)
    if not found.in_order:
        put_in_order(path, found.kept, separator_of(match.form))


def separator_of(form: str) -> bytes:
    """What stands between two games."""
    return b"\n" if form == PVN else b""

"""Completion of values in the shell: what each option and argument takes, by the word in its help.

`vanuatu --install-completion` switches completion on. The modules that know the values are imported only when
such a value is completed.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, get_type_hints

Values = Iterable[str | tuple[str, str]]
GAMES: Final = (".pvn", ".ndjson", ".msgpack")


def add_completion(command: Callable[..., Any]) -> None:
    """Let typer complete the values of a command, or of the dataclass that it takes as `options`."""
    hints = get_type_hints(command, include_extras=True)
    if "options" in hints and hasattr(hints["options"], "__dataclass_fields__"):
        hints = get_type_hints(hints["options"], include_extras=True)
    for name, hint in hints.items():
        for info in getattr(hint, "__metadata__", ()):
            values = _BY_METAVAR.get(str(getattr(info, "metavar", "")))
            if getattr(info, "metavar", "") == "NAME" and name == "game":
                values = _games
            if values is not None and getattr(info, "autocompletion", "") is None:
                info.autocompletion = _completer(values)


def _completer(values: Callable[[str], Values]) -> Callable[[str], Values]:
    def complete(incomplete: str) -> Values:
        return values(incomplete)

    return complete


def _bots(incomplete: str) -> Values:
    from importlib.metadata import entry_points

    levels = (
        ("random", "any legal move"),
        ("greedy", "the best-looking move, without search"),
        ("easy", "for a first game"),
        ("medium", "searches more"),
        ("hard", "40 simulations a move"),
        ("expert", "4,000 simulations a move"),
        ("mcts:", "number of simulations, or a time such as 1.5s"),
        ("cmd:", "a program that speaks the protocol"),
    )
    return [*levels, *((entry.name, entry.value) for entry in entry_points(group="vanuatu.bots"))]


def _games(incomplete: str) -> Values:
    from vanuatu.core import games

    return games.names()


def _variants(incomplete: str) -> Values:
    """Yield lists of variants: what is typed up to the last comma, and a variant that is not in it."""
    from vanuatu.core import games

    before, comma, _ = incomplete.rpartition(",")
    for game in games.BUILT_IN:
        for variant in games.variants(game):
            if variant not in before.split(","):
                yield f"{before}{comma}{variant}", game


def _seats(incomplete: str) -> Values:
    from vanuatu.notation.codec import SEAT_NAMES

    return [*(name.lower() for name in SEAT_NAMES), "none"]


def _topics(incomplete: str) -> Values:
    from vanuatu.cli.games.rules import topics
    from vanuatu.core import games

    return [(one.name, one.about) for game in games.BUILT_IN for one in topics(game).values()]


def _files(incomplete: str) -> Values:
    """Yield the files of games that begin so, and folders."""
    folder, _, begin = incomplete.rpartition("/")
    head = f"{folder}/" if "/" in incomplete else ""
    try:
        entries = sorted(os.scandir(os.path.expanduser(head) or "."), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(begin) and not (entry.name.startswith(".") and not begin):
            if entry.is_dir():
                yield f"{head}{entry.name}/"
            elif entry.name.endswith(GAMES):
                yield f"{head}{entry.name}"


def _sources(incomplete: str) -> Values:
    """Yield files of games and the examples in the package."""
    yield from _files(incomplete)
    if incomplete.startswith("example"[: len(incomplete)]):
        import vanuatu

        for path in sorted((Path(vanuatu.__file__).parent / "games").glob("*.pvn")):
            yield f"example:{path.stem}"


def _saved(incomplete: str) -> Values:
    from vanuatu.cli.history import listing, saves

    return [(one.title, listing.described(one)) for one in saves.saved_games() if not one.error]


def _words(*words: str) -> Callable[[str], Values]:
    return lambda incomplete: words


_BY_METAVAR: Final[dict[str, Callable[[str], Values]]] = {
    "SPEC": _bots,
    "SPEC…": _bots,
    "LIST": _variants,
    "SEAT": _seats,
    "TOPIC": _topics,
    "FILE": _sources,
    "FILE…": _sources,
    "[FILE]": _sources,
    "FILE|FEN": _sources,
    "ACTION": _words("play", "rename", "delete"),
    "GAME": _saved,
    "HOW": _words("random", "typed"),
    "FORMAT": _words("pvn", "ndjson", "msgpack"),
}

"""Statistics of many games for the library: `vanuatu.stats`."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from vanuatu.cli.errors import raised_as_value_errors
from vanuatu.cli.files import inputs
from vanuatu.cli.match.api import Source, chosen_game, conditions_of, sources
from vanuatu.cli.match.report import games as games_words
from vanuatu.cli.report import printing
from vanuatu.cli.report.gathering import GameReport, Selection
from vanuatu.notation import arguments
from vanuatu.notation.game import Game, read_of


@dataclass(frozen=True)
class SeatCounts:
    """The results of a seat or a player in many games. `win_95` and `score_95` are intervals of 95 %.

    `win` is the share of wins, `even` the share if all players were equally strong. A figure that no game
    decides is None.

    >>> import vanuatu
    >>> vanuatu.stats("games/four-players.pvn").seats["purple"].games
    1
    """

    name: str
    games: int
    wins: float
    win: float
    even: float
    win_95: tuple[float, float] | None = None
    score: float | None = None
    score_95: tuple[float, float] | None = None
    place: float | None = None


@dataclass(frozen=True)
class ActionCounts:
    """How often a seat used an action, counted over all games.

    `markers` that it placed; rounds in which it `planned` or `led` the action; how often it `performed` it or
    its markers were `withdrawn`; the `points` and `vatus` that it got.

    >>> import vanuatu
    >>> vanuatu.stats("games/four-players.pvn").actions["purple"]["sail"].performed
    …
    """

    markers: int
    planned: int
    led: int
    performed: int
    withdrawn: int
    points: int
    vatus: int


class Statistics:
    """The statistics of many games, from `vanuatu.stats`.

    - `seats` and `players`: by seat (`"purple"`) and by player, a SeatCounts.
    - `actions[seat][action]`: an ActionCounts, in Vanuatu. With different numbers of players, the counts of a
      seat are added up.
    - `tables`: all tables of `vanuatu stats --json`, as lists of rows.
    - `games`, and those not counted: `unfinished`, `invalid`, `left_out`, `duplicates`.

    `print` shows the report of `vanuatu stats`.

    >>> import vanuatu
    >>> report = vanuatu.stats("games/four-players.pvn")
    >>> report
    <Statistics of 1 game of vanuatu>
    >>> sorted(report.tables)[:3]
    ['actions', 'actions_by_seat', 'actions_led']
    """

    def __init__(self, report: GameReport, game: str, errors: Sequence[str]) -> None:
        results = report.by_game[game]
        tables = printing.tables_of(game, results)
        self.game = game
        self.games = results.games.games
        self.unfinished, self.invalid = report.unfinished, report.broken
        self.left_out, self.duplicates = report.left_out, report.duplicates.count
        self.errors = tuple(errors)
        self.tables: dict[str, list[dict[str, Any]]] = {
            table.name: printing.json_rows(table) for table in tables
        }
        self.seats = _counts(self.tables.get("seats", []))
        self.players = _counts(self.tables.get("players", []))
        self.actions = _actions(self.tables.get("actions_by_seat", []))
        self._text = printing.game_text(game, results, tables)

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        """Return the report for a notebook."""
        return f'<pre style="font-family: monospace">{escape(self._text)}</pre>'

    def __repr__(self) -> str:
        return f"<Statistics of {games_words(self.games)} of {self.game}>"


def _counts(rows: list[dict[str, Any]]) -> dict[str, SeatCounts]:
    """Return the rows of a table of results by name."""

    def interval(value: list[float] | None) -> tuple[float, float] | None:
        return (value[0], value[1]) if value is not None else None

    return {
        row["name"]: SeatCounts(
            name=row["name"],
            games=row["games"],
            wins=row["wins"],
            win=row["win"],
            even=row["even"],
            win_95=interval(row["win_95"]),
            score=row["score"],
            score_95=interval(row["score_95"]),
            place=row["place"],
        )
        for row in rows
    }


def _actions(rows: list[dict[str, Any]]) -> dict[str, dict[str, ActionCounts]]:
    """Return the counts by seat and action, added up over the numbers of players."""
    names = tuple(ActionCounts.__dataclass_fields__)
    found: dict[str, dict[str, ActionCounts]] = {}
    for row in rows:
        place, action = row["name"].split(", ")
        seat = found.setdefault(place.split()[0], {})
        known = seat.get(action)
        counts = {name: row[name] + (getattr(known, name) if known else 0) for name in names}
        seat[action] = ActionCounts(**counts)
    return found


def stats(
    files: Source,
    *,
    game: str = "",
    player: str | Sequence[str] = (),
    where: str | Sequence[str] = (),
    unique: bool = False,
) -> Statistics:
    """Return statistics of the games of files, as `vanuatu stats` does.

    `files` are paths, or Games. `game` chooses one if they have several. `player` counts only the seats of
    these players, `where` are conditions as on the command line, `unique` leaves out duplicates. Invalid
    games are counted in `invalid`. Raise OSError if a file cannot be read, ValueError without a finished
    game.

    >>> import vanuatu
    >>> report = vanuatu.stats(["games/three-players.pvn", "games/four-players.pvn"], player="mcts:1000")
    >>> report.games, sorted(report.players)
    (…, ['mcts:1000'])
    """
    names = [player] if isinstance(player, str) else list(player)
    names = [arguments.text(name, "the name of a player") for name in names]
    errors: list[str] = []
    with raised_as_value_errors():
        choice = Selection.of(names, game or None, conditions_of(where), unique=bool(unique))
        report = GameReport(choice)
        for number, source in enumerate(sources(files), 1):
            if isinstance(source, Game):
                report.take(read_of(source, number), f"game {number}", errors.append)
            else:
                for read in inputs.games_of(source):
                    report.take(read, inputs.label(source), errors.append)
    if not report.by_game and not errors and (names or report.unfinished):
        raise ValueError(report.why_empty([str(source) for source in sources(files)]))
    chosen = chosen_game(report.by_game, game, selected=bool(report.left_out), errors=errors)
    return Statistics(report, chosen, errors)

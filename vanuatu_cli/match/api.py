"""Matches and ratings for the library: `vanuatu.match`, `vanuatu.rate`."""

import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError
from vanuatu.ai.external import imported
from vanuatu.cli import options as common
from vanuatu.cli.errors import raised_as_value_errors
from vanuatu.cli.files import selection
from vanuatu.cli.match import report
from vanuatu.cli.match.options import MatchOptions
from vanuatu.cli.match.rated_games import RatedGames
from vanuatu.cli.match.ratings import Anchor, Standings, StandingsRow
from vanuatu.cli.match.runner import MatchRunner, run_match
from vanuatu.cli.match.tasks import SEED_LIMIT
from vanuatu.cli.match.times import split_time
from vanuatu.notation import arguments
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.game import Game, read_of
from vanuatu.notation.game_files import Games, read

if TYPE_CHECKING:
    from vanuatu.ai.external.imported import Player

Source = str | PathLike[str] | Game | Iterable[str | PathLike[str] | Game]
_MOST_GAMES: Final = 10**9


class Ratings:
    """The results of bots or players in many games, best first, from `vanuatu.rate`.

    - `bots`: by name, a row with `games`, `results`, `wins`, `win_rate` with `win_low` and `win_high`,
      `mean_score`, `mean_place`, and `rating` ± `margin`. Intervals are 95 %.
    - `seats`: the same by seat, `(number of players, "purple")`.
    - `games`; `lost_together`, games that all players lost; `terminations`, games by how they ended.
    - `unfinished`, `invalid`, `left_out`, `duplicates`: games that were not counted, or counted twice.
    - `superior[one][other]`: the likelihood that one bot is stronger than the other.

    `print` shows the table of `vanuatu rate`.

    >>> import vanuatu
    >>> ratings = vanuatu.rate(["games/three-players.pvn", "games/four-players.pvn"])
    >>> ratings.games, next(iter(ratings))
    (2, …)
    >>> ratings.bots["mcts:1000"].wins
    …
    """

    def __init__(self, game: str, standings: Standings, anchor: Anchor | None = None) -> None:
        bots, seats, superior = standings.rows(anchor)
        self.game = game
        self.games = standings.games
        self.lost_together = standings.lost_together
        self.terminations = dict(standings.terminations)
        self.bots: dict[str, StandingsRow] = {row.name: row for row in bots}
        self.seats: dict[tuple[int, str], StandingsRow] = {
            (players, SEAT_NAMES[seat].lower()): row for players, seat, row in seats
        }
        self.superior: dict[str, dict[str, float]] = superior
        self.unfinished = self.invalid = self.left_out = self.duplicates = 0
        self.errors: tuple[str, ...] = ()
        self._text = report.as_text(standings, seats=True, anchor=anchor)

    def __getitem__(self, name: str) -> StandingsRow:
        if name not in self.bots:
            raise KeyError(f"no player {name!r} (there are: {', '.join(self.bots)})")
        return self.bots[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bots)

    def __len__(self) -> int:
        return len(self.bots)

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return f'<pre style="font-family: monospace">{escape(self._text)}</pre>'

    def __repr__(self) -> str:
        rows = ", ".join(f"{row.name} {row.rating:+.0f} ±{row.margin:.0f}" for row in self.bots.values())
        return f"<{type(self).__name__} of {report.games(self.games)} of {self.game}: {rows}>"


@dataclass(frozen=True)
class Forfeited:
    """The games that a bot forfeited: their number, and the reason of the first.

    >>> import vanuatu
    >>> vanuatu.Forfeited(2, "raised KeyError: 'S' (mybots.py:12)").games
    2
    """

    games: int
    reason: str


class MatchResult(Ratings):
    """The result of `vanuatu.match`: Ratings, with `seed`, `forfeits` by bot, and `read()` for the games.

    >>> import vanuatu
    >>> result = vanuatu.match(["greedy", "random"], games=2, seed=1)
    >>> result
    <MatchResult of 2 games of vanuatu: greedy …, random …>
    >>> [game.result for game in result.read()]
    ['…', '…']
    """

    def __init__(self, runner: MatchRunner, games: bytes | Path) -> None:
        super().__init__(runner.match.game, runner.standings)
        self.seed = runner.match.seed
        self.forfeits = {name: Forfeited(lost.games, lost.reason) for name, lost in runner.forfeits.items()}
        self.unfinished = len(runner.left_out)
        self._games = games
        self._text = report.as_text(runner.standings, seats=False)

    def read(self) -> Games:
        """Return the games that were played, as `vanuatu.read` does."""
        return read(self._games)


def rate(
    files: Source,
    *,
    game: str = "",
    where: str | Sequence[str] = (),
    unique: bool = False,
    anchor: Mapping[str, float] | None = None,
) -> Ratings:
    """Return ratings and results from the games of files, as `vanuatu rate` does.

    `files` are paths, or Games. `game` chooses one if they have several. `where` are conditions as on the
    command line, `unique` leaves out duplicates, and `anchor={"greedy": 0}` fixes the rating of a bot.
    Invalid games are counted in `invalid`. Raise OSError if a file cannot be read, ValueError without a
    finished game.

    >>> import vanuatu
    >>> vanuatu.rate("games/four-players.pvn")
    <Ratings of 1 game of vanuatu: …>
    >>> vanuatu.rate("games/four-players.pvn", where="players == 2")
    Traceback (most recent call last):
    ValueError: no finished game matches
    """
    errors: list[str] = []
    conditions = conditions_of(where)
    with raised_as_value_errors():
        counted = RatedGames(selection.read_where(conditions), unique=bool(unique), tell=errors.append)
        for number, source in enumerate(sources(files), 1):
            if isinstance(source, Game):
                counted.add(read_of(source, number), f"game {number}")
            else:
                counted.read(source)
    chosen = chosen_game(counted.by_game, game, selected=bool(counted.left_out), errors=errors)
    standings = counted.by_game[chosen]
    ratings = Ratings(chosen, standings, _anchor(anchor, standings, chosen))
    ratings.unfinished, ratings.invalid = counted.unfinished, counted.faults
    ratings.left_out, ratings.duplicates = counted.left_out, counted.duplicates.count
    ratings.errors = tuple(errors)
    return ratings


def _anchor(anchor: Mapping[str, float] | None, standings: Standings, game: str) -> Anchor | None:
    if anchor is None:
        return None
    if len(anchor) != 1:
        arguments.refuse(anchor, "an anchor such as {'greedy': 0}")
    [(name, points)] = anchor.items()
    standings.check_anchor(arguments.text(name, "the name of a bot"), game)
    return Anchor(name, float(points))


def conditions_of(where: str | Sequence[str]) -> list[str]:
    """Return the conditions of `where`. Raise TypeError if they are not texts."""
    given = [where] if isinstance(where, str) else list(where)
    return [arguments.text(text, "a condition such as 'players == 4'") for text in given]


def sources(files: Source) -> Iterator[str | Game]:
    """Yield the paths and games that a user passes. Raise OSError if a path cannot be read."""
    given: object = files
    if isinstance(given, (str, PathLike, Game)):
        given = [given]
    elif isinstance(given, bytes) or not isinstance(given, Iterable):
        arguments.refuse(given, "paths or games")
    for source in given:
        if isinstance(source, Game):
            yield source
        elif isinstance(source, (str, PathLike)):
            path = fspath(source)
            with open(path, "rb"):  # the error names the file, as that of `vanuatu.read` does
                yield path
        else:
            arguments.refuse(source, "a path or a Game")


def chosen_game(found: Iterable[str], game: str, *, selected: bool, errors: Sequence[str]) -> str:
    """Return the game that results are about. Raise ValueError if there is none, or more than one."""
    names = sorted(found)
    if game and arguments.text(game, "the name of a game") not in names:
        raise ValueError(f"no finished game of {game} (games: {', '.join(names) or 'none'})")
    if not names:
        invalid = f" (invalid: {errors[0]})" if errors else ""
        raise ValueError(f"no finished game{' matches' if selected else 's found'}{invalid}")
    if not game and len(names) > 1:
        raise ValueError(f"there are games of {' and '.join(names)}: choose one with game=")
    return game or names[0]


def match(
    bots: "Sequence[str | Bot | Player]",
    games: int | None = None,
    *,
    seed: int | None = None,
    players: int | None = None,
    game: str = "vanuatu",
    variant: str = "",
    jobs: int = 1,
    sims: int | None = None,
    move_time: str | None = None,
    clock: str | None = None,
    out: str | PathLike[str] | None = None,
    force: bool = False,
    stop_on_crash: bool = False,
) -> MatchResult:
    """Play a match, with every seating on the same draws, as `vanuatu match` does.

    A bot is a spec, what `vanuatu.bot` returns, or any object with `choose`; an object plays in this process
    only (`jobs=1`). The same seed gives the same games, as on the command line. `out` is a file for the
    games; without it they are kept in memory. Raise BotError for an unknown bot, ValueError for arguments
    that do not fit.

    >>> import vanuatu
    >>> result = vanuatu.match(["greedy", "random"], games=4, seed=1)
    >>> result["greedy"].wins > result["random"].wins, result.seed
    (True, 1)
    >>> print(result)
    bot     games  results  wins    win % (95 %) …
    …
    """
    arguments.whole("jobs", jobs, 1, common.MOST_JOBS)
    for name, value, most in (
        ("games", games, _MOST_GAMES),
        ("players", players, common.MOST_PLAYERS),
        ("sims", sims, _MOST_GAMES),
    ):
        if value is not None:
            arguments.whole(name, value, 2 if name == "players" else 1, most)
    seed = secrets.randbits(31) if seed is None else arguments.whole("seed", seed, 0, SEED_LIMIT - 1)
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        arguments.refuse(bots, "a list of bots")
    with imported.seated_players() as seated, tempfile.TemporaryDirectory() as folder:
        called = [_spec_of(bot, seated, jobs) for bot in bots]
        path = Path(folder, "games.pvn") if out is None else Path(fspath(out))
        with raised_as_value_errors():
            options = MatchOptions(
                called,
                games=games,
                players=players,
                game=arguments.text(game, "the name of a game"),
                variant=arguments.text(variant, "variants such as 'waters'"),
                seed=seed,
                jobs=jobs,
                out=str(path),
                clock=clock,
                move_time=move_time,
                sims=sims,
                stop_on_crash=bool(stop_on_crash),
                force=bool(force),
            )
            runner = run_match(options, quiet=True)
        return MatchResult(runner, path.read_bytes() if out is None else path)


def _spec_of(bot: "str | Bot | Player", seated: "dict[str, Player]", jobs: int) -> str:
    """Return the spec of a bot. Raise BotError if there is no such bot."""
    if isinstance(bot, Bot):
        bot = bot.name
    if isinstance(bot, str):
        specs.make_bot(split_time(bot.strip())[0], seed=0).close()
        return bot
    if not callable(getattr(bot, "choose", None)):
        arguments.refuse(bot, "a spec, a bot, or an object with `choose`")
    if jobs > 1:
        raise ValueError("jobs: an object plays in this process only. Use jobs=1, or a spec py:MODULE:CLASS")
    name = imported.name_of(bot)
    if name in seated and seated[name] is not bot:
        raise BotError(f"two bots are called {name!r}: give one of them another `name`")
    if name in specs.BUILT_IN or ":" in name or "@" in name or not name.isprintable() or not name.strip():
        raise BotError(f"{name!r} cannot be the name of a bot of your own: it is a spec, or not a name")
    seated[name] = bot
    return name

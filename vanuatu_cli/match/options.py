"""The options of a match, as `vanuatu match` and `run_match` take them, and the match that follows."""

import re
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.sequential import DIFFERENCE, SequentialTest, better_of_two
from vanuatu.cli.match.sprt_report import ALPHA_HELP, BETA_HELP, read_sprt
from vanuatu.cli.match.tasks import (
    NO_DATE,
    SEED_LIMIT,
    Match,
    SeatingFault,
    gauntlet_seatings,
    match_seed,
    seatings,
)
from vanuatu.notation.formats import MSGPACK, NDJSON, PVN, format_of

STDOUT: Final = "-"
_GAMES: Final = 100
_GAMES_OF_TEST: Final = 20_000
_SIMS: Final = 1000
_DATE: Final = re.compile(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}")


@dataclass(frozen=True)
class MatchOptions:
    """The options of a match. Raise CallFault if they do not fit together."""

    bots: Annotated[list[str], typer.Argument(metavar="SPEC", help="Bots, usually two or more.")]
    games: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help=f"Number of games. [default: {_GAMES}, in complete sets]"),
    ] = None
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            max=common.MOST_PLAYERS,
            help="Number of seats. [default: one per bot; 2 in a gauntlet]",
        ),
    ] = None
    gauntlet: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Pair each of the first N bots with each other bot."),
    ] = None
    game: common.GameName = None
    variant: common.Variant = ""
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of draws and bots. [default: random]")
    ] = None
    jobs: common.Jobs = 1
    cluster: common.Cluster = None
    out: Annotated[
        str, typer.Option(metavar="FILE", help="File for the games: .pvn, .ndjson or .msgpack; - is stdout.")
    ] = STDOUT
    ndjson: Annotated[bool, typer.Option("--ndjson", help="Write NDJSON.")] = False
    msgpack: Annotated[bool, typer.Option("--msgpack", help="Write msgpack.")] = False
    resume: Annotated[bool, typer.Option("--resume", help="Play only the games that --out lacks.")] = False
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOWER,UPPER", help="Stop when an SPRT of the first two bots decides."),
    ] = None
    alpha: Annotated[float | None, typer.Option(metavar="RATE", help=ALPHA_HELP)] = None
    beta: Annotated[float | None, typer.Option(metavar="RATE", help=BETA_HELP)] = None
    until_significant: Annotated[
        bool,
        typer.Option("--until-significant", help="Stop when the better of the first two bots is known."),
    ] = False
    difference: Annotated[
        float | None,
        typer.Option(metavar="POINTS", help="Points for --until-significant, 1–1000. [default: 50]"),
    ] = None
    openings: Annotated[
        str | None, typer.Option(metavar="FILE", help="Start positions, one per set of games.")
    ] = None
    clock: Annotated[
        str | None, typer.Option(metavar="TIME", help="Clock of each seat, for example 10s+0.1s.")
    ] = None
    move_time: Annotated[str | None, typer.Option(metavar="TIME", help="Time per move, for example 1s.")] = (
        None
    )
    sims: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help=f"Simulations for cmd: bots when no time is set. [default: {_SIMS}]"
        ),
    ] = None
    patience: Annotated[
        str, typer.Option(metavar="TIME", help="Timeout of cmd: bots beyond their thinking time.")
    ] = "10s"
    restart: Annotated[bool, typer.Option("--restart", help="Restart cmd: bots for each game.")] = False
    log: Annotated[
        str | None, typer.Option(metavar="FILE", help="Append the messages of cmd: bots to this file.")
    ] = None
    stop_on_crash: Annotated[
        bool, typer.Option("--stop-on-crash", help="Stop at the first crash of a bot; exit with 1.")
    ] = False
    date: Annotated[str, typer.Option(metavar="DATE", help="Date tag of the games.")] = NO_DATE
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the table as JSON (on stdout with --out).")
    ] = False
    force: common.Force = False

    def __post_init__(self) -> None:
        if self.ndjson and self.msgpack:
            raise CallFault("--ndjson and --msgpack are two formats. Leave one out.")
        if self.resume and self.force:
            raise CallFault("--resume continues a file and --force replaces it: use one of them")
        if self.seed is not None and not 0 <= self.seed < SEED_LIMIT:
            raise CallFault(f"--seed: {self.seed} is out of range (0–{SEED_LIMIT - 1})")
        if self.move_time is not None and (self.clock is not None or self.sims is not None):
            other = "--clock" if self.clock is not None else "--sims"
            raise CallFault(f"--move-time and {other} both limit the thinking time. Leave one out.")
        if not _DATE.fullmatch(self.date):
            raise CallFault(
                f"--date: {self.date!r} is not a date. Expected YYYY.MM.DD, for example 2026.11.18"
            )
        self._check_test()
        if self.cluster is not None and self.log is not None:
            raise CallFault("--log records bots on this machine. It cannot be used with --cluster.")

    def _check_test(self) -> None:
        """Raise CallFault if the options of the sequential test do not fit together."""
        if self.sprt is not None and self.until_significant:
            raise CallFault("--sprt and --until-significant are two tests. Leave one out.")
        if self.difference is not None and not self.until_significant:
            raise CallFault("--difference goes with --until-significant; with --sprt, write LOWER,UPPER")
        if self.difference is not None and not 1 <= self.difference <= 1000:
            raise CallFault(f"--difference: {self.difference:g} is out of range (1–1000)")
        if self.sprt is None and (self.alpha is not None or self.beta is not None):
            raise CallFault("--alpha and --beta go with --sprt")
        if self.test_of_two() is not None and len(dict.fromkeys(self.specs[:2])) < 2:
            twice = f"{self.specs[0]} is named twice" if len(self.bots) > 1 else "there is only one"
            option = "--sprt" if self.sprt is not None else "--until-significant"
            raise CallFault(f"{option} compares the first two bots, but {twice}. Name two different bots.")

    def test_of_two(self) -> SequentialTest | None:
        """Return the sequential test of the first two bots; None without one."""
        if self.sprt is not None:
            return SequentialTest([read_sprt(self.sprt, "--sprt", self.alpha, self.beta)])
        return better_of_two(self.difference or DIFFERENCE) if self.until_significant else None

    @property
    def specs(self) -> list[str]:
        """The specs of the bots, without surrounding spaces."""
        return [spec.strip() for spec in self.bots]

    @property
    def form(self) -> str:
        """The format of the games: from the option, otherwise from the file name."""
        return NDJSON if self.ndjson else MSGPACK if self.msgpack else format_of(self.out) or PVN


def plan_match(options: MatchOptions, log: str = "") -> Match:
    """Return the match that follows from the options. `log` is the whole path of the log."""
    from vanuatu.cli.match.resume import first_game

    match = _seated(options)
    first = first_game(Path(options.out), options.form) if options.resume else None
    clock = None
    if options.clock is not None:
        from vanuatu.ai.clocks import ClockError, read_control

        try:
            control = read_control(options.clock)
        except ClockError as error:
            raise CallFault(f"--clock: {error}") from None
        clock = control.base, control.increment
    return replace(
        match,
        seed=_seed(options, match, first),
        form=options.form,
        clock=clock,
        move_time=common.read_move_time(options.move_time) if options.move_time is not None else 0.0,
        sims=options.sims or _SIMS,
        patience=common.read_time(options.patience, "--patience"),
        restart=options.restart,
        log=log,
        date=options.date if first is None or options.date != NO_DATE else first[2] or NO_DATE,
    )


def _seated(options: MatchOptions) -> Match:
    """Return the match as far as the game, the seats and the openings decide it."""
    positions: list[str] = []
    hint = "" if options.players else " (--players N sets the number of seats)"
    if options.openings is not None:
        from vanuatu.cli.match.openings import read_openings

        game, positions = read_openings(options.openings)
        if (
            options.game not in (None, game.name)
            or options.players not in (None, game.players)
            or common.split_variant(options.variant) not in ((), game.options)
        ):
            raise CallFault("--game, --players and --variant contradict the openings. Leave them out.")
    else:
        players = options.players or (2 if options.gauntlet else len(options.bots))
        game = common.make_game(options.game, players, options.variant, hint=hint)
    try:
        if options.gauntlet:
            seats = gauntlet_seatings(options.specs, options.gauntlet, game.players)
        else:
            seats = seatings(options.specs, game.players)
    except SeatingFault as error:
        raise CallFault(f"{error}{hint if not options.gauntlet else ''}") from None
    least = _GAMES_OF_TEST if options.test_of_two() is not None else _GAMES
    return Match(
        game=game.name,
        options=game.options,
        specs=tuple(dict.fromkeys(options.specs)),
        seatings=tuple(seats),
        seed=0,
        games=options.games or -(-least // len(seats)) * len(seats),
        openings=tuple(positions),
    )


def _seed(options: MatchOptions, match: Match, first: tuple[int, int, str] | None) -> int:
    """Return the seed of the options, that of the match in the file, or a new one.

    `first` is the first game in the file: its number, seed and date.
    """
    if options.seed is not None:
        return options.seed
    return match_seed(first[1], first[0], match.set_size) if first else secrets.randbits(31)

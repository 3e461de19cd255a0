"""`vanuatu match`: bots against bots."""

import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vanuatu.cli.commands.options import (
    DEFAULT_GAME,
    GAMES,
    MOST_JOBS,
    MOST_PLAYERS,
    VARIANTS,
    read_move_time,
    read_time,
)
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from vanuatu.cli.match.runner import Conductor
    from vanuatu.cli.match.tasks import Match, Played, Work
    from vanuatu.cli.workers.pools import Crew

EXAMPLES = (
    "vanuatu match mcts:500 greedy random --games 100 --jobs 2 --out games.pvn",
    "vanuatu match greedy random --players 4 --games 60 --ndjson | jq .result",
    "vanuatu match mcts:2000 mcts:1000 --until-significant --out test.pvn",
    'vanuatu match "cmd:./mybot --fast" greedy --clock 10s+0.1s',
    "vanuatu match hard medium easy --games 600 --out games.pvn --resume",
)
RENAMED = {"--time": "--clock"}

_GAMES = 100
_GAMES_UNTIL_SIGNIFICANT = 20_000
_SIMS = 1000
_NO_DATE = "????.??.??"
_LONGEST_FAULT = 300

OUT = writing.Output("--out", writing.GAMES, resume=True)
LOG = writing.Output("--log", (".log", ".txt"), resume=True)


def match(
    bots: Annotated[list[str], typer.Argument(metavar="SPEC…", help="The bots, two or more as a rule.")],
    games: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="How many games; 100 in whole sets if not said.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, max=MOST_PLAYERS, help="Seats, if not as many as bots are named."),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help=f"{GAMES}.")] = None,
    variant: Annotated[
        str, typer.Option(metavar="LIST", help=f"What departs from the base game ({VARIANTS}), with commas.")
    ] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="The same seed plays the same games.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, metavar="N", help="Processes to play in.")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Dask scheduler, tcp://127.0.0.1:PORT or tls://HOST:PORT."
        ),
    ] = None,
    out: Annotated[
        str, typer.Option(metavar="FILE", help="Where the games go; its ending says in which form.")
    ] = "-",
    ndjson: Annotated[bool, typer.Option("--ndjson", help="Write the games as NDJSON.")] = False,
    msgpack: Annotated[bool, typer.Option("--msgpack", help="Write the games as msgpack.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Play only the games that --out does not have yet.")
    ] = False,
    until_significant: Annotated[
        bool,
        typer.Option("--until-significant", help="Stop when it is clear which of the first two is better."),
    ] = False,
    difference: Annotated[
        float, typer.Option(metavar="POINTS", help="The difference that --until-significant looks for.")
    ] = 50.0,
    openings: Annotated[
        str | None, typer.Option(metavar="FILE", help="Start from these positions, a set of games each.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="TIME", help="Clock of each seat, for example 10s+0.1s.")
    ] = None,
    move_time: Annotated[
        str | None, typer.Option(metavar="TIME", help="A time for each move, without a clock, as in 1s.")
    ] = None,
    sims: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="What cmd: bots are asked for without a time; 1000 if not said."
        ),
    ] = None,
    patience: Annotated[
        str, typer.Option(metavar="TIME", help="How long a cmd: bot without a clock may be silent.")
    ] = "10s",
    restart: Annotated[
        bool, typer.Option("--restart", help="Start the programs of cmd: bots anew for each game.")
    ] = False,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Add what cmd: bots hear and say to this file, with times."),
    ] = None,
    date: Annotated[str, typer.Option(metavar="DATE", help="The games' Date tag.")] = _NO_DATE,
    as_json: Annotated[
        bool, typer.Option("--json", help="The table as JSON; on stdout when --out takes the games.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> int:
    """Let bots play against each other, with every seating on the same draws."""
    from vanuatu.cli.match.resume import first_game
    from vanuatu.cli.workers.pools import check_crew, match_crew

    if resume and force:
        raise CallFault("--resume continues a file and --force replaces it: use one of them")
    OUT.check(out, [openings] if openings else [], force=force, own=resume)
    form = _form(out, ndjson=ndjson, msgpack=msgpack)
    planned = _plan(bots, games, players, game, variant, openings, long=until_significant)
    there = first_game(Path(out), form) if resume else None
    planned = replace(
        planned,
        seed=_seed(seed, planned, there),
        form=form,
        clock=_clock(clock),
        move_time=_move_time(move_time, clock, sims),
        sims=sims or _SIMS,
        patience=read_time(patience, "--patience"),
        restart=restart,
        log=_log(log, [out, openings], cluster, force=force, resume=resume),
        date=_date(date) if there is None or date != _NO_DATE else there[2] or date,
    )
    check_crew(jobs, cluster)
    if until_significant and len(planned.specs) < 2:
        twice = f"{bots[0]} is named twice" if len(bots) > 1 else "there is only one"
        raise CallFault(
            f"--until-significant compares the first two bots, but {twice}. Name two different bots."
        )
    if not 1 <= difference <= 1000:
        raise CallFault("--difference goes from 1 to 1000 points")
    if form == "msgpack" and out == "-" and console.is_terminal(sys.stdout):
        raise CallFault("msgpack is not for a terminal: --out FILE, or > FILE")
    planned = replace(planned, called=_introduced(planned, jobs, cluster))
    conductor = _conductor(
        planned, out, resume=resume, force=force, difference=difference if until_significant else None
    )
    crew = match_crew(jobs, cluster)
    if seed is None and not resume:
        console.say(f"seed {planned.seed} (--seed {planned.seed} plays the same games)")
    if planned.games % planned.set_size:
        console.say(_unbalanced(planned))
    try:
        return _conduct(conductor, crew, out, as_json=as_json)
    finally:
        conductor.output.close()


def _conduct(conductor: "Conductor", crew: "Crew[Work, Played] | None", out: str, *, as_json: bool) -> int:
    """Play, and say in one line how it ended if not by itself."""
    from vanuatu.cli.files.game_output import OutputClosed, OutputFailed, close_in_order
    from vanuatu.cli.match.report import games
    from vanuatu.cli.workers.pools import ClusterFault

    before = conductor.output.games
    try:
        conductor.conduct(crew)
        close_in_order(conductor.output, out, conductor.match, conductor.there)
        if conductor.output.half:
            console.say(f"{out}: half a game at its end is left as it was")
    except (KeyboardInterrupt, signals.Ended) as interrupt:
        written = conductor.output.games - before
        more = " (--resume goes on)" if out != "-" else ""
        console.say(f"interrupted: {games(written)} written{more}")
        _report(conductor, out, as_json=as_json, interrupted=True)
        return interrupt.code if isinstance(interrupt, signals.Ended) else 130
    except OutputClosed:
        console.say(f"the output was closed: {games(conductor.output.games - before)} written")
        return 0
    except ClusterFault as fault:
        more = " (--resume goes on)" if out != "-" else ""
        raise InputFault(f"{fault}: {games(conductor.output.games - before)} written{more}") from None
    except OutputFailed as fault:
        written = conductor.output.games - before
        raise InputFault(f"{fault} ({games(written)} written)") from None
    _report(conductor, out, as_json=as_json)
    return 0


def _plan(
    bots: list[str],
    games: int | None,
    players: int | None,
    game: str | None,
    variant: str,
    openings: str | None,
    *,
    long: bool,
) -> "Match":
    """The match as far as the game and the seats decide it."""
    from vanuatu.cli.match.openings import read_openings
    from vanuatu.cli.match.tasks import Match, SeatingFault, seatings
    from vanuatu.core.game import GameError
    from vanuatu.core.games import make_game
    from vanuatu.notation import extensions

    options = tuple(word.strip() for word in variant.split(",") if word.strip())
    positions: list[str] = []
    if openings is not None:
        start, positions = read_openings(openings)
        if (
            game not in (None, start.name)
            or players not in (None, start.players)
            or options
            not in (
                (),
                start.options,
            )
        ):
            raise CallFault("--game, --players and --variant say otherwise than the openings")
        game, players, options = start.name, start.players, start.options
    else:
        options = tuple(dict.fromkeys((*options, *extensions.options(game or DEFAULT_GAME))))
    try:
        made = make_game(game or DEFAULT_GAME, players or len(bots), options)
        seats = seatings([spec.strip() for spec in bots], made.players)
    except (GameError, SeatingFault) as fault:
        hint = "" if players else " (--players says how many seats there are)"
        raise CallFault(f"{fault}{hint}") from None
    specs = [spec.strip() for spec in bots]
    least = games or (_GAMES_UNTIL_SIGNIFICANT if long else _GAMES)
    return Match(
        game=made.name,
        options=made.options,
        specs=tuple(dict.fromkeys(specs)),
        seatings=tuple(seats),
        seed=0,
        games=games or -(-least // len(seats)) * len(seats),
        openings=tuple(positions),
    )


def _form(out: str, *, ndjson: bool, msgpack: bool) -> str:
    """In which form the games are written: as said, or as the name of the file says."""
    from vanuatu.notation.formats import MSGPACK, NDJSON, PVN, format_of

    if ndjson and msgpack:
        raise CallFault("--ndjson and --msgpack are two forms; one is enough")
    return NDJSON if ndjson else MSGPACK if msgpack else format_of(out) or PVN


def _seed(seed: int | None, planned: "Match", there: tuple[int, int, str] | None) -> int:
    """The seed that was given, that of the match to go on with, or a new one. `there` is its first game."""
    from vanuatu.cli.match.tasks import SEED_LIMIT, match_seed

    if seed is not None:
        if not 0 <= seed < SEED_LIMIT:
            raise CallFault(f"--seed goes from 0 to {SEED_LIMIT - 1}")
        return seed
    return match_seed(there[1], there[0], planned.set_size) if there else secrets.randbits(31)


def _clock(text: str | None) -> tuple[float, float] | None:
    from vanuatu.ai.clocks import ClockError, read_control

    if text is None:
        return None
    try:
        control = read_control(text)
    except ClockError as fault:
        raise CallFault(f"--clock: {fault}") from None
    return control.base, control.increment


def _move_time(text: str | None, clock: str | None, sims: int | None) -> float:
    if text is None:
        return 0.0
    if clock is not None or sims is not None:
        other = "--clock" if clock is not None else "--sims"
        raise CallFault(f"--move-time and {other} both say how long to think; one of them is enough")
    return read_move_time(text)


def _log(
    path: str | None, others: list[str | None], cluster: str | None, *, force: bool, resume: bool
) -> str:
    """The whole path of the log, which can be written."""
    from vanuatu.ai.external.pipes import STDERR

    if path is None:
        return ""
    if cluster is not None:
        raise CallFault("--log keeps what is said on this machine: it does not go with --cluster")
    if path == STDERR:
        return path
    LOG.check(path, [name for name in others if name], force=force, own=resume)
    writing.begin_log(path, force=force, resume=resume)
    return str(Path(path).absolute())


def _date(text: str) -> str:
    import re

    if not re.fullmatch(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}", text):
        raise CallFault(f"--date: {text!r} is no date as in 2026.11.18")
    return text


def _introduced(planned: "Match", jobs: int, cluster: str | None) -> tuple[str, ...]:
    """What the bots are called. Programs are started to be asked for their names.

    They play on where the games are played in this process. CallFault for a bot that does not exist.
    """
    from vanuatu.cli.match.participants import dismiss, introduce

    names, remarks = introduce(planned, elsewhere=cluster is not None)
    if cluster is not None or jobs > 1 or planned.restart:
        dismiss()
    for remark in remarks:
        console.say(remark)
    return names


def _conductor(
    planned: "Match", out: str, *, resume: bool, force: bool, difference: float | None
) -> "Conductor":
    """The match with its output, and what is there of it already."""
    from vanuatu.cli.files.game_output import open_output
    from vanuatu.cli.match.runner import Conductor, Sets
    from vanuatu.cli.match.sequential import SequentialTest

    output, there = open_output(out, planned, resume=resume, force=force)
    conductor = Conductor(planned, output, there=there)
    if difference is not None:
        conductor.sets = Sets(planned, SequentialTest(difference))
    return conductor


def _unbalanced(planned: "Match") -> str:
    games, size = planned.games, planned.set_size
    what = "1 game is an incomplete set" if games == 1 else f"{games} games are an incomplete set"
    return f"{what}; use a multiple of {size} for balanced seats"


def _report(conductor: "Conductor", out: str, *, as_json: bool, interrupted: bool = False) -> None:
    """The table, for people or as JSON."""
    from vanuatu.cli.match import report

    standings = conductor.standings
    if as_json:
        summary: dict[str, Any] = {"seed": conductor.match.seed} | report.as_json(standings)
        summary["left_out"] = conductor.left_out
        summary["faults"] = [{"game": number, "what": what} for number, what in conductor.faults]
        summary["interrupted"] = interrupted
        if conductor.sets is not None:
            summary["test"] = report.test_json(conductor.sets.test, conductor.match.bot_names)
        if out != "-":
            console.write_json(summary)
        else:
            console.say(console.json_text(summary))
        return
    if not standings.games and interrupted:
        return
    console.say_lines(report.as_text(standings, seats=False))
    for line in report.notes(standings):
        console.say(line)
    for number, what in conductor.faults:
        console.say(f"game {number}: {printable(what, _LONGEST_FAULT)}")
    if conductor.left_out:
        numbers = ", ".join(map(str, conductor.left_out))
        console.say(f"left out, because their workers ended: {numbers}")
    if conductor.sets is not None:
        console.say(report.test_text(conductor.sets.test, conductor.match.bot_names))
    sys.stderr.flush()

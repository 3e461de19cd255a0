"""`vanuatu analyse`: evaluate a position, or annotate whole games."""

from dataclasses import dataclass
from typing import Annotated

import typer

from vanuatu.ai import api, specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.ai.decision import Interrupted, decide
from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.review import runner, search_report
from vanuatu.cli.review.options import STDOUT, ReviewOptions
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import Live
from vanuatu.core.game import CHANCE
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu analyse example:teaching --at 1.12",
    "vanuatu analyse example:teaching --at 1.12 --sims 20000 --json",
    "vanuatu analyse games.pvn --all --sims 500 --jobs 2 --out annotated.pvn",
    "vanuatu analyse --serve --jobs 2 < queries.json > answers.json",
)
RENAMED = {"--game": "--number", "--time": "--move-time"}
DEFAULT_BOT = "mcts:4000"
MOST_SIMS = 10**9


@dataclass(frozen=True)
class AnalyseOptions:
    """What to analyse. Raise CallFault if the options do not fit together."""

    source: Annotated[
        str | None, typer.Argument(metavar="FILE|FEN", help="File of games, example:NAME, or a position.")
    ] = None
    at: inputs.AtOption = None
    ply: inputs.PlyOption = None
    number: inputs.OnlyOption = None
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Bot that analyses.")] = DEFAULT_BOT
    sims: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MOST_SIMS, help="Simulations per move.")
    ] = None
    move_time: Annotated[
        str | None, typer.Option(metavar="TIME", help="Time per move, for example 1.5s.")
    ] = None
    seed: common.Seed = 1
    top: Annotated[int, typer.Option(metavar="N", min=0, help="Number of moves to print (0 = all).")] = 10
    all_moves: Annotated[bool, typer.Option("--all", help="Annotate all moves of whole games.")] = False
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --all: file for the games. [default: stdout]")
    ] = None
    json: common.Json = False
    serve: Annotated[bool, typer.Option("--serve", help="Answer JSON queries from stdin.")] = False
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=common.MOST_JOBS, metavar="N", help="With --all, --serve: number of worker processes."
        ),
    ] = None
    cluster: common.Cluster = None
    resume: Annotated[
        bool, typer.Option("--resume", help="With --all: annotate only the games that --out lacks.")
    ] = False
    force: common.Force = False
    plain: common.Plain = False

    def __post_init__(self) -> None:
        position = self.at is not None or self.ply is not None
        if self.serve:
            if (
                any((self.source, self.all_moves, self.json, self.out, self.number, self.cluster, position))
                or self.resume
                or self.force
            ):
                raise CallFault(
                    "--serve reads queries from stdin: "
                    "only --bot, --seed, --sims, --move-time, --top and --jobs can be used with it"
                )
        elif self.source is None:
            raise CallFault("FILE|FEN is missing (see vanuatu analyse --help)")
        if not self.all_moves and (self.resume or self.force or self.cluster or self.out is not None):
            raise CallFault("--out, --resume, --force and --cluster need --all")
        if self.jobs is not None and not (self.all_moves or self.serve):
            raise CallFault("--jobs needs --all or --serve")
        if self.all_moves and (self.json or position or inputs.is_position(self.source or "")):
            raise CallFault("--all annotates whole games: --json, --at and --ply cannot be used with it")

    @property
    def seconds(self) -> float | None:
        """The time per move, if it is limited."""
        return None if self.move_time is None else common.read_move_time(self.move_time)


def analyse(options: AnalyseOptions) -> int:
    """Evaluate a position: best moves with win chance, expected score and visits, and the expected line.

    With --all, annotate whole games and write them back: the win chances of all seats after each move
    ([%eval]), and ? or ?? for moves that lost some. After Ctrl-C the games so far are kept. With --serve,
    answer programs: one JSON query per line on stdin, one JSON answer per line on stdout.
    """
    sims, seconds = options.sims, options.seconds
    limit = None if sims is None and seconds is None else Limit(sims, seconds)
    if options.serve:
        from vanuatu.cli.review.engine import serve_queries

        return serve_queries(options.bot, options.seed, limit, options.top, options.jobs or 1)
    assert options.source is not None
    if options.all_moves:
        review = ReviewOptions(
            files=[options.source],
            bot=options.bot,
            seed=options.seed,
            number=options.number,
            out=STDOUT if options.out is None else options.out,
            jobs=options.jobs or 1,
            cluster=options.cluster,
            resume=options.resume,
            force=options.force,
            plain=options.plain,
        )
        return runner.run_review(review, sims=sims, seconds=seconds, annotate=True)
    try:
        thinker = specs.make_bot(options.bot, seed=options.seed).for_analysis()
    except BotError as error:
        raise CallFault(str(error)) from None
    try:
        session = inputs.find_position(
            options.source, at=options.at, ply=options.ply, number=options.number or 1
        )
        return _analyse_position(
            session, thinker, limit, options.top, options.json, Live(plain=options.plain)
        )
    except BotError as error:
        raise CallFault(f"bot {options.bot}: {error}") from None
    finally:
        thinker.close()


def _analyse_position(
    session: Session, bot: Bot, limit: Limit | None, top: int, json: bool, live: Live
) -> int:
    if session.over:
        raise InputFault("The game is finished. Choose a position with --at ROUND.PLY, or use --all.")
    if session.state.actor == CHANCE:
        raise InputFault("A draw comes next, not a decision. Choose another position with --at ROUND.PLY.")

    def watch(thinking: PendingMove) -> None:
        if live.due():
            report = thinking.report()
            if report.candidates:
                live.show(_table(session, report.candidates[0].move, report, top))

    stopped = False
    try:
        decision = decide(bot, session, limit, watch)
    except Interrupted as interruption:
        decision, stopped = interruption.decision, True
    move, report = decision.move, decision.report
    live.clear()
    if json:
        console.write_json(search_report.as_json(session, bot.name, move, report, top))
    else:
        console.tell(_table(session, move, report, top))
    return 130 if stopped else 0


def _table(session: Session, move: int, report: Report, top: int) -> str:
    """Return the report as text."""
    codec, state = session.codec, session.state
    if not report.candidates:
        return f"{codec.token(state, move)}  {codec.words(state, move)}"
    rows = []
    for candidate in report.candidates[: top or None]:
        visited = candidate.visits > 0
        rows.append(
            [
                codec.token(state, candidate.move),
                f"{100 * candidate.win:.1f}%" if visited else "",
                f"{candidate.score:.1f}" if visited else "",
                str(candidate.visits),
                codec.words(state, candidate.move),
            ]
        )
    lines = [console.table(["move", "win", "score", "visits", "what it does"], rows)]
    left = len(report.candidates) - len(rows)
    if left > 0:
        lines.append(f"and {left} more")
    chances = "  ".join(
        f"{SEAT_NAMES[seat].lower()} {100 * chance:.1f}%" for seat, chance in enumerate(report.win)
    )
    lines += ["", f"chances: {chances}", f"line: {' '.join(api.line_tokens(session, report.line))}"]
    lines.append(f"{report.sims} simulations")
    return "\n".join(lines)

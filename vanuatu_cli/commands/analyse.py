"""`vanuatu analyse`: evaluate a position, or annotate whole games."""

import dataclasses
from dataclasses import dataclass
from typing import Annotated

import typer

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove
from vanuatu.ai.decision import DecisionInterrupted, decide
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.review import rollouts, runner, search_report
from vanuatu.cli.review.options import STDOUT, ReviewOptions
from vanuatu.cli.terminal import console, progress
from vanuatu.core.game import CHANCE
from vanuatu.notation.errors import MoveError
from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu analyse example:teaching --at 1.12",
    "vanuatu analyse example:teaching --at 1.12 --sims 20000 --json",
    "vanuatu analyse example:teaching --at 1.8 --odds",
    "vanuatu analyse game.pvn --at 1.20 --moves Fb3,Da2 --rollout greedy:500",
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
    moves: Annotated[str | None, typer.Option(metavar="TOKEN,…", help="Consider only these moves.")] = None
    rollout: Annotated[
        str | None,
        typer.Option(metavar="BOT:GAMES", help="Play each of --moves out, with equal seeds: greedy:1000."),
    ] = None
    seed: common.Seed = 1
    top: Annotated[int, typer.Option(metavar="N", min=0, help="Number of moves to print (0 = all).")] = 10
    all_moves: Annotated[bool, typer.Option("--all", help="Annotate all moves of whole games.")] = False
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --all: file for the games. [default: stdout]")
    ] = None
    json: common.Json = False
    odds: Annotated[
        bool, typer.Option("--odds", help="Print the chances to lead and to perform each action.")
    ] = False
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
        chosen = self.moves is not None or self.rollout is not None
        if self.odds and (self.serve or self.all_moves or self.move_time is not None or chosen):
            raise CallFault(
                "--odds excludes --serve, --all, --move-time and --moves; --sims is the number of samples"
            )
        if self.serve:
            if (
                any(
                    (
                        self.source,
                        self.all_moves,
                        self.json,
                        self.out,
                        self.number,
                        self.cluster,
                        position,
                        chosen,
                    )
                )
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
        if self.rollout is not None and self.moves is None:
            raise CallFault("--rollout needs --moves, e.g. --moves Ta2,Tb4 --rollout greedy:1000")
        if self.all_moves and (self.json or position or chosen or inputs.is_position(self.source or "")):
            raise CallFault(
                "--all annotates whole games: --json, --at, --ply and --moves cannot be used with it"
            )

    @property
    def seconds(self) -> float | None:
        """The time per move, if it is limited."""
        return None if self.move_time is None else common.read_move_time(self.move_time)


def analyse(options: AnalyseOptions) -> int:
    """Evaluate a position: best moves with win chance, expected score and visits, and the expected line.

    ± is the standard deviation. --rollout plays each of --moves out to the end of the game, with equal seeds.
    It stops early if the best move is three standard errors ahead of each other one.

    With --all, annotate whole games and write them back: the win chances of all seats after each move
    ([%eval]), the points that a move lost ([%loss]), and marks (?!, ?, ??). After Ctrl-C the games so far are
    kept. With --serve, answer programs: one JSON query per line on stdin, one JSON answer per line on stdout.
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
    if options.odds:
        return _print_odds(options)
    try:
        bot = specs.make_bot(options.bot, seed=options.seed).for_analysis()
        rolled = None if options.rollout is None else rollouts.read_spec(options.rollout)
    except BotError as error:
        raise CallFault(str(error)) from None
    try:
        if options.moves is not None and not isinstance(bot, MctsBot):
            raise CallFault(f"--moves: {options.bot} does not search: mcts and the levels do")
        session = inputs.find_position(
            options.source, at=options.at, ply=options.ply, number=options.number or 1
        )
        return _analyse_position(session, bot, limit, rolled, options)
    except BotError as error:
        raise CallFault(f"bot {options.bot}: {error}") from None
    finally:
        bot.close()


def _print_odds(options: AnalyseOptions) -> int:
    from vanuatu.cli.review.odds import SAMPLES, OddsThinking

    session = inputs.find_position(
        options.source or "", at=options.at, ply=options.ply, number=options.number or 1
    )
    thinking = OddsThinking(session, options.sims or SAMPLES, seed=options.seed)
    stopped = False
    try:
        while not thinking.step():
            pass
    except KeyboardInterrupt:
        stopped = True
    if options.json:
        console.write_json(thinking.as_json())
    else:
        console.print_data(f"{thinking.text()}\n\n{thinking.note}")
    return 130 if stopped else 0


def _analyse_position(
    session: Session,
    bot: Bot,
    limit: Limit | None,
    rolled: tuple[str, int] | None,
    options: AnalyseOptions,
) -> int:
    if session.over:
        raise InputFault("The game is finished. Choose a position with --at ROUND.PLY, or use --all.")
    if session.state.actor == CHANCE:
        raise InputFault("A draw comes next, not a decision. Choose another position with --at ROUND.PLY.")
    moves = read_moves(session, options.moves) if options.moves is not None else ()
    if moves:
        limit = dataclasses.replace(limit or Limit(), moves=moves)
    rollout = rollouts.Rollout(session, moves, *rolled, options.seed) if rolled is not None else None
    live, top = progress.Live(plain=options.plain), options.top

    def watch(thinking: PendingMove) -> None:
        if live.due():
            report = thinking.report()
            if report.candidates:
                live.show(search_report.as_text(session, report.candidates[0].move, report, top))

    stopped = False
    try:
        decision = decide(bot, session, limit, watch)
        while rollout is not None and not rollout.step():
            if live.due():
                live.show(search_report.rollout_text(rollout))
    except DecisionInterrupted as interruption:
        decision, stopped = interruption.decision, True
    except KeyboardInterrupt:
        stopped = True
    move, report = decision.move, decision.report
    live.clear()
    if options.json:
        found = search_report.as_json(session, bot.name, move, report, top)
        more = {} if rollout is None else {"rollout": rollout.result()}
        console.write_json(found | more)
    else:
        console.print_data(search_report.as_text(session, move, report, top))
        if rollout is not None and rollout.games:
            console.print_data("\n" + search_report.rollout_text(rollout))
    return 130 if stopped else 0


def read_moves(session: Session, text: str) -> tuple[int, ...]:
    """Return the moves of a list such as `Ta2,Tb4`. Raise InputFault if one is illegal."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise CallFault("--moves: expected tokens with commas, e.g. Ta2,Tb4")
    try:
        return tuple(dict.fromkeys(session.read(word) for word in words))
    except MoveError as error:
        raise InputFault(f"--moves: {error}") from None

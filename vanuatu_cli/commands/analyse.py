"""`vanuatu analyse`: what a bot thinks of a position, or of every move of a game."""

from typing import Annotated

import typer

from vanuatu.ai import api, specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.ai.decision import Interrupted, decide
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.options import MOST_JOBS, read_move_time
from vanuatu.cli.review import runner, search_report
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import Live
from vanuatu.core.game import CHANCE
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu analyse games/teaching.pvn --at 1.12",
    "vanuatu analyse games/teaching.pvn --at 1.12 --sims 20000 --json",
    "vanuatu analyse games.pvn --all --sims 500 --jobs 2 --out annotated.pvn",
    "vanuatu analyse --serve --jobs 2 < queries.json > answers.json",
)
RENAMED = {"--game": "--number", "--time": "--move-time"}
DEFAULT_BOT = "mcts:4000"
SEED = 1


def analyse(
    source: Annotated[
        str | None, typer.Argument(metavar="FILE|FEN", help="A file of games, or a position.")
    ] = None,
    at: inputs.AtOption = None,
    ply: inputs.PlyOption = None,
    number: inputs.OnlyOption = None,
    bot: Annotated[str, typer.Option("--bot", metavar="SPEC", help="Who thinks.")] = DEFAULT_BOT,
    sims: Annotated[int | None, typer.Option("--sims", metavar="N", help="Simulations a move.")] = None,
    move_time: Annotated[
        str | None, typer.Option("--move-time", metavar="TIME", help="Time per move, for example 1.5s.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="Seed of a bot that names none.")
    ] = SEED,
    top: Annotated[int, typer.Option("--top", metavar="N", help="So many moves; 0 for all.")] = 10,
    all_moves: Annotated[bool, typer.Option("--all", help="Annotate every move and write the game.")] = False,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="With --all: where to, not stdout.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Answer queries, a line of JSON each, from stdin.")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_JOBS, metavar="N", help="With --all, --serve: so many processes."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With --all: on a Dask scheduler, like match.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="With --all: only the games that --out does not have yet.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="ASCII, and nothing that moves.")] = False,
) -> int:
    """What a bot thinks of a position: best moves with win chance, expected score, visits, expected line.

    With --all it goes through whole games instead and writes them back: after each move the
    chances of all seats ([%eval]), and ? or ?? for moves that threw some away for certain. Ctrl-C keeps
    what is done. With --serve it is an engine for programs: one JSON query a line on stdin, one
    JSON answer a line on stdout.
    """
    seconds = None if move_time is None else read_move_time(move_time)
    limit = _limit(sims, seconds)
    if serve:
        if source is not None or all_moves or json or out or at or ply or number or resume or cluster:
            raise CallFault(
                "--serve reads all it is asked from stdin: only --bot, --seed, --sims, --move-time, "
                "--top and --jobs go with it"
            )
    elif source is None:
        raise CallFault("a file of games or a position is missing (see vanuatu analyse --help)")
    if out is not None and not all_moves:
        raise CallFault("--out goes with --all")
    if not all_moves and (resume or force or cluster is not None):
        raise CallFault("--resume, --force and --cluster go with --all")
    if jobs is not None and not (all_moves or serve):
        raise CallFault("--jobs goes with --all and --serve")
    if all_moves and (json or at is not None or ply is not None or inputs.is_position(source or "")):
        raise CallFault("--all is about whole games of a file: --json, --at and --ply do not go with it")
    if top < 0:
        raise CallFault("--top is 0 or more")
    if serve:
        from vanuatu.cli.review.engine import serve_queries

        return serve_queries(bot, seed, limit, top, jobs or 1)
    assert source is not None
    if all_moves:
        return runner.run_call(
            runner.Call(
                files=[source],
                bot=bot,
                seed=seed,
                sims=sims,
                time=seconds,
                only=number or 0,
                out="-" if out is None else out,
                jobs=jobs or 1,
                cluster=cluster,
                resume=resume,
                force=force,
                plain=plain,
                annotate=True,
            )
        )
    try:
        thinker = specs.make_bot(bot, seed=seed).for_analysis()
    except BotError as error:
        raise CallFault(str(error)) from None
    try:
        session = inputs.find_position(source, at=at, ply=ply, number=number or 1)
        return _analyse_position(session, thinker, limit, top, json, Live(plain=plain))
    except BotError as error:
        raise CallFault(f"bot {bot}: {error}") from None
    finally:
        thinker.close()


def _limit(sims: int | None, seconds: float | None) -> Limit | None:
    if sims is None and seconds is None:
        return None
    if sims is not None and not 1 <= sims <= 10**9:
        raise CallFault("--sims: from 1 to 1000000000")
    return Limit(sims, seconds)


# One position


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
    """The report for people."""
    codec, state = session.codec, session.state
    if not report.candidates:
        return f"{codec.token(state, move)}  {codec.words(state, move)}"
    rows = []
    for candidate in report.candidates[: top or None]:
        tried = candidate.visits > 0
        rows.append(
            [
                codec.token(state, candidate.move),
                f"{100 * candidate.win:.1f}%" if tried else "",
                f"{candidate.score:.1f}" if tried else "",
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

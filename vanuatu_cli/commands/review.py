"""`vanuatu review`: what each seat threw away by its moves, what luck gave it, and what would be better."""

from typing import Annotated

import typer

from vanuatu.cli.files.inputs import FilesArgument, OnlyOption
from vanuatu.cli.options import MOST_JOBS
from vanuatu.core.rng import MOST_SEED

EXAMPLES = (
    "vanuatu review game.pvn",
    "vanuatu review game.pvn --seat teal --bot mcts:4000",
    "vanuatu review game.pvn --html game.html",
    "vanuatu review games.pvn --json --jobs 2 --out reviews.json --resume",
    "vanuatu review games.pvn --out reviewed.pvn",
)
RENAMED = {"--game": "--number"}
DEFAULT_BOT = "mcts:1000"


def review(
    files: FilesArgument,
    seat: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="Judge its moves alone; may come again.")
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="SPEC", help="Who judges: a bot that searches.")
    ] = DEFAULT_BOT,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="Seed of a bot that names none.")
    ] = 1,
    number: OnlyOption = None,
    json: Annotated[bool, typer.Option("--json", help="A line of JSON for each game.")] = False,
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Where it goes; .pvn, .ndjson, .msgpack take the games with marks."
        ),
    ] = "-",
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Make a page of the games with marks.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, metavar="N", help="Processes to review in.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Review on a Dask scheduler, as match plays on one.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Review only the games that --out does not have yet.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="ASCII without colour.")] = False,
) -> int:
    """What each seat threw away by its moves and got by luck, the costliest moves, and better ones.

    Figures are win chances in per cent, each with its standard deviation; what lies within two of them is
    not called a mistake. `?` has thrown away 8 % or more, `??` 20 %. Same seed, same review.
    """
    from vanuatu.cli.review.runner import Call, run_call, seats_named

    call = Call(
        files=files,
        bot=bot,
        seed=seed,
        only=number or 0,
        seats=seats_named(seat),
        json=json,
        out=out,
        html=html,
        jobs=jobs,
        cluster=cluster,
        resume=resume,
        force=force,
        plain=plain,
    )
    return run_call(call)

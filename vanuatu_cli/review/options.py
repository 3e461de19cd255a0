"""The options of `vanuatu review`, which `vanuatu analyse --all` uses too."""

from dataclasses import dataclass
from typing import Annotated, Final

import typer

from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault
from vanuatu.cli.files.inputs import FilesArgument, OnlyOption
from vanuatu.cli.files.selection import WhereOption, read_where
from vanuatu.cli.review.game_review import DEFAULT_BOT
from vanuatu.notation import codec
from vanuatu.notation.errors import excerpt

STDOUT: Final = "-"


@dataclass(frozen=True)
class ReviewOptions:
    """What to review, and where to write the reviews. Raise CallFault if the options do not fit together."""

    files: FilesArgument
    seat: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="Review only this seat. Repeatable.")
    ] = None
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Reviewer: a bot that searches.")] = DEFAULT_BOT
    seed: common.Seed = 1
    number: OnlyOption = None
    where: WhereOption = None
    json: Annotated[bool, typer.Option("--json", help="Print a line of JSON per game.")] = False
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Output file; .pvn, .ndjson and .msgpack get annotated games; - is stdout."
        ),
    ] = STDOUT
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write a page with the annotated games.")
    ] = None
    jobs: common.Jobs = 1
    cluster: common.Cluster = None
    resume: Annotated[bool, typer.Option("--resume", help="Review only the games that --out lacks.")] = False
    force: common.Force = False
    plain: common.Plain = False

    def __post_init__(self) -> None:
        if self.resume and self.force:
            raise CallFault("--resume continues a file and --force replaces it: use one of them")
        self.seats  # noqa: B018  # raises CallFault for an unknown seat
        read_where(self.where)  # raises CallFault for an invalid expression

    @property
    def seats(self) -> list[int] | None:
        """The numbers of the seats to review; None for all."""
        return read_seats(self.seat) if self.seat else None


def read_seats(words: list[str]) -> list[int]:
    """Return the numbers of seats that are named by name or letter. Raise CallFault."""
    seats = set()
    for word in words:
        called = zip(codec.SEAT_NAMES, codec.SEAT_LETTERS, strict=True)
        known = [seat for seat, (name, letter) in enumerate(called) if word.lower() in (name.lower(), letter)]
        if not known:
            names = ", ".join(name.lower() for name in codec.SEAT_NAMES)
            raise CallFault(f"--seat: '{excerpt(word)}' is not a seat. Seats: {names}")
        seats.update(known)
    return sorted(seats)

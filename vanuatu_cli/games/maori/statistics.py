"""The tables about Maori: parts of scores, and what is done with the ship, the tiles and the shells."""

from typing import Final

from vanuatu.cli.games.maori.counting import Course, MaoriCounter, Own
from vanuatu.cli.report.counting import CountedFigure
from vanuatu.cli.report.results import Results, score_of, scored
from vanuatu.cli.report.tables import Column, Plot, ReportTable, Row, Share, per

# In the order of the core's `score_items`.
_PARTS: Final = (
    ("palms", "palms"),
    ("hut_palms", "palms with hut"),
    ("leis", "leis"),
    ("ships", "ships"),
    ("shells", "shells"),
    ("empty", "empty"),
)
_MOVES: Final = (
    ("voyage", "explorer ship", Own.VOYAGE),
    ("lay", "tile laid", Own.LAY),
    ("store", "tile stored", Own.STORE),
    ("unstore", "stored tile laid", Own.UNSTORE),
    ("remove", "tile taken off", Own.REMOVE),
    ("boat", "small ship", Own.BOAT),
    ("pass", "nothing", Own.PASS),
)
_REACHES: Final = ("first", "second", "third", "fourth")


def counter() -> MaoriCounter:
    """Counts games of Maori."""
    return MaoriCounter()


def tables(results: Results) -> list[ReportTable]:
    """All of them."""
    counter = results.counter
    assert isinstance(counter, MaoriCounter)
    return [_parts(results), _moves(results), _tiles(results), _ends(counter)]


def _parts(results: Results) -> ReportTable:
    columns = [Column("of", "of"), Column("score", "score", 1)]
    columns += [Column(name, head, 1) for name, head in _PARTS]
    table = ReportTable("parts", "Parts of the score", columns, most=23)
    table.plots = (Plot("stack", tuple(name for name, _ in _PARTS), "", "points"),)
    for name, sums in results.groups():
        row: Row = {"of": name, "score": score_of(sums)}
        for number, (key, _) in enumerate(_PARTS):
            row[key] = per(sums.total(Own.PART + number), scored(sums))
        table.rows.append(row)
    return table


def _moves(results: Results) -> ReportTable:
    columns = [
        Column("move", "move"),
        Column("times", "times", 2),
        Column("by_winners", "winners", 2),
        Column("by_others", "others", 2),
        Column("paid", "shells paid", 2),
        Column("gained", "gained", 2),
    ]
    table = ReportTable("moves", "What is done", columns)
    table.plots = (Plot("bars", ("by_winners", "by_others"), "", "times a game"),)
    table.note = "A seat and game: how often, for all, winners and the others; shells paid for it and gained."
    games = results.all.total(CountedFigure.PLAYED)
    for _, name, figure in _MOVES:
        row: Row = {"move": name}
        for key, sums in (
            ("times", results.all),
            ("by_winners", results.winners),
            ("by_others", results.others),
        ):
            row[key] = per(sums.total(figure), sums.total(CountedFigure.PLAYED))
        row["paid"] = per(results.all.total(figure + Own.PAID), games)
        row["gained"] = per(results.all.total(figure + Own.GAINED), games)
        table.rows.append(row)
    return table


def _tiles(results: Results) -> ReportTable:
    columns = [Column("of", "of"), Column("steps", "steps", 2)]
    columns += [Column(reach, f"{reach} %", 1, True) for reach in _REACHES]
    columns += [Column("tiles", "tiles", 1), Column("shells", "shells left", 1)]
    table = ReportTable("tiles", "Ship and tiles", columns, most=23)
    table.note = (
        "Steps of the explorer ship a voyage; of the tiles taken those that were first, second, third or "
        "fourth before it; tiles on the board and shells in the end."
    )
    for name, sums in results.groups():
        taken = [sums.total(Own.REACH + number) for number in range(len(_REACHES))]
        row: Row = {"of": name, "steps": per(sums.total(Own.STEPS), sums.total(Own.VOYAGE))}
        row |= {reach: Share(count, sum(taken)) for reach, count in zip(_REACHES, taken, strict=True)}
        row["tiles"] = per(sums.total(Own.TILES), scored(sums))
        row["shells"] = per(sums.total(Own.SHELLS), scored(sums))
        table.rows.append(row)
    return table


def _ends(counter: MaoriCounter) -> ReportTable:
    columns = [Column("end", "end"), Column("games", "games"), Column("share", "%", 1, True)]
    table = ReportTable("ends", "How games end", columns)
    ends = (("a board is full", Course.FULL), ("nobody does anything any more", Course.IDLE))
    games = sum(counter.games.total(figure) for _, figure in ends)
    for name, figure in ends:
        count = counter.games.total(figure)
        table.rows.append({"end": name, "games": count, "share": Share(count, games)})
    return table

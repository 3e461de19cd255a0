"""The tables about Maori: parts of the score, kinds of moves, ship and tiles, how games end."""

from typing import Final

from vanuatu.cli.games.maori.counting import GameFigure, MaoriCounter, SeatFigure
from vanuatu.cli.report.counting import ResultFigure
from vanuatu.cli.report.results import Results, quotient_by_game, score_of, scored
from vanuatu.cli.report.tables import Column, Plot, ReportTable, Row, Share, ratio

# In the order of the core's `score_items`.
_PARTS: Final = (
    ("palms", "palms"),
    ("hut_palms", "palms with hut"),
    ("leis", "leis"),
    ("ships", "ships"),
    ("shells", "shells"),
    ("empty", "empty"),
)
# For each part of the score its figure, for `rollouts`.
SCORE_PARTS: Final = {name: int(SeatFigure.PART + at) for at, (name, _) in enumerate(_PARTS)}
_MOVES: Final = (
    ("voyage", "explorer ship", SeatFigure.VOYAGE),
    ("lay", "tile laid", SeatFigure.LAY),
    ("store", "tile stored", SeatFigure.STORE),
    ("unstore", "stored tile laid", SeatFigure.UNSTORE),
    ("remove", "tile taken off", SeatFigure.REMOVE),
    ("boat", "small ship", SeatFigure.BOAT),
    ("pass", "nothing", SeatFigure.PASS),
)
_REACHES: Final = ("first", "second", "third", "fourth")


def counter() -> MaoriCounter:
    """Return the counter of Maori."""
    return MaoriCounter()


def tables(results: Results) -> list[ReportTable]:
    """Return the tables about Maori."""
    counter = results.counter
    assert isinstance(counter, MaoriCounter)
    return [_parts(results), _moves(results), _tiles(results), _ends(counter)]


def _parts(results: Results) -> ReportTable:
    columns = [Column("of", "of"), Column("score", "score", 1)]
    columns += [Column(name, head, 1) for name, head in _PARTS]
    table = ReportTable("parts", "Parts of the score", columns, most=23)
    for name, sums in results.groups():
        row: Row = {"of": name, "score": score_of(sums)}
        for number, (key, _) in enumerate(_PARTS):
            row[key] = ratio(sums.total(SeatFigure.PART + number), scored(sums))
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
    table = ReportTable("moves", "Kinds of moves", columns)
    table.plots = (Plot("heat", ("by_winners", "by_others"), "", "times per seat and game"),)
    table.note = "Per seat and game: how often, by all, winners and others; shells paid and gained by it."
    games = results.all.total(ResultFigure.PLAYED)
    for _, name, figure in _MOVES:
        row: Row = {"move": name}
        for key, sums in (
            ("times", results.all),
            ("by_winners", results.winners),
            ("by_others", results.others),
        ):
            row[key] = ratio(sums.total(figure), sums.total(ResultFigure.PLAYED))
        row["paid"] = ratio(results.all.total(figure + SeatFigure.PAID), games)
        row["gained"] = ratio(results.all.total(figure + SeatFigure.GAINED), games)
        table.rows.append(row)
    return table


def _tiles(results: Results) -> ReportTable:
    columns = [Column("of", "of"), Column("steps", "steps", 2)]
    columns += [Column(reach, f"{reach} %", 1, True) for reach in _REACHES]
    columns += [Column("tiles", "tiles", 1), Column("shells", "shells left", 1)]
    table = ReportTable("tiles", "Ship and tiles", columns, most=23)
    table.note = (
        "Steps of the explorer ship per voyage; share of the taken tiles that were first, second, third or "
        "fourth from the ship; tiles on the board and shells at the end."
    )
    for name, sums in results.groups():
        taken = sums.total(SeatFigure.TAKEN)
        row: Row = {"of": name, "steps": ratio(sums.total(SeatFigure.STEPS), sums.total(SeatFigure.VOYAGE))}
        for number, reach in enumerate(_REACHES):
            by_game = quotient_by_game(sums, SeatFigure.REACH_KIND + number)
            row[reach] = Share(sums.total(SeatFigure.REACH + number), taken, by_game)
        row["tiles"] = ratio(sums.total(SeatFigure.TILES), scored(sums))
        row["shells"] = ratio(sums.total(SeatFigure.SHELLS), scored(sums))
        table.rows.append(row)
    return table


def _ends(counter: MaoriCounter) -> ReportTable:
    columns = [Column("end", "end"), Column("games", "games"), Column("share", "%", 1, True)]
    table = ReportTable("ends", "How games end", columns)
    ends = (("a board is full", GameFigure.FULL), ("all players pass", GameFigure.IDLE))
    games = sum(counter.games.total(figure) for _, figure in ends)
    for name, figure in ends:
        count = counter.games.total(figure)
        table.rows.append({"end": name, "games": count, "share": Share(count, games)})
    return table

"""The tables about Vanuatu: parts of the score, actions, characters, first plans, rounds."""

from collections.abc import Callable
from typing import Final

from vanuatu.cli.games.vanuatu.counting import VanuatuCounter, opening_key
from vanuatu.cli.games.vanuatu.figures import (
    ActionFigure,
    CharacterFigure,
    OpeningFigure,
    RoundFigure,
    ScorePart,
    SeatFigure,
)
from vanuatu.cli.report.counting import SHARES, ResultFigure, Sums
from vanuatu.cli.report.results import (
    PLACES,
    Results,
    quotient_by_game,
    score_of,
    scored,
    scores_by_game,
    wins_by_game,
)
from vanuatu.cli.report.tables import (
    EVEN,
    RATE,
    SCORE,
    Column,
    Mean,
    Plot,
    ReportTable,
    Row,
    Share,
    WinShare,
    ratio,
)
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, ACTION_NAMES, CHARACTER_NAMES

_ACTIONS: Final = len(ACTION_NAMES)
_PARTS: Final = (
    ("fish", "fish", ScorePart.FISH),
    ("treasures", "treas- ures", ScorePart.TREASURES),
    ("drawings", "draw- ings", ScorePart.DRAWINGS),
    ("goods", "goods", ScorePart.GOODS),
    ("ships", "ships", ScorePart.SHIPS),
    ("tourists", "tour- ists", ScorePart.TOURISTS),
    ("huts", "huts", ScorePart.HUTS),
    ("rests", "rests", ScorePart.RESTS),
    ("first", "first", ScorePart.FIRST),
    ("vatus", "vatus", ScorePart.VATUS),
    ("begging", "beg- ging", ScorePart.BEGGING),
    ("waters", "waters", ScorePart.WATERS),
    ("before", "before", ScorePart.BEFORE),
)
# For each part of the score its figure, for `rollouts`.
SCORE_PARTS: Final = {name: int(SeatFigure.PART + part) for name, _, part in _PARTS}
_SELDOM: Final = (ScorePart.BEGGING, ScorePart.WATERS, ScorePart.BEFORE)  # shown only if not zero


def counter() -> VanuatuCounter:
    """Return the counter of Vanuatu."""
    return VanuatuCounter()


def tables(results: Results) -> list[ReportTable]:
    """Return the tables about Vanuatu that have rows."""
    counter = results.counter
    assert isinstance(counter, VanuatuCounter)
    found = [
        _parts(results),
        _actions(results, counter),
        *_actions_by_group(results),
        _actions_by_seat(results),
        _things(results),
        _characters(counter),
        *_of_round_one(counter),
        _rounds(counter),
    ]
    return [table for table in found if table.rows]


def _parts(results: Results) -> ReportTable:
    used = [part for part in _PARTS if part[2] not in _SELDOM or results.all.total(SeatFigure.PART + part[2])]
    columns = [Column("of", "of"), Column("score", "score", 1)]
    columns += [Column(name, head, 1) for name, head, _ in used]
    table = ReportTable("parts", "Parts of the score", columns, most=23)
    table.note = (
        "Points per game. If ten vatus become five points, the points count where the tenth vatu was "
        "earned. Goods exclude the bonus for a full ship. First: the first player marker at the end. "
        "Vatus: those left at the end."
    )
    for name, sums in results.groups():
        row: Row = {"of": name, "score": score_of(sums)}
        for key, _, part in _PARTS:
            row[key] = ratio(sums.total(SeatFigure.PART + part), scored(sums))
        table.rows.append(row)
    return table


def _actions(results: Results, counter: VanuatuCounter) -> ReportTable:
    columns = [
        Column("action", "action"),
        Column("markers", "markers", 2),
        Column("planned", "planned", 2),
        Column("led", "led", 2),
        Column("performed", "performed", 2),
        Column("withdrawn", "withdrawn", 2),
        Column("share_led", "led %", 1, True),
        Column("share_withdrawn", "with- drawn %", 1, True),
        Column("points", "points each", 2),
        Column("vatus", "vatus each", 2),
    ]
    table = ReportTable("actions", "Actions", columns)
    table.plots = (Plot("heat", ("planned", "led", "performed", "withdrawn"), "", "times per seat and game"),)
    table.note = (
        "Per seat and game: markers placed; rounds in which the action was planned; rounds in which it was "
        "led after planning; how often it was performed or its markers were withdrawn. Led %: of planned. "
        "Withdrawn %: of performed and withdrawn. Points and vatus: per performed action."
    )
    sums = results.all
    games = sums.total(ResultFigure.PLAYED)
    for action, name in enumerate(ACTION_NAMES):
        by_game = counter.actions[action]
        planned, led, performed, taken = (
            sums.total(figure + action)
            for figure in (SeatFigure.PLANNED, SeatFigure.LED, SeatFigure.PERFORMED, SeatFigure.TAKEN)
        )
        table.rows.append(
            {
                "action": name,
                "markers": ratio(sums.total(SeatFigure.MARKERS + action), games),
                "planned": ratio(planned, games),
                "led": ratio(led, games),
                "performed": ratio(performed, games),
                "withdrawn": ratio(taken, games),
                "share_led": Share(led, planned, quotient_by_game(by_game, ActionFigure.LED_KIND)),
                "share_withdrawn": Share(
                    taken, performed + taken, quotient_by_game(by_game, ActionFigure.TAKEN_KIND)
                ),
                "points": ratio(sums.total(SeatFigure.POINTS + action), performed),
                "vatus": ratio(sums.total(SeatFigure.VATUS + action), performed),
            }
        )
    return table


_BY_GROUP: Final = (
    ("planned", "Rounds in which an action was planned, per seat and game", SeatFigure.PLANNED, False),
    (
        "led",
        "Rounds in which an action was led after planning, per seat and game",
        SeatFigure.LED,
        False,
    ),
    ("performed", "How often an action was performed, per seat and game", SeatFigure.PERFORMED, True),
    ("withdrawn", "How often markers were withdrawn, per seat and game", SeatFigure.TAKEN, False),
)


def _actions_by_group(results: Results) -> list[ReportTable]:
    """Return a table per way to use an action, with a row per group of seats."""
    found = []
    for name, title, figure, shown in _BY_GROUP:
        columns = [Column("of", "of"), *(Column(action, action, 2) for action in ACTION_NAMES)]
        table = ReportTable(f"actions_{name}", title, columns, most=23, shown=shown)
        for group, sums in results.groups():
            row: Row = {"of": group}
            for action, key in enumerate(ACTION_NAMES):
                row[key] = ratio(sums.total(figure + action), sums.total(ResultFigure.PLAYED))
            table.rows.append(row)
        found.append(table)
    return found


_COUNTED: Final = (
    ("markers", SeatFigure.MARKERS),
    ("planned", SeatFigure.PLANNED),
    ("led", SeatFigure.LED),
    ("performed", SeatFigure.PERFORMED),
    ("withdrawn", SeatFigure.TAKEN),
    ("points", SeatFigure.POINTS),
    ("vatus", SeatFigure.VATUS),
)


def _actions_by_seat(results: Results) -> ReportTable:
    """Return how often each seat used each action, as counts over all games."""
    columns = [Column("name", "name"), *(Column(name, name) for name, _ in _COUNTED)]
    table = ReportTable("actions_by_seat", "Actions by seat, counts over all games", columns, shown=False)
    for (players, seat), sums in sorted(results.seats.items()):
        for action, name in enumerate(ACTION_NAMES):
            row: Row = {"name": f"{SEAT_NAMES[seat].lower()} of {players}, {name}"}
            for key, figure in _COUNTED:
                row[key] = sums.total(figure + action)
            table.rows.append(row)
    return table


_THINGS: Final = (
    ("huts", "huts built", SeatFigure.HUTS),
    ("dikes", "dikes", SeatFigure.DIKES),
    ("ships", "ships filled", SeatFigure.SHIPS),
    ("treasures_sold", "treasures sold", SeatFigure.TREASURES),
    ("bonuses", "bonuses used", SeatFigure.BONUSES),
    ("governed", "governed", SeatFigure.GOVERNED),
    ("begged", "begged", SeatFigure.BEGGED),
    ("begged_points", "for points", SeatFigure.BEGGED_POINTS),
    ("begged_late", "begged late", SeatFigure.BEGGED_LATE),
)


def _things(results: Results) -> ReportTable:
    columns = [Column("of", "of"), *(Column(name, head, 2) for name, head, _ in _THINGS)]
    table = ReportTable("doings", "Huts, ships and powers of characters, per seat and game", columns, most=23)
    table.note = (
        "Bonuses: a character has one per round. Governed: markers moved by the Governor. Begged: exchanges "
        "of the Beggar. Late: exchanges after the last marker of the round."
    )
    for name, sums in results.groups():
        row: Row = {"of": name}
        for key, _, figure in _THINGS:
            row[key] = ratio(sums.total(figure), sums.total(ResultFigure.PLAYED))
        table.rows.append(row)
    return table


def _characters(counter: VanuatuCounter) -> ReportTable:
    columns = [
        Column("character", "character"),
        Column("offered", "offered"),
        Column("taken", "taken"),
        Column("taken_of_offered", "taken %", 1, True, True),
        Column("taken_first", "first %", 1, True, True),
        Column("gain", "gain", 2, interval=True),
        Column("used", "used %", 1, True),
    ]
    table = ReportTable("characters", "Characters", columns)
    table.plots = (
        Plot("intervals", ("taken_of_offered",), "", "taken of offered, %", ranked=True),
        Plot("intervals", ("gain",), "", "points of score gained in the round", ranked=True),
    )
    table.note = (
        "Taken: of the choices that offered it. First: of the first choices of the rounds. Gain: by how much "
        "the owner's score, as if the game ended there, rose in the round. Used: how often its power was."
    )
    for number, name in enumerate(CHARACTER_NAMES):
        sums = counter.characters[number]
        held = sums.total(CharacterFigure.ROUNDS)
        table.rows.append(
            {
                "character": name,
                "offered": sums.total(CharacterFigure.OFFERED),
                "taken": sums.total(CharacterFigure.CHOSEN),
                "taken_of_offered": Share(
                    sums.total(CharacterFigure.CHOSEN),
                    sums.total(CharacterFigure.OFFERED),
                    quotient_by_game(sums, CharacterFigure.CHOSEN_KIND),
                ),
                "taken_first": Share(
                    sums.total(CharacterFigure.FIRST_CHOSEN),
                    sums.total(CharacterFigure.FIRST_OFFERED),
                    quotient_by_game(sums, CharacterFigure.FIRST_KIND),
                ),
                "gain": Mean(
                    held,
                    sums.total(CharacterFigure.GAIN),
                    sums.total(CharacterFigure.SQUARES),
                    quotient_by_game(sums, CharacterFigure.GAIN_KIND),
                ),
                "used": Share(
                    sums.total(CharacterFigure.BONUSES),
                    sums.total(CharacterFigure.CHOSEN),
                    quotient_by_game(sums, CharacterFigure.BONUS_KIND),
                ),
            }
        )
    table.rows = [row for row in table.rows if row["offered"]]
    table.rows.sort(key=lambda row: -_value(row["taken_first"]))
    return table


_FEWEST: Final = 10  # games of a plan that the page shows unfolded, and text if it is by turn


def _value(cell: object) -> float:
    return cell.value if isinstance(cell, Share) else 0.0


def _openings(name: str, title: str, head: str, openings: dict[str, Sums], most: int = 0) -> ReportTable:
    """Return a table of characters or plans of round 1 and their results, the most frequent first."""
    columns = [Column("what", head), Column("games", "results"), RATE, EVEN, SCORE]
    table = ReportTable(name, title, columns, most=most)
    table.plots = (Plot("intervals", ("win",), "even", "wins, %", ranked=True),)
    table.folded = _FEWEST
    for what, sums in sorted(
        openings.items(), key=lambda item: (-item[1].total(OpeningFigure.SEATS), item[0])
    ):
        seats = sums.total(OpeningFigure.SEATS)
        table.rows.append(
            {
                "what": what,
                "games": seats,
                "win": WinShare(sums.total(OpeningFigure.WINS) / SHARES, seats, wins_by_game(sums)),
                "even": sums.total(OpeningFigure.EVEN) / SHARES / seats,
                "score": Mean(
                    sums.total(OpeningFigure.SCORED),
                    sums.total(OpeningFigure.SCORE),
                    sums.total(OpeningFigure.SQUARES),
                    scores_by_game(sums),
                ),
            }
        )
    return table


def _by_turn(name: str, title: str, head: str, openings: dict[str, Sums]) -> ReportTable:
    """Return the same by place in the turn order, the most frequent first at each place."""
    table = _openings(name, title, f"turn: {head}", openings)
    table.rows.sort(key=lambda row: _turn_number(str(row["what"])))
    table.fewest = _FEWEST
    table.plots = ()
    table.note = "Compare rows of the same turn only: late turns may win less for that reason alone."
    return table


def _turn_number(label: str) -> tuple[str, int]:
    place, _, players = label.partition(":")[0].partition(" of ")
    return players, PLACES.index(place)


def _named(openings: dict[int, Sums], name: Callable[[int], str], *, by_turn: bool) -> dict[str, Sums]:
    """Return the openings by name, of all turns or by turn."""
    found: dict[str, Sums] = {}
    for key, sums in openings.items():
        turn, what = divmod(key, int(opening_key(0, 1)))
        if by_turn == bool(turn):
            found[f"{PLACES[turn % 8 - 1]} of {turn // 8}: {name(what)}" if turn else name(what)] = sums
    return found


def _of_round_one(counter: VanuatuCounter) -> list[ReportTable]:
    """Return the tables about characters and plans of the first round."""
    characters, pairs, plans = counter.first_characters, counter.first_pairs, counter.first_plans
    held, two = "Characters of the first round, and who won", "The first two markers of the game"
    five, turn, who = "All five markers of the first round", ", by turn", "character"
    return [
        _openings("first_characters", held, who, _named(characters, _character, by_turn=False)),
        _by_turn("first_characters_by_turn", held + turn, who, _named(characters, _character, by_turn=True)),
        _openings("first_markers", two, "markers", _named(pairs, letters, by_turn=False), 15),
        _by_turn("first_markers_by_turn", two + turn, "markers", _named(pairs, letters, by_turn=True)),
        _openings("first_plans", five, "markers", _named(plans, letters, by_turn=False), 10),
        _by_turn("first_plans_by_turn", five + turn, "markers", _named(plans, letters, by_turn=True)),
    ]


def _character(number: int) -> str:
    return CHARACTER_NAMES[number]


def letters(markers: int) -> str:
    """Return a plan as a token such as +SFF; `markers` has three bits per action."""
    return "+" + "".join(ACTION_LETTERS[action] * (markers >> 3 * action & 7) for action in range(_ACTIONS))


def _rounds(counter: VanuatuCounter) -> ReportTable:
    columns = [
        Column("round", "round"),
        Column("games", "games"),
        Column("gain", "gain", 2, interval=True),
        Column("performed", "performed", 2),
        Column("withdrawn", "withdrawn", 2),
        Column("ships", "ships filled", 2),
        Column("last_withdrawn", "ends with- drawn %", 1, True),
        Column("first_moved", "first moves %", 1, True),
        Column("rose", "rose %", 1, True),
        Column("drowned", "drowned"),
    ]
    sums_of = [(number, counter.rounds[number]) for number in range(1, len(counter.rounds))]
    if not any(sums.total(RoundFigure.DICE) for _, sums in sums_of):
        columns = columns[:-2]
    table = ReportTable("rounds", "Rounds", columns)
    table.plots = (Plot("intervals", ("gain",), "", "points of score gained"),)
    table.note = (
        "Per seat: the gain in score, actions performed, markers withdrawn, ships filled. Then the share of "
        "rounds that ended with withdrawn markers, and of those after which the first player changed"
    )
    with_dice = "; of the rounds with a die, the share in which the waters rose; and the games they ended"
    table.note += f"{with_dice if len(columns) > 8 else ''}."
    for number, sums in sums_of:
        games, seats, gains = (
            sums.total(figure) for figure in (RoundFigure.GAMES, RoundFigure.SEATS, RoundFigure.GAINS)
        )
        if games or sums.total(RoundFigure.DROWNED):
            last = sums.total(RoundFigure.LAST_PERFORMED) + sums.total(RoundFigure.LAST_TAKEN)
            table.rows.append(
                {
                    "round": str(number),
                    "games": games,
                    "gain": Mean(
                        gains,
                        sums.total(RoundFigure.GAIN),
                        sums.total(RoundFigure.SQUARES),
                        quotient_by_game(sums, 0),
                    ),
                    "performed": ratio(sums.total(RoundFigure.PERFORMED), seats),
                    "withdrawn": ratio(sums.total(RoundFigure.TAKEN), seats),
                    "ships": ratio(sums.total(RoundFigure.SHIPS), seats),
                    "last_withdrawn": Share(sums.total(RoundFigure.LAST_TAKEN), last),
                    "first_moved": Share(sums.total(RoundFigure.MOVED_FIRST), last),
                    "rose": Share(sums.total(RoundFigure.ROSE), sums.total(RoundFigure.DICE)),
                    "drowned": sums.total(RoundFigure.DROWNED),
                }
            )
    return table

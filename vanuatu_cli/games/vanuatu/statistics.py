"""The tables about Vanuatu: parts of scores, actions, characters, first plans, rounds."""

from collections.abc import Callable
from typing import Final

from vanuatu.cli.games.vanuatu.counting import VanuatuCounter, opening_key
from vanuatu.cli.games.vanuatu.figures import Course, HeldCharacter, Opening, Own, ScorePart
from vanuatu.cli.report.counting import SHARES, CountedFigure, Sums
from vanuatu.cli.report.results import PLACES, Results, score_of, scored
from vanuatu.cli.report.tables import EVEN, RATE, SCORE, Column, Mean, Plot, ReportTable, Row, Share, per
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
_SELDOM: Final = (ScorePart.BEGGING, ScorePart.WATERS, ScorePart.BEFORE)  # shown only where there are any


def counter() -> VanuatuCounter:
    """Counts games of Vanuatu."""
    return VanuatuCounter()


def tables(results: Results) -> list[ReportTable]:
    """All of them; a table without a row is left out."""
    counter = results.counter
    assert isinstance(counter, VanuatuCounter)
    found = [
        _parts(results),
        _actions(results),
        *_actions_by_group(results),
        _things(results),
        _characters(counter),
        *_of_round_one(counter),
        _rounds(counter),
    ]
    return [table for table in found if table.rows]


def _parts(results: Results) -> ReportTable:
    used = [part for part in _PARTS if part[2] not in _SELDOM or results.all.total(Own.PART + part[2])]
    columns = [Column("of", "of"), Column("score", "score", 1)]
    columns += [Column(name, head, 1) for name, head, _ in used]
    table = ReportTable("parts", "Parts of the score", columns, most=23)
    table.plots = (Plot("stack", tuple(name for name, _, _ in used), "", "points"),)
    table.note = (
        "Points a game. Ten vatus that become five points count where the tenth was earned; goods are "
        "without the bonus for a full ship; first is the marker in the end, vatus what is left of them "
        "then."
    )
    for name, sums in results.groups():
        row: Row = {"of": name, "score": score_of(sums)}
        for key, _, part in _PARTS:
            row[key] = per(sums.total(Own.PART + part), scored(sums))
        table.rows.append(row)
    return table


def _actions(results: Results) -> ReportTable:
    columns = [
        Column("action", "action"),
        Column("markers", "markers", 2),
        Column("planned", "planned", 2),
        Column("led", "led", 2),
        Column("performed", "performed", 2),
        Column("taken_back", "taken back", 2),
        Column("share_led", "led %", 1, True),
        Column("share_taken_back", "taken %", 1, True),
        Column("points", "points each", 2),
        Column("vatus", "vatus each", 2),
    ]
    table = ReportTable("actions", "Actions", columns)
    table.plots = (Plot("bars", ("planned", "led", "performed", "taken_back"), "", "a seat and game"),)
    table.note = (
        "A seat and game: markers placed; rounds in which it was planned, and led when planning was "
        "over; how often it was performed, and taken back. Then: led of planned; taken back of performed "
        "and taken back; points on the track and vatus that it brought each time."
    )
    sums = results.all
    games = sums.total(CountedFigure.PLAYED)
    for action, name in enumerate(ACTION_NAMES):
        planned, led, performed, taken = (
            sums.total(figure + action) for figure in (Own.PLANNED, Own.LED, Own.PERFORMED, Own.TAKEN)
        )
        table.rows.append(
            {
                "action": name,
                "markers": per(sums.total(Own.MARKERS + action), games),
                "planned": per(planned, games),
                "led": per(led, games),
                "performed": per(performed, games),
                "taken_back": per(taken, games),
                "share_led": Share(led, planned),
                "share_taken_back": Share(taken, performed + taken),
                "points": per(sums.total(Own.POINTS + action), performed),
                "vatus": per(sums.total(Own.VATUS + action), performed),
            }
        )
    return table


_BY_GROUP: Final = (
    ("planned", "Rounds in which an action was planned, a seat and game", Own.PLANNED, False),
    ("led", "Rounds in which an action was led when planning was over, a seat and game", Own.LED, False),
    ("performed", "How often an action was performed, a seat and game", Own.PERFORMED, True),
    ("taken_back", "How often an action was taken back, a seat and game", Own.TAKEN, False),
)


def _actions_by_group(results: Results) -> list[ReportTable]:
    """What each kind of seat does with each action."""
    found = []
    for name, title, figure, shown in _BY_GROUP:
        columns = [Column("of", "of"), *(Column(action, action, 2) for action in ACTION_NAMES)]
        table = ReportTable(f"actions_{name}", title, columns, most=23, shown=shown)
        for group, sums in results.groups():
            row: Row = {"of": group}
            for action, key in enumerate(ACTION_NAMES):
                row[key] = per(sums.total(figure + action), sums.total(CountedFigure.PLAYED))
            table.rows.append(row)
        found.append(table)
    return found


_THINGS: Final = (
    ("huts", "huts built", Own.HUTS),
    ("dikes", "dikes", Own.DIKES),
    ("ships", "ships filled", Own.SHIPS),
    ("treasures_sold", "treasures sold", Own.TREASURES),
    ("bonuses", "bonuses used", Own.BONUSES),
    ("governed", "governed", Own.GOVERNED),
    ("begged", "begged", Own.BEGGED),
    ("begged_points", "for points", Own.BEGGED_POINTS),
    ("begged_late", "begged late", Own.BEGGED_LATE),
)


def _things(results: Results) -> ReportTable:
    columns = [Column("of", "of"), *(Column(name, head, 2) for name, head, _ in _THINGS)]
    table = ReportTable(
        "doings", "Huts, ships and the powers of characters, a seat and game", columns, most=23
    )
    table.note = (
        "Bonuses are what a character offers once a round; governed are markers that the Governor moved, "
        "begged the Beggar's exchanges, late those when the last marker of the round had gone."
    )
    for name, sums in results.groups():
        row: Row = {"of": name}
        for key, _, figure in _THINGS:
            row[key] = per(sums.total(figure), sums.total(CountedFigure.PLAYED))
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
        Plot("intervals", ("taken_of_offered",), "", "taken of offered, %"),
        Plot("intervals", ("gain",), "", "points of score gained in the round"),
    )
    table.note = (
        "Taken by those who could have it, and first by whoever chose first in a round; the gain is by "
        "how much its owner's score, as if the game ended there, rose in the round; used, how often its "
        "power was."
    )
    for number, name in enumerate(CHARACTER_NAMES):
        sums = counter.characters[number]
        held = sums.total(HeldCharacter.ROUNDS)
        table.rows.append(
            {
                "character": name,
                "offered": sums.total(HeldCharacter.OFFERED),
                "taken": sums.total(HeldCharacter.CHOSEN),
                "taken_of_offered": Share(
                    sums.total(HeldCharacter.CHOSEN), sums.total(HeldCharacter.OFFERED)
                ),
                "taken_first": Share(
                    sums.total(HeldCharacter.FIRST_CHOSEN), sums.total(HeldCharacter.FIRST_OFFERED)
                ),
                "gain": Mean(held, sums.total(HeldCharacter.GAIN), sums.total(HeldCharacter.SQUARES)),
                "used": Share(sums.total(HeldCharacter.BONUSES), sums.total(HeldCharacter.CHOSEN)),
            }
        )
    table.rows = [row for row in table.rows if row["offered"]]
    table.rows.sort(key=lambda row: -_value(row["taken_first"]))
    return table


def _value(cell: object) -> float:
    return cell.value if isinstance(cell, Share) else 0.0


def _openings(name: str, title: str, openings: dict[str, Sums], most: int = 0) -> ReportTable:
    """Characters or plans of round 1 and who won, the most frequent first."""
    columns = [Column("what", "what"), Column("games", "games"), RATE, EVEN, SCORE]
    table = ReportTable(name, title, columns, most=most)
    table.plots = (Plot("intervals", ("win",), "even", "wins, %"),)
    for what, sums in sorted(openings.items(), key=lambda item: (-item[1].total(Opening.SEATS), item[0])):
        seats = sums.total(Opening.SEATS)
        table.rows.append(
            {
                "what": what,
                "games": seats,
                "win": Share(sums.total(Opening.WINS) / SHARES, seats),
                "even": sums.total(Opening.EVEN) / SHARES / seats,
                "score": Mean(
                    sums.total(Opening.SCORED), sums.total(Opening.SCORE), sums.total(Opening.SQUARES)
                ),
            }
        )
    return table


def _by_turn(name: str, title: str, openings: dict[str, Sums]) -> ReportTable:
    """The same for each place in the turn order: for programs and the page, since the rows are many."""
    table = _openings(name, title, openings)
    table.rows.sort(key=lambda row: _turn_number(str(row["what"])))
    table.shown = False
    table.plots = ()
    table.note = "To be compared within a turn: who comes late may win less for that alone."
    return table


def _turn_number(label: str) -> tuple[str, int]:
    place, _, players = label.partition(":")[0].partition(" of ")
    return players, PLACES.index(place)


def _named(openings: dict[int, Sums], name: Callable[[int], str], *, by_turn: bool) -> dict[str, Sums]:
    """The openings by what people call them, added up over the turns or apart for each."""
    found: dict[str, Sums] = {}
    for key, sums in openings.items():
        turn, what = divmod(key, int(opening_key(0, 1)))
        label = name(what)
        if by_turn:
            if not turn:
                continue
            label = f"{PLACES[turn % 8 - 1]} of {turn // 8}: {label}"
        total = found.setdefault(label, Sums(Opening.SIZE))
        for figure in range(Opening.SIZE):
            total.add(figure, sums.total(figure))
    return found


def _of_round_one(counter: VanuatuCounter) -> list[ReportTable]:
    """Characters and plans of the first round."""
    characters, pairs, plans = counter.first_characters, counter.first_pairs, counter.first_plans
    held, two = "Characters of the first round, and who won", "The first two markers of the game"
    turn = ", by turn"
    return [
        _openings("first_characters", held, _named(characters, _character, by_turn=False)),
        _by_turn("first_characters_by_turn", held + turn, _named(characters, _character, by_turn=True)),
        _openings("first_markers", two, _named(pairs, letters, by_turn=False), 15),
        _by_turn("first_markers_by_turn", two + turn, _named(pairs, letters, by_turn=True)),
        _openings(
            "first_plans", "All five markers of the first round", _named(plans, letters, by_turn=False), 10
        ),
    ]


def _character(number: int) -> str:
    return CHARACTER_NAMES[number]


def letters(markers: int) -> str:
    """A plan as the notation has it, such as +SFF, from three bits an action."""
    return "+" + "".join(ACTION_LETTERS[action] * (markers >> 3 * action & 7) for action in range(_ACTIONS))


def _rounds(counter: VanuatuCounter) -> ReportTable:
    columns = [
        Column("round", "round"),
        Column("games", "games"),
        Column("gain", "gain", 2, interval=True),
        Column("performed", "performed", 2),
        Column("taken_back", "taken back", 2),
        Column("ships", "ships filled", 2),
        Column("last_taken_back", "ends taken %", 1, True),
        Column("first_moved", "first moves %", 1, True),
        Column("rose", "rose %", 1, True),
        Column("drowned", "drowned"),
    ]
    sums_of = [(number, counter.rounds[number]) for number in range(1, len(counter.rounds))]
    if not any(sums.total(Course.DICE) for _, sums in sums_of):
        columns = columns[:-2]
    table = ReportTable("rounds", "Rounds", columns)
    table.plots = (Plot("intervals", ("gain",), "", "points of score gained"),)
    table.note = (
        "A seat: by how much its score rose, what it performed and took back, ships it filled. Then how "
        "many of the rounds ended with markers taken back instead of an action, and after how many the "
        "first player marker changed hands"
    )
    with_dice = "; of those with a die, in how many the waters rose; and the games that they ended"
    table.note += f"{with_dice if len(columns) > 8 else ''}."
    for number, sums in sums_of:
        games, seats, gains = (sums.total(figure) for figure in (Course.GAMES, Course.SEATS, Course.GAINS))
        if games or sums.total(Course.DROWNED):
            last = sums.total(Course.LAST_PERFORMED) + sums.total(Course.LAST_TAKEN)
            table.rows.append(
                {
                    "round": str(number),
                    "games": games,
                    "gain": Mean(gains, sums.total(Course.GAIN), sums.total(Course.SQUARES)),
                    "performed": per(sums.total(Course.PERFORMED), seats),
                    "taken_back": per(sums.total(Course.TAKEN), seats),
                    "ships": per(sums.total(Course.SHIPS), seats),
                    "last_taken_back": Share(sums.total(Course.LAST_TAKEN), last),
                    "first_moved": Share(sums.total(Course.MOVED_FIRST), last),
                    "rose": Share(sums.total(Course.ROSE), sums.total(Course.DICE)),
                    "drowned": sums.total(Course.DROWNED),
                }
            )
    return table

"""What a move does, in words: its costs, its gains, its immediate effects.

Also the subject of a decision if its moves alone do not show it, and what a person is asked about a draw.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE
from vanuatu.core.vanuatu import board, tables
from vanuatu.core.vanuatu.actions import export_points
from vanuatu.core.vanuatu.layout import At, Island, Phase, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.purse import packed_value
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Character, Points, Price, RestToken, Rule, Tile
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.vanuatu import names
from vanuatu.notation.vanuatu.names import ACTION_NAMES, CHARACTER_NAMES, TILE_NAMES, cell_name
from vanuatu.notation.wording import amount, listed

# The bonus of each character, in alphabetical order.
BONUSES: Final = (
    f"{Points.ARTIST} points for a drawing, not {Points.DRAWING}",
    "up to 3 points for as many vatus",
    f"a hut for {Price.BUILDERS_HUT} vatu, not {Price.HUT}",
    "a second cube of the same good, exported free",
    "vatus for the value of a treasure when it is found",
    "points for the value of a fish when it is caught",
    "moves own markers from one action to another",
    f"{Points.GUIDE} points for each drawing where a tourist is brought",
    "one free trip of up to 3 cells",
    "performs one action without leading it, while leading none",
    "sells fish without a hut beside the boat",
)


def words(b: vec[i64], actor: i64, move: i64) -> str:
    """Return the move in words; it must be legal (or veiled) for the actor in the position."""
    kind, detail = kind_of(move), detail_of(move)
    if kind < Kind.PLACE:
        return _draw_words(kind, detail)
    if kind < Kind.ACTION:
        return _choice_words(kind, detail)
    base = Seat.BASE + Seat.SIZE * actor
    if kind > Kind.REST:
        return _free_words(b, base, kind, detail)
    return _action_words(b, base, move) + _preached(b, base, move) + _flooding(b)


def tile_words(tile: i64) -> str:
    """Return `B1 (ocean, fish 1, treasure 3)`, `A2 (island)`."""
    if tile < Tile.ISLANDS:
        return f"{TILE_NAMES[tile]} (island)"
    text = f"{TILE_NAMES[tile]} (ocean"
    if tables.PRINTED_FISH[tile]:
        text += f", fish {tables.PRINTED_FISH[tile]}"
    if tables.PRINTED_TREASURE[tile]:
        text += f", treasure {tables.PRINTED_TREASURE[tile]}"
    return text + ")"


def character_set(bits: i64) -> list[str]:
    return [CHARACTER_NAMES[i] for i in range(Character.COUNT) if bits >> i & 1]


# Draws


def _draw_words(kind: i64, detail: i64) -> str:
    if kind == Kind.START:
        cells = [cell_name(cell) for cell in tables.START_CELLS]
        tiles = [f"S{tile} on {cell}" for tile, cell in zip(names.START_NAMES[detail], cells, strict=True)]
        return f"the tiles to start with are {listed(tiles)}; the boats start on S0"
    if kind == Kind.TILES:
        return f"the next tiles are {tile_words(detail >> 4)} and {tile_words(detail & 15)}"
    if kind == Kind.SHIPS:
        codes = [detail >> 8, detail >> 4 & 15, detail & 15]
        named = [names.SHIP_NAMES[code - 1] for code in codes if code]
        return f"the ship {named[0]} arrives" if len(named) == 1 else f"the ships {listed(named)} arrive"
    if kind == Kind.TOURISTS:
        if detail == 0:
            return "no tourists arrive"
        return f"{amount(detail, 'tourist')} arrive{'s' if detail == 1 else ''}"
    if kind == Kind.FIRST:
        return f"{SEAT_NAMES[detail].lower()} is the first player"
    if kind == Kind.FLOOD:
        return f"the die shows {detail}: the waters rise after {amount(detail, 'action')}"
    return f"the characters on offer are {listed(character_set(detail))}"


# Phases I to III


def _choice_words(kind: i64, detail: i64) -> str:
    if kind == Kind.PLACE:
        return f"place {tile_words(detail >> 5)} on {cell_name(detail & 31)}"
    if kind == Kind.CHARACTER:
        return f"take the {CHARACTER_NAMES[detail]}: {BONUSES[detail]}"
    if kind == Kind.PLAN:
        return _plan_words(detail >> 4, detail & 15)
    actions = [detail >> 8, detail >> 4 & 15, detail & 15]
    named = [ACTION_NAMES[action] for action in actions if action != NONE]
    return f"put neutral markers on {listed(named)}"


def _plan_words(first: i64, second: i64) -> str:
    if second == NONE:
        return f"plan to {_verb(first)}"
    if first == second:
        return f"plan to {_verb(first)} with two markers"
    return f"plan to {_verb(first)} and to {_verb(second)}"


def _verb(action: i64) -> str:
    return "make a drawing" if action == Action.DRAW else ACTION_NAMES[action]


# Phase IV


def _action_words(b: vec[i64], base: i64, move: i64) -> str:
    kind, detail = kind_of(move), detail_of(move)
    # The Preacher's action is marked as a bonus too, but has no gain.
    claimed = bonus_of(move) and tables.CHARACTER_ACTION[b[base + Seat.CHARACTER]] == kind - Kind.ACTION
    if kind == Kind.SAIL:
        return _sail_words(b, base, detail)
    if kind == Kind.BUILD:
        return _build_words(detail, bool(claimed))
    if kind == Kind.EXPLORE:
        value = b[At.TREASURE_LEFT + b[At.TILE + detail]]
        text = f"explore {cell_name(detail)} for a treasure of {value}"
        return text + (f" and {earnings(b, base, value)} (Diver)" if claimed else "")
    if kind == Kind.FISH:
        value = b[At.FISH_LEFT + b[At.TILE + detail]]
        text = f"fish on {cell_name(detail)} for a fish of {value}"
        return text + (f" and {amount(value, 'point')} (Fisherman)" if claimed else "")
    if kind == Kind.SELL:
        return _sell_words(b, base, detail, bool(claimed))
    if kind == Kind.BUY:
        return _buy_words(b, detail, bool(claimed))
    if kind == Kind.DRAW:
        points = Points.ARTIST if claimed else Points.DRAWING
        return f"make a drawing on {cell_name(detail)} for {points} points" + (" (Artist)" if claimed else "")
    if kind == Kind.TRANSPORT:
        return _transport_words(b, base, detail, bool(claimed))
    if detail == RestToken.COUNT:
        return "rest and take a token unseen"
    return f"rest and take {names.REST_NAMES[detail]}"


def earnings(b: vec[i64], base: i64, vatus: i64, spent: i64 = 0) -> str:
    """Return the vatus gained, and those that become points at once."""
    text = amount(vatus, "vatu")
    total = b[base + Seat.VATUS] - spent + vatus
    tens = total // Rule.CONVERSION_VATUS
    if tens:
        left = total - tens * Rule.CONVERSION_VATUS
        points = tens * Rule.CONVERSION_POINTS
        text += f" ({total} in all become {points} points and {amount(left, 'vatu')})"
    return text


def _sail_words(b: vec[i64], base: i64, detail: i64) -> str:
    goal, length = detail >> 2, detail & 3
    if goal == b[base + Seat.BOAT]:
        trip = f"sail around and back to {cell_name(goal)}"
    else:
        trip = f"sail to {cell_name(goal)}"
    return trip + (f" for {amount(length, 'vatu')}" if length else " for free (Navigator)")


def _build_words(detail: i64, builder: bool) -> str:
    island, faced = cell_name(detail >> 6), detail & 31
    price = Price.DIKE if faced else 0
    things = []
    if detail >> 5 & 1:
        things.append("a hut")
        price += Price.BUILDERS_HUT if builder else Price.HUT
    if faced:
        things.append("a dike")
    side = f" towards {cell_name(faced)}" if faced else ""
    return f"build {listed(things)} on {island}{side} for {amount(price, 'vatu')}" + (
        " (Builder)" if builder else ""
    )


def _sell_words(b: vec[i64], base: i64, sold: i64, vendor: bool) -> str:
    price = b[At.MARKET]
    values = listed([str(value) for value in names.packed_values(sold)])
    text = f"sell fish of {values} at {price} for {earnings(b, base, packed_value(sold) * price)}"
    return text + (" (Vendor)" if vendor else "")


def _buy_words(b: vec[i64], detail: i64, buyer: bool) -> str:
    good = detail & 3
    name = names.GOODS_NAMES[good]
    price = amount(tables.GOODS_PRICE[good], "vatu")
    text = f"buy {name} on {cell_name(detail >> 2)} for {price}, {_export_words(b, good)}"
    if not buyer:
        return text
    after = b[:]
    ship = board.wanting_ship(after, good)
    if ship >= 0:
        after[At.LOADED + ship] += board.one(2 * good)
    return f"{text}, and a second one free, {_export_words(after, good)} (Buyer)"


def _export_words(b: vec[i64], good: i64) -> str:
    ship = board.wanting_ship(b, good)
    if ship < 0:
        return "lost, because no ship wants it"
    points = export_points(b, good)
    text = f"for {amount(points, 'point')} on the ship {names.SHIP_NAMES[b[At.SHIP + ship]]}"
    if b[At.LOADED + ship] + board.one(2 * good) == tables.SHIP_WANTS[b[At.SHIP + ship]]:
        text += f" ({Points.SHIP} of them since it is full)"
    return text


def _transport_words(b: vec[i64], base: i64, cell: i64, guide: bool) -> str:
    island = b[At.TILE + cell]
    text = f"bring a tourist to {cell_name(cell)}"
    huts = board.huts_on(b, island)
    text += f", earns {earnings(b, base, huts)}" if huts else ", where no hut pays for it"
    if guide:
        points = Points.GUIDE * b[Island.BASE + Island.SIZE * island + Island.DRAWINGS]
        text += f" and {points} points (Guide)"
    return text


def _preached(b: vec[i64], base: i64, move: i64) -> str:
    preached = bonus_of(move) and b[base + Seat.CHARACTER] == Character.PREACHER
    return " without the majority (Preacher)" if preached else ""


def _flooding(b: vec[i64]) -> str:
    return "; then the waters rise" if b[At.DIE] == 1 else ""


def _free_words(b: vec[i64], base: i64, kind: i64, detail: i64) -> str:
    """Return the words of a move other than an action."""
    if kind == Kind.TAKE:
        return f"withdraw {amount(b[base + Seat.MARKERS + detail], 'marker')} from {ACTION_NAMES[detail]}"
    if kind == Kind.GOVERN:
        start, goal = detail >> 4, detail & 15
        markers = amount(b[base + Seat.MARKERS + start], "marker")
        return f"move {markers} from {ACTION_NAMES[start]} to {ACTION_NAMES[goal]} (Governor)"
    if kind == Kind.BEG:
        return _beg_words(b, base, detail)
    return f"sell a treasure of {detail} for {earnings(b, base, detail)}"


def _beg_words(b: vec[i64], base: i64, points: i64) -> str:
    if points == 0:
        return "keep the points (Beggar)"
    return f"give {amount(points, 'point')} for {earnings(b, base, points)} (Beggar)"


_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_TEN: Final = f"{_NUMBERS[Rule.CONVERSION_VATUS]}, which are {_NUMBERS[Rule.CONVERSION_POINTS]} points"


# The questions about draws, by kind of move.
_DRAW_QUESTIONS: Final = (
    "Which start tiles are on a3, b2 and b3? 0 is empty, 1 has 2 fish, 2 has a fish and 2 treasures.",
    "Which two tiles are shown?",
    "Which ships arrive, from the top? Name them by their goods: k kava, c copra, b beef.",
    "How many tourists arrive?",
    "Who is the first player?",
    "What does the die of the rising waters show?",
    "Which five characters are on offer?",
)


def question(state: VanuatuState) -> str:
    """Return what is drawn, or the Beggar's last decision in a round and its use; empty in other phases."""
    b = state.b
    if state.actor == CHANCE:
        kind = kind_of(state.legal_moves()[0])
        return _DRAW_QUESTIONS[kind - Kind.START]
    if state.actor < 0 or b[At.PHASE] != Phase.BEG:
        return ""
    seat = Seat.BASE + Seat.SIZE * state.actor
    most = int(min(tables.MOST_BEGGED, b[seat + Seat.POINTS]))
    asked = (
        f"No marker is left, and the Beggar's bonus is not used. You may still give {_up_to(most)}, "
        f"or keep what you have (@0). {_prospect(int(b[seat + Seat.VATUS]), most)}"
    )
    if state.round == Rule.ROUNDS:
        asked += " This is the end of the game: fish turn into vatus too, and 3 vatus left are a point."
    return asked


def _up_to(most: int) -> str:
    if most == 1:
        return "1 point for 1 vatu (@1)"
    tokens = " ".join(f"@{points}" for points in range(1, most + 1))
    return f"up to {most} points for as many vatus ({tokens})"


def _prospect(vatus: int, most: int) -> str:
    """Return whether the money can reach ten: "8 vatus: two points more make ten, which are five points."."""
    missing = int(Rule.CONVERSION_VATUS) - vatus
    have = amount(vatus, "vatu") if vatus else "No vatus"
    if missing > most:
        return f"{have}: {_more(most)} {_NUMBERS[vatus + most]}, short of {_TEN}."
    return f"{have}: {_more(missing)} {_TEN}."


def _more(points: int) -> str:
    return f"{_NUMBERS[points]} point more makes" if points == 1 else f"{_NUMBERS[points]} points more make"

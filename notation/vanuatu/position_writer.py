"""A position as one line (the FEN tag): sections separated by `; `, in a fixed order, without empty ones.

    vanuatu 3 waters; 2 act p; first p; market 3; die 4; tourists 2 / 011234; ships kcb:k kkk cbb / kcb kkc;
    tiles A2 B1; board a2:E0(Gkcb Bpt D1 T2 W1 /b2 /b3) a3:S0 b2:S2(F1 X2) b3:S1(F2); p 3v 12p b2 F112 ^3 B7
    @builder* +FFV Rf1; t …

For the grammar see docs/reference/notation.md.
"""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.vanuatu.layout import At, Island, Option, Phase, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import CELLS, Action, Supply, Tile
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.vanuatu import names, view
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, CHARACTER_NAMES, SHIP_NAMES, TILE_NAMES, cell_name


def write_position(state: VanuatuState) -> str:
    """Return the line of this position."""
    b = state.b
    sections = [_game(state), _turn(state)]
    if view.first_known(state):
        sections.append("first " + SEAT_LETTERS[b[At.FIRST]])
    sections.append(f"market {b[At.MARKET]}")
    if b[At.DIE] > 0:
        sections.append(f"die {b[At.DIE]}")
    sections.append(_tourists(b))
    sections.append(_ships(b))
    visible = [TILE_NAMES[b[At.VISIBLE + i]] for i in range(2) if b[At.VISIBLE + i] >= 0]
    if visible:
        sections.append("tiles " + " ".join(visible))
    sections.append(" ".join(["board", *_board(b, state.players)]))
    if b[At.CAST]:
        sections.append(" ".join(["cast", *[CHARACTER_NAMES[i] for i in range(11) if b[At.CAST] >> i & 1]]))
    neutral = action_letters(b, At.NEUTRALS)
    if neutral:
        sections.append("neutral " + neutral)
    if b[At.GOVERNED] >= 0:
        sections.append(f"governed {ACTION_LETTERS[b[At.GOVERNED] >> 1]}{SEAT_LETTERS[b[At.GOVERNED] & 1]}")
    for seat in range(state.players):
        sections.append(" ".join([SEAT_LETTERS[seat], *_player(b, seat)]))
    return "; ".join(sections)


def action_letters(b: vec[i64], start: i64) -> str:
    """Return markers as letters of their actions, one letter a marker, in the order of actions."""
    return "".join([ACTION_LETTERS[i] * int(b[start + i]) for i in range(Action.COUNT)])


def _game(state: VanuatuState) -> str:
    options = state.b[At.OPTIONS]
    text = f"vanuatu {state.players}"
    if options & Option.WATERS:
        text += " waters"
    if options & Option.NOCHARACTERS:
        text += " nocharacters"
    return text


def _turn(state: VanuatuState) -> str:
    b = state.b
    if state.actor == OVER:
        return f"{state.round} over"
    phase = names.PHASE_NAMES[b[At.PHASE]]
    if b[At.PHASE] == Phase.PLAN:
        phase += str(b[At.STEP] + 1)
    if state.actor == CHANCE:
        assert b[At.PHASE] == Phase.SETUP
        return f"{state.round} {phase} {names.SETUP_STEPS[b[At.STEP]]}"
    return f"{state.round} {phase} {SEAT_LETTERS[state.actor]}"


def _tourists(b: vec[i64]) -> str:
    pile = "".join([str(value) * int(b[At.TOURIST_PILE + value]) for value in range(5)])
    return f"tourists {b[At.TOURISTS]}" + (f" / {pile}" if pile else "")


def _ships(b: vec[i64]) -> str:
    words = ["ships"]
    for ship in view.ships(b):
        words.append(ship["wants"] + (":" + ship["loaded"] if ship["loaded"] else ""))
    pile = [SHIP_NAMES[kind] for kind in range(Supply.SHIP_KINDS) for _ in range(b[At.SHIP_PILE + kind])]
    if pile:
        words += ["/", *pile]
    return " ".join(words)


def _board(b: vec[i64], players: i64) -> Iterator[str]:
    for cell in CELLS:
        tile = b[At.TILE + cell]
        if tile < 0:
            continue
        items = _ocean(b, tile) if tile >= Tile.ISLANDS else _island(b, players, tile, cell)
        text = f"{cell_name(cell)}:{TILE_NAMES[tile]}"
        yield f"{text}({' '.join(items)})" if items else text


def _ocean(b: vec[i64], tile: i64) -> list[str]:
    fish, treasure = b[At.FISH_LEFT + tile], b[At.TREASURE_LEFT + tile]
    return ([f"F{fish}"] if fish else []) + ([f"X{treasure}"] if treasure else [])


def _island(b: vec[i64], players: i64, island: i64, cell: i64) -> list[str]:
    base = Island.BASE + Island.SIZE * island
    goods, huts = view.goods_letters(b, island), view.hut_letters(b, players, island)
    items = []
    if goods:
        items.append("G" + goods)
    if huts:
        items.append("B" + huts)
    for letter, field in (("D", Island.DRAWINGS), ("T", Island.TOURISTS), ("W", Island.WATER)):
        if b[base + field]:
            items.append(f"{letter}{b[base + field]}")
    return items + ["/" + cell_name(side) for side in view.dike_cells(b, island, cell)]


def _player(b: vec[i64], seat: i64) -> Iterator[str]:
    base = Seat.BASE + Seat.SIZE * seat
    yield f"{b[base + Seat.VATUS]}v"
    yield f"{b[base + Seat.POINTS]}p"
    if b[base + Seat.BOAT]:
        yield cell_name(b[base + Seat.BOAT])
    for letter, field in (("F", Seat.FISH), ("^", Seat.TREASURE)):
        if b[base + field]:
            yield letter + "".join([str(value) for value in names.packed_values(b[base + field])])
    yield f"B{b[base + Seat.HUTS]}"
    if b[base + Seat.CHARACTER] >= 0:
        yield "@" + CHARACTER_NAMES[b[base + Seat.CHARACTER]] + ("*" if b[base + Seat.USED] else "")
    planned = action_letters(b, base + Seat.MARKERS)
    if planned:
        yield "+" + planned
    rests = [
        f"{names.REST_LETTERS[b[At.TAKEN + i] & 7]}{i + 1}"
        for i in range(b[At.RESTS])
        if b[At.TAKEN + i] >> 3 == seat
    ]
    if rests:
        yield "R" + "".join(rests)

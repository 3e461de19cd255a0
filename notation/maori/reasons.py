"""Why a move is illegal, in words."""

from vanuatu.core.game import CHANCE, NOT_YOUR_TURN, OVER, Refusal
from vanuatu.core.maori import codes as why
from vanuatu.core.maori.layout import At, Phase
from vanuatu.core.maori.moves import Kind, kind_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation import codec, wording
from vanuatu.notation.maori.names import ORDINALS, SIDE_NAMES, cell_name, tile_words

# The decision in a phase.
_NOW = {
    int(Phase.MATRIX): "a tile is drawn for the matrix",
    int(Phase.FIRST): "the first player is drawn",
    int(Phase.START): "the explorer ship is placed, as in >n1",
    int(Phase.VOYAGE): "the explorer ship moves first, as in >n1",
    int(
        Phase.DISCOVER
    ): "the explorer ship has moved: now take a tile, lay the stored one, remove one, or pass",
    int(Phase.PLACE): "a tile must be laid now, for the small ship was moved for shells",
    int(Phase.REFILL): "the gap in the matrix is filled first",
    int(Phase.SAIL): "the small ship moves now, as in ~a1-b1, or stays with pass",
}


def refusal_words(state: MaoriState, refusal: Refusal, move: int) -> str:
    """Return one line, the seat first, that a player understands."""
    code, a, b, c = int(refusal.code), int(refusal.a), int(refusal.b), int(refusal.c)
    if state.actor == OVER:
        return "the game is over"
    if code == NOT_YOUR_TURN:
        if state.actor == CHANCE:
            return f"nobody decides now: {_NOW[int(state.b[At.PHASE])]}"
        return f"nothing is drawn now: it is {_seat(state)}'s turn"
    if state.actor == CHANCE:
        return _draw_words(state, code, a, int(kind_of(move)))
    return f"{_seat(state)} cannot do that: {_reason(state, code, a, b, c)}"


def _seat(state: MaoriState) -> str:
    return codec.SEAT_NAMES[state.actor].lower()


def _draw_words(state: MaoriState, code: int, kind: int, of: int) -> str:
    if code == why.DRAWN_OUT:
        return f"no {tile_words(state.tiles, kind << 2)} is left in the supply"
    if code == why.VOLCANO:
        return "a volcano drawn at the start is put back and another tile drawn"
    if code == why.PHASE:
        return f"that is not drawn now: {_NOW[int(state.b[At.PHASE])]}"
    return "nobody sits there" if of == Kind.FIRST else "there is no such tile"


def _reason(state: MaoriState, code: int, a: int, b: int, c: int) -> str:
    tiles = state.tiles
    if code == why.STEPS:
        return f"{wording.amount(a, 'step')} cost {wording.amount(b, 'shell')}, and there {_are(c, 'shell')}"
    if code == why.NO_TILE:
        return f"there {_are(b, 'tile')} in this row, so there is no {ORDINALS[a - 1]}"
    if code == why.VOLCANO:
        return f"a volcano bars the way to the {ORDINALS[a - 1]} tile"
    if code == why.REACH:
        return f"the {ORDINALS[a - 1]} tile costs {wording.amount(b, 'shell')}, and there {_are(c, 'shell')}"
    if code == why.EDGE:
        return _edge_words(a, b, c)
    if code == why.TURN:
        label = tile_words(tiles, a << 2)
        return f"{label} {'has palms, which stand upright' if b else 'is the same however it is turned'}"
    if code == why.FAR:
        return f"{cell_name(a)} is not next to the small ship on {cell_name(b)}"
    if code == why.BOAT_WAY:
        return f"no own tiles lead from {cell_name(a)} to {cell_name(b)}"
    if code == why.BOAT_PRICE:
        return f"that is {wording.amount(a, 'step')}, a shell each, and there {_are(b, 'shell')}"
    if code == why.PHASE:
        return _NOW[int(state.b[At.PHASE])]
    return _plain_reason(code, a)


def _plain_reason(code: int, a: int) -> str:
    cell = cell_name(a) if a >= 0 else ""
    return {
        int(why.NO_SPACE): f"{cell} is no space of the board",
        int(why.TAKEN): f"a tile lies on {cell} already",
        int(why.STORE_FULL): "the storage holds one tile, and one is there",
        int(why.STORE_EMPTY): "the storage is empty",
        int(why.NO_OWN_TILE): f"no own tile lies on {cell}",
        int(why.BOAT_TILE): f"the small ship stands on {cell}",
        int(why.NO_BOATS): "this game is played without small ships",
        int(why.BOAT_BESIDE): "the small ship is still beside the board",
        int(why.BOAT_FROM): f"the small ship is on {cell}",
        int(why.BOAT_IDLE): f"from {cell} no tile could be laid then",
        int(why.MUST_PLACE): _NOW[int(Phase.PLACE)],
        int(why.MUST_SAIL): "the small ship may not stay on an empty space",
        int(why.STAYS): f"the small ship is on {cell} already",
    }.get(code, "there is no such move")


def _edge_words(cell: int, side: int, beside: int) -> str:
    where = (
        f"to the {SIDE_NAMES[side]} of {cell_name(cell)}"
        if side <= 2
        else (f"{'above' if SIDE_NAMES[side] == 'top' else 'below'} {cell_name(cell)}")
    )
    if beside == 1:
        return f"the tile {where} has land at this side, and land meets land"
    if beside == 2:
        return f"the board's land {where} has a coast, where only water fits"
    return f"the tile {where} has water at this side, and water meets water"


def _are(count: int, thing: str) -> str:
    verb = "is" if count == 1 else "are"
    return f"{verb} {wording.amount(count, thing) if count else f'no {thing}s'}"

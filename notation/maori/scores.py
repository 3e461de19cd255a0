"""The final score item by item, and what decided between equals."""

from core.maori.layout import Seat
from core.maori.scoring import Item
from core.maori.state import MaoriState
from notation.codec import SEAT_NAMES

_ITEMS = {
    int(Item.PALMS): "palms without a hut",
    int(Item.HUT_PALMS): "palms with a hut",
    int(Item.LEIS): "leis",
    int(Item.SHIPS): "most ships",
    int(Item.SHELLS): "most shells",
    int(Item.EMPTY): "empty spaces",
}


def scoring(state: MaoriState) -> list[list[tuple[str, int]]]:
    """For each seat its items, also those that gave nothing."""
    items = state.score_items()
    return [
        [(name, int(items[seat * Item.COUNT + item])) for item, name in _ITEMS.items()]
        for seat in range(state.players)
    ]


def tie_rule(state: MaoriState) -> str:
    """What decided between seats with the most points; empty if one alone had them."""
    scores = [int(score) for score in state.scores()]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winners = [int(seat) for seat in state.winners()]
    if len(best) < 2 or not winners:
        return ""
    if len(winners) == len(best):
        return "equal in points and in shells: the victory is shared"
    shells = int(state.b[Seat.BASE + Seat.SIZE * winners[0] + Seat.SHELLS])
    names = " and ".join(SEAT_NAMES[seat].lower() for seat in winners)
    return f"equal in points: {names} with the most shells ({shells})"

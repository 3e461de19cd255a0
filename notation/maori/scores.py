"""The final score item by item, and what decided between equals."""

from core.maori.board import S_EMPTY, S_HUT_PALMS, S_ITEMS, S_LEIS, S_PALMS, S_SHELLS, S_SHIPS
from core.maori.layout import P_SHELLS, SEAT, SEAT_SIZE
from core.maori.state import MaoriState
from notation.codec import SEAT_NAMES

_ITEMS = {
    int(S_PALMS): "palms without a hut",
    int(S_HUT_PALMS): "palms with a hut",
    int(S_LEIS): "leis",
    int(S_SHIPS): "most ships",
    int(S_SHELLS): "most shells",
    int(S_EMPTY): "empty spaces",
}


def scoring(state: MaoriState) -> list[list[tuple[str, int]]]:
    """For each seat its items, also those that gave nothing."""
    items = state.score_items()
    return [
        [(name, int(items[seat * S_ITEMS + item])) for item, name in _ITEMS.items()]
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
    shells = int(state.v[SEAT + SEAT_SIZE * winners[0] + P_SHELLS])
    names = " and ".join(SEAT_NAMES[seat].lower() for seat in winners)
    return f"equal in points: {names} with the most shells ({shells})"

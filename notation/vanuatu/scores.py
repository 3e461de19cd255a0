"""What a final score is made of, what decided a tie, and how a game ended, in words."""

from typing import Final

from core.game import OVER
from core.vanuatu.layout import At, Option
from core.vanuatu.scoring import Item, all_lost, final_scores, huts_placed, last_vatus, score_items
from core.vanuatu.state import VanuatuState
from notation.codec import SEAT_NAMES
from notation.wording import amount, listed

# In the order of the items of the core.
_ITEMS: Final = (
    "points",
    "fish turned into vatus",
    "first player marker",
    "vatus, 3 for a point",
    "treasures twice",
    "huts and tourists",
    "waters",
)


def scoring(state: VanuatuState) -> list[list[tuple[str, int]]]:
    """The items of each seat's score; the waters only where they can rise."""
    if all_lost(state.b):
        return [[("lost to the waters", 0)] for _ in range(state.players)]
    shown = Item.COUNT if state.b[At.OPTIONS] & Option.WATERS else Item.WATERS
    table = []
    for seat in range(state.players):
        items = score_items(state.b, seat)
        table.append([(_ITEMS[i], int(items[i])) for i in range(shown)])
    return table


def tie_rule(state: VanuatuState) -> str:
    """What told apart those with the best score; empty unless the game is over and several had it."""
    b = state.b
    if state.actor != OVER or all_lost(b):
        return ""
    scores = final_scores(b, state.players)
    best = max(scores)
    tied = [seat for seat in range(state.players) if scores[seat] == best]
    if len(tied) == 1:
        return ""
    names = listed([SEAT_NAMES[seat].lower() for seat in tied])
    huts = [int(huts_placed(b, seat)) for seat in tied]
    ahead = [seat for seat, number in zip(tied, huts, strict=True) if number == max(huts)]
    if len(ahead) == 1:
        winner = SEAT_NAMES[ahead[0]].lower()
        return f"{names} have {best} points each; {winner} has placed the most huts ({max(huts)})"
    vatus = [int(last_vatus(b, seat)) for seat in ahead]
    richest = [seat for seat, number in zip(ahead, vatus, strict=True) if number == max(vatus)]
    leaders = listed([SEAT_NAMES[seat].lower() for seat in ahead])
    same = f"{names} have {best} points each; {leaders} have placed the most huts ({max(huts)})"
    if len(richest) == 1:
        return f"{same}; {SEAT_NAMES[richest[0]].lower()} has the most vatus left ({max(vatus)})"
    shared = listed([SEAT_NAMES[seat].lower() for seat in richest])
    return f"{same}; {shared} have {amount(max(vatus), 'vatu')} left each and share the win"


def termination(state: VanuatuState) -> str | None:
    """`submerged` when the waters have ended the game: then, and only then, nobody has won.

    Asked once for every game: a vec that interpreted code hands to compiled code is never freed, so
    `all_lost(state.b)` would keep each last position for good.
    """
    return "submerged" if state.actor == OVER and not len(state.winners()) else None

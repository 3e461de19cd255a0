"""Plans and neutral markers as actions that are chosen one at a time.

The prompt uses a module of this name for every game that has one (`vanuatu.cli.play.markers`).
"""

from typing import Final

from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind, detail_of, kind_of
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Supply
from vanuatu.notation import wording
from vanuatu.notation.codec import SEAT_NAMES, codec_for
from vanuatu.notation.vanuatu import names, reasons

NAMES: Final = dict(zip(names.ACTION_LETTERS, names.ACTION_NAMES, strict=True))
FILLERS: Final = ("plan", "to", "and", "then", "neutral", "marker", "markers", "put", "on", "+", "~")
SYNONYMS: Final = {
    "vend": "sell",
    "dive": "explore",
    "export": "buy",
    "drawing": "draw",
    "tourist": "transport",
}
NEUTRAL_MARKERS: Final = 5


def parts(state: VanuatuState, move: int) -> str:
    """Return the letters of the actions of a plan or of neutral markers; "" for other moves."""
    if kind_of(move) == Kind.PLAN:
        found = [detail_of(move) >> 4, detail_of(move) & 15]
    elif kind_of(move) == Kind.NEUTRALS:
        found = [detail_of(move) >> 8, detail_of(move) >> 4 & 15, detail_of(move) & 15]
    else:
        return ""
    return "".join([names.ACTION_LETTERS[action] for action in found if action < Action.COUNT])


def progress(state: VanuatuState) -> tuple[str, int, int]:
    """Return what the seat to move does, the number of markers placed before, and the number in all."""
    neutral = state.b[At.PHASE] == Phase.NEUTRAL
    base = At.NEUTRALS if neutral else Seat.BASE + Seat.SIZE * state.actor + Seat.MARKERS
    placed = sum(int(state.b[base + action]) for action in range(Action.COUNT))
    return "puts neutral" if neutral else "plans", placed, NEUTRAL_MARKERS if neutral else int(Supply.MARKERS)


def standing(state: VanuatuState, part: str, chosen: str) -> str:
    """Return the markers on an action by seat, and its leader if the seat to move puts one more there."""
    action = names.ACTION_LETTERS.index(part)
    if state.b[At.PHASE] == Phase.NEUTRAL:
        put = int(state.b[At.NEUTRALS + action]) + chosen.count(part) + 1
        return f"{put} neutral there"
    seats = [(int(state.b[At.FIRST]) + i) % state.players for i in range(state.players)]
    counts = {seat: int(state.b[Seat.BASE + Seat.SIZE * seat + Seat.MARKERS + action]) for seat in seats}
    others = [f"{_name(seat)} {counts[seat]}" for seat in seats if counts[seat] and seat != state.actor]
    counts[state.actor] += chosen.count(part) + 1
    neutral = int(state.b[At.NEUTRALS + action])
    others += [f"neutral {neutral}"] if neutral else []
    if not others:
        return f"{wording.amount(counts[state.actor], 'marker')} there, nobody else yet"
    text = f"you {counts[state.actor]}, {', '.join(others)}"
    leader = max(seats, key=lambda seat: counts[seat])  # in turn order, so the first of those with the most
    if counts[leader] <= neutral:
        return text
    return f"{text}: {'you lead' if leader == state.actor else f'{_name(leader)} leads'}"


def refusal(state: VanuatuState, chosen: str, part: str) -> str:
    """Return why an action cannot be planned after the chosen ones, without the name of the seat."""
    single = progress(state)[1] == Supply.MARKERS - 1
    both = [part] if single else [*chosen, part] if chosen else [part, part]
    letters = "".join(sorted(both, key=names.ACTION_LETTERS.index))
    move = codec_for("vanuatu").parse(state, f"+{letters}")
    refused = state.refusal(move) if move >= 0 else None
    if refused is None:
        return ""
    text = reasons.refusal_words(state, refused)
    return text.partition(f" cannot plan to {NAMES[part]}: ")[2] or text.rpartition(": ")[2]


def _name(seat: int) -> str:
    return SEAT_NAMES[seat].lower()

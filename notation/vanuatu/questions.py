"""What a decision is about, where its moves alone would not tell a person."""

from typing import Final

from core.vanuatu.layout import At, Phase, Seat
from core.vanuatu.state import VanuatuState
from core.vanuatu.tables import MOST_BEGGED, Rule
from notation.wording import amount

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_TEN: Final = f"{_NUMBERS[Rule.CONVERSION_VATUS]}, which are {_NUMBERS[Rule.CONVERSION_POINTS]} points"


def question(state: VanuatuState) -> str:
    """The Beggar's last chance in a round, and what it is good for; empty in every other phase."""
    b = state.b
    if state.actor < 0 or b[At.PHASE] != Phase.BEG:
        return ""
    seat = Seat.BASE + Seat.SIZE * state.actor
    most = int(min(MOST_BEGGED, b[seat + Seat.POINTS]))
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
    """Whether the money can come to ten: "8 vatus: two points more make ten, which are five points."."""
    missing = int(Rule.CONVERSION_VATUS) - vatus
    have = amount(vatus, "vatu") if vatus else "No vatus"
    if missing > most:
        return f"{have}: {_more(most)} {_NUMBERS[vatus + most]}, short of {_TEN}."
    return f"{have}: {_more(missing)} {_TEN}."


def _more(points: int) -> str:
    return f"{_NUMBERS[points]} point more makes" if points == 1 else f"{_NUMBERS[points]} points more make"

"""How many words a long form has, whether its move is legal or not.

`spellings` has the forms of legal moves only. Moves in a file follow one another without a mark between them.
There, `build b3` must not become `build` and the next seat's `b3` because nothing can be built on b3.
"""

import re
from collections.abc import Mapping
from typing import Final

from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, ACTION_NAMES, CHARACTER_NAMES, cell_name

_CELL: Final = r"[a-z]\d+(?:[/:][a-z]?\d+)*"
_TRIP: Final = f"{_CELL}(?:-{_CELL})?"
_NUMBER: Final = r"[\d,]+"
_LETTER: Final = f"[{ACTION_LETTERS.lower()}]"
_ACTION: Final = f"{'|'.join(ACTION_NAMES)}|{_LETTER}"
_PLANNED: Final = f"{_ACTION}|{_LETTER}{{2,3}}|twice|2"
_REST: Final = "first|player|marker|both|point|vatu|[fbpv]"

# What may follow a first word: each pattern once, in any order. A cell belongs to every form.
_ARGUMENTS: Final = {
    "sail s": (_TRIP, _CELL, _NUMBER),
    "build b hut dike": ("hut", "dike", _CELL, _CELL),
    "explore x fish f draw d transport t tourist": (_CELL,),
    "sell v vend": ("fish|treasure", "all|everything", _CELL, *[_NUMBER] * 5),
    "buy g export": ("goods", "kava|copra|beef|[kcb]", _CELL),
    "rest r": (_REST, _REST, _CELL),
    "withdraw take back retrieve -": ("back", _ACTION, _CELL),
    "govern governor move": (_ACTION, _ACTION, _CELL),
    "treasure": (_NUMBER, _CELL),
}
_ACTING: Final = {word: patterns for words, patterns in _ARGUMENTS.items() for word in words.split()}
_PLANNING: Final = {"plan": (_CELL, *[_PLANNED] * 5), "neutral": ("markers", _CELL, *[_PLANNED] * 5)}
_BEGGING: Final = {
    "beg": (_NUMBER, _CELL),
    "beggar": (_NUMBER, _CELL),
    "exchange": (_NUMBER, _CELL),
    "keep": ("points", _CELL),
}
_FIRST_WORDS: Final[dict[int, Mapping[str, tuple[str, ...]]]] = {
    int(Phase.NEUTRAL): _PLANNING,
    int(Phase.PLAN): _PLANNING,
    int(Phase.ACT): _ACTING,
    int(Phase.BEG): _BEGGING,
}
_SMALL_WORDS: Final = ("a", "and", "for", "from", "on", "the", "to", "towards")
_BONUS_WORDS: Final = ("@", "bonus", "plain", *CHARACTER_NAMES)


def length(state: VanuatuState, words: list[str]) -> int:
    """Return how many of the words are one move, by their kinds alone: 2 of `build b3 sail c3`."""
    first, *others = [word.lower().rstrip(",") for word in words]
    left = list(_arguments(state, first))
    if not left:
        return 1
    count = 1
    for word in others:
        fitting = [pattern for pattern in left if re.fullmatch(f"(?:{pattern})@?", word)]
        if fitting:
            left.remove(fitting[0])
        elif word not in _SMALL_WORDS and word not in _BONUS_WORDS:
            break
        count += 1
        if word in _BONUS_WORDS or word[-1] == "@":
            break
    return count


def _arguments(state: VanuatuState, first: str) -> tuple[str, ...]:
    """Return the patterns of the words that may follow the first one."""
    phase = int(state.b[At.PHASE])
    known = _FIRST_WORDS.get(phase, {}).get(first, ())
    if known or state.actor < 0:
        return known
    if phase == Phase.PLAN and re.fullmatch(_ACTION, first):
        return "twice|" + _ACTION, _CELL, _CELL
    if phase == Phase.ACT and re.fullmatch(_CELL, first):
        boat = cell_name(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT])
        return (_CELL, _NUMBER) if first == boat else (_NUMBER,)
    return ()

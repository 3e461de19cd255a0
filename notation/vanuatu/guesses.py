"""Which move a long form names when no legal one fits it: a token to find the reason against.

`fish` where there are no fish, `build a2` without the money: the core can say why only of a move.
Nothing here is ever played.
"""

from typing import Final

from core.vanuatu import At, Phase, Seat, board
from core.vanuatu.state import VanuatuState
from notation.vanuatu import names
from notation.vanuatu.names import ACTION_LETTERS, ACTION_NAMES, cell_name, cell_number

LONGEST_GUESSED: Final = 80  # letters; what is longer means nothing

_SYNONYMS = {"vend": "sell", "export": "buy", "hut": "build", "dike": "build", "tourist": "transport"}
_REST_WORDS = {"first": "f", "both": "b", "point": "p", "vatu": "v"}


def guesses(state: VanuatuState, text: str) -> list[str]:
    """Canonical tokens that the text may mean here, the likeliest first; some may be none at all."""
    first, rest = text[:1].upper(), text[1:]
    ordered = "".join(sorted(rest.upper(), key=ACTION_LETTERS.find))
    tokens = [first + rest, text.upper(), first + ordered, _from_words(state, text)]
    return ["V" + "".join(sorted(rest)), *tokens] if first == "V" else tokens


def _from_words(state: VanuatuState, text: str) -> str:
    """A token made of what single words name, or an empty one."""
    words = text.lower().replace(",", " ").replace("/", " ").split()
    phase = state.b[At.PHASE]
    if state.actor < 0 or not words:
        return ""
    if phase == Phase.PLACE:
        return _placing(words)
    if phase == Phase.CHARACTER:
        named = [word for word in words if word in names.CHARACTER_NAMES]
        return "@" + named[0] if named else ""
    actions = [action for action in map(_action, words) if action >= 0]
    if phase == Phase.PLAN and actions:
        return "+" + "".join([ACTION_LETTERS[action] for action in sorted(actions[:2])])
    if phase == Phase.BEG:
        numbers = [word for word in words if word.isdecimal() and len(word) == 1]
        return "@" + numbers[0] if numbers else ""
    if phase == Phase.ACT:
        if words[0] in ("take", "back") and actions:
            return "-" + ACTION_LETTERS[actions[0]]
        return _acting(state, words, actions[0] if actions else -1)
    return ""


def _action(word: str) -> int:
    """The action that a word names, by its name, its letter or another word for it; -1 if none."""
    word = _SYNONYMS.get(word, word)
    if word in ACTION_NAMES:
        return ACTION_NAMES.index(word)
    return ACTION_LETTERS.find(word.upper()) if len(word) == 1 else -1


def _placing(words: list[str]) -> str:
    cells = [word for word in words if cell_number(word)]
    tiles = [word for word in words if len(word) == 2 and word[0] in "abcdef" and word[1] in "12"]
    return f"{tiles[0].upper()}={cells[-1]}" if tiles and cells else ""


def _acting(state: VanuatuState, words: list[str], action: int) -> str:
    claim = "@" if "bonus" in words else ""
    cells = [word for word in words if cell_number(word)]
    here = cell_name(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT])
    name = ACTION_NAMES[action] if action >= 0 else ("sail" if cells else "")
    if name == "sail":
        lengths = [":" + word for word in words if word in ("1", "2", "3")]
        return f"{here}-{cells[-1] if cells else here}{lengths[0] if lengths else ''}{claim}"
    if name in ("explore", "fish"):
        return f"{ACTION_LETTERS[action]}{cells[0] if cells else here}{claim}"
    if name == "build":
        island = cells[0] if cells else _island_beside(state)
        if len(cells) < 2:
            return f"B{island}{claim}"
        return f"{'B' if 'hut' in words else 'W'}{island}/{cells[1]}{claim}"
    if name == "sell":
        return "V" + (_sold(state, words) or "1") + claim
    if name == "buy":
        both = zip(names.GOODS_LETTERS, names.GOODS_NAMES, strict=True)
        goods = [letter for letter, good in both if good in words or letter in words]
        return f"G{cells[0] if cells else _island_beside(state)}{goods[0] if goods else 'k'}{claim}"
    if name in ("draw", "transport"):
        return f"{ACTION_LETTERS[action]}{cells[0] if cells else _island_beside(state)}{claim}"
    if name == "rest":
        tokens = [_REST_WORDS[word] for word in words if word in _REST_WORDS]
        return f"R{tokens[0] if tokens else 'f'}{claim}"
    return ""


def _sold(state: VanuatuState, words: list[str]) -> str:
    fish = names.packed_values(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.FISH])
    values = sorted("".join([word for word in words if word.isascii() and word.isdigit()]))
    return "".join(values) or "".join([str(value) for value in fish])


def _island_beside(state: VanuatuState) -> str:
    """An island beside the boat, or Efate's cell if there is none."""
    boat = state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT]
    for direction in range(6):
        cell = board.neighbour(boat, direction)
        if cell and board.island_at(state.b, cell) >= 0:
            return cell_name(cell)
    return "a2"

"""The other spellings of a move that readers accept besides the canonical token.

If a bonus is available, a long form means the bonus, and `… plain` declines it. A form that fits several
moves is ambiguous; the reader then lists them.

`guesses` is for a long form that fits no legal move, such as `fish` without fish or `build a2` without the
money. It finds a token for which the core can return the reason. Such a token is never played."""

import re
from itertools import permutations
from typing import Final

from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import BONUS, NONE, Kind, bonus_of, detail_of, kind_of, make
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import RestToken
from vanuatu.notation.vanuatu import names, tokens
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, ACTION_NAMES, cell_name, cell_number
from vanuatu.notation.vanuatu.words import words

_REST_WORDS: Final = {
    RestToken.FIRST: ("first", "first player", "marker"),
    RestToken.BOTH: ("both", "vatu and point"),
    RestToken.POINT: ("point",),
    RestToken.VATU: ("vatu",),
}


_kept: dict[int, frozenset[str]] = {}


def all_spellings(state: VanuatuState, move: int) -> frozenset[str]:
    """Return all forms of a legal move and its token.

    Before phase IV they depend only on the move and are cached: each of the 165 ways to place neutral markers
    has about a hundred.
    """
    known = _kept.get(move)
    if known is None:
        known = frozenset(spellings(state, move))
        if kind_of(move) < Kind.ACTION:
            _kept[move] = known
    return known


def spellings(state: VanuatuState, move: int) -> list[str]:
    """Return all forms of a legal move but its token, in lower case, with single spaces."""
    b, actor = state.b, state.actor
    kind, detail = int(kind_of(move)), int(detail_of(move))
    forms = [tokens.token(b, actor, move).lower(), words(b, actor, move).lower()]
    if kind < Kind.PLACE:
        forms += [
            forms[0][1:],
            forms[0][1:].replace("=", " "),
            forms[0][1:].replace("=", " ").replace(",", " "),
        ]
    elif kind < Kind.ACTION:
        forms += _choice_forms(kind, detail)
    elif kind <= Kind.REST:
        forms += _bonus_forms(state, move, _action_forms(state, kind, detail))
        if kind == Kind.SAIL:
            forms += _long_sail_forms(state, detail)
    else:
        forms += _free_forms(kind, detail)
    return list(dict.fromkeys(forms))


def _choice_forms(kind: int, detail: int) -> list[str]:
    if kind == Kind.PLACE:
        tile, cell = names.TILE_NAMES[detail >> 5].lower(), cell_name(detail & 31)
        return [f"{tile} {cell}", f"place {tile} {cell}", f"place {tile} on {cell}", f"{tile} on {cell}"]
    if kind == Kind.CHARACTER:
        name = names.CHARACTER_NAMES[detail]
        return [name, f"take {name}", f"take the {name}", f"choose {name}", f"the {name}"]
    forms = []
    if kind == Kind.PLAN:
        actions = [action for action in (detail >> 4, detail & 15) if action != NONE]
        sign, verbs = "+", ("plan ", "plan to ", "")
    else:
        actions = [a for a in (detail >> 8, detail >> 4 & 15, detail & 15) if a != NONE]
        sign, verbs = "~", ("neutral ", "neutral markers on ", "")
    assert kind in (Kind.PLAN, Kind.NEUTRALS)
    for order in permutations(actions):
        letters = [ACTION_LETTERS[action].lower() for action in order]
        named = [ACTION_NAMES[action] for action in order]
        forms += [sign + "".join(letters), "".join(letters), " ".join(letters), sign + " ".join(letters)]
        for verb in verbs:
            forms += [verb + " ".join(named), verb + " and ".join(named), verb + " ".join(letters)]
            forms += [verb + ", ".join(named), verb + "".join(letters)]
        if len(named) == 2 and named[0] == named[1]:
            forms += [f"plan {named[0]} twice", f"{named[0]} twice", f"plan 2 {named[0]}"]
    return forms


def _action_forms(state: VanuatuState, kind: int, detail: int) -> list[str]:
    """Return the forms of an action without a word about the bonus."""
    action = kind - int(Kind.ACTION)
    name = ACTION_NAMES[action]
    bare = [name, ACTION_LETTERS[action].lower()]
    if kind == Kind.SAIL:
        return bare + _sail_forms(state, detail)
    if kind == Kind.BUILD:
        return bare + _build_forms(detail)
    if kind in (Kind.EXPLORE, Kind.FISH):
        cell = cell_name(detail)
        return [*bare, f"{name} {cell}", f"{name} on {cell}", f"{bare[1]} {cell}"]
    if kind == Kind.SELL:
        return [*bare, "vend", "sell fish", *_sell_forms(state, detail)]
    if kind == Kind.REST:
        forms = list(bare)
        if detail in _REST_WORDS:
            letter = names.REST_LETTERS[detail]
            for word in (letter, *_REST_WORDS[detail]):
                forms += [f"rest {word}", f"r {word}"]
        return forms
    if kind == Kind.BUY:
        cell, good = cell_name(detail >> 2), detail & 3
        for word in (names.GOODS_NAMES[good], names.GOODS_LETTERS[good]):
            for verb in ("buy", "export", "g"):
                bare += [f"{verb} {word}", f"{verb} {cell} {word}", f"{verb} {word} {cell}"]
                bare += [f"{verb} {word} on {cell}", f"{verb} {word} from {cell}", f"{verb} {cell}"]
        return [*bare, "export", "buy goods"]
    assert kind in (Kind.DRAW, Kind.TRANSPORT)
    cell = cell_name(detail)
    forms = [*bare, f"{name} {cell}", f"{name} on {cell}", f"{bare[1]} {cell}"]
    if kind == Kind.TRANSPORT:
        forms += ["tourist", f"tourist {cell}", f"transport to {cell}", f"tourist to {cell}"]
    return forms


def _sail_forms(state: VanuatuState, detail: int) -> list[str]:
    """Return the forms without a number: they mean the shortest trip or, if available, the free trip."""
    boat = state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT]
    goal, length = detail >> 2, detail & 3
    if length not in (0, tokens.steps_between(state.b, boat, goal)):
        return []
    start, cell = cell_name(boat), cell_name(goal)
    forms = [cell, f"sail {cell}", f"sail to {cell}", f"s {cell}", f"{start} {cell}", f"sail {start} {cell}"]
    return [*forms, f"sail {start}-{cell}"]


def _long_sail_forms(state: VanuatuState, detail: int) -> list[str]:
    """Return the forms with the number of cells, which always mean a paid trip."""
    cell, length = cell_name(detail >> 2), detail & 3
    if not length:
        return []
    forms = [f"{cell_name(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT])}-{cell}:{length}"]
    for start in ("", "sail ", "sail to ", "s "):
        forms += [f"{start}{cell} {length}", f"{start}{cell}:{length}", f"{start}{cell} for {length}"]
    return forms


def _build_forms(detail: int) -> list[str]:
    island, hut, faced = cell_name(detail >> 6), detail >> 5 & 1, detail & 31
    if not faced:
        verbs = ("build", "build hut", "hut", "b", "build hut on", "build a hut on")
        return ["build hut", "hut", *[f"{verb} {island}" for verb in verbs]]
    side = cell_name(faced)
    things = ("hut and dike", "hut dike") if hut else ("dike",)
    forms = []
    for thing in things:
        for where in (f"{island} {side}", f"{island}/{side}", f"on {island} towards {side}"):
            forms += [f"build {thing} {where}", f"{thing} {where}"]
        forms += [f"build {thing}", thing, f"build {thing} {island}"]
    if hut:
        forms += [f"build {island} {side}", f"build {island}/{side}"]
    return forms


def _sell_forms(state: VanuatuState, sold: int) -> list[str]:
    values = [str(value) for value in names.packed_values(sold)]
    forms = []
    for verb in ("sell", "sell fish", "vend", "v"):
        forms += [f"{verb} {sign.join(values)}" for sign in ("", " ", ",", ", ")]
        if sold == state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.FISH]:
            forms += [f"{verb} all", f"{verb} everything"]
    return forms


def _bonus_forms(state: VanuatuState, move: int, forms: list[str]) -> list[str]:
    """Return the forms with and without the bonus; without a word about it they claim it if possible."""
    if bonus_of(move):
        character = names.CHARACTER_NAMES[state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.CHARACTER]]
        return forms + [form + claim for form in forms for claim in ("@", " @", " bonus", f" {character}")]
    plain = [f"{form} plain" for form in forms]
    claimed = move | BONUS
    if kind_of(move) == Kind.SAIL:
        claimed = make(Kind.SAIL, detail_of(move) & ~3, BONUS)  # the Navigator's trip has no length
    return plain if state.is_legal(claimed) else forms + plain


def _free_forms(kind: int, detail: int) -> list[str]:
    if kind == Kind.TAKE:
        name, letter = ACTION_NAMES[detail], ACTION_LETTERS[detail].lower()
        forms = []
        for verb in ("withdraw", "take back", "take", "back", "retrieve"):
            forms += [f"{verb} {name}", f"{verb} {letter}", verb]
        return [*forms, f"take back from {name}", f"- {letter}"]
    if kind == Kind.GOVERN:
        start, goal = detail >> 4, detail & 15
        forms = []
        for named in (ACTION_NAMES, tuple(ACTION_LETTERS.lower())):
            for verb in ("govern", "governor", "move"):
                forms += [f"{verb} {named[start]} {named[goal]}", f"{verb} {named[start]} to {named[goal]}"]
                forms.append(f"{verb} from {named[start]} to {named[goal]}")
        return [*forms, "govern", "governor"]
    if kind == Kind.BEG:
        verbs = ("beg", "beggar", "exchange")
        kept = ["keep", "keep points", "keep the points", "no", "none", "pass"]
        return [f"{verb} {detail}" for verb in verbs] + (list(verbs) if detail else kept)
    return [f"treasure {detail}", f"sell treasure {detail}", "treasure", "sell treasure"]


LONGEST_GUESSED: Final = 80  # letters; longer texts have no meaning

_SYNONYMS = {"vend": "sell", "export": "buy", "hut": "build", "dike": "build", "tourist": "transport"}
# A move for each first word that belongs to one phase and names no action.
_OTHER_PHASES = {
    "plan": "+S", "withdraw": "-S", "take": "-S", "back": "-S", "retrieve": "-S", "treasure": "^1",
    "govern": "@S-B", "beg": "@1", "exchange": "@1", "keep": "@0", "place": "A1=a1",
}  # fmt: skip
_GUESSED_RESTS = {"first": "f", "both": "b", "point": "p", "vatu": "v"}


def guesses(state: VanuatuState, text: str) -> list[str]:
    """Return canonical tokens that the text may mean here, the likeliest first; some may be invalid."""
    first, rest = text[:1].upper(), text[1:]
    ordered = "".join(sorted(rest.upper(), key=ACTION_LETTERS.find))
    tokens = [first + rest, text.upper(), first + ordered, _from_words(state, text)]
    return ["V" + "".join(sorted(rest)), *tokens] if first == "V" else tokens


def _from_words(state: VanuatuState, text: str) -> str:
    """Return a token built from the meaning of single words, or an empty one."""
    words = re.sub("[,/-]", " ", text.lower()).split()
    phase = state.b[At.PHASE]
    if state.actor < 0 or not words:
        return ""
    named = [word for word in words if word in names.CHARACTER_NAMES]
    if named and (phase == Phase.CHARACTER or len(words) == 1):
        return "@" + named[0]
    placed = _placing(words) if phase == Phase.PLACE else ""
    if placed:
        return placed
    actions = [action for action in map(_action, words) if action >= 0]
    if phase == Phase.PLAN and actions:
        return "+" + "".join([ACTION_LETTERS[action] for action in sorted(actions[:2])])
    if phase == Phase.BEG:
        numbers = [word for word in words if word.isdecimal() and len(word) == 1]
        return "@" + numbers[0] if numbers else ""
    if phase == Phase.ACT:
        if words[0] in ("withdraw", "take", "back", "retrieve") and actions:
            return "-" + ACTION_LETTERS[actions[0]]
        return _acting(state, words, actions[0] if actions else -1)
    # Elsewhere a word of an action is a move of another phase, for the error message. A letter among other
    # words is no such word.
    named_actions = [_action(word) for word in words if len(word) > 1 or len(words) == 1]
    found = [action for action in named_actions if action >= 0]
    return "+" + ACTION_LETTERS[found[0]] if found else _OTHER_PHASES.get(words[0], "")


def _action(word: str) -> int:
    """Return the action of a word (its name, its letter or a synonym), or -1."""
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
        tokens = [_GUESSED_RESTS[word] for word in words if word in _REST_WORDS]
        return f"R{tokens[0] if tokens else 'f'}{claim}"
    return ""


def _sold(state: VanuatuState, words: list[str]) -> str:
    fish = names.packed_values(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.FISH])
    values = sorted("".join([word for word in words if word.isascii() and word.isdigit()]))
    return "".join(values) or "".join([str(value) for value in fish])


def _island_beside(state: VanuatuState) -> str:
    """Return the cell of an island beside the boat, or Efate's cell if there is none."""
    boat = state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT]
    for direction in range(6):
        cell = board.neighbour(boat, direction)
        if cell and board.island_at(state.b, cell) >= 0:
            return cell_name(cell)
    return "a2"

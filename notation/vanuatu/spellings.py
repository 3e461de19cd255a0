"""The other ways to write a move: what the forgiving reader takes beside the canonical token.

With a bonus open a long form means the bonus, and `… plain` declines it. A form that several moves
share is ambiguous; the reader then says which ones fit.
"""

from itertools import permutations
from typing import Final

from core.vanuatu import RestToken, Seat
from core.vanuatu.moves import BONUS, NONE, Kind, bonus_of, detail_of, kind_of, make
from core.vanuatu.state import VanuatuState
from notation.vanuatu import names, tokens
from notation.vanuatu.names import ACTION_LETTERS, ACTION_NAMES, cell_name
from notation.vanuatu.words import words

_REST_WORDS: Final = {
    RestToken.FIRST: ("first", "first player", "marker"),
    RestToken.BOTH: ("both", "vatu and point"),
    RestToken.POINT: ("point",),
    RestToken.VATU: ("vatu",),
}


_kept: dict[int, frozenset[str]] = {}


def forms(state: VanuatuState, move: int) -> frozenset[str]:
    """All forms of a legal move and its token.

    Before phase IV they hang on nothing but the move and are kept: there are a hundred of each for
    165 ways to place neutral markers.
    """
    known = _kept.get(move)
    if known is None:
        known = frozenset(spellings(state, move))
        if kind_of(move) < Kind.ACTION:
            _kept[move] = known
    return known


def spellings(state: VanuatuState, move: int) -> list[str]:
    """All forms of a legal move but its token, lower case, words parted by one space."""
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
    """The forms of an action without a word about the bonus."""
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
    """Without a number they mean the shortest way or, where it is open, the free trip."""
    boat = state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT]
    goal, length = detail >> 2, detail & 3
    if length not in (0, tokens.steps_between(state.b, boat, goal)):
        return []
    start, cell = cell_name(boat), cell_name(goal)
    return [cell, f"sail {cell}", f"sail to {cell}", f"s {cell}", f"{start} {cell}", f"sail {start} {cell}"]


def _long_sail_forms(state: VanuatuState, detail: int) -> list[str]:
    """With the number of cells they can mean nothing but a sail that is paid for."""
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
    """A form with nothing about the bonus means the bonus where it can be claimed."""
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
        for verb in ("take back", "take", "back", "retrieve"):
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

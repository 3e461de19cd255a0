"""The other spellings of a move that readers accept besides the canonical token.

A form that fits several moves is ambiguous; the reader then lists them.
"""

from vanuatu.core.maori import matrix
from vanuatu.core.maori.layout import At, Phase, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.maori import names, tokens
from vanuatu.notation.maori.words import words
from vanuatu.notation.wording import amount


def spellings(state: MaoriState, move: int) -> list[str]:
    """Return all forms of a legal move, its token in lower case first, with single spaces."""
    b, tiles = state.b, state.tiles
    kind, detail = int(kind_of(move)), int(detail_of(move))
    base = int(Seat.BASE + Seat.SIZE * b[At.TURN])
    token = tokens.tokens_of(tiles).spelling[move].lower()
    forms = [token, words(state, move).lower()]
    if kind <= Kind.FIRST:
        forms += [token[1:], token[1:].replace("=", " ")]
    elif kind == Kind.EXPLORE:
        name = names.PLACE_NAMES[detail]
        forms += [
            name,
            f"ship {name}",
            f"ship to {name}",
            f"explorer {name}",
            f"sail {name}",
            f"sail to {name}",
        ]
        if b[At.PHASE] != Phase.START:
            steps = int(matrix.steps_to(b, detail))
            forms += [str(steps), f"+{steps}", amount(steps, "step"), f"sail {steps}"]
    elif kind == Kind.BOAT:
        name = names.cell_name(detail & 31)
        forms += [f"~{name}", f"boat {name}", f"boat to {name}", f"small ship {name}", f"move ship to {name}"]
        if b[At.PHASE] == Phase.SAIL:
            forms.append(name)
    elif kind == Kind.TAKE:
        n = (detail >> 7) + 1
        tile = int(b[At.CELL + matrix.nth_cell(b, n)]) << 2 | detail & 3
        where = _where(state, tile, detail >> 2 & 31)
        for what in (str(n), tiles.labels[tile >> 2].lower()):
            forms += _laying(what, where)
        forms += where
    elif kind == Kind.UNSTORE:
        tile = int(b[base + Seat.STORE]) << 2 | detail & 3
        where = _where(state, tile, detail >> 2)
        for what in ("stored", "store", "the stored tile", tiles.labels[tile >> 2].lower()):
            forms += _laying(what, where)
    elif kind == Kind.STORE:
        label = tiles.labels[b[At.CELL + matrix.nth_cell(b, detail + 1)]].lower()
        for what in (str(detail + 1), label):
            forms += [f"store {what}", f"keep {what}", f"{what} store", f"{what}=store"]
        forms += ["store", "keep"]
    elif kind == Kind.REMOVE:
        name = names.cell_name(detail)
        forms += [f"{verb} {name}" for verb in ("remove", "discard", "take off", "clear")]
    elif b[At.PHASE] == Phase.SAIL:
        forms += ["stay", "nothing", "do nothing"]
    else:
        forms += ["nothing", "do nothing"]
    return list(dict.fromkeys(forms))


def _where(state: MaoriState, tile: int, cell: int) -> list[str]:
    """Return the forms of a cell with the turns of the tile there."""
    name = names.cell_name(cell)
    where = [name + "r" * (tile & 3)]
    sides = " ".join(names.open_sides(state.tiles, tile))
    if sides:
        where += [f"{name} {sides}", f"{name} open {sides}"]
    if state.tiles.palms[tile >> 2] == 0 and name not in where:
        where.append(name)
    return where


def _laying(what: str, where: list[str]) -> list[str]:
    forms = []
    for place in where:
        forms += [f"{what} {place}", f"{what} on {place}", f"{what}={place}"]
        forms += [f"{verb} {what} {place}" for verb in ("take", "lay", "place")]
        forms += [f"{verb} {what} on {place}" for verb in ("lay", "place")]
    return forms


def long_form_length(state: MaoriState, words: list[str]) -> int:
    """Return 2 for `store 2` and `store E2`, legal or not, and 1 for other words."""
    if len(words) > 1 and words[0].lower() in ("store", "keep"):
        named = words[1].isdecimal() or words[1].upper() in (label.upper() for label in state.tiles.labels)
        return 2 if named else 1
    return 1

"""A game as plain maps, lists and texts: the lossless content of NDJSON and msgpack.

A game is `{"tags": [[name, value], …], "moves": […], "result": "*"}`, with optional `before` (comments before
the first move) and `after` (comments after the result). A move is `{"round": 1, "seat": "p", "token":
"+SF"}`, the seat of a draw is `#`; `glyphs`, `comments` and `variations` are optional. A variation has
`moves`, `before` and `after` like a game.

In the compact form a move is a list: round, seat, token, and then the optional glyphs, comments and
variations."""

import re
from typing import Any, Final

from vanuatu.core.game import CHANCE
from vanuatu.notation import codec, errors
from vanuatu.notation.pvn.parser import SUFFIXES
from vanuatu.notation.record import CONTROL, MAX_DEPTH, MAX_WORD, GameRecord, MoveLine, Ply, clean_comment
from vanuatu.notation.tags import ordered

DRAWN: Final = "#"
MAX_ROUND: Final = 999_999

_TAG_NAME: Final = re.compile("[A-Za-z0-9_]+")
_GLYPH: Final = re.compile(r"\$(?:0|[1-9][0-9]{0,2})")

# Data from JSON or msgpack can be anything, so each part is checked.
Value = Any


class FormatError(ValueError):
    """Raised for a value that is not a game; the message names the place and the reason.

    `column` is the column in its line, from 1, if it is known.
    """

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


def as_map(record: GameRecord, compact: bool = False) -> dict[str, Value]:
    """Return the game as maps and lists."""
    game: dict[str, Value] = {"tags": [list(pair) for pair in ordered(record.tags)]}
    game |= _line_map(record.line, compact)
    game["result"] = record.result
    if record.tail:
        game["after"] = [clean_comment(text) for text in record.tail]
    return game


def from_map(value: Value) -> GameRecord:
    """Return the game of maps and lists, in either form; its moves are not verified here."""
    fields = _fields(value, "a game", ("tags", "moves", "result", "before", "after"))
    record = GameRecord(_tags(fields.get("tags")))
    record.line = _line(fields, "", 0)
    record.line.after = []
    record.result = _text(fields.get("result"), "result")
    if len(record.result) > MAX_WORD:
        raise FormatError("result is no result")
    record.tail = _comments(fields.get("after", []), "after")
    return record


def unique_fields(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """Return the map of the pairs. Raise FormatError for a duplicate name, which would be ambiguous."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise FormatError(f"the field {errors.excerpt(str(name))} stands twice")
            seen.add(name)
    return fields


def _line_map(line: MoveLine, compact: bool) -> dict[str, Value]:
    game: dict[str, Value] = {"before": [clean_comment(text) for text in line.before]} if line.before else {}
    game["moves"] = [_ply_list(ply) if compact else _ply_map(ply) for ply in line.plies]
    if line.after:
        game["after"] = [clean_comment(text) for text in line.after]
    return game


def _ply_map(ply: Ply) -> dict[str, Value]:
    move: dict[str, Value] = {"round": int(ply.round), "seat": _seat_letter(ply), "token": ply.token}
    if ply.glyphs:
        move["glyphs"] = list(ply.glyphs)
    if ply.comments:
        move["comments"] = [clean_comment(text) for text in ply.comments]
    if ply.variations:
        move["variations"] = [_line_map(line, False) for line in ply.variations]
    return move


def _ply_list(ply: Ply) -> list[Value]:
    move: list[Value] = [int(ply.round), _seat_letter(ply), ply.token]
    notes = [
        list(ply.glyphs),
        [clean_comment(text) for text in ply.comments],
        [_line_map(line, True) for line in ply.variations],
    ]
    while notes and not notes[-1]:
        notes.pop()
    return move + notes


def _seat_letter(ply: Ply) -> str:
    return codec.SEAT_LETTERS[ply.seat] if ply.seat >= 0 else DRAWN


def _tags(value: Value) -> dict[str, str]:
    tags: dict[str, str] = {}
    for place, pair in enumerate(_list(value, "tags")):
        where = f"tags[{place}]"
        if len(_list(pair, where)) != 2:
            raise FormatError(f"{where} is not a pair of name and value")
        name, text = _text(pair[0], where), _text(pair[1], where)
        if not _TAG_NAME.fullmatch(name):
            raise FormatError(f"{where} has a name that no tag can have")
        if CONTROL.search(text):
            raise FormatError(f"the tag {errors.excerpt(name)} holds a control character")
        if name in tags:
            raise FormatError(f"the tag {errors.excerpt(name)} stands twice")
        tags[name] = text
    return tags


def _line(fields: dict[str, Value], where: str, depth: int) -> MoveLine:
    """Read moves with their annotations; `where` is the place for error messages."""
    if depth > MAX_DEPTH:
        raise FormatError(f"variations are nested more than {MAX_DEPTH} deep")
    line = MoveLine()
    line.before = _comments(fields.get("before", []), where + "before")
    line.after = _comments(fields.get("after", []), where + "after")
    for place, value in enumerate(_list(fields.get("moves"), where + "moves")):
        line.plies.append(_ply(value, f"{where}moves[{place}]", depth))
    return line


def _ply(value: Value, where: str, depth: int) -> Ply:
    glyphs: Value = []
    comments: Value = []
    variations: Value = []
    if isinstance(value, list):
        if not 3 <= len(value) <= 6:
            raise FormatError(f"{where} is not a list of round, seat and token")
        number, letter, token = value[:3]
        glyphs, comments, variations = [*value[3:], [], [], []][:3]
    else:
        known = ("round", "seat", "token", "glyphs", "comments", "variations")
        fields = _fields(value, where, known)
        number, letter, token = fields.get("round"), fields.get("seat"), fields.get("token")
        glyphs, comments = fields.get("glyphs", []), fields.get("comments", [])
        variations = fields.get("variations", [])
    ply = Ply(_token(token, where), _seat(letter, where), _round(number, where))
    if glyphs or comments or variations:
        notes = ply.noted()
        notes.glyphs = _glyphs(glyphs, where)
        notes.comments = _comments(comments, where + ".comments")
        for place, variation in enumerate(_list(variations, where + ".variations")):
            inner = f"{where}.variations[{place}]"
            found = _fields(variation, inner, ("moves", "before", "after"))
            notes.variations.append(_line(found, inner + ".", depth + 1))
    return ply


def _token(value: Value, where: str) -> str:
    token = _text(value, where + ".token")
    if not token or len(token) > MAX_WORD or not token.isprintable():
        raise FormatError(f"{where}.token is no token")
    return token


def _seat(value: Value, where: str) -> int:
    if value == DRAWN:
        return int(CHANCE)
    if isinstance(value, str) and len(value) == 1 and value in codec.SEAT_LETTERS:
        return codec.SEAT_LETTERS.index(value)
    raise FormatError(f"{where}.seat is none of # {' '.join(codec.SEAT_LETTERS)}")


def _round(value: Value, where: str) -> int:
    if type(value) is int and 0 <= value <= MAX_ROUND:
        return value
    raise FormatError(f"{where}.round is not the number of a round")


def _glyphs(value: Value, where: str) -> list[str]:
    """Return the glyphs, checked: at most one suffix, which comes first, and any number of `$n`."""
    glyphs = [_text(item, where + ".glyphs") for item in _list(value, where + ".glyphs")]
    for place, glyph in enumerate(glyphs):
        suffix = place == 0 and glyph in SUFFIXES
        if not suffix and not (_GLYPH.fullmatch(glyph) and int(glyph[1:]) <= 255):
            raise FormatError(f"{where}.glyphs[{place}] is no glyph")
    return glyphs


def _comments(value: Value, where: str) -> list[str]:
    return [clean_comment(_text(item, where)) for item in _list(value, where)]


def _fields(value: Value, where: str, known: tuple[str, ...]) -> dict[str, Value]:
    if not isinstance(value, dict):
        raise FormatError(f"{where} should be a map")
    for name in value:
        if name not in known:
            field = errors.excerpt(str(name))
            raise FormatError(f"{where}: unknown field {field!r} (allowed: {', '.join(known)})")
    return value


def _list(value: Value, where: str) -> list[Value]:
    if not isinstance(value, list):
        raise FormatError(f"{where} is missing" if value is None else f"{where} should be a list")
    return value


def _text(value: Value, where: str) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{where} is missing" if value is None else f"{where} should be text")
    if "\x00" in value or not _encodable(value):
        raise FormatError(f"{where} holds characters that no text can hold")
    return value


def _encodable(text: str) -> bool:
    """Return whether UTF-8 can encode the text; JSON can contain lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

"""What can be wrong with a move or a file, in words that a player understands."""


class MoveError(ValueError):
    """A text that is not a move here; `legal` holds the tokens of the legal moves nearest to it."""

    def __init__(self, message: str, legal: list[str] | None = None) -> None:
        super().__init__(message)
        self.legal: list[str] = legal if legal is not None else []


class NotAMove(MoveError):
    """No move is written like this."""


class IllegalMove(MoveError):
    """A move, but not one that can be made here; the message says why."""


class AmbiguousMove(MoveError):
    """Several legal moves fit; `legal` names them all."""


class Fault(ValueError):
    """Something wrong at a place in a file: line and column, both from 1, and what it is."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message

    def at(self, name: str) -> str:
        """The fault as one line that names the file."""
        return f"{name}:{self.line}:{self.column}: {self.message}"


SHOWN = 3


def shown(text: str, most: int = 40) -> str:
    """A piece of foreign text that is safe to print: one line, no control characters, not too long."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in cut)


def nearest(tokens: list[str], text: str, most: int = SHOWN) -> list[str]:
    """The tokens most like the text, best first; those equally near stand in canonical order."""
    wanted = text[:24]
    ranked = sorted(tokens, key=lambda token: (token[:1] != wanted[:1], _distance(token[:24], wanted)))
    return ranked[:most]


def legal_words(tokens: list[str], text: str) -> str:
    """ "(legal: +S, +B, +F, …)", the nearest ones first; nothing where there is no legal move."""
    if not tokens:
        return ""
    more = ", …" if len(tokens) > SHOWN else ""
    return f" (legal: {', '.join(nearest(tokens, text))}{more})"


def _distance(a: str, b: str) -> int:
    """How many letters must be put in, left out or changed to make one text of the other."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above = row[0]
        row[0] = i
        for j, y in enumerate(b, 1):
            change = above + (x != y)
            above = row[j]
            row[j] = min(change, above + 1, row[j - 1] + 1)
    return row[-1]

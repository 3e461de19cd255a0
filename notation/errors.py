"""Errors in moves and files, in words that a player understands."""

from vanuatu.notation.printable import printable

SHOWN = 3


class NotationError(ValueError):
    """Base class of all errors about text that cannot be read.

    `reason` is the error alone; the whole message adds the place and the legal moves.

    >>> import vanuatu
    >>> try:
    ...     vanuatu.position("vanuatu")
    ... except vanuatu.NotationError as error:
    ...     print(error.reason)
    …
    """

    @property
    def reason(self) -> str:
        """The error in words."""
        return str(self)


class MoveError(NotationError):
    """Raised for a text that is not a move here; `nearest` holds the most similar legal tokens.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=3, seed=7)
    >>> try:
    ...     game.play("@navigater")
    ... except vanuatu.MoveError as error:
    ...     print(error.reason, error.nearest[0])
    no move is written like this @navigator
    """

    def __init__(self, reason: str, nearest: list[str] | None = None) -> None:
        self._reason = reason
        self.nearest: list[str] = nearest if nearest is not None else []
        super().__init__(reason + self._named())

    @property
    def reason(self) -> str:
        """The reason in words."""
        return self._reason

    def _named(self) -> str:
        """Return "(legal: +S, +B, +F, …)", the most similar first; empty without legal moves."""
        if not self.nearest:
            return ""
        more = ", …" if len(self.nearest) > SHOWN else ""
        return f" (legal: {', '.join(self.nearest[:SHOWN])}{more})"


class NotAMove(MoveError):
    """Raised for a text that is not the spelling of any move.

    >>> import vanuatu
    >>> vanuatu.new("vanuatu", players=3, seed=7).play("@navigater")
    Traceback (most recent call last):
    vanuatu.notation.errors.NotAMove: no move is written like this (legal: @navigator, …)
    """


class IllegalMove(MoveError):
    """Raised for an illegal move; the message explains why.

    >>> import vanuatu
    >>> vanuatu.new("vanuatu", players=3, seed=7).play("+SF")
    Traceback (most recent call last):
    vanuatu.notation.errors.IllegalMove: …
    """


class AmbiguousMove(MoveError):
    """Raised if several legal moves fit; `nearest` and the message list them all.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/rule-planning.pvn")
    >>> game.play("rest")
    Traceback (most recent call last):
    vanuatu.notation.errors.AmbiguousMove: …
    """

    def _named(self) -> str:
        return ""


class ReadError(NotationError):
    """Raised for an error at a place in a file: line and column, both from 1, and the reason.

    `cause` is the underlying error, if any. A MoveError, for example, has the nearest legal moves.

    >>> import vanuatu
    >>> [game] = vanuatu.read(b'[Purple "Ann"] [Teal "Ben"] [Yellow "Cleo"] #start=201 #first=t *')
    >>> game.error.line, game.error.column
    (1, 56)
    >>> print(game.error.reason)
    …
    >>> game.error.nearest[0]
    '#tiles=A1,B1'
    """

    def __init__(self, line: int, column: int, message: str, cause: NotationError | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message
        self.cause = cause

    @property
    def nearest(self) -> list[str]:
        """The legal moves most similar to the wrong one; empty for other errors."""
        return self.cause.nearest if isinstance(self.cause, MoveError) else []

    @property
    def reason(self) -> str:
        """The error in words."""
        return self.cause.reason if self.cause is not None else self.message

    def at(self, name: str) -> str:
        """Return the error as one line that names the file."""
        return f"{name}:{self.line}:{self.column}: {self.message}"

    def __reduce__(self) -> "tuple[type[ReadError], tuple[int, int, str, NotationError | None]]":
        return ReadError, (self.line, self.column, self.message, self.cause)


def excerpt(text: str, most: int = 40) -> str:
    """Return foreign text, shortened and safe to print (see `printable`)."""
    return printable(text, most)


def nearest(tokens: list[str], text: str, most: int = SHOWN) -> list[str]:
    """Return the tokens most similar to the text, best first; ties in canonical order."""
    wanted = text[:24]
    ranked = sorted(tokens, key=lambda token: (token[:1] != wanted[:1], _distance(token[:24], wanted)))
    return ranked[:most]


def _distance(a: str, b: str) -> int:
    """Return the edit distance: how many letters to insert, delete or replace."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above = row[0]
        row[0] = i
        for j, y in enumerate(b, 1):
            change = above + (x != y)
            above = row[j]
            row[j] = min(change, above + 1, row[j - 1] + 1)
    return row[-1]

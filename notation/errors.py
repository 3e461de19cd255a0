"""What can be wrong with a move or a file, in words that a player understands."""

from vanuatu.notation.printable import printable

SHOWN = 3


class NotationError(ValueError):
    """Something that cannot be read; what all errors of this package have in common.

    `reason` says what is wrong, without the place and the legal moves that the whole message names.

    >>> import vanuatu
    >>> try:
    ...     vanuatu.position("vanuatu")
    ... except vanuatu.NotationError as error:
    ...     print(error.reason)
    …
    """

    @property
    def reason(self) -> str:
        """What is wrong, in words."""
        return str(self)


class MoveError(NotationError):
    """A text that is not a move here; `nearest` holds the tokens of the legal moves nearest to it.

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
        """Why it is not a move here, in words."""
        return self._reason

    def _named(self) -> str:
        """ "(legal: +S, +B, +F, …)", the nearest ones first; nothing where there is no legal move."""
        if not self.nearest:
            return ""
        more = ", …" if len(self.nearest) > SHOWN else ""
        return f" (legal: {', '.join(self.nearest[:SHOWN])}{more})"


class NotAMove(MoveError):
    """No move is written like this.

    >>> import vanuatu
    >>> vanuatu.new("vanuatu", players=3, seed=7).play("@navigater")
    Traceback (most recent call last):
    vanuatu.notation.errors.NotAMove: no move is written like this (legal: @navigator, …)
    """


class IllegalMove(MoveError):
    """A move, but not one that can be made here; the message says why.

    >>> import vanuatu
    >>> vanuatu.new("vanuatu", players=3, seed=7).play("+SF")
    Traceback (most recent call last):
    vanuatu.notation.errors.IllegalMove: …
    """


class AmbiguousMove(MoveError):
    """Several legal moves fit; `nearest` names them all, and so does the message.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/rule-planning.pvn")
    >>> game.play("rest")
    Traceback (most recent call last):
    vanuatu.notation.errors.AmbiguousMove: …
    """

    def _named(self) -> str:
        return ""


class ReadError(NotationError):
    """Something wrong at a place in a file: line and column, both from 1, and what it is.

    `cause` is the error behind it, if there is one: a MoveError knows the moves that would be legal.

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
        """The legal moves nearest to the wrong one; none if something else is wrong."""
        return self.cause.nearest if isinstance(self.cause, MoveError) else []

    @property
    def reason(self) -> str:
        """What is wrong, in words."""
        return self.cause.reason if self.cause is not None else self.message

    def at(self, name: str) -> str:
        """The error as one line that names the file."""
        return f"{name}:{self.line}:{self.column}: {self.message}"

    def __reduce__(self) -> "tuple[type[ReadError], tuple[int, int, str, NotationError | None]]":
        return ReadError, (self.line, self.column, self.message, self.cause)


def excerpt(text: str, most: int = 40) -> str:
    """A piece of foreign text that is safe to print, as `printable` makes it, and not too long."""
    return printable(text, most)


def nearest(tokens: list[str], text: str, most: int = SHOWN) -> list[str]:
    """The tokens most like the text, best first; those equally near stand in canonical order."""
    wanted = text[:24]
    ranked = sorted(tokens, key=lambda token: (token[:1] != wanted[:1], _distance(token[:24], wanted)))
    return ranked[:most]


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

"""What a program answers to `go`: `move +FV`, or several moves of which the first that is legal counts."""

from typing import Final

from notation.session import SEAT_LETTERS, MoveError, Session

MOST_WISHES: Final = 100


def read_answer(session: Session, text: str) -> int:
    """The move that a program answers with; MoveError if it names none that is legal.

    Of several tokens (`Rb Rv`) the first that is legal counts. Where they are secrets that are gone, or
    only the veil of one (`R?`), it gets the first that is left: another seat may have taken under the
    veil what it wanted, which it could not know.
    """
    words = text.split()[:MOST_WISHES]
    wishes = [_parsed(session, word) for word in words]
    if not wishes or min(wishes) < 0:  # a long form, such as `build a2`
        try:
            return session.read(text)
        except MoveError:
            move = _first_legal(session, wishes)
            if move < 0:
                raise
            return move
    move = _first_legal(session, wishes)
    if move >= 0:
        return move
    try:
        return session.read(words[0])
    except MoveError as error:
        if len(words) == 1:
            raise
        raise MoveError(f"none of these is legal; {words[0]}: {error.reason}", error.nearest) from None


def _first_legal(session: Session, wishes: list[int]) -> int:
    """The first wish that is legal; else what is left in place of a secret that is gone; else -1."""
    state = session.state
    legal = [int(move) for move in state.legal_moves()]
    for wish in wishes:
        if wish in legal:
            return wish
    veils = {int(state.seen_by_others(wish)) for wish in wishes if wish >= 0}
    for move in legal:
        veil = int(state.seen_by_others(move))
        if veil != move and veil in veils:
            return move
    return -1


def _parsed(session: Session, word: str) -> int:
    """The move that a token names, with or without the letter of its seat; -1 if it is no token."""
    if word[1:2] == ":" and word[0] == SEAT_LETTERS[session.state.actor]:
        word = word[2:]
    return int(session.codec.parse(session.state, word))

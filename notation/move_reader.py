"""Find the move that a text means: a canonical token, or another spelling that fits one legal move."""

from typing import Final

from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.notation import errors, tags
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec
from vanuatu.notation.record import UNFINISHED, GameRecord

BONUS: Final = "@"
DRAWN: Final = "#"  # the first character of a draw
PLAIN: Final = " plain"
NEAREST: Final = 6
LISTED: Final = 12
SUFFIX_SIGNS: Final = "!?"
LONGEST_FORM: Final = 6  # words of a long form among other moves


def read_move(codec: Codec, state: State, text: str, legal: list[int] | None = None) -> int:
    """Return the one legal move that the text means. Raise MoveError with the reason if there is none.

    A canonical token costs one look-up and one legality test. Other texts are compared with all spellings of
    all legal moves. Pass `legal` if the legal moves are already listed.
    """
    wanted = " ".join(text.split())
    if state.actor == OVER:
        raise errors.IllegalMove("the game is over")
    if wanted[1:2] == ":":
        seat = seat_of_letter(wanted[0].lower())
        if seat >= 0:
            if seat != state.actor:
                raise errors.IllegalMove(wrong_seat(codec, state, seat))
            wanted = wanted[2:].strip()
    move = codec.parse(state, wanted)
    if move >= 0 and (state.is_legal(move) if legal is None else move in legal):
        return move
    known = Spellings(codec, state, legal)
    found = known.fitting(wanted)
    if len(found) == 1:
        return found[0]
    if found:
        raise errors.AmbiguousMove(f"{errors.excerpt(wanted)} {known.ambiguity(found)}", known.names(found))
    raise move_error(codec, state, wanted, known)


class Spellings:
    """All spellings of each legal move of a position.

    If a move exists with and without its bonus, the long form means the one with it. The same form followed
    by `plain` means the other.
    """

    def __init__(self, codec: Codec, state: State, legal: list[int] | None = None) -> None:
        self.moves = [int(move) for move in state.legal_moves()] if legal is None else legal
        self.tokens = [codec.token(state, move) for move in self.moves]
        self._places = {move: place for place, move in enumerate(self.moves)}
        self._forms = [codec.all_spellings(state, move) for move in self.moves]

    def fitting(self, text: str) -> list[int]:
        """Return the legal moves that the text can mean, in canonical order."""
        form = text.lower()
        found = self._with_form(form)
        if not found and form.endswith(PLAIN):
            base = self._with_form(form[: -len(PLAIN)])
            return [move for move in base if not self._name(move).endswith(BONUS)]
        claimed = set(self.names(found))
        return [move for move in found if self._name(move) + BONUS not in claimed]

    def _with_form(self, form: str) -> list[int]:
        return [move for move, forms in zip(self.moves, self._forms, strict=True) if form in forms]

    def names(self, moves: list[int]) -> list[str]:
        """Return the tokens of the given moves."""
        return [self._name(move) for move in moves]

    def ambiguity(self, moves: list[int]) -> str:
        """Return the message for an ambiguous text."""
        names = self.names(moves)
        return "can be " + ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")

    def _name(self, move: int) -> str:
        return self.tokens[self._places[move]]


def move_error(codec: Codec, state: State, text: str, known: Spellings) -> errors.MoveError:
    """Return the error for a text that means no legal move."""
    tokens = known.tokens
    near = errors.nearest(tokens, text, NEAREST)
    move = codec.parse(state, text)
    if move < 0:
        move = codec.guess(state, text)
    refusal = state.refusal(move) if move >= 0 else None
    if refusal is not None:
        return errors.IllegalMove(codec.refusal(state, refusal, move), near)
    unknown = codec.unknown_name(text)
    if not unknown and move >= 0:
        unknown = f"not understood; did you mean {codec.token(state, move)}?"
    return errors.NotAMove(unknown or "no move is written like this", near)


def move_length(codec: Codec, state: State, words: list[str]) -> int:
    """Return how many of the words are one move, legal or not; at least 1. A canonical token stands alone.

    A move with fewer words would take `build b3` for `build` and the next seat's `b3` if b3 is illegal.
    """
    bare: list[str] = []
    for word in words:
        bare.append(word.rstrip(SUFFIX_SIGNS) or word)
        if bare[-1] != word:  # a suffix such as `!?` ends a move
            break
    if not bare:
        return 1
    if bare[0][1:2] == ":":
        bare[0] = bare[0][2:]
    return 1 if codec.parse(state, bare[0]) >= 0 else codec.long_form_length(state, bare)


def implied_before(codec: Codec, state: State, text: str) -> int:
    """Return the implied move that must precede `text`, because the text is another seat's move; or -1."""
    move = codec.implied(state)
    if move < 0:
        return -1
    wanted = " ".join(text.split())
    if wanted[:1] == DRAWN:
        return move
    if wanted[1:2] == ":" and (seat := seat_of_letter(wanted[0].lower())) >= 0:
        return move if seat != state.actor else -1
    if Spellings(codec, state).fitting(wanted):
        return -1
    after = state.copy()
    after.apply(move)
    return move if after.actor == CHANCE and Spellings(codec, after).fitting(wanted) else -1


def implied_before_result(codec: Codec, state: State, record: GameRecord) -> int:
    """Return the implied last move before a result, if it ends the game; or -1.

    An unfinished game stays as it is, because it may have stopped at that decision.
    """
    if record.result == UNFINISHED or record.tags.get("Termination") in tags.BROKEN_OFF:
        return -1
    return codec.implied(state)


def seat_of_letter(letter: str) -> i64:
    """Return the seat of a letter, or -1."""
    return SEAT_LETTERS.find(letter)


def wrong_seat(codec: Codec, state: State, seat: i64) -> str:
    """Return the message for a move of a seat that is not to move."""
    actor = state.actor
    if actor == OVER:
        return "the game is over"
    if seat >= state.players:
        return f"nobody plays {_name(seat)} in this game"
    if actor == CHANCE:
        return missing_draw(codec, state)
    return f"it is {_name(actor)}'s turn, not {_name(seat)}'s"


def missing_draw(codec: Codec, state: State) -> str:
    """Return the message for a move before a draw."""
    expected = codec.token(state, state.legal_moves()[0]).partition("=")[0]
    return f"a draw is missing here. Expected {expected}=…"


def _name(seat: i64) -> str:
    return SEAT_NAMES[seat].lower()

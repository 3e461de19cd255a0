"""The episode of a game for environments: moves as numbers, a secret move in two steps.

The position (`core`) decides what is legal and what it does. An episode adds the numbers
(`vanuatu.ai.numbering`), the half-made secret move, and what each seat knows of the game so far.
"""

from collections.abc import Iterable
from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from vanuatu.ai.numbering import Numbering, ObservationWriter, numbering_for
from vanuatu.core.game import CHANCE, OVER, Game, GameError, State
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation import extensions
from vanuatu.notation.codec import SEAT_LETTERS, codec_for
from vanuatu.notation.errors import excerpt

NOBODY: Final = 9  # not a seat: a viewer without secrets
_NO_VEIL: Final[i64] = -1


@final
class Episode:
    """A game in progress; its methods use only numbers, texts and lists, for callers of any kind."""

    def __init__(self, numbering: Numbering, start: State) -> None:
        self.numbering: Final = numbering
        self.start: Final = start  # never changed, and shared by copies
        self.state = start.copy()
        self._veil = _NO_VEIL  # the veil of a half-made secret move
        self._steps = vec[i64]()  # number << 3 | actor + 1
        self._round_began: i64 = 0  # the first step of the current round
        # Steps in which a veil was chosen, and the moves that were left under it.
        self._looks: list[tuple[int, list[int]]] = []
        self._listed = False
        self._legal = vec[i64]()
        self.plies: i64 = 0  # moves and draws so far
        self.last_move: i64 = -1

    def copy(self) -> "Episode":
        """Return an independent copy."""
        other = Episode(self.numbering, self.start)
        other.state = self.state.copy()
        other._veil = self._veil
        other._steps = self._steps[:]
        other._round_began = self._round_began
        other._looks = self._looks[:]
        other.plies = self.plies
        other.last_move = self.last_move
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        game = self.numbering.game
        return _unpickle, (game.name, game.players, game.options, self.start, self.numbers())

    @property
    def actor(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return int(self.state.actor)

    @property
    def halfway(self) -> bool:
        """Whether the seat that decides has made the first step of a secret move."""
        return self._veil >= 0

    # Play

    def legal_numbers(self) -> vec[i64]:
        """Return the legal numbers, ascending; for compiled code."""
        if self._listed:
            return self._legal
        state = self.state
        moves = state.legal_moves()
        if state.actor >= 0 and not self.numbering.may_hide(state):
            legal = self.numbering.numbers(moves)
        else:
            legal = self._veiled_numbers(moves)
        self._legal = legal
        self._listed = True
        return legal

    def _veiled_numbers(self, moves: vec[i64]) -> vec[i64]:
        """Return the numbers of legal moves: of veils, or after a veil of the moves under it."""
        legal = vec[i64](capacity=len(moves))
        last: i64 = -1
        for move in moves:
            veil = self.state.seen_by_others(move)
            if self._veil < 0 and veil != last:
                legal = append(legal, self.numbering.number(veil))
                last = veil
            elif veil == self._veil:
                legal = append(legal, self.numbering.number(move))
        return legal

    def legal(self) -> list[int]:
        """Return the legal numbers, ascending: of the seat's moves, or of draws."""
        return [int(number) for number in self.legal_numbers()]

    def is_legal(self, number: int) -> bool:
        """Return whether the number is legal."""
        legal = self.legal_numbers()
        n = len(legal)
        i: i64 = 0
        while i < n and legal[i] < number:
            i += 1
        return i < n and legal[i] == number

    def needs_second_step(self, number: i64) -> bool:
        """Return whether the legal action is the first step of a secret move."""
        return self.state.actor >= 0 and self.numbering.is_veil(self.numbering.move(number))

    def mask(self) -> bytes:
        """Return a byte for each action, 1 if it is legal; all 0 if no seat decides."""
        out = BytesWriter()
        at: i64 = 0
        if self.state.actor >= 0:
            for number in self.legal_numbers():
                while at < number:
                    out.append(u8(0))
                    at += 1
                out.append(u8(1))
                at += 1
        while at < self.numbering.actions:
            out.append(u8(0))
            at += 1
        return out.getvalue()

    def chances(self) -> list[tuple[int, float]]:
        """Return the possible draws with their probabilities."""
        weights = self.state.weights()
        total: i64 = 0
        for weight in weights:
            total += weight
        numbers = self.legal_numbers()
        n = len(numbers)
        chances: list[tuple[int, float]] = []
        i: i64 = 0
        while i < n:
            chances.append((int(numbers[i]), float(weights[i]) / float(total)))
            i += 1
        return chances

    def play(self, number: i64) -> None:
        """Make the move, the step of a secret move, or the draw with this number. Legality is not checked."""
        state = self.state
        numbering = self.numbering
        actor = state.actor
        self._steps = append(self._steps, number << 3 | actor + 1)
        self._listed = False
        if actor == CHANCE:
            move = numbering.draw(number)
        else:
            move = numbering.move(number)
            if numbering.is_veil(move):
                self._veil = move
                self._looks.append((len(self._steps) - 1, self.legal()))
                return
            self._veil = _NO_VEIL
        round = state.round
        state.apply(move)
        self.plies += 1
        self.last_move = move
        if state.round != round:
            self._round_began = len(self._steps)

    def play_move(self, move: i64) -> None:
        """Make a seat's move of the core: both steps of a secret one."""
        veil = self.state.seen_by_others(move)
        if veil != move:
            self.play(self.numbering.number(veil))
        self.play(self.numbering.number(move))

    # Tokens

    def token(self, number: i64) -> str:
        """Return the token of an action, or of a draw if one is next. Raise ValueError for an invalid number.

        The action need not be legal. A few tokens (sails) depend on the position.
        """
        state = self.state
        numbering = self.numbering
        drawing = state.actor == CHANCE
        count = numbering.draws if drawing else numbering.actions
        if number < 0 or number >= count:
            what = "draws" if drawing else "actions"
            raise ValueError(f"there is no number {number}: {what} are numbered from 0 to {count - 1}")
        if state.actor == OVER:
            state = state.copy()
            state.actor = 0
        move = numbering.draw(number) if drawing else numbering.move(number)
        return codec_for(state.game).token(state, int(move))

    def number(self, token: str) -> int:
        """Return the number of a token: of a draw if one is next, else of an action, legal or not.

        Raise ValueError if there is none.
        """
        numbering = self.numbering
        drawing = self.state.actor == CHANCE
        move: i64 = codec_for(self.state.game).parse(self.state, token)
        if move >= 0:
            count = numbering.draws if drawing else numbering.actions
            number = numbering.number(move)
            if 0 <= number < count:
                same = numbering.draw(number) if drawing else numbering.move(number)
                if same == move:
                    return int(number)
        if drawing:
            such = self.token(self.legal()[0])
            raise ValueError(f"{excerpt(token)!r} is no draw of this game: expected one, such as {such}")
        raise ValueError(
            f"{excerpt(token)!r} is no action of this game: an action is the token of a seat's move"
        )

    def position(self, seat: i64) -> str:
        """Return the position as the seat sees it; in a second line what else it knows, if anything.

        Seat -1 sees everything, NOBODY no secrets. The first line is always a position that can be read. The
        second line has the tokens that each rest of the round may have brought, and `halfway`.
        """
        state = self.state
        if seat >= 0:
            state = self.numbering.seen(state, seat)
        words = [self.known(seat)]
        if self._veil >= 0:
            words.append("halfway")
        lines = [codec_for(state.game).write_position(state), " ".join([word for word in words if word])]
        return "\n".join([line for line in lines if line])

    def known(self, seat: i64) -> str:
        """Return, in a word, what the seat knows of this round's secrets; empty if there are none."""
        return self.numbering.known(self.state, seat, self._veil >= 0)

    # Views of a seat

    def observation(self, seat: i64) -> bytes:
        """Return what a seat knows of the position, a 32-bit float for each entry; everything for seat -1."""
        writer = ObservationWriter(self.numbering.entries)
        self.numbering.observe(self.state, seat, self.halfway, writer)
        return writer.content().tobytes()

    def information(self, seat: i64) -> str:
        """Return all that the seat has seen since the start, as text; secrets of others are `?`.

        A step is its actor and its number. After a seat's own first step of a secret move, the choices that
        it saw follow in brackets.
        """
        words: list[str] = [SEAT_LETTERS[seat]]
        secret_from: i64 = len(self._steps)
        if not self.state.revealed():
            secret_from = self._round_began
        look: i64 = 0
        looks: i64 = len(self._looks)
        steps = self._steps
        n = len(steps)
        i: i64 = 0
        while i < n:
            actor = (steps[i] & 7) - 1
            word = str(steps[i] >> 3)
            if look < looks and self._looks[look][0] == i - 1:
                look += 1
                if i > secret_from and actor != seat:
                    word = "?"
            if look < looks and self._looks[look][0] == i and actor == seat:
                word += "[" + ",".join([str(left) for left in self._looks[look][1]]) + "]"
            words.append((SEAT_LETTERS[actor] if actor >= 0 else "#") + word)
            i += 1
        return " ".join(words)

    def numbers(self) -> list[int]:
        """Return the numbers of all steps so far."""
        return [int(step >> 3) for step in self._steps]

    def resampled_numbers(self, seat: i64, rng: Rng) -> list[int]:
        """Return the steps of an episode that fits what the seat knows: secrets of others are drawn anew."""
        numbers = self.numbers()
        numbering = self.numbering
        hidden = numbering.hide(self.state, seat, self.halfway, rng)
        secrets: i64 = 0
        for step, _ in self._looks:
            if self._round_began <= step < len(numbers) - 1:
                secret = numbering.secret(hidden, secrets, numbering.move(numbers[step]))
                if secret >= 0:
                    numbers[step + 1] = int(numbering.number(secret))
                secrets += 1
        return numbers

    # End

    def scores(self) -> list[int]:
        """Return the score of each seat; before the end, as if the game ended now."""
        return [int(score) for score in self.state.scores()]

    def returns(self) -> list[float]:
        """Return 1 shared among the winners, 0 for the others; all 0 before the end."""
        if self.state.actor != OVER:
            return [0.0] * int(self.state.players)
        return [share for share in self.state.returns()]  # noqa: C416 - a list of a vec


def parse_game(name: str, players: object, variants: Iterable[str]) -> Game:
    """Return the game with these parameters. Raise GameError, with one line, if they are invalid."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise GameError(f"{name}: players is a whole number, not {players!r}")
    return make_game(name, players, tuple(variants) + extensions.options(name))


def new_episode(numbering: Numbering) -> Episode:
    """Return an episode at the start of a game."""
    return Episode(numbering, numbering.game.start())


def _unpickle(name: str, players: int, options: tuple[str, ...], start: State, numbers: list[int]) -> Episode:
    """Restore a pickled episode by repeating its steps."""
    episode = Episode(numbering_for(make_game(name, players, options)), start)
    for number in numbers:
        episode.play(number)
    return episode

"""The episode of a game as environments see it: by numbers, a secret move in two steps, seat by seat.

Everything about what is legal and what it brings comes from the position (`core`); this adds the numbers
(`vanuatu.ai.numbering`), the half-made secret move, and what each seat can tell of what has happened.
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
from vanuatu.notation.session import Draws

NOBODY: Final = 9  # no seat's number: who knows no secret at all
_NO_VEIL: Final[i64] = -1


@final
class Episode:
    """A game in progress. It takes and gives numbers, texts and lists, so that any code may call it."""

    def __init__(self, numbering: Numbering, start: State) -> None:
        self.numbering: Final = numbering
        self.start: Final = start  # is never changed, and shared by copies
        self.state = start.copy()
        self._veil = _NO_VEIL  # the secret move that is half made
        self._steps = vec[i64]()  # number << 3 | actor + 1
        self._round_began: i64 = 0  # the first step of the running round
        # Steps in which a veil was chosen, and what was left then.
        self._looks: list[tuple[int, list[int]]] = []
        self._listed = False
        self._legal = vec[i64]()

    def copy(self) -> "Episode":
        """A episode of its own."""
        other = Episode(self.numbering, self.start)
        other.state = self.state.copy()
        other._veil = self._veil
        other._steps = self._steps[:]
        other._round_began = self._round_began
        other._looks = self._looks[:]
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        game = self.numbering.game
        return _unpickle, (game.name, game.players, game.options, self.numbers())

    @property
    def actor(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return int(self.state.actor)

    @property
    def halfway(self) -> bool:
        """Whether the seat that decides has made the first step of a secret move, and sees what is left."""
        return self._veil >= 0

    # Playing

    def _numbers(self) -> vec[i64]:
        """The numbers that are legal now, ascending."""
        if self._listed:
            return self._legal
        state = self.state
        numbering = self.numbering
        moves = state.legal_moves()
        legal = vec[i64](capacity=len(moves))
        if state.actor == CHANCE:
            for move in moves:
                legal = append(legal, numbering.number(move))
        else:
            last: i64 = -1
            for move in moves:
                veil = state.seen_by_others(move)
                if self._veil < 0 and veil != last:
                    legal = append(legal, numbering.number(veil))
                    last = veil
                elif veil == self._veil:
                    legal = append(legal, numbering.number(move))
        self._legal = legal
        self._listed = True
        return legal

    def legal(self) -> list[int]:
        """The numbers that are legal now, ascending: of the seat's moves, or of nature's draws."""
        return [int(number) for number in self._numbers()]

    def is_legal(self, number: int) -> bool:
        """Whether the number is one of them."""
        legal = self._numbers()
        n = len(legal)
        i: i64 = 0
        while i < n and legal[i] < number:
            i += 1
        return i < n and legal[i] == number

    def mask(self) -> bytes:
        """A byte for each action, 1 where it is legal; all 0 where no seat decides."""
        out = BytesWriter()
        at: i64 = 0
        if self.state.actor >= 0:
            for number in self._numbers():
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
        """What nature may draw, and how likely each is."""
        weights = self.state.weights()
        total: i64 = 0
        for weight in weights:
            total += weight
        numbers = self._numbers()
        n = len(numbers)
        chances: list[tuple[int, float]] = []
        i: i64 = 0
        while i < n:
            chances.append((int(numbers[i]), float(weights[i]) / float(total)))
            i += 1
        return chances

    def play(self, number: i64) -> None:
        """Make the move, or the step of a secret one, that has this legal number. Unchecked."""
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
        if state.round != round:
            self._round_began = len(self._steps)

    def draw(self, draws: Draws) -> None:
        """Let nature draw until a seat decides or the game is over."""
        if self.state.actor == CHANCE:
            rng = draws.next_run(self.state.round)
            while self.state.actor == CHANCE:
                self.play(self.numbering.number(self.state.sample(rng)))

    # Tokens

    def token(self, number: i64) -> str:
        """The token of an action, or of a draw where nature draws; ValueError if there is no such number.

        It need not be legal. A few tokens (sails) hang on the position.
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
        """The action that a token names, legal or not; ValueError if it names none."""
        numbering = self.numbering
        move: i64 = codec_for(self.state.game).parse(self.state, token)
        if move >= 0:
            number = numbering.number(move)
            if 0 <= number < numbering.actions and numbering.move(number) == move:
                return int(number)
        raise ValueError(
            f"{excerpt(token)!r} is no action of this game: an action is the token of a seat's move"
        )

    def position(self, seat: i64) -> str:
        """The position in a line as the seat sees it, and what else it knows.

        -1 sees everything, NOBODY no secret.
        """
        state = self.state
        if seat >= 0:
            state = self.numbering.seen(state, seat)
        words = [codec_for(state.game).write_position(state), self.known(seat)]
        if self._veil >= 0:
            words.append("halfway")
        return " ".join([word for word in words if word])

    def known(self, seat: i64) -> str:
        """What the seat knows of the secrets of the running round, in a word; empty if there are none."""
        return self.numbering.known(self.state, seat, self._veil >= 0)

    # What a seat sees

    def observation(self, seat: i64) -> bytes:
        """What a seat knows of the position, a byte an entry; for seat -1 all that there is to know."""
        writer = ObservationWriter()
        self.numbering.observe(self.state, seat, self.halfway, writer)
        return writer.content()

    def information(self, seat: i64) -> str:
        """All that the seat has seen since the game began, as text: what others did in secret is `?`.

        A step is its actor and its number; behind a seat's own first step of a secret move stands in brackets
        what it saw to be left.
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
        """The numbers of all steps so far."""
        return [int(step >> 3) for step in self._steps]

    def resampled_numbers(self, seat: i64, rng: Rng) -> list[int]:
        """The numbers of a episode as likely as this one from where the seat sits: secrets are drawn anew."""
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

    # The end

    def scores(self) -> list[int]:
        """The score of each seat; before the end, what it would be if the game ended here."""
        return [int(score) for score in self.state.scores()]

    def returns(self) -> list[float]:
        """1 shared among the winners, 0 for the others; all 0 before the end."""
        if self.state.actor != OVER:
            return [0.0] * int(self.state.players)
        return [share for share in self.state.returns()]  # noqa: C416 - a list of a vec


def parse_game(name: str, players: object, variants: Iterable[str]) -> Game:
    """The game that these parameters ask for; GameError, with one line that says what is wrong with them."""
    if not isinstance(players, int) or isinstance(players, bool):
        raise GameError(f"{name}: players is a whole number, not {players!r}")
    return make_game(name, players, tuple(variants) + extensions.options(name))


def new_episode(numbering: Numbering) -> Episode:
    """A game that begins."""
    return Episode(numbering, numbering.game.start())


def _unpickle(name: str, players: int, options: tuple[str, ...], numbers: list[int]) -> Episode:
    """A episode out of a pickle: its steps are made again."""
    episode = new_episode(numbering_for(make_game(name, players, options)))
    for number in numbers:
        episode.play(number)
    return episode

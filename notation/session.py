"""One game in progress: the position, its record, undo and redo.

The prompt, a match, an external bot and the tests all use it to read a text, find the legal move and play it.
"""

from collections.abc import Iterator, Mapping
from typing import Final, final

from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER, Game, State
from vanuatu.core.rng import Rng, state_at
from vanuatu.notation import errors
from vanuatu.notation import tags as tagging
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec, codec_for
from vanuatu.notation.errors import IllegalMove
from vanuatu.notation.move_reader import NEAREST, implied_before, read_move
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import GameRecord, Ply, with_seat
from vanuatu.notation.steps import Branch, Step


class Session:
    """A game in progress.

    `state` is the current position and `start` the first one. `moves` are all plies so far, draws included.
    `record` has them as tokens with their comments. Only the session changes these.
    """

    def __init__(
        self, game: Game, codec: Codec, start: State, record: GameRecord, state: State | None = None
    ) -> None:
        """Begin a game, or continue one: then `state` is the position after the moves of the record."""
        self.game = game
        self.codec = codec
        self.start = start
        self.state = state if state is not None else start.copy()
        self.record = record
        self.moves: list[int] = [ply.move for ply in record.plies]
        self._branch = Branch(codec, start, record.plies)
        self._undone: list[Ply] = []

    @classmethod
    def new(
        cls, game: Game, *, tags: Mapping[str, str] | None = None, start: State | None = None
    ) -> "Session":
        """Return a new game, from its beginning or from a position.

        Unknown tags of the roster get default values, which `tags` overrides.
        """
        codec = codec_for(game.name)
        position = codec.write_position(start) if start is not None else ""
        begin = start.copy() if start is not None else game.start()
        return cls(game, codec, begin, GameRecord(tagging.new_tags(game, tags, position)))

    @property
    def ply(self) -> int:
        """The number of moves played, draws included."""
        return len(self.moves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.actor == OVER

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat; `?` if unknown."""
        tags = self.record.tags
        return tuple([tags.get(name, "?") for name in SEAT_NAMES[: self.game.players]])

    def read(self, text: str, legal: list[int] | None = None) -> int:
        """Return the legal move that a text means: a token, or a long form that fits one move only.

        Pass `legal` if the legal moves are already listed. Raise NotAMove, IllegalMove or AmbiguousMove.
        """
        return read_move(self.codec, self.state, text, legal)

    def push(self, move: int) -> None:
        """Play a legal move. Raise IllegalMove otherwise; then the game is unchanged."""
        state = self.state
        if state.actor == OVER:
            raise IllegalMove("the game is over")
        if move < 0 or not state.is_legal(move):
            raise self._refused(move)
        self.push_legal(move)

    def push_legal(self, move: int) -> None:
        """Play a move that is known to be legal, such as one of `legal_moves`. Unchecked."""
        state = self.state
        ply = Ply(self.codec.token(state, move), state.actor, state.round, move)
        state.apply(move)
        self.moves.append(move)
        self.record.plies.append(ply)
        if self._undone:
            self._undone.clear()

    def play(self, text: str) -> int:
        """Play the move that a text means, and before it the implied move, if any. Return the move."""
        given = implied_before(self.codec, self.state, text)
        if given >= 0:
            after = self.state.copy()
            after.apply(given)
            read_move(self.codec, after, text)  # if it is refused, nothing has changed
            self.push_legal(given)
        move = self.read(text)
        self.push_legal(move)
        return move

    def draw(self, rng: Rng) -> list[int]:
        """Draw at random until a seat decides or the game is over. Return the draws."""
        drawn = []
        while self.state.actor == CHANCE:
            move = int(self.state.sample(rng))
            self.push_legal(move)
            drawn.append(move)
        return drawn

    def undo(self) -> int:
        """Undo the last move and return it; `redo` restores it. Raise IndexError if none."""
        move = self.moves.pop()
        self._undone.append(self.record.plies.pop())
        self._branch.forget_after(len(self.moves))
        self.state = self._branch.before(len(self.moves)).copy()
        return move

    def redo(self) -> int:
        """Play the last undone move again and return it. Raise IndexError if there is none."""
        ply = self._undone.pop()
        self.state.apply(ply.move)
        self.moves.append(ply.move)
        self.record.plies.append(ply)
        return ply.move

    def at(self, ply: int) -> State:
        """Return a copy of the position after `ply` moves; 0 is the start."""
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"there are {len(self.moves)} plies, not {ply}")
        return (self.state if ply == len(self.moves) else self._branch.before(ply)).copy()

    def walk(self, first: int = 0, last: int | None = None) -> Iterator[Step]:
        """Yield the moves so far, or those from ply `first` up to ply `last`, each with its position.

        `first` counts from 0, and `last` is not included, as in a slice. Moves that are made or undone
        later do not change the steps.
        """
        return self._branch.snapshot(self.names).steps(first, len(self.moves) if last is None else last)

    def continuation(self, moves: list[int]) -> list[Ply]:
        """Return moves that could follow the current position as plies, without playing them."""
        state = self.state.copy()
        plies = []
        for move in moves:
            plies.append(Ply(self.codec.token(state, move), state.actor, state.round, move))
            state.apply(move)
        return plies

    def until(self, ply: int) -> "Session":
        """Return the game with only its first plies, unfinished. It shares the comments on them.

        Raise IndexError if the game has fewer plies.
        """
        return Session(self.game, self.codec, self.start, self.record.until(ply), self.at(ply))

    def tokens(self, seat: int | None = None) -> list[str]:
        """Return all moves from the start with their seats, as the seat sees them (None: everything).

        Secret moves of other seats in the current round are veiled.
        """
        plies = self.record.plies
        tokens = [with_seat(ply) for ply in plies]
        if seat is None:
            return tokens
        moves, first = self.round_as_seen(seat)
        for at, move in enumerate(moves, first):
            if move != self.moves[at]:
                tokens[at] = f"{SEAT_LETTERS[plies[at].seat]}:{self.codec.token(self.at(at), move)}"
        return tokens

    def round_as_seen(self, seat: int | None) -> tuple[list[int], int]:
        """Return the moves of the current round as the seat sees them, and the ply of the first.

        Secret moves of other seats are veiled; None sees everything.
        """
        plies, moves = self.record.plies, self.moves
        first = len(plies)
        if self.state.revealed():
            return [], first
        while first and plies[first - 1].round == self.state.round:
            first -= 1
        return [
            moves[at] if plies[at].seat in (seat, CHANCE) else int(self.state.seen_by_others(moves[at]))
            for at in range(first, len(moves))
        ], first

    def seen(self, seat: int | None) -> State:
        """Return the position as the seat sees it (see `round_as_seen`). Read-only: do not play in it."""
        moves, first = self.round_as_seen(seat)
        if moves == self.moves[first:]:
            return self.state
        state = self.at(first)
        for move in moves:
            state.apply(move)
        return state

    def finish(self, termination: str = "") -> None:
        """Write Result, Winner and Termination for the current position.

        The rules decide for a finished game. For an unfinished one `termination` is the reason. If the seat
        to move forfeits, the scores count as they are and the best other seats win. Otherwise the result
        stays `*`.
        """
        tags = self.record.tags
        for name in ("Winner", "Termination"):
            tags.pop(name, None)
        if not self.over and termination:
            tags["Termination"] = termination
        tags.update(tagging.result_tags(self.state, self.codec, termination))
        self.record.result = tags["Result"]

    def text(self) -> str:
        """Return the game in canonical PVN."""
        return write_game(self.record)

    def _refused(self, move: int) -> IllegalMove:
        state, codec = self.state, self.codec
        tokens = [codec.token(state, m) for m in state.legal_moves()]
        refusal = state.refusal(move) if move >= 0 else None
        why = codec.refusal(state, refusal, move) if refusal is not None else "there is no such move"
        return IllegalMove(why, errors.nearest(tokens, "", NEAREST))


_RUNS: Final[i64] = 1 << 12  # more than the runs of draws in a round


@final
class Draws:
    """Makes the draws of one game by a seed. A run is all draws between two decisions.

    The draws depend on the seed and on the place in the game, not on earlier draws. So a move that is undone
    and made again is followed by the same draws. Games with the same seed have the same draws as far as the
    players' moves allow.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rng = Rng(seed)
        self._base: i64 = self._rng.state
        self._round: i64 = 0
        self._run: i64 = 0  # number of runs so far in the round

    def resume(self, session: Session) -> None:
        """Continue from the current position: count the runs of draws in this round."""
        plies = session.record.plies
        self._round = session.state.round
        self._run = 0
        at: i64 = len(plies) - 1
        while at >= 0 and plies[at].round == self._round:
            if plies[at].seat == CHANCE and (at == 0 or plies[at - 1].seat != CHANCE):
                self._run += 1
            at -= 1

    def run(self, session: Session) -> list[int]:
        """Draw until a seat decides or the game is over. Return the draws."""
        return session.draw(self.next_run(session.state.round))

    def draw_one(self, session: Session) -> int:
        """Make the next draw of the pending run; return it. All of them one by one are the same as `run`."""
        plies = session.record.plies
        first = len(plies)
        while first and plies[first - 1].seat == CHANCE:
            first -= 1
        before = session.until(first)
        self.resume(before)
        rng = self.next_run(before.state.round)
        for move in session.moves[first:]:
            before.state.sample(rng)
            before.state.apply(move)
        drawn = int(session.state.sample(rng))
        session.push_legal(drawn)
        return drawn

    def finish_run(self, session: Session) -> None:
        """Make all pending draws. Part of the run may be made already, such as draws that a person typed."""
        if session.state.actor == CHANCE and session.moves and session.record.plies[-1].seat != CHANCE:
            self.resume(session)
            self.run(session)
        while session.state.actor == CHANCE:
            self.draw_one(session)

    def next_run(self, round: i64) -> Rng:
        """Return the generator for the next run of draws, which begins in this round."""
        if round != self._round:
            self._round = round
            self._run = 0
        self._rng.state = state_at(self._base, self._round * _RUNS + self._run)
        self._run += 1
        return self._rng

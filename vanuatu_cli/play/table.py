"""A game in progress at the prompt: its players, draws, undo, and the file it is saved in.

Draws depend on the seed and on their place in the game only. So they are the same after an undo.
"""

from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, PendingMove, seat_seed
from vanuatu.cli.files.writing import Held
from vanuatu.cli.play.position_view import PositionView
from vanuatu.core.game import OVER, State
from vanuatu.notation import codec, record
from vanuatu.notation.boards.text import LONGEST_NAME
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Draws, Session


@dataclass
class Player:
    """The player of a seat: a person, or a bot."""

    name: str
    bot: Bot | None = None


def make_bot_player(spec: str, seat: int, seed: int) -> Player:
    """Return the bot of a spec as the player of a seat. Raise BotError if there is no such bot."""
    bot = specs.make_bot(spec, seed=seat_seed(seed, seat))
    try:
        bot.get_ready()
    except BotError as error:
        bot.close()
        raise BotError(f"{bot.name} {error}") from None
    return Player(bot.name, bot)


class Table:
    """A session, and what the prompt needs beside the record."""

    def __init__(self, session: Session, players: list[Player], seed: int, place: Path | None = None) -> None:
        self.session = session
        self.codec = session.codec
        self.players = players
        self.seed = seed
        self._draws = Draws(seed)
        self.path = place  # the file that the game is saved in
        self.unsaved = ""  # why the last attempt to write the file failed
        self._locked_file: Held | None = None  # that file, locked
        self._saved_plies: int | None = None  # the number of plies in it
        self.warnings: list[str] = []  # shown before the first move
        self._view = PositionView(session)
        self._name_seats()

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def view(self) -> PositionView:
        """Return the cached views of the current position."""
        if not self._view.is_current():
            self._view = PositionView(self.session)
        return self._view

    @property
    def actor(self) -> int:
        return int(self.session.state.actor)

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players' names as they are shown, by seat."""
        return tuple(printable(player.name, LONGEST_NAME) for player in self.players)

    @property
    def bot(self) -> Bot | None:
        """Return the bot to move, or None if a person, a draw or nobody is next."""
        return self.players[self.actor].bot if self.actor >= 0 else None

    @property
    def untouched(self) -> bool:
        """Return whether no person has moved yet."""
        return not any(ply.seat in self.people for ply in self.session.record.plies)

    def draw_pending(self) -> None:
        """Make all pending draws, finish the game if it is over, and save it."""
        self._draws.finish_run(self.session)
        if self.over:
            self.session.finish()
            for player in self.players:
                if player.bot is not None:
                    player.bot.finished(self.session)
        self.save()

    def draw_one(self) -> None:
        """Make one draw."""
        self._draws.draw_one(self.session)

    def start_thinking(self) -> PendingMove:
        """Let the bot to move begin to think."""
        bot = self.bot
        if bot is None:
            raise BotError("no bot is to move")
        return bot.think(self.session)

    def read_move(self, text: str) -> int:
        """Return the legal move that a text means. Raise MoveError if there is none."""
        return self.session.read(text, self.view.legal)

    def play_move(self, move: int) -> None:
        """Play a move that `read_move` has returned, make the draws that follow, and save."""
        self.session.push_legal(move)
        self.draw_pending()

    def push_move(self, move: int) -> None:
        """Play a move, make the draws that follow, and save."""
        self.session.push(move)
        self.draw_pending()

    def undo(self) -> int:
        """Undo the last decision of a person and all that followed; return the number of plies."""
        seats = [ply.seat for ply in self.session.record.plies]
        last = next((at for at in range(len(seats) - 1, -1, -1) if seats[at] in self.people), None)
        if last is None:
            return 0
        back = len(seats) - last
        for _ in range(back):
            self.session.undo()
        self.save()
        return back

    def redo(self) -> int:
        """Play undone moves again, up to a person's next decision; return the number of plies."""
        forth = 0
        try:
            while not forth or not (self.over or self.actor in self.people):
                self.session.redo()
                forth += 1
        except IndexError:
            pass  # no undone move is left
        if forth:
            self.draw_pending()
        return forth

    def seen_by(self, seat: int | None) -> State:
        """Return the position as a seat sees it (None: without any secrets)."""
        return self.view.seen_by(seat)

    def seen_tokens(self, seat: int | None) -> list[str]:
        """Return all moves as tokens, as a seat sees them (None: without any secrets)."""
        session = self.session
        tokens = [record.with_seat(ply) for ply in session.record.plies]
        moves, first = self.session.round_as_seen(seat)
        for at, move in enumerate(moves, first):
            if move != session.moves[at]:
                letter = codec.SEAT_LETTERS[session.record.plies[at].seat]
                tokens[at] = f"{letter}:{self.codec.token(session.at(at), move)}"
        return tokens

    def has_secrets(self) -> bool:
        """Return whether a person has made a secret move in this round."""
        moves, first = self.session.round_as_seen(None)
        plies = self.session.record.plies[first:]
        return any(
            ply.seat in self.people and move != self.session.moves[first + at]
            for at, (move, ply) in enumerate(zip(moves, plies, strict=True))
        )

    def seat_person(self, seat: int, name: str) -> None:
        self._replace(seat, Player(name))

    def seat_bot(self, seat: int, spec: str, *, typed: bool = True) -> None:
        """Give a seat to a bot. Raise BotError if there is no such bot. Only typed specs name programs."""
        if typed:
            self._replace(seat, make_bot_player(spec, seat, self.seed))
        else:
            self._replace(seat, Player(spec, specs.make_bot_from_file(spec, seed=seat_seed(self.seed, seat))))

    def _replace(self, seat: int, player: Player) -> None:
        bot = self.players[seat].bot
        if bot is not None:
            bot.close()
        self.players[seat] = player
        self._name_seats()
        self.save()

    def _name_seats(self) -> None:
        for seat, player in enumerate(self.players):
            self.session.record.tags[codec.SEAT_NAMES[seat]] = player.name
        self.session.record.tags["Seed"] = str(self.seed)

    def text(self) -> str:
        """Return the game in PVN, with its result if it is over."""
        self.session.finish()
        return self.session.text()

    def save_to(self, held: Held) -> None:
        """Save the game in this locked file from now on, and unlock the file before it."""
        if self._locked_file is not None:
            self._locked_file.let_go()
        self._locked_file = held
        self.path = held.place
        self._saved_plies = None

    def save(self) -> None:
        """Write the file, if there is one. An error goes to `unsaved`, and the game continues."""
        if self.path is None:
            return
        try:
            if self._locked_file is None or self._locked_file.place != self.path:
                if self._locked_file is not None:
                    self._locked_file.let_go()
                self._locked_file, self._saved_plies = Held(self.path), None
            self._locked_file.write(self.text())
        except OSError as error:
            self.unsaved = f"{self.path}: {error.strerror or error}"
        else:
            self.unsaved = ""
            self._saved_plies = self.session.ply

    @property
    def unsaved_part(self) -> str:
        """Return which part of the game is not saved, in words for a message."""
        if self._saved_plies is None:
            return "the whole game"
        return f"all after ply {self._saved_plies} of {self.session.ply}"

    def close(self) -> None:
        if self._locked_file is not None:
            self._locked_file.let_go()
        for player in self.players:
            if player.bot is not None:
                player.bot.close()

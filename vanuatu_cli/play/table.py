"""A game in progress and who sits at it: people and bots, the draws, the way back, the file.

Nature's draws come from the seed and from how many were made before, so that they are the same
again after moves were taken back.
"""

from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, Thinking
from vanuatu.cli.files.writing import Held
from vanuatu.cli.play.position_view import Past, PositionView
from vanuatu.core import NATURE, OVER, Rng, State
from vanuatu.notation import codec, record
from vanuatu.notation.boards.text import LONGEST_NAME
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session


@dataclass
class Player:
    """Who plays a seat: a person, or the bot that `bot` is."""

    name: str
    bot: Bot | None = None


def make_bot_player(spec: str, seat: int, seed: int) -> Player:
    """A bot for a seat, under the name it has; BotError if there is none such."""
    bot = specs.make_bot(spec, seed=seed + seat)
    try:
        bot.get_ready()
    except BotError as error:
        bot.close()
        raise BotError(f"{bot.name} {error}") from None
    return Player(bot.name, bot)


class Table:
    """The session, and everything about it that is not in the record."""

    def __init__(self, session: Session, players: list[Player], seed: int, place: Path | None = None) -> None:
        self.session = session
        self.codec = session.codec
        self.players = players
        self.seed = seed
        self.path = place  # the file that the game is kept in
        self.unsaved = ""  # why the last attempt to write the file failed
        self._locked_file: Held | None = None  # that file, once it is ours
        self._saved_plies: int | None = None  # how many plies are in it
        self.warnings: list[str] = []  # what should be told before the first move
        self._past = Past(session)
        self._view = PositionView(session, self._past)
        self._name_seats()

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def view(self) -> PositionView:
        """What is worked out about the game as it stands now, kept until it changes."""
        if not self._view.is_current():
            self._view = PositionView(self.session, self._past)
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
        """Who sits where, as it is shown."""
        return tuple(printable(player.name, LONGEST_NAME) for player in self.players)

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move, if one is."""
        return self.players[self.actor].bot if self.actor >= 0 else None

    @property
    def untouched(self) -> bool:
        """Whether no person has made a move yet."""
        return not any(ply.seat in self.people for ply in self.session.record.plies)

    def draw_pending(self) -> None:
        """Draw what nature draws, until a seat decides or the game is over."""
        while self.state.actor == NATURE:
            self.draw_one()
        if self.over:
            self.session.finish()
            for player in self.players:
                if player.bot is not None:
                    player.bot.finished(self.session)
        self.save()

    def draw_one(self) -> None:
        """One draw of nature."""
        drawn = sum(1 for ply in self.session.record.plies if ply.seat == NATURE)
        self.session.push(int(self.state.sample(Rng(self.seed * 4096 + drawn))))

    def start_thinking(self) -> Thinking:
        """The thinking of the bot that is to move."""
        bot = self.bot
        if bot is None:
            raise BotError("no bot is to move")
        return bot.think(self.session)

    def read_move(self, text: str) -> int:
        """The legal move that a text means; MoveError if none."""
        return self.session.read(text, self.view.legal)

    def play_move(self, move: int) -> None:
        """Play a move that `read` has found, and what nature draws after it, like `push`."""
        self.session.push_legal(move)
        self.draw_pending()

    def push_move(self, move: int) -> None:
        """Play a move, and what nature draws after it; the game is on disk when this returns."""
        self.session.push(move)
        self.draw_pending()

    def undo(self) -> int:
        """Take back the last decision of a person and all that followed; how many plies that was."""
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
        """Play again what was taken back, up to a person's next decision; how many plies."""
        forth = 0
        try:
            while not forth or not (self.over or self.actor in self.people):
                self.session.redo()
                forth += 1
        except IndexError:
            pass  # nothing more was taken back
        if forth:
            self.draw_pending()
        return forth

    def seen_by(self, seat: int | None) -> State:
        """The position as a seat sees it (None: as anybody does); others' secrets of the round are veiled."""
        return self.view.seen_by(seat)

    def seen_tokens(self, seat: int | None) -> list[str]:
        """All moves as tokens, as a seat sees them; None: as somebody sees them who has no secret."""
        session = self.session
        tokens = [record.seated(ply) for ply in session.record.plies]
        moves, first = self.session.round_as_seen(seat)
        for at, move in enumerate(moves, first):
            if move != session.moves[at]:
                letter = codec.SEAT_LETTERS[session.record.plies[at].seat]
                tokens[at] = f"{letter}:{self.codec.token(self._past.at(at), move)}"
        return tokens

    def has_secrets(self) -> bool:
        """Whether somebody at the keyboard did something in this round that others must not see."""
        moves, first = self.session.round_as_seen(None)
        plies = self.session.record.plies[first:]
        return any(
            ply.seat in self.people and move != self.session.moves[first + at]
            for at, (move, ply) in enumerate(zip(moves, plies, strict=True))
        )

    def seat_person(self, seat: int, name: str) -> None:
        self._replace(seat, Player(name))

    def seat_bot(self, seat: int, spec: str, *, typed: bool = True) -> None:
        """Give a seat to a bot; BotError if there is none such. Only what a person typed names a program."""
        if typed:
            self._replace(seat, make_bot_player(spec, seat, self.seed))
        else:
            self._replace(seat, Player(spec, specs.make_bot_of_file(spec, seed=self.seed + seat)))

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
        """The game in PVN, with its result as far as it is known."""
        self.session.finish()
        return self.session.text()

    def save_to(self, held: Held) -> None:
        """Keep the game in this file from now on; the one before it is let go, with what is in it."""
        if self._locked_file is not None:
            self._locked_file.let_go()
        self._locked_file = held
        self.path = held.place
        self._saved_plies = None

    def save(self) -> None:
        """Write the file, if there is one; what goes wrong is kept in `unsaved`, and the game goes on."""
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
        """What is lost if nothing more can be saved, for a sentence about it."""
        if self._saved_plies is None:
            return "the whole game"
        return f"all after ply {self._saved_plies} of {self.session.ply}"

    def close(self) -> None:
        if self._locked_file is not None:
            self._locked_file.let_go()
        for player in self.players:
            if player.bot is not None:
                player.bot.close()

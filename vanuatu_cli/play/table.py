"""A game in progress and who sits at it: people and bots, the draws, the way back, the file.

Nature's draws come from the seed and from how many were made before, so that they are the same
again after moves were taken back.
"""

from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, Thinking
from vanuatu.cli.files.writing import Held
from vanuatu.cli.play.position_view import Moment, Past
from vanuatu.core import NATURE, OVER, Rng, State
from vanuatu.notation import codec, record
from vanuatu.notation.boards.text import LONGEST_NAME
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session


@dataclass
class Sitter:
    """Who plays a seat: a person, or the bot that `bot` is."""

    name: str
    bot: Bot | None = None


def sit_bot(spec: str, seat: int, seed: int) -> Sitter:
    """A bot for a seat, under the name it has; BotError if there is none such."""
    bot = specs.make_bot(spec, seed=seed + seat)
    try:
        bot.get_ready()
    except BotError as error:
        bot.close()
        raise BotError(f"{bot.name} {error}") from None
    return Sitter(bot.name, bot)


class Table:
    """The session, and everything about it that is not in the record."""

    def __init__(self, session: Session, sitters: list[Sitter], seed: int, place: Path | None = None) -> None:
        self.session = session
        self.codec = session.codec
        self.sitters = sitters
        self.seed = seed
        self.place = place  # the file that the game is kept in
        self.unsaved = ""  # why the last attempt to write the file failed
        self._held: Held | None = None  # that file, once it is ours
        self._kept_plies: int | None = None  # how many plies are in it
        self.remarks: list[str] = []  # what should be told before the first move
        self._past = Past(session)
        self._moment = Moment(session, self._past)
        self._name_seats()

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def moment(self) -> Moment:
        """What is worked out about the game as it stands now, kept until it changes."""
        if not self._moment.is_now():
            self._moment = Moment(self.session, self._past)
        return self._moment

    @property
    def actor(self) -> int:
        return int(self.session.state.actor)

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def people(self) -> list[int]:
        return [seat for seat, sitter in enumerate(self.sitters) if sitter.bot is None]

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, as it is shown."""
        return tuple(printable(sitter.name, LONGEST_NAME) for sitter in self.sitters)

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move, if one is."""
        return self.sitters[self.actor].bot if self.actor >= 0 else None

    @property
    def untouched(self) -> bool:
        """Whether no person has made a move yet."""
        return not any(ply.seat in self.people for ply in self.session.record.plies)

    def settle(self) -> None:
        """Draw what nature draws, until a seat decides or the game is over."""
        while self.state.actor == NATURE:
            self.draw_one()
        if self.over:
            self.session.finish()
            for sitter in self.sitters:
                if sitter.bot is not None:
                    sitter.bot.finished(self.session)
        self.save()

    def draw_one(self) -> None:
        """One draw of nature."""
        drawn = sum(1 for ply in self.session.record.plies if ply.seat == NATURE)
        self.session.push(int(self.state.sample(Rng(self.seed * 4096 + drawn))))

    def think(self) -> Thinking:
        """The thinking of the bot that is to move."""
        bot = self.bot
        if bot is None:
            raise BotError("no bot is to move")
        return bot.think(self.session)

    def read(self, text: str) -> int:
        """The legal move that a text means; MoveError if none."""
        return self.session.read(text, self.moment.legal)

    def play(self, move: int) -> None:
        """Play a move that `read` has found, and what nature draws after it, like `push`."""
        self.session.push_legal(move)
        self.settle()

    def push(self, move: int) -> None:
        """Play a move, and what nature draws after it; the game is on disk when this returns."""
        self.session.push(move)
        self.settle()

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
            self.settle()
        return forth

    def seen(self, seat: int | None) -> State:
        """The position as a seat sees it (None: as anybody does); others' secrets of the round are veiled."""
        return self.moment.seen(seat)

    def tokens(self, seat: int | None) -> list[str]:
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
        self._replace(seat, Sitter(name))

    def seat_bot(self, seat: int, spec: str, *, typed: bool = True) -> None:
        """Give a seat to a bot; BotError if there is none such. Only what a person typed names a program."""
        if typed:
            self._replace(seat, sit_bot(spec, seat, self.seed))
        else:
            self._replace(seat, Sitter(spec, specs.make_bot_of_file(spec, seed=self.seed + seat)))

    def _replace(self, seat: int, sitter: Sitter) -> None:
        bot = self.sitters[seat].bot
        if bot is not None:
            bot.close()
        self.sitters[seat] = sitter
        self._name_seats()
        self.save()

    def _name_seats(self) -> None:
        for seat, sitter in enumerate(self.sitters):
            self.session.record.tags[codec.SEAT_NAMES[seat]] = sitter.name
        self.session.record.tags["Seed"] = str(self.seed)

    def text(self) -> str:
        """The game in PVN, with its result as far as it is known."""
        self.session.finish()
        return self.session.text()

    def keep_in(self, held: Held) -> None:
        """Keep the game in this file from now on; the one before it is let go, with what is in it."""
        if self._held is not None:
            self._held.let_go()
        self._held = held
        self.place = held.place
        self._kept_plies = None

    def save(self) -> None:
        """Write the file, if there is one; what goes wrong is kept in `unsaved`, and the game goes on."""
        if self.place is None:
            return
        try:
            if self._held is None or self._held.place != self.place:
                if self._held is not None:
                    self._held.let_go()
                self._held, self._kept_plies = Held(self.place), None
            self._held.write(self.text())
        except OSError as error:
            self.unsaved = f"{self.place}: {error.strerror or error}"
        else:
            self.unsaved = ""
            self._kept_plies = self.session.ply

    @property
    def loss(self) -> str:
        """What is lost if nothing more can be saved, for a sentence about it."""
        if self._kept_plies is None:
            return "the whole game"
        return f"all after ply {self._kept_plies} of {self.session.ply}"

    def close(self) -> None:
        if self._held is not None:
            self._held.let_go()
        for sitter in self.sitters:
            if sitter.bot is not None:
                sitter.bot.close()

"""A game in progress at the prompt: its players, draws, undo, and the file it is saved in.

Draws depend on the seed and on their place in the game only. So they are the same after an undo.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai import repeating, specs
from vanuatu.ai.bot import Bot, BotError, PendingMove, Report, seat_seed
from vanuatu.cli.files.writing import LockedFile
from vanuatu.cli.history import daily, saves
from vanuatu.cli.play.position_view import PositionView
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.notation import codec, record
from vanuatu.notation.boards.text import LONGEST_NAME
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Draws, Session

LONGEST_PROMPT = 12  # letters of a name in a prompt
START, FIRST = "#start", "#first"  # draws that can be typed in other words


@dataclass
class SeatPlayer:
    """The player of a seat: a person, or a bot."""

    name: str
    bot: Bot | None = None


def make_bot_player(spec: str, seat: int, seed: int) -> SeatPlayer:
    """Return the bot of a spec as the player of a seat. Raise BotError if there is no such bot."""
    bot = specs.make_bot(spec, seed=seat_seed(seed, seat))
    try:
        bot.get_ready()
    except BotError as error:
        bot.close()
        raise BotError(f"{bot.name} {error}") from None
    return SeatPlayer(bot.name, bot)


class BotTurn(PendingMove):
    """The thinking of a bot at the prompt; it knows whether it was interrupted.

    If `patient`, an interrupt does not shorten it, so that the move can be repeated.
    """

    def __init__(self, thinking: PendingMove, *, patient: bool) -> None:
        self.done = False
        self._thinking = thinking
        self._patient = patient

    def step(self) -> bool:
        self.done = self.done or self._thinking.step()
        return self.done

    def move(self) -> int:
        while self._patient and not self.step():
            pass
        return self._thinking.move()

    def report(self) -> Report:
        return self._thinking.report()

    def close(self) -> None:
        self._thinking.close()


class Table:
    """A session, and what the prompt needs beside the record."""

    def __init__(
        self, session: Session, players: list[SeatPlayer], seed: int, place: Path | None = None
    ) -> None:
        self.session = session
        self.codec = session.codec
        self.players = players
        self.seed = seed
        self.draws = Draws(seed)
        self.path = place  # the file that the game is saved in
        self.unsaved = ""  # why the last attempt to write the file failed
        self._locked_file: LockedFile | None = None  # that file, locked
        self._saved_plies: int | None = None  # the number of plies in it
        self._branch: Callable[[], Path] | None = None  # see `keep_finished`
        self.is_new = False  # begun in this call of the program
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

    def called(self, seat: int) -> str:
        """Return what a seat is called in a prompt: its colour; with several people `Bob (teal)`."""
        colour, name = codec.SEAT_NAMES[seat].lower(), self.names[seat]
        if self.players[seat].bot is not None or len(self.people) < 2 or name.lower() == colour:
            return colour
        return f"{name[:LONGEST_PROMPT]} ({colour})"

    @property
    def bot(self) -> Bot | None:
        """Return the bot to move, or None if a person, a draw or nobody is next."""
        return self.players[self.actor].bot if self.actor >= 0 else None

    @property
    def untouched(self) -> bool:
        """Return whether no person has moved yet."""
        return not any(ply.seat in self.people for ply in self.session.record.plies)

    def draw_pending(self) -> None:
        """Make all pending draws, finish the game if it is over, and save it.

        If a person types the draws, they stay pending.
        """
        if not self.draws_typed:
            self.draws.finish_run(self.session)
        if self.over:
            self.session.finish()
            for player in self.players:
                if player.bot is not None:
                    player.bot.finished(self.session)
        self.save()

    @property
    def draws_typed(self) -> bool:
        """Whether a person types the draws, as for a game at a real table."""
        return self.session.record.tags.get(repeating.TYPED_DRAWS) == repeating.TYPED

    @property
    def awaits_draw(self) -> bool:
        """Whether a person must type a draw now."""
        return self.actor == CHANCE and self.draws_typed

    def _is_typed(self, seat: int) -> bool:
        """Return whether a person types the moves of this seat, or the draws (CHANCE)."""
        return seat in self.people or (seat == CHANCE and self.draws_typed)

    def start_thinking(self) -> PendingMove:
        """Let the bot to move begin to think."""
        bot = self.bot
        if bot is None:
            raise BotError("no bot is to move")
        return BotTurn(bot.think(self.session), patient=self.is_daily)

    def play_turn(self, turn: PendingMove) -> None:
        """Play the move of a bot, make the draws that follow, and save."""
        move = turn.move()
        hurried = isinstance(turn, BotTurn) and not turn.done
        self.session.push(move)
        if hurried and (sims := turn.report().sims):
            self.session.record.plies[-1].noted().comments.append(repeating.hurried_comment(sims))
        self.draw_pending()

    def read_move(self, text: str) -> int:
        """Return the legal move that a text means. Raise MoveError if there is none."""
        if not self.awaits_draw or text.startswith("#"):
            return self.session.read(text, self.view.legal)
        return self.session.read(self._draw_token(text), self.view.legal)

    @property
    def draw_question(self) -> str:
        """The question for a draw that a person must type, with an example."""
        kind, _, drawn = self.view.options[0].token.partition("=")
        example = drawn.replace(",", " ")
        if kind == FIRST:
            example = codec.SEAT_NAMES[codec.SEAT_LETTERS.index(drawn)].lower()
        asked = self.codec.question(self.state)
        asked = asked or f"What was drawn at your table ({kind.removeprefix('#')})?"
        return f"{asked} Type it, for example `{example}`."

    def _draw_token(self, text: str) -> str:
        """Return the token of a typed draw: `a2 b1` is `#tiles=A2,B1` if tiles are drawn.

        Upper and lower case do not matter, and the order only matters where the rules have one.
        """
        kind = self.view.options[0].token.partition("=")[0]
        words = text.replace(",", " ").lower().split()
        first = [name.lower() for name in codec.SEAT_NAMES]
        words = [codec.SEAT_LETTERS[first.index(word)] if word in first else word for word in words]
        if kind == START:
            words = ["".join(words).replace("s", "")]
        for option in self.view.options:
            drawn = option.token.partition("=")[2].lower().split(",")
            if drawn == words or (kind != "#ships" and sorted(drawn) == sorted(words)):
                return option.token
        return f"{kind}={','.join(text.replace(',', ' ').split())}"

    def play_move(self, move: int) -> None:
        """Play a move that `read_move` has returned, make the draws that follow, and save."""
        self.session.push_legal(move)
        self.draw_pending()

    def undo(self) -> int:
        """Undo the last decision of a person and all that followed; return the number of plies."""
        seats = [ply.seat for ply in self.session.record.plies]
        last = next((at for at in range(len(seats) - 1, -1, -1) if self._is_typed(seats[at])), None)
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
            while not forth or not (self.over or self._is_typed(self.actor)):
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
        self._replace(seat, SeatPlayer(name))

    def seat_bot(self, seat: int, spec: str, *, typed: bool = True) -> None:
        """Give a seat to a bot. Raise BotError if there is no such bot. Only typed specs name programs."""
        if typed:
            player = make_bot_player(spec, seat, self.seed)
            unable = player.bot.refuses(self.session.game) if player.bot is not None else ""
            if player.bot is not None and unable:
                player.bot.close()
                raise BotError(f"{player.name} {unable}")
            self._replace(seat, player)
        else:
            self._replace(
                seat, SeatPlayer(spec, specs.make_bot_from_file(spec, seed=seat_seed(self.seed, seat)))
            )

    def _replace(self, seat: int, player: SeatPlayer) -> None:
        bot = self.players[seat].bot
        if bot is not None:
            bot.close()
        self.players[seat] = player
        self._name_seats()
        self.save()

    def _name_seats(self) -> None:
        """Write players and seed into the tags. Note which players changed after the first move."""
        tags = self.session.record.tags
        new_seed = "Seed" in tags and tags["Seed"] != str(self.seed)
        begun = any(ply.seat >= 0 for ply in self.session.record.plies)
        replaced = set(filter(None, tags.get(repeating.REPLACED, "").split(",")))
        for seat, player in enumerate(self.players):
            name = codec.SEAT_NAMES[seat]
            if begun and (new_seed or tags.get(name, "?") not in ("?", player.name)):
                replaced.add(name)
            tags[name] = player.name
        tags["Seed"] = str(self.seed)
        if replaced:
            tags[repeating.REPLACED] = ",".join(name for name in codec.SEAT_NAMES if name in replaced)

    @property
    def is_daily(self) -> bool:
        """Whether this is the counted attempt at a game of the day."""
        return daily.TAG in self.session.record.tags

    def text(self) -> str:
        """Return the game in PVN, with its result if it is over."""
        self.session.finish()
        return self.session.text()

    def save_to(self, file: LockedFile) -> None:
        """Save the game in this locked file from now on, and unlock the file before it."""
        if self._locked_file is not None:
            self._locked_file.release()
        self._locked_file, self._branch = file, None
        self.path = file.place
        self._saved_plies = None

    def keep_finished(self, place: Path | None, branch: Callable[[], Path]) -> None:
        """Leave a finished game in its file (None if it is one of several), unless it is changed.

        What changes it, such as `undo`, makes another game, which is saved in the file that `branch` names.
        """
        self.path, self._branch, self._saved_plies = place, branch, self.session.ply

    def save(self) -> None:
        """Write the file, if there is one. An error goes to `unsaved`, and the game continues."""
        if self._branch is not None and not (self.over and self.session.ply == self._saved_plies):
            self.path, self._branch, self._saved_plies = self._branch(), None, None
        if self.path is None or self._branch is not None:
            return
        try:
            if self._locked_file is None or self._locked_file.place != self.path:
                if self._locked_file is not None:
                    self._locked_file.release()
                self._locked_file, self._saved_plies = LockedFile(self.path), None
            self._locked_file.write(self.text())
        except OSError as error:
            why = error.strerror or str(error)
            if isinstance(error, FileNotFoundError) and self.path.parent == saves.games_folder():
                why = saves.folder_error() or why  # such as a read-only file system
            self.unsaved = f"{self.path}: {why}"
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
            self._locked_file.release()
        for player in self.players:
            if player.bot is not None:
                player.bot.close()

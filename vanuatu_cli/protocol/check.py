"""`vanuatu bot --check`: let a bot play against random bots in every setup, and report its errors."""

import shlex
from collections import Counter
from collections.abc import Callable
from typing import Final

from vanuatu.ai.bot import Bot, BotError, Limit
from vanuatu.ai.bot_game import BotGame, Forfeit
from vanuatu.ai.clocks import Clock, TimeControl
from vanuatu.ai.external.bot import NOT_LEGAL, TOO_LATE, ExternalBot, ExternalBotError
from vanuatu.ai.external.imported import GuardedBot, PlayerBot
from vanuatu.ai.external.lines import legal_tokens, refused_setup
from vanuatu.ai.specs import make_bot
from vanuatu.cli.protocol.host_lines import every_setup
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, Game, State
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import SEAT_NAMES, codec_for
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session

MOST_ERRORS: Final = 10  # errors after which the check ends
MOST_ALIKE_ERRORS: Final = 3
MOST_TIMEOUTS: Final = 2  # timeouts after which the check ends, because each takes long
_TRIES: Final = 100  # random games in which a missing phase is searched
_SHOWN: Final = 400
_LEGAL_SHOWN: Final = 12
_UNKNOWN_LINE: Final = "good morning"
_ENDLESS: Final = 10**8  # simulations
_STOP_AFTER: Final = 0.3  # seconds to think before `stop`
_EXIT_WAIT: Final = 0.1  # seconds; a program that ends at `result` has ended by then
_QUIT: Final = 2.0
_LIMITS: Final = (Limit(sims=10), Limit(seconds=0.05))
_CLOCK: Final = TimeControl(120.0, 1.0)
_LATE: Final = 0.5  # seconds per move above the limit that a clock would not allow


class PlayCheck:
    """The check of a bot in Python; `print_line` prints a line of the report."""

    answer = ""  # what comes before the token of a move
    right_when_late = "a move before its clock of two minutes runs out"
    right_otherwise = "a method `choose(game)` that returns the token of a legal move"

    def __init__(self, bot: Bot, game: str | None, print_line: Callable[[str], None]) -> None:
        self._bot = bot
        self._game = game
        self._print = print_line
        self._faults: list[str] = []
        self._waited = 0
        self._games = 0
        self._games_of: Counter[str] = Counter()
        self._phases: dict[str, Counter[str]] = {}  # by game, decisions per phase
        self._phases_of_others: dict[str, set[str]] = {}
        self._late = 0.0  # longest excess over the time for a move, in seconds

    def run(self) -> bool:
        """Play in every setup; return whether the bot made no error."""
        self._print_ready()
        self._play_everything()
        return self._end()

    def _print_ready(self) -> None:
        wishes = sorted(printable(option, _SHOWN) for option in self._options())
        self._print(f"{self._bot.name} is ready" + (f": {', '.join(wishes)}" if wishes else ""))

    def _end(self) -> bool:
        self._bot.close()
        count = len(self._faults)
        self._print("nothing wrong" if not count else "1 error" if count == 1 else f"{count} errors")
        return not self._faults

    def _play_everything(self) -> None:
        """Play a game in every setup, and one more from each phase in which the bot has not decided."""
        for name in self._names():
            setups = self._setups(name)
            if not setups:
                right = "options `players` and `variant` that some game fits"
                self._report_error(f"in {name}", "excludes every number of players by its options", right)
                return
            for number, setup in enumerate(setups):
                if self._enough():
                    return
                self._play(setup, number)
            for number, phase in enumerate(sorted(self._missing(name)), len(setups)):
                found = _position_in(phase, setups)
                if found is not None and not self._faults:
                    self._play(found[0], number, found[1])
            self._print(self._summary(name, setups))

    def _play(self, setup: Game, number: int, start: State | None = None) -> None:
        """Play one game against random bots; the bot takes each seat in turn, or the seat to decide."""
        self._games += 1
        self._games_of[setup.name] += 1
        seat = number % setup.players if start is None else int(start.actor)
        tags = {"Round": str(self._games)}
        tags |= dict.fromkeys(SEAT_NAMES[: setup.players], "random") | {SEAT_NAMES[seat]: self._bot.name}
        session = Session.new(setup, tags=tags, start=start)
        bots: list[Bot] = [make_bot("random", seed=number * 8 + at) for at in range(setup.players)]
        bots[seat] = self._bot
        limit = _LIMITS[number % 3 % 2]
        clocks = [Clock(_CLOCK) for _ in bots] if number % 3 == 2 else []
        self._set_clock(clocks)
        table = BotGame(session, bots, number, clocks, limit)
        try:
            table.play()
            session.finish()
        except Forfeit as forfeit:
            where = f"{_named(setup)}, {SEAT_NAMES[seat].lower()} in {session.codec.round_word}"
            where += f" {session.state.round}, phase {session.codec.phase(session.state)}"
            right = self._expected_answer(forfeit, session)
            self._report_error(where, str(forfeit), right, forfeit.termination, session)
            session.finish(forfeit.termination)
        self._count_phases(session, seat)
        if not clocks and table.moves[seat] and limit.seconds is not None:
            self._late = max(self._late, table.seconds[seat] / table.moves[seat] - limit.seconds)
        self._finish(session, _named(setup))

    def _options(self) -> set[str]:
        """Return what the bot says of the games that it plays."""
        return self._bot.options() if isinstance(self._bot, PlayerBot) else set()

    def _set_clock(self, clocks: list[Clock]) -> None:
        """Prepare the bot for a game with these clocks; none if it has no clock."""

    def _finish(self, session: Session, where: str) -> None:
        """Tell the bot that the game is over."""
        self._bot.finished(session)

    # Report

    def _expected_answer(self, forfeit: Forfeit, session: Session) -> str:
        """Return the answer that was expected."""
        if forfeit.termination == TOO_LATE:
            return self.right_when_late
        if forfeit.termination != NOT_LEGAL:
            return self.right_otherwise
        legal = legal_tokens(session)
        more = ", …" if len(legal) > _LEGAL_SHOWN else ""
        return f"{self.answer}one of {', '.join(legal[:_LEGAL_SHOWN])}{more}"

    def _report_error(
        self, where: str, what: str, right: str, termination: str = "", session: Session | None = None
    ) -> None:
        """Report an error; shorten it if the same error has occurred before."""
        self._waited += termination == TOO_LATE
        kind = what.partition(": ")[0]
        known = kind in self._faults
        self._faults.append(kind)
        if known:
            self._print(f"wrong: {where}: the same again")
            return
        self._print(f"wrong: {where}: it {printable(what, _SHOWN)}")
        self._print(f"  right: {right}")
        if session is not None:
            fen = session.codec.write_position(session.seen(int(session.state.actor)))
            self._print(f"  position: vanuatu moves {shlex.quote(fen)}")

    def _summary(self, name: str, setups: list[Game]) -> str:
        variants = dict.fromkeys(",".join(setup.options) or "base game" for setup in setups)
        players = sorted({setup.players for setup in setups})
        phases = ", ".join(f"{phase} {count}" for phase, count in self._phases.get(name, Counter()).items())
        missing = self._missing(name)
        not_met = f"; not met: {', '.join(sorted(missing))}" if missing else ""
        return (
            f"{name}: {self._games_of[name]} games against random, {players[0]} to {players[-1]} players; "
            f"{'; '.join(variants)}; its decisions by phase: {phases or 'none'}{not_met}"
        )

    def _enough(self) -> bool:
        alike = max(Counter(self._faults).values(), default=0)
        return len(self._faults) >= MOST_ERRORS or alike >= MOST_ALIKE_ERRORS or self._waited >= MOST_TIMEOUTS

    def _names(self) -> list[str]:
        """Return the games to play: the chosen one, or those that the bot names."""
        if self._game is not None:
            return [self._game]
        return [name for name in games.names() if f"game {name}" in self._options()] or [games.DEFAULT]

    def _setups(self, name: str) -> list[Game]:
        """Return the setups of a game that the options of the bot do not exclude."""
        if isinstance(self._bot, GuardedBot):
            return [setup for setup in every_setup(name) if not self._bot.refuses(setup)]
        options = {option for option in self._options() if not option.startswith("game ")}
        return [setup for setup in every_setup(name) if not refused_setup(options, setup)]

    # Phases

    def _count_phases(self, session: Session, seat: int) -> None:
        """Count the phases in which the bot and the others have decided."""
        name = session.game.name
        own = self._phases.setdefault(name, Counter())
        others = self._phases_of_others.setdefault(name, set())
        for step in session.walk():
            if step.ply.seat == seat:
                own[step.phase] += 1
            elif step.ply.seat != CHANCE:
                others.add(step.phase)

    def _missing(self, name: str) -> set[str]:
        return self._phases_of_others.get(name, set()) - set(self._phases.get(name, ()))


class ProtocolCheck(PlayCheck):
    """The check of a program, with the lines of the protocol."""

    answer = "`move` and "
    right_otherwise = "to keep running, and to answer each `go` with a line `move …`"
    right_when_late = "a line `move …` in answer to `go`, flushed, soon after the time it names"

    def __init__(self, bot: ExternalBot, game: str | None, print_line: Callable[[str], None]) -> None:
        super().__init__(bot, game, print_line)
        self._program = bot

    def run(self) -> bool:
        """Run all checks; return whether the program made no error."""
        if self._handshake():
            self._play_everything()
            for part in (self._send_unknown_line, self._stop):
                if not self._faults:  # the cause of an error may also fail these checks
                    part()
            self._quit()
        return self._end()

    # Parts

    def _handshake(self) -> bool:
        """Return whether the program gets ready."""
        try:
            self._program.get_ready()
        except ExternalBotError as fault:
            right = "to answer `pvn 1` with `id name …`, `option …` as it likes, and `ok`, each line flushed"
            self._report_error("at its start", str(fault), right)
            return False
        if not self._program.is_named:
            self._print(f"note: without `id name …` before `ok` it is called {self._program.name}")
        self._print_ready()
        return True

    def _send_unknown_line(self) -> None:
        """Send a line that the protocol does not define."""
        where = f"after `{_UNKNOWN_LINE}`, a line it cannot know"
        right = "to answer such a line with `error …` or not at all, and to go on"
        self._program.send_line(_UNKNOWN_LINE)
        ending = self._program.exit_reason(_EXIT_WAIT)
        if ending:
            self._report_error(where, ending, right)
            self._program.close()
        else:
            self._move_once(where, right, stop=False)

    def _stop(self) -> None:
        """Send `stop` while the program thinks, if it thinks long enough."""
        self._move_once("after `stop` while it thought", "to answer `stop` with `move …` at once", stop=True)

    def _move_once(self, where: str, right: str, *, stop: bool) -> None:
        """Ask for one decision at the beginning of a game."""
        session = _opening(self._setups(self._names()[0])[0])
        try:
            thinking = self._program.think(session, Limit(sims=_ENDLESS) if stop else _LIMITS[0])
            try:
                slices = 0
                while not thinking.step() and not (stop and slices * 0.02 > _STOP_AFTER):
                    slices += 1
                thinking.move()
            finally:
                thinking.close()
        except ExternalBotError as fault:
            self._report_error(where, str(fault), right, fault.termination)
        self._finish(session, where)

    def _options(self) -> set[str]:
        return self._program.options

    def _set_clock(self, clocks: list[Clock]) -> None:
        self._program.clock = f"{_CLOCK.base:g}+{_CLOCK.increment:g}" if clocks else ""

    def _finish(self, session: Session, where: str) -> None:
        """Send the result, after which the program must keep running."""
        broken = self._program.has_forfeited
        self._program.finished(session)
        ending = self._program.exit_reason(_EXIT_WAIT if self._games < 3 else 0.0) if not broken else ""
        if ending:
            right = "to pass over `result …`, and to wait for the next `newgame` or `quit`"
            self._report_error(f"{where}, when it was told `result …` at the end", ending, right)
            self._program.close()

    def _quit(self) -> None:
        """Check `quit`, and the end of the input."""
        if self._late > _LATE:
            self._print(f"note: it took {self._late:.1f} s a move more than `go time` gave it")
        try:
            self._program.get_ready()
        except ExternalBotError as fault:
            self._report_error("when it was started again", str(fault), self.right_otherwise)
            return
        if not self._program.quit(_QUIT):
            what = f"was still running {_QUIT:g} s after `quit` and the end of its input"
            self._report_error("at its end", what, "to end at `quit`")


def _position_in(phase: str, setups: list[Game]) -> tuple[Game, State] | None:
    """Return a position in which a seat decides in that phase, from random games; None if none is found."""
    codec = codec_for(setups[0].name)
    for number in range(_TRIES):
        setup, rng = setups[number % len(setups)], Rng(number)
        state = setup.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
            elif codec.phase(state) == phase:
                return setup, state
            else:
                moves = state.legal_moves()
                state.apply(moves[rng.below(len(moves))])
    return None


def _opening(game: Game) -> Session:
    """Return a session at the first decision of a game."""
    session = Session.new(game, tags={"Round": "0"})
    session.draw(Rng(1))
    assert session.state.actor not in (CHANCE, OVER)
    return session


def _named(setup: Game) -> str:
    variant = f" with {' and '.join(setup.options)}" if setup.options else ""
    return f"{setup.name} of {setup.players}{variant}"


def check(bot: Bot, game: str | None, print_line: Callable[[str], None]) -> bool:
    """Check a bot and return whether it made no error. BotError means that something else failed."""
    checked = PlayCheck(bot, game, print_line)
    if isinstance(bot, ExternalBot):
        checked = ProtocolCheck(bot, game, print_line)
    try:
        return checked.run()
    except BotError:
        bot.close()
        raise

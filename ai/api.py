"""Asking a bot which move it would make and what it thinks of a position, and whole games between bots."""

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from secrets import randbits
from typing import TYPE_CHECKING

from vanuatu.ai import bot_game, specs
from vanuatu.ai.bot import Bot, BotError, Limit, seat_seed
from vanuatu.ai.decision import decide
from vanuatu.core.game import CHANCE, OVER
from vanuatu.notation import arguments, positions
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, codec_for
from vanuatu.notation.errors import IllegalMove
from vanuatu.notation.game import SEED_BITS, Game, new, session_of
from vanuatu.notation.move_reader import missing_draw
from vanuatu.notation.record import with_seat
from vanuatu.notation.session import Session

if TYPE_CHECKING:
    from vanuatu.ai.external.imported import Player

SHOWN_MOVES = 10  # of an analysis in a notebook
MOST_SIMS = 10**9
MOST_SECONDS = 86400.0


@dataclass(frozen=True)
class Considered:
    """One move that a bot considered: its token, what it does in words, and what is expected of it.

    `win` is the chance to win of the seat that moves, from 0 to 1, `score` its expected final score, `visits`
    how many simulations began with the move; a move that was never tried has no chance and no score. `win_sd`
    and `score_sd` are their standard deviations. `line` has the expected moves, this one first.

    >>> import vanuatu
    >>> vanuatu.Considered("Fb3", "fish on b3", win=0.61, score=41.5, visits=420).win
    0.61
    """

    token: str
    words: str
    win: float | None
    score: float | None
    visits: int
    win_sd: float | None = None
    score_sd: float | None = None
    line: Sequence[str] = ()


@dataclass(frozen=True)
class Analysis:
    """The analysis of a position by a bot, for the seat to move.

    `best` is the bot's move, and `moves` has all considered moves, best first. `win` and `score` are the win
    chance and the expected final score of each seat, `win_sd` and `score_sd` their standard deviations.
    `line` has the expected moves, `sims` is the number of simulations, and `position` what was analysed. A
    bot without search fills only `best`. A notebook shows the best moves and the board.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=3, seed=7)
    >>> report = vanuatu.bot("mcts:seed=3").analyse(game, sims=50)
    >>> report
    <Analysis t: @builder, … to win, 50 simulations>
    >>> report.moves[0].token == report.best == report.line[0]
    True
    >>> len(report.win), round(sum(report.win), 3)
    (3, 1.0)
    """

    seat: str
    best: str
    moves: Sequence[Considered]  # a tuple; but jedi does not see what a field of that type contains
    win: tuple[float, ...]
    line: Sequence[str]
    sims: int
    win_sd: tuple[float, ...] = ()
    score: tuple[float, ...] = ()
    score_sd: tuple[float, ...] = ()
    position: positions.Position | None = None

    def __repr__(self) -> str:
        parts = [self.best]
        if self.win:
            parts += [
                f"{100 * self.win[SEAT_LETTERS.index(self.seat)]:.0f}% to win",
                f"{self.sims} simulations",
            ]
        return f"<Analysis {self.seat}: {', '.join(parts)}>"

    def __str__(self) -> str:
        rows = [
            f"{move.token:<8} {100 * move.win:5.1f}% ±{100 * (move.win_sd or 0):<4.1f} "
            f"{move.score:5.1f} ±{move.score_sd or 0:<4.1f} {move.visits:6}  {move.words}"
            for move in self.moves
            if move.win is not None and move.score is not None
        ]
        return "\n".join([repr(self), *rows])

    def svg(self) -> str:
        """Return the board as SVG, with the best move marked; empty without a position."""
        return self.position.svg(f"{self.seat}:{self.best}") if self.position is not None else ""

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook."""
        return self.svg() or None

    def _repr_html_(self) -> str:
        """Return the best moves as a table, and the picture, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(move.token)}</td><td>{100 * move.win:.1f} %</td><td>{move.score:.1f}</td>"
            f"<td>{move.visits}</td><td>{escape(move.words)}</td></tr>"
            for move in self.moves[:SHOWN_MOVES]
            if move.win is not None and move.score is not None
        )
        heads = "".join(f"<th>{head}</th>" for head in ("move", "win", "score", "visits", "what it does"))
        table = f"<table><tr>{heads}</tr>{rows}</table>" if rows else ""
        return positions.html_figure(repr(self)[1:-1], self.svg(), table)


def bot(spec: str, *, seed: int | None = None) -> Bot:
    """A bot by its spec: `random`, `greedy`, `mcts:1000,seed=3`, `easy` to `expert`, `cmd:./mybot`.

    BotError, which names those there are, if there is none such. With a seed, in the spec or beside it, and a
    number of simulations a bot always plays the same.

    >>> import vanuatu
    >>> vanuatu.bot("mcts:1000,seed=3")
    <Bot mcts:1000,seed=3>
    >>> vanuatu.bot("genius")
    Traceback (most recent call last):
    vanuatu.ai.bot.BotError: no bot is called 'genius' (there are: random, greedy, mcts, …)
    """
    arguments.text(spec, "the spec of a bot such as 'greedy'")
    return specs.make_bot(spec, seed=None if seed is None else arguments.seed(seed))


def choose_token(bot: Bot, game: Game | positions.Position) -> str:
    """Return the token of the bot's move."""
    session = _session_to_decide(game)
    return session.codec.token(session.state, decide(bot, session).move)


def analyse_position(
    bot: Bot, game: Game | positions.Position, limit: Limit, moves: Sequence[str] = ()
) -> Analysis:
    """What a bot thinks of the position there; a search goes to its limit even where its move is certain.

    With `moves`, a bot that searches considers only these.
    """
    _check_limit(limit)
    if isinstance(moves, str):
        arguments.refuse(moves, "a list of moves")
    session = _session_to_decide(game)
    if moves:
        limit = replace(limit, moves=tuple(session.read(move) for move in moves))
    thorough = bot.for_analysis()
    try:
        decision = decide(thorough, session, limit)
    finally:
        if thorough is not bot:
            thorough.close()
    codec, state, report = session.codec, session.state, decision.report

    def line_of(move: int) -> tuple[str, ...]:
        return tuple(line_tokens(session, decision.line(move)))

    return Analysis(
        seat=SEAT_LETTERS[state.actor],
        best=codec.token(state, decision.move),
        moves=tuple(
            Considered(
                token=codec.token(state, candidate.move),
                words=codec.words(state, candidate.move),
                win=candidate.win if candidate.visits else None,
                score=candidate.score if candidate.visits else None,
                visits=candidate.visits,
                win_sd=candidate.win_sd if candidate.visits else None,
                score_sd=candidate.score_sd if candidate.visits else None,
                line=line_of(candidate.move) if candidate.visits else (),
            )
            for candidate in report.candidates
        ),
        win=tuple(report.win),
        line=tuple(line_tokens(session, report.line)),
        sims=report.sims,
        win_sd=tuple(report.win_sd),
        score=tuple(report.score),
        score_sd=tuple(report.score_sd),
        position=game.end if isinstance(game, Game) else game,
    )


def _check_limit(limit: Limit) -> None:
    """Raise TypeError or ValueError for a limit that cannot be meant."""
    if limit.sims is not None:
        arguments.whole("sims", limit.sims, 1, MOST_SIMS)
    seconds: object = limit.seconds
    if seconds is not None:
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            arguments.refuse(seconds, "a number of seconds")
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(f"seconds: expected more than 0, at most {MOST_SECONDS:g} (got {seconds})")


def line_tokens(session: Session, line: list[int]) -> Iterator[str]:
    """The expected moves as tokens, each with its seat where it changes."""
    seat = session.state.actor
    for ply in session.continuation(line):
        yield ply.token if ply.seat == seat else with_seat(ply)
        seat = ply.seat


def _session_to_decide(game: Game | positions.Position) -> Session:
    """The game or the position as a session in which a seat is to move; IllegalMove if none is."""
    if isinstance(game, Game):
        session = session_of(game)
    elif isinstance(game, positions.Position):
        state = positions.state_of(game)
        session = Session.new(codec_for(game.name).game_of(state), start=state)
    else:
        arguments.refuse(game, "a Game or a Position")
    if session.state.actor == OVER:
        raise IllegalMove("the game is over: there is nothing to decide")
    if session.state.actor == CHANCE:
        raise IllegalMove(missing_draw(session.codec, session.state))
    return session


EXTERNAL_LIMIT = Limit(sims=1000)  # what programs from outside are asked for


def play(
    bots: "Sequence[Bot | Player | str]",
    seed: int | None = None,
    *,
    game: str | positions.Position | Game = "vanuatu",
    variant: str | Iterable[str] = (),
    tags: Mapping[str, str] | None = None,
) -> Game:
    """A whole game, a seat for each bot in their order, which is returned.

    A bot is what `vanuatu.bot` gives, a spec, or a Player.
    The seed makes the draws, and the choices of bots
    that have no seed of their own: with the same one the game is the same. `game` is the name of a game to
    begin, a position to begin from, or a game to go on with, which is then itself played to its end. A
    bot that fails loses the game, with the reason in the tag `Termination`. An illegal move of a Player
    raises its error.

    >>> import vanuatu
    >>> game = vanuatu.play([vanuatu.bot("greedy")] * 4, seed=1)
    >>> game
    <Game vanuatu 4p over … moves · "greedy"–"greedy"–"greedy"–"greedy">
    >>> game.text() == vanuatu.play(["greedy"] * 4, seed=1).text()
    True
    """
    if isinstance(bots, str):
        arguments.refuse(bots, "a list of bots")
    if seed is not None:
        arguments.seed(seed)
    elif isinstance(game, Game):
        seed = game.seed
    if seed is None:
        seed = randbits(SEED_BITS)
    if isinstance(game, Game):
        played = game
    elif isinstance(game, positions.Position):
        played = new(start=game, seed=seed)
    else:
        played = new(game, len(bots), variant=variant, seed=seed)
    if len(bots) != played.players:
        raise ValueError(f"{played.players} seats want {played.players} bots, not {len(bots)}")
    seated = [_bot_for_seat(bot, seat_seed(seed, seat)) for seat, bot in enumerate(bots)]
    played.tags.update(zip(SEAT_NAMES, (bot.name for bot in seated), strict=False))
    played.tags.update(tags or {})
    try:
        _check_setup(seated, session_of(played))
        _play_out(session_of(played), seated, seed)
    finally:
        for bot in seated:
            if not any(bot is given for given in bots):  # it was made here
                bot.close()
    return played


def _bot_for_seat(bot: "Bot | Player | str", seed: int) -> Bot:
    """The bot for a seat; one without a seed of its own is made anew with this one."""
    if isinstance(bot, str):
        return specs.make_bot(bot, seed=seed)
    if isinstance(bot, Bot):
        return specs.make_bot(bot.name, seed=seed) if bot.unseeded else bot
    if not callable(getattr(bot, "choose", None)):
        arguments.refuse(bot, "a bot, a spec, or an object with `choose`")
    from vanuatu.ai.external.imported import PlayerBot

    return PlayerBot(bot)


def _check_setup(bots: list[Bot], session: Session) -> None:
    """Raise BotError if a bot does not play this game. A bot that cannot start loses its game later."""
    for bot in bots:
        with contextlib.suppress(BotError):
            bot.get_ready()
        unable = bot.refuses(session.game)
        if unable:
            raise BotError(f"{bot.name} {unable}")


def _play_out(session: Session, bots: list[Bot], seed: int) -> None:
    try:
        bot_game.BotGame(session, bots, seed, [], EXTERNAL_LIMIT).play()
        session.finish()
    except bot_game.Forfeit as forfeit:
        bot_game.record_forfeit(session, forfeit)

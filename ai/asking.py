"""Asking a bot: which move it would make, and what it thinks of a position."""

from collections.abc import Iterator
from dataclasses import dataclass

from ai.mcts.bot import MctsBot
from ai.specs import make_bot
from ai.thinking import Bot, Limit, Report
from core.game import NATURE, OVER
from notation.game import Game, session_of
from notation.positions import Position
from notation.session import SEAT_LETTERS, IllegalMove, Session, codec_for


@dataclass(frozen=True)
class Considered:
    """One move that a bot considered: its token, what it does in words, and what is expected of it.

    `win` is the chance to win of the seat that moves, from 0 to 1, `score` its expected final score, `visits`
    how many simulations began with the move; a move that was never tried has no chance and no score.

    >>> import ai
    >>> ai.Considered("Fb3", "fish on b3", win=0.61, score=41.5, visits=420).win
    0.61
    """

    token: str
    words: str
    win: float | None
    score: float | None
    visits: int


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of a position, from the seat that is to move.

    `best` is the move it would make, `moves` are all it considered with the best first, `win` is the chance
    to win of each seat, `line` are the moves it expects, and `sims` is how many simulations it made. A bot
    that does not search only knows its best move.

    >>> import ai, notation
    >>> game = notation.new("vanuatu", players=3, seed=7)
    >>> report = ai.bot("mcts:seed=3").analyse(game, sims=50)
    >>> report
    <Analysis t: @buyer, … to win, 50 simulations>
    >>> report.moves[0].token == report.best == report.line[0]
    True
    >>> len(report.win), round(sum(report.win), 3)
    (3, 1.0)
    """

    seat: str
    best: str
    moves: tuple[Considered, ...]
    win: tuple[float, ...]
    line: tuple[str, ...]
    sims: int

    def __repr__(self) -> str:
        told = [self.best]
        if self.win:
            told += [
                f"{100 * self.win[SEAT_LETTERS.index(self.seat)]:.0f}% to win",
                f"{self.sims} simulations",
            ]
        return f"<Analysis {self.seat}: {', '.join(told)}>"

    def __str__(self) -> str:
        rows = [
            f"{move.token:<8} {100 * move.win:5.1f}% {move.score:6.1f} {move.visits:7}  {move.words}"
            for move in self.moves
            if move.win is not None and move.score is not None
        ]
        return "\n".join([repr(self), *rows])


def bot(spec: str, *, seed: int | None = None) -> Bot:
    """A bot by its spec: `random`, `greedy`, `mcts:1000,seed=3`, `easy` to `expert`, `cmd:./mybot`.

    BotError, which names those there are, if there is none such. With a seed, in the spec or beside it, and a
    number of simulations a bot always plays the same.

    >>> import ai
    >>> ai.bot("mcts:1000,seed=3")
    <Bot mcts:1000,seed=3>
    >>> ai.bot("genius")
    Traceback (most recent call last):
    ai.thinking.BotError: no bot is called 'genius' (there are: random, greedy, mcts, …)
    """
    return make_bot(spec, seed=seed)


def chosen(bot: Bot, game: Game | Position) -> str:
    """The token of the move that a bot makes there."""
    session = _deciding(game)
    move, _ = _thought(bot, session, None)
    return session.codec.token(session.state, move)


def analysed(bot: Bot, game: Game | Position, limit: Limit | None) -> Analysis:
    """What a bot thinks of the position there; a search goes to its limit even where its move is certain."""
    session = _deciding(game)
    if isinstance(bot, MctsBot):
        bot = MctsBot(bot.name, bot.settings, thorough=True)
    try:
        move, report = _thought(bot, session, limit)
    finally:
        if isinstance(bot, MctsBot):
            bot.close()
    codec, state = session.codec, session.state
    return Analysis(
        seat=SEAT_LETTERS[state.actor],
        best=codec.token(state, move),
        moves=tuple(
            Considered(
                token=codec.token(state, candidate.move),
                words=codec.words(state, candidate.move),
                win=candidate.win if candidate.visits else None,
                score=candidate.score if candidate.visits else None,
                visits=candidate.visits,
            )
            for candidate in report.candidates
        ),
        win=tuple(report.win),
        line=tuple(line_tokens(session, report.line)),
        sims=report.sims,
    )


def line_tokens(session: Session, line: list[int]) -> Iterator[str]:
    """The expected moves as tokens, each with its seat where it changes."""
    state = session.state.copy()
    seat = int(state.actor)
    for move in line:
        token = session.codec.token(state, move)
        actor = int(state.actor)
        yield token if actor == seat else f"{SEAT_LETTERS[actor]}:{token}"
        seat = actor
        state.apply(move)


def _thought(bot: Bot, session: Session, limit: Limit | None) -> tuple[int, Report]:
    thinking = bot.think(session, limit)
    try:
        while not thinking.step():
            pass
        return thinking.move(), thinking.report()
    finally:
        thinking.close()


def _deciding(game: Game | Position) -> Session:
    """The game or the position as a session in which a seat is to move; IllegalMove if none is."""
    if isinstance(game, Game):
        session = session_of(game)
    else:
        state = game.state
        session = Session.new(codec_for(game.name).game_of(state), start=state)
    if session.state.actor == OVER:
        raise IllegalMove("the game is over: there is nothing to decide")
    if session.state.actor == NATURE:
        raise IllegalMove("something is drawn first: there is nothing to decide")
    return session

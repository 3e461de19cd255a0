"""Whole games between bots, for whoever calls from Python."""

from collections.abc import Iterable, Mapping, Sequence
from secrets import randbits
from typing import Protocol

from ai.instant import Decided
from ai.specs import make_bot
from ai.table import BotTable, Forfeit, settle
from ai.thinking import Bot, Limit, Thinking
from notation.game import SEED_BITS, Game, game_of, new, session_of
from notation.move_reader import read_move
from notation.positions import Position
from notation.session import SEAT_NAMES, Session

SEATS = 8  # the seed of a bot is made of the game's and its seat
ASKED = Limit(sims=1000)  # what programs from outside are asked for


class Player(Protocol):
    """Whatever names a move when it is shown the game: a bot of one's own needs no more than this.

    The game is the real one, with the secrets of the others; `game.end.hidden(game.seat, seed)` is a position
    as the player may see it.

    >>> import ai, notation
    >>> class First:
    ...     def choose(self, game: notation.Game) -> str:
    ...         return game.legal()[0]
    >>> ai.play([First(), "greedy", "random"], seed=1)
    <Game vanuatu 3p over … · "First"–"greedy"–"random">
    """

    def choose(self, game: Game) -> str: ...


class Asked(Bot):
    """A player of the caller's own as a bot among bots."""

    def __init__(self, player: Player) -> None:
        self.name = str(getattr(player, "name", type(player).__name__))
        self._player = player

    def think(self, session: Session, limit: Limit | None = None) -> Thinking:
        return Decided(read_move(session.codec, session.state, self._player.choose(game_of(session))))


def play(
    bots: Sequence[Bot | Player | str],
    seed: int | None = None,
    *,
    game: str | Position | Game = "vanuatu",
    variant: str | Iterable[str] = (),
    tags: Mapping[str, str] | None = None,
) -> Game:
    """A whole game, a seat for each bot in their order, which is returned.

    A bot is what `ai.bot` gives, a spec, or a Player. The seed makes nature's draws, and the choices of bots
    that have no seed of their own: with the same one the game is the same. `game` is the name of a game to
    begin, a position to begin from, or a game to go on with, which is then itself played to its end. What a
    bot cannot do costs it the game, and the tag `Termination` says so; a wrong move of a Player is raised.

    >>> import ai
    >>> game = ai.play([ai.bot("greedy")] * 4, seed=1)
    >>> game
    <Game vanuatu 4p over … moves · "greedy"–"greedy"–"greedy"–"greedy">
    >>> game.text() == ai.play(["greedy"] * 4, seed=1).text()
    True
    """
    if seed is None:
        seed = game.seed if isinstance(game, Game) else None
    if seed is None:
        seed = randbits(SEED_BITS)
    if isinstance(game, Game):
        played = game
    elif isinstance(game, Position):
        played = new(start=game, seed=seed)
    else:
        played = new(game, len(bots), variant=variant, seed=seed)
    if len(bots) != played.players:
        raise ValueError(f"{played.players} seats want {played.players} bots, not {len(bots)}")
    seated = [_seated(bot, seed * SEATS + seat) for seat, bot in enumerate(bots)]
    played.tags.update(zip(SEAT_NAMES, (bot.name for bot in seated), strict=False))
    played.tags.update(tags or {})
    try:
        _play_out(session_of(played), seated, seed)
    finally:
        for bot in seated:
            if not any(bot is given for given in bots):  # it was made here
                bot.close()
    return played


def _seated(bot: Bot | Player | str, seed: int) -> Bot:
    """The bot for a seat; one without a seed of its own is made anew with this one."""
    if isinstance(bot, str):
        return make_bot(bot, seed=seed)
    if isinstance(bot, Bot):
        return make_bot(bot.name, seed=seed) if bot.unseeded else bot
    return Asked(bot)


def _play_out(session: Session, bots: list[Bot], seed: int) -> None:
    try:
        BotTable(session, bots, seed, [], ASKED).play()
        session.finish()
    except Forfeit as forfeit:
        settle(session, forfeit)

"""Commands of the prompt that begin another game: `again`, `new`; and `replay`, which shows this one."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from vanuatu.ai import repeating
from vanuatu.ai.bot import BotError
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.history import daily, saves
from vanuatu.cli.play import opening, seating
from vanuatu.cli.play.table import Table
from vanuatu.core import games
from vanuatu.core.rng import MOST_SEED

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

MOST_PLAYERS: Final = 5


def again(controller: "Controller", about: str) -> None:
    """Begin a game at the same table: with new draws, with those of a seed, or from a round of this game."""
    words = about.split()
    if words[:1] == ["from"] and len(words) == 2:
        _begin(controller, lambda: _again_from(controller.table, words[1]))
        return
    seed = inputs.whole_number(about, MOST_SEED) if about else secrets.randbelow(10**6)
    if seed is None:
        word = controller.table.codec.round_word
        controller.show_text(f"again takes nothing, a seed, or `from` and a {word}: `again from 5`.")
        return
    _begin(controller, lambda: _again(controller.table, seed))


def new(controller: "Controller", about: str) -> None:
    """Begin another game; the words after it are numbers of players, games, variants and bots."""
    players: int | None = None
    bots: list[str] = []
    variants: list[str] = []
    game = controller.table.codec.game
    for word in about.lower().split():
        if word.isdecimal():
            players = int(word) if 2 <= int(word) <= MOST_PLAYERS else 0
        elif word in games.names():
            game = word
        elif word in games.make_game(game, 3, ()).variants:
            variants.append(word)
        else:
            bots.append(word)
    if players == 0:
        controller.show_text(f"new: 2 to {MOST_PLAYERS} can play.")
        return
    wanted = opening.NewGame(game, players, ",".join(variants), seating.SeatRequest(None, tuple(bots)), None)
    _begin(controller, lambda: opening.open_new(wanted))


def replay(controller: "Controller", about: str) -> None:
    """Show this game move by move, by keys."""
    from vanuatu.cli.replay import terminal_player

    if not controller.interactive:
        controller.show_text("replay needs a terminal. Try `vanuatu replay`.")
        return
    session = controller.table.session
    if not controller.table.over and controller.table.session.round_as_seen(controller.viewer)[0]:
        session = session.until(session.round_as_seen(controller.viewer)[1])

    def show() -> None:
        player = terminal_player.TerminalPlayer(board=True, step=True, delay=0, plain=controller.plain)
        with player.showing():
            player.show(session, 1, terminal_player.steps(session, None, None))

    controller.outside = show
    controller.begin_turn()


def _begin(controller: "Controller", open_table: Callable[[], Table]) -> None:
    if not controller.may_leave():
        return
    try:
        controller.take(open_table())
    except (CallFault, InputFault, BotError) as error:
        controller.show_text(str(error), "bad")


def _seats(table: Table) -> seating.SeatRequest:
    """Return the players of a table as a request for the next one."""
    people = {seat: player.name for seat, player in enumerate(table.players) if player.bot is None}
    return seating.SeatRequest(
        people, tuple(player.name for player in table.players if player.bot is not None)
    )


def _again(table: Table, seed: int) -> Table:
    variant = table.session.record.tags.get("Variant", "")
    tags = {repeating.TYPED_DRAWS: repeating.TYPED} if table.draws_typed else {}
    wanted = opening.NewGame(table.codec.game, len(table.players), variant, _seats(table), seed, tags)
    return opening.open_new(wanted, opening.SaveRequest(keep=table.path is not None))


def _again_from(table: Table, place: str) -> Table:
    """Return a table with this game from the beginning of a round, or from a ply of it (`5.12`)."""
    word, dot, within = place.partition(".")
    number = inputs.whole_number(word, MOST_SEED)
    ply = inputs.whole_number(within, MOST_SEED) if dot else 1
    plies = table.session.record.plies
    there = [at for at, one in enumerate(plies) if int(one.round) == number]
    if not there or not ply or ply > len(there):
        last = int(plies[-1].round) if plies else 1
        raise CallFault(f"again from {place}: the game has {table.codec.round_word}s 1 to {last}")
    session = table.session.until(there[0] + ply - 1)
    session.record.tags.pop(daily.TAG, None)
    names = [player.name for player in table.players]
    seated = seating.resumed_players(_seats(table), names, table.seed)
    seating.check_setup(seated, table.session.game)
    return Table(session, seated, table.seed, saves.new_path(table.codec.game) if table.path else None)

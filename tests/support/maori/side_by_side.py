"""Play the core and the reference side by side and compare them at every ply."""

from typing import Any

from tests.support.maori.reference import LETTERS, PLACES, Table, cell_name
from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.moves import Kind, kind_of
from vanuatu.core.maori.scoring import Item
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.rng import Rng
from vanuatu.notation.maori.codec import MaoriCodec

CODEC = MaoriCodec()
PHASES = {
    "matrix": "setup",
    "first": "setup",
    "start": "setup",
    "voyage": "voyage",
    "discover": "discover",
    "place": "discover",
    "refill": "discover",
    "sail": "sail",
    "over": "over",
}


def facts(table: Table) -> dict[str, Any]:
    """The reference's position in the form of the core's view."""
    nature = table.phase in ("matrix", "first", "refill")
    seat = None if table.phase == "over" else "#" if nature else LETTERS[table.turn]
    matrix = [[table.matrix[x, y] for x in range(4)] for y in range(4)]
    order = [tile.label for tile in table.order]
    scores = table.scores()
    return {
        "round": table.round,
        "phase": PHASES[table.phase],
        "seat": seat,
        "opener": None if table.opener is None else LETTERS[table.opener],
        "explorer": None if table.ship is None else PLACES[table.ship],
        "matrix": [[tile.label if tile else None for tile in row] for row in matrix],
        "supply": table.supply.total(),
        "shells": table.bank,
        "last": table.last,
        "idle": table.idle,
        "players": {
            LETTERS[number]: {
                "points": scores[number],
                "shells": player.shells,
                "ships": table.ships_of(player, player.board),
                "stored": player.stored.label if player.stored else None,
                "boat": cell_name(player.boat) if player.boat else None,
                "board": {cell_name(c): t.label + "r" * t.turns for c, t in player.board.items()},
            }
            for number, player in enumerate(table.players)
        },
        "box": sorted((tile.label for tile in table.box), key=order.index),
    }


def play_both(players: int, options: tuple[str, ...], rng: Rng, idling: int) -> int:
    """A whole game, everything compared at every ply; how many plies it had.

    One decision in `idling` may be a removal or a pass where something else can be done; with 1 all
    moves are equally likely.
    """
    game = MaoriGame(players, options)
    state = game.start()
    table = Table(players, options, game.tiles)
    plies = 0
    while True:
        compare(state, table)
        if state.actor == OVER:
            return plies
        move = int(state.sample(rng)) if state.actor == CHANCE else choose(state, rng, idling)
        table.play(CODEC.token(state, move))
        assert state.push(move) is None
        plies += 1


def compare(state: MaoriState, table: Table) -> None:
    moves = [int(move) for move in state.legal_moves()]
    assert moves == sorted(set(moves))
    assert [CODEC.token(state, move) for move in moves] == table.legal()
    assert CODEC.view(state) == facts(table)
    items = [int(item) for item in state.score_items()]
    assert [items[at : at + int(Item.COUNT)] for at in range(0, len(items), int(Item.COUNT))] == table.items()
    assert [int(score) for score in state.scores()] == table.scores()
    assert [int(seat) for seat in state.winners()] == table.winners()


def choose(state: MaoriState, rng: Rng, idling: int) -> int:
    moves = [int(move) for move in state.legal_moves()]
    busy = [move for move in moves if kind_of(move) not in (Kind.REMOVE, Kind.PASS)]
    if busy and (idling == 0 or rng.below(idling) > 0):
        moves = busy
    return moves[rng.below(len(moves))]

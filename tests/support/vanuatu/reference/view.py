"""The position as `replay --state` prints it."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.support.vanuatu.reference.components import ACTIONS, CELLS
from tests.support.vanuatu.reference.values import Island, Ocean, Player, in_order

if TYPE_CHECKING:
    from tests.support.vanuatu.reference.game import Reference


def view(game: "Reference") -> dict[str, Any]:
    table = game.table
    return {
        "round": game.round,
        "phase": game.phase,
        "seat": game.actor,
        "first": game.first,
        "market": table.market,
        "tourists": table.tourists,
        "die": game.die,
        "ships": [{"wants": ship.wants, "loaded": ship.loaded} for ship in table.ships],
        "visible": list(game.visible),
        "players": {seat: player_view(player) for seat, player in table.players.items()},
        "neutral": markers_view(game.neutral),
        "board": {cell: tile_view(table.board[cell]) for cell in CELLS if cell in table.board},
    }


def player_view(player: Player) -> dict[str, Any]:
    return {
        "vatus": player.vatus,
        "points": player.points,
        "boat": player.boat or None,
        "fish": [int(value) for value in player.fish],
        "treasures": [int(value) for value in player.treasures],
        "huts": player.huts,
        "character": player.character or None,
        "used": player.used,
        "markers": markers_view(player.markers),
        "rest": player.rest or None,
    }


def markers_view(markers: str) -> dict[str, int]:
    counts = Counter(markers)
    return {action: counts[action] for action in ACTIONS if counts[action]}


def tile_view(tile: Ocean | Island) -> dict[str, Any]:
    if isinstance(tile, Ocean):
        return {"tile": tile.tile, "fish": tile.fish, "treasure": tile.treasure}
    return {
        "tile": tile.tile,
        "goods": in_order(tile.goods),
        "huts": tile.huts,
        "drawings": tile.drawings,
        "tourists": tile.tourists,
        "water": tile.water,
        "dikes": [cell for cell in CELLS if cell in tile.dikes],
        "submerged": tile.submerged,
    }

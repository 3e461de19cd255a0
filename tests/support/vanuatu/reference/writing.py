"""A position of the reference as the FEN tag writes it: the other way round from `reading`."""

from tests.support.vanuatu.reference.components import CELLS
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.values import Island, Ocean, Player, Ship, in_order


def write(game: Reference) -> str:
    """The position; the order in which the rest tokens were taken is that of the seats."""
    table = game.table
    sections = ["vanuatu " + " ".join([str(len(game.seats)), *options(game)]), f"{game.round} {turn(game)}"]
    if game.first:
        sections.append(f"first {game.first}")
    sections.append(f"market {table.market}")
    if game.die is not None:
        sections.append(f"die {game.die}")
    pile = "".join(map(str, sorted(game.tourist_pile)))
    sections.append(f"tourists {table.tourists}" + (f" / {pile}" if pile else ""))
    ships = ["ships", *map(written_ship, table.ships)]
    sections.append(" ".join([*ships, "/", *game.ship_pile] if game.ship_pile else ships))
    if game.visible:
        sections.append(" ".join(["tiles", *game.visible]))
    board = [f"{cell}:{written_tile(table.board[cell])}" for cell in CELLS if cell in table.board]
    sections.append(" ".join(["board", *board]))
    if game.on_offer:
        sections.append(" ".join(["cast", *game.on_offer]))
    if game.neutral:
        sections.append(f"neutral {game.neutral}")
    sections += [f"governed {action}{seat}" for seat, action in game.governed.items() if len(game.seats) == 2]
    taken = "".join(player.rest for player in table.players.values())
    for seat, player in table.players.items():
        sections.append(f"{seat} {written_player(player, taken)}")
    return "; ".join(sections)


def options(game: Reference) -> list[str]:
    return ["waters"] * game.table.waters + ["nocharacters"] * (not game.characters)


def turn(game: Reference) -> str:
    if game.actor is None:
        return "over"
    if game.actor == "#":
        return f"setup {game.draws[0]}"
    if game.phase == "plan":
        to_come = len(game.waiting) + 1
        return f"plan{3 - (to_come - 1) // len(game.seats)} {game.actor}"
    return f"{game.phase} {game.actor}"


def written_ship(ship: Ship) -> str:
    return f"{ship.wants}:{ship.loaded}" if ship.loaded else ship.wants


def written_tile(tile: Ocean | Island) -> str:
    if isinstance(tile, Ocean):
        marks = [f"F{tile.fish}"] * (tile.fish > 0) + [f"X{tile.treasure}"] * (tile.treasure > 0)
    else:
        marks = [f"G{in_order(tile.goods)}"] * bool(tile.goods) + [f"B{tile.huts}"] * bool(tile.huts)
        counts = {"D": tile.drawings, "T": tile.tourists, "W": tile.water}
        marks += [f"{kind}{count}" for kind, count in counts.items() if count]
        marks += [f"/{cell}" for cell in CELLS if cell in tile.dikes]
    return f"{tile.tile}({' '.join(marks)})" if marks else tile.tile


def written_player(player: Player, taken: str) -> str:
    words = [f"{player.vatus}v", f"{player.points}p", player.boat]
    words += [f"F{player.fish}"] if player.fish else []
    words += [f"^{player.treasures}"] if player.treasures else []
    words.append(f"B{player.huts}")
    if player.character:
        words.append(f"@{player.character}" + "*" * player.used)
    words += [f"+{player.markers}"] if player.markers else []
    words += (
        ["R" + "".join(f"{token}{taken.index(token) + 1}" for token in player.rest)] if player.rest else []
    )
    return " ".join(word for word in words if word)

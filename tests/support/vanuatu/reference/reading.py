"""A game of the reference that starts from a position, as the FEN tag writes it.

vanuatu 3 waters; 2 act p; first p; market 3; die 4; tourists 2 / 011234; ships kcb:k kkk cbb / kcb kkc;
tiles A2 B1; board a2:E0(Gkcb Bpt D1 T2 W1 /b2 /b3) a3:S0 b2:S2(F1 X2) b3:S1(F2);
p 3v 12p b2 F112 ^3 B7 @builder* +FFV Rf1; …
"""

from tests.support.vanuatu.reference.components import LANDS, SHIP_PILE
from tests.support.vanuatu.reference.game import ROUND_ONE_DRAWS, Reference
from tests.support.vanuatu.reference.values import Island, Ocean, Player, Ship

EARLY_DRAWS = ("flood", "tourists", "ships")


def read(text: str) -> Reference:
    """The game at this position, which is taken to be well written."""
    first, turn, *others = [section.split(maxsplit=1) for section in text.split("; ")]
    players, *options = first[1].split()
    sections = {section[0]: section[1] if len(section) > 1 else "" for section in others}
    game = Reference(int(players), tuple(options))
    read_board(game, sections["board"])
    game.table = game.table._replace(
        players={seat: read_player(sections[seat]) for seat in game.seats},
        market=int(sections["market"]),
    )
    game.first = sections.get("first")
    game.die = int(sections["die"]) if "die" in sections else None
    game.visible = sections.get("tiles", "").split()
    game.on_offer = sections.get("cast", "").split()
    game.neutral = sections.get("neutral", "")
    if "governed" in sections:
        action, seat = list(sections["governed"])
        game.governed = {seat: action}
    read_piles(game, sections)
    read_turn(game, int(turn[0]), turn[1].split())
    return game


def read_board(game: Reference, text: str) -> None:
    board: dict[str, Ocean | Island] = {}
    for cell, tile, marks in tiles_and_marks(text):
        values = {mark[0]: mark[1:] for mark in marks}
        if tile in LANDS:
            dikes = frozenset(mark[1:] for mark in marks if mark[0] == "/")
            drawings, tourists, water = (int(values.get(kind, "0")) for kind in "DTW")
            goods, huts = values.get("G", ""), values.get("B", "")
            board[cell] = Island(tile, goods, huts, drawings, tourists, water, dikes)
        else:
            board[cell] = Ocean(tile, int(values.get("F", "0")), int(values.get("X", "0")))
    game.table = game.table._replace(board=board)
    game.drawn_tiles = [tile.tile for tile in board.values() if tile.tile != "E0" and tile.tile[0] != "S"]


def tiles_and_marks(text: str) -> list[tuple[str, str, list[str]]]:
    """`a2:E0(Gkcb D1) a3:S0` as cells, tiles and what lies on them."""
    found = []
    while text:
        where, _, text = text.partition(":")
        tile, rest = text[:2], text[2:]
        marks, _, text = rest[1:].partition(")") if rest[:1] == "(" else ("", "", rest)
        text = text.strip()
        found.append((where, tile, marks.split()))
    return found


def read_player(text: str) -> Player:
    player = Player(huts=0)
    for word in text.split():
        kind, rest = word[0], word[1:]
        if word[-1] == "v" and word[:-1].isdigit():
            player = player._replace(vatus=int(word[:-1]))
        elif word[-1] == "p" and word[:-1].isdigit():
            player = player._replace(points=int(word[:-1]))
        elif kind in "abcd":
            player = player._replace(boat=word)
        elif kind == "@":
            player = player._replace(character=rest.removesuffix("*"), used=rest.endswith("*"))
        elif kind == "B":
            player = player._replace(huts=int(rest))
        elif kind == "F":
            player = player._replace(fish=rest)
        elif kind == "^":
            player = player._replace(treasures=rest)
        elif kind == "+":
            player = player._replace(markers=rest)
        else:
            player = player._replace(rest=rest[::2])
    return player


def read_piles(game: Reference, sections: dict[str, str]) -> None:
    """What was drawn and is no longer to be seen lies among the discards."""
    game.drawn_tiles += game.visible
    tourists, _, pile = sections["tourists"].partition(" / ")
    game.tourist_pile = tuple(int(value) for value in pile)
    shown, _, drawable = sections["ships"].partition("/")
    ships = tuple(Ship(*word.split(":")) for word in shown.split())
    game.table = game.table._replace(tourists=int(tourists), ships=ships)
    game.ship_pile = tuple(drawable.split())
    discards = list(SHIP_PILE)
    for name in [ship.wants for ship in ships] + drawable.split():
        discards.remove(name)
    game.ship_discards = tuple(discards)


def read_turn(game: Reference, round_: int, words: list[str]) -> None:
    game.round = round_
    game.draws, game.waiting = [], []
    if words == ["over"]:
        game.phase, game.actor = "over", None
        return
    phase, who = words
    if phase == "setup":
        read_draws(game, who)
        return
    order = list(game.order)
    turn = 0
    if phase.startswith("plan"):
        phase, turn = "plan", int(phase[-1]) - 1
    game.phase, game.actor = phase, who
    if phase == "plan":
        game.waiting = (order * 3)[turn * len(order) + order.index(who) + 1 :]
    elif phase in ("neutral", "character"):
        game.waiting = order[order.index(who) + 1 :]


def read_draws(game: Reference, step: str) -> None:
    """The draws from this one on; before the placements of a round they end with the ships."""
    game.phase, game.actor = "setup", "#"
    filled = any(ship.filled for ship in game.table.ships)
    if game.round == 1:
        draws = [*ROUND_ONE_DRAWS, *game.cast_draw()]
    elif step in EARLY_DRAWS:
        draws = [draw for draw in EARLY_DRAWS if draw != "ships" or filled]
        game.to_be_set_up = True
    else:
        draws = ["tiles", *game.cast_draw()]
    game.draws = draws[draws.index(step) :]

"""The scene of a drawing: the view of a position with all other data that a drawing needs."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import OVER
from vanuatu.core.vanuatu import actions, legal, tables
from vanuatu.core.vanuatu.board import dikes_left
from vanuatu.core.vanuatu.layout import At, Option, Phase
from vanuatu.core.vanuatu.moves import detail_of
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Points, RestToken, Rule, Tile
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.vanuatu import names, view
from vanuatu.notation.vanuatu import view_types as types


def scene(state: VanuatuState) -> types.Scene:
    """Return the view with all other data that a drawing needs."""
    b = state.b
    seen = view.view(state)
    islands: dict[str, types.IslandView] = {}
    oceans: dict[str, types.OceanView] = {}
    for cell, place in seen["board"].items():
        if "goods" in place:
            islands[cell] = place
        else:
            oceans[cell] = place
    there = [b[At.TILE + at] for at in tables.CELLS if b[At.TILE + at] >= 0]
    there += [b[At.VISIBLE + i] for i in range(2) if b[At.VISIBLE + i] >= 0]
    over, scores = state.actor == OVER, state.scores()
    winners = [SEAT_LETTERS[int(seat)] for seat in state.winners()] if over else []
    return {
        **seen,
        "rounds": int(Rule.ROUNDS),
        "scores": {SEAT_LETTERS[seat]: int(scores[seat]) for seat in range(state.players)},
        "winners": winners,
        "lost": over and not winners,
        "with_characters": not b[At.OPTIONS] & Option.NOCHARACTERS,
        "on_offer": _on_offer(state),
        "rests_left": _rests_left(b),
        "dikes_left": int(dikes_left(b)) if b[At.OPTIONS] & Option.WATERS else None,
        "fish_left": _values([place["fish"] for place in oceans.values()]),
        "treasures_left": _values([place["treasure"] for place in oceans.values()]),
        "goods": {
            letter: {"price": int(tables.GOODS_PRICE[i]), "points": int(tables.GOODS_POINTS[i])}
            for i, letter in enumerate(names.GOODS_LETTERS)
        },
        "full_ship": int(Points.SHIP),
        "islands": islands,
        "oceans": oceans,
        "printed_islands": {
            names.TILE_NAMES[tile]: _printed_island(tile) for tile in there if tile < Tile.ISLANDS
        },
        "printed_oceans": {
            names.TILE_NAMES[tile]: _printed_ocean(tile) for tile in there if tile >= Tile.ISLANDS
        },
    }


def _on_offer(state: VanuatuState) -> list[str]:
    """Return the characters that may be chosen now; with two players the five from their draw on."""
    b = state.b
    phase = b[At.PHASE]
    if phase != Phase.CHARACTER and (phase != Phase.NEUTRAL or state.actor < 0):
        return []
    return [names.CHARACTER_NAMES[detail_of(move)] for move in legal.character_moves(b, state.players)]


def _rests_left(b: vec[i64]) -> str:
    """Return the letters of the rest tokens left, or a `?` for each if some are unseen."""
    taken = actions.rest_tokens_out(b)
    if taken >> RestToken.UNSEEN & 1:
        return "?" * int(RestToken.COUNT - b[At.RESTS])
    return "".join([names.REST_LETTERS[i] for i in range(RestToken.COUNT) if not taken >> i & 1])


def _values(numbers: list[int]) -> list[int]:
    """Return the values that tiles with these numbers of tokens still give, the highest first."""
    values = [value for number in numbers for value in range(1, number + 1)]
    return sorted(values, reverse=True)


def _printed_island(tile: i64) -> types.PrintedIsland:
    return {
        "goods": "".join(
            [names.GOODS_LETTERS[i] * int(tables.PRINTED_GOODS[3 * tile + i]) for i in range(3)]
        ),
        "huts": int(tables.HUT_SITES[tile]),
        "drawings": int(tables.DRAWING_SITES[tile]),
        "tourists": int(tables.TOURIST_ROOM[tile]),
    }


def _printed_ocean(tile: i64) -> types.PrintedOcean:
    return {"fish": int(tables.PRINTED_FISH[tile]), "treasure": int(tables.PRINTED_TREASURE[tile])}

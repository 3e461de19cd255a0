"""A game of Vanuatu from the first draw to the last score, spoken to in tokens.

`legal()` lists the tokens of the decision or draw, `apply` plays one of them, `view` is the
position as `replay --state` prints it.
"""

from copy import copy
from typing import Any

from tests.support.vanuatu.reference import draws, ending
from tests.support.vanuatu.reference.acting import Majorities, Turn, turns
from tests.support.vanuatu.reference.components import (
    ACTIONS,
    CHARACTERS,
    LANDS,
    PRINTED_FISH,
    PRINTED_TREASURE,
    SEATS,
    SHIP_PILE,
    tourist_pile,
)
from tests.support.vanuatu.reference.performing import exchanges, free_ways
from tests.support.vanuatu.reference.placing import fill, placements
from tests.support.vanuatu.reference.planning import pairs, plannable
from tests.support.vanuatu.reference.values import Island, Ocean, Player, Ship, Table, in_action_order
from tests.support.vanuatu.reference.view import view
from vanuatu.core.vanuatu import tables

MARKERS_A_TURN = (2, 2, 1)
ROUND_ONE_DRAWS = ("start", "tiles", "ships", "tourists", "first")


class Reference:
    """One game; `actor` is a seat letter, `#` for nature, None when it is over."""

    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        self.seats = SEATS[:players]
        self.characters = "nocharacters" not in options
        assert self.characters or players > 2
        efate = Island("E0", LANDS["E0"].goods)
        self.table = Table(
            {seat: Player(huts=tables.Supply.HUTS) for seat in self.seats},
            {"a2": efate},
            waters="waters" in options,
        )
        self.round = 1
        self.phase = "setup"
        self.actor: str | None = "#"
        self.first: str | None = None
        self.die: int | None = None
        self.visible: list[str] = []
        self.neutral = ""
        self.governed: dict[str, str] = {}
        self.on_offer: list[str] = []
        self.drawn_tiles: list[str] = []
        self.ship_pile = SHIP_PILE
        self.ship_discards: tuple[str, ...] = ()
        self.tourist_pile = tourist_pile(players)
        self.draws = [*ROUND_ONE_DRAWS, *self.cast_draw()]
        self.to_be_set_up = False  # whether islands are to be filled and tiles placed after the draws
        self.waiting: list[str] = []

    def copy(self) -> "Reference":
        other = copy(self)
        for name in ("visible", "on_offer", "drawn_tiles", "draws", "waiting"):
            setattr(other, name, list(getattr(self, name)))
        other.governed = dict(self.governed)
        return other

    @property
    def order(self) -> str:
        """The seats in turn order."""
        assert self.first is not None
        place = self.seats.index(self.first)
        return self.seats[place:] + self.seats[:place]

    def cast_draw(self) -> list[str]:
        return ["cast"] if len(self.seats) == 2 else []

    # What is legal

    def legal(self) -> dict[str, int]:
        """The legal tokens; for nature's with the number of ways they can be drawn, else 1."""
        if self.actor is None:
            return {}
        if self.actor == "#":
            return self.draw_weights()
        match self.phase:
            case "place":
                tokens = placements(self.table, self.visible)
            case "neutral":
                tokens = self.neutral_tokens()
            case "character":
                tokens = self.character_tokens()
            case "plan":
                tokens = self.plan_tokens()
            case "beg":
                tokens = ["@0", *exchanges(self.player())]
            case _:
                tokens = list(self.turns())
        assert len(set(tokens)) == len(tokens)
        return dict.fromkeys(tokens, 1)

    def draw_weights(self) -> draws.Weights:
        kind = self.draws[0]
        if kind == "start":
            return draws.start()
        if kind == "tiles":
            return draws.tiles(self.next_letters(), self.drawn_tiles)
        if kind == "ships":
            return draws.ships(self.filled_ships(), self.ship_pile, self.ship_discards)
        if kind == "tourists":
            return draws.tourists(self.tourist_pile)
        if kind == "first":
            return draws.first(self.seats)
        if kind == "flood":
            return draws.flood()
        return draws.cast(self.on_offer)

    def next_letters(self) -> str:
        return ("AB", "CD", "EF")[len(self.drawn_tiles) // 2 % 3]

    def neutral_tokens(self) -> list[str]:
        """Two neutral markers of the first player, three of the other one, wherever they like."""
        if self.actor == self.first:
            return [f"~{a}{b}" for i, a in enumerate(ACTIONS) for b in ACTIONS[i:]]
        return [
            f"~{a}{b}{c}"
            for i, a in enumerate(ACTIONS)
            for j, b in enumerate(ACTIONS[i:], i)
            for c in ACTIONS[j:]
        ]

    def character_tokens(self) -> list[str]:
        held = [player.character for player in self.table.players.values()]
        offered = self.on_offer if len(self.seats) == 2 else CHARACTERS
        return ["@" + name for name in offered if name not in held]

    def plan_tokens(self) -> list[str]:
        """Markers on what can be planned, and the free actions."""
        assert self.actor is not None
        planned = self.table.players[self.actor].markers
        with_one = MARKERS_A_TURN[len(planned) // 2] == 1
        plans = (
            plannable(self.table, self.actor, planned) if with_one else pairs(self.table, self.actor, planned)
        )
        return ["+" + plan for plan in plans] + [token for token, _ in free_ways(self.table, self.actor)]

    def turns(self) -> dict[str, Turn]:
        assert self.actor is not None
        return turns(Majorities(self.table, self.order, self.neutral, self.governed), self.actor)

    # Playing

    def apply(self, token: str) -> None:
        """Play a legal token; whether it is legal is the caller's to ask."""
        if token[0] == "#":
            self.draw(*token[1:].split("="))
        elif self.phase == "place":
            self.place(*token.split("="))
        elif self.phase == "neutral":
            self.neutral = in_action_order(self.neutral + token[1:])
            self.next_waiting()
        elif self.phase == "character":
            self.change(character=token[1:])
            self.next_waiting()
        elif self.phase == "plan":
            self.plan(token)
        elif self.phase == "beg":
            self.beg(token)
        else:
            self.act(token)

    def player(self) -> Player:
        assert self.actor is not None
        return self.table.players[self.actor]

    def change(self, **changes: Any) -> None:
        """Change something about the player whose turn it is; the names are those of `Player`."""
        assert self.actor is not None
        self.table = self.table.with_player(self.actor, self.player()._replace(**changes))

    def draw(self, kind: str, drawn: str) -> None:
        assert self.draws.pop(0) == kind
        if kind == "start":
            self.lay_starting_tiles(drawn)
        elif kind == "tiles":
            self.visible = drawn.split(",")
            self.drawn_tiles += self.visible
        elif kind == "ships":
            self.replace_ships(drawn.split(","))
        elif kind == "tourists":
            pile = list(self.tourist_pile)
            pile.remove(int(drawn))
            self.tourist_pile = tuple(pile)
            self.table = self.table._replace(tourists=int(drawn))
        elif kind == "first":
            self.first = drawn
        elif kind == "flood":
            self.die = int(drawn)
        else:
            self.on_offer = drawn.split(",")
        if not self.draws:
            self.after_draws()

    def lay_starting_tiles(self, numbers: str) -> None:
        for cell, number in zip(("a3", "b2", "b3"), numbers, strict=True):
            self.lay("S" + number, cell)
            if number == "0":
                boats = {seat: player._replace(boat=cell) for seat, player in self.table.players.items()}
                self.table = self.table._replace(players=boats)

    def lay(self, tile: str, cell: str) -> None:
        if tile in LANDS:
            self.table = fill(self.table.with_tile(cell, Island(tile)), cell)
        else:
            self.table = self.table.with_tile(cell, Ocean(tile, PRINTED_FISH[tile], PRINTED_TREASURE[tile]))

    def filled_ships(self) -> tuple[str, ...]:
        """Their names from the top."""
        return tuple(ship.wants for ship in self.table.ships if ship.filled)

    def replace_ships(self, drawn: list[str]) -> None:
        """Filled ships leave one by one, the others move up, the new ones come below them (ruling 3)."""
        filled = self.filled_ships() or ("", "", "")
        self.ship_pile, self.ship_discards = next(
            (pile, discards)
            for ships, pile, discards in draws.replacements(filled, self.ship_pile, self.ship_discards)
            if list(ships) == drawn
        )
        staying = tuple(ship for ship in self.table.ships if not ship.filled)
        self.table = self.table._replace(ships=staying + tuple(Ship(name) for name in drawn))

    def after_draws(self) -> None:
        if not self.to_be_set_up:
            self.begin_choices()
            return
        self.to_be_set_up = False
        for cell, _ in self.table.islands():
            self.table = fill(self.table, cell)
        if self.visible:
            self.phase, self.actor = "place", self.first
        else:
            self.begin_late_draws()

    def place(self, tile: str, cell: str) -> None:
        self.visible.remove(tile)
        self.lay(tile, cell)
        if not self.visible:
            self.begin_late_draws()

    def begin_late_draws(self) -> None:
        """After the placements come the next tiles and, for two, the characters on offer."""
        self.draws = (["tiles"] if 2 <= self.round <= 6 else []) + self.cast_draw()
        if self.draws:
            self.phase, self.actor = "setup", "#"
        else:
            self.begin_choices()

    def begin_choices(self) -> None:
        phases = ["neutral"] * (len(self.seats) == 2) + ["character"] * self.characters + ["plan"]
        self.begin(phases[0])

    def begin(self, phase: str) -> None:
        """Every seat decides once in turn order; in planning three times."""
        self.phase = phase
        self.waiting = list(self.order) * (3 if phase == "plan" else 1)
        self.next_waiting()

    def next_waiting(self) -> None:
        if self.waiting:
            self.actor = self.waiting.pop(0)
        elif self.phase == "neutral":
            self.begin("character")
        elif self.phase == "character":
            self.begin("plan")
        else:
            self.phase, self.actor = "act", self.first

    def plan(self, token: str) -> None:
        assert self.actor is not None
        if token[0] == "+":
            self.change(markers=in_action_order(self.player().markers + token[1:]))
            self.next_waiting()
        else:
            self.table = dict(free_ways(self.table, self.actor))[token]

    def act(self, token: str) -> None:
        assert self.actor is not None
        turn = self.turns()[token]
        self.table = turn.table
        if turn.governed:
            self.governed[self.actor] = turn.governed
        if turn.performed and self.die is not None:
            self.die -= 1
            if self.die == 0:
                self.die = None
                self.table = ending.rise(self.table)
        if ending.lost(self.table):
            self.phase, self.actor = "over", None
        elif turn.ends:
            self.next_turn()

    def next_turn(self) -> None:
        """Give the turn to the next player clockwise with markers left."""
        assert self.actor is not None
        place = self.seats.index(self.actor) + 1
        for seat in self.seats[place:] + self.seats[:place]:
            if self.table.players[seat].markers:
                self.actor = seat
                return
        self.end_round()

    def end_round(self) -> None:
        first = next((seat for seat in self.order if self.table.players[seat].rest.count("f")), self.first)
        begging = []
        for seat in self.order:
            player = ending.reveal_rest(self.table.players[seat])
            if exchanges(player):
                begging.append(seat)
            self.table = self.table.with_player(seat, player)
        self.first = first
        self.die = None
        self.neutral = ""
        self.governed = {}
        self.waiting = begging
        self.continue_begging()

    def continue_begging(self) -> None:
        """Let a Beggar without an exchange decide once more; then end the round."""
        if self.waiting:
            self.phase, self.actor = "beg", self.waiting.pop(0)
            return
        for seat, player in self.table.players.items():
            self.table = self.table.with_player(seat, player._replace(used=False))
        if self.round == tables.Rule.ROUNDS:
            self.phase, self.actor = "over", None
        else:
            self.begin_round()

    def beg(self, token: str) -> None:
        """Points for as many vatus, or none (ruling 20)."""
        assert self.actor is not None
        player = exchanges(self.player()).get(token, self.player())
        self.table = self.table.with_player(self.actor, player)
        self.continue_begging()

    def begin_round(self) -> None:
        self.round += 1
        self.table = self.table._replace(market=tables.Rule.MARKET_START)
        self.draws = ["flood"] if self.table.waters and self.round % 2 == 0 else []
        self.draws.append("tourists")
        if any(ship.filled for ship in self.table.ships):
            self.draws.append("ships")
        self.to_be_set_up = True
        self.phase, self.actor = "setup", "#"

    # The end

    @property
    def lost(self) -> bool:
        return ending.lost(self.table)

    def scores(self) -> list[int]:
        """What every seat would score if the game ended here; nothing at all if everybody has lost."""
        if self.lost:
            return [0] * len(self.seats)
        return [ending.score(self.table, seat, self.first or "") for seat in self.seats]

    def winners(self) -> list[str]:
        if self.actor is not None or self.lost:
            return []
        standings = {seat: ending.standing(self.table, seat, self.first or "") for seat in self.seats}
        return [seat for seat in self.seats if standings[seat] == max(standings.values())]

    def view(self) -> dict[str, Any]:
        return view(self)

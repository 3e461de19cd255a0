"""Check with the reference that the core's reason against a token is true."""

from collections.abc import Callable
from itertools import combinations

from tests.support.vanuatu.reference.acting import Majorities
from tests.support.vanuatu.reference.components import (
    ACTIONS,
    CELLS,
    CHARACTER_OF_ACTION,
    CHARACTERS,
    GOODS,
    NEIGHBOURS,
    REST_TOKENS,
)
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.performing import walks, ways
from tests.support.vanuatu.reference.planning import plannable
from tests.support.vanuatu.reference.values import Island, Player, Table
from vanuatu.core.game import Refusal
from vanuatu.core.vanuatu import codes


class Case:
    """A token that was refused in a position, and what the reason's figures stand for."""

    def __init__(self, game: Reference, token: str, refusal: Refusal) -> None:
        assert game.actor is not None
        self.game = game
        self.token = token
        self.seat = game.actor
        self.figures = (int(refusal.a), int(refusal.b), int(refusal.c))

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def me(self) -> Player:
        return self.table.players[self.seat]

    @property
    def majorities(self) -> Majorities:
        game = self.game
        return Majorities(game.table, game.order, game.neutral, game.governed)

    def action(self, figure: int = 0) -> str:
        return ACTIONS[self.figures[figure]]

    def cell(self, figure: int = 0) -> str:
        number = self.figures[figure]
        return "abcd"[number // 8] + str(number % 8)

    def island(self) -> Island:
        island = self.table.board[self.cell()]
        assert isinstance(island, Island)
        return island

    def has_less_than_needed(self, has: int) -> bool:
        return self.figures[0] == has < self.figures[1]

    def planned(self) -> str:
        """What is planned beside the action at fault, another marker of the same turn included."""
        others = self.token[1:].replace(self.action(), "", 1)
        planned = self.me.markers
        return planned + others if others and others in plannable(self.table, self.seat, planned) else planned

    def could_with_money(self, planned: str) -> bool:
        """Whether the action could be planned after these, had the player nine vatus."""
        rich = self.table.with_player(self.seat, self.me._replace(vatus=9, treasures=""))
        return self.action() in plannable(rich, self.seat, planned)

    def plans_as(self, player: Player) -> bool:
        """Whether the action could be planned if the seat were this player."""
        table = self.table.with_player(self.seat, player)
        return self.action() in plannable(table, self.seat, self.planned())

    def most_money(self) -> int:
        begged = min(3, self.me.points) if self.me.character == "beggar" and not self.me.used else 0
        return self.me.vatus + sum(map(int, self.me.treasures)) + begged


def hut_is_missing(case: Case) -> bool:
    """No own hut where the boat can be, and what is named as the remedy is one."""
    planned = case.planned()
    beside = any(case.seat in island.huts for _, island in case.table.beside(case.me.boat))
    sail, build = case.could_with_money(planned + "S"), case.could_with_money(planned + "B")
    remedy = codes.HutHelp.SAIL * sail + codes.HutHelp.BUILD * build
    if not remedy and "B" in planned:
        remedy = codes.HutHelp.DIKE_ONLY
    elif not remedy and case.could_with_money(planned + "SB"):
        remedy = codes.HutHelp.BOTH
    in_words = (case.figures[1] == 1, case.figures[2]) == ("S" in planned, remedy)
    return in_words and not beside and not case.could_with_money(planned)


def build_is_short_of(case: Case) -> bool:
    """Whether the figure says what a build is short of; other actions have none."""
    if case.action() != "B":
        return case.figures[1] == 0
    if case.me.huts == 0:
        return case.table.waters and case.figures[1] == codes.BuildLack.HUT_AND_SIDE
    dikes = case.table.waters and case.table.dikes_left() > 0
    return case.figures[1] == (codes.BuildLack.SITE_AND_SIDE if dikes else codes.BuildLack.SITE)


def money_is_missing(case: Case) -> bool:
    _, has, needs = case.figures
    enough = case.me._replace(vatus=case.me.vatus + needs - has)
    below = case.me._replace(vatus=case.me.vatus + needs - has - 1)
    return has == case.most_money() < needs and case.plans_as(enough) and not case.plans_as(below)


def money_is_missing_after_sailing(case: Case) -> bool:
    _, left, needs = case.figures
    return "S" in case.planned() and (left < needs or needs == 0) and case.could_with_money(case.planned())


def leader_is_ahead(case: Case) -> bool:
    leader = case.majorities.leader(case.action())
    if leader is None:
        return neutral_tie_is_lost(case)
    if leader == case.seat:
        return False
    theirs = case.table.players[leader].markers.count(case.action())
    lead = theirs - case.me.markers.count(case.action())
    return case.figures[1:] == (case.game.seats.index(leader), lead)


def with_markers(case: Case, markers: int, alone: bool = False) -> bool:
    """Return whether the seat would hold the majority with this number of markers, alone or as it is."""
    table = case.table.with_player(case.seat, case.me._replace(markers=case.action() * markers))
    for seat, player in table.players.items():
        if alone and seat != case.seat:
            table = table.with_player(seat, player._replace(markers=""))
    game = case.game
    return Majorities(table, game.order, game.neutral, game.governed).holds(case.seat, case.action())


def neutral_tie_is_lost(case: Case) -> bool:
    """As many as the neutral markers would do, but the other seat has as many and comes earlier."""
    own = case.me.markers.count(case.action())
    [other] = [seat for seat in case.game.seats if seat != case.seat]
    tied = own == case.table.players[other].markers.count(case.action())
    earlier = case.game.order.index(other) < case.game.order.index(case.seat)
    named = case.figures[1:] == (case.game.seats.index(other), 0)
    return named and tied and earlier and with_markers(case, own, alone=True)


def neutrals_bar(case: Case) -> bool:
    """With one more marker than the neutral ones the seat would lead, with as many it never would."""
    own, neutral = case.me.markers.count(case.action()), case.game.neutral.count(case.action())
    enough = with_markers(case, neutral + 1) and not with_markers(case, neutral, alone=True)
    return case.figures[1:] == (own, neutral) and 0 < own <= neutral and enough


def neutrals_are_more(case: Case) -> bool:
    """With as many markers as the neutral ones the seat would lead, if the other seat has fewer."""
    own, neutral = case.me.markers.count(case.action()), case.game.neutral.count(case.action())
    enough = with_markers(case, neutral, alone=True) and not with_markers(case, neutral - 1, alone=True)
    return case.figures[1:] == (own, neutral) and 0 < own < neutral and enough


def leads_nothing(case: Case) -> bool:
    return not any(case.majorities.holds(case.seat, action) for action in ACTIONS)


def boat_is_elsewhere(case: Case) -> bool:
    return case.cell(1) == case.me.boat != case.cell()


def reachable(case: Case) -> set[str]:
    return set.union(*(walks(case.table, case.me.boat, length) for length in (1, 2, 3)))


def wrong_length(case: Case) -> bool:
    """No way of that length; length 0 stands for a length that the Navigator's free trip does not have."""
    if case.figures[1] == 0:
        return case.me.character == "navigator" and ":" in case.token
    return case.cell() not in walks(case.table, case.me.boat, case.figures[1])


def fish_are_apart(case: Case) -> bool:
    """Return whether sailing is planned and fish could be sold within reach, but not caught and sold."""
    planned = case.planned()
    with_fish = case.table.with_player(case.seat, case.me._replace(vatus=9, fish="1", treasures=""))
    return (
        not case.me.fish
        and set("SF") <= set(planned)
        and (case.figures[1] == 1) == ("B" in planned)
        and "V" in plannable(with_fish, case.seat, planned)
        and not case.could_with_money(planned)
    )


def side_is_closed(case: Case) -> bool:
    side = case.cell(1)
    return (
        case.table.ocean(side) is None or side in case.island().dikes or side not in NEIGHBOURS[case.cell()]
    )


def missing_fish(case: Case) -> bool:
    wanted = case.token[1:].rstrip("@")
    return any(wanted.count(value) > case.me.fish.count(value) for value in "123")


TRUE: dict[int, Callable[[Case], bool]] = {
    codes.WRONG_PHASE: lambda case: case.token[0] != "+" or case.game.phase != "plan",
    codes.CHARACTER_OFF: lambda case: bool(case.game.on_offer) and case.token[1:] not in case.game.on_offer,
    codes.CHARACTER_OLD: lambda case: case.me.character == case.token[1:] and not case.game.on_offer,
    codes.CHARACTER_HELD: lambda case: (
        case.table.players[case.game.seats[case.figures[1]]].character == case.token[1:]
    ),
    codes.MARKER_COUNT: lambda case: len(case.token) - 1 != case.figures[0],
    codes.PLAN_FISH: lambda case: not case.me.fish and "F" not in case.planned(),
    codes.PLAN_FISHING: lambda case: not case.me.fish and not case.could_with_money(case.planned()),
    codes.PLAN_HUT: hut_is_missing,
    codes.PLAN_FISH_APART: fish_are_apart,
    codes.PLAN_SAIL: lambda case: (
        "S" not in case.planned()
        and not case.could_with_money(case.planned())
        and case.could_with_money(case.planned() + "S")
        and build_is_short_of(case)
    ),
    codes.PLAN_NOWHERE: lambda case: (
        not case.could_with_money(case.planned() + "S") and build_is_short_of(case)
    ),
    codes.PLAN_TOURISTS: lambda case: case.table.tourists == 0,
    codes.PLAN_HUTS: lambda case: case.me.huts == 0,
    codes.PLAN_MONEY: money_is_missing,
    codes.PLAN_MONEY_SAIL: money_is_missing_after_sailing,
    codes.PLAN_CONVERSION: lambda case: (
        case.could_with_money(case.planned()) and bool(set(case.planned()) & set("XVGDT"))
    ),
    codes.NO_MARKERS: lambda case: case.action() not in case.me.markers,
    codes.NO_MAJORITY: leader_is_ahead,
    codes.NEUTRALS_BAR: neutrals_bar,
    codes.NEUTRALS_MORE: neutrals_are_more,
    codes.PREACHER_ONLY: lambda case: case.me.character == "preacher" and leads_nothing(case),
    codes.CAN_PERFORM: lambda case: any(
        not token.endswith("@") for token, _ in ways(case.table, case.seat, case.action())
    ),
    codes.LEADS_ELSEWHERE: lambda case: case.majorities.holds(case.seat, case.action(1)),
    codes.BONUS_OTHER: lambda case: CHARACTER_OF_ACTION.get(case.action()) != case.me.character,
    codes.BONUS_USED: lambda case: case.me.used,
    codes.BONUS_MOOT: lambda case: not case.me.used and case.token.rstrip("@") in case.game.legal(),
    codes.NOT_CHARACTER: lambda case: case.me.character != CHARACTERS[case.figures[0]],
    codes.NO_MONEY: lambda case: case.has_less_than_needed(case.me.vatus),
    codes.NOT_OCEAN: lambda case: case.table.ocean(case.cell()) is None,
    codes.TOO_FAR: lambda case: case.cell() not in reachable(case),
    codes.WRONG_LENGTH: wrong_length,
    codes.BOAT_THERE: lambda case: any(
        player.boat == case.cell() for seat, player in case.table.players.items() if seat != case.seat
    ),
    codes.NO_ISLAND: lambda case: not isinstance(case.table.board.get(case.cell()), Island),
    codes.UNDER_WATER: lambda case: case.island().submerged,
    codes.NOT_BESIDE: lambda case: (
        case.cell() not in NEIGHBOURS[case.me.boat] and case.cell(1) == case.me.boat
    ),
    codes.NO_SITE: lambda case: len(case.island().huts) == case.island().land.huts,
    codes.NO_HUTS: lambda case: case.me.huts == 0,
    codes.NO_WATERS: lambda case: not case.table.waters,
    codes.NO_DIKE_SIDE: side_is_closed,
    codes.NO_DIKES: lambda case: case.table.dikes_left() == 0,
    codes.BOAT_ELSEWHERE: boat_is_elsewhere,
    codes.NO_TREASURE_LEFT: lambda case: (
        (ocean := case.table.ocean(case.cell())) is not None and ocean.treasure == 0
    ),
    codes.NO_FISH_LEFT: lambda case: (ocean := case.table.ocean(case.cell())) is not None and ocean.fish == 0,
    codes.NO_FISH_TILES: lambda case: not case.me.fish,
    codes.NOT_THOSE_FISH: missing_fish,
    codes.NO_OWN_HUT: lambda case: not any(case.seat in i.huts for _, i in case.table.beside(case.me.boat)),
    codes.NO_GOODS: lambda case: GOODS[case.figures[1]] not in case.island().goods,
    codes.ALL_DRAWN: lambda case: case.island().drawings == case.island().land.drawings,
    codes.NO_TOURISTS: lambda case: case.table.tourists == 0,
    codes.NO_ROOM: lambda case: case.island().tourists == case.island().land.tourists,
    codes.NO_TOKENS: lambda case: case.table.rest_tokens() == "",
    codes.TOKEN_GONE: lambda case: REST_TOKENS[case.figures[0]] not in case.table.rest_tokens(),
    codes.NO_POINTS: lambda case: case.has_less_than_needed(case.me.points),
    codes.NO_TREASURE_TILE: lambda case: str(case.figures[0]) not in case.me.treasures,
}


def candidates(game: Reference) -> list[str]:
    """Tokens that a player might think of in phases II to IV, legal or not."""
    assert game.actor is not None
    if game.phase == "character":
        return [f"@{name}" for name in CHARACTERS]
    me = game.table.players[game.actor]
    tokens = [f"+{action}" for action in ACTIONS]
    tokens += [f"+{a}{b}" for i, a in enumerate(ACTIONS) for b in ACTIONS[i:]]
    tokens += [f"^{value}" for value in "123"] + [f"@{number}" for number in "123"]
    if game.phase == "plan":
        return tokens
    tokens += [f"-{action}" for action in ACTIONS]
    tokens += [f"@{a}-{b}" for a in ACTIONS for b in ACTIONS if a != b]
    sails = [f"{me.boat}-{cell}" for cell in CELLS if cell != me.boat]
    sails += [f"{me.boat}-{cell}:{length}" for cell in CELLS for length in (2, 3)]
    by_action = {action: [f"{action}{cell}" for cell in CELLS] for action in "BXFDT"}
    by_action["S"] = sails
    by_action["B"] += [
        f"{letter}{cell}/{side}" for letter in "BW" for cell in CELLS for side in NEIGHBOURS[cell]
    ]
    by_action["V"] = [
        "V" + "".join(values) for number in (1, 2, 3) for values in combinations("112233", number)
    ]
    by_action["G"] = [f"G{cell}{good}" for cell in CELLS for good in GOODS]
    by_action["R"] = [f"R{token}" for token in REST_TOKENS]
    plain = [token for action in me.markers for token in by_action[action]]
    plain += [tokens_of[0] for tokens_of in by_action.values()]
    return tokens + plain + [token + "@" for token in plain]

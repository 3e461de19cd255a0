"""Phase IV: who leads where, and what a player may do on their turn."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.support.vanuatu.reference.components import ACTIONS, CHARACTER_OF_ACTION
from tests.support.vanuatu.reference.performing import free_ways, spent, ways
from tests.support.vanuatu.reference.values import Table, in_action_order


class Turn(NamedTuple):
    """What a token leads to: the table, and whether the turn is over and an action was performed."""

    table: Table
    ends: bool
    performed: bool = False
    governed: str = ""


class Majorities(NamedTuple):
    """The markers that decide: seats in turn order, the neutral ones, where the Governor moved some to."""

    table: Table
    order: str
    neutral: str
    governed: Mapping[str, str]

    def leader(self, action: str) -> str | None:
        """Most markers, among equals the earliest in turn order (ruling 8)."""
        counts = [(self.table.players[seat].markers.count(action), seat) for seat in self.order]
        most = max(count for count, _ in counts)
        return next(seat for count, seat in counts if count == most) if most else None

    def holds(self, seat: str, action: str) -> bool:
        """The lead, and more markers than the neutral ones, or as many with the right to it (ruling 27)."""
        if self.leader(action) != seat:
            return False
        player = self.table.players[seat]
        enough = self.neutral.count(action) + 1
        if CHARACTER_OF_ACTION.get(action) == player.character or self.governed.get(seat) == action:
            enough -= 1
        return player.markers.count(action) >= enough


def turns(majorities: Majorities, seat: str) -> dict[str, Turn]:
    """Everything that the seat may do on its turn, and what comes of it."""
    table = majorities.table
    me = table.players[seat]
    legal = {token: Turn(after, ends=False) for token, after in free_ways(table, seat)}
    mine = [action for action in ACTIONS if action in me.markers]
    led = [action for action in mine if majorities.holds(seat, action)]
    for action in led:
        performances = dict(ways(table, seat, action))
        for token, after in performances.items():
            legal[token] = Turn(without_markers(after, seat, action), ends=True, performed=True)
        if all(token.endswith("@") for token in performances):
            legal["-" + action] = Turn(without_markers(table, seat, action), ends=True)
    if not led:
        for action in mine:
            legal["-" + action] = Turn(without_markers(table, seat, action), ends=True)
        if me.character == "preacher" and not me.used:
            legal.update(preached(table, seat, mine))
    if me.character == "governor" and not me.used:
        legal.update(governed(table, seat, mine))
    return legal


def without_markers(table: Table, seat: str, action: str) -> Table:
    player = table.players[seat]
    return table.with_player(seat, player._replace(markers=player.markers.replace(action, "")))


def preached(table: Table, seat: str, mine: list[str]) -> dict[str, Turn]:
    """The Preacher performs a planned action without the majority (ruling 18)."""
    legal = {}
    for action in mine:
        for token, after in ways(table, seat, action):
            after = after.with_player(seat, spent(after.players[seat]))
            legal[token + "@"] = Turn(without_markers(after, seat, action), ends=True, performed=True)
    return legal


def governed(table: Table, seat: str, mine: list[str]) -> dict[str, Turn]:
    """The Governor moves all own markers of one action to another (ruling 19)."""
    legal = {}
    me = table.players[seat]
    for source in mine:
        for target in ACTIONS:
            if target != source:
                moved = in_action_order(me.markers.replace(source, target))
                after = table.with_player(seat, spent(me)._replace(markers=moved))
                legal[f"@{source}-{target}"] = Turn(after, ends=True, governed=target)
    return legal

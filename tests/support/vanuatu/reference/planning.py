"""Whether an action can be planned (ruling 5), by trying everything.

A player, alone at the table and with every majority, performs the actions already planned: in every order
and every way, each at most once. Treasure sales, the Beggar's exchange and bonuses are tried too. An action
can be planned if it can be performed at any point of this. Resting can always be planned (ruling 6).
"""

from collections.abc import Iterator

from tests.support.vanuatu.reference.components import ACTIONS
from tests.support.vanuatu.reference.performing import free_ways, ways
from tests.support.vanuatu.reference.values import Table

Situation = tuple[Table, str]


def plannable(table: Table, seat: str, planned: str) -> set[str]:
    """The actions that a seat which has planned these could plan with one more marker."""
    possible = {"R"}
    for situation, performed in situations(table, seat, planned):
        for action in set(ACTIONS) - set(performed) - possible:
            if next(ways(situation, seat, action), None):
                possible.add(action)
        if len(possible) == len(ACTIONS):
            break
    return possible


def situations(table: Table, seat: str, planned: str) -> Iterator[Situation]:
    """Every situation the seat can get into, with the actions performed on the way there."""
    waiting: list[Situation] = [(table, "")]
    seen = {signature(table, seat, "")}
    while waiting:
        situation, performed = waiting.pop()
        yield situation, performed
        later = [(after, performed) for _, after in free_ways(situation, seat)]
        for action in sorted(set(planned) - set(performed) - {"R"}):
            done = "".join(sorted(performed + action))
            later += [(after, done) for _, after in ways(situation, seat, action)]
        for after, done in later:
            key = signature(after, seat, done)
            if key not in seen:
                seen.add(key)
                waiting.append((after, done))


def signature(table: Table, seat: str, performed: str) -> tuple[object, ...]:
    """All that tells one situation from another: nobody else acts, so the rest of the table stays."""
    rest_of_table = (table.ships, table.market, table.tourists)
    return (performed, table.players[seat], tuple(table.board.items()), *rest_of_table)


def pairs(table: Table, seat: str, planned: str) -> set[str]:
    """The pairs of actions that can be planned with two markers at once, in either order."""
    first = plannable(table, seat, planned)
    legal: set[str] = set()
    for one in first:
        for other in plannable(table, seat, planned + one):
            legal.add("".join(sorted(one + other, key=ACTIONS.index)))
    return legal

"""A move as structured data: what it does, where, and with which markers."""

from typing import NamedTuple


class Move(NamedTuple):
    """What a move does, from `step.move`. A field that does not apply is None.

    - `kind`: what it is, such as `plan`, `sail`, `withdraw`; docs/reference/tables.md lists the kinds.
    - `action`: the letter of the action. A plan and neutral markers have a letter for each marker: `SF`.
    - `cell`: the cell it is about; of a sail, where it ends.
    - `markers`: the markers that are placed, moved or removed by it.
    - `bonus`: whether it claims the bonus of the character.
    - `origin`: the cell where a sail begins. `facing`: the cell that a dike faces.
    - `item`: the tile, character, good, fish, rest token or draw; of the Governor's move, the second action.
    - `number`: the length of a sail, the points exchanged, the value of a treasure, the number drawn.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/three-players.pvn")
    >>> [step.move for step in game.steps() if step.seat == "p"][1]
    Move(kind='plan', action='…', markers=2, bonus=False)
    """

    kind: str
    action: str | None = None
    cell: str | None = None
    markers: int | None = None
    bonus: bool = False
    origin: str | None = None
    facing: str | None = None
    item: str | None = None
    number: int | None = None

    def __repr__(self) -> str:
        known = (f"{name}={value!r}" for name, value in self._asdict().items() if value is not None)
        return f"Move({', '.join(known)})"

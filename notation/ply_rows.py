"""The columns of the tables `plies` and `players`, filled game by game. Compiled: every ply passes here."""

from typing import Any, Final, final

from mypy_extensions import i64

from vanuatu.core.game import OVER, State
from vanuatu.notation import comments
from vanuatu.notation.codec import SEAT_NAMES, Codec
from vanuatu.notation.record import Ply
from vanuatu.notation.session import Session

SEATS: Final = [name.lower() for name in SEAT_NAMES]
PLIES: Final = (
    "game", "ply", "round", "phase", "seat", "kind", "action", "cell", "markers", "bonus", "origin", "facing",
    "item", "number", "token", "legal", "points_before", "points_after", "vatus_before", "vatus_after",
    "leader", "eval", "loss",
)  # fmt: skip
FACTS: Final = (
    "points", "vatus", "huts", "huts_left", "fish", "fish_value", "treasures", "treasure_value", "character",
    "shells", "ships", "tiles",
)  # fmt: skip
PLAYERS: Final = ("game", "ply", "round", "seat", *FACTS)
_NO_LEADER: Final = ("plan", "neutral")


def empty(names: tuple[str, ...]) -> list[list[object]]:
    """Return a list for each column."""
    return [[] for _ in names]


@final
class PlyRows:
    """The rows of both tables that are not written yet, as a list for each column."""

    def __init__(self, *, plies: bool = True, players: bool = True) -> None:
        self._want_plies = plies
        self._want_players = players
        self.plies = empty(PLIES)
        self.players = empty(PLAYERS)

    def add(self, game: int, session: Session) -> None:
        """Add the rows of a game by playing its moves."""
        codec = session.codec
        state = session.start.copy()
        # Any: a codec that is not compiled overrides `seat_facts`, which a typed access does not see.
        dynamic: Any = codec
        places: dict[str, int] = {name: at for at, name in enumerate(dynamic.seat_facts)}
        points = places.get("points", -1)
        vatus = places.get("vatus", -1)
        facts = [places.get(name, -1) for name in FACTS]
        for number, ply in enumerate(session.record.plies, 1):
            round = state.round
            if self._want_plies:
                self._add_ply(game, number, ply, codec, state, points, vatus)
            else:
                state.apply(ply.move)
            if self._want_players and (state.round != round or state.actor == OVER):
                self._add_players(game, number, round, codec, state, facts)

    def _add_ply(
        self, game: int, number: int, ply: Ply, codec: Codec, state: State, points: int, vatus: int
    ) -> None:
        """Add the row of a ply, and play its move."""
        columns = self.plies
        move = codec.describe(state, ply.move)
        columns[0].append(game)
        columns[1].append(number)
        columns[2].append(int(ply.round))
        columns[3].append(codec.phase(state))
        columns[5].append(move.kind)
        columns[6].append(move.action)
        columns[7].append(move.cell)
        columns[8].append(move.markers)
        columns[9].append(move.bonus)
        columns[10].append(move.origin)
        columns[11].append(move.facing)
        columns[12].append(move.item)
        columns[13].append(move.number)
        columns[14].append(ply.token)
        seat = int(ply.seat)
        if seat < 0:
            columns[4].append(None)
            for at in range(15, 23):
                columns[at].append(None)
            state.apply(ply.move)
            return
        columns[4].append(SEATS[seat])
        columns[15].append(len(state.legal_moves()))
        columns[16].append(_fact(codec, state, seat, points))
        columns[18].append(_fact(codec, state, seat, vatus))
        leader = -1
        if move.action is not None and move.kind not in _NO_LEADER:
            leader = codec.leader(state, move.action)
        columns[20].append(SEATS[leader] if leader >= 0 else None)
        state.apply(ply.move)
        columns[17].append(_fact(codec, state, seat, points))
        columns[19].append(_fact(codec, state, seat, vatus))
        if ply.notes is not None:
            columns[21].append(comments.eval_of(ply))
            columns[22].append(comments.loss_of(ply))
        else:
            columns[21].append(None)
            columns[22].append(None)

    def _add_players(
        self, game: int, number: int, round: i64, codec: Codec, state: State, facts: list[int]
    ) -> None:
        """Add a row for each seat at the end of a round."""
        columns = self.players
        for seat in range(state.players):
            columns[0].append(game)
            columns[1].append(number)
            columns[2].append(int(round))
            columns[3].append(SEATS[seat])
            at = 4
            for fact in facts:
                columns[at].append(_fact(codec, state, seat, fact))
                at += 1


def _fact(codec: Codec, state: State, seat: int, number: int) -> int | str | None:
    return codec.fact(state, seat, number) if number >= 0 else None

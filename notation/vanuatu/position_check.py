"""Check whether a position can exist: unique pieces, and turns in order; `board_check` checks the board.

The check finds errors in the line of a position. It does not check whether a game can reach the position.
"""

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.vanuatu import tables
from vanuatu.core.vanuatu.board import count_bits, reserve
from vanuatu.core.vanuatu.layout import At, Option, Phase, Seat
from vanuatu.core.vanuatu.legal import may_beg
from vanuatu.core.vanuatu.moves import Kind
from vanuatu.core.vanuatu.scoring import all_lost
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Character, RestToken, Rule, Supply
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, PositionError
from vanuatu.notation.vanuatu import board_check, names, view

Columns = dict[str, int]


def check_position(state: VanuatuState, columns: Columns) -> None:
    """Raise PositionError, with the column of the wrong section, if the position cannot exist."""
    _check_turn(state, columns)
    board_check.check_board(state, columns)
    _check_die(state, columns)
    _check_tourists(state, columns)
    _check_ships(state, columns)
    _check_goods(state, columns)
    _check_characters(state, columns)
    _check_markers(state, columns)
    _check_rests(state, columns)


def _check_turn(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    at = columns["turn"]
    if state.actor == OVER:
        if state.round < Rule.ROUNDS and not all_lost(b):
            raise PositionError("the game ends after round 8, or when three islands are submerged", at)
    elif all_lost(b):
        raise PositionError("with three islands under water the game is over", at)
    if view.first_known(state) != ("first" in columns):
        drawn = "first" in columns
        if not drawn:
            raise PositionError("section `first` is missing, e.g. `first p`")
        raise PositionError("no first player has been drawn yet", columns["first"])
    if state.actor == CHANCE:
        _check_draw(state, at)
        return
    if b[At.PHASE] == Phase.PLACE and (state.round == 1 or state.actor != b[At.FIRST]):
        raise PositionError("tiles are placed by the first player, from round 2 on", at)
    if b[At.PHASE] == Phase.NEUTRAL and state.players != 2:
        raise PositionError("neutral markers are for two players", at)
    if b[At.PHASE] == Phase.CHARACTER and b[At.OPTIONS] & Option.NOCHARACTERS:
        raise PositionError("this game is played without characters", at)
    if b[At.PHASE] == Phase.ACT and state.actor >= 0 and markers_of(state, state.actor) == 0:
        raise PositionError(f"{_seat(state.actor)} has no markers on the board to decide about", at)
    if b[At.PHASE] == Phase.BEG and not may_beg(b, state.actor):
        raise PositionError(f"{_seat(state.actor)} is not the Beggar, or has no points to give", at)


def _check_draw(state: VanuatuState, at: int) -> None:
    """Check that this kind of draw exists in this round."""
    step, flooding = state.b[At.STEP], state.round % 2 == 0 and bool(state.b[At.OPTIONS] & Option.WATERS)
    if step in (Kind.START, Kind.FIRST) and state.round > 1:
        raise PositionError("this is drawn in round 1 only", at)
    if step == Kind.FLOOD and not flooding:
        raise PositionError("the die is thrown in rounds 2, 4, 6 and 8 with rising waters", at)
    if step == Kind.TILES and state.round > 6:
        raise PositionError("no tiles are left to be drawn", at)
    if step > Kind.FLOOD and state.players != 2:
        raise PositionError("characters are put on offer for two players only", at)
    empty = [place for place in range(3) if state.b[At.SHIP + place] < 0]
    if step == Kind.SHIPS and not empty and not any(_filled(state, place) for place in range(3)):
        raise PositionError("no ship is filled, so none is drawn", at)


def _check_die(state: VanuatuState, columns: Columns) -> None:
    if state.b[At.DIE] < 0:
        return
    drawn = state.b[At.PHASE] != Phase.SETUP or state.b[At.STEP] != Kind.FLOOD
    if not (state.b[At.OPTIONS] & Option.WATERS and state.round % 2 == 0 and drawn):
        raise PositionError("the die counts in rounds 2, 4, 6 and 8 with rising waters", columns["die"])


def _check_tourists(state: VanuatuState, columns: Columns) -> None:
    (
        """Check the tourist tiles: one is in the box, one is drawn each round, the last is on the table."""
        ""
    )
    b = state.b
    at = columns["tourists"]
    gone = 0
    most = 0
    for value in range(5):
        out = tables.TOURIST_TILE_OUT[state.players] == value
        drawn = tables.TOURIST_TILES[value] - b[At.TOURIST_PILE + value] - out
        if drawn < 0:
            raise PositionError(f"there are fewer tourist tiles of {value}", at)
        gone += int(drawn)
        most = value if drawn else most
    waiting = b[At.PHASE] == Phase.SETUP and b[At.STEP] in draws_before_tourists(int(state.round))
    expected = int(state.round) - (1 if waiting else 0)
    if gone != expected:
        raise PositionError(f"{8 - expected} tourist tiles are left in this round", at)
    if b[At.TOURISTS] > most:
        raise PositionError("no tile with that number of tourists has been drawn", at)


def draws_before_tourists(round: int) -> tuple[int, ...]:
    """Return the kinds of draws up to the tourist tile's: before them that tile is still missing."""
    if round == 1:
        return (int(Kind.START), int(Kind.TILES), int(Kind.SHIPS), int(Kind.TOURISTS))
    return (int(Kind.FLOOD), int(Kind.TOURISTS))


def _check_ships(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    at = columns["ships"]
    used = [int(b[At.SHIP_PILE + kind]) for kind in range(Supply.SHIP_KINDS)]
    for place in range(3):
        kind = b[At.SHIP + place]
        if kind < 0:
            continue
        used[kind] += 1
        for good in range(3):
            if b[At.LOADED + place] >> (2 * good) & 3 > tables.SHIP_WANTS[kind] >> (2 * good) & 3:
                raise PositionError(
                    f"the ship {names.SHIP_NAMES[kind]} wants less {names.GOODS_NAMES[good]}", at
                )
    for kind in range(Supply.SHIP_KINDS):
        if used[kind] > tables.SHIP_COUNTS[kind]:
            raise PositionError(f"there are fewer ships {names.SHIP_NAMES[kind]}", at)
    drawn = not (state.round == 1 and b[At.PHASE] == Phase.SETUP and b[At.STEP] <= Kind.SHIPS)
    if (b[At.SHIP] >= 0) != drawn or (b[At.SHIP + 1] >= 0) != drawn or (b[At.SHIP + 2] >= 0) != drawn:
        raise PositionError("three ships are on offer" if drawn else "no ship has been drawn yet", at)


def _filled(state: VanuatuState, place: int) -> bool:
    kind = state.b[At.SHIP + place]
    return kind >= 0 and state.b[At.LOADED + place] == tables.SHIP_WANTS[kind]


def _check_goods(state: VanuatuState, columns: Columns) -> None:
    for good in range(3):
        if reserve(state.b, good) < 0:
            raise PositionError(f"there are fewer cubes of {names.GOODS_NAMES[good]}", columns["board"])


def _check_characters(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    offered = b[At.CAST]
    if offered and count_bits(offered) != 5:
        raise PositionError("five characters are on offer", columns["cast"])
    begun = state.round > 1 or b[At.PHASE] != Phase.SETUP  # the offer of a round stays until the next one
    if state.players == 2 and not offered and begun:
        example = "cast artist fisherman navigator preacher vendor"
        raise PositionError(f"section `cast` is missing, e.g. `{example}`")
    held: dict[int, int] = {}
    for seat in range(state.players):
        at = columns[SEAT_LETTERS[seat]]
        character = int(b[Seat.BASE + Seat.SIZE * seat + Seat.CHARACTER])
        chosen = _has_chosen(state, seat)
        if character < 0:
            if chosen and state.actor != OVER and not b[At.OPTIONS] & Option.NOCHARACTERS:
                raise PositionError(f"{_seat(seat)} has no character", at)
            continue
        if b[At.OPTIONS] & Option.NOCHARACTERS:
            raise PositionError("this game is played without characters", at)
        used = b[Seat.BASE + Seat.SIZE * seat + Seat.USED]
        if used and b[At.PHASE] not in (Phase.PLAN, Phase.ACT, Phase.BEG):
            raise PositionError(f"the bonus of the {names.CHARACTER_NAMES[character]} cannot be used yet", at)
        if character in held:
            raise PositionError(
                f"{_seat(held[character])} has the {names.CHARACTER_NAMES[character]} too", at
            )
        held[character] = seat
        if state.players == 2 and chosen and not offered >> character & 1:
            raise PositionError(f"the {names.CHARACTER_NAMES[character]} was not on offer", at)


def _has_chosen(state: VanuatuState, seat: int) -> bool:
    """Return whether the seat has this round's character: during the choice, only the earlier seats have."""
    b = state.b
    if b[At.PHASE] == Phase.CHARACTER:
        return (seat - b[At.FIRST]) % state.players < (state.actor - b[At.FIRST]) % state.players
    return b[At.PHASE] in (Phase.PLAN, Phase.ACT, Phase.BEG)


def _check_markers(state: VanuatuState, columns: Columns) -> None:
    """Check the markers: five a player; while planning, as many as have been placed so far."""
    b = state.b
    neutral = sum(int(b[At.NEUTRALS + action]) for action in range(Action.COUNT))
    expected = _neutral_expected(state)
    if neutral != expected:
        message = f"there are {expected} neutral markers on the actions at this time"
        raise PositionError(message, columns.get("neutral", columns["turn"]))
    for seat in range(state.players):
        placed = markers_of(state, seat)
        at = columns[SEAT_LETTERS[seat]]
        if b[At.PHASE] == Phase.ACT:
            if placed > Supply.MARKERS:
                raise PositionError(f"{_seat(seat)} has five markers, not {placed}", at)
            continue
        due = 0
        if b[At.PHASE] == Phase.PLAN:
            done = (seat - b[At.FIRST]) % state.players < (state.actor - b[At.FIRST]) % state.players
            due = (0, 2, 4, 5)[int(b[At.STEP]) + (1 if done else 0)]
        if placed != due:
            raise PositionError(f"{_seat(seat)} has placed {due} markers at this time, not {placed}", at)
    governed = b[At.GOVERNED]
    if governed >= 0:
        base = Seat.BASE + Seat.SIZE * (governed & 1)
        if b[At.PHASE] != Phase.ACT or b[base + Seat.CHARACTER] != Character.GOVERNOR:
            raise PositionError("only the Governor moves markers, in phase `act`", columns["governed"])


def _neutral_expected(state: VanuatuState) -> int:
    b = state.b
    ended = state.actor == OVER and not all_lost(b)
    if state.players != 2 or b[At.PHASE] in (Phase.SETUP, Phase.PLACE, Phase.BEG) or ended:
        return 0
    if b[At.PHASE] == Phase.NEUTRAL:
        return 0 if state.actor == b[At.FIRST] else 2
    return 5


def markers_of(state: VanuatuState, seat: int) -> int:
    """Return how many markers of a seat are on the actions."""
    base = Seat.BASE + Seat.SIZE * seat + Seat.MARKERS
    return sum(int(state.b[base + action]) for action in range(Action.COUNT))


def _check_rests(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    tokens: list[int] = []
    for i in range(b[At.RESTS]):
        if b[At.TAKEN + i] < 0:
            raise PositionError(
                "the rest tokens are numbered in the order of resting", columns[SEAT_LETTERS[0]]
            )
        at = columns[SEAT_LETTERS[b[At.TAKEN + i] >> 3]]
        token = int(b[At.TAKEN + i] & 7)
        if b[At.PHASE] != Phase.ACT:
            raise PositionError("rest tokens are taken in phase `act` and given back after it", at)
        if token < RestToken.COUNT and token in tokens:
            raise PositionError("somebody else has this rest token", at)
        tokens.append(token)


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat].lower()

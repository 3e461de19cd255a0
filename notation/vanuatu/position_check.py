"""Whether a position can exist: no piece twice, everybody's turn in order; `board_check` sees to the board.

What is checked is what a reader may have got wrong; whether some game leads to the position is not.
"""

from core.game import NATURE, OVER
from core.vanuatu.board import count_bits, reserve
from core.vanuatu.layout import (
    ACT,
    CAST,
    CHARACTER,
    DIE,
    FIRST,
    GOVERNED,
    LOADED,
    NEUTRAL,
    NEUTRALS,
    NOCHARACTERS,
    OPTIONS,
    P_CHARACTER,
    P_MARKERS,
    P_USED,
    PHASE,
    PLACE,
    PLAN,
    RESTS,
    SEAT,
    SEAT_SIZE,
    SETUP,
    SHIP,
    SHIP_PILE,
    STEP,
    TAKEN,
    TOURIST_PILE,
    TOURISTS,
    WATERS,
)
from core.vanuatu.moves import M_FIRST, M_FLOOD, M_SHIPS, M_START, M_TILES, M_TOURISTS
from core.vanuatu.scoring import all_lost
from core.vanuatu.state import VanuatuState
from core.vanuatu.tables import (
    ACTIONS,
    GOVERNOR,
    MARKERS,
    REST_TOKENS,
    ROUNDS,
    SHIP_COUNTS,
    SHIP_KINDS,
    SHIP_WANTS,
    TOURIST_TILE_OUT,
    TOURIST_TILES,
)
from notation.codec import SEAT_LETTERS, SEAT_NAMES, PositionError
from notation.vanuatu.board_check import check_board
from notation.vanuatu.names import CHARACTER_NAMES, GOODS_NAMES, SHIP_NAMES
from notation.vanuatu.view import first_known

Columns = dict[str, int]


def check_position(state: VanuatuState, columns: Columns) -> None:
    """PositionError, with the column of the section at fault, if the position cannot exist."""
    _check_turn(state, columns)
    check_board(state, columns)
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
        if state.round < ROUNDS and not all_lost(b):
            raise PositionError("the game ends after round 8, or when three islands are submerged", at)
    elif all_lost(b):
        raise PositionError("with three islands under water the game is over", at)
    if first_known(state) != ("first" in columns):
        drawn = "first" in columns
        message = "no first player has been drawn yet" if drawn else "the section `first` is missing"
        raise PositionError(message, columns.get("first", at))
    if state.actor == NATURE:
        _check_draw(state, at)
        return
    if b[PHASE] == PLACE and (state.round == 1 or state.actor != b[FIRST]):
        raise PositionError("tiles are placed by the first player, from round 2 on", at)
    if b[PHASE] == NEUTRAL and state.players != 2:
        raise PositionError("neutral markers are for two players", at)
    if b[PHASE] == CHARACTER and b[OPTIONS] & NOCHARACTERS:
        raise PositionError("this game is played without characters", at)
    if b[PHASE] == ACT and state.actor >= 0 and markers_of(state, state.actor) == 0:
        raise PositionError(f"{_seat(state.actor)} has no markers on the board to decide about", at)


def _check_draw(state: VanuatuState, at: int) -> None:
    """Whether nature draws this in this round."""
    step, flooding = state.b[STEP], state.round % 2 == 0 and bool(state.b[OPTIONS] & WATERS)
    if step in (M_START, M_FIRST) and state.round > 1:
        raise PositionError("this is drawn in round 1 only", at)
    if step == M_FLOOD and not flooding:
        raise PositionError("the die is thrown in rounds 2, 4, 6 and 8 with rising waters", at)
    if step == M_TILES and state.round > 6:
        raise PositionError("no tiles are left to be drawn", at)
    if step > M_FLOOD and state.players != 2:
        raise PositionError("characters are put on offer for two players only", at)
    empty = [place for place in range(3) if state.b[SHIP + place] < 0]
    if step == M_SHIPS and not empty and not any(_filled(state, place) for place in range(3)):
        raise PositionError("no ship is filled, so none is drawn", at)


def _check_die(state: VanuatuState, columns: Columns) -> None:
    if state.b[DIE] < 0:
        return
    drawn = state.b[PHASE] != SETUP or state.b[STEP] != M_FLOOD
    if not (state.b[OPTIONS] & WATERS and state.round % 2 == 0 and drawn):
        raise PositionError("the die counts in rounds 2, 4, 6 and 8 with rising waters", columns["die"])


def _check_tourists(state: VanuatuState, columns: Columns) -> None:
    """One tile was returned to the box; one is drawn each round; the last one is on the table."""
    b = state.b
    at = columns["tourists"]
    gone = 0
    most = 0
    for value in range(5):
        drawn = TOURIST_TILES[value] - b[TOURIST_PILE + value] - (TOURIST_TILE_OUT[state.players] == value)
        if drawn < 0:
            raise PositionError(f"there are not so many tourist tiles of {value}", at)
        gone += int(drawn)
        most = value if drawn else most
    waiting = b[PHASE] == SETUP and b[STEP] in draws_before_tourists(int(state.round))
    expected = int(state.round) - (1 if waiting else 0)
    if gone != expected:
        raise PositionError(f"{8 - expected} tourist tiles are left in this round", at)
    if b[TOURISTS] > most:
        raise PositionError("no tile with so many tourists has been drawn", at)


def draws_before_tourists(round: int) -> tuple[int, ...]:
    """The draws of a round after which the tourist tile still has to come, itself included."""
    if round == 1:
        return (int(M_START), int(M_TILES), int(M_SHIPS), int(M_TOURISTS))
    return (int(M_FLOOD), int(M_TOURISTS))


def _check_ships(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    at = columns["ships"]
    used = [int(b[SHIP_PILE + kind]) for kind in range(SHIP_KINDS)]
    for place in range(3):
        kind = b[SHIP + place]
        if kind < 0:
            continue
        used[kind] += 1
        for good in range(3):
            if b[LOADED + place] >> (2 * good) & 3 > SHIP_WANTS[kind] >> (2 * good) & 3:
                raise PositionError(
                    f"the ship {SHIP_NAMES[kind]} does not want so much {GOODS_NAMES[good]}", at
                )
    for kind in range(SHIP_KINDS):
        if used[kind] > SHIP_COUNTS[kind]:
            raise PositionError(f"there are not so many ships {SHIP_NAMES[kind]}", at)
    drawn = not (state.round == 1 and b[PHASE] == SETUP and b[STEP] <= M_SHIPS)
    if (b[SHIP] >= 0) != drawn or (b[SHIP + 1] >= 0) != drawn or (b[SHIP + 2] >= 0) != drawn:
        raise PositionError("three ships are on offer" if drawn else "no ship has been drawn yet", at)


def _filled(state: VanuatuState, place: int) -> bool:
    kind = state.b[SHIP + place]
    return kind >= 0 and state.b[LOADED + place] == SHIP_WANTS[kind]


def _check_goods(state: VanuatuState, columns: Columns) -> None:
    for good in range(3):
        if reserve(state.b, good) < 0:
            raise PositionError(f"there are not so many cubes of {GOODS_NAMES[good]}", columns["board"])


def _check_characters(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    offered = b[CAST]
    if offered and count_bits(offered) != 5:
        raise PositionError("five characters are on offer", columns["cast"])
    if state.players == 2 and not offered and state.b[PHASE] != SETUP:
        raise PositionError("the characters on offer are missing (a section `cast`)", columns["turn"])
    held: dict[int, int] = {}
    for seat in range(state.players):
        at = columns[SEAT_LETTERS[seat]]
        character = int(b[SEAT + SEAT_SIZE * seat + P_CHARACTER])
        if character < 0:
            if b[PHASE] in (PLAN, ACT) and state.actor != OVER and not b[OPTIONS] & NOCHARACTERS:
                raise PositionError(f"{_seat(seat)} has no character", at)
            continue
        if b[OPTIONS] & NOCHARACTERS:
            raise PositionError("this game is played without characters", at)
        used = b[SEAT + SEAT_SIZE * seat + P_USED]
        if used and b[PHASE] not in (PLAN, ACT):
            raise PositionError(f"the bonus of the {CHARACTER_NAMES[character]} cannot be used yet", at)
        if character in held:
            raise PositionError(f"{_seat(held[character])} has the {CHARACTER_NAMES[character]} too", at)
        held[character] = seat
        if state.players == 2 and b[PHASE] in (PLAN, ACT) and not offered >> character & 1:
            raise PositionError(f"the {CHARACTER_NAMES[character]} was not on offer", at)


def _check_markers(state: VanuatuState, columns: Columns) -> None:
    """Five a player; while planning, as many as have been placed so far."""
    b = state.b
    neutral = sum(int(b[NEUTRALS + action]) for action in range(ACTIONS))
    expected = _neutral_expected(state)
    if neutral != expected:
        message = f"there are {expected} neutral markers on the actions at this time"
        raise PositionError(message, columns.get("neutral", columns["turn"]))
    for seat in range(state.players):
        placed = markers_of(state, seat)
        at = columns[SEAT_LETTERS[seat]]
        if b[PHASE] == ACT:
            if placed > MARKERS:
                raise PositionError(f"{_seat(seat)} has five markers, not {placed}", at)
            continue
        due = 0
        if b[PHASE] == PLAN:
            done = (seat - b[FIRST]) % state.players < (state.actor - b[FIRST]) % state.players
            due = (0, 2, 4, 5)[int(b[STEP]) + (1 if done else 0)]
        if placed != due:
            raise PositionError(f"{_seat(seat)} has placed {due} markers at this time, not {placed}", at)
    governed = b[GOVERNED]
    if governed >= 0:
        holder = SEAT + SEAT_SIZE * (governed & 1)
        if b[PHASE] != ACT or b[holder + P_CHARACTER] != GOVERNOR:
            raise PositionError("only the Governor moves markers, in phase `act`", columns["governed"])


def _neutral_expected(state: VanuatuState) -> int:
    b = state.b
    ended = state.actor == OVER and not all_lost(b)
    if state.players != 2 or b[PHASE] in (SETUP, PLACE) or ended:
        return 0
    if b[PHASE] == NEUTRAL:
        return 0 if state.actor == b[FIRST] else 2
    return 5


def markers_of(state: VanuatuState, seat: int) -> int:
    """How many markers of a seat stand on the actions."""
    start = SEAT + SEAT_SIZE * seat + P_MARKERS
    return sum(int(state.b[start + action]) for action in range(ACTIONS))


def _check_rests(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    tokens: list[int] = []
    for i in range(b[RESTS]):
        if b[TAKEN + i] < 0:
            raise PositionError(
                "the rest tokens are numbered in the order of resting", columns[SEAT_LETTERS[0]]
            )
        at = columns[SEAT_LETTERS[b[TAKEN + i] >> 3]]
        token = int(b[TAKEN + i] & 7)
        if b[PHASE] != ACT:
            raise PositionError("rest tokens are taken in phase `act` and given back after it", at)
        if token < REST_TOKENS and token in tokens:
            raise PositionError("somebody else has this rest token", at)
        tokens.append(token)


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat].lower()

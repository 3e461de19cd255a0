"""Reasons for illegal moves: a position, a move and the sentence for every code of the core."""

import pytest

import vanuatu
from tests.notation.vanuatu.played import (
    ACTING,
    CODEC,
    LATE,
    PLACING,
    PLANNING,
    TWO,
    after,
    position,
    positions,
)
from vanuatu.core.game import NOT_YOUR_TURN
from vanuatu.core.vanuatu import codes
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.vanuatu import reasons

TEAL = ACTING.replace("act p", "act t")
YELLOW = ACTING.replace("act p", "act y").replace("+SFFFD", "+FFFD")
START = (
    "vanuatu 3; 1 setup start; market 3; tourists 0 / 01122233; ships / kcb kcb kkc kkc cbb ccb kbb kcc kkb "
    "kkk; board a2:E0(Gkcb); p 3v 0p B8; t 3v 0p B8; y 3v 0p B8"
)
TOURISTS = PLACING.replace("place y", "setup tourists").replace("/ 012233", "/ 0112233")
SHIPS_DUE = (
    PLACING.replace("place y", "setup ships")
    .replace("kcb:b kkk cbb", "kcb:kcb cbb:cbb kkk")
    .replace("/ kcb kkc kkc ccb kbb kcc kkb kkk;", "/ kcc;")
)
CHOOSING = PLANNING.replace("plan1 p", "character p")
POOR = PLANNING.replace("p 3v", "p 0v")
NO_TREASURE = PLANNING.replace("a3:S2(F1 X2)", "a3:S2(F1)")
SELLER = ACTING.replace("b2 B8 @fisherman +SFFFD", "b2 F1 B8 @fisherman +VVVVV").replace("S1(F2)", "S1")
SELLER = SELLER.replace("S2(F1 X2)", "S2(X2)")
BESIDE_HUT = SELLER.replace("(Gkcb)", "(Gkcb Bp)").replace("F1 B8", "F1 B7")
FULL = TEAL.replace("(Gkcb)", "(Gkcb Bppy D1 T2)").replace("b2 B8 @fisherman", "b2 B6 @fisherman")
FULL = FULL.replace("B8 @navigator", "B7 @navigator").replace("tourists 2 /", "tourists 0 /")
# Only Efate can be built on, and it is full.
BUILT_UP = (
    PLANNING.replace("vanuatu 3", "vanuatu 3 waters").replace("plan1", "plan2").replace("S1(F2)", "S1(F1)")
)
BUILT_UP = BUILT_UP.replace("(Gkcb)", "(Gkcb Bttt)").replace("@navigator", "@navigator +RR")
BUILT_UP = BUILT_UP.replace("p 3v 0p b2 B8 @fisherman", "p 3v 0p b2 F2 B8 @artist +BB")
BUILT_UP = BUILT_UP.replace("t 3v 0p b2 B8 @builder", "t 3v 0p b2 B5 @builder +SS")
BEFORE_TILES = START.replace("setup start", "setup tiles").replace(
    "(Gkcb);", "(Gkcb) a3:S2(F1 X2) b2:S0 b3:S1(F2);"
)
BEFORE_TILES = BEFORE_TILES.replace("p 3v 0p", "p 3v 0p b2").replace("t 3v 0p", "t 3v 0p b2")
BEFORE_TILES = BEFORE_TILES.replace("y 3v 0p", "y 3v 0p b2")
FIRST = (
    PLANNING.split("; board")[0].replace("plan1 p; first p", "setup first")
    + "; board a2:E0(Gkcb) a3:S2(F1 X2) "
)
FIRST += "b2:S0 b3:S1(F2); p 3v 0p b2 B8; t 3v 0p b2 B8; y 3v 0p b2 B8"
# Purple and teal have as many markers on drawing as the neutral ones.
TIED = (
    TWO.replace("first p", "first t")
    .replace("neutral SXFVR", "neutral SDDVR")
    .replace("@navigator +SBBXG", "@navigator +SBDDG")
)
TIED = TIED.replace("+BBDTR", "+BDDTR")
RESTED = LATE.replace("+SBXD", "+SBXR")
BUILDING = LATE.replace("+SBB", "+SDD")
DIKES = BUILDING.replace("b3 B7 @diver", "a1 B7 @diver").replace("t 1v", "t 2v")

CASES = [
    (START, "+SF", "NATURE_FIRST", "first the starting tiles must be drawn"),
    (ACTING, "#flood=1", "NOT_A_DRAW_NOW", "nothing is drawn now: it is purple's turn"),
    (TOURISTS, "#ships=kkk", "WRONG_DRAW", "what must be drawn now: the tourist tile"),
    (TOURISTS, "#tourists=4", "NOT_IN_PILE", "that cannot be drawn any more"),
    (SHIPS_DUE, "#ships=kcc,cbb", "SHIP_NOT_IN_PILE", "no cbb is in the pile when ship 2 is drawn"),
    (SHIPS_DUE, "#ships=kcc", "SHIP_COUNT", "2 ships must be drawn now"),
    (PLANNING, "Da2", "WRONG_PHASE", "that is for another phase: purple plans now"),
    (PLACING, "C1=c3", "TILE_NOT_VISIBLE", "tile C1 is not one of the visible tiles"),
    (PLACING, "A2=a2", "CELL_FILLED", "a tile lies on a2 already"),
    (PLACING, "A2=c6", "FEW_NEIGHBOURS", "c6 needs two filled neighbours and has 0"),
    (PLACING, "A2=a1", "ISLAND_TOUCHES", "an island on a1 would touch another island"),
    (PLACING, "B1=b4", "OCEAN_ALONE", "an ocean tile on b4 would touch no island"),
    (CHOOSING, "@fisherman", "CHARACTER_OLD",
     "purple had the Fisherman last round, and it goes back only after the choice"),
    (CHOOSING, "@builder", "CHARACTER_HELD", "teal has the Builder"),
    (BEFORE_TILES, "#tiles=C1,D1", "TILES_NOT_DUE", "the tiles to draw now are one A and one B"),
    (FIRST, "#first=o", "NO_SEAT", "orange does not take part"),
    (TIED, "Da2", "NO_MAJORITY",
     "purple cannot draw: teal has as many markers there and comes earlier in turn order"),
    (TIED.replace("SDDVR", "SDDDV"), "Da2", "NEUTRALS_MORE",
     "purple cannot draw: 2 markers against 3 neutral, and as many are needed"),
    (BUILT_UP, "+VR", "PLAN_HUT",
     "purple cannot plan to sell: no own hut beside the boat, and the planned build can only be a dike"),
    (BUILT_UP.replace("+BB", "+DD"), "+VR", "PLAN_HUT",
     "purple cannot plan to sell: no own hut beside the boat, and none can be built there"),
    (BUILT_UP.replace("+BB", "+DD").replace("Bttt", "Bt").replace("b2 B5", "b2 B7"), "+VR", "PLAN_HUT",
     "purple cannot plan to sell: no own hut beside the boat, and building one is not planned"),
    (PLANNING, "+S", "MARKER_COUNT", "purple places 2 markers now"),
    (PLANNING, "+VR", "PLAN_FISH", "purple cannot plan to sell: no fish, and fishing is not planned"),
    (NO_TREASURE, "+XR", "PLAN_NOWHERE", "purple cannot plan to explore: no treasure within reach"),
    (PLANNING, "+XR", "PLAN_SAIL",
     "purple cannot plan to explore: no treasure at the boat, and sailing is not planned"),
    (PLANNING.replace("tourists 2 /", "tourists 0 /"), "+TR", "PLAN_TOURISTS",
     "purple cannot plan to transport: no tourists are left this round"),
    (POOR, "+SR", "PLAN_MONEY", "purple cannot plan to sail: it costs 1 vatu, and purple can have 0 at most"),
    (ACTING, "Ga2k", "NO_MARKERS", "purple has no markers on buy"),
    (YELLOW, "Da2", "NO_MAJORITY",
     "yellow cannot draw: purple has as many markers there and comes earlier in turn order"),
    (TEAL.replace("+BBGTT", "+BBGFF"), "Fb2", "NO_MAJORITY", "teal cannot fish: purple leads it by 1 marker"),
    (TWO, "-D", "CAN_PERFORM", "purple leads draw and can perform it, so the markers cannot be withdrawn"),
    (TWO, "-R", "LEADS_ELSEWHERE",
     "purple leads build, so the markers on rest cannot be withdrawn now"),
    (TWO, "Rf", "NEUTRALS_BAR", "purple cannot rest: 1 marker against 1 neutral, and more are needed"),
    (ACTING, "Da2@", "BONUS_OTHER", "the Fisherman has no bonus for draw"),
    (ACTING.replace("@fisherman", "@fisherman*").replace("p 3v 0p b2", "p 3v 0p b3"), "Fb3@", "BONUS_USED",
     "purple has used the bonus of the Fisherman this round"),
    (BESIDE_HUT.replace("@fisherman", "@vendor"), "V1@", "BONUS_MOOT",
     "the Vendor gains nothing beside an own hut"),
    (ACTING, "@F-D", "NOT_CHARACTER", "only the Governor can do that, and purple is not"),
    (ACTING, "@1", "NOT_CHARACTER", "only the Beggar can do that, and purple is not"),
    (ACTING.replace("@fisherman", "@beggar"), "@1", "NO_POINTS", "purple has 0 points, and 1 would be given"),
    (ACTING, "^3", "NO_TREASURE_TILE", "purple has no treasure of 3"),
    (TEAL.replace("t 3v", "t 2v"), "Ba2", "NO_MONEY", "teal has 2 vatus, and it costs 3"),
    (ACTING, "b2-a2", "NOT_OCEAN", "a2 is not an ocean tile"),
    (ACTING, "b2-b3:2", "WRONG_LENGTH", "b3 cannot be reached in 2 cells"),
    (ACTING, "b3-b2", "WRONG_LENGTH",
     "a sail starts at the boat, on b2, and the Navigator's free trip has no length"),
    (TEAL, "Bb2", "NO_ISLAND", "there is no island on b2"),
    (BUILDING, "Bc3", "UNDER_WATER", "the island on c3 is submerged"),
    (BUILDING, "Bb1", "NOT_BESIDE", "the boat on b3 is not beside b1"),
    (FULL, "Ba2", "NO_SITE", "no site for a hut is free on a2"),
    (TEAL, "Wa2/b2", "NO_WATERS", "dikes are only built with rising waters"),
    (DIKES, "Wb1/c2", "NO_DIKE_SIDE", "no dike can be built on b1 towards c2"),
    (ACTING, "Fb3", "BOAT_ELSEWHERE", "the boat is on b2, not on b3"),
    (ACTING, "Fb2", "NO_FISH_LEFT", "there are no fish on b2"),
    (YELLOW, "Xb2", "NO_TREASURE_LEFT", "there is no treasure on b2"),
    (SELLER, "V2", "NOT_THOSE_FISH", "purple does not have those fish"),
    (SELLER, "V1", "NO_OWN_HUT", "purple has no hut beside b2"),
    (SELLER.replace(" F1 B8", " B8"), "V1", "NO_FISH_TILES", "purple has no fish"),
    (TEAL.replace("(Gkcb)", "(Gkc)"), "Ga2b", "NO_GOODS", "no beef is left on a2"),
    (FULL.replace("+BBGTT", "+BBGDD").replace("+SFFFD", "+SFFF"), "Da2", "ALL_DRAWN",
     "everything is drawn on a2 already"),
    (FULL, "Ta2", "NO_TOURISTS", "no tourists are left this round"),
    (RESTED, "Rf", "TOKEN_GONE", "somebody has taken the first player marker already"),
]  # fmt: skip


def why(state: VanuatuState, token: str) -> tuple[int, str]:
    move = CODEC.parse(state, token)
    refusal = state.refusal(move)
    assert refusal is not None, f"{token} is legal"
    return int(refusal.code), CODEC.refusal(state, refusal, move)


@pytest.mark.parametrize(("text", "token", "code", "sentence"), CASES, ids=[f"{c[2]} {c[1]}" for c in CASES])
def test_a_reason_in_words(text: str, token: str, code: str, sentence: str) -> None:
    assert why(position(text), token) == (getattr(codes, code), sentence)


def test_every_code_has_its_sentence() -> None:
    named = {value for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)}
    in_one_place = {codes.BONUS_MOOT}  # by character
    assert named <= set(reasons.SENTENCES) | in_one_place


def test_every_sentence_is_reachable() -> None:
    for code, sentence in reasons.SENTENCES.items():
        if code != NOT_YOUR_TURN:
            figure = reasons.Figure(1)
            printed = sentence.format(who="teal", boat="b2", lack="no fish", a=figure, b=figure, c=figure)
            assert "{" not in printed
            assert printed == " ".join(printed.split())


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_refusal_in_a_game_is_one_plain_line(players: int) -> None:
    options = ("waters",) if players < 5 else ()
    tokens = ["b2-b3", "Ba2", "Wa2/b2", "Xa3", "Fb3@", "V3", "Ga2b", "Da2", "Ta2@", "Rf", "-F", "@F-D", "@3",
              "^3", "+SV", "+X", "~SF", "@vendor", "B2=c3", "#flood=3"]  # fmt: skip
    for state in positions(players, options, 5, "plain"):
        for token in tokens:
            move = CODEC.parse(state, token)
            refusal = state.refusal(move)
            if refusal is not None:
                printed = CODEC.refusal(state, refusal, move)
                assert printed
                assert "\n" not in printed
                assert "None" not in printed


def test_the_game_is_over_at_its_end() -> None:
    *_, end = positions(3, (), 1, "plain")
    refusal = end.refusal(CODEC.parse(end, "+SF"))
    assert refusal is not None
    assert CODEC.refusal(end, refusal, 0) == "the game is over"


def test_legal_move_has_no_reason() -> None:
    state = after(position(ACTING), "b2-b3")
    assert state.refusal(CODEC.parse(state, "Ba2@")) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fish", "that is for another phase: purple chooses a character now"),
        ("plan sail fish", "that is for another phase: purple chooses a character now"),
        ("Fb9", "there is no cell b9"),
        ("build z4", "that is for another phase: purple chooses a character now"),
        ("sail to z4", "that is for another phase: purple chooses a character now"),
        ("y7", "there is no cell y7"),
        ("dance", "no move is written like this"),
    ],
)
def test_words_of_another_phase_and_unknown_cells_are_named(text: str, reason: str) -> None:
    game = vanuatu.new("vanuatu", players=3, draw=False)
    for draw in ("#start=201", "#tiles=A2,B1", "#ships=kcb,kkk,cbb", "#tourists=2", "#first=p"):
        game.play(draw)
    with pytest.raises(vanuatu.MoveError) as raised:
        game.play(text)
    assert raised.value.reason == reason
    assert raised.value.nearest[0].startswith("@")

"""Positions for tests: written down, or reached by random play in some style."""

from collections.abc import Iterator
from random import Random

from tests.support.vanuatu.styles import STYLES, choose
from vanuatu.core.game import OVER
from vanuatu.core.games import make_game
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.vanuatu.codec import VanuatuCodec

CODEC = VanuatuCodec()

GAMES = [
    (2, ()),
    (2, ("waters",)),
    (3, ()),
    (4, ("waters",)),
    (5, ("nocharacters", "waters")),
]


def positions(players: int, options: tuple[str, ...], seed: int, style: str) -> Iterator[VanuatuState]:
    """Yield every position of a game, with the last one; the caller may change it."""
    state = make_game("vanuatu", players, options).start()
    assert isinstance(state, VanuatuState)
    random = Random(f"{players} {options} {seed} {style}")
    while state.actor != OVER:
        yield state.copy()
        moves = {CODEC.token(state, int(move)): int(move) for move in state.legal_moves()}
        state.apply(moves[choose(STYLES[style], list(moves), random)])
    yield state


def position(text: str) -> VanuatuState:
    """The position of a line."""
    state = CODEC.read_position(text)
    assert isinstance(state, VanuatuState)
    return state


def after(state: VanuatuState, tokens: str) -> VanuatuState:
    """The position after some tokens, each of them legal."""
    later = state.copy()
    for token in tokens.split():
        move = CODEC.parse(later, token)
        assert later.is_legal(move), token
        later.apply(move)
    return later


def legal(state: VanuatuState) -> list[str]:
    """The tokens of the legal moves."""
    return [CODEC.token(state, int(move)) for move in state.legal_moves()]


# The beginning of games/teaching.pvn: planning, acting, and the second round.
PLANNING = (
    "vanuatu 3; 1 plan1 p; first p; market 3; tourists 2 / 0112233; ships kcb kkk cbb / kcb kkc kkc ccb kbb "
    "kcc kkb; tiles A2 B1; board a2:E0(Gkcb) a3:S2(F1 X2) b2:S0 b3:S1(F2); p 3v 0p b2 B8 @fisherman; "
    "t 3v 0p b2 B8 @builder; y 3v 0p b2 B8 @navigator"
)
ACTING = (
    "vanuatu 3; 1 act p; first p; market 3; tourists 2 / 0112233; ships kcb kkk cbb / kcb kkc kkc ccb kbb "
    "kcc kkb; tiles A2 B1; board a2:E0(Gkcb) a3:S2(F1 X2) b2:S0 b3:S1(F2); p 3v 0p b2 B8 @fisherman +SFFFD; "
    "t 3v 0p b2 B8 @builder +BBGTT; y 3v 0p b2 B8 @navigator +SXXDR"
)
PLACING = (
    "vanuatu 3; 2 place y; first y; market 3; tourists 1 / 012233; ships kcb:b kkk cbb / kcb kkc kkc ccb kbb "
    "kcc kkb; tiles A2 B1; board a2:E0(Gkc Bt D1 T1) a3:S2(F1 X1) b2:S0 b3:S1(F1); p 2v 5p b3 F2 B8 "
    "@fisherman; t 0v 5p b2 B7 @builder; y 3v 0p a3 ^2 B8 @navigator"
)
TWO = (
    "vanuatu 2 waters; 4 act p; first p; market 3; die 5; tourists 2 / 1123; ships kkb kkc kkc / kcb kcb cbb "
    "ccb kbb kcc kkk; tiles A1 B2; board a1:B1(X1) a2:E0(Gkcb Bpt D1 T1 W4 /b2) a3:S2(F1 X2) b1:D2(Gkc Bp D1 "
    "/b2) b2:S0 b3:S1(F2) c2:C2(X1) c3:A2(Gkc D1 W2) c4:F1(F1 X3) d3:E1; cast artist fisherman navigator "
    "preacher vendor; neutral SXFVR; p 1v 9p c2 F1 B6 @artist +BBDTR; t 3v 3p a1 ^23 B7 @navigator +SBBXG"
)
LATE = (
    "vanuatu 3 waters; 6 act t; first t; market 3; die 1; tourists 0 / 13; ships kkb:b kkc:c kkc:c / kcb kcb "
    "cbb ccb kbb kcc kkk; tiles E2 F1; board a1:E1 a2:E0(Gkc Bpy D1 T3 W4 /a3 /b3) a3:S2 b1:D1(Gkk Bt D3 T2 "
    "W3 /c2) b2:S0 b3:S1 b4:A1(Gkb Bp D2) b5:C2(F1 X2) c2:C1 c3:A2(W5) c4:B1(F1 X1) c5:B2(F3) c6:D2(Gkc) "
    "d3:F2(F3); p 4v 13p b3 ^23 B6 @artist* +SBB; t 1v 23p b3 B7 @diver +SBXD Rb1; "
    "y 2v 19p b3 B7 @fisherman +SBFD Rf2"
)

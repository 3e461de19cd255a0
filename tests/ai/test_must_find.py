"""Positions of round 8 with one clearly best move, which 2,000 simulations must find."""

from collections.abc import Callable

import pytest

from tests.support.vanuatu.scene import Scene, scene
from vanuatu.ai.specs import make_bot
from vanuatu.notation.codec import codec_for
from vanuatu.notation.session import Session

SIMS = 2000


def found(at: Scene, seed: int) -> str:
    """Return the token that the search plays."""
    codec = codec_for("vanuatu")
    session = Session.new(codec.game_of(at.core), start=at.core)
    bot = make_bot(f"mcts:{SIMS}", seed=seed)
    thinking = bot.think(session)
    while not thinking.step():
        pass
    return codec.token(at.core, thinking.move())


POSITIONS: dict[str, tuple[Callable[[], Scene], str]] = {
    "the beef that completes the ship, not the copra": (
        lambda: scene("8 act p", p="3v 30p +G", t="1v 33p", y="0v 33p", ships="kcb:kc kcc kkk"),
        "Ga2b",
    ),
    "the hut before the transport that would carry the purse past nine": (
        lambda: scene(
            "8 act p", p="8v 30p +BT", t="0v 22p", y="0v 36p", on={"a2": "Gkcb Btt T3"}, tourists=1
        ),
        "Ba2",
    ),
    "the first player marker, which breaks the tie": (
        lambda: scene("8 act p", p="0v 30p +R", t="0v 29p", y="0v 20p", first="t"),
        "Rf",
    ),
    "the two points that turn eight vatus into five": (
        lambda: scene("8 beg p", p="8v 30p @beggar", t="1v 31p", y="0v 20p"),
        "@2",
    ),
    "the points that are kept for a win by one": (
        lambda: scene("8 beg p", p="6v 30p @beggar", t="1v 34p", y="0v 20p"),
        "@0",
    ),
    "the dike without which everybody loses": (
        lambda: scene(
            "8 act p",
            waters=True,
            p="1v 30p +BD",
            t="1v 30p +D",
            y="1v 20p",
            on={"b1": "W5", "c3": "W5", "a2": "W4 /a1 /a3 /b3 Gk", "b4": "/a3 /a4"},
            die="1",
        ),
        "Wa2/b2",
    ),
    "the last drawing, by the Preacher, before the one who leads there takes it": (
        lambda: scene(
            "8 act p",
            p="0v 30p +D @preacher",
            t="0v 31p +DD",
            y="0v 32p",
            first="y",
            on={"b1": "D2 Gkb", "c3": "D2 Gkc"},
        ),
        "Da2@",
    ),
    "the drawing before sailing away from it": (
        lambda: scene("8 act p", p="3v 30p +DS", t="0v 31p", y="0v 32p", on={"b1": "D2", "c3": "D2"}),
        "Da2",
    ),
    "the treasure of three, though it lies farther than the ones of two": (
        lambda: scene("8 act p", p="3v 30p +SX", t="0v 35p", y="0v 20p"),
        "b2-c4",
    ),
    "the treasure sold for the money that a hut among five tourists costs": (
        lambda: scene("8 act p", p="1v 30p ^2 +B", t="0v 38p", y="0v 20p", on={"a2": "Gkcb T5"}, tourists=0),
        "^2",
    ),
    "all the fish at the price of three": (
        lambda: scene("8 act p", p="2v 30p F33 +V", t="0v 38p", y="0v 20p", on={"a2": "Gkcb Bp"}),
        "V33",
    ),
    "the tourist for the island with two huts of one's own": (
        lambda: scene(
            "8 act p",
            p="0v 30p +T",
            t="0v 29p",
            y="0v 20p",
            on={"a2": "Gkcb Bt", "b1": "Gkb Bpp", "c3": "Gkc By"},
        ),
        "Tb1",
    ),
    "the Fisherman's bonus": (
        lambda: scene("8 act p", p="0v 30p b3 +F @fisherman", t="0v 31p", y="0v 20p"),
        "Fb3@",
    ),
    "with the last marker the treasure under the boat": (
        lambda: scene(
            "8 plan3 p",
            p="0v 30p c4 +RRRR",
            t="0v 34p +RRRRR",
            y="0v 34p +RRRRR",
            first="t",
        ),
        "+X",
    ),
    "with the last marker an action that nobody contests": (
        lambda: scene(
            "8 plan3 p",
            p="0v 30p +RRRR",
            t="0v 32p +DDDDD",
            y="0v 32p +RRRRR",
            first="t",
            on={"a2": "Gkcb Bpp", "b1": "D2 Gkb", "c3": "D2 Gkc"},
        ),
        "+T",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_search_finds_best_move(name: str, seed: int) -> None:
    make, token = POSITIONS[name]
    assert found(make(), seed) == token


def test_hidden_token_that_decides_beggar_choice_is_not_used_by_search() -> None:
    played = set()
    for token in "pv":
        resting = scene("8 act t", p=f"8v 0p @beggar R{token}1", t="3v 5p +DT", y="0v 6p", first="y")
        played.add(found(resting, 1))
    assert len(played) == 1

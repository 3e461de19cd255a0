"""Sampled draws agree with their weights, and `hide` redraws only what a seat cannot know (ruling 13)."""

from collections import Counter

import pytest

from tests.support.vanuatu.scene import Scene, new, scene
from tests.support.vanuatu.side_by_side import CODEC
from vanuatu.core.game import State
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import SEAT_LETTERS

DRAWS = 6000
BEGUN = "#start=012 #tiles=A1,B1"


def in_proportion(found: Counter[str], weights: dict[str, int]) -> bool:
    """Whether every frequency lies within five standard deviations, and nothing else was drawn."""
    total, drawn = sum(weights.values()), sum(found.values())
    for token, weight in weights.items():
        chance = weight / total
        spread = (drawn * chance * (1 - chance)) ** 0.5
        if abs(found[token] - drawn * chance) > 5 * spread + 1:
            return False
    return set(found) <= set(weights)


@pytest.mark.parametrize(
    "drawing",
    [
        new(3),
        new(3).play("#start=012"),
        new(3).play(f"{BEGUN} #ships=kcb,kkk,cbb"),
        new(5).play(f"{BEGUN} #ships=kcb,kkk,cbb"),
        new(5).play(f"{BEGUN} #ships=kcb,kkk,cbb #tourists=2"),
        new(2).play(f"{BEGUN} #ships=kcb,kkk,cbb #tourists=2 #first=p"),
        scene("1 act p", waters=True, p="+R").play("Rf"),
        scene("1 act p", p="+R", ships="kcb:kcb kkk cbb").play("Rf #tourists=0"),
        scene("1 act p", p="+R", ships="kcb:kcb kkk:kkk cbb", pile="kkc").play("Rf #tourists=0"),
        scene("1 act p", p="+R", ships="kcb:kcb kkk:kkk cbb", pile="").play("Rf #tourists=0"),
    ],
    ids=[
        "start",
        "tiles",
        "tourists for three",
        "tourists for five",
        "first player",
        "cast",
        "die",
        "a ship",
        "a pile that runs out",
        "discards",
    ],
)
def test_samples_agree_with_weights(drawing: Scene) -> None:
    rng = Rng(1)
    found = Counter(CODEC.token(drawing.core, int(drawing.core.sample(rng))) for _ in range(DRAWS))
    weights = dict(zip(drawing.legal(), map(int, drawing.core.weights()), strict=True))
    assert in_proportion(found, weights)


def test_three_ships_at_the_setup_are_drawn_without_putting_back() -> None:
    drawing = new(4).play(BEGUN)
    rng = Rng(2)
    found = Counter(CODEC.token(drawing.core, int(drawing.core.sample(rng))) for _ in range(DRAWS))
    tops: Counter[str] = Counter()
    for token, times in found.items():
        tops[token.removeprefix("#ships=").split(",")[0]] += times
    assert in_proportion(
        tops, {"kcb": 2, "kkc": 2, "cbb": 1, "ccb": 1, "kbb": 1, "kcc": 1, "kkb": 1, "kkk": 1}
    )
    assert set(found) <= drawing.tokens


def rests(state: State) -> dict[str, str | None]:
    return {seat: player["rest"] for seat, player in CODEC.view(state)["players"].items()}


def seen_by(seat: str, position: Scene) -> Counter[str]:
    """How often which tokens are in whose hands where the seat can only guess."""
    rng = Rng(3)
    found: Counter[str] = Counter()
    for _ in range(DRAWS):
        hidden = position.core.hide(SEAT_LETTERS.index(seat), rng)
        found[" ".join(f"{name}{token}" for name, token in rests(hidden).items() if token)] += 1
    return found


def test_ruling_13_seat_that_has_not_rested_knows_no_token() -> None:
    resting = scene("1 act p", p="+R", t="+R", y="+R", o="+D", players=4).play("Rf Rb")
    pairs = {f"p{a} t{b}": 1 for a in "fbpv" for b in "fbpv" if a != b}
    assert in_proportion(seen_by("o", resting), pairs)
    assert in_proportion(seen_by("y", resting), pairs)


def test_ruling_13_first_rester_knows_only_its_own_token() -> None:
    resting = scene("1 act p", p="+RD", t="+R", y="+R").play("Rf Rb Rp")
    others = {f"pf t{a} y{b}": 1 for a in "bpv" for b in "bpv" if a != b}
    assert in_proportion(seen_by("p", resting), others)


def test_ruling_13_a_later_rester_has_seen_what_was_left() -> None:
    resting = scene("1 act p", p="+RD", t="+R", y="+R").play("Rf Rb Rp")
    # Teal saw that the first player marker was gone; yellow saw that two were gone, but not who took which.
    assert in_proportion(seen_by("t", resting), {"pf tb yp": 1, "pf tb yv": 1})
    assert in_proportion(seen_by("y", resting), {"pf tb yp": 1, "pb tf yp": 1})


def test_ruling_13_with_four_rests_everything_left_is_known_to_the_last() -> None:
    resting = scene("1 act p", p="+RD", t="+R", y="+R", o="+R", players=4).play("Rv Rp Rb Rf")
    orders = {f"p{a} t{b} y{c} of": 1 for a in "vpb" for b in "vpb" for c in "vpb" if len({a, b, c}) == 3}
    assert in_proportion(seen_by("o", resting), orders)


def test_ruling_13_a_governor_who_rests_twice_has_looked_twice() -> None:
    resting = scene("1 act p", p="+R", t="+RD @governor", y="+R", o="+DDTB", players=4)
    resting.play("Rf Rb Rp Da2 @D-R Ta2 Rv")
    assert seen_by("t", resting).keys() == {"pf tbv yp"}
    assert len(seen_by("o", resting)) == 24


def test_hiding_changes_only_rest_tokens_and_not_the_original() -> None:
    resting = scene("1 act p", p="+RD ^2 F1", t="+R", y="+R").play("Rf Rb")
    before = CODEC.view(resting.core)
    for seed in range(20):
        hidden = resting.core.hide(2, Rng(seed))
        view = CODEC.view(hidden)
        for player in [*view["players"].values(), *before["players"].values()]:
            player["rest"] = bool(player["rest"])
        assert view == before
        before = CODEC.view(resting.core)
    assert rests(resting.core) == {"p": "f", "t": "b", "y": None}


def test_position_with_hidden_tokens_can_be_played() -> None:
    resting = scene("1 act p", p="+RD", t="+R", y="+R").play("Rf Rb")
    for seed in range(20):
        hidden = resting.core.hide(2, Rng(seed))
        tokens = [CODEC.token(hidden, int(move)) for move in hidden.legal_moves()]
        taken = {token for token in rests(hidden).values() if token}
        left = {f"R{token}" for token in "fbpv" if token not in taken}
        assert {token for token in tokens if token[0] == "R"} == left


def test_only_rests_are_veiled_for_other_seats() -> None:
    resting = scene("1 act p", p="+RD", t="+R")
    legal = resting.legal()
    core = resting.core
    assert isinstance(core, VanuatuState)
    assert {
        CODEC.token(core, int(core.seen_by_others(legal[token]))) for token in ("Rf", "Rb", "Rp", "Rv")
    } == {"R?"}
    assert int(core.seen_by_others(legal["Da2"])) == legal["Da2"]


def test_a_veiled_rest_can_be_played_and_stays_unknown() -> None:
    resting = scene("1 act p", p="+R", t="+R", y="+R", o="+R", players=4)
    state = resting.core
    assert state.push(CODEC.parse(state, "R?")) is None
    assert rests(state)["p"] == "?"
    assert state.push(CODEC.parse(state, "Rb")) is None
    found = Counter(str(rests(state.hide(1, Rng(seed)))["p"]) for seed in range(600))
    assert in_proportion(found, {"f": 1, "p": 1, "v": 1})
    found = Counter(str(rests(state.hide(3, Rng(seed)))["t"]) for seed in range(600))
    assert in_proportion(found, {"f": 1, "b": 1, "p": 1, "v": 1})

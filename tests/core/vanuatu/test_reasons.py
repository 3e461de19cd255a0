"""If the core refuses a token, its reason is true."""

from random import Random

import pytest

from tests.support.vanuatu.disturbing import disturbed
from tests.support.vanuatu.reasons import TRUE, Case, candidates
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.writing import write
from tests.support.vanuatu.side_by_side import CODEC, VARIANTS, Pair
from vanuatu.core.vanuatu import codes


def refuse_many(game: Reference, random: Random, tries: int) -> set[int]:
    """Try this number of tokens in this position. Return the codes of the reasons given, all of them true."""
    position = write(game)
    core = Pair.at(position).core
    given = set()
    tokens = candidates(game)
    for token in random.sample(tokens, min(tries, len(tokens))):
        move = CODEC.parse(core, token)
        assert move >= 0, f"{token} is not read in {position}"
        refusal = core.refusal(move)
        assert (refusal is None) == core.is_legal(move)
        if refusal is not None:
            code = int(refusal.code)
            words = CODEC.refusal(core, refusal, move)
            assert code in TRUE, f"{token}: {words} ({position})"
            assert TRUE[code](Case(game, token, refusal)), f"{token}: {words} ({position})"
            given.add(code)
    return given


def play_and_refuse(players: int, options: tuple[str, ...], random: Random, share: float) -> set[int]:
    game = Reference(players, options)
    given = set()
    while legal := game.legal():
        if game.phase in ("character", "plan", "act") and random.random() < share:
            given |= refuse_many(disturbed(game, random), random, 20)
        game.apply(random.choice(sorted(legal)))
    return given


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_reasons_are_true_in_rare_positions(players: int, options: tuple[str, ...]) -> None:
    assert play_and_refuse(players, options, Random(11), 0.05)


# Too seldom to wait for; the rulings' tests ask for them.
SELDOM = {
    codes.NO_DIKES,
    codes.NO_HUTS,
    codes.NO_TOKENS,
    codes.BOAT_THERE,
    codes.BONUS_MOOT,
    codes.NEUTRALS_MORE,
}


@pytest.mark.long
def test_every_reason_occurs_and_is_true() -> None:
    given = set()
    for seed in range(15):
        for players, options in VARIANTS:
            given |= play_and_refuse(players, options, Random(seed), 0.15)
    assert given | SELDOM == set(TRUE)

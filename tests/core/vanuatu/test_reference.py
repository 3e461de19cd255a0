"""The second implementation by itself: its games end and lose no component."""

from random import Random

import pytest

from tests.support.vanuatu.conservation import check
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.side_by_side import VARIANTS
from tests.support.vanuatu.styles import STYLES, choose

pytestmark = pytest.mark.any_build


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_a_random_game_ends_and_loses_no_component(players: int, options: tuple[str, ...]) -> None:
    random = Random(players)
    style = STYLES[random.choice(sorted(STYLES))]
    game = Reference(players, options)
    while legal := game.legal():
        game.apply(choose(style, sorted(legal), random))
        check(game.view())
    assert game.actor is None
    assert game.lost or game.round == 8
    assert bool(game.winners()) != game.lost

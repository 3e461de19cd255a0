"""The second implementation by itself: its games end, and no component gets lost in them."""

from random import Random

import pytest

from tests.core.conservation import check
from tests.core.side_by_side import VARIANTS
from tests.core.styles import STYLES, choose
from tests.reference.game import Reference


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

"""The core agrees with a second, slow and obvious implementation on every ply of random games."""

from random import Random

import pytest

from tests.core.side_by_side import VARIANTS, Pair, play_both
from tests.core.styles import STYLES

GAMES = [(players, options, style) for players, options in VARIANTS for style in STYLES]
IDS = [f"{players}-{'-'.join(options) or 'base'}-{style}" for players, options, style in GAMES]


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_a_game_of_any_number_of_players_and_variant_is_the_same_twice(
    players: int, options: tuple[str, ...]
) -> None:
    play_both(Pair(players, options), STYLES["plain"], Random(1))


@pytest.mark.parametrize("style", STYLES)
def test_games_that_are_steered_to_rare_places_are_the_same_twice(style: str) -> None:
    random = Random(style)
    for players, options in random.sample(VARIANTS, 4):
        play_both(Pair(players, options), STYLES[style], random)


@pytest.mark.long
@pytest.mark.parametrize(("players", "options", "style"), GAMES, ids=IDS)
def test_many_games_are_the_same_twice(players: int, options: tuple[str, ...], style: str) -> None:
    for seed in range(20):
        play_both(Pair(players, options), STYLES[style], Random(seed))

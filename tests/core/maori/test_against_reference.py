"""The core and the second implementation agree on every position of random games."""

import pytest

from tests.support.maori.side_by_side import play_both
from vanuatu.core.rng import Rng

VARIANTS: list[tuple[str, ...]] = [
    (),
    ("ship",),
    ("shipmust",),
    ("atoll",),
    ("ship", "atoll"),
    ("shipmust", "atoll"),
]
GAMES = [(n, options) for n in (2, 3, 4, 5) for options in VARIANTS if n < 5 or "atoll" not in options]


# One decision in this number is a removal or a pass where something else can be done: games that fill
# boards quickly, and games that empty them until nobody does anything any more.
IDLING = {2: 200, 3: 12, 4: 40, 5: 100}


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_random_games_agree_at_every_ply(players: int, options: tuple[str, ...]) -> None:
    assert play_both(players, options, Rng(players), IDLING[players]) > 50


@pytest.mark.parametrize("options", [("ship",), ("shipmust", "atoll")])
def test_games_of_removals_agree_to_the_end(options: tuple[str, ...]) -> None:
    assert play_both(2, options, Rng(7), 1) > 300


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_many_random_games_agree_at_every_ply(players: int, options: tuple[str, ...]) -> None:
    rng = Rng(players)
    assert (
        sum(play_both(players, options, rng, idling) for _ in range(15) for idling in (1, 5, 30, 500)) > 9000
    )

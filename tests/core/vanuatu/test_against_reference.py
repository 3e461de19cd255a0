"""The core agrees with a second, slow and simple implementation on every ply of random games."""

from random import Random

import pytest

from tests.support.vanuatu.disturbing import disturbed
from tests.support.vanuatu.reference.components import SHIP_PILE
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.writing import write
from tests.support.vanuatu.scene import scene
from tests.support.vanuatu.side_by_side import VARIANTS, Pair, play_both
from tests.support.vanuatu.styles import STYLES

GAMES = [(players, options, style) for players, options in VARIANTS for style in STYLES]
PLIES = 72_000  # for each of the fourteen numbers of players and variants: a million in all
IDS = [f"{players}-{'-'.join(options) or 'base'}-{style}" for players, options, style in GAMES]


def play_disturbed(players: int, options: tuple[str, ...], random: Random, share: float) -> None:
    """From a share of the decisions of a random game: deal everything anew and play on a little."""
    game = Reference(players, options)
    while legal := game.legal():
        if game.phase != "setup" and random.random() < share:
            pair = Pair.at(write(disturbed(game, random)))
            style = STYLES[random.choice(sorted(STYLES))]
            play_both(pair, style, random, plies=random.choice([8, 8, 8, 60]))
        game.apply(random.choice(sorted(legal)))


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_games_of_every_setup_equal_reference(players: int, options: tuple[str, ...]) -> None:
    play_both(Pair.new(players, options), STYLES["plain"], Random(1))


@pytest.mark.parametrize("style", STYLES)
def test_games_towards_rare_positions_equal_reference(style: str) -> None:
    random = Random(style)
    for players, options in random.sample(VARIANTS, 2):
        play_both(Pair.new(players, options), STYLES[style], random)


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_play_from_rare_positions_equals_reference(players: int, options: tuple[str, ...]) -> None:
    play_disturbed(players, options, Random(players), 0.03)


def test_ships_are_replaced_as_in_reference_for_any_pile() -> None:
    random = Random(3)
    for filled in (1, 2, 3) * 40:
        names = random.sample(SHIP_PILE, len(SHIP_PILE))
        full = random.sample(range(3), filled)
        ships = " ".join(f"{name}:{name}" if place in full else name for place, name in enumerate(names[:3]))
        pile = " ".join(names[3 : 3 + random.choice([0, 1, 1, 2, 2, 3, 7])])
        bare = {"a2": "", "b1": ""}  # so that there are cubes enough for the ships
        ending = scene("2 act p", p="+R", ships=ships, pile=pile, on=bare).play("Rp #tourists=0")
        ending.play(random.choice(sorted(ending.tokens)))


@pytest.mark.long
@pytest.mark.parametrize(("players", "options", "style"), GAMES, ids=IDS)
def test_many_games_equal_reference(players: int, options: tuple[str, ...], style: str) -> None:
    for seed in range(20):
        play_both(Pair.new(players, options), STYLES[style], Random(seed))


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_play_from_many_rare_positions_equals_reference(players: int, options: tuple[str, ...]) -> None:
    for seed in range(20):
        play_disturbed(players, options, Random(seed), 0.1)


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_million_plies_equal_reference(players: int, options: tuple[str, ...]) -> None:
    """Games with seeds from 1000 on, in every style by turns, until there are enough plies."""
    plies = 0
    seed = 1000
    while plies < PLIES:
        pair = Pair.new(players, options)
        play_both(pair, STYLES[sorted(STYLES)[seed % len(STYLES)]], Random(seed))
        plies += len(pair.played)
        seed += 1

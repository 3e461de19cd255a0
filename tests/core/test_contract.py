"""The public check of games: it accepts our games and rejects games that break the contract."""

from itertools import combinations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.support.toy.game import ToyGame, ToyState
from vanuatu.core import contract, games
from vanuatu.core.contract import ContractError, check
from vanuatu.core.game import CHANCE, Game, GameError
from vanuatu.core.rng import Rng


def every_setup() -> list[tuple[str, int, tuple[str, ...]]]:
    """Every game with every number of players and every set of variants that it allows."""
    setups = []
    for name in games.BUILT_IN:
        variants = games.variants(name)
        for options in (some for n in range(len(variants) + 1) for some in combinations(variants, n)):
            for players in range(2, 6):
                try:
                    games.make_game(name, players, options)
                except GameError:
                    continue
                setups.append((name, players, options))
    return setups


@pytest.mark.parametrize(("name", "players", "options"), every_setup())
def test_our_games_keep_the_contract(name: str, players: int, options: tuple[str, ...]) -> None:
    check(games.make_game(name, players, options), games=1)


@pytest.mark.parametrize("players", range(2, 6))
def test_a_game_from_elsewhere_keeps_the_contract(players: int) -> None:
    check(ToyGame(players))


class Sharing(ToyState):
    """Its copies share the points of their original."""

    def copy(self) -> "Sharing":
        twin = Sharing(self.players)
        twin.round, twin.actor, twin.drawn = self.round, self.actor, self.drawn
        twin.points, twin.bonus = self.points, self.bonus
        return twin


class Unordered(ToyState):
    def legal_moves(self) -> vec[i64]:
        return vec[i64](list(reversed(list(super().legal_moves()))))


class Weightless(ToyState):
    def weights(self) -> vec[i64]:
        return vec[i64]([1, 0, 1])


class Overdrawn(ToyState):
    def sample(self, rng: Rng) -> i64:
        return 9


class Early(ToyState):
    def winners(self) -> vec[i64]:
        return vec[i64]([0])


class Revealing(ToyState):
    def hide(self, seat: i64, rng: Rng) -> ToyState:
        self.drawn += 1
        return self.copy()


class Uncertain(ToyState):
    def hide(self, seat: i64, rng: Rng) -> ToyState:
        twin = self.copy()
        twin.bonus[0] = not twin.bonus[0]
        return twin

    def public_moves_are_certain(self) -> bool:
        return True


class Endless(ToyState):
    def apply(self, move: i64) -> None:
        ToyState.apply(self, move)
        if self.actor == CHANCE:
            self.round = 1


@pytest.mark.parametrize(
    ("state", "problem"),
    [
        (Sharing, "a copy shares something with its original"),
        (Unordered, "the legal moves are not ascending"),
        (Weightless, r"3 draws have the weights \[1, 0, 1\]"),
        (Overdrawn, "a draw was sampled that is not legal"),
        (Early, "there are winners before the game is over"),
        (Revealing, "hide changes the position itself"),
        (Uncertain, "other public moves are legal, though they are called certain"),
        (Endless, "the round falls from 2 to 1|has not ended"),
    ],
)
def test_contract_check_reports_the_violation(
    state: type[ToyState], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "_MOST_MOVES", 1000)

    class Broken(ToyGame):
        def start(self) -> ToyState:
            return state(self.players)

    game: Game = Broken(2)
    with pytest.raises(ContractError, match=problem):
        check(game)

"""Play the same tokens on the core and the reference and compare both at every ply."""

from random import Random
from typing import Self

from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.reading import read
from tests.support.vanuatu.styles import Style, choose
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.games import make_game
from vanuatu.core.vanuatu.layout import At
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Supply
from vanuatu.notation.codec import SEAT_LETTERS, codec_for
from vanuatu.notation.vanuatu.names import SHIP_NAMES

VARIANTS: list[tuple[int, tuple[str, ...]]] = [
    (players, options)
    for players in (2, 3, 4, 5)
    for options in ((), ("waters",), ("nocharacters",), ("nocharacters", "waters"))
    if players > 2 or "nocharacters" not in options
]
CODEC = codec_for("vanuatu")


class Pair:
    """One game in both implementations; `played` are its tokens so far."""

    def __init__(self, core: State, reference: Reference, name: str) -> None:
        self.core = core
        self.reference = reference
        self.name = name
        self.played: list[str] = []

    @classmethod
    def new(cls, players: int, options: tuple[str, ...]) -> Self:
        name = f"{players} players {','.join(options)}"
        return cls(make_game("vanuatu", players, options).start(), Reference(players, options), name)

    @classmethod
    def at(cls, position: str) -> Self:
        """Both at the position of a FEN tag."""
        return cls(CODEC.read_position(position), read(position), position)

    def legal(self) -> dict[str, int]:
        """The legal tokens and the core's moves for them, after everything has been compared."""
        moves = [int(move) for move in self.core.legal_moves()]
        tokens = [CODEC.token(self.core, move) for move in moves]
        assert moves == sorted(set(moves)), self.story("the core's moves do not ascend")
        expected = self.reference.legal()
        missing = sorted(set(expected) - set(tokens))
        surplus = sorted(set(tokens) - set(expected))
        assert (missing, surplus) == ([], []), self.story(f"the core misses {missing} and adds {surplus}")
        assert len(tokens) == len(expected), self.story("the core writes two moves alike")
        if self.core.actor == CHANCE:
            weights = dict(zip(tokens, map(int, self.core.weights()), strict=True))
            assert same_chances(weights, expected), self.story("the core weighs the draws otherwise")
        return dict(zip(tokens, moves, strict=True))

    def compare(self) -> None:
        """Everything but the legal moves."""
        reference, core = self.reference, self.core
        expected = reference.view()
        found = CODEC.view(core)
        different = {key: (found[key], expected[key]) for key in expected if found[key] != expected[key]}
        assert not different, self.story(f"core and reference see {different}")
        assert pile_of(core) == sorted(reference.ship_pile), self.story("the piles of ships differ")
        actor = {CHANCE: "#", OVER: None}.get(int(core.actor)) if core.actor < 0 else SEAT_LETTERS[core.actor]
        assert actor == reference.actor, self.story("somebody else decides")
        assert list(core.scores()) == reference.scores(), self.story(f"core scores {list(core.scores())}")
        winners = [SEAT_LETTERS[seat] for seat in core.winners()]
        assert winners == reference.winners(), self.story(f"core lets {winners} win")

    def apply(self, token: str, move: int) -> None:
        self.core.apply(move)
        self.reference.apply(token)
        self.played.append(token)

    def story(self, complaint: str) -> str:
        return f"{complaint}\n{self.name}: {' '.join(self.played)}"


def pile_of(core: State) -> list[str]:
    """The ships that are left in the core's pile."""
    assert isinstance(core, VanuatuState)
    counts = core.b[At.SHIP_PILE : At.SHIP_PILE + Supply.SHIP_KINDS]
    return sorted(name for name, count in zip(SHIP_NAMES, counts, strict=True) for _ in range(count))


def same_chances(some: dict[str, int], others: dict[str, int]) -> bool:
    """Return whether two sets of weights have the same proportions."""
    return all(some[token] * sum(others.values()) == others[token] * sum(some.values()) for token in others)


def play_both(pair: Pair, style: Style, random: Random, plies: int = 1000) -> None:
    """Play so far, or to the end, in this style, comparing at every ply."""
    pair.compare()
    while pair.reference.actor is not None and len(pair.played) < plies:
        legal = pair.legal()
        token = choose(style, sorted(legal), random)
        pair.apply(token, legal[token])
        pair.compare()
    assert (len(pair.core.legal_moves()) == 0) == (pair.reference.actor is None)

"""Positions for tests that read like sentences: name what matters, the rest is as in a quiet game.

    scene("1 act p", p="3v +B", on={"a2": "Bt"}).play("Ba2")

is round 1, purple acts, has 3 vatus and a marker on building, and teal has a hut on Efate. The core
and the reference play side by side, so whatever is said of one is said of both.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypedDict, Unpack

from tests.support.vanuatu.reference.components import (
    CHARACTERS,
    LANDS,
    PRINTED_FISH,
    PRINTED_TREASURE,
    SHIP_PILE,
    tourist_pile,
)
from tests.support.vanuatu.reference.reading import read
from tests.support.vanuatu.side_by_side import CODEC, Pair
from vanuatu.core.game import State
from vanuatu.core.vanuatu.layout import Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.notation.codec import SEAT_LETTERS

LAYOUT = {
    1: "a2:E0 a3:S1 b2:S0 b3:S2",
    2: "a2:E0 a3:S1 b2:S0 b3:S2 a1:B2 b1:A1",
    3: "a2:E0 a3:S1 b2:S0 b3:S2 a1:B2 b1:A1 c2:C2 b4:D1",
    4: "a2:E0 a3:S1 b2:S0 b3:S2 a1:B2 b1:A1 c2:C2 b4:D1 a4:E2 c4:F1",
    8: "a2:E0 a3:S1 b2:S0 b3:S2 a1:B2 b1:A1 c2:C2 b4:D1 a4:E2 c4:F1 c3:A2 c5:B1 d3:C1 c6:D2 b5:E1 c1:F2",
}
VISIBLE = {1: "A1 B2", 2: "C2 D1", 3: "E2 F1", 4: "A2 B1", 8: ""}
SHIPS = "kcb kkk cbb"


class Scene(Pair):
    """Both implementations at a position, with questions that tests ask."""

    @property
    def tokens(self) -> set[str]:
        """What may be played."""
        return set(self.legal())

    def starting(self, *beginnings: str) -> set[str]:
        """What may be played that begins so."""
        return {token for token in self.tokens if token.startswith(beginnings)}

    def chance(self, token: str) -> Fraction:
        """How likely nature's token is."""
        moves = self.legal()
        weights = dict(zip(moves, map(int, self.core.weights()), strict=True))
        return Fraction(weights[token], sum(weights.values()))

    def play(self, tokens: str) -> "Scene":
        """Play these one after the other; each must be legal."""
        for token in tokens.split():
            legal = self.legal()
            assert token in legal, self.story(f"{token} is not legal ({' '.join(sorted(legal))})")
            self.apply(token, legal[token])
            self.compare()
        return self

    def why(self, token: str) -> int:
        """The code of the reason why a token is refused; the position stays as it was."""
        move = CODEC.parse(self.core, token)
        before = CODEC.write_position(self.core)
        refusal = self.core.push(move)
        assert refusal is not None, self.story(f"{token} was not refused")
        assert token not in self.tokens
        assert CODEC.write_position(self.core) == before
        assert CODEC.refusal(self.core, refusal, move)
        return int(refusal.code)

    def player(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.view["players"][seat]
        return found

    def purse(self, seat: str) -> tuple[int, int]:
        """Vatus and points."""
        return self.player(seat)["vatus"], self.player(seat)["points"]

    def tile(self, cell: str) -> dict[str, Any]:
        found: dict[str, Any] = self.view["board"][cell]
        return found

    @property
    def view(self) -> Mapping[str, Any]:
        return CODEC.view(self.core)

    @property
    def seat(self) -> str | None:
        """Who decides: a seat, `#` for nature, None when the game is over."""
        return self.reference.actor

    @property
    def scores(self) -> list[int]:
        return [int(score) for score in self.core.scores()]

    @property
    def winners(self) -> list[str]:
        return [SEAT_LETTERS[seat] for seat in self.core.winners()]


def new(players: int, *options: str) -> Scene:
    """A game before its first draw."""
    return Scene.new(players, options)


class Setting(TypedDict, total=False):
    """What a test may say of a position: `on` is what lies on cells instead of what is printed there."""

    players: int
    waters: bool
    layout: str
    on: dict[str, str]
    ships: str
    pile: str
    tourists: int
    tiles: str
    market: str
    first: str
    die: str
    cast: str
    neutral: str
    p: str
    t: str
    y: str
    o: str
    b: str


def scene(turn: str, **setting: Unpack[Setting]) -> Scene:
    """A position in this round, phase and turn (`4 act p`); what is not said is as in a quiet game."""
    position = written_position(turn, setting)
    at = Scene(without_tiles(position), read(position), position)
    give_tiles(at)
    at.compare()
    return at


def written_position(turn: str, setting: Setting) -> str:
    """The position as the FEN tag writes it."""
    round_ = int(turn.split()[0])
    players, ships = setting.get("players", 3), setting.get("ships", SHIPS)
    on = setting.get("on", {})
    layout = setting.get("layout", LAYOUT[max(known for known in LAYOUT if known <= round_)])
    hands = hands_of(SEAT_LETTERS[:players], setting, on)
    game = f"vanuatu {players}" + " waters" * setting.get("waters", False)
    sections = [game if "@" in " ".join(hands) else f"{game} nocharacters", turn]
    sections += [f"first {setting.get('first', 'p')}", f"market {setting.get('market', '3')}"]
    left = "".join(map(str, sorted(tourist_pile(players))[: 8 - round_]))
    sections.append(f"tourists {setting.get('tourists', 2)}" + (f" / {left}" if left else ""))
    sections.append(f"ships {ships} / {setting.get('pile', others(ships))}")
    tiles = setting.get("tiles", VISIBLE.get(round_, ""))
    sections += [f"tiles {tiles}"] if tiles else []
    board = [written(word[:2], word[3:], on.get(word[:2])) for word in layout.split()]
    sections.append(" ".join(["board", *board]))
    extras = {"die": setting.get("die"), "cast": setting.get("cast"), "neutral": setting.get("neutral")}
    sections += [f"{keyword} {text}" for keyword, text in extras.items() if text]
    return "; ".join(sections + hands)


def hands_of(seats: str, setting: Setting, on: dict[str, str]) -> list[str]:
    """The section of each seat; who is given no character where others are has one whose bonus is used."""
    given = {
        "p": setting.get("p", ""),
        "t": setting.get("t", ""),
        "y": setting.get("y", ""),
        "o": setting.get("o", ""),
        "b": setting.get("b", ""),
    }
    huts = "".join(word for marks in on.values() for word in marks.split() if word[0] == "B")
    named = " ".join(given.values())
    idle = [f"@{name}*" for name in IDLE if name not in named]
    sections = []
    for seat in seats:
        hand = given[seat].split()
        if ("@" in named or len(seats) == 2) and "@" not in given[seat]:
            hand.append(idle.pop(0))
        sections.append(" ".join([seat, *in_hand(hand, huts.count(seat))]))
    return sections


def without_tiles(position: str) -> State:
    """The core's position with empty hands, so that nobody asks where fish and treasures come from."""
    hands = re.compile(r"(?<=; )[ptyob] [^;]*")
    return CODEC.read_position(hands.sub(lambda hand: re.sub(r" [F^][123]+", "", hand[0]), position))


def give_tiles(at: Scene) -> None:
    """Hand out the fish and treasures that the reference has read."""
    assert isinstance(at.core, VanuatuState)
    for seat, player in enumerate(at.reference.table.players.values()):
        base = Seat.BASE + Seat.SIZE * seat
        for field, values in ((Seat.FISH, player.fish), (Seat.TREASURE, player.treasures)):
            at.core.b[base + field] = sum(1 << 4 * (int(value) - 1) for value in values)


IDLE = [name for name in CHARACTERS if name not in ("beggar", "governor", "preacher")]


def others(ships: str) -> str:
    """The ships that are not shown."""
    pile = list(SHIP_PILE)
    for ship in ships.split():
        pile.remove(ship.split(":")[0])
    return " ".join(pile)


def written(cell: str, tile: str, marks: str | None) -> str:
    if marks is None and tile in LANDS:
        marks = f"G{LANDS[tile].goods}"
    elif marks is None:
        counts = {"F": PRINTED_FISH[tile], "X": PRINTED_TREASURE[tile]}
        marks = " ".join(f"{kind}{count}" for kind, count in counts.items() if count)
    return f"{cell}:{tile}({marks})" if marks else f"{cell}:{tile}"


def in_hand(words: list[str], standing: int) -> list[str]:
    """Return a player's pieces. Defaults: 3 vatus, no points, the boat on b2 and all other huts."""
    defaults = {"v": "3v", "p": "0p", "boat": "b2", "B": f"B{8 - standing}"}
    for word in words:
        kind = word[-1] if word[0].isdigit() else "boat" if word[0] in "abcd" else word[0]
        defaults.pop(kind, None)
    return [*defaults.values(), *words]

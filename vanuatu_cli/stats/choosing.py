"""Which games and seats a report is about: `--player`, `--game` and `--where`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core import games
from notation.errors import shown
from notation.tags import seats_of
from vanuatu_cli.errors import CallFault

PLAYERS: Final = "Players"  # not a tag, but asked for like one: the number of players
_CONDITION: Final = re.compile(r"([A-Za-z0-9_]+)(!?=)(.*)", re.DOTALL)

Condition = Callable[[Mapping[str, str]], bool]


@dataclass(frozen=True)
class Choice:
    """What was asked for; without anything all games."""

    players: tuple[str, ...] = ()
    game: str = ""
    where: tuple[str, ...] = ()

    @classmethod
    def of(cls, players: Sequence[str], game: str | None, where: Sequence[str]) -> "Choice":
        """CallFault if there is no such game, or a condition is not written as it should be."""
        if game is not None and game not in games.names():
            raise CallFault(f"--game {shown(game)}: it is one of {', '.join(games.names())}")
        for text in where:
            _condition(text)
        return cls(tuple(players), game or "", tuple(where))

    def conditions(self) -> list[Condition]:
        """What the tags of a game must fulfil."""
        conditions = [_condition(text) for text in self.where]
        game, players = self.game, self.players
        if game:
            conditions.append(lambda tags: tags.get("GameType", games.names()[0]) == game)
        if players:
            conditions.append(lambda tags: any(tags[seat] in players for seat in seats_of(tags)))
        return conditions

    def counted(self, names: Sequence[str]) -> list[bool]:
        """Which seats count, by the names of those who sit there."""
        return [not self.players or name in self.players for name in names]


def _condition(text: str) -> Condition:
    """`Tag=value` or `Tag!=value`; a * stands for any text, and one word of a comma list is enough."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise CallFault(f"--where {shown(text)}: it is written Tag=value or Tag!=value, like Variant=waters")
    tag, sign, value = found.groups()
    pattern = re.compile(".*".join(re.escape(part) for part in value.split("*")), re.DOTALL)
    wanted = sign == "="

    def holds(tags: Mapping[str, str]) -> bool:
        if tag == PLAYERS:
            there = str(len(seats_of(tags)))
        elif tag == "GameType":
            there = tags.get(tag, games.names()[0])
        else:
            there = tags.get(tag, "")
        words = [there, *(word.strip() for word in there.split(","))]
        return any(pattern.fullmatch(word) for word in words) == wanted

    return holds

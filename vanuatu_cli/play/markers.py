"""Moves that are made of several choices, such as the actions of two markers, chosen one at a time.

A game whose moves are like that has a module `markers` beside its codec, with the names in `MarkerRules`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from vanuatu.cli.terminal.text_layout import flowing
from vanuatu.core import games
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.wording import listed

MOST_PARTNERS = 2  # more actions that would make another one possible are not named


class MarkerRules(Protocol):
    """The module `markers` of a game. A part is a letter, the parts of a move are a word of letters."""

    NAMES: Mapping[str, str]  # of the parts, in the order of the game
    SYNONYMS: Mapping[str, str]
    FILLERS: Sequence[str]  # words that mean nothing here

    # Each game has its own type of state.
    def parts(self, state: Any, move: int) -> str: ...

    def progress(self, state: Any) -> tuple[str, int, int]: ...

    def standing(self, state: Any, part: str, chosen: str) -> str: ...

    def refusal(self, state: Any, chosen: str, part: str) -> str: ...


@cache
def rules_of(game: str) -> MarkerRules | None:
    """Return the module of a game, or None."""
    module: Any = games.part("vanuatu.notation", game, "markers")
    rules: MarkerRules | None = module
    return rules


class Markers:
    """The decision of a position as parts that are chosen one after the other."""

    def __init__(self, rules: MarkerRules, state: State, moves: Sequence[tuple[str, int]]) -> None:
        self.rules = rules
        self.state = state
        self._moves = [(Counter(parts), move) for parts, move in moves if parts]
        self.others = [move for parts, move in moves if not parts]  # such as the sale of a treasure
        self.size = next(parts.total() for parts, _ in self._moves)

    @property
    def doing(self) -> str:
        return self.rules.progress(self.state)[0]

    def read(self, text: str) -> str:
        """Return the parts that a text names; "" if it names anything else."""
        words = text.lower().replace("+", " + ").replace("~", " ~ ").replace(",", " ").split()
        named = {name: part for part, name in self.rules.NAMES.items()}
        found = ""
        for word in (self.rules.SYNONYMS.get(word, word) for word in words):
            if word in named:
                found += named[word]
            elif len(word) <= self.size and all(letter.upper() in self.rules.NAMES for letter in word):
                found += word.upper()
            elif word not in self.rules.FILLERS:
                return ""
        return found

    def move(self, chosen: str) -> int:
        """Return the legal move with exactly these parts, or -1."""
        wanted = Counter(chosen)
        return next((move for parts, move in self._moves if parts == wanted), -1)

    def move_after(self, chosen: str, text: str) -> int:
        """Return the legal move of the chosen parts and those that a text names, or of these alone, or -1."""
        found = self.read(text)
        together = self.move(chosen + found) if found else -1
        return together if together >= 0 else self.move(found)

    def named(self, parts: str) -> str:
        """Return the names of parts: `sail and fish`."""
        return listed([self.rules.NAMES[part] for part in parts])

    def possible(self, chosen: str) -> bool:
        """Return whether a legal move has these parts, and perhaps more."""
        wanted = Counter(chosen)
        return any(wanted <= parts for parts, _ in self._moves)

    def next_parts(self, chosen: str) -> list[str]:
        """Return the parts that can be chosen next."""
        return [part for part in self.rules.NAMES if self.possible(chosen + part)]

    def meaning(self, part: str, chosen: str) -> str:
        """Return what completion prints beside a part."""
        partners = self._partners(part, chosen)
        together = (
            f"together with {_either([self.rules.NAMES[one] for one in partners])}; " if partners else ""
        )
        return together + self.rules.standing(self.state, part, chosen)

    def _partners(self, part: str, chosen: str) -> list[str]:
        """Return the other parts that make a part possible; none if it needs none."""
        left = self.size - len(chosen)
        if self.move(chosen + part * left) >= 0 or left < 2:
            return []
        return [other for other in self.rules.NAMES if self.possible(chosen + part + other)]

    # Lines to show

    def prompt(self, chosen: str) -> str:
        """Return `plans markers 1–2 of 5 ○○○○○`, with a filled dot for each placed marker, and the parts."""
        _, before, most = self.rules.progress(self.state)
        placed = before + len(chosen)
        names = "".join(f" {self.rules.NAMES[part]} +" for part in chosen)
        return f"{self.numbered('–')} {'●' * placed}{'○' * (most - placed)}{names}"

    def numbered(self, dash: str) -> str:
        """Return which markers are placed now: `plans markers 1–2 of 5`, `plans marker 5 of 5`."""
        doing, before, most = self.rules.progress(self.state)
        first, last = before + 1, before + self.size
        which = f"marker {last}" if first == last else f"markers {first}{dash}{last}"
        return f"{doing} {which} of {most}"

    def why(self, text: str, chosen: str) -> str:
        """Return whether the parts that a text names can be chosen now, or why not; "" for whole moves."""
        found = self.read(text)
        if not found or len(found) >= self.size or self.move(chosen + found) >= 0:
            return ""
        names = " ".join(self.rules.NAMES[part] for part in found)
        if not self.possible(chosen + found):
            reason = self.rules.refusal(self.state, chosen + found[:-1], found[-1])
            return f"{names}: {reason}." if reason else ""
        verb = self.doing.split()[0].removesuffix("s")
        partners = [self.rules.NAMES[part] for part in self._partners(found[-1], chosen + found[:-1])]
        other = _either(partners) if partners else "a second action"
        return f"{names}: you may {verb} this now; name {other} with it."

    def lines(self, chosen: str, width: int, reasons: bool = True) -> list[Line]:
        """Return what can be chosen next, what only together with another part, and what cannot and why."""
        lines: list[Line] = []
        if chosen:
            part = chosen[-1]
            standing = self.rules.standing(self.state, part, chosen[:-1])
            words = f"({standing}). With it:".split()
            lines += flowing([[("strong", self.rules.NAMES[part])], *[[("", word)] for word in words]], width)
        ready, together, refused = self._sorted(chosen)
        first: list[Line] = [[("good", "✓")], *[self._name(part) for part in ready]]
        for others, group in together.items():
            words = [self.rules.NAMES[part] for part in others]
            first += [[("dim", f" ~ with {_either(words)}:")], *[self._name(part) for part in group]]
        lines += flowing(first, width)
        if refused:
            last: list[Line] = [[("bad", "– no:")]]
            for at, (why, group) in enumerate(refused.items(), 1):
                names = ", ".join(self.rules.NAMES[part] for part in group)
                end = ";" if at < len(refused) else ""
                text = f"{names} ({why}){end}" if reasons and why else f"{names}{end}"
                last += [[("dim", word)] for word in text.split()]
            lines += flowing(last, width)
        return lines

    def sentences(self, chosen: str) -> list[str]:
        """Return the same as sentences, for a screen reader."""
        names = self.rules.NAMES
        told = []
        if chosen:
            told.append(f"{names[chosen[-1]]}: {self.rules.standing(self.state, chosen[-1], chosen[:-1])}.")
        ready, together, refused = self._sorted(chosen)
        if ready:
            told.append(f"Possible: {', '.join(names[part] for part in ready)}.")
        for partners, group in together.items():
            words = _either([names[part] for part in partners])
            told.append(f"Possible with {words}: {', '.join(names[part] for part in group)}.")
        for why, group in refused.items():
            reason = f", because: {why}" if why else ""
            told.append(f"Not possible: {', '.join(names[part] for part in group)}{reason}.")
        return told

    def _sorted(
        self, chosen: str
    ) -> tuple[list[str], dict[tuple[str, ...], list[str]], dict[str, list[str]]]:
        """Return the parts that are possible next, those that need other parts, and the others by reason."""
        ready: list[str] = []
        together: dict[tuple[str, ...], list[str]] = {}
        refused: dict[str, list[str]] = {}
        for part in self.rules.NAMES:
            if not self.possible(chosen + part):
                refused.setdefault(self.rules.refusal(self.state, chosen, part), []).append(part)
            elif partners := self._partners(part, chosen):
                together.setdefault(tuple(partners), []).append(part)
            else:
                ready.append(part)
        return ready, together, refused

    def _name(self, part: str) -> Line:
        """Return the name of a part with its letter in capitals: `eXplore`, `sell(V)`."""
        name = self.rules.NAMES[part]
        at = name.find(part.lower())
        if at < 0:
            return [("", f"{name}("), ("token", part), ("", ")")]
        return [("", name[:at]), ("token", part), ("", name[at + 1 :])]


def markers_of(game: str, state: State, legal: Sequence[int]) -> Markers | None:
    """Return the decision as parts, or None if its moves are not made of parts."""
    rules = rules_of(game)
    if rules is None:
        return None
    moves = [(rules.parts(state, move), move) for move in legal]
    return Markers(rules, state, moves) if any(parts for parts, _ in moves) else None


def _either(words: list[str]) -> str:
    return " or ".join(words[:MOST_PARTNERS]) if len(words) <= MOST_PARTNERS else "another action"

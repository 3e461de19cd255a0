"""The report on games of Maori a second time, naively, from what `replay --ndjson --state` prints.

Only what Maori has of its own; results are counted by `naive` for both games.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from tests.stats.naive import SEATS, Report, games_of, tags_of

PLACES = [side + number for side in "nesw" for number in "1234"]
MOVES = (
    ("explorer ship", r">.*"),
    ("tile laid", r"\d=[a-e]\d.*"),
    ("tile stored", r"\d=store"),
    ("stored tile laid", r"store=.*"),
    ("tile taken off", r"-.*"),
    ("small ship", r"~.*"),
    ("nothing", r"pass"),
)
REACHES = ("first", "second", "third", "fourth")


def kind_of(ply: dict[str, Any]) -> str | None:
    """Which move of the report it is: neither nature's, nor the ship's first place, nor a ship that stays."""
    if ply["seat"] == "#" or ply["phase"] == "setup" or (ply["token"], ply["phase"]) == ("pass", "sail"):
        return None
    return next(name for name, pattern in MOVES if re.fullmatch(pattern, ply["token"]))


class Game:
    """What each seat did, in numbers by name."""

    def __init__(self, plies: list[dict[str, Any]]) -> None:
        self.seats = list(plies[-1]["state"]["players"])
        self.did: dict[str, dict[str, int]] = {seat: defaultdict(int) for seat in self.seats}
        before = plies[0]["state"]
        for ply in plies:
            if kind := kind_of(ply):
                self.look(kind, ply["seat"], ply["token"], before, ply["state"])
            before = ply["state"]
        for seat, player in before["players"].items():
            self.did[seat]["tiles"] = len(player["board"])
            self.did[seat]["shells"] = player["shells"]

    def look(self, kind: str, seat: str, token: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        did = self.did[seat]
        did[kind] += 1
        shells = after["players"][seat]["shells"] - before["players"][seat]["shells"]
        paid = max(0, -shells)
        if kind == "explorer ship":
            steps = (PLACES.index(token[1:]) - PLACES.index(before["explorer"])) % 16
            did["steps"] += steps or 16
        elif token[0].isdigit():
            did[REACHES[int(token[0]) - 1]] += 1
            paid = int(token[0]) - 1
        did[f"{kind} paid"] += paid
        did[f"{kind} gained"] += shells + paid


def groups(tags: dict[str, str], seat: str) -> Iterator[str]:
    yield "all"
    yield "winners" if SEATS[seat].capitalize() in tags["Winner"].split(",") else "others"
    yield tags[SEATS[seat].capitalize()]


def report_on(text: str, lines: Iterable[str]) -> Report:
    """The tables `moves` and `tiles`."""
    report = Report()
    total: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for number, (tags, plies) in enumerate(zip(tags_of(text), games_of(lines), strict=True)):
        game = Game(plies)
        report.game = number
        for seat, did in game.did.items():
            for group in groups(tags, seat):
                total[group]["seats"] += 1
                for name, times in did.items():
                    total[group][name] += times
                for taken in REACHES:
                    for reach in REACHES:
                        for _ in range(did[taken]):
                            report.add(report.shares, ("tiles", group, reach), float(reach == taken))
    for kind, _ in MOVES:
        for column, group in (("times", "all"), ("by_winners", "winners"), ("by_others", "others")):
            report.counts["moves", kind, column] = total[group][kind] / total[group]["seats"]
        for column in ("paid", "gained"):
            report.counts["moves", kind, column] = total["all"][f"{kind} {column}"] / total["all"]["seats"]
    for group, did in total.items():
        report.counts["tiles", group, "steps"] = did["steps"] / did["explorer ship"]
        for name in ("tiles", "shells"):
            report.counts["tiles", group, name] = did[name] / did["seats"]
    return report

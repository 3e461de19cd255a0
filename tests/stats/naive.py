"""The report on games of Vanuatu a second time, naively, from what `replay --ndjson --state` prints.

It does not use the core. It reads each position as a map, before and after a move, and makes a list of
numbers for each figure of the report. The expected figure is a mean or a share of such a list.
"""

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

State = dict[str, Any]
Cell = tuple[str, str, str]  # table, row, column

SEATS = {"p": "purple", "t": "teal", "y": "yellow", "o": "orange", "b": "blue"}
NUMBERS = ("first", "second", "third", "fourth", "fifth")
ACTIONS = {
    "S": "sail", "B": "build", "X": "explore", "F": "fish", "V": "sell", "G": "buy", "D": "draw",
    "T": "transport", "R": "rest",
}  # fmt: skip
PENALTIES = {0: 0, 1: 1, 2: 3, 3: 5, 4: 7}
GROUPS = ("all", "winners", "others")


class Report:
    """Every figure as the list of the numbers it is made of."""

    def __init__(self) -> None:
        self.shares: dict[Cell, list[float]] = defaultdict(list)
        self.means: dict[Cell, list[float]] = defaultdict(list)
        self.counts: dict[Cell, float] = defaultdict(float)
        self.rates: dict[Cell, list[float]] = defaultdict(list)  # means that are shown without interval
        self.scores: dict[str, list[int]] = {"all": [], "winners": []}
        self.game = 0
        self.games: dict[Cell, list[int]] = defaultdict(list)  # of each number, where a game may have several

    def add(self, kind: dict[Cell, list[float]], cell: Cell, number: float) -> None:
        """Add a number of a seat in the current game."""
        kind[cell].append(number)
        self.games[cell].append(self.game)

    def by_game(self, cell: Cell, numbers: list[float]) -> list[float] | None:
        """The sums by game of the differences from the mean; None if each game has one number."""
        games = self.games.get(cell, [])
        if len(set(games)) == len(games):
            return None
        mean = sum(numbers) / len(numbers)
        found: dict[int, float] = defaultdict(float)
        for game, number in zip(games, numbers, strict=True):
            found[game] += number - mean
        return list(found.values())

    def value(self, cell: Cell) -> float:
        for kind in (self.shares, self.means, self.rates):
            if cell in kind:
                return sum(kind[cell]) / len(kind[cell])
        return self.counts[cell]

    def interval(self, cell: Cell) -> tuple[float, float] | None:
        """The interval of 95 %: Wilson's for shares, by the standard deviation for means."""
        z = 1.959964
        if numbers := self.shares.get(cell):
            n: float = len(numbers)
            p, most = sum(numbers) / n, 1.0
            if (rests := self.by_game(cell, numbers)) is not None:
                sizes = Counter(self.games[cell]).values()
                if cell[2] == "win":  # the seats of a game have one win together
                    most = len(sizes) / n
                p = min(1, p / most)
                varied = sum(rest**2 for rest in rests) / (n * most) ** 2
                n = n**2 / sum(size**2 for size in sizes)
                if 0 < p < 1 and varied > 1e-12:
                    n = p * (1 - p) / varied
            half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
            middle = p + z**2 / (2 * n)
            low, high = (max(0, min(1, (middle + sign * half) / (1 + z**2 / n))) for sign in (-1, 1))
            return low * most, high * most
        numbers = self.means.get(cell, [])
        if len(numbers) < 2:
            return None
        mean = sum(numbers) / len(numbers)
        if (rests := self.by_game(cell, numbers)) is not None:
            sizes = Counter(self.games[cell]).values()
            part = 1 - sum(size**2 for size in sizes) / len(numbers) ** 2
            if part < 1e-12:
                return None
            half = z * math.sqrt(sum(rest**2 for rest in rests) / len(numbers) ** 2 / part)
            return mean - half, mean + half
        deviation = math.sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1))
        return mean - z * deviation / math.sqrt(len(numbers)), mean + z * deviation / math.sqrt(len(numbers))

    def cells(self) -> Iterator[Cell]:
        for kind in (self.shares, self.means, self.rates, self.counts):
            yield from kind


def tags_of(text: str) -> Iterator[dict[str, str]]:
    """The tags of each game of a canonical PVN file."""
    for game in re.split(r"\n(?=\[Event )", text):
        yield dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.MULTILINE))


def games_of(lines: Iterable[str]) -> Iterator[list[dict[str, Any]]]:
    """The plies of each game of `replay --ndjson --state`."""
    plies: list[dict[str, Any]] = []
    for line in lines:
        ply = json.loads(line)
        seated = ply["state"]["players"]
        ply["state"]["players"] = {seat: player for seat, player in seated.items() if player is not None}
        if plies and ply["game"] != plies[0]["game"]:
            yield plies
            plies = []
        plies.append(ply)
    yield plies


def score_parts(state: State, seat: str) -> dict[str, int]:
    """Return the counts if the game ended in this position."""
    player = state["players"][seat]
    points, vatus = 0, player["vatus"] + sum(player["fish"])
    while vatus >= 10:
        points, vatus = points + 5, vatus - 10
    huts = waters = 0
    for tile in state["board"]:
        own = (tile["huts"] or "").count(seat)
        if own:
            huts += 2 * own * tile["tourists"]
            waters -= own * PENALTIES[tile["water"]]
    return {
        "track": player["points"],
        "fish": points,
        "first": 3 if state["first"] == seat else 0,
        "vatus": vatus // 3,
        "treasures": 2 * sum(player["treasures"]),
        "huts": huts,
        "waters": waters,
    }


def is_lost(state: State) -> bool:
    return len([tile for tile in state["board"] if tile["submerged"]]) >= 3


class Game:
    """One game, looked at move by move."""

    def __init__(self, report: Report, tags: dict[str, str], plies: list[dict[str, Any]]) -> None:
        self.report = report
        self.plies = plies
        self.seats = list(plies[-1]["state"]["players"])
        self.names = [tags[SEATS[seat].capitalize()] for seat in self.seats]
        winners = tags.get("Winner", "").lower().split(",")
        self.wins = [(SEATS[seat] in winners) / len(winners) for seat in self.seats]
        self.lost = not any(self.wins)
        self.scores = [int(score) for score in tags["Result"].split(",")]
        self.did: dict[str, dict[tuple[str, str], float]] = {seat: defaultdict(float) for seat in self.seats}
        self.parts: dict[str, dict[str, float]] = {seat: defaultdict(float) for seat in self.seats}
        self.opener = ""
        self.cast: list[str] = []
        self.first_character: dict[str, str] = {}
        self.first_markers: dict[str, str] = {}
        self.first_plan: dict[str, str] = defaultdict(str)
        self.worth: dict[str, int] = {}
        self.rose: list[int] = []  # a one for each die after which the waters rose
        self.in_round: dict[str, dict[str, int]] = {seat: defaultdict(int) for seat in self.seats}

    def count(self) -> None:
        before: State = {}
        for ply in self.plies:
            after = ply["state"]
            self.look(ply, before, after)
            before = after
        self.count_results()
        self.count_groups()
        self.count_part_differences()
        self.count_openings()

    # Moves

    def look(self, ply: dict[str, Any], before: State, after: State) -> None:
        seat, token, phase, round = ply["seat"], ply["token"], ply["phase"], str(ply["round"])
        if token.startswith("#first="):
            self.opener = token[-1]
        elif token.startswith("#cast="):
            self.cast = token[6:].split(",")
        elif token.startswith("#flood="):
            self.rose.append(0)
        if seat == "#":
            return
        if not self.worth:
            self.worth = {one: sum(score_parts(before, one).values()) for one in self.seats}
        if phase == "character":
            self.choose(seat, token[1:], before, round)
        elif phase == "plan" and token[0] == "+":
            if round == "1":
                self.first_markers.setdefault(seat, token)
                self.first_plan[seat] += token[1:]
            if after["phase"] == "act":
                self.planned(after)
        elif phase in ("plan", "act", "beg"):
            self.act(ply, before, after)
        over = after["phase"] == "over" or after["round"] != ply["round"]
        if over:
            self.end_round(round, after)

    def choose(self, seat: str, character: str, before: State, round: str) -> None:
        held = [player["character"] for player in before["players"].values()]
        known = self.cast if len(self.seats) == 2 else CHARACTERS
        first = seat == before["first"]
        for name in known:
            if name not in held:
                self.report.counts["characters", name, "offered"] += 1
                self.report.counts["characters", name, "taken"] += name == character
                shares = self.report.shares
                self.report.add(shares, ("characters", name, "taken_of_offered"), name == character)
                if first:
                    self.report.add(shares, ("characters", name, "taken_first"), name == character)
        self.report.add(self.report.shares, ("characters", character, "used"), 0)
        if round == "1":
            self.first_character[seat] = character

    def planned(self, after: State) -> None:
        """Count the end of planning."""
        first = self.seats.index(after["first"])
        order = self.seats[first:] + self.seats[:first]
        for letter, action in ACTIONS.items():
            markers = {seat: after["players"][seat]["markers"][letter] for seat in order}
            for seat in order:
                self.did[seat]["markers", action] += markers[seat]
                self.did[seat]["planned", action] += markers[seat] > 0
            most = max(markers.values())
            leader = next(seat for seat in order if markers[seat] == most)
            neutral = after["neutral"][letter]
            home = HOMES.get(after["players"][leader]["character"]) == letter
            if most > neutral or (most == neutral and most > 0 and home):
                self.did[leader]["led", action] += 1

    def use(self, seat: str, before: State) -> None:
        """A power is used: the last zero of its list of uses becomes a one."""
        character = before["players"][seat]["character"]
        self.did[seat]["thing", "bonuses"] += 1
        self.report.shares["characters", character, "used"][-1] = 1

    def act(self, ply: dict[str, Any], before: State, after: State) -> None:
        seat, token, round = ply["seat"], ply["token"], str(ply["round"])
        did, parts = self.did[seat], self.parts[seat]
        points = after["players"][seat]["points"] - before["players"][seat]["points"]
        vatus = after["players"][seat]["vatus"] - before["players"][seat]["vatus"]
        if token[0] == "^":
            did["thing", "treasures_sold"] += 1
            parts["treasures"] += points
            return
        if re.fullmatch("@[0-3]", token):
            if token != "@0":
                did["thing", "begged"] += 1
                did["thing", "begged_points"] += int(token[1])
                did["thing", "begged_late"] += ply["phase"] == "beg"
                self.use(seat, before)
            parts["begging"] += points
            return
        markers = any(sum(player["markers"].values()) for player in after["players"].values())
        last = not markers and not is_lost(after)
        if last:
            rests = self.count_rests(ply, before, after)
            points -= rests[seat][0]
            vatus -= rests[seat][1]
            self.report.shares["rounds", round, "last_withdrawn"].append(token[0] == "-")
            self.report.shares["rounds", round, "first_moved"].append(after["first"] != before["first"])
        if token[0] == "-":
            did["withdrawn", ACTIONS[token[1]]] += 1
            self.in_round[seat]["withdrawn"] += 1
        elif token[0] == "@":
            did["thing", "governed"] += 1
            self.use(seat, before)
        else:
            self.perform(seat, token, before, after, points, vatus)

    def count_rests(self, ply: dict[str, Any], before: State, after: State) -> dict[str, tuple[int, int]]:
        """Points and change of vatus that each seat's rest tokens bring with the last marker of the round."""
        found = {}
        for seat in self.seats:
            tokens = before["players"][seat]["rest"] or ""
            if ply["seat"] == seat and ply["token"][0] == "R":
                tokens += ply["token"][1]
            points = tokens.count("p") + tokens.count("b")
            vatus = tokens.count("v") + tokens.count("b")
            turned = after["players"][seat]["vatus"] < vatus
            self.did[seat]["points", "rest"] += points + 5 * turned
            self.did[seat]["vatus", "rest"] += vatus
            self.parts[seat]["rests"] += points + 5 * turned
            found[seat] = (points + 5 * turned, vatus - 10 * turned)
        return found

    def perform(self, seat: str, token: str, before: State, after: State, points: int, vatus: int) -> None:
        did, parts = self.did[seat], self.parts[seat]
        letter = "S" if token[2:3] == "-" else "B" if token[0] == "W" else token[0]
        action = ACTIONS[letter]
        did["performed", action] += 1
        self.in_round[seat]["performed"] += 1
        if token.endswith("@"):
            self.use(seat, before)
        if before["die"] == 1:
            self.rose[-1] = 1
        if letter in "VX":
            vatus += 2 * points
        if letter == "T":
            vatus = next(len(tile["huts"]) for tile in before["board"] if tile["cell"] == token[1:3])
        did["points", action] += points
        did["vatus", action] += vatus
        if letter == "G":
            ships = filled(after) - filled(before)
            did["thing", "ships"] += ships
            parts["ships"] += 2 * ships
            parts["goods"] += points - 2 * ships
            self.in_round[seat]["ships"] += ships
        elif letter == "B":
            did["thing", "huts"] += token[0] == "B"
            did["thing", "dikes"] += "/" in token
        else:
            part = {"F": "fish", "V": "fish", "X": "treasures", "D": "drawings", "T": "tourists"}.get(letter)
            if part:
                parts[part] += points

    def end_round(self, round: str, after: State) -> None:
        if len(self.rose) == int(round) / 2:
            self.report.shares["rounds", round, "rose"].append(self.rose[-1])
        for seat in self.seats:
            for kind in ("performed", "withdrawn", "ships"):
                self.report.rates["rounds", round, kind].append(self.in_round[seat][kind])
            self.in_round[seat].clear()
        if is_lost(after):
            self.report.counts["rounds", round, "drowned"] += 1
            return
        self.report.counts["rounds", round, "games"] += 1
        worth = {seat: sum(score_parts(after, seat).values()) for seat in self.seats}
        for seat in self.seats:
            gain = worth[seat] - self.worth[seat]
            self.report.add(self.report.means, ("rounds", round, "gain"), gain)
            if character := after["players"][seat]["character"]:
                self.report.add(self.report.means, ("characters", character, "gain"), gain)
        self.worth = worth

    # The end

    def count_results(self) -> None:
        """Wins and scores by seat, by turn and by name."""
        final = self.plies[-1]["state"]
        ranks = [
            (win > 0, 0 if win or self.lost else score)
            for win, score in zip(self.wins, self.scores, strict=True)
        ]
        places = [1 + sum(rank > own for rank in ranks) + (ranks.count(own) - 1) / 2 for own in ranks]
        report = self.report
        for number, seat in enumerate(self.seats):
            turn = NUMBERS[(number - self.seats.index(self.opener)) % len(self.seats)]
            for table, row in (("seats", SEATS[seat]), ("turn_order", turn), ("players", self.names[number])):
                report.counts[table, row, "games"] += 1
                report.counts[table, row, "wins"] += self.wins[number]
                report.add(report.shares, (table, row, "win"), self.wins[number])
                report.rates[table, row, "even"].append(1 / len(self.seats))
                report.rates[table, row, "place"].append(places[number])
                report.counts[table, row, "lost"] += self.lost
                if not self.lost:
                    report.add(report.means, (table, row, "score"), self.scores[number])
        decisions = sum(ply["seat"] != "#" for ply in self.plies)
        report.counts["games", "all", "games"] += 1
        report.shares["games", "all", "lost"].append(self.lost)
        report.means["games", "all", "rounds"].append(self.plies[-1]["round"])
        report.means["games", "all", "decisions"].append(decisions)
        if not self.lost:
            best, second = sorted(self.scores)[:-3:-1]
            report.counts["games", "all", "shared"] += 0 < max(self.wins) < 1
            report.means["games", "all", "best_score"].append(best)
            report.means["games", "all", "lead"].append(best - second)
            for win, score in zip(self.wins, self.scores, strict=True):
                report.scores["all"].append(score)
                report.scores["winners"] += [score] if win else []
            for seat in self.seats:
                for part, points in score_parts(final, seat).items():
                    if part != "track":
                        self.parts[seat][part] += points

    def groups(self, number: int) -> Iterator[str]:
        yield "all"
        yield "winners" if self.wins[number] else "others"
        yield self.names[number]

    def count_groups(self) -> None:
        """Parts of scores and what was done, of all seats, winners and others, and each player."""
        report = self.report
        for number, seat in enumerate(self.seats):
            for group in self.groups(number):
                for thing in THINGS:
                    report.rates["doings", group, thing].append(self.did[seat]["thing", thing])
                for action in ACTIONS.values():
                    for kind in ("planned", "led", "performed", "withdrawn"):
                        report.rates[f"actions_{kind}", group, action].append(self.did[seat][kind, action])
                if not self.lost:
                    report.add(report.means, ("parts", group, "score"), self.scores[number])
                    for part in PARTS:
                        report.rates["parts", group, part].append(self.parts[seat][part])
            for action in ACTIONS.values():
                name = f"{SEATS[seat]} of {len(self.seats)}, {action}"
                for kind in ("markers", "planned", "led", "performed", "withdrawn", "points", "vatus"):
                    report.counts["actions_by_seat", name, kind] += self.did[seat][kind, action]
                for kind in ("markers", "planned", "led", "performed", "withdrawn"):
                    report.rates["actions", action, kind].append(self.did[seat][kind, action])
                planned, led, performed, taken = (
                    int(self.did[seat][kind, action]) for kind in ("planned", "led", "performed", "withdrawn")
                )
                for one in [1] * led + [0] * (planned - led):
                    report.add(report.shares, ("actions", action, "share_led"), one)
                for one in [1] * taken + [0] * performed:
                    report.add(report.shares, ("actions", action, "share_withdrawn"), one)
                for kind in ("points", "vatus"):
                    each = report.rates["actions", action, kind]
                    each += [self.did[seat][kind, action] / performed] * performed if performed else []

    def count_part_differences(self) -> None:
        """How much more of each part of the score the winners have than the others."""
        winners = [seat for number, seat in enumerate(self.seats) if self.wins[number]]
        others = [seat for seat in self.seats if seat not in winners]
        if self.lost or not winners or not others:
            return
        for part in PARTS:
            better, less = (
                sum(self.parts[seat][part] for seat in some) / len(some) for some in (winners, others)
            )
            self.report.means["part_differences", part, "difference"].append(better - less)

    def count_openings(self) -> None:
        report = self.report
        for number, seat in enumerate(self.seats):
            rows = [
                ("first_markers", "+" + ordered(self.first_markers[seat][1:])),
                ("first_plans", "+" + ordered(self.first_plan[seat])),
            ]
            if seat in self.first_character:
                rows.append(("first_characters", self.first_character[seat]))
            turn = NUMBERS[(number - self.seats.index(self.opener)) % len(self.seats)]
            rows += [(f"{table}_by_turn", f"{turn} of {len(self.seats)}: {row}") for table, row in rows]
            for table, row in rows:
                report.counts[table, row, "games"] += 1
                report.add(report.shares, (table, row, "win"), self.wins[number])
                report.rates[table, row, "even"].append(1 / len(self.seats))
                if not self.lost:
                    report.add(report.means, (table, row, "score"), self.scores[number])


CHARACTERS = (
    "artist", "beggar", "builder", "buyer", "diver", "fisherman",
    "governor", "guide", "navigator", "preacher", "vendor",
)  # fmt: skip
HOMES = {
    "artist": "D", "builder": "B", "buyer": "G", "diver": "X", "fisherman": "F", "guide": "T",
    "navigator": "S", "vendor": "V",
}  # fmt: skip
THINGS = (
    "huts", "dikes", "ships", "treasures_sold", "bonuses", "governed", "begged", "begged_points",
    "begged_late",
)  # fmt: skip
PARTS = (
    "fish", "treasures", "drawings", "goods", "ships", "tourists", "huts", "rests", "first", "vatus",
    "begging", "waters",
)  # fmt: skip


def ordered(plan: str) -> str:
    return "".join(letter * plan.count(letter) for letter in ACTIONS)


def filled(state: State) -> int:
    return sum(sorted(ship["wants"]) == sorted(ship["loaded"]) for ship in state["ships"])


def report_on(text: str, lines: Iterable[str]) -> Report:
    """The report on the games of a PVN file, whose replay is in the lines."""
    report = Report()
    for tags, plies in zip(tags_of(text), games_of(lines), strict=True):
        report.game += 1
        Game(report, tags, plies).count()
    decisions = report.means["games", "all", "decisions"]
    report.counts["games", "all", "shortest"] = min(decisions)
    report.counts["games", "all", "longest"] = max(decisions)
    for name, scores in report.scores.items():
        report.counts["scores", name, "seats"] = len(scores)
        for percent in (0, 10, 25, 50, 75, 90, 100):
            place = max(1, math.ceil(len(scores) * percent / 100))
            report.counts["scores", name, f"p{percent}"] = sorted(scores)[place - 1]
        for score in scores:
            column = "seats" if name == "all" else name
            report.counts["score_counts", str(score), column] += 1
    return report

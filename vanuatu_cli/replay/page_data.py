"""A game as data for its page: fragments of SVG, and for each ply which of them changed."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.cli.replay.curves import CurveMark, curve_svg
from vanuatu.core.game import State
from vanuatu.notation import codec, session, steps, tags
from vanuatu.notation.boards import shapes, sheet, svg
from vanuatu.notation.packed.maps import DRAWN
from vanuatu.notation.record import MoveLine, Ply, with_seat

EMPTY: Final = -1  # the fragment of an empty region

_EVAL: Final = re.compile(r"\[%eval ([0-9.,]+)\]")
_COMMAND: Final = re.compile(r"\[%(\w+) ([^\]]*)\]")
_LOST: Final = re.compile(r"([0-9.]+),([0-9.]+)")
_BAD: Final = ("?", "??")
_COMMANDS: Final = {
    "eval": "eval {}",
    "loss": "lost {} points",
    "lost": "lost {}",
    "clk": "clock {}",
    "emt": "took {} s",
    "sims": "{} simulations",
}
_GLYPHS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


# What a picture shows, by part: what the part has read, and its facts. The marks come last.
Shown = list[tuple[object, dict[str, sheet.Facts]]]


@dataclass
class Track:
    """A line of moves to add: where it begins, and which move it replaces."""

    line: MoveLine
    branch: steps.Branch
    parent: int  # the number of the ply before it
    instead: int  # the number of the ply that it is a variation of; 0 for the main line
    shown: Shown  # what the picture shows at its start


@dataclass
class PageData:
    """All plies of a game and its variations, by number; 0 is the start.

    The plies of a line have consecutive numbers. `changes` are pairs of region and fragment, relative to the
    ply before. `parents` has the ply before, if it is not the one with the preceding number.
    """

    fragments: list[str] = field(default_factory=list)
    changes: list[list[int]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    parents: dict[int, int] = field(default_factory=dict)
    notes: dict[int, dict[str, Any]] = field(default_factory=dict)  # as in JSON
    variations: dict[int, list[list[Any]]] = field(default_factory=dict)  # first, last, comment after


class PageDataBuilder:
    """Makes a game into data for the script of the page, in one walk over all its moves."""

    def __init__(self, game: session.Session) -> None:
        self.game = game
        self.codec = game.codec
        self.picture = svg.picture_of(game.codec.game)
        self.names = [game.record.tags[name] for name in tags.seats_of(game.record.tags)]
        self.data = PageData()
        self._numbers: dict[str, int] = {}  # of the fragments
        self._known: dict[sheet.Facts, int] = {}
        start = game.codec.scene(game.start)
        self.sheet: sheet.Sheet = self.picture.sheet(start)
        self.players = sheet.seat_names(start, self.names)
        self.parts = self.picture.parts(start, self.players)
        names = [region.name for panel in self.sheet.panels for region in panel.regions]
        self.regions = {name: at for at, name in enumerate(names)}
        self.main = len(game.record.plies)
        self.scores: list[list[int]] = []
        self.chances: list[list[float] | None] = []
        self.marks: list[CurveMark] = []

    def build(self) -> dict[str, Any]:
        """Return the data of the game."""
        data, record = self.data, self.game.record
        branch = steps.Branch(self.codec, self.game.start, record.plies)
        tracks = [Track(record.line, branch, 0, 0, self._add_start())]
        for track in tracks:  # the list grows by the variations that are found
            self._add_line(track, tracks)
        return {
            "sheet": self._sheet(),
            "fragments": data.fragments,
            "changes": data.changes,
            "rounds": data.rounds,
            "seats": "".join(data.seats),
            "tokens": data.tokens,
            "words": data.words,
            "parents": data.parents,
            "notes": data.notes,
            "variations": data.variations,
            "main": self.main,
            "round": self.codec.round_word,
            "curves": self._curves(),
        }

    # The plies

    def _add_start(self) -> Shown:
        """Add the start, as ply 0."""
        record = self.game.record
        shown = self._add_changes(self.game.start, "", None)
        self._add_ply(0, DRAWN, "", "")
        if record.line.before:
            self.data.notes[0] = {"text": [_readable(text) for text in record.line.before]}
        self._add_curve_values(self.game.start, [])
        return shown

    def _add_line(self, track: Track, tracks: list[Track]) -> None:
        """Add all plies of a line, and append its variations to the tracks."""
        data, shown = self.data, track.shown
        number, first = track.parent, len(data.tokens)
        for at, step in enumerate(track.branch.steps()):
            ply, before, number = step.ply, number, len(data.tokens)
            for variation in ply.variations:
                branch = steps.Branch(self.codec, step.state.copy(), variation.plies)
                tracks.append(Track(variation, branch, before, number, shown))
            words, state = step.words, step.state_after
            shown = self._add_changes(state, with_seat(ply), shown)
            seat = codec.SEAT_LETTERS[ply.seat] if ply.seat >= 0 else DRAWN
            self._add_ply(int(ply.round), seat, ply.token, words)
            self._note(number, ply, track.line.before if track.instead and at == 0 else [])
            if at == 0 and before != number - 1:
                data.parents[number] = before
            if not track.instead:
                self._add_curve_values(state, ply.comments)
                self._add_curve_mark(number, ply, words)
        if track.instead and len(data.tokens) > first:
            after = [_readable(text) for text in track.line.after]
            data.variations.setdefault(track.instead, []).append([first, len(data.tokens) - 1, after])
        elif not track.instead and self.game.record.tail:
            texts = data.notes.setdefault(number, {}).setdefault("text", [])
            texts += [_readable(text) for text in self.game.record.tail]

    def _add_changes(self, state: State, token: str, before: Shown | None) -> Shown:
        """Add the changes of the picture, and return what it shows now."""
        scene = self.codec.scene(state)
        shown: Shown = []
        changes: list[int] = []
        for at, part in enumerate(self.parts):
            read = part.reads(scene)
            if before is not None and before[at][0] == read:
                shown.append(before[at])
                continue
            facts = part.shows(scene)
            self._compare(before[at][1] if before is not None else {}, facts, changes)
            shown.append((read, facts))
        marks = self.picture.marks(scene, token) if token else {}
        self._compare(before[-1][1] if before is not None else {}, marks, changes)
        shown.append((None, marks))
        self.data.changes.append(changes)
        return shown

    def _compare(
        self, before: dict[str, sheet.Facts], facts: dict[str, sheet.Facts], changes: list[int]
    ) -> None:
        """Append the regions whose content has changed."""
        known, regions = self._known, self.regions
        for name, wanted in facts.items():
            if before.get(name) != wanted:
                number = known.get(wanted)
                if number is None:
                    number = known[wanted] = self._number(sheet.fragment(wanted))
                changes += (regions[name], number)
        for name in before:
            if name not in facts:
                changes += (regions[name], EMPTY)

    def _number(self, drawn: str) -> int:
        """Return the number of a fragment; equal fragments are stored once."""
        number = self._numbers.get(drawn)
        if number is None:
            number = self._numbers[drawn] = len(self.data.fragments)
            self.data.fragments.append(drawn)
        return number

    def _add_ply(self, round: int, seat: str, token: str, words: str) -> None:
        data = self.data
        data.rounds.append(round)
        data.seats.append(seat)
        data.tokens.append(token)
        data.words.append(words)

    def _note(self, number: int, ply: Ply, before: list[str]) -> None:
        """Add glyphs, comments and facts of a move."""
        if ply.notes is None and not before:
            return
        note: dict[str, Any] = {}
        if ply.glyphs:
            note["glyphs"] = " ".join(shapes.visible(_GLYPHS.get(glyph, glyph)) for glyph in ply.glyphs)
        comments = [*before, *ply.comments]
        texts = [_readable(text) for text in comments]
        if any(texts):
            note["text"] = [text for text in texts if text]
        facts = [fact for comment in comments for fact in _facts_of(comment, self.players)]
        if facts:
            note["facts"] = facts
        if note:
            self.data.notes[number] = note

    # Curves

    def _add_curve_values(self, state: State, comments: list[str]) -> None:
        """Add the scores, and the win chances if a comment has them."""
        self.scores.append([int(score) for score in state.scores()])
        self.chances.append(_chances(comments, len(self.scores[-1])))

    def _add_curve_mark(self, number: int, ply: Ply, words: str) -> None:
        """Add a mark for a mistake to the curve of its seat."""
        bad = [glyph for glyph in (_GLYPHS.get(glyph, glyph) for glyph in ply.glyphs) if glyph in _BAD]
        if bad and ply.seat >= 0:
            title = f"{with_seat(ply)}{bad[0]} {words}"
            self.marks.append(CurveMark(number, int(ply.seat), bad[0], title))

    def _curves(self) -> list[dict[str, str]]:
        made = [{"label": "Scores if the game ended there", "svg": curve_svg(self.scores, "")}]
        if any(chances is not None for chances in self.chances):
            made.append(
                {
                    "label": "Win chances by a bot",
                    "svg": curve_svg(_percent(self.chances), " %", self.marks),
                }
            )
        return made

    def _sheet(self) -> dict[str, Any]:
        return {
            "width": self.sheet.width,
            "panels": [
                {
                    "name": panel.name,
                    "label": panel.label,
                    "width": panel.width,
                    "height": panel.height,
                    "frame": self._number(panel.frame),
                    "regions": [[region.x, region.y] for region in panel.regions],
                }
                for panel in self.sheet.panels
            ],
        }


def _chances(comments: list[str], players: int) -> list[float] | None:
    """Return the win chances by seat from the first complete `[%eval …]`, or None."""
    for comment in comments:
        for found in _EVAL.findall(comment):
            try:
                chances = [float(part) for part in found.split(",")]
            except ValueError:
                continue
            if len(chances) == players:
                return chances
    return None


def _number(text: str) -> float:
    """Return a text of digits and dots as a number, or 0 if it is not one."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _percent(chances: list[list[float] | None]) -> list[list[int]]:
    """Return percentages; a missing value repeats the last one."""
    known = next(one for one in chances if one is not None)
    found = []
    for one in chances:
        known = one if one is not None else known
        found.append([round(100 * min(1.0, max(0.0, chance))) for chance in known])
    return found


def _readable(comment: str) -> str:
    """Return the text of a comment without its delimiters and known commands."""
    text = comment[1:] if comment[:1] in (";", "%") else comment
    if comment[:1] == "{" and comment.endswith("}"):
        text = comment[1:-1]
    return shapes.visible(" ".join(_COMMAND.sub(_unknown, text).split()))


def _unknown(match: re.Match[str]) -> str:
    return "" if match[1] in _COMMANDS else match[0]


def _facts_of(comment: str, players: tuple[str, ...]) -> list[str]:
    """Return the known commands of a comment in words: `[%clk 0:01:30]` is "clock 0:01:30"."""
    found = []
    for name, value in _COMMAND.findall(comment):
        chances = _chances([comment], len(players)) if name == "eval" else None
        if chances is not None:
            shares = zip(codec.SEAT_LETTERS, chances, strict=False)
            found.append(
                "win chances " + " ".join(f"{letter} {100 * chance:.0f} %" for letter, chance in shares)
            )
        elif name == "lost" and (lost := _LOST.fullmatch(value)) is not None:
            figures = [_number(part) for part in lost.groups()]
            found.append(f"lost {100 * figures[0]:.0f} % of the win chance (±{100 * figures[1]:.0f})")
        elif name in _COMMANDS:
            found.append(shapes.visible(_COMMANDS[name].format(value)))
    return found

"""A game as what its page shows: fragments, and ply by ply which of them changed."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.cli.replay.curves import Mark, curve
from vanuatu.core.game import State
from vanuatu.notation import codec, tags
from vanuatu.notation.boards import shapes, sheet
from vanuatu.notation.boards.svg import picture_of
from vanuatu.notation.packed.maps import DRAWN
from vanuatu.notation.record import Line, Ply, with_seat
from vanuatu.notation.session import Session
from vanuatu.notation.steps import Branch

EMPTY: Final = -1  # a region that shows nothing

_EVAL: Final = re.compile(r"\[%eval ([0-9.,]+)\]")
_COMMAND: Final = re.compile(r"\[%(\w+) ([^\]]*)\]")
_LOST: Final = re.compile(r"([0-9.]+),([0-9.]+)")
_BAD: Final = ("?", "??")
_COMMANDS: Final = {
    "eval": "eval {}",
    "lost": "lost {}",
    "clk": "clock {}",
    "emt": "took {} s",
    "sims": "{} simulations",
}
_GLYPHS: Final = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}


# What a picture shows, part by part: what the part has read, and its facts; the marks come last.
Shown = list[tuple[object, dict[str, sheet.Facts]]]


@dataclass
class Track:
    """A line of moves still to be shown: from which position, and what it replaces."""

    line: Line
    branch: Branch
    parent: int  # the number of the ply before it
    instead: int  # the number of the ply that it is a variation of; 0 for the game itself
    shown: Shown  # what the picture shows there


@dataclass
class PageFilm:
    """All plies of a game and its variations, by their numbers; 0 is the start.

    Plies of a line have numbers in a row. `changes` are pairs of region and fragment, against the ply
    before; `parents` tells which one that is where it is not the one with the number before.
    """

    fragments: list[str] = field(default_factory=list)
    changes: list[list[int]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    parents: dict[int, int] = field(default_factory=dict)
    notes: dict[int, dict[str, Any]] = field(default_factory=dict)  # as JSON takes it
    variations: dict[int, list[list[Any]]] = field(default_factory=dict)  # first, last, comment after


def film_of(game: Session) -> dict[str, Any]:
    """A game as the page's script takes it; made in one walk over all its moves."""
    return _Filming(game).made()


class _Filming:
    def __init__(self, game: Session) -> None:
        self.game = game
        self.codec = game.codec
        self.picture = picture_of(game.codec.game)
        self.names = [game.record.tags[name] for name in tags.seats_of(game.record.tags)]
        self.film = PageFilm()
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
        self.marks: list[Mark] = []

    def made(self) -> dict[str, Any]:
        film, record = self.film, self.game.record
        branch = Branch(self.codec, self.game.start, record.plies)
        tracks = [Track(record.line, branch, 0, 0, self._first())]
        for track in tracks:  # it grows by the variations that are found
            self._follow(track, tracks)
        return {
            "sheet": self._sheet(),
            "fragments": film.fragments,
            "changes": film.changes,
            "rounds": film.rounds,
            "seats": "".join(film.seats),
            "tokens": film.tokens,
            "words": film.words,
            "parents": film.parents,
            "notes": film.notes,
            "variations": film.variations,
            "main": self.main,
            "round": self.codec.round_word,
            "curves": self._curves(),
        }

    # The plies

    def _first(self) -> Shown:
        """The start, as ply 0."""
        record = self.game.record
        shown = self._show(self.game.start, "", None)
        self._tell(0, DRAWN, "", "")
        if record.line.before:
            self.film.notes[0] = {"text": [_readable(text) for text in record.line.before]}
        self._measure(self.game.start, [])
        return shown

    def _follow(self, track: Track, tracks: list[Track]) -> None:
        """All plies of a line; its variations are put behind the tracks that are known."""
        film, shown = self.film, track.shown
        number, first = track.parent, len(film.tokens)
        for at, step in enumerate(track.branch.steps()):
            ply, before, number = step.ply, number, len(film.tokens)
            for variation in ply.variations:
                branch = Branch(self.codec, step.state.copy(), variation.plies)
                tracks.append(Track(variation, branch, before, number, shown))
            words, state = step.words, step.state_after
            shown = self._show(state, with_seat(ply), shown)
            seat = codec.SEAT_LETTERS[ply.seat] if ply.seat >= 0 else DRAWN
            self._tell(int(ply.round), seat, ply.token, words)
            self._note(number, ply, track.line.before if track.instead and at == 0 else [])
            if at == 0 and before != number - 1:
                film.parents[number] = before
            if not track.instead:
                self._measure(state, ply.comments)
                self._mark(number, ply, words)
        if track.instead and len(film.tokens) > first:
            after = [_readable(text) for text in track.line.after]
            film.variations.setdefault(track.instead, []).append([first, len(film.tokens) - 1, after])
        elif not track.instead and self.game.record.tail:
            told = film.notes.setdefault(number, {}).setdefault("text", [])
            told += [_readable(text) for text in self.game.record.tail]

    def _show(self, state: State, token: str, before: Shown | None) -> Shown:
        """Note what of the picture changed, and return what it shows now."""
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
        self.film.changes.append(changes)
        return shown

    def _compare(
        self, before: dict[str, sheet.Facts], facts: dict[str, sheet.Facts], changes: list[int]
    ) -> None:
        """Note the regions that show something else than before."""
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
        """The number of a fragment, which stands once."""
        number = self._numbers.get(drawn)
        if number is None:
            number = self._numbers[drawn] = len(self.film.fragments)
            self.film.fragments.append(drawn)
        return number

    def _tell(self, round: int, seat: str, token: str, words: str) -> None:
        film = self.film
        film.rounds.append(round)
        film.seats.append(seat)
        film.tokens.append(token)
        film.words.append(words)

    def _note(self, number: int, ply: Ply, before: list[str]) -> None:
        """What is said about a move."""
        if ply.notes is None and not before:
            return
        note: dict[str, Any] = {}
        if ply.glyphs:
            note["glyphs"] = " ".join(shapes.visible(_GLYPHS.get(glyph, glyph)) for glyph in ply.glyphs)
        comments = [*before, *ply.comments]
        told = [_readable(text) for text in comments]
        if any(told):
            note["text"] = [text for text in told if text]
        facts = [fact for comment in comments for fact in _commanded(comment, self.players)]
        if facts:
            note["facts"] = facts
        if note:
            self.film.notes[number] = note

    # Curves

    def _measure(self, state: State, comments: list[str]) -> None:
        """Take down the scores and the chances to win, if these stand in a comment."""
        self.scores.append([int(score) for score in state.scores()])
        self.chances.append(_chances(comments, len(self.scores[-1])))

    def _mark(self, number: int, ply: Ply, words: str) -> None:
        """Remember a move that is called bad, for the curve of its seat."""
        bad = [glyph for glyph in (_GLYPHS.get(glyph, glyph) for glyph in ply.glyphs) if glyph in _BAD]
        if bad and ply.seat >= 0:
            said = f"{with_seat(ply)}{bad[0]} {words}"
            self.marks.append(Mark(number, int(ply.seat), bad[0], said))

    def _curves(self) -> list[dict[str, str]]:
        made = [{"label": "Scores, if the game ended there", "svg": curve(self.scores, "")}]
        if any(chances is not None for chances in self.chances):
            made.append(
                {"label": "Chances to win, by a bot", "svg": curve(_percent(self.chances), " %", self.marks)}
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
    """Everybody's chance to win out of the first `[%eval …]` that has one for each."""
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
    """A number of digits and dots from anywhere; 0 if it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def _percent(chances: list[list[float] | None]) -> list[list[int]]:
    """In per cent; where nothing is said, what was said last."""
    known = next(one for one in chances if one is not None)
    found = []
    for one in chances:
        known = one if one is not None else known
        found.append([round(100 * min(1.0, max(0.0, chance))) for chance in known])
    return found


def _readable(comment: str) -> str:
    """What a comment says to people: without its sign, and without the commands that are told apart."""
    text = comment[1:] if comment[:1] in (";", "%") else comment
    if comment[:1] == "{" and comment.endswith("}"):
        text = comment[1:-1]
    return shapes.visible(" ".join(_COMMAND.sub(_unknown, text).split()))


def _unknown(match: re.Match[str]) -> str:
    return "" if match[1] in _COMMANDS else match[0]


def _commanded(comment: str, players: tuple[str, ...]) -> list[str]:
    """The commands of a comment in words: `[%clk 0:01:30]` is "clock 0:01:30"."""
    found = []
    for name, value in _COMMAND.findall(comment):
        chances = _chances([comment], len(players)) if name == "eval" else None
        if chances is not None:
            shares = zip(codec.SEAT_LETTERS, chances, strict=False)
            found.append("chances to win " + " ".join(f"{letter} {chance:.0%}" for letter, chance in shares))
        elif name == "lost" and (lost := _LOST.fullmatch(value)) is not None:
            figures = [_number(part) for part in lost.groups()]
            found.append(f"threw away {figures[0]:.0%} of the chance to win (±{figures[1]:.0%})")
        elif name in _COMMANDS:
            found.append(shapes.visible(_COMMANDS[name].format(value)))
    return found

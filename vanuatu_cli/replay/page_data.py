"""A game as data for its page: fragments of SVG, and for each ply which of them changed."""

from dataclasses import dataclass, field
from typing import Any, Final

from vanuatu.cli.replay import page_notes
from vanuatu.core.game import State
from vanuatu.notation import codec, session, steps, tags
from vanuatu.notation.boards import sheet, svg
from vanuatu.notation.packed.maps import DRAWN
from vanuatu.notation.record import MoveLine, Ply, with_seat

EMPTY: Final = -1  # the fragment of an empty region
BETTER: Final = "better"  # the name of a reviewer's variation
_PHASES: Final = {  # headings
    "setup": "Set-up",
    "place": "Tiles",
    "neutral": "Neutral markers",
    "character": "Characters",
    "plan": "Planning",
    "act": "Actions",
    "beg": "Begging",
    "voyage": "Explorer ship",
    "discover": "Discovery",
    "sail": "Small ship",
}


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
    phases: list[str] = field(default_factory=list)  # before each ply
    acts: list[int] = field(default_factory=list)  # plies that are actions, not plans or draws
    positions: list[str] = field(default_factory=list)  # as one line each
    parents: dict[int, int] = field(default_factory=dict)
    notes: dict[int, dict[str, Any]] = field(default_factory=dict)  # as in JSON
    variations: dict[int, list[list[Any]]] = field(default_factory=dict)  # first, last, comment after, name


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
        self.worst: dict[str, Any] = {}  # the costliest move

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
            "phases": data.phases,
            "headings": {phase: _PHASES.get(phase, phase.capitalize()) for phase in sorted(set(data.phases))},
            "acts": data.acts,
            "positions": data.positions,
            "parents": data.parents,
            "notes": data.notes,
            "variations": data.variations,
            "main": self.main,
            "round": self.codec.round_word,
            "scores": self.scores,
            "review": page_notes.review_of(record.line.before),
            "pvn": self.game.text(),
        }

    # The plies

    def _add_start(self) -> Shown:
        """Add the start, as ply 0."""
        record = self.game.record
        shown = self._add_changes(self.game.start, "", None)
        self._add_ply(0, DRAWN, "", "", "")
        self.data.positions.append(self.codec.write_position(self.game.start))
        texts = page_notes.readable(record.line.before)
        if texts:
            self.data.notes[0] = {"text": texts}
        self._add_scores(self.game.start)
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
            phase, words = self.codec.phase(step.state), step.words
            if self.codec.action(step.state, ply.move):
                data.acts.append(number)
            state = step.state_after
            shown = self._add_changes(state, with_seat(ply), shown)
            seat = codec.SEAT_LETTERS[ply.seat] if ply.seat >= 0 else DRAWN
            self._add_ply(int(ply.round), seat, ply.token, words, phase)
            data.positions.append(self.codec.write_position(state))
            self._note(number, ply, track.line.before if track.instead and at == 0 else [])
            if at == 0 and before != number - 1:
                data.parents[number] = before
            if not track.instead:
                self._add_scores(state)
                self._compare_with_worst(number, ply, step)
        if track.instead and len(data.tokens) > first:
            name = BETTER if self._is_better(track, first) else ""
            after = page_notes.readable(track.line.after)
            data.variations.setdefault(track.instead, []).append([first, len(data.tokens) - 1, after, name])
        elif not track.instead and self.game.record.tail:
            texts = data.notes.setdefault(number, {}).setdefault("text", [])
            texts += page_notes.readable(self.game.record.tail)

    def _is_better(self, track: Track, first: int) -> bool:
        """Return whether a reviewer added the line: it begins with chances, and the other move has a loss."""
        notes = self.data.notes
        return "lost" in notes.get(track.instead, {}) and "chances" in notes.get(first, {})

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

    def _add_ply(self, round: int, seat: str, token: str, words: str, phase: str) -> None:
        data = self.data
        data.rounds.append(round)
        data.seats.append(seat)
        data.tokens.append(token)
        data.words.append(words)
        data.phases.append(phase)

    def _note(self, number: int, ply: Ply, before: list[str]) -> None:
        """Add the annotations of a move."""
        if ply.notes is not None or before:
            note = page_notes.note_of(ply, before, len(self.players))
            if note:
                self.data.notes[number] = note

    def _add_scores(self, state: State) -> None:
        """Add the scores as if the game ended here."""
        self.scores.append([int(score) for score in state.scores()])

    def _compare_with_worst(self, number: int, ply: Ply, step: steps.Step) -> None:
        """Remember the costliest marked move for the list of games."""
        note = self.data.notes.get(number, {})
        mark = note.get("mark")
        if mark is None:
            return
        cost = [page_notes.MARKS.index(mark), note.get("loss", 0.0)]
        if not self.worst or cost > self.worst["cost"]:
            place = f"{int(ply.round)}.{step.within}"
            self.worst = {"place": place, "seat": int(ply.seat), "mark": mark, "cost": cost}

    def _sheet(self) -> dict[str, Any]:
        return {
            "width": self.sheet.width,
            "height": self.sheet.height,
            "panels": [
                {
                    "name": panel.name,
                    "label": panel.label,
                    "x": panel.x,
                    "y": panel.y,
                    "width": panel.width,
                    "height": panel.height,
                    "scale": panel.scale,
                    "frame": self._number(panel.frame),
                    "names": [region.name for region in panel.regions],
                    "regions": [[region.x, region.y] for region in panel.regions],
                }
                for panel in self.sheet.panels
            ],
        }

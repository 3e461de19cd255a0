"""Completion at the prompt: legal moves as tokens or words, commands and their arguments, with meanings."""

from collections.abc import Collection, Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from vanuatu.cli.play.commands import COMMANDS, find_command
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.markers import Markers
from vanuatu.cli.play.position_view import Choice
from vanuatu.core.game import State
from vanuatu.notation.codec import Codec


class MoveCompleter(Completer):
    """Completes moves, commands and arguments."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self._moves: list[tuple[int, str, list[str], str]] = []
        self._known: tuple[object, int] | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor.lstrip()
        command = find_command(text) if " " in text else None
        if command is not None:
            yield from _fitting(command.choices(self.controller), text.partition(" ")[2].lstrip())
            return
        markers = self._markers()
        if markers is not None and text[:1] not in ("+", "~"):
            yield from self._fitting_parts(markers, text)
            if markers.others and not self.controller.chosen:
                yield from self._fitting_moves(text, markers.others)
        else:
            yield from self._fitting_moves(text)
        if self.controller.practice is not None:
            yield from _fitting([("show", "show the answer")], text)
        if " " not in text:
            yield from _fitting([(c.name, c.summary) for c in COMMANDS.values()], text)

    def _markers(self) -> Markers | None:
        table = self.controller.table
        if self.controller.practice is not None:
            return None
        return table.view.markers if self.controller.viewer == table.actor and not table.over else None

    def _fitting_parts(self, markers: Markers, text: str) -> Iterator[Completion]:
        """Yield the actions that the next marker can be put on; `text` may name those before."""
        before, _, word = text.rpartition(" ")
        named = markers.read(before) if before else ""
        if before and not named:
            yield from self._fitting_moves(text)
            return
        chosen = self.controller.chosen + named
        for part in markers.next_parts(chosen):
            name = markers.rules.NAMES[part]
            if name.startswith(word.lower()) or word == part:
                yield _completion(name, word, markers.meaning(part, chosen))

    def _fitting_moves(self, text: str, only: Collection[int] | None = None) -> Iterator[Completion]:
        """Yield the legal moves whose token, or else one of whose long forms, begins with the text."""
        lower = text.lower()
        for move, token, spellings, words in self._legal():
            if only is not None and move not in only:
                continue
            if token.startswith(text) or (lower and token.lower().startswith(lower)):
                yield _completion(token, text, words)
            elif lower:
                spelling = next((spelling for spelling in spellings if spelling.startswith(lower)), None)
                if spelling is not None:
                    yield _completion(spelling, text, words)

    def _legal(self) -> list[tuple[int, str, list[str], str]]:
        """Return token, long forms and meaning of each move that can be typed now."""
        table, practice = self.controller.table, self.controller.practice
        if practice is not None:
            session, view = practice.current.session, practice.view
        elif self.controller.can_type_move and not table.over:
            session, view = table.session, table.view
        else:
            return []
        if self._known != (session, session.ply):
            self._known = (session, session.ply)
            self._moves = [
                (option.move, option.token, _spellings(session.codec, session.state, option), option.words)
                for option in view.options
            ]
        return self._moves


def _spellings(codec: Codec, state: State, option: Choice) -> list[str]:
    """Return the long forms of a move; of a draw, what was drawn."""
    if option.token.startswith("#"):
        return [option.token.partition("=")[2].replace(",", " ").lower()]
    return codec.spellings(state, option.move)


def _fitting(choices: list[tuple[str, str]], text: str) -> Iterator[Completion]:
    for word, meaning in choices:
        if word.startswith(text.lower()):
            yield _completion(word, text, meaning)


def _completion(word: str, typed: str, meaning: str) -> Completion:
    return Completion(word, start_position=-len(typed), display_meta=meaning)

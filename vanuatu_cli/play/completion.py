"""Completion at the prompt: legal moves as tokens or words, commands and their arguments, with meanings."""

from collections.abc import Iterator

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from vanuatu.cli.play.commands import COMMANDS, find_command
from vanuatu.cli.play.controller import Controller


class MoveCompleter(Completer):
    """Completes moves, commands and arguments."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self._moves: list[tuple[str, list[str], str]] = []
        self._known: tuple[object, int] | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor.lstrip()
        command = find_command(text) if " " in text else None
        if command is not None:
            yield from _fitting(command.choices(self.controller), text.partition(" ")[2].lstrip())
            return
        yield from self._fitting_moves(text)
        if " " not in text:
            yield from _fitting([(c.name, c.summary) for c in COMMANDS.values()], text)

    def _fitting_moves(self, text: str) -> Iterator[Completion]:
        """Yield the legal moves whose token, or else one of whose long forms, begins with the text."""
        lower = text.lower()
        for token, spellings, words in self._legal():
            if token.startswith(text) or (lower and token.lower().startswith(lower)):
                yield _completion(token, text, words)
            elif lower:
                spelling = next((spelling for spelling in spellings if spelling.startswith(lower)), None)
                if spelling is not None:
                    yield _completion(spelling, text, words)

    def _legal(self) -> list[tuple[str, list[str], str]]:
        """Return token, long forms and meaning of each legal move, if it is the viewer's turn."""
        table = self.controller.table
        if self.controller.viewer != table.actor or table.over:
            return []
        if self._known != (table.session, table.session.ply):
            state, codec = table.state, table.codec
            self._known = (table.session, table.session.ply)
            self._moves = [
                (option.token, codec.spellings(state, option.move), option.words)
                for option in table.view.options
            ]
        return self._moves


def _fitting(choices: list[tuple[str, str]], text: str) -> Iterator[Completion]:
    for word, meaning in choices:
        if word.startswith(text.lower()):
            yield _completion(word, text, meaning)


def _completion(word: str, typed: str, meaning: str) -> Completion:
    return Completion(word, start_position=-len(typed), display_meta=meaning)

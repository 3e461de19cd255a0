"""A turn in sentences, for plain lines and screen readers: what changed, your figures, what you can do.

Nothing here is drawn; `board` prints the drawing.
"""

from typing import TYPE_CHECKING, Any, Final

from vanuatu.cli.play import information, news
from vanuatu.core.game import OVER
from vanuatu.notation.boards.text import drawing_of
from vanuatu.notation.wording import listed

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

MOST: Final = 15  # moves of one kind that are read out


def turn_sentences(controller: "Controller") -> list[str]:
    """Return the sentences of the current turn, as the viewer may know them."""
    table = controller.table
    sentences: list[str] = []
    if not controller.chosen:
        sentences += [controller.greeting] if controller.greeting else []
        sentences += news.news_sentences(table.view.recent_events(controller.viewer))
        sentences.append(_where(controller))
        if controller.viewer is not None:
            sentences.append(information.look_text(controller, "me"))
    if table.actor == controller.viewer and table.actor != OVER:
        sentences += _options(controller)
    return [sentence for sentence in sentences if sentence]


def _where(controller: "Controller") -> str:
    """Return the round, the phase and the common figures with their nouns."""
    table = controller.table
    state, codec = table.state, table.codec
    common = drawing_of(codec.game).status(table.view.scene(controller.viewer))
    figures = [f"{what} {figure}" for what, figure in common]
    text = f"{codec.round_word.capitalize()} {state.round}, phase {codec.phase(state)}"
    return f"{', '.join([text, *figures])}."


def _options(controller: "Controller") -> list[str]:
    table = controller.table
    question = table.codec.question(table.state)
    sentences = [question] if question else []
    markers = table.view.markers
    if markers is not None:
        sentences += markers.sentences(controller.chosen)
        options: list[Any] = [one for one in table.view.options if one.move in markers.others]
        if controller.chosen:
            options = []
    else:
        sentences.append(f"It is your turn, {table.called(table.actor)}. Your moves:")
        options = table.view.options
    kinds: dict[str, list[Any]] = {}
    for option in options:
        kinds.setdefault(option.words.partition(" ")[0], []).append(option)
    for verb, group in kinds.items():
        if len(group) > MOST:
            sentences.append(f"{len(group)} ways to {verb}: `moves {verb}` lists them.")
        else:
            sentences += [f"{option.token}: {option.words}." for option in group]
    return sentences


def prompt(controller: "Controller") -> str:
    """Return the prompt without signs."""
    table = controller.table
    text = "".join(part for _, part in controller.prompt_line())
    markers = table.view.markers if table.actor in table.people else None
    if markers is None or controller.awaited_person is not None:
        return text
    name = table.called(table.actor)
    first = listed([markers.rules.NAMES[part] for part in controller.chosen]) if controller.chosen else ""
    return f"{name} {markers.numbered(' to ')}{f', {first} and' if first else ''}>"

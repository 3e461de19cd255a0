"""`vanuatu rules`: explain the rules by topic."""

from typing import Annotated

import typer

from vanuatu.cli import errors, options
from vanuatu.cli.games import rules as book
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import excerpt

EXAMPLES = ("vanuatu rules", "vanuatu rules planning", "vanuatu rules preacher", "vanuatu rules --game maori")


def rules(
    topic: Annotated[str | None, typer.Argument(metavar="TOPIC", help="Topic, or a game.")] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help=f"Game: {options.GAMES}.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Explain the rules by topic. Without a topic, print the overview and the list of topics."""
    known = book.games()
    if game is None and topic in known:
        game, topic = topic, None
    game = game or known[0]
    if game not in known:
        raise errors.CallFault(f"no game is called {excerpt(game)} (there are: {', '.join(known)})")
    found = find(game, topic or book.FIRST_TOPIC)
    if as_json:
        answer: dict[str, object] = {
            "game": game,
            "topic": found.name,
            "about": found.about,
            "text": found.text,
        }
        console.write_json(answer | {"topics": list(book.topics(game))})
        return
    console.print_data(found.text)
    if topic is None:
        console.print_data(f"\nTopics:\n{book.contents(game)}")


def find(game: str, name: str) -> book.Topic:
    """Return the topic. Raise CallFault, with the nearest topics, if there is no such topic."""
    try:
        return book.topic(game, name)
    except KeyError as error:
        near = error.args[1]
        hint = f"did you mean {' or '.join(near)}?" if near else "`vanuatu rules` lists them"
        raise errors.CallFault(f"the rules of {game} have no topic {excerpt(name)}: {hint}") from None

"""The page `docs/rules.md`, made from the texts of `vanuatu rules`.

To write the page after a change of these texts, run `python -m tests.support.rules_page`.
"""

from collections.abc import Iterator

from tests.support.documents import ROOT
from vanuatu.cli.games import rules

PAGE = ROOT / "docs" / "rules.md"
INTRODUCTION = """\
# The rules

For players: after this page you can play both games. `vanuatu rules` prints the same text, topic by topic:
`vanuatu rules money` has the topic "money", and `vanuatu rules --game maori` has the second game. The page
[rulings](rulings.md) has the components in numbers and decides what the rulebooks leave open.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *_lines()])


def _lines() -> Iterator[str]:
    for game in rules.games():
        yield f"## {game.capitalize()}\n"
        for topic in rules.topics(game).values():
            yield f"### {topic.name}: {topic.about}\n"
            for paragraph in topic.text.split("\n\n"):
                yield f"{_marked(paragraph)}\n"


def _marked(paragraph: str) -> str:
    """An indented paragraph keeps its lines; any other is Markdown already."""
    if all(line.startswith("  ") for line in paragraph.splitlines()):
        return f"```text\n{paragraph}\n```"
    return paragraph


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

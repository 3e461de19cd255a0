"""The examples of docs/reference/library.md, and its completeness."""

from pathlib import Path

import pytest

import vanuatu
from tests.library.examples import FENCED, document_examples, failures, lay_out_games, needs_of
from tests.support.documents import ROOT, documents

DOCUMENT = ROOT / "docs" / "reference" / "library.md"
WITH_EXAMPLES = [path for path in documents() if FENCED.search(path.read_text(encoding="utf-8"))]


@pytest.fixture(autouse=True)
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out_games(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.any_build
@pytest.mark.parametrize("document", WITH_EXAMPLES, ids=lambda document: document.name)
def test_every_example_of_document_works(document: Path) -> None:
    assert failures(document_examples(document), str(document)) == ""
    if needed := needs_of(document):
        pytest.skip(f"examples that need {', '.join(sorted(needed))} were left out")


def test_the_table_of_contents_names_every_chapter() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    chapters = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    named = [line[3 : line.index("]")] for line in lines if line.startswith("- [")]
    assert named == chapters


def test_every_public_function_is_in_document() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in (
        "vanuatu.read",
        "vanuatu.new",
        "vanuatu.position",
        "vanuatu.write",
        "vanuatu.bot",
        "vanuatu.play",
    ):
        assert f"{name}(" in text


def test_a_few_lines_are_enough() -> None:
    for game in vanuatu.read("games/four-players.pvn"):
        print(game.tags["Purple"], game.result, game.winners)
        for step in game.steps():
            print(step.round, step.seat, step.token, step.words, step.legal)
        game.end.scores()

    game = vanuatu.new("vanuatu", players=4, seed=7)
    game.play("y:@fisherman")
    game.legal()
    game.undo()
    print(game)
    print(game.text())
    position = vanuatu.position(game.end.to_fen())
    print(position, position.to_fen(), position.view())

    bot = vanuatu.bot("mcts:1000,seed=3")
    assert bot.choose(game) in game.legal()
    report = bot.analyse(game, sims=50)
    assert (len(report.moves), len(report.win), len(report.line) > 0) == (11, 4, True)
    assert vanuatu.play([vanuatu.bot("greedy")] * 4, seed=1).over

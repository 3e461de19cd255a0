"""`vanuatu rules`: every action, character and part of the game has its topic."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from tests.support.rules_page import PAGE, page
from vanuatu.cli.games import rules
from vanuatu.notation.vanuatu.names import ACTION_NAMES, CHARACTER_NAMES


@pytest.mark.parametrize("name", [*ACTION_NAMES, *CHARACTER_NAMES])
def test_every_action_and_every_character_is_a_topic(name: str) -> None:
    assert rules.topic("vanuatu", name).name == name


@pytest.mark.parametrize(
    "name",
    ["overview", "setup", "phases", "planning", "majority", "characters", "money", "waters", "two-players",
     "scoring", "notation"],
)  # fmt: skip
def test_every_part_of_game_is_a_topic(name: str) -> None:
    assert len(rules.topic("vanuatu", name).text) > 100


@pytest.mark.parametrize("game", rules.games())
def test_every_text_fits_a_terminal(game: str) -> None:
    for topic in rules.topics(game).values():
        assert topic.about
        assert topic.text
        assert all(len(line) <= 80 for line in topic.text.splitlines()), topic.name
    assert all(len(line) <= 80 for line in rules.contents(game).splitlines())


@pytest.mark.parametrize("game", rules.games())
def test_referenced_topics_exist(game: str) -> None:
    for topic in rules.topics(game).values():
        for piece in topic.text.split("`rules ")[1:]:
            name = piece.split("`")[0]
            assert name in rules.topics(game) or name == "NAME", f"{topic.name} names {name}"


def test_rules_page_has_same_text() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.support.rules_page"


@pytest.mark.parametrize(
    ("game", "topic", "fact"),
    [
        ("vanuatu", "overview", "the first island, Efate (tile E0), is on a2"),
        ("vanuatu", "setup", "a fish sells for three times its value"),
        ("vanuatu", "phases", "In rounds 2 to 6 the next two tiles are drawn."),
        ("vanuatu", "planning", "The bonuses of the Governor and the Preacher do not count."),
        ("vanuatu", "characters", "A bonus that cannot apply cannot be used."),
        ("vanuatu", "buyer", "If no ship wants the second cube, you may take the bonus all the same"),
        ("vanuatu", "two-players", "Sometimes nobody leads an action."),
        ("maori", "islands", "It is always complete."),
        ("maori", "ship", "The steps cannot cross empty spaces."),
        ("maori", "tiles", "Unturned, it is open to the right."),
    ],
)
def test_easily_confused_rules_are_correct(game: str, topic: str, fact: str) -> None:
    assert fact in " ".join(rules.topic(game, topic).text.split())


def test_unambiguous_prefix_selects_topic() -> None:
    assert rules.topic("vanuatu", "PREACH").name == "preacher"
    assert rules.topic("vanuatu", "two players").name == "two-players"
    with pytest.raises(KeyError) as caught:
        rules.topic("vanuatu", "b")
    assert set(caught.value.args[1]) == {"build", "buy", "beggar", "builder", "buyer"}


def test_no_topic_prints_overview_and_list_of_topics(tmp_path: Path) -> None:
    ended = vanuatu(["rules"], tmp_path)
    assert ended.code == 0
    for name in rules.topics("vanuatu"):
        assert f"\n  {name} " in ended.out


def test_one_topic_and_json(tmp_path: Path) -> None:
    text = vanuatu(["rules", "preacher"], tmp_path).out
    assert text.startswith("If you have markers left but lead no action")
    answer = json.loads(vanuatu(["rules", "preacher", "--json"], tmp_path).out)
    assert (answer["game"], answer["topic"]) == ("vanuatu", "preacher")
    assert answer["text"] + "\n" == text


def test_unknown_topic_or_game_is_wrong_usage(tmp_path: Path) -> None:
    ended = vanuatu(["rules", "preecher"], tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "did you mean preacher?" in ended.err
    assert vanuatu(["rules", "--game", "go"], tmp_path).code == 2

"""Planning in words: one marker at a time, with what is possible, and what is not and why."""

import re

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tests.cli.test_prompt_controller import at_planning, bots_move, enter, seated_controller, shown
from tests.notation.vanuatu.played import CODEC, GAMES, positions
from vanuatu.cli.play.completion import MoveCompleter
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.markers import markers_of
from vanuatu.notation.boards.canvas import PLAIN, Style, width_of


def prompt(controller: Controller) -> str:
    return Style(0, True).paint_line(controller.prompt_line())


def completions(controller: Controller, text: str) -> dict[str, str]:
    found = MoveCompleter(controller).get_completions(Document(text), CompleteEvent())
    return {one.text: one.display_meta_text for one in found}


def tokens(controller: Controller) -> list[str]:
    return [token for token in controller.table.session.tokens() if token.startswith("p:")]


def test_markers_are_planned_one_at_a_time_with_preview() -> None:
    controller = at_planning()
    assert prompt(controller) == "purple plans markers 1–2 of 5 ○○○○○>"
    text = enter(controller, "sail")
    assert "sail (" in text
    assert "With it:" in text
    assert prompt(controller) == "purple plans markers 1–2 of 5 ●○○○○ sail +>"
    assert tokens(controller) == ["p:@governor"]
    enter(controller, "fish")
    assert tokens(controller) == ["p:@governor", "p:+SF"]
    assert prompt(controller) == "purple plans markers 3–4 of 5 ●●○○○>"
    enter(controller, "x", "f")
    assert tokens(controller)[-1] == "p:+XF"
    enter(controller, "plan to rest")
    assert tokens(controller)[-1] == "p:+R"


def test_action_that_needs_another_one_is_named_with_it() -> None:
    text = shown(at_planning())
    assert "~ with sail: eXplore Fish" in text
    assert "no: sell (no fish, and fishing is not planned)" in text
    controller = at_planning()
    text = enter(controller, "fish")
    assert "yes: Sail\n" in text
    assert "build" in text.partition("no:")[2]
    enter(controller, "sail")
    assert tokens(controller)[-1] == "p:+SF"


def test_both_markers_on_one_line_in_any_form() -> None:
    for line in ("sail fish", "fish, sail", "+SF", "+FS", "sf", "plan sail and fish", "S fish"):
        controller = at_planning()
        enter(controller, line)
        assert tokens(controller)[-1] == "p:+SF", line


def test_undo_takes_the_first_marker_back_and_a_whole_token_replaces_it() -> None:
    controller = at_planning()
    enter(controller, "sail")
    enter(controller, "undo")
    assert prompt(controller) == "purple plans markers 1–2 of 5 ○○○○○>"
    assert tokens(controller) == ["p:@governor"]
    enter(controller, "sail", "+BB")
    assert tokens(controller)[-1] == "p:+BB"


def test_refused_action_is_explained_and_the_chosen_one_stays() -> None:
    controller = at_planning()
    enter(controller, "sail")
    text = enter(controller, "sell")
    assert "cannot plan to sell" in text
    assert "yes: Sail Build eXplore" in text
    assert prompt(controller).endswith("sail +>")


def test_completion_gives_second_markers_after_the_first() -> None:
    controller = at_planning()
    first = completions(controller, "")
    assert first["fish"].startswith("together with sail; 1 marker there")
    assert "sell" not in first
    assert set(completions(controller, "sail f")) == {"fish"}
    assert set(completions(controller, "fish ")) == {"sail"}
    enter(controller, "sail")
    assert "fish" in completions(controller, "")
    assert "+SF" in completions(controller, "+S")


def test_neutral_markers_are_put_one_at_a_time() -> None:
    controller = seated_controller(players=2)
    while controller.table.codec.phase(controller.table.state) != "neutral":
        state = controller.table.state
        enter(controller, controller.table.codec.token(state, int(state.legal_moves()[0])))
    assert "puts neutral" in prompt(controller)
    assert re.search(r"puts neutral markers? \d(–\d)? of 5 [●○]{5}>$", prompt(controller))
    markers = controller.table.view.markers
    assert markers is not None
    for word in ["sail", "fish", "fish"][: markers.size]:
        enter(controller, word)
    assert tokens(controller)[-1] == ("p:~SF" if markers.size == 2 else "p:~SFF")
    bots_move(controller)


def test_why_of_one_action_tells_whether_it_can_be_planned() -> None:
    controller = at_planning()
    assert "build: you may plan this now; name a second action with it." in enter(controller, "why build")
    assert "explore: you may plan this now; name sail with it." in enter(controller, "why explore")
    assert "sell: no fish, and fishing is not planned." in enter(controller, "why sell")
    assert "+SF is legal" in enter(controller, "why sail, then fish")
    enter(controller, "sail, then fish")
    assert tokens(controller)[-1] == "p:+SF"


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_plan_and_only_plans_can_be_chosen_in_parts(players: int, options: tuple[str, ...]) -> None:
    """In each order; and the lines name every action once."""
    for number, state in enumerate(positions(players, options, 2, "plain")):
        legal = [int(move) for move in state.legal_moves()]
        markers = markers_of("vanuatu", state, legal)
        if markers is None or number % 5:
            continue
        assert all(CODEC.token(state, move)[0] in "^@" for move in markers.others)
        for move in set(legal) - set(markers.others):
            parts = markers.rules.parts(state, move)
            for order in (parts, parts[::-1]):
                assert all(markers.possible(order[:at]) for at in range(len(order)))
                assert markers.move(order) == move
        reached = {
            markers.move(first + second)
            for first in markers.next_parts("")
            for second in (markers.next_parts(first) if markers.size > 1 else [""])
        }
        assert markers.size > 2 or reached == set(legal) - set(markers.others)
        for chosen in ("", markers.next_parts("")[0]) if markers.size > 1 else ("",):
            lines = markers.lines(chosen, 60)
            assert max(map(width_of, lines)) <= 60
            names = PLAIN.paint(lines).lower()
            assert all(name in names for name in markers.rules.NAMES.values())
            assert "no: " not in names or "()" not in names.replace("(v)", "").replace("(g)", "")


def test_why_counts_the_action_that_is_chosen() -> None:
    controller = at_planning()
    enter(controller, "sail")
    assert "+SX is legal: plan to sail and to explore." in enter(controller, "why explore")
    assert "sell: no fish, and fishing is not planned." in enter(controller, "why sell")
    assert prompt(controller).endswith("sail +>")


def test_a_first_action_that_the_second_excludes_is_dropped_with_a_word() -> None:
    controller = at_planning()
    enter(controller, "build", "fish")
    assert Style(0, True).paint(controller.notice_lines(80)).strip() == (
        "build is dropped: not possible with fish."
    )
    assert prompt(controller).endswith("fish +>")
    enter(controller, "sail")
    assert tokens(controller)[-1] == "p:+SF"
    assert controller.notice == []

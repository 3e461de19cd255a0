"""The prompt controller: effects and output of typed lines, without a terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tests.support.documents import ROOT
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove
from vanuatu.cli.play import coach
from vanuatu.cli.play.commands import COMMANDS
from vanuatu.cli.play.completion import MoveCompleter
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.render import next_step_lines
from vanuatu.cli.play.seating import new_players, read_seat_request, resumed_players
from vanuatu.cli.play.table import SeatPlayer, Table
from vanuatu.core.games import make_game
from vanuatu.notation.boards.canvas import PLAIN, Style
from vanuatu.notation.codec import codec_for
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

QUICK = ("greedy",)


@pytest.fixture(autouse=True, scope="module")
def few_simulations() -> Iterator[None]:
    """Run the coach and reviews with few simulations: these tests only need an answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "SIMS", 2)
        yield


def seated_controller(
    *,
    players: int = 3,
    seats: tuple[str, ...] = (),
    seed: int = 3,
    place: Path | None = None,
    game: str = "vanuatu",
) -> Controller:
    session = Session.new(make_game(game, players, ()))
    controller = Controller(
        Table(session, new_players(read_seat_request(seats, QUICK), players, seed), seed, place)
    )
    controller.greet(new=True)
    controller.start()
    bots_move(controller)
    return controller


def bots_move(controller: Controller) -> None:
    """Wait until every bot and the coach have finished."""
    while (job := controller.next_job()) is not None:
        while not job.thinking.step():
            pass
        controller.finish_job(job)


def enter(controller: Controller, *lines: str) -> str:
    """Type lines and return the output after the last one."""
    for line in lines:
        controller.enter_line(line)
        bots_move(controller)
    return shown(controller)


def shown(controller: Controller, width: int = 80) -> str:
    lines = (
        [controller.notice, *controller.message(width)] if controller.notice else controller.message(width)
    )
    return PLAIN.paint(lines)


def first_move(controller: Controller) -> str:
    state = controller.table.state
    return controller.table.codec.token(state, int(state.legal_moves()[0]))


def at_planning() -> Controller:
    controller = seated_controller()
    enter(controller, "@governor")
    return controller


def test_new_game_prints_seating_and_how_to_change_it() -> None:
    text = " ".join(shown(seated_controller()).split())
    assert "New game: You (purple) against teal (greedy) and yellow (greedy)." in text
    assert "`bots hard` changes the bots" in text


def test_greeting_is_printed_once() -> None:
    assert "New game" not in enter(seated_controller(), "@governor")


def test_moves_of_other_seats_are_printed_with_their_gains() -> None:
    controller = at_planning()
    text = enter(controller, "+SS", "+GG", "+B")
    while "in all" not in text:
        text = enter(controller, first_move(controller))
    assert re.search(r"^[ty] greedy  \w+", text, re.MULTILINE)
    assert re.search(r"in all .*[+-\N{MINUS SIGN}]\d+ (points?|vatus?)", text)


def test_options_are_grouped_with_cost_and_gain() -> None:
    controller = at_planning()
    text = enter(controller, "+SS", "+BG", "+B")
    assert "sail" in text
    assert "vatu" in text


def test_refused_move_prints_reason_and_similar_moves() -> None:
    text = enter(at_planning(), "+VV")
    assert "cannot plan to sell" in text
    assert "yes: Sail Build" in text
    assert "with sail: eXplore Fish" in text


def test_misspelt_command_is_recognised() -> None:
    assert "Did you mean `moves`? It is a command" in enter(at_planning(), "movse")


def test_known_action_is_no_misspelt_command() -> None:
    text = enter(at_planning(), "why sell")
    assert "sell: no fish" in text
    assert "Did you mean" not in text


def test_many_tokens_leave_room_for_news_and_are_marked() -> None:
    controller = at_planning()
    for line in ("+SF", "+XF", "+R"):
        enter(controller, line)
    lines = PLAIN.paint(controller.fitted_lines(59, 4)).splitlines()
    assert len(lines) <= 4
    assert len(controller.table.view.options) > 20
    assert "`moves` lists" in " ".join(lines)
    assert re.match(r"(\.\.\. )?(Teal|Yellow) [a-z]+", lines[0]), lines


def test_why_explains_effect_of_legal_move() -> None:
    assert "+SS is legal: plan to sail with two markers." in enter(at_planning(), "why +SS")


def test_why_names_missing_requirement() -> None:
    assert "cannot plan to sell" in enter(at_planning(), "why +VV")
    assert "sell: no fish" in enter(at_planning(), "why +V")
    assert "Name an action or a move" in enter(at_planning(), "why")


def test_moves_lists_all_or_some_moves_in_words() -> None:
    controller = at_planning()
    every = enter(controller, "moves")
    legal = controller.table.state.legal_moves()
    assert len(every.splitlines()) == len(legal)
    some = enter(controller, "moves rest")
    assert 0 < len(some.splitlines()) < len(legal)
    assert all("R" in line for line in some.splitlines())
    assert "No legal move contains 'hats'" in enter(controller, "moves hats")


def test_hint_prints_legal_move() -> None:
    controller = at_planning()
    token = enter(controller, "hint").split()[0]
    assert controller.table.session.read(token) in list(controller.table.state.legal_moves())


def test_eval_prints_win_chances_and_candidates() -> None:
    text = enter(at_planning(), "eval")
    assert "Win chances:" in text
    assert "visits" in text


def test_undo_reverts_bot_moves_and_draws_repeat() -> None:
    controller = at_planning()
    place_before = controller.table.session.ply
    while controller.table.state.round == 1:
        before = controller.table.session.ply
        last = first_move(controller)
        enter(controller, last)
    drawn = controller.table.session.tokens()[before:]
    assert any(token.startswith("#tourists") for token in drawn)
    assert "Undone" in enter(controller, "undo")
    assert controller.table.session.ply == before
    assert controller.table.state.round == 1
    enter(controller, last)
    again = controller.table.session.tokens()[before:]
    assert [t for t in again if t[0] == "#"] == [t for t in drawn if t[0] == "#"]
    while controller.table.session.ply > place_before:
        enter(controller, "undo")
    assert controller.table.codec.phase(controller.table.state) == "plan"


def test_undo_at_start_prints_nothing_to_undo() -> None:
    assert "no move of yours" in enter(seated_controller(), "undo")


def test_redo_plays_the_same_moves_again() -> None:
    controller = at_planning()
    enter(controller, "+SS")
    moves = list(controller.table.session.moves)
    enter(controller, "undo", "undo")
    enter(controller, "redo", "redo")
    assert list(controller.table.session.moves) == moves
    assert "There is no undone move" in enter(controller, "redo")


def test_score_prints_items_of_current_score() -> None:
    text = enter(at_planning(), "score")
    assert "If the game ended here" in text
    assert "total" in text


def test_log_prints_tokens_or_round_in_words() -> None:
    controller = at_planning()
    assert "p:@governor" in enter(controller, "log")
    assert "take the governor" in enter(controller, "log 1")
    assert "from 1 to 1" in enter(controller, "log 7")


def test_rules_lists_topics_and_prints_one() -> None:
    controller = at_planning()
    topics = enter(controller, "rules").splitlines()
    assert len(topics) > 3
    name = topics[1].split()[0]
    assert len(enter(controller, f"rules {name}")) > 40
    assert "There is no topic 'hats'" in enter(controller, "rules hats")


def test_fen_output_can_be_parsed() -> None:
    controller = at_planning()
    text = "".join(enter(controller, "fen").split("\n"))
    state = controller.table.codec.read_position(text)
    assert controller.table.codec.view(state) == controller.table.codec.view(controller.table.state)


def test_save_writes_another_file_and_asks_before_overwriting(tmp_path: Path) -> None:
    controller = at_planning()
    place = tmp_path / "mine.pvn"
    assert "Saved in" in enter(controller, f"save {place}")
    enter(controller, "+SS")
    assert "p:+SS" in place.read_text(encoding="utf-8")
    other = tmp_path / "other.pvn"
    other.write_text("something else", encoding="utf-8")
    assert "type the same command again" in enter(controller, f"save {other}")
    assert other.read_text(encoding="utf-8") == "something else"
    enter(controller, f"save {other}")
    assert "p:+SS" in other.read_text(encoding="utf-8")


def test_failed_save_is_reported_and_game_continues(tmp_path: Path) -> None:
    controller = at_planning()
    assert "null" in enter(controller, f"save {tmp_path}/nowhere\0/mine.pvn")
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    controller.table.path = blocked / "game.pvn"
    assert "could not be saved" in enter(controller, "+SS")
    notice = ["".join(text for _, text in line) for line in controller.notice_lines(60)]
    assert len(notice) > 1
    assert "Not a directory)" in " ".join(notice)
    assert controller.table.codec.phase(controller.table.state) == "plan"


def test_seats_and_bots_can_change_during_game() -> None:
    controller = at_planning()
    assert "teal    greedy  bot" in enter(controller, "seat")
    enter(controller, "bots teal random")
    assert controller.table.names == ("You", "random", "greedy")
    enter(controller, "bots easy")
    assert controller.table.names == ("You", "easy", "easy")
    enter(controller, "seat teal Ann")
    assert controller.table.people == [0, 1]
    assert controller.table.session.record.tags["Teal"] == "Ann"
    assert "no bot is called" in enter(controller, "bots teal nobody")
    assert "There is no seat 'pink'" in enter(controller, "seat pink")


def test_help_names_every_command() -> None:
    text = enter(at_planning(), "help")
    assert all(f"  {name}" in text for name in COMMANDS)
    assert "undo your last move" in enter(at_planning(), "help undo")


def test_the_manual_names_every_command() -> None:
    manual = (ROOT / "docs" / "guides" / "playing.md").read_text(encoding="utf-8")
    for name, command in COMMANDS.items():
        form = f"{name} {command.takes}".strip()
        assert f"`{form}`" in manual, form


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"quit"}))
def test_every_command_prints_output_in_any_phase(name: str) -> None:
    for controller in (seated_controller(), finished()):
        controller.enter_line(name)
        bots_move(controller)
        assert name == "board" or shown(controller)
        assert name == "board" or shown(controller, 30)


WORDS = st.sampled_from(
    [*COMMANDS, "teal", "hard", "1", "9", "+SS", "+V", "@governor", "p:+SS", "fish", "x" * 300]
)
LINES = st.lists(
    st.one_of(st.text(max_size=12), st.lists(WORDS, min_size=1, max_size=3).map(" ".join)), max_size=6
)


@settings(max_examples=60)
@given(LINES, st.integers(30, 130))
def test_any_input_line_gets_answer(lines: list[str], width: int) -> None:
    controller = at_planning()
    for line in lines:
        words = line.lower().split()
        if words and words[0] in ("hint", "eval", "save", "bots", "bot", "review"):
            continue  # slow, or writes to the disk
        enter(controller, line)
        controller.leaving = False
        assert controller.board_lines(width, 20, PLAIN)
        assert controller.status_line()
        shown(controller, width)
        controller.fitted_lines(width, 5)


def test_prompt_plays_maori() -> None:
    controller = seated_controller(game="maori", players=2)
    assert "You (purple) against teal (greedy)" in " ".join(shown(controller).split())
    for name in sorted(set(COMMANDS) - {"quit", "board", "hint", "eval"}):
        assert enter(controller, name)
    before = controller.table.session.ply
    while controller.table.session.ply == before:
        enter(controller, first_move(controller))
    assert "Undone" in enter(controller, "undo")
    assert "Nearest legal moves:" in enter(controller, "2=zz")
    assert controller.board_lines(80, None, PLAIN)
    assert controller.status_line()


def test_quit_ends_prompt() -> None:
    controller = at_planning()
    controller.enter_line("quit")
    assert controller.leaving


def finished(seed: int = 3, players: int = 3) -> Controller:
    controller = seated_controller(seats=("none",), seed=seed, players=players)
    assert controller.table.over
    return controller


def test_finished_game_prints_scoring_ranking_and_next_steps(tmp_path: Path) -> None:
    place = tmp_path / "game.pvn"
    controller = seated_controller(place=place)
    number = 0
    while not controller.table.over:
        legal = controller.table.state.legal_moves()
        number += 1
        controller.enter_line(
            controller.table.codec.token(controller.table.state, int(legal[number * 7 % len(legal)]))
        )
        bots_move(controller)
    assert "won: " in shown(controller)
    text = PLAIN.paint(controller.final_lines(200))
    assert "has won" in text or "have won" in text
    for seat, score in enumerate(controller.table.state.scores()):
        assert f"{controller.table.names[seat]}  {score}" in text
    assert "total" in text
    assert f"vanuatu review {place}" in text
    assert f"vanuatu play --from {place} --at 5" in text
    saved = place.read_text(encoding="utf-8")
    scores = ",".join(str(score) for score in controller.table.state.scores())
    assert f'[Result "{scores}"]' in saved
    assert "the game is over" in enter(controller, "+SS")
    enter(controller, "undo")
    assert controller.table.actor in controller.table.people
    assert '[Result "*"]' in place.read_text(encoding="utf-8")


def test_deciding_tie_rule_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = finished()
    codec = controller.table.codec

    monkeypatch.setattr(type(codec), "tie_rule", lambda self, state: "teal has more huts")
    assert "Tie for the best score: teal has more huts" in shown(controller)


class Failing(Bot):
    """A bot that raises an error."""

    name = "failing"

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        raise BotError("the program has gone away")


def test_failing_bot_is_reported_and_can_be_replaced() -> None:
    controller = at_planning()
    controller.table.players[1] = SeatPlayer("failing", Failing())
    controller.enter_line("+SS")
    bots_move(controller)
    while controller.table.actor != 1:
        controller.enter_line(first_move(controller))
        bots_move(controller)
    assert "teal: the program has gone away" in shown(controller)
    ply = controller.table.session.ply
    enter(controller, "bots teal greedy")
    assert controller.table.session.ply > ply


def test_person_sees_only_own_rest_token() -> None:
    controller = seated_controller(players=3, seats=("purple=Ann", "teal=Bob"))
    while controller.table.state.round == 1 and not controller.table.has_secrets():
        enter(controller, "")
        legal = [
            controller.table.codec.token(controller.table.state, int(m))
            for m in controller.table.state.legal_moves()
        ]
        wanted = [token for token in legal if "R" in token] or legal
        enter(controller, wanted[0])
    rested = next(ply for ply in controller.table.session.record.plies if ply.token.startswith("R"))
    board = PLAIN.paint(controller.board_lines(120, None, PLAIN))
    assert controller.viewer != rested.seat or controller.table.actor == rested.seat
    view = controller.table.codec.view(controller.table.seen_by(None))
    assert view["players"]["pty"[rested.seat]]["rest"] == "?"
    assert controller.viewer == rested.seat or "rest: hidden" in board


def test_resumed_game_tells_bots_from_people_by_name() -> None:
    players = resumed_players(read_seat_request((), ()), ["Ann", "greedy", "?"], seed=1)
    assert [player.bot is None for player in players] == [True, False, False]
    players = resumed_players(read_seat_request(("teal",), ("random",)), ["Ann", "greedy", "?"], seed=1)
    assert [player.name for player in players] == ["random", "You", "random"]


@pytest.mark.parametrize("width", [50, 60, 80, 120])
def test_output_fits_terminal_width(width: int) -> None:
    controller = at_planning()
    for line in ("help", "moves", "score", "log", "log 1", "rules", "seat", "+VV", "look a2"):
        for row in enter_and_read(controller, line, width):
            assert len(row) <= width, (line, row)


def enter_and_read(controller: Controller, line: str, width: int) -> list[str]:
    controller.enter_line(line)
    bots_move(controller)
    return shown(controller, width).splitlines()


def test_board_fits_terminal_and_has_no_wide_characters() -> None:
    controller = at_planning()
    for width in (60, 80, 104, 120, 160):
        lines = Style(0, True).paint(controller.board_lines(width, None, Style(0, True))).splitlines()
        assert max(map(len, lines)) <= width


BEGGING = (
    "vanuatu 3; 8 beg p; first t; market 3; tourists 0; ships kcb kkk cbb / kcb kkc kkc ccb kbb kcc kkb; "
    "board a1:B2(F3) a2:E0(Gk) a3:S1(F2) a4:E2(F2) b1:A1(Gkb) b2:S0 b3:S2(F1 X2) b4:D1(D3) b5:E1 c1:F2(F3) "
    "c2:C2(F1 X2) c3:A2(Gkc) c4:F1(F1 X3) c5:B1(F1 X3) c6:D2(Gkc) d3:C1; p 8v 20p b3 B8 @beggar; "
    "t 1v 9p b3 B8 @artist*; y 2v 9p c2 B8 @guide*"
)


def at_the_beggars_last_chance() -> Controller:
    start = codec_for("vanuatu").read_position(BEGGING)
    session = Session.new(codec_for("vanuatu").game_of(start), start=start)
    controller = Controller(Table(session, new_players(read_seat_request((), QUICK), 3, 1), 1))
    controller.start()
    return controller


def test_beggar_choice_at_round_end_is_explained() -> None:
    asked = " ".join(shown(at_the_beggars_last_chance()).split())
    assert "give up to 3 points for as many vatus (@1 @2 @3), or keep what you have (@0)" in asked
    assert "8 vatus: two points more make ten, which are five points." in asked
    assert "This is the end of the game" in asked
    assert "@0 keep the points (Beggar)" in asked
    assert "@2 give 2 points for 2 vatus (10 in all become 5 points and 0 vatus) (Beggar)" in asked


def test_beggar_choice_is_asked_on_small_screen() -> None:
    lines = PLAIN.paint(at_the_beggars_last_chance().fitted_lines(60, 6))
    assert "two points more make ten" in " ".join(lines.split())
    assert "@0 @1 @2 @3" in lines


@pytest.mark.parametrize("line", ["@2", "beg 2", "exchange 2", "p:@2"])
def test_the_beggar_answers_by_token_or_in_words(line: str) -> None:
    controller = at_the_beggars_last_chance()
    enter(controller, line)
    assert controller.table.session.tokens() == ["p:@2"]


@pytest.mark.parametrize("line", ["@0", "keep", "keep the points", "no"])
def test_beggar_can_keep_points(line: str) -> None:
    controller = at_the_beggars_last_chance()
    enter(controller, line)
    assert controller.table.session.tokens() == ["p:@0"]


def test_hint_and_why_support_beggar_choice() -> None:
    controller = at_the_beggars_last_chance()
    assert enter(controller, "hint").startswith("@2  give 2 points for 2 vatus")
    assert "@0 is legal: keep the points (Beggar)." in enter(controller, "why @0")
    assert "purple decides about the Beggar's exchange now" in enter(controller, "why Fb3")
    assert "Name an action or a move" in enter(controller, "why")


def test_tab_completes_answers_with_descriptions() -> None:
    completer = MoveCompleter(at_the_beggars_last_chance())
    found = {c.text: c.display_meta_text for c in completer.get_completions(Document("@"), CompleteEvent())}
    assert list(found) == ["@0", "@1", "@2", "@3"]
    assert found["@0"] == "keep the points (Beggar)"
    (kept,) = completer.get_completions(Document("keep"), CompleteEvent())
    assert kept.display_meta_text == "keep the points (Beggar)"


def test_board_and_log_show_beggar_choice() -> None:
    controller = at_the_beggars_last_chance()
    assert "Round 8 of 8, the Beggar's exchange" in PLAIN.paint(controller.board_lines(100, None, PLAIN))
    assert "beg" in "".join(part for _, part in controller.status_line())


def test_replay_of_late_position_starts_at_its_first_round(tmp_path: Path) -> None:
    session = next(read_games(ROOT / "games" / "rule-beggar.pvn")).session
    table = Table(session, [SeatPlayer("Ann"), SeatPlayer("Ben"), SeatPlayer("Cleo")], seed=1)
    shown = PLAIN.paint(next_step_lines(table, tmp_path / "a.pvn", 200))
    assert "from round 8 on: " in shown

"""What the program prints when input or a command line is wrong: one line that says what to do.

The groups are those of a review of the messages. `test_play_errors.py` has the ones of `play` (7, 17).
"""

import json
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu

pytestmark = pytest.mark.any_build

GAMES = Path(__file__).parents[2] / "games"
TEACHING = str(GAMES / "teaching.pvn")
OF_GAMES = "Expected .pvn or .ndjson or .msgpack, also with .gz or .zst."


def error_of(arguments: list[str], home: Path, code: int) -> str:
    """Run a command that must fail with that exit code, and return its one line on stderr."""
    ended = vanuatu(arguments, home)
    assert ended.code == code, ended
    assert ended.out == ""
    assert ended.err.count("\n") == 1, ended.err
    return ended.err.removesuffix("\n")


# Renamed options


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("show", "--game", "--number"),
        ("moves", "--game", "--number"),
        ("replay", "--game", "--number"),
        ("analyse", "--game", "--number"),
        ("review", "--game", "--number"),
        ("analyse", "--time", "--move-time"),
        ("match", "--time", "--clock"),
        ("replay", "--from", "--from-ply"),
        ("replay", "--to", "--to-ply"),
        ("convert", "--from", "--from-format"),
    ],
)
def test_an_old_option_names_the_new_one(command: str, old: str, new: str, tmp_path: Path) -> None:
    message = error_of([command, "x.pvn", old, "2"], tmp_path, 2)
    assert message == f"vanuatu: {old}: this option is now {new} (see vanuatu {command} --help)"


# Typer's own texts (group 6)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play --players two", "--players: 'two' is not a number (2–5)"),
        ("play --players 7", "--players: 7 is out of range (2–5)"),
        ("play --players", "--players: a value is missing (see vanuatu play --help)"),
        ("play --plain=1", "--plain: this option takes no value (see vanuatu play --help)"),
        ("show x.pvn --ply 1.5", "--ply: '1.5' is not a whole number"),
        ("bench --seconds soon", "--seconds: 'soon' is not a number (0.01 or more)"),
        ("match random random --jobs 999", "--jobs: 999 is out of range (1–256)"),
        ("show", "FILE|FEN is missing (see vanuatu show --help)"),
        ("match", "SPEC is missing (see vanuatu match --help)"),
        ("rules planning again", "'again': unexpected argument (see vanuatu rules --help)"),
        ("version --jsn", "--jsn: no such option; did you mean --json?"),
        ("version --nosuch", "--nosuch: no such option; see vanuatu version --help"),
        ("ply", "'ply': no such command; did you mean play or replay?"),
        ("nosuch", "'nosuch': no such command; see vanuatu --help"),
    ],
)
def test_a_wrong_command_line_is_explained_in_our_own_words(line: str, message: str, tmp_path: Path) -> None:
    assert error_of(line.split(), tmp_path, 2) == f"vanuatu: {message}"


def test_a_wrong_argument_cannot_send_control_sequences(tmp_path: Path) -> None:
    assert "\x1b" not in error_of(["show", "--ply", "\x1b[2J"], tmp_path, 2)
    assert "\x1b" not in error_of(["\x1b[2J"], tmp_path, 2)


# Messages by group


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make a folder with a finished game of rounds 1 to 8, a teaching game and a file that is not a game."""
    (tmp_path / "finished.pvn").write_bytes((GAMES / "two-players.pvn").read_bytes())
    (tmp_path / "teaching.pvn").write_bytes((GAMES / "teaching.pvn").read_bytes())
    (tmp_path / "folder").mkdir()
    return tmp_path


def test_group_1_a_word_of_another_phase_names_the_phase(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--seed", "1"], tmp_path, text="fish\n")
    assert ended.code == 1
    assert ended.err.startswith("stdin:1: fish: that is for another phase: purple chooses a character now (")


def test_group_1_a_word_of_an_action_is_known_when_neutral_markers_are_chosen(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--players", "2", "--bot", "greedy", "--seed", "3"], tmp_path, text="fish\n")
    assert ended.code == 1
    assert ended.err.startswith("stdin:1: fish: that is for another phase: ")


def test_group_2_a_finished_game_needs_a_position(home: Path) -> None:
    message = error_of(["analyse", "finished.pvn"], home, 1)
    assert message == "vanuatu: The game is finished. Choose a position with --at ROUND.PLY, or use --all."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vanuatu 3", "vanuatu 3: neither a file nor a position. A position begins `vanuatu 3; …`."),
        ("maori 2", "maori 2: neither a file nor a position. A position begins `maori 3; …`."),
        ("Vanuatu 3; 1", "Vanuatu 3; 1: neither a file nor a position. A position begins `vanuatu 3; …`."),
        ("", "'': neither a file nor a position. A position begins `vanuatu 3; …`."),
        ("nosuch.pvn", "nosuch.pvn: No such file or directory"),
        ("folder/nosuch", "folder/nosuch: No such file or directory"),
    ],
)
@pytest.mark.parametrize("command", ["show", "moves", "analyse"])
def test_group_3_a_text_that_is_neither_a_file_nor_a_position(
    command: str, text: str, message: str, home: Path
) -> None:
    assert error_of([command, text], home, 1) == f"vanuatu: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vanuatu 3; 12 plan p", "position, column 12: round 12: rounds are 1 to 8"),
        ("vanuatu 3; 1 plan1 p", "position: section `market` is missing, e.g. `market 3`"),
        (
            "vanuatu 3; 2 plan1 p; market 3; tourists 1 / 01; ships kkb / kcb; board b2:S0; p 3v 0p b2 B8",
            "position: player teal is missing, e.g. `t 3v 0p b2 B8`",
        ),
    ],
)
def test_group_4_a_missing_section_has_no_column(text: str, message: str, tmp_path: Path) -> None:
    assert error_of(["show", text], tmp_path, 1) == f"vanuatu: {message}"


def test_group_7_error_names_all_options_that_exclude_one_another(tmp_path: Path) -> None:
    message = error_of("play --tutorial --players 4 --bot hard".split(), tmp_path, 2)
    assert message.startswith("vanuatu: --tutorial excludes --players and --bot: ")
    assert message.endswith(" Leave out --players and --bot.")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "show finished.pvn --svg out.png",
            "--svg out.png: unknown ending. Expected .svg. For PNG use --png out.png",
        ),
        ("match random random --out x.txt", f"--out x.txt: unknown ending. {OF_GAMES}"),
        ("convert finished.pvn x.parquet", f"OUT x.parquet: unknown ending. {OF_GAMES}"),
        ("play --save x.json", "--save x.json: unknown ending. Expected .pvn."),
        ("stats finished.pvn --html x.txt", "--html x.txt: unknown ending. Expected .html or .htm."),
    ],
)  # fmt: skip
def test_group_8_an_output_with_an_unknown_ending_is_refused(line: str, message: str, home: Path) -> None:
    assert error_of(line.split(), home, 2) == f"vanuatu: {message}"
    assert not (home / line.split()[-1]).exists()


@pytest.mark.parametrize(
    "line", ["convert finished.pvn teaching.pvn", "match random random --out teaching.pvn"]
)
def test_group_9_an_existing_file_is_not_replaced(line: str, home: Path) -> None:
    message = error_of(line.split(), home, 2)
    assert message.startswith("vanuatu: teaching.pvn exists. Use --force to replace it, ")
    assert (home / "teaching.pvn").read_bytes() == (GAMES / "teaching.pvn").read_bytes()


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("9.1", "the game has rounds 1 to 8"),
        ("8.9999", "round 8 has 20 plies"),
        ("9999", "the game has 182 plies"),
    ],
)
@pytest.mark.parametrize("form", ["--ndjson", "--plain"])
def test_group_13_a_replay_from_a_ply_that_no_game_has_is_an_error(
    option: str, message: str, form: str, home: Path
) -> None:
    line = error_of(["replay", "finished.pvn", form, "--from-ply", option], home, 2)
    assert line == f"vanuatu: --from-ply {option}: {message}"


@pytest.mark.parametrize(("word", "topic"), [("actions", "planning"), ("vatus", "money"), ("hut", "build")])
def test_group_14_common_words_are_topics_of_the_rules(word: str, topic: str, tmp_path: Path) -> None:
    assert vanuatu(["rules", word], tmp_path) == vanuatu(["rules", topic], tmp_path)


def test_group_14_only_close_topics_are_proposed(tmp_path: Path) -> None:
    assert error_of(["rules", "preecher"], tmp_path, 2).endswith("did you mean preacher?")
    assert "did you mean" not in error_of(["rules", "astronomy"], tmp_path, 2)


def test_group_15_a_sequential_test_needs_two_different_bots(tmp_path: Path) -> None:
    message = error_of("match greedy greedy --players 2 --until-significant".split(), tmp_path, 2)
    assert message == (
        "vanuatu: --until-significant compares the first two bots, but greedy is named twice. "
        "Name two different bots."
    )


@pytest.mark.parametrize(
    "line",
    ["check folder", "show folder", "rate folder", "stats folder", "match random random --openings folder"],
)
def test_group_16_a_folder_is_not_a_file(line: str, home: Path) -> None:
    message = vanuatu(line.split(), home)
    assert message.code == 1
    assert message.err.removeprefix("vanuatu: ") == "folder: this is a folder. Try folder/*.pvn\n"


@pytest.mark.parametrize(
    ("games", "what"), [(1, "1 game is an incomplete set"), (3, "3 games are an incomplete set")]
)
def test_group_18_a_number_of_games_that_favours_seats_is_reported(
    games: int, what: str, tmp_path: Path
) -> None:
    ended = vanuatu(["match", "greedy", "random", "--seed", "1", "--games", str(games)], tmp_path)
    assert ended.code == 0
    assert f"{what}; use a multiple of 2 for balanced seats\n" in ended.err


@pytest.mark.parametrize(
    "line",
    [
        "check nosuch.pvn",
        "show nosuch.pvn",
        "moves nosuch.pvn",
        "replay nosuch.pvn",
        "analyse nosuch.pvn",
        "review nosuch.pvn",
        "rate nosuch.pvn",
        "stats nosuch.pvn",
        "convert nosuch.pvn",
        "play --from nosuch.pvn",
        "match random random --openings nosuch.pvn",
        "match random random --tiles nosuch.pvn",
    ],
)
def test_group_19_a_missing_file_is_bad_input_in_every_command(line: str, tmp_path: Path) -> None:
    ended = vanuatu(line.split(), tmp_path)
    assert ended.code == 1
    assert ended.out == ""
    assert ended.err.removeprefix("vanuatu: ") == "nosuch.pvn: No such file or directory\n"


def test_group_5_a_query_at_a_draw_names_the_draw(tmp_path: Path) -> None:
    line = '{"id": %s, "players": 3, "moves": ["#start=201"%s]}\n'
    text = line % (1, "") + line % (2, ', "p:+SF"')
    ended = vanuatu(["analyse", "--serve", "--bot", "mcts:1"], tmp_path, text=text)
    message = [json.loads(answer)["error"] for answer in ended.out.splitlines()]
    expected = "a draw is missing here. Expected #tiles=…"
    assert sorted(message) == [expected, f"p:+SF: {expected}"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "stats finished.pvn teaching.pvn --player Zorro",
            "no finished game has player 'Zorro' (players: Ann, Ben, Cleo, mcts:1000, mcts:3000)",
        ),
        ("stats teaching.pvn", "teaching.pvn: 1 game, not finished (result *)"),
        ("stats teaching.pvn teaching.pvn", "2 files: 2 games, not finished (result *)"),
        (
            "stats finished.pvn teaching.pvn --player Cleo",
            "2 files: 1 matching game, not finished (result *)",
        ),
        (
            "stats finished.pvn --game maori --where players==2",
            "no finished game matches --game maori --where players==2",
        ),
    ],
)
def test_group_11_error_of_stats_without_games_has_reason(line: str, message: str, home: Path) -> None:
    assert error_of(line.split(), home, 1) == f"vanuatu: {message}"


def test_group_12_a_file_in_another_format_than_named_is_one_error(home: Path) -> None:
    message = error_of("convert teaching.pvn --from-format ndjson".split(), home, 1)
    assert message == "vanuatu: teaching.pvn is not NDJSON (first line is a tag). Leave out --from-format."
    (home / "wrong.ndjson").write_bytes((home / "teaching.pvn").read_bytes())
    message = error_of(["convert", "wrong.ndjson"], home, 1)
    assert message == "vanuatu: wrong.ndjson is not NDJSON (first line is a tag). Rename it to .pvn."
    assert vanuatu(["convert", "teaching.pvn", "games.msgpack"], home).code == 0
    message = error_of("convert games.msgpack --from-format ndjson".split(), home, 1)
    assert (
        message == "vanuatu: games.msgpack is not NDJSON (it begins like msgpack). Leave out --from-format."
    )


@pytest.mark.parametrize(
    "line",
    [
        "play --save new/a.pvn",
        "convert finished.pvn new/a.pvn",
        "match random random --out new/a.pvn",
        "show finished.pvn --svg new/a.svg",
        "replay finished.pvn --html new/a.html",
    ],
)
def test_group_19_a_missing_folder_is_named_and_not_created(line: str, home: Path) -> None:
    target = line.split()[-1]
    message = error_of(line.split(), home, 1)
    assert message == f"vanuatu: {target}: there is no folder new. Create it first."
    assert not (home / "new").exists()


def test_group_10_a_bot_that_forfeits_all_games_is_an_error(tmp_path: Path) -> None:
    ended = vanuatu(["match", "cmd:true", "random", "--games", "2", "--seed", "1"], tmp_path)
    assert ended.code == 1
    last = ended.err.splitlines()[-1]
    assert last == (
        "vanuatu: true quit before answering `pvn 1`; it forfeited 2 of 2 games. "
        "Try: vanuatu bot --check cmd:true"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("moves example:rule-planning --why Fb9", "Fb9: there is no cell b9 "),
        ("moves example:maori-teaching --why Fb9", "Fb9: there is no cell b9 "),
        ("moves example:maori-teaching --why 1=e5", "1=e5: there is no cell e5 "),
    ],
)
def test_group_17_an_unknown_cell_is_named(line: str, message: str, tmp_path: Path) -> None:
    assert error_of(line.split(), tmp_path, 1).startswith(f"vanuatu: {message}(legal: ")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("match mcts:1.5 random", "bot 'mcts:1.5': 1.5 is not a whole number; for a time write mcts:1.5s"),
        ("match MCTS:100 random", "no bot is called 'MCTS:100'; did you mean 'mcts:100'?"),
        ("play --variant nochars", "vanuatu has no variant 'nochars'; did you mean nocharacters?"),
        ("play --game maori --variant shipmus", "Maori has no variant 'shipmus'; did you mean shipmust?"),
        ("play --variant snow", "vanuatu has no variant 'snow' (there are: waters, nocharacters)"),
    ],
)
def test_group_17_a_misspelt_spec_or_variant_names_the_close_one(
    line: str, message: str, tmp_path: Path
) -> None:
    assert error_of(line.split(), tmp_path, 2) == f"vanuatu: {message}"


# Examples


@pytest.mark.parametrize("command", ["show", "moves", "check", "replay", "convert", "rate"])
def test_commands_read_the_example_games_of_the_program(command: str, tmp_path: Path) -> None:
    assert vanuatu([command, "example:teaching"], tmp_path) == vanuatu([command, TEACHING], tmp_path)


def test_an_unknown_example_names_those_that_are_close(tmp_path: Path) -> None:
    message = error_of(["show", "example:teching"], tmp_path, 1)
    assert message == "vanuatu: example:teching: no such example. Examples: teaching, maori-teaching"
    assert "rule-planning" in error_of(["show", "example:zzz"], tmp_path, 1)

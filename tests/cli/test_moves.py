"""`vanuatu moves`: legal moves, their descriptions, and why a move is illegal."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from tests.games.final import GAMES

TEACHING = str(GAMES / "teaching.pvn")


def moves(home: Path, *arguments: str, text: str = "") -> list[str]:
    ended = vanuatu(["moves", *arguments], home, text=text)
    assert (ended.code, ended.err) == (0, "")
    return ended.out.splitlines()


def test_legal_moves_are_printed_one_token_per_line(tmp_path: Path) -> None:
    assert moves(tmp_path, TEACHING, "--at", "1.20") == ["Fb3", "Fb3@", "Da2"]


def test_each_move_is_explained(tmp_path: Path) -> None:
    assert moves(tmp_path, TEACHING, "--at", "1.20", "--explain") == [
        "Fb3   fish on b3 for a fish of 2",
        "Fb3@  fish on b3 for a fish of 2 and 2 points (Fisherman)",
        "Da2   make a drawing on a2 for 3 points",
    ]


def test_json_names_seat_to_move(tmp_path: Path) -> None:
    answer = json.loads(moves(tmp_path, TEACHING, "--at", "1.20", "--json")[0])
    assert (answer["round"], answer["phase"], answer["seat"]) == (1, "act", "p")
    assert answer["legal"][2] == {"token": "Da2", "words": "make a drawing on a2 for 3 points"}


@pytest.mark.parametrize(
    ("token", "answer"),
    [
        ("Da2", "Da2: legal: make a drawing on a2 for 3 points"),
        ("fish", "Fb3@: legal: fish on b3 for a fish of 2 and 2 points (Fisherman)"),
        ("Xb3", "Xb3: purple has no markers on explore (legal: Fb3, Fb3@, Da2)"),
        ("-D", "-D: purple leads draw and can perform it, so the markers cannot be withdrawn (legal: "),
    ],
)
def test_why_explains_illegal_move(token: str, answer: str, tmp_path: Path) -> None:
    assert moves(tmp_path, TEACHING, "--at", "1.20", "--why", token)[0].startswith(answer)


@pytest.mark.parametrize(
    ("ply", "token", "answer"),
    [
        ("2.4", "#cast=artist,beggar,buyer,guide,vendor", "the Beggar was on offer in the round before"),
        ("2.7", "@governor", "the Governor is not on offer this round"),
        ("2.7", "@diver", "the Diver is not on offer this round"),
    ],
)
def test_why_two_players_cannot_have_a_character(ply: str, token: str, answer: str, tmp_path: Path) -> None:
    game = str(GAMES / "two-players.pvn")
    assert moves(tmp_path, game, "--at", ply, "--why", token)[0].partition(": ")[2].startswith(answer)


def test_why_lists_meanings_of_ambiguous_form(tmp_path: Path) -> None:
    assert moves(tmp_path, TEACHING, "--at", "1.24", "--why", "buy") == ["buy can be Ga2k, Ga2c, Ga2b"]


def test_why_as_json(tmp_path: Path) -> None:
    line = moves(tmp_path, TEACHING, "--at", "1.20", "--why", "Xb3", "--json")[0]
    assert json.loads(line) == {
        "token": "Xb3",
        "legal": False,
        "why": "purple has no markers on explore (legal: Fb3, Fb3@, Da2)",
    }


def test_unknown_move_is_bad_input(tmp_path: Path) -> None:
    ended = vanuatu(["moves", TEACHING, "--why", "hop"], tmp_path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("vanuatu: hop: no move is written like this")


def test_draws_are_listed_as_moves(tmp_path: Path) -> None:
    assert moves(tmp_path, TEACHING, "--ply", "0", "--explain")[0] == (
        "#start=012  the tiles to start with are S0 on a3, S1 on b2 and S2 on b3; the boats start on S0"
    )


def test_finished_game_has_no_moves(tmp_path: Path) -> None:
    ended = vanuatu(["moves", str(GAMES / "three-players.pvn")], tmp_path)
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "the game is finished: there are no moves\n"


def test_position_can_be_given_as_text(tmp_path: Path) -> None:
    line = vanuatu(["show", TEACHING, "--at", "1.20", "--fen"], tmp_path).out.strip()
    assert moves(tmp_path, line) == ["Fb3", "Fb3@", "Da2"]


def test_stdin_is_read_in_every_format(tmp_path: Path) -> None:
    text = Path(TEACHING).read_text(encoding="utf-8")
    assert moves(tmp_path, "-", "--at", "1.20", text=text)[0] == "Fb3"
    ndjson = vanuatu(["convert", TEACHING, "--to", "ndjson"], tmp_path).out
    assert moves(tmp_path, "-", "--at", "1.20", text=ndjson)[0] == "Fb3"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere.pvn"], 1, "nowhere.pvn: No such file or directory"),
        ([str(GAMES)], 1, "this is a folder"),
        ([TEACHING, "--number", "2"], 1, "no game 2"),
        ([TEACHING, "--number", "0"], 2, "--number: 0 is out of range (1 or more)"),
        ([TEACHING, "--at", "1.99"], 2, "round 1 has 27 plies"),
        ([TEACHING, "--at", "7"], 2, "the game has rounds 1 to 2"),
        ([TEACHING, "--at", "x.y"], 2, "expected ROUND.PLY, for example 5.12"),
        ([TEACHING, "--at", "1.5", "--ply", "5"], 2, "Leave one out"),
        ([TEACHING, "--ply", "1000"], 2, "there is no ply 1000"),
        ([TEACHING, "--ply", "-1"], 2, "there is no ply -1"),
        (["vanuatu 3; 1 act p"], 1, "position: section `market` is missing, e.g. `market 3`"),
        (["vanuatu 3; 1 act p", "--number", "2"], 2, "a position is not a file of games"),
    ],
)
def test_error_prints_one_line_and_sets_exit_code(
    arguments: list[str], code: int, message: str, tmp_path: Path
) -> None:
    ended = vanuatu(["moves", *arguments], tmp_path)
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_round_starts_after_previous_round_ended(tmp_path: Path) -> None:
    begin = vanuatu(["show", TEACHING, "--at", "2", "--fen"], tmp_path).out
    assert begin == vanuatu(["show", TEACHING, "--at", "2.0", "--fen"], tmp_path).out
    assert begin == vanuatu(["show", TEACHING, "--at", "1.27", "--fen"], tmp_path).out
    assert begin.startswith("vanuatu 3; 2 setup tourists; first y;")


# Protocol lines as input

START = "position moves #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p"


def test_protocol_position_line_is_accepted(tmp_path: Path) -> None:
    characters = moves(tmp_path, START)
    assert characters[:2] == ["@artist", "@beggar"]
    assert moves(tmp_path, "-", text=START + "\n") == characters
    fen = vanuatu(["show", TEACHING, "--at", "1.20", "--fen"], tmp_path).out.strip()
    assert moves(tmp_path, f"position fen {fen}") == ["Fb3", "Fb3@", "Da2"]
    assert moves(tmp_path, "-", text=fen) == ["Fb3", "Fb3@", "Da2"]
    assert moves(tmp_path, f"position fen {fen} moves Da2", "--why", "+R")[0].startswith("+R: ")


def test_newgame_line_selects_game(tmp_path: Path) -> None:
    position = f"{START} p:@buyer t:@artist y:@guide"
    for players, first in ((3, "+SS"), (4, "@beggar")):
        talk = f"pvn 1\nnewgame vanuatu players={players} seat=p\n{position}\ngo sims 10\n"
        assert moves(tmp_path, "-", text=talk)[0] == first
    ended = vanuatu(["moves", position], tmp_path)
    assert ended.code == 1
    assert "the moves fit vanuatu of 3, vanuatu of 4, vanuatu of 5: a line `newgame" in ended.err


def test_hidden_tokens_are_accepted_in_position_line(tmp_path: Path) -> None:
    tokens = [json.loads(line)["token"] for line in _replayed(tmp_path)]
    seats = [json.loads(line)["seat"] for line in _replayed(tmp_path)]
    seated = [f"{s}:{t}" if s != "#" else t for s, t in zip(seats, tokens, strict=True)]
    at = next(number for number, token in enumerate(seated) if token[2:] in ("Rf", "Rb", "Rp", "Rv"))
    line = "position moves " + " ".join([*seated[:at], seated[at][:2] + "R?"])
    assert moves(tmp_path, line)


def _replayed(home: Path) -> list[str]:
    return vanuatu(["replay", TEACHING, "--ndjson"], home).out.splitlines()


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("position moves #start=201 t:+FV", "t:+FV: a draw is missing here. Expected #tiles=…"),
        ("position moves #start=999", "#start=999: "),
        ("position fen nonsense", "a position begins with the name of its game, not with 'nonsense'"),
        (
            "position fen vanuatu 3; 1 act p",
            "position: section `market` is missing, e.g. `market 3`",
        ),
        ("position somewhere", "a line `position moves …` or `position fen …` is missing"),
        ("newgame vanuatu players=3", "a line `position moves …` or `position fen …` is missing"),
        ("newgame chess players=2\nposition moves", "no game is called 'chess'"),
    ],
)
def test_invalid_position_line_prints_one_error_line(line: str, printed: str, tmp_path: Path) -> None:
    for arguments, text in (([line], ""), (["-"], line)):
        ended = vanuatu(["moves", *arguments], tmp_path, text=text)
        assert (ended.code, ended.out) == (1, "")
        assert printed in ended.err
        assert ended.err.count("\n") == 1

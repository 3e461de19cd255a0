"""Every command supports Maori."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Ended, vanuatu
from tests.core.maori.test_tiles import BARE, TEXT
from tests.games.final import GAMES
from tests.support.maori.positions import MATRIX

TEACHING = str(GAMES / "maori-teaching.pvn")


def done(home: Path, line: str, text: str = "") -> Ended:
    ended = vanuatu(line.split(), home, text=text)
    assert (ended.code, ended.err) == (0, ""), line
    return ended


def test_files_are_checked_shown_and_their_moves_explained(tmp_path: Path) -> None:
    done(tmp_path, f"check {TEACHING}")
    assert "E2r   E2l" in done(tmp_path, f"show {TEACHING} --at 4.2 --plain").out
    explained = done(tmp_path, f"moves {TEACHING} --at 2.1 --explain").out
    assert "2=b2" in explained
    assert "completes an island" in explained
    assert "lies on a2 already" in done(tmp_path, f"moves {TEACHING} --at 2.1 --why 1=a2").out


def test_a_ply_is_written_with_its_phase_and_the_legal_moves(tmp_path: Path) -> None:
    printed = done(tmp_path, f"replay {TEACHING} --ndjson --legal --state").out
    plies = [json.loads(line) for line in printed.splitlines()]
    assert [ply["phase"] for ply in plies[:1]] == ["setup"]
    voyage = next(ply for ply in plies if ply["token"] == ">n1")
    assert (voyage["seat"], voyage["round"]) == ("p", 1)
    assert voyage["phase"] == "voyage"
    assert ">n2" in voyage["legal"]
    assert voyage["state"]["explorer"] == "n1"


def test_three_formats_contain_same_game(tmp_path: Path) -> None:
    games = [file.read_text(encoding="utf-8") for file in sorted(GAMES.glob("maori*.pvn"))]
    (tmp_path / "all.pvn").write_text("\n".join(games), encoding="utf-8")
    done(tmp_path, "convert all.pvn a.ndjson")
    done(tmp_path, "convert a.ndjson b.msgpack")
    done(tmp_path, "convert b.msgpack c.pvn")
    assert (tmp_path / "c.pvn").read_bytes() == (tmp_path / "all.pvn").read_bytes()


def test_a_match_is_played_checked_and_rated(tmp_path: Path) -> None:
    for variant in ("ship", "shipmust,atoll"):
        line = f"match greedy random --game maori --variant {variant} --games 2 --seed 1 --out {variant}.pvn"
        assert vanuatu(line.split(), tmp_path).code == 0
        done(tmp_path, f"check {variant}.pvn")
    assert "greedy" in done(tmp_path, "rate ship.pvn").out


def test_a_game_is_played_line_by_line(tmp_path: Path) -> None:
    line = "play --game maori --players 2 --seat purple --seat teal --seed 1"
    tiles = MATRIX.replace("/", "").split()
    begun = "".join(f"#tile={label}\n" for label in tiles) + "#first=t\nn1\n"
    ended = vanuatu(line.split(), tmp_path, text=begun + "sail to n2\ne1r a2\n#tile=V\nn4\npass\n")
    assert (ended.code, ended.err) == (0, "")
    assert "t:>n1 p:>n2 p:1=a2 #tile=V t:>n4 t:pass" in " ".join(ended.out.split())
    refused = vanuatu(line.split(), tmp_path, text=begun + "n2\n1=e1\n")
    assert refused.code == 1
    assert "e1 is no space of the board" in refused.err


def test_tutorial_and_rules_exist(tmp_path: Path) -> None:
    assert "reconstruction" in done(tmp_path, "rules maori").out
    assert "most ships" in done(tmp_path, "rules --game maori scoring").out


def test_protocol_supports_maori(tmp_path: Path) -> None:
    position = done(tmp_path, f"show {TEACHING} --at 4.1 --fen").out
    asked = f"pvn 1\nnewgame maori players=2 seat=p\nposition fen {position}go sims 1\nquit\n"
    answer = done(tmp_path, "bot greedy", text=asked).out.splitlines()
    assert answer[-1].startswith("move ")


def test_bench_measures_maori(tmp_path: Path) -> None:
    figures = json.loads(done(tmp_path, "bench --game maori --part playouts --seconds 0.05 --json").out)
    assert set(figures["playouts"]) == {"2", "3", "4", "5"}


def test_match_with_custom_table_needs_it_for_replay(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(BARE, encoding="utf-8")
    line = "match random random --game maori --games 2 --seed 1 --jobs 2 --tiles mine.txt --out own.pvn"
    assert vanuatu(line.split(), tmp_path).code == 0
    done(tmp_path, "--tiles=mine.txt check own.pvn")
    without = vanuatu(["check", "own.pvn"], tmp_path)
    assert without.code == 1
    assert "give its file with --tiles FILE" in without.err
    brought = vanuatu(["check", "own.pvn"], tmp_path, more={"VANUATU_TILES": "mine.txt"})
    assert brought.code == 0


@pytest.mark.parametrize(
    ("content", "code", "move_error"),
    [
        (TEXT.replace("V    volcano  0 0 0 0 0  2", "V volcano 0 0 0 0 0 3").encode(), 1, "3 volcanoes"),
        (b"hello\n", 1, "the first line names a game"),
        (b"vanuatu tiles\n", 1, "with its own tiles only"),
        (b"maori tiles\n\xff\xfe", 1, "no text in UTF-8"),
        (b"", 1, "the first line names a game"),
        (None, 1, "No such file"),
    ],
)
def test_invalid_table_file_is_refused_in_one_line(
    tmp_path: Path, content: bytes | None, code: int, move_error: str
) -> None:
    if content is not None:
        (tmp_path / "mine.txt").write_bytes(content)
    ended = vanuatu(["check", "--tiles", "mine.txt", TEACHING], tmp_path)
    assert ended.code == code
    assert move_error in ended.err
    assert ended.err.count("\n") == 1


def test_table_option_needs_file(tmp_path: Path) -> None:
    ended = vanuatu(["check", TEACHING, "--tiles"], tmp_path)
    assert (ended.code, ended.err) == (2, "vanuatu: --tiles: a file is missing\n")

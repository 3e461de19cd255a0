"""`vanuatu filter`, and `--where` and `--unique` of other commands."""

import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from tests.cli.shell import environment, vanuatu
from tests.support.documents import ROOT

GAMES = ROOT / "games"
COUNT = 12


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """The canonical texts of some games, each with another date and event."""
    found = []
    for seed in range(COUNT):
        session = random_game(2 + seed % 3, seed)
        session.record.tags["Date"] = f"2026.0{1 + seed * 7 % 9}.01"
        session.record.tags["Event"] = f"Event {seed % 2}/é: =x"
        found.append(session.text())
    return found


@pytest.fixture
def folder(tmp_path: Path, texts: list[str]) -> Path:
    (tmp_path / "a.pvn").write_text("\n".join(texts[:7]))
    (tmp_path / "b.pvn").write_text("\n".join(texts[7:]))
    return tmp_path


def filtered(folder: Path, *arguments: str, code: int = 0) -> str:
    ended = vanuatu(["filter", *arguments], folder)
    assert ended.code == code, ended.err
    return ended.out


def test_all_games_pass_unchanged_and_in_order(folder: Path, texts: list[str]) -> None:
    assert filtered(folder, "a.pvn", "b.pvn") == "\n".join(texts)


def test_conditions_choose_games(folder: Path, texts: list[str]) -> None:
    chosen = [text for text in texts if "[Yellow" in text and "[Orange" not in text]
    assert filtered(folder, "a.pvn", "b.pvn", "--where", "players == 3") == "\n".join(chosen)
    few = [text for number, text in enumerate(texts[:7], 1) if number in (1, 4, 5, 6)]
    assert filtered(folder, "a.pvn", "--number", "1,4-6") == "\n".join(few)
    assert filtered(folder, "a.pvn", "--limit", "2") == "\n".join(texts[:2])
    assert vanuatu(["filter", "a.pvn", "--player", "Nobody"], folder).err == "vanuatu: no game matches\n"


def test_duplicates_are_dropped_and_counted(folder: Path, texts: list[str]) -> None:
    renamed = texts[0].replace("Event 0", "Another event")
    (folder / "c.pvn").write_text(renamed)
    vanuatu(["convert", "a.pvn", "d.msgpack"], folder)
    ended = vanuatu(["filter", "a.pvn", "c.pvn", "d.msgpack", "b.pvn", "--unique"], folder)
    assert (ended.out, ended.err) == ("\n".join(texts), "8 duplicates left out\n")


def test_sorting_is_stable_and_unknown_values_come_last(folder: Path, texts: list[str]) -> None:
    (folder / "u.pvn").write_text(random_game(3, 99).text())
    dates = [text.split('Date "')[1][:10] for text in texts]
    order = sorted(range(COUNT), key=lambda at: dates[at])
    out = filtered(folder, "u.pvn", "a.pvn", "b.pvn", "--sort", "Date")
    assert out == "\n".join([*(texts[at] for at in order), random_game(3, 99).text()])
    best = [max(map(int, text.split('Result "')[1].split('"')[0].split(","))) for text in texts]
    order = sorted(range(COUNT), key=lambda at: -best[at])
    assert filtered(folder, "a.pvn", "b.pvn", "--sort", "-best") == "\n".join(texts[at] for at in order)


@pytest.mark.parametrize("ending", ["pvn", "pvn.gz", "ndjson", "msgpack.gz"])
def test_splitting_writes_every_game_once(ending: str, folder: Path, texts: list[str]) -> None:
    filtered(folder, "a.pvn", "b.pvn", "--split", "5", "--out", f"s.{ending}")
    parts = [f"s-{number}.{ending}" for number in (1, 2, 3)]
    assert sorted(path.name for path in folder.glob("s*")) == parts
    assert filtered(folder, *parts) == "\n".join(texts)
    assert filtered(folder, parts[1]) == "\n".join(texts[5:10])


def test_splitting_by_a_value_names_the_files(folder: Path, texts: list[str]) -> None:
    filtered(folder, "a.pvn", "b.pvn", "--split-by", "Event", "--out", "e.pvn")
    assert sorted(path.name for path in folder.glob("e*")) == ["e-Event-0-x.pvn", "e-Event-1-x.pvn"]
    assert (folder / "e-Event-0-x.pvn").read_text() == "\n".join(texts[::2])
    filtered(folder, "a.pvn", "b.pvn", "--split-by", "Variant", "--out", "v.pvn")
    assert [path.name for path in folder.glob("v*")] == ["v-none.pvn"]


@pytest.mark.parametrize("option", ["--sort", "--split-by"])
def test_a_name_that_no_game_has_is_refused(option: str, folder: Path) -> None:
    """A tag of the standard may be missing, and any other tag is known if a game has it."""
    call = ["filter", "a.pvn", "--out", "n.pvn", option]
    ended = vanuatu([*call, "winer"], folder)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert f"{option} winer: no game has this tag or field. Did you mean winner?" in ended.err
    assert "Fields are: number, game," in vanuatu([*call, "xyz"], folder).err
    assert not list(folder.glob("*n*.pvn"))
    assert vanuatu([*call, "Termination"], folder).code == 0


def test_parts_that_exist_are_not_replaced(folder: Path) -> None:
    (folder / "s-2.pvn").write_text("precious")
    ended = vanuatu(["filter", "a.pvn", "--split", "3", "--out", "s.pvn"], folder)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "s-2.pvn exists" in ended.err
    assert [path.name for path in folder.glob("*s-*")] == ["s-2.pvn"]
    assert (folder / "s-2.pvn").read_text() == "precious"
    filtered(folder, "a.pvn", "--split", "3", "--out", "s.pvn", "--force")
    assert len(list(folder.glob("s-*"))) == 3


def test_an_invalid_game_is_left_out(folder: Path, texts: list[str]) -> None:
    (folder / "x.pvn").write_text("\n".join([texts[0], texts[1].replace("#start", "#stop"), texts[2]]))
    ended = vanuatu(["filter", "x.pvn", "missing.pvn", "--out", "y.pvn"], folder)
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 2
    assert (folder / "y.pvn").read_text() == "\n".join([texts[0], texts[2]])


def test_compressed_files_are_read_everywhere(folder: Path, texts: list[str]) -> None:
    (folder / "z.pvn.gz").write_bytes(gzip.compress((folder / "a.pvn").read_bytes()))
    (folder / "plain").write_bytes((folder / "z.pvn.gz").read_bytes())
    for name in ("z.pvn.gz", "plain"):
        assert filtered(folder, name) == "\n".join(texts[:7])
        assert vanuatu(["check", name], folder).code == 0
        assert vanuatu(["rate", name], folder).out == vanuatu(["rate", "a.pvn"], folder).out
        shown = vanuatu(["show", name, "--number", "2", "--at", "3.1", "--fen"], folder)
        assert shown.out == vanuatu(["show", "a.pvn", "--number", "2", "--at", "3.1", "--fen"], folder).out
    (folder / "cut.pvn.gz").write_bytes((folder / "z.pvn.gz").read_bytes()[:-900])
    ended = vanuatu(["filter", "cut.pvn.gz"], folder)
    assert (ended.code, ended.err.splitlines()[-1]) == (1, "cut.pvn.gz: the compressed data ends too early")
    assert ended.out.startswith(texts[0])


def test_a_match_writes_a_compressed_file(folder: Path) -> None:
    call = ["match", "random", "random", "--games", "4", "--seed", "1", "--out"]
    assert vanuatu([*call, "m.pvn"], folder).code == vanuatu([*call, "m.pvn.gz"], folder).code == 0
    assert gzip.decompress((folder / "m.pvn.gz").read_bytes()) == (folder / "m.pvn").read_bytes()
    ended = vanuatu([*call, "m.pvn.gz", "--resume"], folder)
    assert (ended.code, "--resume cannot continue m.pvn.gz" in ended.err) == (2, True)


def test_a_full_disk_leaves_no_part(folder: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))

    for more in (["--out", "o.pvn"], ["--split", "6", "--out", "o.pvn"]):
        ended = subprocess.run(
            [sys.executable, "-m", "vanuatu", "filter", "a.pvn", *more],
            cwd=folder,
            env=environment(folder),
            capture_output=True,
            preexec_fn=small,
            check=False,
            timeout=60,
        )
        assert ended.returncode == 1
        assert ended.stderr.count(b"\n") == 1
        assert not [name for name in os.listdir(folder) if "o" in name and name != "state"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--where", "winer == 'teal'"], "column 1: no field is called winer. Did you mean winner?"),
        (["--number", "0"], "--number 0: expected numbers from 1, like 3,7-9"),
        (["--number", "7-3"], "expected numbers from 1"),
        (["--split", "3"], "need --out FILE"),
        (["--split", "3", "--split-by", "Event", "--out", "x.pvn"], "Use one of them"),
        (["--to", "pdf"], "--to pdf: it is one of pvn, ndjson, msgpack"),
        (["--to", "pvn", "--out", "x.ndjson"], "the name x.ndjson chooses the format"),
        (["--out", "x.txt"], "--out x.txt: unknown ending"),
        (["--out", "a.pvn"], "a.pvn is also an input"),
        (["--force"], "--force goes with --out FILE"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], said: str, folder: Path) -> None:
    ended = vanuatu(["filter", "a.pvn", *arguments], folder)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_rate_and_stats_notice_duplicates(folder: Path) -> None:
    vanuatu(["convert", "a.pvn", "a.ndjson"], folder)
    warning = "7 games have the players and moves of an earlier game. To leave duplicates out, use --unique\n"
    for command in (["rate"], ["stats"]):
        once = vanuatu([*command, "a.pvn"], folder)
        assert "moves of an earlier game" not in once.err
        twice = vanuatu([*command, "a.pvn", "a.ndjson"], folder)
        assert warning in twice.err
        assert twice.out != once.out
        unique = vanuatu([*command, "a.pvn", "a.ndjson", "--unique"], folder)
        assert (unique.out, "7 duplicates left out\n" in unique.err) == (once.out, True)


def test_games_of_other_players_are_no_duplicates(folder: Path) -> None:
    """Bots that stop at once leave the same moves, the draws, in both seatings."""
    draws = random_game(2, 3, 6)
    draws.record.tags |= {"Purple": "Ann", "Teal": "Ben", "Winner": "Teal", "Termination": "engine crash"}
    draws.record.result = draws.record.tags["Result"] = "4,1"
    text = draws.text()
    other = text.replace('"Ann"', '"Cat"').replace('"Ben"', '"Ann"').replace('"Cat"', '"Ben"')
    (folder / "stopped.pvn").write_text(f"{text}\n{other}")
    assert vanuatu(["check", "stopped.pvn"], folder).code == 0
    for call in (["rate"], ["stats"], ["sprt", "--bounds", "0,30"]):
        once = vanuatu([*call, "stopped.pvn"], folder)
        assert (once.code, "earlier game" in once.err) == (0, False)
        twice = vanuatu([*call, "stopped.pvn", "stopped.pvn"], folder)
        assert "2 games have the players and moves of an earlier game" in twice.err
    assert filtered(folder, "stopped.pvn", "stopped.pvn", "--unique") == (folder / "stopped.pvn").read_text()


def test_the_same_condition_in_every_command(folder: Path) -> None:
    for condition in ("players == 3", "rounds == 8 and players == 3", "legal > 0 and players == 3"):
        where = ["--where", condition]
        games = filtered(folder, "a.pvn", *where)
        (folder / "few.pvn").write_text(games)
        assert json.loads(vanuatu(["stats", "a.pvn", *where, "--json"], folder).out)["games"] == 2
        rated = vanuatu(["rate", "few.pvn"], folder).out
        assert vanuatu(["rate", "a.pvn", *where], folder).out == rated
        replayed = vanuatu(["replay", "a.pvn", *where, "--ndjson"], folder).out.splitlines()
        assert {json.loads(line)["game"] for line in replayed} == {2, 5}
    reviewed = vanuatu(["review", "a.pvn", *where, "--bot", "mcts:1", "--json"], folder).out.splitlines()
    assert [json.loads(line)["game"] for line in reviewed] == [2, 5]

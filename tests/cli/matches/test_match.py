"""`vanuatu match` from the shell: reproducible, balanced, complete, in every format."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.matches.calls import games_in, match, tags_in
from tests.cli.shell import vanuatu
from vanuatu.cli.match.resume import scan
from vanuatu.notation.formats import read_any

THREE = "random greedy random:seed=5 --games 12 --seed 4"


def test_one_and_two_workers_write_same_bytes(tmp_path: Path) -> None:
    assert match(f"{THREE} --out one.pvn", tmp_path).code == 0
    assert match(f"{THREE} --out two.pvn --jobs 2", tmp_path).code == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one.pvn", "two.pvn"))
    assert one == two
    assert match(THREE, tmp_path).out.encode() == one


def test_a_search_with_simulations_plays_the_same_games_in_any_process(tmp_path: Path) -> None:
    call = "mcts:6 greedy --games 2 --seed 9"
    assert match(call, tmp_path).out == match(f"{call} --jobs 2", tmp_path).out


def test_every_seating_is_played_equally_often_on_the_same_draws(tmp_path: Path) -> None:
    match(f"{THREE} --out g.pvn", tmp_path)
    tags = tags_in(tmp_path / "g.pvn")
    assert [game["Round"] for game in tags] == [str(number) for number in range(1, 13)]
    by_seed: dict[str, list[tuple[str, ...]]] = {}
    for game in tags:
        seating = (game["Purple"], game["Teal"], game["Yellow"])
        by_seed.setdefault(game["Seed"], []).append(seating)
    assert len(by_seed) == 2
    first, second = by_seed.values()
    assert len(set(first)) == 6
    assert first == second


def test_games_with_same_seed_share_draws_where_possible(tmp_path: Path) -> None:
    match(f"{THREE} --out g.pvn", tmp_path)
    draws: Counter[tuple[str, ...]] = Counter()
    for game in games_in(tmp_path / "g.pvn")[:6]:
        drawn = [
            ply.token
            for ply in game.session.record.plies
            if ply.token.startswith(("#start", "#first", "#tourists"))
        ]
        draws[tuple(drawn)] += 1
    assert len(draws) == 1


def test_written_games_are_valid_and_canonical(tmp_path: Path) -> None:
    match(f"{THREE} --out g.pvn", tmp_path)
    assert vanuatu(["check", "g.pvn"], tmp_path).code == 0
    back = vanuatu(["convert", "g.pvn", "--to", "pvn"], tmp_path).out
    assert back == (tmp_path / "g.pvn").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["ndjson", "msgpack"])
def test_machine_formats_contain_same_games(form: str, tmp_path: Path) -> None:
    match("random random --games 3 --seed 4 --out g.pvn", tmp_path)
    match(f"random random --games 3 --seed 4 --out g.{form}", tmp_path)
    match(f"random random --games 3 --seed 4 --{form} --out other.{form}", tmp_path)
    assert (tmp_path / f"g.{form}").read_bytes() == (tmp_path / f"other.{form}").read_bytes()
    with open(tmp_path / f"other.{form}", "rb") as stream:
        found = [read.session.record.tags for read in read_any(stream)]
    assert found == tags_in(tmp_path / "g.pvn")


def test_table_and_json_agree(tmp_path: Path) -> None:
    message = match("greedy random random --games 6 --seed 1 --out a.pvn", tmp_path).err
    assert message.splitlines()[0].split()[:4] == ["bot", "games", "results", "wins"]
    assert message.splitlines()[1].startswith("greedy")
    ended = match("greedy random random --games 6 --seed 1 --out b.pvn --json", tmp_path)
    summary = json.loads(ended.out)
    assert ended.err == ""
    assert (summary["games"], summary["results"]) == (6, 18)
    random = summary["bots"][1]
    assert (random["games"], random["results"], random["even_rate"]) == (
        6,
        12,
        pytest.approx(1 / 3, abs=1e-4),
    )
    assert summary["seed"] == 1
    assert [bot["name"] for bot in summary["bots"]] == ["greedy", "random"]
    assert summary["bots"][0]["seconds_per_move"] > 0
    low, high = summary["bots"][0]["rating_95"]
    assert low < summary["bots"][0]["rating"] < high
    assert sum(bot["wins"] for bot in summary["bots"]) + summary["lost_together"] == pytest.approx(6)


def test_json_goes_to_stderr_if_stdout_has_games(tmp_path: Path) -> None:
    ended = match("random random --games 2 --seed 1 --ndjson --json", tmp_path)
    assert json.loads(ended.err)["games"] == 2
    assert len(ended.out.splitlines()) == 2


def test_more_seats_than_bots(tmp_path: Path) -> None:
    ended = match("greedy random --players 4 --games 6 --seed 2 --out g.pvn", tmp_path)
    assert ended.code == 0
    seats = Counter(
        (tags[seat], seat)
        for tags in tags_in(tmp_path / "g.pvn")
        for seat in ("Purple", "Teal", "Yellow", "Orange")
    )
    assert set(seats.values()) == {3}


def test_variants_and_maori(tmp_path: Path) -> None:
    match("random random random --variant waters,nocharacters --games 1 --seed 2 --out w.pvn", tmp_path)
    assert tags_in(tmp_path / "w.pvn")[0]["Variant"] == "waters,nocharacters"
    match("random random --game maori --games 1 --seed 2 --out m.pvn", tmp_path)
    assert tags_in(tmp_path / "m.pvn")[0]["GameType"] == "maori"


def test_a_clock_is_kept_and_shown_in_the_game(tmp_path: Path) -> None:
    ended = match("random random --games 1 --seed 2 --clock 100s+1s --out g.pvn", tmp_path)
    assert ended.code == 0
    (game,) = games_in(tmp_path / "g.pvn")
    printed = [" ".join(ply.comments) for ply in game.session.record.plies if ply.seat >= 0]
    assert all("[%emt " in text and "[%clk 0:0" in text for text in printed)


def test_openings_are_positions_or_games(tmp_path: Path) -> None:
    match("random random random --games 1 --seed 3 --out whole.pvn", tmp_path)
    position = vanuatu(["show", "whole.pvn", "--ply", "20", "--fen"], tmp_path).out
    other = vanuatu(["show", "whole.pvn", "--ply", "30", "--fen"], tmp_path).out
    (tmp_path / "openings.txt").write_text(position + "\n" + other)
    call = "greedy random --players 3 --games 12 --seed 3"
    assert match(f"{call} --openings openings.txt --out g.pvn", tmp_path).code == 0
    starts = [tags["FEN"] for tags in tags_in(tmp_path / "g.pvn")]
    assert starts == [position.strip()] * 6 + [other.strip()] * 6
    assert vanuatu(["check", "g.pvn"], tmp_path).code == 0


def test_openings_of_finished_games_are_refused(tmp_path: Path) -> None:
    match("random random --games 1 --seed 3 --out over.pvn", tmp_path)
    ended = match("random random --openings over.pvn", tmp_path)
    assert ended.code == 1
    assert "is a finished game" in ended.err


def test_match_stops_when_result_is_significant(tmp_path: Path) -> None:
    call = "greedy random --until-significant --difference 200 --seed 1"
    ended = match(f"{call} --out g.pvn --jobs 2", tmp_path)
    assert ended.code == 0
    assert "SPRT 0,200 and 0,-200: greedy is better. LLR +" in ended.err
    games = len(tags_in(tmp_path / "g.pvn"))
    assert games % 2 == 0
    assert games < 60
    assert match(call, tmp_path).out == (tmp_path / "g.pvn").read_text(encoding="utf-8")


def test_unbalanced_number_of_games_is_reported(tmp_path: Path) -> None:
    ended = match("random greedy --games 3 --seed 1 --out g.pvn", tmp_path)
    assert "3 games are an incomplete set; use a multiple of 2 for balanced seats" in ended.err


def test_match_without_seed_prints_its_seed(tmp_path: Path) -> None:
    ended = match("random random --games 1 --out a.pvn", tmp_path)
    seed = ended.err.split("--seed ")[1].split()[0]
    match(f"random random --games 1 --seed {seed} --out b.pvn", tmp_path)
    assert (tmp_path / "a.pvn").read_bytes() == (tmp_path / "b.pvn").read_bytes()


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("nobody random", "no bot is called 'nobody'"),
        ("random", "2 to 5 players"),
        ("random random random random random random", "2 to 5 players"),
        ("random random --players 9", "--players: 9 is out of range (2–5)"),
        ("random random --game chess", "chess"),
        ("random random random --variant wind", "wind"),
        ("random random --games 0", "--games"),
        ("random random --jobs 0", "--jobs"),
        ("random random --seed -1", "--seed: -1 is out of range"),
        ("random random --clock soon", "--clock"),
        ("random random --patience soon", "--patience"),
        ("random random --date today", "--date"),
        ("random random --resume", "--resume needs --out FILE"),
        ("random random --out games.txt", "--out games.txt: unknown ending. Expected .pvn"),
        ("random random --out g.pvn --resume --force", "use one of them"),
        ("random random --ndjson --msgpack", "Leave one out"),
        ("random random --until-significant", "random is named twice"),
        ("random greedy --until-significant --difference 0", "--difference"),
        ("random random --cluster tcp://127.0.0.1:1 --jobs 2", "Leave one out"),
        ("random random --wrong", "--wrong"),
        ("", "SPEC is missing"),
    ],
)
def test_wrong_usage_prints_one_line(call: str, printed: str, tmp_path: Path) -> None:
    ended = match(call, tmp_path)
    assert ended.code == 2, ended.err
    assert printed in ended.err
    assert ended.err.count("\n") == 1
    assert ended.out == ""


@pytest.mark.parametrize(
    ("name", "printed"),
    [(".", ".: Is a directory"), ("/no/such/folder/g.pvn", "there is no folder /no/such/folder")],
)
def test_unwritable_output_prints_one_line(name: str, printed: str, tmp_path: Path) -> None:
    ended = match(f"random random --out {name}", tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    assert printed in ended.err


def test_a_file_with_games_is_not_overwritten(tmp_path: Path) -> None:
    match("random random --games 1 --seed 1 --out g.pvn", tmp_path)
    before = (tmp_path / "g.pvn").read_bytes()
    ended = match("random random --games 2 --seed 2 --out g.pvn", tmp_path)
    assert ended.code == 2
    assert "--resume" in ended.err
    assert (tmp_path / "g.pvn").read_bytes() == before


def test_match_and_rate_print_same_ratings(tmp_path: Path) -> None:
    ended = match("greedy random --players 3 --games 6 --seed 1 --out g.ndjson --json", tmp_path)
    of_match = json.loads(ended.out)
    of_games = json.loads(vanuatu(["rate", "g.ndjson", "--json"], tmp_path).out)
    for bot in of_match["bots"]:
        bot.pop("seconds_per_move")
    assert of_match["bots"] == of_games["bots"]
    assert of_match["seats"] == of_games["seats"]


def test_scan_finds_games_in_every_format(tmp_path: Path) -> None:
    for form in ("pvn", "ndjson", "msgpack"):
        match(f"random random --games 3 --seed 4 --out g.{form}", tmp_path)
        raw = (tmp_path / f"g.{form}").read_bytes()
        with open(tmp_path / f"g.{form}", "rb") as stream:
            found = list(scan(stream, form))
        assert [game.tags["Round"] for game in found] == ["1", "2", "3"]
        assert all(game.whole and not game.error for game in found)
        assert found[-1].offset + found[-1].size == len(raw)

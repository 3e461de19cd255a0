"""`--resume` plays only missing games; the file ends as if the match had not stopped."""

import random
from pathlib import Path

import pytest

from tests.cli.matches.calls import match, tags_in
from vanuatu.cli.match.resume import scan, survey
from vanuatu.cli.match.tasks import Match, seatings

CALL = "random greedy --games 8 --seed 6"
FORMS = ("pvn", "ndjson", "msgpack")


def undisturbed(folder: Path, form: str = "pvn") -> bytes:
    assert match(f"{CALL} --out whole.{form}", folder).code == 0
    return (folder / f"whole.{form}").read_bytes()


def pieces(raw: bytes, form: str, folder: Path) -> list[bytes]:
    """The games of a file, a piece of bytes each."""
    path = folder / "pieces"
    path.write_bytes(raw)
    with open(path, "rb") as stream:
        return [raw[game.offset : game.offset + game.size] for game in scan(stream, form)]


def resumed(raw: bytes, form: str, folder: Path, more: str = "") -> bytes:
    path = folder / f"again.{form}"
    path.write_bytes(raw)
    ended = match(f"{CALL} --out {path.name} --resume {more}", folder)
    assert ended.code == 0, ended.err
    return path.read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_resume_completes_file_cut_anywhere(form: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path, form)
    chance = random.Random(1)
    cuts = [0, 1, len(whole) - 1, len(whole), *(chance.randrange(len(whole)) for _ in range(4))]
    for cut in cuts:
        assert resumed(whole[:cut], form, tmp_path) == whole, f"cut at {cut}"


def test_cut_at_any_byte_of_game_is_detected(tmp_path: Path) -> None:
    """Without playing: half a game is never taken for a whole one."""
    whole = undisturbed(tmp_path)
    first, second, *_ = pieces(whole, "pvn", tmp_path)
    for cut in range(1, len(second)):
        (tmp_path / "cut.pvn").write_bytes(first + b"\n" + second[:cut])
        with open(tmp_path / "cut.pvn", "rb") as stream:
            found = list(scan(stream, "pvn"))
        assert found[0].whole
        assert not any(game.whole for game in found[1:]), second[:cut]


@pytest.mark.parametrize("form", FORMS)
def test_resume_plays_only_missing_games_and_inserts_them(form: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path, form)
    games = pieces(whole, form, tmp_path)
    separator = b"\n" if form == "pvn" else b""
    kept = [games[number] for number in (0, 2, 3, 6)]
    assert resumed(separator.join(kept), form, tmp_path) == whole


def test_games_in_any_order_are_identified_by_number_and_seed(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    games = pieces(whole, "pvn", tmp_path)
    assert resumed(b"\n".join([games[5], games[1], games[0], games[5]]), "pvn", tmp_path) == whole


def test_complete_file_is_unchanged(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    path = tmp_path / "whole.pvn"
    before = path.stat().st_mtime_ns, path.stat().st_ino
    assert match(f"{CALL} --out whole.pvn --resume", tmp_path).code == 0
    assert path.read_bytes() == whole
    assert path.stat().st_ino == before[1]


def test_resume_with_more_games_extends_match(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    match(f"{CALL} --out few.pvn".replace("--games 8", "--games 3"), tmp_path)
    (tmp_path / "again.pvn").write_bytes((tmp_path / "few.pvn").read_bytes())
    assert match(f"{CALL} --out again.pvn --resume", tmp_path).code == 0
    assert (tmp_path / "again.pvn").read_bytes() == whole


def test_seed_is_derived_from_existing_games(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    games = pieces(whole, "pvn", tmp_path)
    (tmp_path / "again.pvn").write_bytes(games[6])
    call = CALL.replace(" --seed 6", "")
    assert match(f"{call} --out again.pvn --resume", tmp_path).code == 0
    assert (tmp_path / "again.pvn").read_bytes() == whole


def test_resume_without_file_plays_all_games(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    assert match(f"{CALL} --out new.pvn --resume", tmp_path).code == 0
    assert (tmp_path / "new.pvn").read_bytes() == whole


def test_skipped_game_is_played_again(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    games = pieces(whole, "pvn", tmp_path)
    lines = [line for line in games[2].decode().splitlines() if line.startswith("[")]
    tags = [line for line in lines if not line.startswith(("[Result", "[Winner", "[Termination"))]
    tags += ['[Termination "abandoned"]', '[Result "*"]']
    games[2] = ("\n".join(tags) + "\n\n{left out: its workers ended} *\n").encode()
    assert resumed(b"\n".join(games), "pvn", tmp_path) == whole


def test_table_counts_existing_games(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    (tmp_path / "again.pvn").write_bytes(whole[: len(whole) // 2])
    ended = match(f"{CALL} --out again.pvn --resume --json", tmp_path)
    assert '"games": 8' in ended.out


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("random greedy --games 8 --seed 7", "its seed is 6, not 7"),
        ("random random:seed=1 --games 8 --seed 6", "its players are random, greedy, not"),
        ("random greedy --players 3 --games 8 --seed 6", "its players are"),
        ("random greedy --game maori --games 8 --seed 6", "it is of vanuatu"),
        ("random greedy --variant waters --games 8 --seed 6", "it is of vanuatu"),
    ],
)
def test_games_of_another_match_are_not_changed(call: str, printed: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    ended = match(f"{call} --out whole.pvn --resume", tmp_path)
    assert ended.code == 1
    assert printed in ended.err
    assert (tmp_path / "whole.pvn").read_bytes() == whole


HALF = '[Event "Match"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "1"]\n[Purple "random"]\n'


@pytest.mark.parametrize(
    "text",
    [
        "this is no game\n",
        "Some notes, without a bracket in them.\n" * 200,
        "\x00\x01\x02",
        '{"tags": 3}\n{"tags": []}\n',
        '[Event "?"]\n[Result "1,2"]\n\n1,2\n',
        '[Event "Mine"]\n',
        "[section]\nkey = value\n",
        "\ufeff",
        HALF.replace("random", "randomly"),
        HALF.replace('Round "1"', 'Round "2"'),
        HALF + HALF,
        HALF + '[Teal "greedy"]\n[Result "3,4"]\n\n1. 3,4\n\nand my notes on it\n',
        HALF + '[Teal "greedy"]\n[Result "3,4"]\n[GameType "vanuatu"]\n[Seed "7"]\n\n1.',
        '[Round "' + "9" * 5000 + '"]\n[Seed "' + "9" * 5000 + '"]\n\n*\n',
    ],
)
def test_file_without_match_is_not_changed(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.pvn"
    path.write_text(text, encoding="utf-8")
    before = path.read_bytes(), path.stat()
    ended = match(f"{CALL} --out notes.pvn --resume", tmp_path)
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 1
    assert ended.err.startswith("vanuatu: notes.pvn")
    assert (path.read_bytes(), path.stat()) == before
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["notes.pvn"]


@pytest.mark.parametrize("form", FORMS)
def test_file_with_text_between_or_after_games_is_not_changed(form: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path, form)
    first, second, *_ = pieces(whole, form, tmp_path)
    note = b"\x00" * 3 + b"a note of mine"
    for raw in (first + note + second, first + second + note, note + first):
        path = tmp_path / f"noted.{form}"
        path.write_bytes(raw)
        ended = match(f"{CALL} --out noted.{form} --resume", tmp_path)
        assert (ended.code, len(ended.err.splitlines())) == (1, 1)
        assert path.read_bytes() == raw


@pytest.mark.parametrize("form", FORMS)
def test_partial_game_with_foreign_content_is_not_changed(form: str, tmp_path: Path) -> None:
    whole = undisturbed(tmp_path, form)
    first, second, *_ = pieces(whole, form, tmp_path)
    begun = first + (b"\n" if form == "pvn" else b"") + second[: len(second) * 2 // 3]
    changed = begun[:-20] + bytes([begun[-20] ^ 1]) + begun[-19:]
    path = tmp_path / f"noted.{form}"
    raws = [
        begun + b"\nand here my notes\n",
        begun + b"my notes",
        begun + b" {my note, not finished",
        changed,
    ]
    if form != "msgpack":
        raws.append((first + b"\n" + second).replace(b"\n", b"\r\n"))
    for raw in raws:
        path.write_bytes(raw)
        ended = match(f"{CALL} --out {path.name} --resume", tmp_path)
        assert (ended.code, len(ended.err.splitlines())) == (1, 1), ended.err
        assert path.read_bytes() == raw
        if raw.startswith(first):
            assert f"Try: head -c {len(first)} {path.name} > NEW" in ended.err


def test_duplicate_game_is_dropped_only_if_identical(tmp_path: Path) -> None:
    games = pieces(undisturbed(tmp_path), "pvn", tmp_path)
    raw = b"\n".join([*games[:2], games[1].replace(b"\n\n", b"\n\n{my note} ")])
    (tmp_path / "noted.pvn").write_bytes(raw)
    ended = match(f"{CALL} --out noted.pvn --resume", tmp_path)
    assert (ended.code, len(ended.err.splitlines())) == (1, 1)
    assert "game 2 is there twice, and not alike" in ended.err
    assert (tmp_path / "noted.pvn").read_bytes() == raw


def test_date_is_derived_from_existing_games(tmp_path: Path) -> None:
    assert match(f"{CALL} --date 2026.11.18 --out whole.pvn", tmp_path).code == 0
    whole = (tmp_path / "whole.pvn").read_bytes()
    assert resumed(whole[: len(whole) // 2], "pvn", tmp_path) == whole


def test_partial_game_beyond_requested_number_is_kept(tmp_path: Path) -> None:
    whole = undisturbed(tmp_path)
    raw = whole[: len(whole) - 30]
    (tmp_path / "few.pvn").write_bytes(raw)
    ended = match(f"{CALL.replace('--games 8', '--games 7')} --out few.pvn --resume", tmp_path)
    assert ended.code == 0
    assert "few.pvn: half a game at its end is left as it was" in ended.err
    assert (tmp_path / "few.pvn").read_bytes() == raw


@pytest.mark.parametrize("form", FORMS)
def test_partial_game_is_recognised_wherever_it_is_cut(form: str, tmp_path: Path) -> None:
    """Without playing: every cut of a file of the match is taken, whichever game it cuts."""
    whole = undisturbed(tmp_path, form)
    ours = Match(
        "vanuatu", (), ("random", "greedy"), tuple(seatings(["random", "greedy"], 2)), 6, 8, form=form
    )
    games = pieces(whole, form, tmp_path)
    path = tmp_path / "cut"
    separator = b"\n" if form == "pvn" else b""
    ends = [len(separator.join(games[: count + 1])) for count in range(2)]
    for cut in range(0, ends[1] + 1, 37):
        path.write_bytes(whole[:cut])
        assert len(survey(path, ours).finished) == sum(end <= cut for end in ends), cut
        path.write_bytes(whole[:cut] + b"\0" * 100)  # as a power cut may leave it
        assert len(survey(path, ours).finished) <= 2
    last = separator.join(games[:4] + games[6:]) + separator + games[4][: len(games[4]) // 2]
    path.write_bytes(last)
    assert sorted(survey(path, ours).finished) == [1, 2, 3, 4, 7, 8]


def test_reordering_resumed_match_follows_no_link(tmp_path: Path) -> None:
    """The file that takes its place has a name nobody can guess, and goes through no link."""
    whole = undisturbed(tmp_path)
    games = pieces(whole, "pvn", tmp_path)
    mine = tmp_path / "mine"
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / "again.pvn.ordered").symlink_to(mine)
    (tmp_path / "again.pvn").write_bytes(games[1] + b"\n" + games[0])
    (tmp_path / "again.pvn").chmod(0o640)
    assert match(f"{CALL} --out again.pvn --resume", tmp_path).code == 0
    assert (tmp_path / "again.pvn").read_bytes() == whole
    assert (tmp_path / "again.pvn").stat().st_mode & 0o777 == 0o640
    assert mine.read_text(encoding="utf-8") == "mine"
    assert {file.name for file in tmp_path.iterdir()} >= {"again.pvn", "again.pvn.ordered"}
    assert not list(tmp_path.glob(".*"))


def test_second_match_on_same_file_is_refused(tmp_path: Path) -> None:
    from tests.cli.matches.calls import start

    running = start(["random", "random", "--games", "100000", "--seed", "1", "--out", "g.pvn"], tmp_path)
    try:
        while not (tmp_path / "g.pvn").exists() or not (tmp_path / "g.pvn").stat().st_size:
            assert running.poll() is None
        ended = match("random random --games 1 --seed 1 --out g.pvn --resume", tmp_path)
        assert ended.code == 2
        assert "another match is writing g.pvn" in ended.err
    finally:
        running.kill()
        running.communicate()
    assert len(tags_in(tmp_path / "g.pvn")) >= 1

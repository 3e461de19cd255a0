"""Names in files never start a program: only a typed `cmd:` does."""

import io
from pathlib import Path

import pytest

from tests.cli.matches.calls import RESTING
from tests.cli.shell import vanuatu
from tests.cli.terminal import Terminal
from vanuatu.ai.bot import BotError
from vanuatu.ai.specs import make_bot_from_file
from vanuatu.cli.match.resume import scan
from vanuatu.cli.play.seating import read_seat_request, resumed_players, unstarted_bots
from vanuatu.core.games import make_game
from vanuatu.notation.formats import encode_game
from vanuatu.notation.session import Session

pytestmark = pytest.mark.any_build


def hostile_game(folder: Path, form: str = "pvn", name: str = "") -> tuple[Path, Path]:
    """A game all of whose names start a program, and the file that the program would make."""
    proof = folder / "proof"
    spec = name or f"cmd:sh -c 'touch {proof}; sleep 9'"
    seats = dict.fromkeys(("Purple", "Teal", "Yellow"), spec)
    session = Session.new(make_game("vanuatu", 3), tags=seats | {"Event": spec, "Annotator": spec})
    file = folder / f"hostile.{form}"
    file.write_bytes(encode_game(session.record, form, True))
    return file, proof


@pytest.mark.parametrize(
    ("call", "form"),
    [
        ("play --from FILE", "pvn"),
        ("play --from FILE", "ndjson"),
        ("play --from FILE", "msgpack"),
        ("play --from FILE --seat purple", "pvn"),
        ("play --from FILE --seat none --bot greedy", "pvn"),
        ("play --from FILE --seed 1 --save other.pvn", "pvn"),
        ("check FILE", "pvn"),
        ("replay FILE", "pvn"),
        ("show FILE", "pvn"),
        ("moves FILE", "pvn"),
        ("analyse FILE --sims 10", "pvn"),
        ("analyse FILE --all --sims 10", "pvn"),
        ("review FILE --bot mcts:2", "pvn"),
        ("convert FILE", "pvn"),
        ("rate FILE", "pvn"),
        ("match random random random --games 1 --openings FILE", "pvn"),
        ("match random random random --games 1 --out FILE --resume", "pvn"),
    ],
)
def test_no_command_starts_program_named_in_file(call: str, form: str, tmp_path: Path) -> None:
    file, proof = hostile_game(tmp_path, form)
    words = [file.name if word == "FILE" else word for word in call.split()]
    ended = vanuatu(words, tmp_path, text="#start=201\n")
    assert not proof.exists(), ended.err
    assert "Traceback" not in ended.err


def test_program_in_file_is_only_a_name_and_message_explains_seating(tmp_path: Path) -> None:
    file, proof = hostile_game(tmp_path)
    ended = vanuatu(["play", "--from", file.name], tmp_path)
    assert ended.code == 0
    lines = ended.err.splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("teal is cmd:sh -c 'touch ")
    assert lines[1].endswith("To let a bot play it, use --bot, or type `bots teal BOT`")
    assert not proof.exists()


def test_prompt_explains_seating_and_starts_typed_program(tmp_path: Path) -> None:
    file, proof = hostile_game(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace("sleep 9", "cat"), encoding="utf-8")
    with Terminal(["play", "--from", file.name], tmp_path, columns=120) as terminal:
        terminal.wait_for("files cannot start programs")
        assert not proof.exists()
        for seat in ("purple", "teal", "yellow"):
            terminal.type(f"bots {seat} cmd:sh -c 'touch {proof}'")
        terminal.wait_for("quit before answering `pvn 1`")
    assert proof.exists()


def test_the_unfinished_game_that_is_offered_starts_nothing(tmp_path: Path) -> None:
    games = tmp_path / "state" / "vanuatu" / "games"
    games.mkdir(parents=True)
    file, proof = hostile_game(tmp_path)
    text = file.read_text(encoding="utf-8").rstrip("\n*")
    moves = "1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p p:@fisherman *\n"
    (games / "vanuatu-1.pvn").write_text(f"{text}\n\n{moves}", encoding="utf-8")
    with Terminal(["play"], tmp_path, columns=100) as terminal:
        terminal.wait_for("Unfinished: vanuatu against")
        terminal.type("y")
        terminal.wait_for("files cannot start programs")
    assert not proof.exists()


def test_piped_lines_start_no_program(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    lines = f"bots teal cmd:sh -c 'touch {proof}'\nbots x=cmd:sh\nseat teal Ann\nbots teal greedy\n"
    ended = vanuatu(["play", "--players", "3", "--seed", "1"], tmp_path, text="#start=201\n" + lines)
    assert not proof.exists()
    message = " ".join(ended.err.split())
    assert "a program is started only by a call or by a line that somebody types" in message


def test_option_seats_program_named_in_file(tmp_path: Path) -> None:
    names = ["Ann", "cmd:sh -c 'exit 1'", "greedy"]
    players = resumed_players(read_seat_request((), (f"cmd:python3 {RESTING}",)), names, seed=1)
    assert [player.bot is None for player in players] == [True, False, False]
    assert unstarted_bots(players) == []


@pytest.mark.parametrize(
    "name",
    [
        "cmd:sh",
        " cmd:sh",
        "x=cmd:sh",
        "Ann = cmd:sh",
        "mcts:procs=64000",
        "mcts:86400s",
        "mcts:sims=1000000000",
        "mcts:nodes=100000000",
        "CMD:sh",
        "nobody",
        "",
    ],
)
def test_name_from_file_starts_no_program_and_reserves_no_resources(name: str) -> None:
    with pytest.raises(BotError):
        make_bot_from_file(name, seed=1)
    assert resumed_players(read_seat_request((), ()), [name or "?", "Ann"], seed=1)[1].bot is None


@pytest.mark.parametrize("name", ["random", "greedy:seed=3", "mcts:2000", "hard", "expert", "mcts:2s"])
def test_built_in_bot_is_restored_from_file(name: str) -> None:
    assert make_bot_from_file(name, seed=1).name == name


def test_match_is_identified_by_comparing_names_only(tmp_path: Path) -> None:
    file, _ = hostile_game(tmp_path)
    names = [found.tags["Purple"] for found in scan(io.BytesIO(file.read_bytes()))]
    assert names[0].startswith("cmd:sh")

"""A full stdout: no command exits with 0, and each prints one line with the reason."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import vanuatu
from vanuatu.cli.app import COMMANDS
from vanuatu.notation.files import read_games

pytestmark = pytest.mark.any_build

PUZZLES = Path(__file__).parents[2] / "games" / "puzzles.pvn"
SHORT = 8  # number of a puzzle of the last round
QUERY = (
    '{"id":1,"moves":["#start=201","#tiles=A2,B1","#ships=kcb,kkk,cbb","#tourists=2","#first=p"],'
    '"players":3,"sims":3}\n'
)
MOVES = "@governor\n"

# Every command, in each of its ways to print; behind `<` what it reads.
CALLS = {
    "play": [
        "--seat none --players 2 --bot random --seed 1",
        f"--bot random --seed 1 --keep-going < {MOVES}",
    ],
    "me": ["--help"],
    "games": ["--help"],
    "check": ["--help"],  # it prints errors alone, on stderr
    "replay": [
        "a.pvn",
        "a.pvn --board",
        "a.pvn --ndjson",
        "a.pvn --ndjson --head --state",
        "a.pvn --html -",
    ],
    "show": ["a.pvn", "a.pvn --fen", "a.pvn --json", "a.pvn --svg -"],
    "moves": ["a.pvn", "a.pvn --json", "a.pvn --why @governor"],
    "analyse": [
        "a.pvn --ply 7 --sims 3",
        "a.pvn --ply 7 --sims 3 --json",
        "a.pvn --all --bot mcts:2",
        "a.pvn --all --bot mcts:2 --jobs 2",
        f"--serve --bot mcts:3 < {QUERY}",
        f"--serve --bot mcts:3 < {QUERY * 3}",
    ],
    "review": ["a.pvn --bot mcts:2", "a.pvn --bot mcts:2 --json", "a.pvn --bot mcts:2 --jobs 2"],
    "train": ["--help"],  # it asks for an answer
    "puzzles": ["puzzle.pvn --check mcts:400"],
    "match": [
        "random random --games 4 --seed 1",
        "random random --games 4 --seed 1 --jobs 2",
        "random random --games 4 --seed 1 --ndjson",
        "random random --games 2 --seed 1 --msgpack",
        "random random --games 2 --seed 1 --out new.pvn --json",
    ],
    "learn": ["l --players 2 --games 20 --bot random --stray 0 --hidden 0 --visits 0 --duel 0"],
    "sprt": ["two.pvn --bounds 0,30", "two.pvn --bounds 0,30 --json"],
    "rate": ["whole.pvn", "whole.pvn --json", "whole.pvn --csv --los"],
    "stats": ["whole.pvn", "whole.pvn --json"],
    "filter": ["a.pvn", "a.pvn --to msgpack --sort Date"],
    "find": ["a.pvn --where legal>0", "a.pvn --where legal>0 --json", "a.pvn --where legal>0 --count"],
    "export": ["--help"],  # it writes files alone
    "convert": ["a.pvn --to pvn", "a.pvn --to ndjson", "a.pvn --to msgpack"],
    "bot": [
        "random < pvn 1\nquit\n",
        f"--check 'cmd:{sys.executable} -m vanuatu bot random' --game maori",
    ],
    "rules": ["", "notation"],
    "config": [""],
    "perft": [
        "a.pvn --ply 7 --depth 1",
        "a.pvn --ply 7 --depth 1 --divide",
        "a.pvn --ply 7 --depth 1 --json",
    ],
    "bench": ["--seconds 0.01 --part plan_us", "--seconds 0.01 --part plan_us --json"],
    "version": ["", "--json"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the calls name."""
    made = tmp_path_factory.mktemp("full")
    write_games(made / "a.pvn", 2)
    [puzzle] = [read.session for read in read_games(PUZZLES) if read.number == SHORT]
    (made / "puzzle.pvn").write_text(puzzle.until(1).text(), encoding="utf-8")
    played = vanuatu(["match", "random", "random", "--games", "2", "--seed", "1", "--out", "whole.pvn"], made)
    assert played.code == 0
    of_two = vanuatu(["match", "random", "greedy", "--games", "2", "--seed", "1", "--out", "two.pvn"], made)
    assert of_two.code == 0
    return made


def test_every_command_is_covered() -> None:
    assert list(CALLS) == list(COMMANDS)


@pytest.mark.parametrize(
    "call",
    [f"{name} {words}" for name, calls in CALLS.items() for words in calls] + ["--help", "play --help"],
)
def test_full_disk_prints_one_error_line(call: str, folder: Path) -> None:
    if call.startswith("learn"):
        pytest.importorskip("numpy")
    words, _, text = call.partition(" < ")
    with open("/dev/full", "wb") as full:
        ended = vanuatu(shlex.split(words), folder, out=full, text=text)
    (folder / "new.pvn").unlink(missing_ok=True)
    assert ended.code == 1, ended.err
    assert ended.err.count("No space left on device") == 1, ended.err
    assert "Traceback" not in ended.err
    assert "Exception ignored" not in ended.err


def test_a_full_disk_ends_a_command_at_once(folder: Path) -> None:
    text = (folder / "a.pvn").read_text(encoding="utf-8")
    (folder / "broken.pvn").write_text(f'{text}\n[Event "x"]\n\n1. nonsense *\n', encoding="utf-8")
    with open("/dev/full", "wb") as full:
        ended = vanuatu(["convert", "broken.pvn", "--to", "ndjson"], folder, out=full)
    assert ended.code == 1
    assert ended.err == "vanuatu: writing the output: No space left on device\n"

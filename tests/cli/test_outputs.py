"""No command destroys a file: every output option with everything that may exist at the path."""

import ast
import importlib
import importlib.util
import os
import sys
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.game_files import random_game
from vanuatu import cli
from vanuatu.cli.app import COMMANDS, run
from vanuatu.cli.train import puzzles
from vanuatu.notation import formats
from vanuatu.notation.files import read_games

pytestmark = pytest.mark.any_build

ROOT = Path(__file__).parents[2]
PLANNED = ROOT / "tests" / "cli" / "analysis" / "planned.pvn"
THREE = ROOT / "games" / "left-out.pvn"
DICE = ROOT / "docs" / "guides" / "bots" / "dice.py"


@dataclass(frozen=True)
class Case:
    """A call that writes OUT and may read IN; `resume` if it can go on with what is in OUT."""

    command: str
    parameter: str
    words: str
    ending: str
    resume: bool = False

    def call(self, out: str, source: str = "in.pvn") -> list[str]:
        names = {"OUT": out, "IN": source, "PROGRAM": f"cmd:{sys.executable} {DICE}"}
        return [self.command, *(names.get(word, word) for word in self.words.split())]

    def __str__(self) -> str:
        return f"{self.command}-{self.parameter}{self.ending}"


REVIEW, MATCH = "IN --bot mcts:2", "random random random --games 2 --seed 1 --openings start.pvn"
CASES = (
    Case("review", "out", f"{REVIEW} --out OUT", ".pvn", True),
    Case("review", "out", f"{REVIEW} --out OUT", ".ndjson", True),
    Case("review", "out", f"{REVIEW} --out OUT", ".msgpack", True),
    Case("review", "out", f"{REVIEW} --out OUT", ".pvn.gz"),
    Case("review", "out", f"{REVIEW} --out OUT --json", ".json", True),
    Case("review", "out", f"{REVIEW} --out OUT", ".txt"),
    Case("review", "html", f"{REVIEW} --html OUT", ".html"),
    Case("analyse", "out", f"{REVIEW} --all --out OUT", ".pvn", True),
    Case("analyse", "out", f"{REVIEW} --all --out OUT", ".msgpack", True),
    Case("analyse", "out", f"{REVIEW} --all --out OUT", ".ndjson.gz"),
    Case("puzzles", "out", "IN --check mcts:2 --out OUT", ".pvn"),
    Case("convert", "target", "IN OUT", ".ndjson"),
    Case("convert", "to", "IN --to OUT", ".pvn"),
    Case("convert", "target", "IN OUT", ".pvn.gz"),
    Case("filter", "out", "IN --out OUT", ".pvn"),
    Case("filter", "out", "IN --out OUT", ".msgpack.gz"),
    Case("export", "to", "IN --to OUT", ".sqlite"),
    Case("show", "svg", "IN --svg OUT", ".svg"),
    *([Case("show", "png", "IN --png OUT", ".png")] if importlib.util.find_spec("resvg_py") else []),
    Case("replay", "html", "IN --html OUT", ".html"),
    Case("stats", "page", "IN --html OUT", ".html"),
    Case("match", "out", f"{MATCH} --out OUT", ".pvn", True),
    Case("match", "out", f"{MATCH} --out OUT", ".ndjson", True),
    Case("match", "out", f"{MATCH} --out OUT", ".pvn.gz"),
    Case("match", "log", "PROGRAM random random --games 1 --seed 1 --log OUT", ".log"),
    Case("bot", "log", "--check PROGRAM --game maori --log OUT", ".log"),
    Case("play", "save", "--players 2 --seat none --bot random --seed 1 --save OUT", ".pvn"),
)
# Parameters that take a text and name no file to write.
HARMLESS = frozenset(
    (
        "action against anchor at bot bots bounds check clock cluster date draws duel_bot files first "
        "form game guess last like more move_time moves name number openings part patience player rival "
        "rollout saved seat second sort source spec split_by sprt start targets test theme time topic tune "
        "variant where why"
    ).split()
)
# Tested elsewhere: the first one writes a folder, the second one needs an extra.
ELSEWHERE = {("learn", "folder"), ("show", "png")}


def test_every_text_option_is_covered() -> None:
    known = {(case.command, case.parameter) for case in CASES} | ELSEWHERE
    for name in COMMANDS:
        function = getattr(importlib.import_module(f"vanuatu.cli.commands.{name}"), name)
        hints = typing.get_type_hints(function)
        for parameter, kind in (hints | typing.get_type_hints(hints.get("options", object))).items():
            if parameter == "return" or not any(word in repr(kind) for word in ("str", "Path")):
                continue
            assert (name, parameter) in known or parameter in HARMLESS, (
                f"vanuatu {name}: {parameter}: does it name a file to write? Then it needs a case here."
            )


# What writes on its own: the one way, and the program's own files in the state folder.
WRITERS = {
    "files/writing.py",
    "files/several.py",
    "files/locking.py",
    "app.py",
    "play/full_screen.py",
    "history/saves.py",
    "train/boxes.py",
    "learn/run_folder.py",
    "learn/searches.py",
}


def test_no_other_module_opens_a_file_to_write() -> None:
    home = Path(cli.__file__).parent
    for path in home.rglob("*.py"):
        name = path.relative_to(home).as_posix()
        if name in WRITERS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not _writes(node), f"{name}:{getattr(node, 'lineno', 0)}: writing.py opens files to write"


def _writes(node: ast.AST) -> bool:
    """Whether this is a call that makes, changes or removes a file."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    owner = getattr(called.value, "id", "") if isinstance(called, ast.Attribute) else ""
    modes = [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
    if name == "open" and owner != "progress":
        return any(
            isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax+")
            for mode in modes[0 if owner else 1 :]
        ) or (owner == "os" and "O_RDONLY" not in ast.dump(node))
    others = {
        "write_text",
        "write_bytes",
        "touch",
        "unlink",
        "rename",
        "mkstemp",
        "NamedTemporaryFile",
        "mkdir",
    }
    return name in others or (owner in ("os", "shutil") and name in ("replace", "remove", "link", "symlink"))


def in_order(folder: Path) -> dict[str, bytes | str]:
    """All that is in a folder: the bytes of files, the targets of links."""
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else "a folder"
        if path.is_dir()
        else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with games to read, in which a command is called."""
    folder = tmp_path / "desk"
    folder.mkdir()
    texts = [THREE.read_text("utf-8"), PLANNED.read_text("utf-8")]
    (folder / "in.pvn").write_text("\n".join(texts), encoding="utf-8")
    (folder / "start.pvn").write_text(random_game(3, 1, 20).text(), encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(puzzles, "SCREEN", "mcts:20")  # a search of each decision
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield folder
    assert not list(folder.rglob(".*")), "a draft is left over"


OWN: dict[str, bytes] = {}  # what each call writes


def own(case: Case) -> bytes:
    """What the call writes into a new file."""
    if str(case) not in OWN:
        name = f"own{case.ending}"
        assert run(case.call(name)) == 0
        OWN[str(case)] = Path(name).read_bytes()
        Path(name).unlink()
    return OWN[str(case)]


def foreign_game(ending: str) -> bytes:
    """A game that is none of any call, in the form of the ending if that has games."""
    form = formats.format_of(f"x{ending}") or formats.PVN
    return formats.encode_game(next(read_games(ROOT / "games" / "teaching.pvn")).session.record, form, True)


STANDING: dict[str, Callable[[Case], bytes]] = {
    "foreign text": lambda case: b"my diary\n\n[Event of the day]\n",
    "foreign game": lambda case: foreign_game(case.ending),
    "a note behind": lambda case: own(case) + b"a note of mine\n",
    "CRLF": lambda case: own(case).replace(b"\n", b"\r\n"),
    "no last line feed": lambda case: own(case)[:-1],
}


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("what", STANDING)
def test_existing_file_is_not_changed(case: Case, what: str, desk: Path) -> None:
    if case.command == "stats":
        pytest.importorskip("matplotlib")
    there = STANDING[what](case)
    out = desk / f"out{case.ending}"
    out.write_bytes(there)
    before = in_order(desk)
    assert run(case.call(out.name)) == 2
    assert in_order(desk) == before
    if case.resume:
        code = run([*case.call(out.name), "--resume"])
        if what == "no last line feed" or there == own(case):  # msgpack has no line ends
            assert (code, out.read_bytes()) == (0, own(case))
            return
        assert code == 1
        assert in_order(desk) == before
    if what == "foreign text":
        assert run([*case.call(out.name), "--force"]) == 0
        assert there not in out.read_bytes()
        if case.parameter != "log":  # it has the time of day
            assert out.read_bytes() == own(case)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_links_folders_and_devices_are_refused_as_output(case: Case, desk: Path) -> None:
    if case.command == "stats":
        pytest.importorskip("matplotlib")
    (desk / "precious").write_bytes(b"precious\n")
    (desk / "empty").touch()
    (desk / f"link{case.ending}").symlink_to("precious")
    (desk / f"hollow{case.ending}").symlink_to("empty")
    (desk / f"dangling{case.ending}").symlink_to("nowhere")
    (desk / f"folder{case.ending}").mkdir()
    before = in_order(desk)
    places = {
        f"link{case.ending}": 2,
        f"hollow{case.ending}": 2,
        f"dangling{case.ending}": 2,
        f"folder{case.ending}": 1,
        f"none/out{case.ending}": 1,
        f"/proc/out{case.ending}": 1,  # where not even an administrator can write
        "/dev/full": 1,
        "out.exe": 2,
        "out": 2,
    }
    for place, code in places.items():
        for more in [[], ["--resume"]][: 1 + case.resume]:
            if place == "/dev/full" and (more or case.parameter == "to"):
                code = 2  # it cannot be read back, or has no ending to tell it from a form
            assert run([*case.call(place), *more]) == code, (place, more)
            assert in_order(desk) == before, (place, more)
    if os.geteuid():
        desk.chmod(0o500)
        assert run(case.call(f"out{case.ending}")) == 1
        desk.chmod(0o700)
        assert in_order(desk) == before


@pytest.mark.parametrize("case", [case for case in CASES if "IN" in case.words], ids=str)
def test_input_is_refused_as_output(case: Case, desk: Path) -> None:
    name = f"same{case.ending}"
    (desk / "in.pvn").rename(desk / name)
    os.link(desk / name, desk / f"other{case.ending}")
    before = in_order(desk)
    for out in (name, f"other{case.ending}"):
        for more in [[], ["--force"], ["--resume"]][: 2 + case.resume]:
            assert run([*case.call(out, name), *more]) == 2
            assert in_order(desk) == before

"""Foreign text sends no control sequences: every command, every field, checked byte by byte."""

import ast
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.shell import environment, vanuatu
from tests.cli.terminal import Terminal
from vanuatu import cli
from vanuatu.cli import app
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.formats import encode_game
from vanuatu.notation.record import Ply
from vanuatu.notation.session import Session
from vanuatu.notation.tags import AFTER_RESULT

# Controls of both kinds, escape sequences, changes of direction, other ends of lines, signs of no width.
CONTROLS = "\x1b]0;owned\x07\x1b[2J\x1b[8m\r\b\x7f"
SIGNS = "\x9b2J\x9d0;owned\x9c\x85\u202eowned\u2066\u2069\u200b\u2028\u2029\ufeff\xad\U000e0041"
EVIL = f"a{CONTROLS}{SIGNS}z"
TAGS = (
    *("Event", "Site", "Date", "Round", "Purple", "Teal", "Yellow", "Result"),
    *AFTER_RESULT,
    "Annotator",
)
READING = (
    "check FILE",
    "replay FILE",
    "replay FILE --ndjson --legal --state",
    "replay FILE --board",
    "show FILE",
    "show FILE --plain",
    "show FILE --json",
    "show FILE --fen",
    "moves FILE --explain",
    "moves FILE --json",
    "analyse FILE --sims 2",
    "analyse FILE --sims 2 --json",
    "analyse FILE --all --sims 1 --out OUT",
    "convert FILE OUT",
    "rate FILE",
    "rate FILE --json",
    "play --from FILE --save OUT --bot random",
    "match random random random --games 1 --openings FILE --out OUT",
    "match random random random --games 1 --out GAMES.pvn --resume",
)


def unsafe(raw: bytes) -> str:
    """The characters in what was printed that do more than print."""
    return "".join(c for c in raw.decode() if not c.isprintable() and c != "\n")


def started(game: str = "vanuatu") -> Session:
    session = Session.new(make_game(game, 3))
    session.draw(Rng(1))
    for _ in range(4):
        session.push(int(session.state.legal_moves()[0]))
        session.draw(Rng(session.ply))
    session.finish()
    return session


def hostile_records(session: Session) -> Iterator[bytes]:
    """The game with foreign signs in each field, in all three forms, and broken in ways that quote them."""
    for evil in (SIGNS, EVIL):
        for name in TAGS:
            # As a text of its own, since writing takes some signs out.
            message = session.text().splitlines(keepends=True)
            kept = [line for line in message if not line.startswith(f"[{name} ")]
            old = session.record.tags.get(name, "")
            yield "".join([f'[{name} "{old} {evil}"]\n', *kept]).encode()
        body = session.text()
        finished = body.replace('[Result "*"]', '[Result "1,2,3"]').replace('"?"', f'"{evil}"')
        yield finished.encode()
        yield finished.replace('[GameType "', f'[GameType "{evil}').encode()
        for text in (
            body.replace("1. ", f"1. {{{evil}}} ; {evil}\n"),
            body.replace("1. ", f"%{evil}\n1. {evil} "),
            body.replace("*\n", f"({evil}) $7{evil} *\n"),
            body.replace("*\n", f"{evil}\n"),
            body.replace("[Event", f"[Ev{evil}ent"),
            body + evil,
            evil,
        ):
            yield text.encode()
    for form in ("ndjson", "msgpack"):
        for change in ("tag", "name", "comment", "token", "result", "glyph"):
            yield machine_form(session, form, change)


def machine_form(session: Session, form: str, change: str) -> bytes:
    record = session.record
    tags, plies, result = dict(record.tags), list(record.plies), record.result
    if change == "tag":
        record.tags |= {"Purple": SIGNS, "Event": SIGNS}
    elif change == "name":
        record.tags[SIGNS] = "x"
    elif change == "comment":
        record.plies[-1].noted().comments.append(EVIL)
    elif change == "token":
        record.plies[-1] = Ply(EVIL, 0, 1)
    elif change == "glyph":
        record.plies[-1].noted().glyphs.append(EVIL)
    else:
        record.result = EVIL
    raw = encode_game(record, form, True)
    record.tags.clear()
    record.tags |= tags
    record.plies[:] = plies
    record.result = result
    if record.plies[-1].notes is not None:
        record.plies[-1].notes = None
    return raw


class Shell:
    """Calls the program in this process: some hundred calls are too many processes."""

    def __init__(self, folder: Path, caught: pytest.CaptureFixture[bytes], patch: pytest.MonkeyPatch) -> None:
        self.caught = caught
        self.patch = patch
        patch.chdir(folder)
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))

    def run(self, words: list[str], text: bytes = b"") -> bytes:
        """Everything that a call prints."""
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text))))
        app.run(list(words))
        out, err = self.caught.readouterr()
        return out + err


@pytest.fixture
def shell(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Shell:
    return Shell(tmp_path, capfdbinary, monkeypatch)


@pytest.mark.any_build
@pytest.mark.parametrize("game", ["vanuatu", "maori"])
@pytest.mark.parametrize("call", READING)
def test_file_sends_no_control_sequences(call: str, game: str, shell: Shell) -> None:
    texts = 0
    for raw in hostile_records(started(game)):
        Path("hostile").write_bytes(raw)
        Path("out.pvn").unlink(missing_ok=True)
        Path("hostile.pvn").write_bytes(raw)
        names = {"FILE": "hostile", "GAMES.pvn": "hostile.pvn", "OUT": "out.pvn"}
        printed = shell.run([names.get(word, word) for word in call.split()])
        if call.startswith("play"):  # it prints the game for programs as well
            printed = printed.replace(
                Path("out.pvn").read_bytes() if Path("out.pvn").exists() else b"\0", b""
            )
        assert not unsafe(printed), (raw, printed)
        texts += b"\\u202e" in printed or b"\\x" in printed
    assert texts or call.endswith("--resume")


@pytest.mark.any_build
@pytest.mark.parametrize("game", ["vanuatu", "maori"])
def test_position_sends_no_control_sequences(game: str, shell: Shell) -> None:
    session = started(game)
    position = session.codec.write_position(session.state)
    words = position.split()
    for at in range(len(words)):
        evil = " ".join([*words[:at], words[at] + EVIL, *words[at + 1 :]])
        for call in ("show", "moves", "analyse --sims 1", "play --from"):
            assert not unsafe(shell.run([*call.split(), evil])), evil
        Path("openings").write_text(evil + "\n", encoding="utf-8", newline="\n")
        assert not unsafe(
            shell.run(["match", "random", "--players", "3", "--openings", "openings", "--games", "1"])
        )


@pytest.mark.parametrize(
    "call",
    [
        *(line.replace("FILE", "EVIL") for line in READING if "--resume" not in line),
        "check EVIL missing",
        "EVIL",
        "play --seat EVIL",
        "play --bot EVIL",
        "play --variant EVIL",
        "play --game EVIL",
        "play --at EVIL --from EVIL",
        "play --save EVIL/EVIL",
        "show --at EVIL file",
        "show --width EVIL file",
        "moves file --why EVIL",
        "moves file --why EVIL --json",
        "replay file --from-ply EVIL",
        "rules EVIL",
        "rules --game EVIL",
        "convert file --to EVIL",
        "convert file --from-format EVIL",
        "analyse file --bot EVIL",
        "match EVIL EVIL",
        "match random EVIL --seed EVIL",
        "match random random --clock EVIL",
        "match random random --date EVIL",
        "match random random --patience EVIL",
        "match random random --cluster EVIL",
        "match random random --out EVIL/EVIL",
        "match random random --openings EVIL",
        "bot EVIL",
        "bench --part EVIL",
        "version --EVIL",
        "version --tiles EVIL",
        "version --tiles hostile",
    ],
)
def test_name_or_value_sends_no_control_sequences_and_stays_on_one_line(call: str, shell: Shell) -> None:
    Path("file").write_text(started().text(), encoding="utf-8")
    Path("hostile").write_text(f"maori tiles\n{EVIL}\n", encoding="utf-8")
    for evil in (EVIL.replace("/", ""), "two\nlines", "half\udc9b", f"x {SIGNS}"):
        words = [word.replace("EVIL", evil).replace("OUT", "out") for word in call.split()]
        printed = shell.run(words)
        assert not unsafe(printed), printed
        lines = [line for line in printed.decode().splitlines() if line.startswith("lines")]
        assert not lines, printed
        if call == "check EVIL" and evil == "two\nlines":
            assert printed.count(b"\n") == 1


def test_machine_output_is_unchanged_and_terminal_output_is_escaped(tmp_path: Path) -> None:
    record = started().record
    record.tags["Purple"] = f"Ann {SIGNS}"
    record.plies[-1].noted().comments.append(f"evil {EVIL}".replace("\r", ""))
    (tmp_path / "g.ndjson").write_bytes(encode_game(record, "ndjson", True))
    written = vanuatu(["convert", "g.ndjson"], tmp_path)
    assert f"Ann {SIGNS}" in written.out  # nothing is lost
    for call in (
        "convert g.ndjson",
        "convert g.ndjson --to ndjson",
        "analyse g.ndjson --all --sims 1 --plain",
    ):
        shown = on_a_terminal(call.split(), tmp_path)
        assert "\\u202e" in shown
        assert "owned" in shown
        shown = re.sub(r"(\r\d+ of \d+ games[^\r\n]*)+\r *\r", "", shown)  # the line of progress
        assert not unsafe(shown.replace("\r\n", "\n").encode()), call


def on_a_terminal(words: list[str], folder: Path) -> str:
    shown = pexpect.run(
        sys.executable + " -m vanuatu " + " ".join(words),
        cwd=str(folder),
        env=environment(folder, {"TERM": "dumb"}),
        encoding="utf-8",
        timeout=60,
    )
    assert isinstance(shown, str)
    return shown


@pytest.mark.any_build
def test_prompt_escapes_hostile_names(tmp_path: Path) -> None:
    text = started().text().replace('[Purple "?"]', f'[Purple "Ann {SIGNS}"]')
    (tmp_path / "g.pvn").write_text(text, encoding="utf-8")
    for more in ([], ["--plain"]):
        with Terminal(["play", "--from", "g.pvn", *more], tmp_path, columns=120) as terminal:
            terminal.wait_for("\\x9b2J")
            for line in ("seat", "log", "log 1", "score"):
                terminal.type(line)
            terminal.wait_for("If the game ended here")
            terminal.type("quit")
            assert terminal.ended() == 0
        assert not set(SIGNS) & set(terminal.raw) - set("2J;owned0")


@pytest.mark.any_build
def test_bot_output_sends_no_control_sequences(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import sys\n"
        f"evil, how = {EVIL.encode()!r}, sys.argv[1]\n"
        "out, err = sys.stdout.buffer, sys.stderr.buffer\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('pvn'): out.write(b'id name ' + evil + b'\\nok\\n')\n"
        "    if line.startswith('go') and how == 'dies': err.write(b'last ' + evil + b'\\n'); sys.exit(3)\n"
        "    if line.startswith('go'): out.write((b'move ' if how == 'moves' else b'') + evil + b'\\n')\n"
        "    out.flush()\n",
        encoding="utf-8",
    )
    (tmp_path / "g.pvn").write_text(started().text(), encoding="utf-8")
    for how in ("dies", "moves", "babbles"):
        bot = f"cmd:{sys.executable} bot.py {how}"
        ended = vanuatu(
            ["match", bot, "random", "--games", "1", "--seed", "1", "--out", f"{how}.pvn"], tmp_path
        )
        game = (tmp_path / f"{how}.pvn").read_bytes()
        assert not unsafe(ended.err.encode())
        assert not unsafe(game), game
        assert b"\\x" in game
        shown = vanuatu(["analyse", "g.pvn", "--bot", bot], tmp_path)
        played = vanuatu(["play", "--from", "g.pvn", "--seat", "none", "--bot", bot], tmp_path)
        assert shown.code != 0
        assert not unsafe((shown.out + shown.err + played.err).encode())


def test_protocol_escapes_hostile_lines(tmp_path: Path) -> None:
    lines = [
        f"{word} {EVIL}".replace("\r", "") for word in ("pvn", "newgame", "position moves", "position fen")
    ]
    lines += [
        f"newgame vanuatu players={EVIL}",
        f"newgame vanuatu players=3 variant={EVIL}",
        f"go {EVIL}",
        EVIL,
    ]
    lines += ["newgame vanuatu players=3", f"position moves {EVIL}", f"position fen vanuatu {EVIL}"]
    ended = vanuatu(["bot", "random"], tmp_path, text="\n".join(lines) + "\nquit\n")
    assert ended.out.count("error") >= len(lines) - 1
    assert not unsafe((ended.out + ended.err).encode())


def test_piped_lines_are_escaped_in_answers(tmp_path: Path) -> None:
    lines = [
        f"{word} {EVIL}".replace("\r", "")
        for word in ("why", "moves", "rules", "seat", "bots", "save", "help")
    ]
    lines += [f"seat teal {EVIL}", "seat", f"log {EVIL}", f"{EVIL}"]
    ended = vanuatu(["play", "--keep-going", "--seed", "1"], tmp_path, text="\n".join(lines) + "\n")
    assert not unsafe(ended.err.encode())


def test_error_report_is_printable(tmp_path: Path) -> None:
    failing = f"def call(_): raise RuntimeError({EVIL!r})"
    code = f"from vanuatu.cli import app\n{failing}\napp._call = call\napp.run([])"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        check=False,
    )
    (report,) = (tmp_path / "state" / "vanuatu").iterdir()
    assert not unsafe(ended.stderr)
    assert not unsafe(report.read_bytes())


@pytest.mark.any_build
def test_only_escaping_module_prints() -> None:
    """`console.print_data`, `print_message`, `paint` and the rest print; nothing else writes to a stream."""
    folder = Path(cli.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        if path == folder / "terminal" / "console.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                where = f"{path.relative_to(folder.parent)}:{node.lineno}"
                assert called not in ("print", "input", "sys.stdout.write", "sys.stderr.write"), where


@pytest.mark.any_build
def test_check_detects_control_sequences() -> None:
    assert unsafe("a\u202e".encode()) == "\u202e"
    assert unsafe(os.linesep.encode()) == ""

"""External bots in matches: what they receive, what they may answer, their names, their processes."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.matches.calls import alive, hostile, match, start, tags_in
from tests.cli.matches.test_bot_check import FIRST, tricky
from tests.cli.matches.test_streams import children
from tests.cli.shell import environment, vanuatu
from vanuatu.ai.bot import Limit
from vanuatu.ai.external.bot import CRASH, NOT_LEGAL, TOO_LATE, ExternalBotError, make_external_bot
from vanuatu.ai.external.lines import go_line, newgame_line, read_answer, result_line, wanted_lines
from vanuatu.ai.specs import clean_name, is_external_spec, program_name
from vanuatu.cli.protocol.host_lines import ProtocolError, session_from_transcript
from vanuatu.core.games import make_game
from vanuatu.notation.errors import MoveError
from vanuatu.notation.session import Session

pytestmark = pytest.mark.any_build

SHELL = f"cmd:sh {FIRST}"
START = "#start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p".split()
ROUND = (
    *START,
    *"p:@fisherman t:@builder y:@navigator p:+RR t:+RR y:+RR p:+RR t:+RR y:+RR p:+R t:+R y:+R".split(),
)


def game(*tokens: str, players: int = 3) -> Session:
    """A game in which these moves were played."""
    session = Session.new(make_game("vanuatu", players))
    for token in tokens:
        session.play(token)
    return session


# The lines that a program gets


def test_bot_that_lists_legal_gets_legal_moves() -> None:
    session = game(*ROUND)
    assert wanted_lines(session, 0, {"legal"}) == ["legal R?"]
    assert wanted_lines(session, 0, set()) == []
    assert wanted_lines(game(*START), 0, {"legal"})[0].split()[:3] == ["legal", "@artist", "@beggar"]


def test_position_and_view_hide_what_seat_cannot_see() -> None:
    session = game(*ROUND, "p:Rf")
    fen, state = wanted_lines(session, 1, {"fen", "state"})
    assert fen.startswith("fen vanuatu 3; 1 act t;")
    assert json.loads(state.removeprefix("state "))["players"]["p"]["rest"] == "?"
    own = json.loads(wanted_lines(session, 0, {"state"})[0].removeprefix("state "))
    assert own["players"]["p"]["rest"] == "f"


def test_newgame_contains_players_variant_seat_and_clock() -> None:
    session = Session.new(make_game("vanuatu", 4, ("waters", "nocharacters")))
    expected = "newgame vanuatu players=4 variant=waters,nocharacters seat=t"
    assert newgame_line(session, 1) == expected
    assert newgame_line(session, 1, "10+0.1") == f"{expected} clock=10+0.1"


@pytest.mark.parametrize(
    ("limit", "line"),
    [
        (Limit(seconds=1.0), "go time 1"),
        (Limit(seconds=0.25), "go time 0.25"),
        (Limit(seconds=0.00001), "go time 0.001"),
        (Limit(sims=50), "go sims 50"),
        (Limit(), "go sims 1000"),
    ],
)
def test_go_contains_time_limits(limit: Limit, line: str) -> None:
    assert go_line(limit) == line


def test_result_names_winner_and_forfeiting_seat_with_reason() -> None:
    session = game(*START)
    assert result_line(session) == "result *"
    session.finish("illegal move")
    assert result_line(session) == "result 4,1,1 winner=t,y loser=p termination=illegal move"


def logged_lines(folder: Path) -> list[str]:
    """What was said, without the times."""
    lines = (folder / "talk.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.match(r"\d\d:\d\d:\d\d\.\d\d\d ", line) for line in lines)
    return [line[13:] for line in lines]


def test_a_log_shows_a_whole_game(tmp_path: Path) -> None:
    ended = match(
        [
            f"ten lines={SHELL}",
            "random",
            "--games",
            "1",
            "--seed",
            "2",
            "--out",
            "g.pvn",
            "--log",
            "talk.txt",
        ],
        tmp_path,
    )
    assert ended.code == 0, ended.err
    talk = logged_lines(tmp_path)
    assert talk[:2] == [f"ten lines = started: sh {FIRST}", "ten lines > pvn 1"]
    (tags,) = tags_in(tmp_path / "g.pvn")
    (begun,) = [line for line in talk if "> newgame" in line]
    assert begun == "game 1 purple ten lines > newgame vanuatu players=2 seat=p"
    asked = [line for line in talk if " > go " in line]
    moved = [line for line in talk if " < move " in line]
    assert len(asked) == len(moved) > 20
    assert f"game 1 purple ten lines > result {tags['Result']} winner={tags['Winner'][0].lower()}" in talk
    assert talk[-2:] == ["ten lines > quit", "ten lines = ended"]


def test_log_gets_whole_lines_from_all_processes(tmp_path: Path) -> None:
    call = [SHELL, "random", "--games", "8", "--seed", "2", "--out", "g.pvn", "--jobs", "2"]
    assert match([*call, "--log", "talk.txt"], tmp_path).code == 0
    talk = logged_lines(tmp_path)
    assert {line.split()[1] for line in talk if line.startswith("game ")} == {str(n) for n in range(1, 9)}
    before = len(talk)
    assert match([*call, "--resume", "--log", "talk.txt"], tmp_path).code == 0
    assert len(logged_lines(tmp_path)) > before


def test_unwritable_log_ends_match_with_one_line(tmp_path: Path) -> None:
    ended = match([SHELL, "random", "--games", "2", "--seed", "1", "--log", "/dev/full"], tmp_path)
    assert ended.code == 1
    assert ended.err == "vanuatu: /dev/full: No space left on device\n"


def test_move_time_limits_programs_and_searches(tmp_path: Path) -> None:
    call = [SHELL, "mcts:1000000", "--games", "2", "--seed", "2", "--move-time", "0.02s", "--out", "g.pvn"]
    assert match([*call, "--log", "talk.txt"], tmp_path).code == 0
    assert {line.partition(" > ")[2] for line in logged_lines(tmp_path) if " > go " in line} == {
        "go time 0.02"
    }
    assert "clk" not in (tmp_path / "g.pvn").read_text(encoding="utf-8")


def test_clock_is_sent_unless_program_lists_limits_without_it(tmp_path: Path) -> None:
    old = tmp_path / "old.sh"
    old.write_text(FIRST.read_text().replace("option legal", "option legal\\noption go sims"))
    call = [f"cmd:sh {old}", f"new={SHELL}", "--games", "1", "--seed", "2", "--clock", "60s+0.5s"]
    assert match([*call, "--out", "g.pvn", "--log", "talk.txt"], tmp_path).code == 0
    message = {
        line.split(" > ")[0].split()[-1]: line for line in logged_lines(tmp_path) if "> newgame" in line
    }
    assert message["new"].endswith(" seat=t clock=60+0.5")
    assert message["first"].endswith(" seat=p")


# What it may answer


def test_first_legal_move_of_answer_is_played() -> None:
    session = game(*ROUND)
    rest = {letter: session.read(f"R{letter}") for letter in "fbpv"}
    assert read_answer(session, "Rb Rv") == rest["b"]
    session.push(rest["b"])
    assert read_answer(session, "Rb Rv") == session.read("Rv")
    assert read_answer(session, "t:Rb t:Rv") == session.read("Rv")


def test_unavailable_rest_token_is_never_an_error() -> None:
    session = game(*ROUND)
    for _ in range(3):
        assert read_answer(session, "R?") == int(session.state.legal_moves()[0])
        assert read_answer(session, "Rf") == int(session.state.legal_moves()[0])
        session.play("Rf") if session.ply == len(ROUND) else session.push(read_answer(session, "Rf"))


def test_long_form_is_read_as_one_move() -> None:
    session = game(*START)
    assert read_answer(session, "fisherman") == session.read("@fisherman")
    session = game(*START, "p:@fisherman", "t:@builder", "y:@navigator")
    assert read_answer(session, "plan draw sail") == session.read("+SD")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Fa1 Xa1", "none of these is legal; Fa1: "),
        ("", "no move is written like this"),
        ("sail c9 fish", "that is for another phase"),
        ("+VVVVV", "no move is written like this"),
        ("t:@vendor @vendors", "it is purple's turn"),
        (" ".join(["Fa1"] * 10_000), "none of these is legal"),
    ],
)
def test_answer_without_legal_move_forfeits(text: str, printed: str) -> None:
    with pytest.raises(MoveError) as caught:
        read_answer(game(*START), text)
    assert printed in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "termination", "comment"),
    [
        ("wishes in vain", NOT_LEGAL, "answered 'Fa1 Xa1 Ga1k': none of these is legal"),
        ("ignores legal", NOT_LEGAL, "answered 'Fa1'"),
        ("says error", NOT_LEGAL, r"answered 'error I know \x1b[2J nothing of this'"),
        ("hangs at newgame", TOO_LATE, "did not answer within 2.0 s"),
    ],
)
def test_misbehaving_program_forfeits_with_matching_termination(
    kind: str, termination: str, comment: str, tmp_path: Path
) -> None:
    begun = time.monotonic()
    call = [tricky(kind), "random", "--games", "2", "--seed", "3", "--patience", "2s", "--out", "g.pvn"]
    ended = match(call, tmp_path)
    assert ended.code == 1, ended.err
    assert [tags["Termination"] for tags in tags_in(tmp_path / "g.pvn")] == [termination] * 2
    written = " ".join((tmp_path / "g.pvn").read_text(encoding="utf-8").split())
    assert comment in written
    assert f"game 1: {kind} {comment}" in ended.err
    assert vanuatu(["check", "g.pvn"], tmp_path).code == 0
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("kind", ["dies at result", "knows no result", "nameless", "wants everything"])
def test_misbehaviour_after_game_end_forfeits_nothing(kind: str, tmp_path: Path) -> None:
    call = [tricky(kind), "random", "--games", "4", "--seed", "3", "--patience", "60s", "--out", "g.pvn"]
    ended = match([*call, "--log", "talk.txt"], tmp_path)
    assert ended.code == 0, ended.err
    assert all("Termination" not in tags for tags in tags_in(tmp_path / "g.pvn"))
    started = sum(" = started: " in line for line in logged_lines(tmp_path))
    assert started == (4 if kind == "dies at result" else 1)


def test_error_in_later_game_forfeits_at_once(tmp_path: Path) -> None:
    """An error may answer `result`, which is new; not if the program has heard it before in silence."""
    script = tmp_path / "third.sh"
    script.write_text(FIRST.read_text().replace("go)", "go) n=$((n + 1)); [ $n = 3 ] && echo error enough;"))
    bot = make_external_bot(f"cmd:sh {script}", patience=30)
    for _ in range(2):
        session = game(*START)
        thinking = bot.think(session)
        answer(thinking.step, thinking.move)
        bot.finished(session)
    begun = time.monotonic()
    session = game(*START)
    thinking = bot.think(session)
    with pytest.raises(ExternalBotError, match="answered 'error enough'"):
        answer(thinking.step, thinking.move)
    assert time.monotonic() - begun < 20
    bot.close()


def answer(step: Callable[[], bool], move: Callable[[], int]) -> int:
    while not step():
        pass
    return move()


# What it is called


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        ([f"mine={SHELL}", "random"], ["mine", "random"]),
        ([SHELL, "random"], ["first", "random"]),
        ([tricky("nameless"), "random"], [Path(sys.executable).name, "random"]),
        ([SHELL, f"cmd:sh  {FIRST}"], ["first", "first (2)"]),
        ([f"cmd:{sys.executable} -m vanuatu bot random", "random"], ["random (2)", "random"]),
        ([SHELL, f"first=cmd:sh  {FIRST}"], ["first (2)", "first"]),
    ],
)
def test_program_name_is_used_in_tags_and_tables(bots: list[str], names: list[str], tmp_path: Path) -> None:
    ended = match([*bots, "--games", "2", "--seed", "1", "--out", "g.pvn"], tmp_path)
    assert ended.code == 0, ended.err
    (first, second) = tags_in(tmp_path / "g.pvn")
    assert [first["Purple"], first["Teal"]] == names == [second["Teal"], second["Purple"]]
    for text in (ended.err, (tmp_path / "g.pvn").read_text(encoding="utf-8")):
        assert "cmd:" not in text.replace("NAME=cmd:", "")
        assert str(FIRST.parent) not in text
    assert match([*bots, "--games", "4", "--out", "g.pvn", "--resume"], tmp_path).code == 0
    rated = vanuatu(["rate", "g.pvn", "--json"], tmp_path).out
    assert sorted(bot["name"] for bot in json.loads(rated)["bots"]) == sorted(names)


def test_program_name_is_printable_and_never_a_spec() -> None:
    assert clean_name(" my\tbot \x1b[2J ") == r"my bot \x1b[2J"
    assert not is_external_spec(clean_name("x=cmd:sh -c evil"))
    assert len(clean_name("x" * 1000)) == 60
    assert program_name("/home/ann/bots/mine") == "mine"


@pytest.mark.parametrize("spec", ["=cmd:sh", f"{'x' * 61}=cmd:sh", "a\nb=cmd:sh"])
def test_invalid_names_are_refused(spec: str, tmp_path: Path) -> None:
    ended = match([spec, "random"], tmp_path)
    assert ended.code == 2
    assert "a name stands before =cmd:" in ended.err
    assert ended.err.count("\n") == 1


SIGNS = [
    *"+-@^~#=?:/,.;{}*",
    *"SBXFVGDTRW",
    *"ptyob",
    *"abcd123456",
    " ",
    "\x00",
    "\x1b",
    "\u202e",
    "ß",
    "move",
]


@pytest.mark.parametrize("seed", range(20))
def test_any_answer_is_legal_move_or_described_error(seed: int) -> None:
    chance = random.Random(seed)
    session = game(*ROUND)
    legal = [int(move) for move in session.state.legal_moves()]
    for _ in range(20):
        text = "".join(chance.choices(SIGNS, k=chance.randrange(12)))
        try:
            found, fault = read_answer(session, text), ""
        except MoveError as error:
            found, fault = legal[0], str(error)
        assert found in legal
        assert fault.isprintable()


@pytest.mark.parametrize("seed", range(20))
def test_any_line_to_bot_is_understood_or_gets_described_error(seed: int) -> None:
    chance = random.Random(seed)
    words = ["newgame", "position", "moves", "fen", "vanuatu", "players=3", "seat=p", "\n", "maori", *START]
    words += [
        "clock=x",
        "variant=waters",
        "players=999",
        "R?",
        "p:@buyer",
        "vanuatu 3; 1 act p",
        ";",
        "\x1b[2J",
    ]
    for _ in range(20):
        talk = " ".join(chance.choices(words, k=chance.randrange(15)))
        try:
            players, fault = session_from_transcript(talk).game.players, ""
        except ProtocolError as error:
            players, fault = 2, str(error)
        assert 2 <= players <= 5
        assert fault.isprintable()


# How long it runs


def starts(folder: Path, *options: str, games: int = 6) -> int:
    """How often the programs of a match were started."""
    call = [SHELL, "random", "--players", "3", "--games", str(games), "--seed", "1", "--out", "g.pvn"]
    assert match([*call, "--log", "talk.txt", *options], folder).code == 0
    return sum(" = started: " in line for line in logged_lines(folder))


def test_one_process_serves_seat_after_seat_and_game_after_game(tmp_path: Path) -> None:
    assert starts(tmp_path) == 1


def test_restart_starts_one_process_per_game(tmp_path: Path) -> None:
    assert starts(tmp_path, "--restart") == 1 + 6  # the first was asked for its name


def test_each_worker_starts_its_own_process(tmp_path: Path) -> None:
    assert starts(tmp_path, "--jobs", "2", games=24) <= 1 + 2


def test_startup_time_is_not_counted(tmp_path: Path) -> None:
    call = [tricky("starts slowly"), "random", "--games", "1", "--seed", "1", "--restart", "--clock", "2s"]
    ended = match([*call, "--out", "g.pvn", "--json"], tmp_path)
    assert ended.code == 0, ended.err
    assert all("Termination" not in tags for tags in tags_in(tmp_path / "g.pvn"))
    bots = {bot["name"]: bot for bot in json.loads(ended.out)["bots"]}
    assert bots["starts slowly"]["seconds_per_move"] < 1


def test_program_that_does_not_get_ready_is_reported(tmp_path: Path) -> None:
    call = [hostile("deaf"), "random", "--games", "1", "--seed", "1", "--patience", "0.3s", "--out", "g.pvn"]
    ended = match(call, tmp_path)
    assert ended.code == 1
    assert "did not get ready within 0.3 s: no 'ok' in answer to 'pvn 1'" in ended.err.splitlines()[0]


# Nothing of it is left


def sleeping_processes(mark: str) -> list[int]:
    """Return the processes that sleep for this time."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", mark.encode()] and alive(int(entry.name)):
                found.append(int(entry.name))
    return found


def gone(mark: str) -> bool:
    """Whether they are gone, soon."""
    until = time.monotonic() + 60
    while sleeping_processes(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux adopts what has a session of its own")


@linux
def test_child_processes_in_new_sessions_end_with_match(tmp_path: Path) -> None:
    call = [tricky("leaves a child", "7701"), "random", "--games", "1", "--seed", "1"]
    assert match(call, tmp_path).code == 0
    assert gone("7701")


@linux
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_process_remains_however_match_ends(ending: signal.Signals, jobs: str, tmp_path: Path) -> None:
    mark = f"77{10 + ending.value}{jobs}"
    bot = tricky("leaves a child", mark)
    running = start([bot, "random", "--games", "100000", "--jobs", jobs, "--out", "g.pvn"], tmp_path)
    until = time.monotonic() + 60
    while len(sleeping_processes(mark)) < 2 or not (tmp_path / "g.pvn").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    os.kill(running.pid, ending)
    running.communicate(timeout=60)
    assert gone(mark)


@linux
def test_hanging_bot_ends_with_vanuatu_bot(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "bot", "cmd:sleep 7799"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"pvn 1\n")
    process.stdin.flush()
    until = time.monotonic() + 60
    while not sleeping_processes("7799"):
        assert time.monotonic() < until
        time.sleep(0.02)
    process.kill()
    process.communicate(timeout=60)
    assert gone("7799")


def test_keeper_exits_with_status_of_program() -> None:
    for command, printed in (("exit 3", "ended with exit code 3"), ("kill -9 $$", "was ended by signal 9")):
        bot = make_external_bot(f'cmd:sh -c "{command}"', patience=60)
        with pytest.raises(ExternalBotError, match=printed) as caught:
            bot.get_ready()
        assert caught.value.termination == CRASH


def test_the_last_line_of_stderr_is_safe_to_print() -> None:
    bot = make_external_bot(
        r"""cmd:sh -c "printf 'bad \033[31m \302\233 \342\200\256 news\n' >&2; exit 1" """
    )
    with pytest.raises(ExternalBotError) as caught:
        bot.get_ready()
    assert str(caught.value) == r"ended with exit code 1: bad \x1b[31m \x9b \u202e news"


def test_error_in_stderr_is_reported_even_if_other_lines_follow() -> None:
    """As Node.js prints it."""
    printed = r"/tmp/mine.js:4\n  legal[9]\n\nTypeError: legal is not defined\n    at go\n\nNode.js v20\n"
    bot = make_external_bot(f"""cmd:sh -c "printf '{printed}' >&2; exit 1" """)
    with pytest.raises(ExternalBotError) as caught:
        bot.get_ready()
    assert str(caught.value) == "ended with exit code 1: TypeError: legal is not defined"


# Interrupted


@pytest.mark.parametrize("as_json", [True, False])
def test_interrupted_match_prints_table_of_finished_games(as_json: bool, tmp_path: Path) -> None:
    options = ["--json"] if as_json else []
    call = ["random", "greedy", "--games", "100000", "--seed", "1", "--out", "g.pvn", *options]
    with open(tmp_path / "out.txt", "wb") as out:
        running = start(call, tmp_path, out=out)
        while not (tmp_path / "g.pvn").exists() or (tmp_path / "g.pvn").stat().st_size < 4000:
            assert running.poll() is None
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGINT)
        _, printed = running.communicate(timeout=60)
    assert running.returncode == 130
    games = len(tags_in(tmp_path / "g.pvn"))
    lines = printed.decode().splitlines()
    assert lines[0] == f"interrupted: {games} games written (continue with --resume)"
    if as_json:
        table = json.loads((tmp_path / "out.txt").read_text())
        assert (table["games"], table["interrupted"]) == (games, True)
    else:
        assert lines[1].split()[:2] == ["bot", "games"]
    more = [
        "random",
        "greedy",
        "--games",
        str(games + 2),
        "--seed",
        "1",
        "--out",
        "g.pvn",
        "--resume",
        "--json",
    ]
    assert json.loads(match(more, tmp_path).out)["games"] == games + 2
    fewer = ["random", "greedy", "--games", "2", "--seed", "1", "--out", "g.pvn", "--resume", "--json"]
    assert json.loads(match(fewer, tmp_path).out)["games"] == games + 2


def test_ctrl_c_while_analyse_waits_for_program_exits_with_130(tmp_path: Path) -> None:
    position = game(*START).codec.write_position(game(*START).state)
    running = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "analyse", position, "--bot", tricky("hangs at newgame")],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not any(b"keeper.py" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(running.pid)):
        assert time.monotonic() < until
        time.sleep(0.02)
    time.sleep(0.3)
    os.killpg(running.pid, signal.SIGINT)
    _, printed = running.communicate(timeout=60)
    assert (running.returncode, printed) == (130, b"")


# At the prompt


def test_prompt_shows_program_name(tmp_path: Path) -> None:
    call = ["play", "--players", "2", "--bot", SHELL, "--seed", "1"]
    ended = vanuatu(call, tmp_path, text="")
    assert ended.code == 0, ended.err
    assert '[Teal "first"]' in ended.out
    assert "cmd:" not in ended.out


def test_program_that_does_not_start_is_refused_at_prompt(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--bot", "cmd:sh -c 'exit 4'"], tmp_path, text="")
    assert ended.code == 2
    assert ended.err == "vanuatu: sh ended with exit code 4\n"

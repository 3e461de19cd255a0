"""`vanuatu bot` answers the protocol line by line, also during a search."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import environment, vanuatu
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session

START = "#start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p"
NEWGAME = "newgame vanuatu players=3 seat=p"


def talk(lines: list[str], folder: Path, spec: str = "greedy:seed=1") -> list[str]:
    """All that a bot answers to a script, which ends with the script."""
    ended = vanuatu(["bot", spec], folder, text="".join(line + "\n" for line in lines))
    assert ended.code == 0
    assert ended.err == ""
    return ended.out.splitlines()


class Conversation:
    """A bot that is talked to line by line."""

    def __init__(self, folder: Path, spec: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vanuatu", "bot", spec],
            env=environment(folder),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.rest = b""

    def say(self, line: str) -> None:
        self.stdin.write(line.encode() + b"\n")

    def hear(self, seconds: float = 20) -> str:
        """The next line; empty if none comes in that time."""
        until = time.monotonic() + seconds
        while b"\n" not in self.rest and time.monotonic() < until:
            if select.select([self.stdout], [], [], 0.05)[0]:
                chunk = os.read(self.stdout.fileno(), 65536)
                if not chunk:
                    break
                self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode()

    def receive_move(self) -> str:
        while line := self.hear():
            if line.startswith("move "):
                return line.removeprefix("move ")
        raise AssertionError("no move came")


@pytest.fixture
def thinker(tmp_path: Path) -> Iterator[Conversation]:
    conversation = Conversation(tmp_path, "mcts:100000000,seed=1")
    conversation.say(NEWGAME)
    conversation.say(f"position moves {START}")
    yield conversation
    conversation.process.kill()
    conversation.process.communicate()


def test_a_bot_introduces_itself(tmp_path: Path) -> None:
    printed = talk(["pvn 1", "quit"], tmp_path)
    assert printed[0] == "id name greedy:seed=1"
    assert printed[1].startswith("id author ")
    assert "option game vanuatu" in printed
    assert printed[-1] == "ok"


def test_bot_moves_after_go(tmp_path: Path) -> None:
    printed = talk([NEWGAME, f"position moves {START}", "go sims 10", "quit"], tmp_path)
    session = Session.new(make_game("vanuatu", 3))
    for token in START.split():
        session.play(token)
    assert session.state.is_legal(session.read(printed[-1].removeprefix("move ")))


def test_seed_and_simulations_make_move_reproducible(tmp_path: Path) -> None:
    script = [NEWGAME, f"position moves {START}", "go sims 20"]
    assert talk(script, tmp_path, "mcts:seed=3")[-1] == talk([*script, "quit"], tmp_path, "mcts:seed=3")[-1]


def test_bot_sends_info_lines(tmp_path: Path) -> None:
    info, move = talk([NEWGAME, f"position moves {START}", "go sims 20"], tmp_path, "mcts:seed=3")[-2:]
    words = info.split()
    assert words[:3] == ["info", "sims", "20"]
    assert len(words[words.index("win") + 1].split(",")) == 3
    assert words[words.index("best") + 1] == move.removeprefix("move ")


def test_bot_plays_whole_game_with_veiled_rest_tokens(tmp_path: Path) -> None:
    bot = Conversation(tmp_path, "random:seed=2")
    session = Session.new(make_game("vanuatu", 3))
    rng = Rng(5)
    veiled = 0
    bot.say(NEWGAME)
    while True:
        session.draw(rng)
        if session.over:
            break
        if session.state.actor == 0:
            tokens = session.tokens(0)
            veiled += any(token.endswith("R?") for token in tokens)
            bot.say("position moves " + " ".join(tokens))
            bot.say("go sims 1")
            wanted = session.codec.parse(session.state, bot.receive_move())
            legal = [int(move) for move in session.state.legal_moves()]
            state = session.state
            alike = [m for m in legal if state.seen_by_others(m) == state.seen_by_others(wanted)]
            session.push(wanted if wanted in legal else alike[0])
        else:
            moves = session.state.legal_moves()
            session.push(int(moves[rng.below(len(moves))]))
    assert veiled > 0
    bot.say("quit")
    assert bot.process.wait(60) == 0
    bot.process.communicate()


def test_position_line_may_contain_position_text(tmp_path: Path) -> None:
    session = Session.new(make_game("vanuatu", 3))
    session.draw(Rng(1))
    fen = session.codec.write_position(session.state)
    printed = talk([f"position fen {fen}", "go sims 1"], tmp_path)
    assert printed[0].startswith("move @")
    move = printed[0].removeprefix("move ")
    printed = talk([f"position fen {fen} moves {move}", "go sims 1"], tmp_path)
    assert printed[0].startswith("move @")


def test_protocol_supports_maori(tmp_path: Path) -> None:
    session = Session.new(make_game("maori", 2))
    session.draw(Rng(1))
    seat = "pt"[int(session.state.actor)]
    moves = " ".join(session.tokens())
    printed = talk([f"newgame maori players=2 seat={seat}", f"position moves {moves}", "go sims 5"], tmp_path)
    assert printed[-1].startswith("move ")


@pytest.mark.parametrize(
    ("lines", "printed"),
    [
        (["hello"], "unknown command 'hello'"),
        (["pvn 2"], "only version 1"),
        (["pvn"], "only version 1"),
        (["newgame"], "newgame needs players=N"),
        (["newgame chess players=2"], "no game is called 'chess'"),
        (["newgame vanuatu players=9"], "2 to 5 players"),
        (["newgame vanuatu players=3 variant=wind"], "wind"),
        (["newgame vanuatu players=3 seat=o"], "there is no seat 'o'"),
        (["newgame vanuatu players=3 seat="], ""),
        (["newgame vanuatu players=3 colour=red"], "not 'colour=red'"),
        (["position moves #start=201"], "newgame comes before position moves"),
        (["position"], "position is followed by"),
        (["position fen"], "begins with the name of its game"),
        (["position fen vanuatu nonsense"], "position, column"),
        ([NEWGAME, "position moves #start=999"], "#start=999:"),
        ([NEWGAME, "position moves #start=201 t:+FV"], "t:+FV:"),
        (["go sims 10"], "there is no position"),
        ([NEWGAME, "position moves #start=201", "go sims 10"], "a draw is missing here. Expected #tiles=…"),
        (
            [NEWGAME.replace("seat=p", "seat=t"), f"position moves {START}", "go sims 1"],
            "it is purple's turn",
        ),
        ([NEWGAME, f"position moves {START}", "go sims 0"], "go is followed by"),
        ([NEWGAME, f"position moves {START}", "go sims 5 6"], "go is followed by"),
        ([NEWGAME, f"position moves {START}", "go time -1"], "go is followed by"),
        ([NEWGAME, f"position moves {START}", "go time nan"], "go is followed by"),
        ([NEWGAME, f"position moves {START}", "go fishing"], "go is followed by"),
    ],
)
def test_invalid_line_gets_error_and_bot_continues(lines: list[str], printed: str, tmp_path: Path) -> None:
    answers = talk([*lines, "pvn 1"], tmp_path)
    errors = [answer for answer in answers if answer.startswith("error ")]
    assert len(errors) == (1 if printed else 0)
    assert printed in "".join(errors)
    assert answers[-1] == "ok"


def test_invalid_position_clears_previous_position(tmp_path: Path) -> None:
    answers = talk([NEWGAME, f"position moves {START}", "position moves nonsense", "go sims 1"], tmp_path)
    assert [answer.split()[0] for answer in answers] == ["error", "error"]


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00\n", b"\n\r\n", b"x" * (3 << 20) + b"\n", b"\x1b[2J\n"])
def test_arbitrary_bytes_do_not_end_bot(raw: bytes, tmp_path: Path) -> None:
    conversation = Conversation(tmp_path, "random")
    out, _ = conversation.process.communicate(raw + b"pvn 1\r\nquit\n", timeout=60)
    assert out.endswith(b"ok\n")
    assert b"\x1b" not in out
    assert conversation.process.returncode == 0


def test_stop_interrupts_thinking_bot(thinker: Conversation) -> None:
    thinker.say("go sims 100000000")
    assert thinker.hear().startswith("info sims ")
    begun = time.monotonic()
    thinker.say("stop")
    assert thinker.receive_move().startswith("@")
    assert time.monotonic() - begun < 30


def test_lines_during_search_are_answered_after_move(thinker: Conversation) -> None:
    thinker.say("go time 0.3")
    thinker.say("what is this")
    heard = [thinker.hear()]
    while not heard[-1].startswith("error"):
        heard.append(thinker.hear())
    assert any(line.startswith("move @") for line in heard)


def test_stop_without_search_is_ignored(tmp_path: Path) -> None:
    assert talk(["stop", "stop", "quit"], tmp_path) == []


def test_end_of_input_ends_bot(tmp_path: Path) -> None:
    assert talk([], tmp_path) == []


def test_an_unknown_bot_is_refused(tmp_path: Path) -> None:
    ended = vanuatu(["bot", "nobody"], tmp_path)
    assert ended.code == 2
    assert ended.err.startswith("vanuatu: no bot is called 'nobody'")


def test_queue_of_lines_during_search_is_bounded(thinker: Conversation) -> None:
    thinker.say("go sims 100000000")
    assert thinker.hear().startswith("info sims ")
    for _ in range(50):
        thinker.say("\n".join(["what is this"] * 100))
    thinker.say("stop")
    thinker.receive_move()
    thinker.say("pvn 1")
    heard: list[str] = []
    while not heard or heard[-1] != "ok":
        heard.append(thinker.hear())
    unknown = sum(line == "error unknown command 'what'" for line in heard)
    (dropped,) = [line for line in heard if "were dropped" in line]
    assert 1000 <= unknown < 2000
    assert unknown + int(dropped.split()[1]) == 5000


def test_quit_behind_any_number_of_lines_sends_move_and_ends_soon(thinker: Conversation) -> None:
    thinker.say("go sims 100000000")
    assert thinker.hear().startswith("info sims ")
    begun = time.monotonic()
    for _ in range(50):
        thinker.say("\n".join(["what is this"] * 100))
    thinker.say("quit")
    assert thinker.receive_move()
    thinker.process.wait(60)
    assert time.monotonic() - begun < 30


def test_optional_protocol_lines_are_ignored(tmp_path: Path) -> None:
    script = [NEWGAME + " clock=10+0.1", "legal @buyer", "fen x", "state {}", "result 1,2,3 winner=y", "quit"]
    assert talk(script, tmp_path) == []


def test_bot_command_relays_protocol_to_program(tmp_path: Path) -> None:
    first = Path(__file__).parents[3] / "docs" / "guides" / "bots" / "first.sh"
    printed = talk(["pvn 1", NEWGAME, f"position moves {START}", "go", "quit"], tmp_path, f"cmd:sh {first}")
    assert printed[0] == "id name first"
    assert printed[-1] == "move @artist"

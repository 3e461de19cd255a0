"""Matches, ratings, statistics and the protocol from Python."""

import io
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import vanuatu
from tests.support.documents import ROOT

GAMES = ROOT / "games"


class First:
    """A player that takes the first legal move."""

    def choose(self, game: vanuatu.Game) -> str:
        return game.legal()[0]


class Broken:
    """A player with an error."""

    def choose(self, game: vanuatu.Game) -> str:
        return {"one": "move"}["S"]


def test_match_plays_the_same_games_as_the_library(tmp_path: Path) -> None:
    out = tmp_path / "a.pvn"
    result = vanuatu.match(["greedy", "random"], games=4, seed=1, out=out)
    assert (result.games, result.seed, result["greedy"].wins) == (4, 1, 4)
    games = list(result.read())
    assert [game.tokens() for game in games] == [game.tokens() for game in vanuatu.read(out)]
    first = vanuatu.play(["greedy", "random"], seed=1)
    assert first.tokens() == games[0].tokens()
    again = vanuatu.match(["greedy", vanuatu.bot("random")], games=4, seed=1)
    assert [game.tokens() for game in again.read()] == [game.tokens() for game in games]
    assert str(again).splitlines()[1].startswith("greedy")
    assert pickle.loads(pickle.dumps(again)).seed == 1


def test_match_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    vanuatu.match(["random", "random", "greedy"], games=2)
    assert capfd.readouterr() == ("", "")


def test_objects_play_and_errors_are_reported_with_their_place() -> None:
    result = vanuatu.match(["greedy", First(), Broken()], games=3, seed=1)
    assert set(result) == {"greedy", "First", "Broken"}
    assert result.forfeits["Broken"].games == 3
    line = Broken.choose.__code__.co_firstlineno + 1
    assert result.forfeits["Broken"].reason == f"raised KeyError: 'S' (test_matches.py:{line})"
    with pytest.raises(vanuatu.BotError):  # the names of objects count in one match alone
        vanuatu.bot("First")


def test_ratings_of_files_and_of_games_agree(tmp_path: Path) -> None:
    result = vanuatu.match(["greedy", "random"], games=6, seed=2, out=tmp_path / "a.pvn")
    ratings = vanuatu.rate(tmp_path / "a.pvn")
    assert ratings.bots == vanuatu.rate(list(result.read())).bots
    assert ratings["greedy"].rating == result["greedy"].rating
    assert ratings.superior["greedy"]["random"] > 0.9
    assert (ratings.seats[2, "purple"].games, len(ratings)) == (6, 2)
    assert vanuatu.rate([tmp_path / "a.pvn"], anchor={"random": 100})["random"].rating == pytest.approx(100)
    doubled = vanuatu.rate([tmp_path / "a.pvn", tmp_path / "a.pvn"])
    assert (doubled.games, doubled.duplicates) == (12, 6)
    assert vanuatu.rate([tmp_path / "a.pvn", tmp_path / "a.pvn"], unique=True).games == 6
    with pytest.raises(KeyError, match=r"no player 'hard' \(there are: greedy, random\)"):
        _ = ratings["hard"]


def test_statistics_count_by_seat(tmp_path: Path) -> None:
    result = vanuatu.match(["greedy", "random"], games=4, seed=1, out=tmp_path / "a.pvn")
    report = vanuatu.stats(tmp_path / "a.pvn")
    assert report.seats == vanuatu.stats(result.read()).seats
    assert {name: seat.games for name, seat in report.players.items()} == {"greedy": 4, "random": 4}
    assert sum(seat.wins for seat in report.seats.values()) == 4
    for seat, letter in (("purple", "p"), ("teal", "t")):
        rests = sum(
            step.seat == letter and step.move.kind == "rest"
            for game in result.read()
            for step in game.steps()
        )
        assert report.actions[seat]["rest"].performed == rests
    assert str(report).startswith("vanuatu, 4 games")
    assert vanuatu.stats(tmp_path / "a.pvn", player="greedy").tables["actions"] != report.tables["actions"]


def test_invalid_games_are_counted() -> None:
    text = (GAMES / "three-players.pvn").read_bytes()
    broken = b'[Purple "Ann"]\n[Teal "Ben"]\n\n1. oops *\n\n'
    games = list(vanuatu.read(broken + text))
    for counted in (vanuatu.rate(games), vanuatu.stats(games)):
        assert (counted.games, counted.invalid) == (1, 1)
        assert counted.errors[0].startswith("game 1:4:")


ANY: Any = vanuatu  # tests give it whatever they like


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: ANY.match("greedy"), TypeError, "expected a list of bots"),
        (lambda: ANY.match(["greedy", "genius"]), vanuatu.BotError, "no bot is called 'genius'"),
        (lambda: ANY.match(["greedy", 3]), TypeError, "a spec, a bot, or an object"),
        (lambda: ANY.match(["greedy", "random"], games=0), ValueError, "games: expected 1 to"),
        (lambda: ANY.match(["greedy", "random"], games="3"), TypeError, "games: expected a whole"),
        (lambda: ANY.match(["greedy", "random"], game="chess"), ValueError, "no game is called 'chess'"),
        (lambda: ANY.match(["greedy", "random"], move_time="x"), ValueError, "^move_time: 'x' is not"),
        (lambda: ANY.match([First(), "greedy"], jobs=2), ValueError, "jobs: an object plays in this"),
        (lambda: ANY.match(["greedy", "random"], out="x.doc"), ValueError, "unknown ending"),
        (lambda: ANY.rate("nowhere.pvn"), FileNotFoundError, "nowhere.pvn"),
        (lambda: ANY.rate(b"text"), TypeError, "expected paths or games"),
        (lambda: ANY.rate([]), ValueError, "no finished games found"),
        (lambda: ANY.rate([3]), TypeError, "a path or a Game"),
        (lambda: ANY.rate(GAMES / "four-players.pvn", where="x y"), ValueError, "column 3"),
        (lambda: ANY.rate(GAMES / "four-players.pvn", anchor={"x": 1}), ValueError, "has 'x'"),
        (lambda: ANY.stats(GAMES / "unfinished.pvn"), ValueError, "1 game, not finished"),
        (lambda: ANY.stats(GAMES / "four-players.pvn", game="chess"), ValueError, "no such game"),
        (lambda: ANY.stats(GAMES / "four-players.pvn", player=[3]), TypeError, "name of a player"),
        (
            lambda: ANY.rate([GAMES / "four-players.pvn", GAMES / "maori-small-ship.pvn"]),
            ValueError,
            "games of maori and vanuatu: choose one with game=",
        ),
        (lambda: ANY.serve(3), TypeError, "an object with `choose`"),
    ],
)
def test_bad_arguments_are_explained(call: object, error: type[Exception], words: str) -> None:
    assert callable(call)
    with pytest.raises(error, match=words):
        call()


class Stdin(io.StringIO):
    """Lines on a descriptor of their own."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()


@pytest.mark.parametrize(
    ("player", "answer"), [(First(), "move @artist"), (Broken(), "error raised KeyError: 'S'")]
)
def test_serve_speaks_the_protocol(
    player: First | Broken,
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = ["pvn 1", "newgame vanuatu players=3 seat=p"]
    lines += [
        "position moves #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p",
        "go sims 1",
        "quit",
    ]
    (tmp_path / "lines").write_text("\n".join(lines))
    stdin = Stdin(tmp_path / "lines")
    monkeypatch.setattr(sys, "stdin", stdin)
    vanuatu.serve(player, name="mine", options=["players 3", "game vanuatu"])
    stdin.close()
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "id name mine"
    assert {"option players 3", "option game vanuatu"} <= set(said)
    assert "option game maori" not in said
    assert said[-1].startswith(answer)

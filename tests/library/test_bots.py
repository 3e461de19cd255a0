"""Bots in Python: single choices and whole games."""

import random

import pytest

import vanuatu
from tests.support.documents import ROOT
from vanuatu.ai.specs import make_bot


def begun() -> vanuatu.Game:
    return vanuatu.new("vanuatu", players=3, seed=7)


def test_bot_chooses_legal_move_without_playing_it() -> None:
    game = begun()
    for spec in ("random", "greedy", "easy", "mcts:20"):
        with vanuatu.bot(spec) as bot:
            assert bot.choose(game) in game.legal()
            assert bot.choose(game.end) in game.legal()
    assert game.plies == 5


def test_analysis_contains_moves_win_chances_scores_and_line() -> None:
    game = begun()
    bot = vanuatu.bot("mcts:seed=1")
    report = bot.analyse(game, sims=200)
    assert report.sims == 200
    assert sorted(move.token for move in report.moves) == sorted(game.legal())
    best = report.moves[0]
    assert (best.token, best.token) == (report.best, report.line[0])
    assert best.win is not None
    assert 0 <= best.win <= 1
    assert sum(report.win) == pytest.approx(1)
    assert best.words == game.words(best.token)
    assert str(report).splitlines()[1].startswith(best.token)
    assert bot.analyse(game, sims=200) == report
    assert bot.analyse(game, seconds=0.02).sims > 0


def test_bot_without_search_returns_only_its_move() -> None:
    report = vanuatu.bot("greedy:seed=1").analyse(begun())
    assert (report.moves, report.win, report.line, report.sims) == ((), (), (), 0)
    assert repr(report) == f"<Analysis t: {report.best}>"


def test_single_move_is_searched_too() -> None:
    [game] = vanuatu.read(ROOT / "games" / "three-players.pvn")
    forced = next(step for step in game.steps() if len(step.legal) == 1 and step.seat != "#")
    report = vanuatu.bot("mcts:seed=1").analyse(forced.position, sims=30)
    assert (report.sims, report.best) == (30, forced.token)


def test_bot_without_decision_raises_error() -> None:
    [game] = vanuatu.read(ROOT / "games" / "three-players.pvn")
    with pytest.raises(vanuatu.IllegalMove, match="the game is over"):
        vanuatu.bot("greedy").choose(game)
    with pytest.raises(vanuatu.IllegalMove, match=r"a draw is missing here\. Expected #start=…"):
        vanuatu.bot("mcts").analyse(game.start)


def test_seed_plays_same_game_as_match() -> None:
    bots = [vanuatu.bot("greedy"), vanuatu.bot("random"), vanuatu.bot("mcts:2")]
    game = vanuatu.play(bots, seed=11)
    assert game.text() == vanuatu.play(["greedy", "random", "mcts:2"], seed=11).text()
    assert game.text() != vanuatu.play(bots, seed=12).text()
    assert [game.tags[name] for name in ("Purple", "Teal", "Yellow", "Seed")] == [
        "greedy",
        "random",
        "mcts:2",
        "11",
    ]
    by_hand = vanuatu.new("vanuatu", players=3, seed=11)
    seated = [make_bot(bot.name, seed=11 * 8 + seat) for seat, bot in enumerate(bots)]
    while not by_hand.over:
        by_hand.play(seated["pty".index(str(by_hand.seat))].choose(by_hand))
    assert by_hand.tokens() == game.tokens()


def test_play_continues_from_current_position() -> None:
    position = vanuatu.play(["random"] * 3, seed=3).at(60)
    game = vanuatu.play(["greedy"] * 3, seed=1, game=position)
    assert game.start == position
    assert game.tags["FEN"] == position.to_fen()
    [unfinished] = vanuatu.read(ROOT / "games" / "unfinished.pvn")
    moves = unfinished.plies
    played = vanuatu.play(["greedy"] * unfinished.players, seed=1, game=unfinished, tags={"Event": "Test"})
    assert played is unfinished
    assert (played.over, played.tags["Event"]) == (True, "Test")
    assert played.plies > moves


def test_custom_bot_can_play() -> None:
    class Dice:
        def __init__(self, seed: int) -> None:
            self._dice = random.Random(seed)

        def choose(self, game: vanuatu.Game) -> str:
            return self._dice.choice(game.legal())

    game = vanuatu.play([Dice(1), "greedy", Dice(2)], seed=1)
    assert game.over
    assert game.tags["Purple"] == "Dice"

    class Cheat:
        def choose(self, game: vanuatu.Game) -> str:
            return "@everything"

    with pytest.raises(vanuatu.MoveError):
        vanuatu.play([Cheat(), Cheat(), Cheat()], seed=1)


def test_failing_program_forfeits() -> None:
    game = vanuatu.play(["cmd:false", "greedy", "greedy"], seed=1)
    assert game.tags["Termination"] == "engine crash"
    assert game.winners
    assert "p" not in game.winners


def test_number_of_bots_must_equal_number_of_seats() -> None:
    with pytest.raises(ValueError, match="3 seats want 3 bots, not 2"):
        vanuatu.play(["greedy"] * 2, game=begun())
    with pytest.raises(vanuatu.BotError, match="no bot is called 'genius'"):
        vanuatu.play(["greedy", "genius"])

"""Games and bots can be pickled and sent between processes."""

import pickle
from multiprocessing import get_context

import vanuatu


def test_two_processes_play_pickled_games() -> None:
    games = [vanuatu.new("vanuatu", players=3, seed=seed) for seed in (1, 2)]
    bots = [vanuatu.bot("greedy:seed=5"), vanuatu.bot("random:seed=6"), vanuatu.bot("greedy:seed=7")]
    with get_context("spawn").Pool(2) as pool:
        sent = [pool.apply_async(vanuatu.play, (bots,), {"game": game}) for game in games]
        played = [answer.get(timeout=120) for answer in sent]
    for game, came_back in zip(games, played, strict=True):
        assert came_back.over
        assert not game.over  # the one that was sent is a copy
        assert came_back.text() == vanuatu.play(bots, game=game).text()
        assert game.over


def test_bots_can_be_pickled() -> None:
    game = vanuatu.new("vanuatu", players=3, seed=7)
    for spec in ("greedy:seed=3", "random:seed=3", "easy:seed=3", "mcts:20,seed=3"):
        bot = vanuatu.bot(spec)
        twin = pickle.loads(pickle.dumps(bot))
        assert repr(twin) == f"<Bot {spec}>"
        assert twin.choose(game) == bot.choose(game)
    seedless = vanuatu.bot("mcts:20")
    assert pickle.loads(pickle.dumps(seedless)).choose(game) == seedless.choose(game)

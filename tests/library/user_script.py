"""A user's script: it uses the whole library, and `mypy --strict` checks it."""

import sys
from collections import Counter

import vanuatu
from vanuatu import core


class Careful:
    """A bot of a user: it rests when it can and otherwise takes the first move."""

    name = "careful"

    def choose(self, game: vanuatu.Game) -> str:
        moves: list[str] = game.legal()
        return next((move for move in moves if move.startswith("R")), moves[0])


def study(path: str) -> Counter[str]:
    tokens: Counter[str] = Counter()
    with vanuatu.read(path) as games:
        for game in games:
            if game.error is not None:
                print(game.error.line, game.error.column, game.error.reason, game.error.nearest)
                continue
            print(game.tags["Purple"], game.result, ",".join(game.winners), game.end.scores())
            for step in game.steps():
                tokens[f"{step.round} {step.seat} {step.token}"] += len(step.words) + len(step.legal)
    return tokens


def play() -> vanuatu.Game:
    game = vanuatu.new("vanuatu", players=3, variant=("waters",), seed=7, tags={"Purple": "me"})
    bot = vanuatu.bot("greedy:seed=1")
    while not game.over and game.round == 1:
        game.play(bot.choose(game))
    try:
        game.play("fly")
    except vanuatu.MoveError as error:
        print(error.reason, error.nearest)
    position: vanuatu.Position = vanuatu.position(game.end.to_fen())
    view = position.view()
    print(sorted(view), position.seat, position == game.end, game.undo())
    report: vanuatu.Analysis = vanuatu.bot("mcts:seed=1").analyse(position, sims=20)
    best: vanuatu.Considered = report.moves[0]
    print(report.best, best.win, best.score, best.visits, report.line, report.win)
    return vanuatu.play([bot, Careful(), "random"], seed=1)


def bare() -> int:
    state: core.State = core.start("maori", 2)
    rng = core.Rng(1)
    while state.actor != core.OVER:
        moves = state.legal_moves()
        state.apply(state.sample(rng) if state.actor == core.CHANCE else moves[rng.below(len(moves))])
    return sum(state.scores())


if __name__ == "__main__":
    print(len(study(sys.argv[1])), repr(play()), bare())

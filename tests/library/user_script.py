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
                move: vanuatu.Move = step.move
                gain: vanuatu.Gain = step.gain
                leader: str | None = step.position.leader("X") if game.name == "vanuatu" else None
                if move.kind == "fish" and step.position.can(step.seat, "fish"):
                    print(move.cell, gain.points, gain.vatus, gain.goods.get("fish", 0), leader)
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
    view: vanuatu.View = position.view()
    print(sorted(view), position.seat, position == game.end, game.undo(), game.at("1.3"))
    vatus: int = view["players"]["p"]["vatus"] + len(view["leaders"])
    print(vatus, position.gain(position.legal()[0]).score)
    report: vanuatu.Analysis = vanuatu.bot("mcts:seed=1").analyse(position, sims=20)
    best: vanuatu.Considered = report.moves[0]
    print(report.best, best.win, best.score, best.visits, best.line, report.line, report.win)
    return vanuatu.play([bot, Careful(), "random"], seed=1)


def compare(path: str) -> None:
    result: vanuatu.MatchResult = vanuatu.match(["greedy", Careful()], games=2, seed=1)
    row: vanuatu.StandingsRow = result["greedy"]
    print(row.wins, row.rating, row.win_low, result.seed, [game.result for game in result.read()])
    ratings: vanuatu.Ratings = vanuatu.rate([path], where="players == 3", anchor={"mcts:1000": 0.0})
    print(ratings.bots["mcts:1000"].rating, ratings.superior)
    report: vanuatu.Statistics = vanuatu.stats(vanuatu.read(path))
    counts: vanuatu.ActionCounts = report.actions["purple"]["sail"]
    seat: vanuatu.SeatCounts = report.seats["purple"]
    print(counts.performed, seat.wins, seat.win_95, list(report.tables))
    for forfeited in result.forfeits.values():
        print(forfeited.games, forfeited.reason)


def think(path: str) -> None:
    [game] = vanuatu.read(path)
    review: vanuatu.Review = vanuatu.review(game, "mcts:4", seats=["p"])
    reviewed: vanuatu.ReviewedSeat = review.seats["p"]
    print(reviewed.points_lost, reviewed.blunders, [worst["token"] for worst in reviewed.worst])
    position = game.at("1.9")
    found = vanuatu.rollout(position, position.legal()[:2], "random", games=2)
    print(found["moves"][0]["token"], vanuatu.table([game], "seats") is not None)


def speak() -> None:
    vanuatu.serve(Careful(), name="careful", options=["players 3"])


def bare() -> int:
    state: core.State = core.start("maori", 2)
    rng = core.Rng(1)
    while state.actor != core.OVER:
        moves: list[int] = state.legal_moves()
        state.apply(state.sample(rng) if state.actor == core.CHANCE else moves[rng.below(len(moves))])
    return sum(state.scores())


if __name__ == "__main__":
    compare(sys.argv[1])
    think(sys.argv[1])
    print(len(study(sys.argv[1])), repr(play()), bare())

import random


class Ahead:
    def choose(self, game):
        moves = game.legal()
        random.shuffle(moves)
        return max(moves, key=lambda token: game.end.gain(token).score)

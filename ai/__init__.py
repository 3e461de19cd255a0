"""Bots: random, greedy, MCTS, external programs; evaluation, training, environments."""

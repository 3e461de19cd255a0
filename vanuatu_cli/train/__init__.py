"""Training for people: puzzles, your own mistakes, guessing the moves of a game."""

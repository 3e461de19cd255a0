"""The games that you have played: saved games, your record, the game of the day, par."""

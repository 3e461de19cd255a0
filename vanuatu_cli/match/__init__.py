"""Bots against bots: seating, playing, writing the games, ratings."""

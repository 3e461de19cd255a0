"""Bots against bots: who sits where, playing, writing the games down, and what the results say."""

"""Vanuatu (second edition): 2 to 5 players, with or without characters, with Rising Waters."""

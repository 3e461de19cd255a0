"""Maori in text: its moves as tokens and words, its positions as a line and as a map."""

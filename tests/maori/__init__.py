"""Maori: the rules against a second implementation, rulings, positions, drawing and bots."""

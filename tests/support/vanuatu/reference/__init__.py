"""Vanuatu a second time, slow and obvious, to compare the core with.

Everything on the table is a plain value with the names of the rulebook; nothing is shared with the
core but the table of components. `game.Reference` is the way in.
"""

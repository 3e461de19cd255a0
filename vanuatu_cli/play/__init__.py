"""Playing at a prompt. The game itself is known here only by its codec, its drawing and its lesson.

`table` holds the game and its players, `controller` handles typed lines. Three front ends show it:
`full_screen`, `line_screen` (plain lines) and `piped_input` (no terminal).
"""

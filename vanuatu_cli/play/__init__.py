"""Playing at a prompt. The game itself is known here only by its codec, its drawing and its lesson.

`table` is the game with who sits where, `controller` what a typed line does and what is told, and three
front ends show it: `screen` (a whole terminal), `scroll` (plain lines), `script` (no terminal).
"""

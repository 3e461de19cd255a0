"""How a position looks: the board as text and as SVG.

Drawing for a terminal lies above the notation, which knows it by name only; where it is not installed, the
line of the position is shown.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from core.game import State
from notation.codec import Codec

BOARD: Final = "vanuatu_cli.drawing"
WIDTH: Final = 80


def board(codec: Codec, state: State, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """The board as text without colours, in signs that stdout can carry; else the position's line."""
    if not _there(BOARD):
        return codec.write_position(state)
    drawing: Any = import_module(BOARD)  # known by name, so without its types
    somewhere = getattr(sys.stdout, "encoding", None)  # none where the text goes into a string
    unicode = somewhere is None or drawing.Style.of(sys.stdout).unicode
    drawn = drawing.draw(codec, state, width=width, style=drawing.Style(0, unicode), names=names)
    return str(drawn).rstrip("\n")


def svg(codec: Codec, state: State, names: Sequence[str] = (), mark: str | None = None) -> str:
    """The board as SVG, with a mark at a move if one is given."""
    from notation import pictures

    return pictures.svg(codec.game, codec.scene(state), names, mark)


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False

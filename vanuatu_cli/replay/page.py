"""The HTML page with games: its head, each game, and its foot.

Text from files is in the page only as JSON, and the script sets it as text. Pictures escape the text in them.
A content security policy forbids everything that is not part of the page.
"""

import base64
import hashlib
import json
import zlib
from importlib.resources import files
from typing import Any, BinaryIO, Final

from vanuatu.cli.replay.page_data import PageDataBuilder
from vanuatu.core.game import OVER
from vanuatu.notation.boards import colours, shapes
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.files import GameRead
from vanuatu.notation.session import Session
from vanuatu.notation.tags import seats_of

SCRIPTS: Final = (  # in this order; they share one scope
    "page_game.js",
    "page_board.js",
    "page_moves.js",
    "page_curves.js",
    "page_review.js",
    "page_list.js",
    "page_print.js",
    "page.js",
)
LEVEL: Final = 3  # of compression: most of the gain for little time
_ESCAPES: Final = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


class GamesPage:
    """Writes a page to a stream: `show` for each game, then `end`. Without games it writes nothing."""

    def __init__(self, stream: BinaryIO, title: str) -> None:
        self._stream = stream
        self._title = title
        self._games: list[dict[str, Any]] = []
        self._script = "".join(('"use strict";(()=>{', *(_own(name) for name in SCRIPTS), "})();"))
        self._style = colours.variables() + colours.style() + colours.curves() + _own("page.css")

    def show(self, read: GameRead, file: str) -> bool:
        """Write a game; unless it is empty, `file` appears in the list of games. Return True: continue."""
        game = read.session
        if not self._games:
            self._stream.write(self._head())
        builder = PageDataBuilder(game)
        built = builder.build()
        self._games.append(_entry(game, file, builder.worst))
        text = json.dumps(built, ensure_ascii=False, separators=(",", ":"))
        packed = base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), LEVEL))
        self._stream.write(
            b'<script type="text/plain" id="game-%d">%b</script>\n' % (len(self._games), packed)
        )
        return True

    def end(self) -> bool:
        """Write the list of games, and the script, which must come last; return whether there are games."""
        if not self._games:
            return False
        listed = json.dumps(self._games, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
        parts = (
            f'<script type="application/json" id="games">{listed}</script>\n<script>{self._script}</script>\n'
        )
        self._stream.write(parts.encode("utf-8", "replace") + b"</body>\n</html>\n")
        self._stream.flush()
        return True

    def _head(self) -> bytes:
        """Return the part before the games."""
        policy = (
            "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
            f"style-src '{_digest(self._style)}'; script-src '{_digest(self._script)}'"
        )
        body = _own("page.html")
        values = {
            "POLICY": policy,
            "TITLE": shapes.escaped(self._title),
            "STYLE": self._style,
            "SYMBOLS": shapes.symbols(),
            "GEOMETRY": json.dumps({"curve": colours.CURVE}),
        }
        for key, value in values.items():
            body = body.replace(f"<!--{key}-->", value)
        return body.encode()


def _own(name: str) -> str:
    """Return the text of a file beside this module."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _entry(game: Session, file: str, worst: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a game in the list of games."""
    tags, state = game.record.tags, game.state
    winners = [int(seat) for seat in state.winners()] if state.actor == OVER else []
    entry: dict[str, Any] = {
        "names": [shapes.visible(tags[name]) for name in seats_of(tags)],
        "letters": SEAT_LETTERS[: int(state.players)],
        "result": shapes.visible(game.record.result),
        "winners": winners,
        "plies": len(game.moves),
        "game": game.codec.game,
    }
    for key, name in (("event", "Event"), ("date", "Date"), ("ended", "Termination")):
        if tags.get(name, "?")[:1] != "?":
            entry[key] = shapes.visible(tags[name])
    if file:
        entry["file"] = shapes.visible(file)
    if worst:
        entry["worst"] = worst
    return entry


def _digest(text: str) -> str:
    """Return the hash by which a policy allows a style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

"""The codec of each game, found by the game's name."""

from core import games
from notation import components
from notation.codec import Codec

_codecs: dict[str, Codec] = {}


def codec_for(name: str) -> Codec:
    """The codec of a game: `make_codec()` of its module `codec`; KeyError if no game is called that."""
    codec = _codecs.get(name)
    if codec is None:
        module = games.part("notation", name, "codec")
        if module is None:
            raise KeyError(name)
        codec = _codecs[name] = module.make_codec()
    return codec


components.load_named()

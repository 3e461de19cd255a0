"""The codecs there are, by the name of their game; nothing else in the notation lists them."""

from notation import components
from notation.codec import Codec

_codecs: dict[str, Codec] = {}


def codec_for(name: str) -> Codec:
    """The codec of a game; KeyError if no game is called that.

    A codec is imported when it is first asked for, so that one game does not load the others.
    """
    codec = _codecs.get(name)
    if codec is None:
        codec = _codecs[name] = _make(name)
    return codec


def _make(name: str) -> Codec:
    if name == "vanuatu":
        from notation.vanuatu.codec import VanuatuCodec

        return VanuatuCodec()
    if name == "maori":
        from notation.maori.codec import MaoriCodec

        return MaoriCodec()
    raise KeyError(name)


components.bring_named()

"""The toy's codec, where it is looked for."""

from tests.support.toy.codec import make_codec

__all__ = ["make_codec"]

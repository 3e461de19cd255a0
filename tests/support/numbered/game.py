"""The toy, beside whose class its parts are looked for."""

from tests.support.toy.game import ToyGame

__all__ = ["ToyGame"]

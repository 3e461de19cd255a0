"""The learned judgement as data: files of weights, found by the game, its players and its variants.

A file is JSON. Beside the weights of a net and, if there are any, those of priors it holds what they are for
(game, number of players, variants, the names of figures and terms) and how they were made, and a checksum
over all. A game without a file for its players and variants is judged by hand.
"""

import base64
import binascii
import hashlib
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from vanuatu.ai.advisor import Advisor, create_advisor
from vanuatu.ai.bot import BotError
from vanuatu.ai.net import Net, size_of
from vanuatu.ai.priors import Priors
from vanuatu.core import games
from vanuatu.core.game import Game

HAND = "hand"  # the judgement that was set by hand
FORMAT = 1
_MOST_WEIGHTS = 1_000_000


@dataclass(frozen=True)
class Weights:
    """What a file of weights says about itself, its net, and its priors if it has any."""

    about: Mapping[str, Any]
    net: Net
    priors: Priors | None = None


def file_name(players: int, variants: Sequence[str]) -> str:
    """What the file for so many players and these variants is called."""
    return "-".join([str(players), *variants]) + ".json"


def weighted_variants(game: Game) -> list[str]:
    """The variants of a game that have weights of their own, in alphabetical order."""
    features = position_features_module(game.name)
    alike = features.SHARED_VARIANTS if features is not None else ()
    return sorted(set(game.options) - set(alike))


def position_features_module(game: str) -> ModuleType | None:
    """The module that makes the figures of a game; None if it has none, and so nothing learned."""
    return games.part("vanuatu.ai", game, "position_features")


def move_features_module(game: str) -> ModuleType | None:
    """The module that tells the terms of moves; None if a game has none, and so no learned priors."""
    return games.part("vanuatu.ai", game, "move_features")


def block_names(blocks: ModuleType) -> list[str]:
    """The blocks of terms with their sizes, as a file tells what its priors were made for."""
    return [f"{name}: {size}" for name, size in blocks.BLOCKS.items()]


def weights_path(game: Game, evaluation: str = "") -> Path | None:
    """The file that judges a game, the one that is named or the package's own; None where none does."""
    if evaluation == HAND:
        return None
    if evaluation:
        return Path(evaluation)
    package = (
        import_module(games.package_of("vanuatu.ai", game.name))
        if position_features_module(game.name) is not None
        else None
    )
    if package is None or package.__file__ is None:
        return None
    place = Path(package.__file__).parent / "learned" / file_name(game.players, weighted_variants(game))
    return place if place.is_file() else None


def weights_for(game: Game, evaluation: str = "") -> Weights | None:
    """The weights that judge a game, or None where the judgement is set by hand.

    BotError with one line if the file cannot be read, is damaged, or is for another game than this one.
    """
    place = weights_path(game, evaluation)
    if place is None:
        return None
    weights = read_weights(str(place))
    about = weights.about
    made = setup_name(about["game"], about["players"], about["variants"])
    wanted = setup_name(game.name, game.players, weighted_variants(game))
    if made != wanted:
        raise BotError(f"weights {place}: they are for {made}, not for {wanted}")
    return weights


def advisor_for(game: Game, evaluation: str = "") -> Advisor:
    """The advisor of a game, with the weights that judge it."""
    weights = weights_for(game, evaluation)
    if weights is None:
        return create_advisor(game.name)
    return create_advisor(game.name, weights.net, weights.priors)


def setup_name(game: str, players: int, variants: Sequence[str]) -> str:
    """A configuration in words: `vanuatu with 4 players, waters`."""
    return ", ".join([f"{game} with {players} players", *variants])


@lru_cache(maxsize=32)
def read_weights(place: str) -> Weights:
    """A file of weights; BotError if something is wrong with it."""
    try:
        return _read(Path(place).read_bytes())
    except OSError as fault:
        raise BotError(f"weights {place}: {fault.strerror or fault}") from None
    except (ValueError, KeyError, TypeError, struct.error, zlib.error) as fault:
        raise BotError(f"weights {place}: {_reason(fault)}") from None


def _reason(fault: Exception) -> str:
    if isinstance(fault, UnicodeDecodeError | json.JSONDecodeError | RecursionError):
        return "this is no file of weights (no JSON)"
    if isinstance(fault, KeyError | TypeError | binascii.Error | struct.error | zlib.error):
        return "this is no file of weights, or it is damaged"
    return str(fault)


def _read(raw: bytes) -> Weights:
    about = json.loads(raw)
    if not isinstance(about, dict) or "sha256" not in about:
        raise ValueError("this is no file of weights")
    if about.pop("sha256") != checksum(about):
        raise ValueError("damaged: the checksum is wrong")
    if about["format"] != FORMAT:
        raise ValueError(f"they are of format {about['format']}; this version reads format {FORMAT}")
    features = position_features_module(about["game"])
    if features is None or [about["own"], about["table"]] != [
        features.SEAT_FEATURES,
        features.TABLE_FEATURES,
    ]:
        raise ValueError("they were made for other figures than this version has")
    own, table, hidden, sets = (
        len(features.SEAT_FEATURES),
        len(features.TABLE_FEATURES),
        about["hidden"],
        features.STAGES,
    )
    count = sets * size_of(own, table, hidden)
    net = Net(own, table, hidden, sets, _unpack(about["weights"], count))
    return Weights(about, net, _priors(about) if "priors" in about else None)


def _priors(about: Mapping[str, Any]) -> Priors:
    blocks = move_features_module(about["game"])
    if blocks is None or about["terms"] != block_names(blocks):
        raise ValueError("their priors were made for other terms than this version has")
    return Priors(_unpack(about["priors"], sum(blocks.BLOCKS.values())))


def _pack(numbers: Sequence[int]) -> str:
    return base64.b64encode(zlib.compress(struct.pack(f"<{len(numbers)}i", *numbers), 9)).decode("ascii")


def _unpack(text: str, count: int) -> list[int]:
    if not 0 <= count <= _MOST_WEIGHTS:
        raise ValueError("there are too many weights")
    raw = zlib.decompressobj().decompress(base64.b64decode(text), 4 * _MOST_WEIGHTS)
    return list(struct.unpack(f"<{count}i", raw))


def checksum(learned: Mapping[str, Any]) -> str:
    """The checksum over all that a file says."""
    return hashlib.sha256(json.dumps(learned, sort_keys=True).encode()).hexdigest()


def file_text(about: Mapping[str, Any], numbers: Sequence[int], priors: Sequence[int] = ()) -> str:
    """The text of a file with the weights of a net and those of the priors, if there are any.

    `about` says what they are for and how they were made.
    """
    whole = {"format": FORMAT, **about, "weights": _pack(numbers)}
    blocks = move_features_module(about["game"])
    if priors and blocks is not None:
        whole |= {"terms": block_names(blocks), "priors": _pack(priors)}
    return json.dumps({**whole, "sha256": checksum(whole)}, indent=1) + "\n"

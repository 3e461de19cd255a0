"""Files of learned weights, chosen by game, number of players and variants.

A file is JSON. It holds the weights of a net, and perhaps those of priors. Its metadata has the game, the
number of players, the variants, the names of features, the training settings and a checksum. A game without
such a file uses the hand-set evaluation.
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
from typing import Any, Protocol, cast

from vanuatu.ai.advisor import Advisor, create_advisor
from vanuatu.ai.bot import BotError
from vanuatu.ai.net import Net, size_of
from vanuatu.ai.priors import Priors
from vanuatu.core import games
from vanuatu.core.game import Game, State

HAND = "hand"  # the hand-set evaluation
FORMAT = 1
_MOST_WEIGHTS = 1_000_000
_sent: dict[str, bytes] = {}  # on a worker of a cluster: the files that came with its tasks, by name


class PositionFeatures(Protocol):
    """The module `position_features` of a game: what a net knows about a position."""

    @property
    def SEAT_FEATURES(self) -> Sequence[str]:  # noqa: N802  # a constant
        """The names of the features of one seat."""

    @property
    def TABLE_FEATURES(self) -> Sequence[str]:  # noqa: N802  # a constant
        """The names of the features of the table."""

    @property
    def SHARED_VARIANTS(self) -> Sequence[str]:  # noqa: N802  # a constant
        """The variants that use the weights of the base game."""

    @property
    def STAGES(self) -> int:  # noqa: N802  # a constant
        """The number of sets of weights."""

    def features_of(self, state: State) -> list[int]:
        """Return the features of all seats, then those of the table."""

    def stage(self, state: State) -> int:
        """Return the number of the set of weights for the position; -1 if it is not evaluated by a net."""


class MoveFeatures(Protocol):
    """The module `move_features` of a game: what priors know about a move."""

    @property
    def BLOCKS(self) -> Mapping[str, int]:  # noqa: N802  # a constant
        """The names of the blocks of weights, and their sizes."""

    def hand_set(self) -> list[int]:
        """Return the weights that a fit begins with."""


@dataclass(frozen=True)
class Weights:
    """The content of a weights file: its metadata, its net, and its priors if it has any."""

    about: Mapping[str, Any]
    net: Net
    priors: Priors | None = None


def file_name(players: int, variants: Sequence[str]) -> str:
    """Return the file name for this number of players and these variants."""
    return "-".join([str(players), *variants]) + ".json"


def weighted_variants(game: Game) -> list[str]:
    """Return the variants of a game that have their own weights, in alphabetical order."""
    features = position_features_for(game.name)
    alike = features.SHARED_VARIANTS if features is not None else ()
    return sorted(set(game.options) - set(alike))


def position_features_for(game: str) -> PositionFeatures | None:
    """Return the position features of a game; None if it has none."""
    return cast(PositionFeatures | None, games.part("vanuatu.ai", game, "position_features"))


def move_features_for(game: str) -> MoveFeatures | None:
    """Return the move features of a game; None if it has none."""
    return cast(MoveFeatures | None, games.part("vanuatu.ai", game, "move_features"))


def block_names(features: MoveFeatures) -> list[str]:
    """Return the blocks of move features with their sizes, as the metadata of priors has them."""
    return [f"{name}: {size}" for name, size in features.BLOCKS.items()]


def weights_path(game: Game, evaluation: str = "") -> Path | None:
    """Return the weights file for a game: the named one, or that of the package. None if there is none."""
    if evaluation == HAND:
        return None
    if evaluation:
        return Path(evaluation)
    package = (
        import_module(games.package_of("vanuatu.ai", game.name))
        if position_features_for(game.name) is not None
        else None
    )
    if package is None or package.__file__ is None:
        return None
    place = Path(package.__file__).parent / "learned" / file_name(game.players, weighted_variants(game))
    return place if place.is_file() else None


def weights_for(game: Game, evaluation: str = "") -> Weights | None:
    """Return the weights for a game; None for the hand-set evaluation.

    Raise BotError, with one line, if the file is unreadable, damaged or made for another game.
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
    """Return the advisor of a game, with its weights."""
    weights = weights_for(game, evaluation)
    if weights is None:
        return create_advisor(game.name)
    return create_advisor(game.name, weights.net, weights.priors)


def setup_name(game: str, players: int, variants: Sequence[str]) -> str:
    """Return a setup in words: `vanuatu with 4 players, waters`."""
    return ", ".join([f"{game} with {players} players", *variants])


def keep_sent(place: str, raw: bytes) -> None:
    """Use this content for a weights file which is on the machine that has sent a task."""
    if _sent.get(place) != raw:
        _sent[place] = raw
        read_weights.cache_clear()


@lru_cache(maxsize=32)
def read_weights(place: str) -> Weights:
    """Read a weights file. Raise BotError if it is invalid."""
    try:
        sent = _sent.get(place)
        return parse_weights(Path(place).read_bytes() if sent is None else sent)
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


def parse_weights(raw: bytes) -> Weights:
    """Return the content of a weights file. Raise an error of json, struct or zlib if it is invalid."""
    about = json.loads(raw)
    if not isinstance(about, dict) or "sha256" not in about:
        raise ValueError("this is no file of weights")
    if about.pop("sha256") != checksum(about):
        raise ValueError("damaged: the checksum is wrong")
    if about["format"] != FORMAT:
        raise ValueError(f"they are of format {about['format']}; this version reads format {FORMAT}")
    features = position_features_for(about["game"])
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
    blocks = move_features_for(about["game"])
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
    """Return the checksum over the whole content of a file."""
    return hashlib.sha256(json.dumps(learned, sort_keys=True).encode()).hexdigest()


def file_text(about: Mapping[str, Any], numbers: Sequence[int], priors: Sequence[int] = ()) -> str:
    """Return the text of a file with the weights of a net, and those of priors if there are any.

    `about` is the metadata.
    """
    whole = {"format": FORMAT, **about, "weights": _pack(numbers)}
    blocks = move_features_for(about["game"])
    if priors and blocks is not None:
        whole |= {"terms": block_names(blocks), "priors": _pack(priors)}
    return json.dumps({**whole, "sha256": checksum(whole)}, indent=1) + "\n"

"""The tags of a game: their order, the game they describe, and the tags about its end."""

import re
from collections.abc import Mapping

from vanuatu.core import games
from vanuatu.core.game import OVER, Game, GameError, State
from vanuatu.notation import errors, record
from vanuatu.notation.codec import SEAT_NAMES, Codec, PositionError, codec_for

AFTER_RESULT = ("GameType", "Variant", "Seed", "Termination", "Winner", "SetUp", "FEN")
ABANDONED = "abandoned"
FORFEITS = ("time forfeit", "illegal move", "engine crash")  # by the seat to move
BROKEN_OFF = (ABANDONED, *FORFEITS)  # endings outside the rules of a game

_SCORES = re.compile(r"(?:0|-?[1-9][0-9]{0,5})(?:,(?:0|-?[1-9][0-9]{0,5}))*")


class TagError(errors.NotationError):
    """Raised if the tags describe no playable game; `tag` is the wrong one, empty if one is missing.

    >>> import vanuatu
    >>> [game] = vanuatu.read(b'[Purple "Ann"] [Teal "Ben"] [GameType "chess"] *')
    >>> game.error.cause.tag, game.error.reason
    ('GameType', "no game is called 'chess' (there are: vanuatu, …)")
    """

    def __init__(self, message: str, tag: str = "") -> None:
        super().__init__(message)
        self.tag = tag


def seats_of(tags: Mapping[str, str]) -> list[str]:
    """Return the seat tags that are present, in seat order."""
    return [name for name in SEAT_NAMES if name in tags]


def ordered(tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return all tags in file order: the complete roster, then the others.

    Control characters, which a foreign name may contain, become spaces.
    """
    pairs = [
        (name, tags.get(name, record.UNKNOWN_DATE if name == "Date" else "?")) for name in record.ROSTER_HEAD
    ]
    pairs += [(name, tags[name]) for name in seats_of(tags)]
    pairs.append(("Result", tags.get("Result", record.UNFINISHED)))
    pairs += [(name, tags[name]) for name in AFTER_RESULT if name in tags]
    known = {name for name, _ in pairs}
    pairs += sorted((name, value) for name, value in tags.items() if name not in known)
    return [(name, value if value.isprintable() else record.CONTROL.sub(" ", value)) for name, value in pairs]


def new_tags(game: Game, tags: Mapping[str, str] | None = None, position: str = "") -> dict[str, str]:
    """Return the tags of a new game; `tags` overrides the defaults."""
    made = dict.fromkeys(record.ROSTER_HEAD, "?") | {"Date": record.UNKNOWN_DATE}
    made |= dict.fromkeys(SEAT_NAMES[: game.players], "?")
    made |= {"Result": record.UNFINISHED, "GameType": game.name}
    if game.options:
        made["Variant"] = ",".join(game.options)
    if position:
        made |= {"SetUp": "1", "FEN": position}
    return made | dict(tags or {})


def game_of(tags: Mapping[str, str]) -> tuple[Game, Codec]:
    """Return the game that the tags describe. Raise TagError if there is none."""
    seats = seats_of(tags)
    if not seats:
        raise TagError('no players: add [Purple "…"], [Teal "…"] and so on')
    for name, expected in zip(seats, SEAT_NAMES, strict=False):
        if name != expected:
            raise TagError(f"there is a tag for {name} but none for {expected}", name)
    options = tuple(word for word in tags.get("Variant", "").replace(" ", "").split(",") if word)
    try:
        game = games.make_game(tags.get("GameType", games.DEFAULT), len(seats), options)
    except GameError as error:
        at_fault = "Variant" if options and "GameType" in tags else "GameType"
        raise TagError(errors.excerpt(str(error), 200), at_fault) from None
    return game, codec_for(game.name)


def start_of(tags: Mapping[str, str], game: Game, codec: Codec) -> State:
    """Return the first position: the game's beginning, or the position of the FEN tag."""
    text = tags.get("FEN")
    if text is None:
        if tags.get("SetUp", "0") != "0":
            raise TagError("SetUp says that the game starts from a position, but there is no FEN", "SetUp")
        return game.start()
    try:
        state = codec.read_position(text)
    except PositionError as error:
        raise TagError(f"the position, at its column {error.column}: {error}", "FEN") from None
    if state.players != game.players:
        raise TagError(f"the position has {state.players} players, the tags name {game.players}", "FEN")
    found = codec.game_of(state).options
    if sorted(found) != sorted(game.options):
        named = ",".join(found) or "the base game"
        raise TagError(
            f"the position is of {named}, the tags say {','.join(game.options) or 'the base game'}", "FEN"
        )
    return state


def add_defaults(tags: dict[str, str], game: Game, codec: Codec, start: State) -> None:
    """Add the tags that follow from others, and write their values in canonical form."""
    tags.setdefault("GameType", game.name)
    tags.pop("Variant", None)
    if game.options:
        tags["Variant"] = ",".join(game.options)
    if "FEN" in tags:
        tags["SetUp"] = "1"
        tags["FEN"] = codec.write_position(start)


def is_result(text: str, players: int) -> bool:
    """Return whether the text is one score for each seat: `41,37,44`."""
    return text.count(",") == players - 1 and _SCORES.fullmatch(text) is not None


def contradictions(tags: Mapping[str, str], token: str, state: State, codec: Codec) -> list[tuple[str, str]]:
    """Return the tags that contradict the last position, with a reason; the final token has no name."""
    given = tags.get("Termination", "")
    expected = result_tags(state, codec, given)
    if state.actor != OVER and given in BROKEN_OFF:
        expected.setdefault("Termination", given)
    wrong = []
    for name in ("Result", "Termination", "Winner"):
        found, right = tags.get(name), expected.get(name)
        if found is None and right is not None:
            wrong.append((name, f'{name} is missing: the moves make it "{right}"'))
        elif found is not None and right is None:
            wrong.append((name, f"{name} is {_quoted(found)}, but the moves give none"))
        elif found is not None and found != right:
            wrong.append((name, f'{name} is {_quoted(found)}, but the moves make it "{right}"'))
    if token not in (expected["Result"], tags.get("Result")):
        wrong.append(("", f"the moves end with {errors.excerpt(token)}, but they make {expected['Result']}"))
    return wrong


def _quoted(text: str) -> str:
    return f'"{errors.excerpt(text)}"'


def result_tags(state: State, codec: Codec, termination: str = "") -> dict[str, str]:
    """Return Result, Winner and Termination of a position as far as the rules decide them.

    If `termination` is a forfeit, the scores count as they are: the seat to move loses, and the best other
    seats win.
    """
    if state.actor >= 0 and termination in FORFEITS:
        scores = [int(score) for score in state.scores()]
        best = max(score for seat, score in enumerate(scores) if seat != state.actor)
        won = [seat for seat, score in enumerate(scores) if seat != state.actor and score == best]
        return {
            "Result": ",".join(str(score) for score in scores),
            "Winner": ",".join(SEAT_NAMES[seat] for seat in won),
            "Termination": termination,
        }
    if state.actor != OVER:
        return {"Result": record.UNFINISHED}
    tags = {"Result": ",".join(str(score) for score in state.scores())}
    winners = [SEAT_NAMES[seat] for seat in state.winners()]
    if winners:
        tags["Winner"] = ",".join(winners)
    by_the_rules = codec.termination(state)
    if by_the_rules:
        tags["Termination"] = by_the_rules
    return tags


def game_name(tags: Mapping[str, str]) -> str:
    """Return the name of the game; without a tag it is Vanuatu."""
    return tags.get("GameType", games.DEFAULT)

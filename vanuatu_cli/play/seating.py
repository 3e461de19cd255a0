"""Who sits where: from the options of `play`, or from the names in a game that is gone on with."""

from collections.abc import Sequence
from dataclasses import dataclass

from vanuatu.ai.bot import BotError
from vanuatu.ai.specs import KINDS, make_bot_of_file
from vanuatu.cli.errors import CallFault
from vanuatu.cli.play.table import Player, make_bot_player
from vanuatu.notation import codec, errors

DEFAULT_BOT = "medium"
NOBODY = "none"
YOU = "You"


@dataclass(frozen=True)
class SeatRequest:
    """What the call says: people by seat with their names (None: nothing was said), bots for the others."""

    people: dict[int, str] | None
    bots: tuple[str, ...]


def read_seat_request(seats: Sequence[str], bots: Sequence[str]) -> SeatRequest:
    """`--seat teal`, `--seat teal=Ann`, `--seat none`; CallFault for a seat that does not exist."""
    if not seats:
        return SeatRequest(None, tuple(bots))
    people: dict[int, str] = {}
    for text in seats:
        word, _, name = text.partition("=")
        if word.lower() == NOBODY:
            continue
        at = _seat(word)
        if at in people:
            raise CallFault(f"--seat {word} is there twice")
        people[at] = name.strip()
    alone = len(people) == 1
    return SeatRequest(
        {seat: name or (YOU if alone else codec.SEAT_NAMES[seat]) for seat, name in people.items()},
        tuple(bots),
    )


def _seat(word: str) -> int:
    wanted = word.strip().lower()
    for seat, name in enumerate(codec.SEAT_NAMES):
        if wanted in (name.lower(), codec.SEAT_LETTERS[seat]):
            return seat
    raise CallFault(
        f"no seat is called {word!r} (there are: {', '.join(name.lower() for name in codec.SEAT_NAMES)})"
    )


def new_players(request: SeatRequest, count: int, seed: int) -> list[Player]:
    """For a new game: purple for you and medium bots, unless something else was said."""
    people = {0: YOU} if request.people is None else request.people
    _check(people, count)
    specs = request.bots or (DEFAULT_BOT,)
    players: list[Player] = []
    bots = 0
    for seat in range(count):
        if seat in people:
            players.append(Player(people[seat]))
        else:
            players.append(_bot(specs[min(bots, len(specs) - 1)], seat, seed))
            bots += 1
    return players


def resumed_players(request: SeatRequest, names: Sequence[str], seed: int) -> list[Player]:
    """For a game that was begun: a name that is a bot's is that bot, any other a person.

    The names come out of a file, which starts no programs: such a name is one like any other. Its
    seat is a bot's only where the call says which bot.
    """
    people = request.people
    if people is None:
        people = {seat: name for seat, name in enumerate(names) if _is_persons(name, request)}
        people = people or {0: YOU}
    _check(people, len(names))
    players: list[Player] = []
    bots = 0
    for seat, name in enumerate(names):
        if seat in people:
            players.append(Player(people[seat]))
            continue
        if request.bots:
            players.append(_bot(request.bots[min(bots, len(request.bots) - 1)], seat, seed))
        elif _is_bot(name):
            players.append(Player(name, make_bot_of_file(name, seed=seed + seat)))
        else:
            players.append(_bot(DEFAULT_BOT, seat, seed))
        bots += 1
    return players


def unstarted_bots(players: Sequence[Player]) -> list[str]:
    """What to say about names that look like bots and are none because a file gave them; a line each."""
    lines = []
    for name, player in zip(codec.SEAT_NAMES, players, strict=False):
        if player.bot is None and _looks_like_bot(player.name):
            called = f"{name.lower()} is called {errors.shown(player.name)} in the file"
            how = f"`bots {name.lower()} BOT` at the prompt or --bot seats a bot there"
            lines.append(f"{called}, and what a file names is not started: {how}")
    return lines


def _is_persons(name: str, request: SeatRequest) -> bool:
    """Whether a person sits behind the name; where bots were named, one takes the seat of a program."""
    if name in ("", "?") or _is_bot(name):
        return False
    return not (request.bots and _looks_like_bot(name))


def _is_bot(name: str) -> bool:
    """Whether a name in a file is that of a bot that can be made again."""
    try:
        make_bot_of_file(name, seed=0).close()
    except BotError:
        return False
    return True


def _looks_like_bot(name: str) -> bool:
    """Whether the name is a spec of any kind, also of one that a file cannot start."""
    kind, colon, _ = name.partition(":")
    kinds = [known.partition(":")[0] for known in KINDS]
    return bool(colon) and kind.rpartition("=")[2].strip() in kinds


def _bot(spec: str, seat: int, seed: int) -> Player:
    try:
        return make_bot_player(spec, seat, seed)
    except BotError as error:
        raise CallFault(str(error)) from None


def _check(people: dict[int, str], players: int) -> None:
    for seat in people:
        if seat >= players:
            name = codec.SEAT_NAMES[seat].lower()
            raise CallFault(f"{name} does not play with {players} players (--players {seat + 1})")

"""The players of the seats: from the options of `play`, or from the names in a game that is resumed."""

from collections.abc import Sequence
from dataclasses import dataclass

from vanuatu.ai.bot import BotError, seat_seed
from vanuatu.ai.specs import KINDS, make_bot_from_file
from vanuatu.cli.errors import CallFault
from vanuatu.cli.play.table import SeatPlayer, make_bot_player
from vanuatu.core.game import Game
from vanuatu.notation import codec, errors

DEFAULT_BOT = "medium"
NOBODY = "none"
YOU = "You"


@dataclass(frozen=True)
class SeatRequest:
    """The options `--seat` and `--bot`: people by seat (None without `--seat`), and bots for the others."""

    people: dict[int, str] | None
    bots: tuple[str, ...]


def read_seat_request(seats: Sequence[str], bots: Sequence[str]) -> SeatRequest:
    """Read `--seat teal`, `--seat teal=Ann`, `--seat none`. Raise CallFault for what cannot be meant."""
    if not seats:
        return SeatRequest(None, tuple(bots))
    if len(seats) > 1 and any(text.lower() == NOBODY for text in seats):
        other = next((text for text in seats if text.lower() != NOBODY), NOBODY)
        raise CallFault(f"--seat {NOBODY} excludes --seat {other}: leave out one of them")
    people: dict[int, str] = {}
    for text in seats:
        word, _, name = text.partition("=")
        if word.lower() == NOBODY:
            continue
        at = _seat(word)
        if at in people:
            raise CallFault(f"--seat: {codec.SEAT_NAMES[at].lower()} is named twice")
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
    names = ", ".join(name.lower() for name in codec.SEAT_NAMES)
    raise CallFault(f"--seat {errors.excerpt(word)}: there is no such seat. Seats: {names}, or none")


def new_players(request: SeatRequest, count: int, seed: int, default: str = DEFAULT_BOT) -> list[SeatPlayer]:
    """Return the players of a new game. By default you play purple against `default` bots."""
    people = {0: YOU} if request.people is None else request.people
    _check(request, people, count)
    specs = request.bots or (default,)
    players: list[SeatPlayer] = []
    bots = 0
    for seat in range(count):
        if seat in people:
            players.append(SeatPlayer(people[seat]))
        else:
            players.append(_bot(specs[min(bots, len(specs) - 1)], seat, seed))
            bots += 1
    return players


def resumed_players(request: SeatRequest, names: Sequence[str], seed: int) -> list[SeatPlayer]:
    """Return the players of a resumed game: names of bots become bots, other names people.

    Files may not start programs. So a name such as `cmd:…` counts as a person, unless `--bot` names a bot.
    """
    people = request.people
    if people is None:
        people = {seat: name for seat, name in enumerate(names) if _is_persons(name, request)}
        people = people or {0: YOU}
    _check(request, people, len(names))
    players: list[SeatPlayer] = []
    bots = 0
    for seat, name in enumerate(names):
        if seat in people:
            players.append(SeatPlayer(people[seat]))
            continue
        if request.bots:
            players.append(_bot(request.bots[min(bots, len(request.bots) - 1)], seat, seed))
        elif _is_bot(name):
            players.append(SeatPlayer(name, make_bot_from_file(name, seed=seat_seed(seed, seat))))
        else:
            players.append(_bot(DEFAULT_BOT, seat, seed))
        bots += 1
    return players


def check_setup(players: Sequence[SeatPlayer], game: Game) -> None:
    """Raise CallFault if a bot does not play this game; then no bot keeps running."""
    bots = [player.bot for player in players if player.bot is not None]
    for bot in bots:
        unable = bot.refuses(game)
        if unable:
            for other in bots:
                other.close()
            raise CallFault(f"{bot.name} {unable}")


def unstarted_bots(players: Sequence[SeatPlayer]) -> list[str]:
    """Return a warning for each name that looks like a bot but was not started, since a file gave it."""
    lines = []
    for name, player in zip(codec.SEAT_NAMES, players, strict=False):
        if player.bot is None and _looks_like_bot(player.name):
            seat = name.lower()
            why = f"{seat} is {errors.excerpt(player.name)} in the file, and files cannot start programs"
            lines.append(f"{why}. To let a bot play it, use --bot, or type `bots {seat} BOT`")
    return lines


def _is_persons(name: str, request: SeatRequest) -> bool:
    """Return whether the name is a person's; if `--bot` is given, it replaces names of programs."""
    if name in ("", "?") or _is_bot(name):
        return False
    return not (request.bots and _looks_like_bot(name))


def _is_bot(name: str) -> bool:
    """Return whether a name in a file is the spec of a bot that files may start."""
    try:
        make_bot_from_file(name, seed=0).close()
    except BotError:
        return False
    return True


def _looks_like_bot(name: str) -> bool:
    """Return whether the name is a spec of any kind, including those that files cannot start."""
    kind, colon, _ = name.partition(":")
    kinds = [known.partition(":")[0] for known in KINDS]
    return bool(colon) and kind.rpartition("=")[2].strip() in kinds


def _bot(spec: str, seat: int, seed: int) -> SeatPlayer:
    try:
        return make_bot_player(spec, seat, seed)
    except BotError as error:
        raise CallFault(str(error)) from None


def _check(request: SeatRequest, people: dict[int, str], count: int) -> None:
    """Raise CallFault if the people do not fit into `count` seats, or the bots into the other seats."""
    for seat in people:
        if seat >= count:
            name = codec.SEAT_NAMES[seat].lower()
            raise CallFault(f"--seat {name}: a game of {count} has no such seat. Try --players {seat + 1}")
    free, bots = count - len(people), len(request.bots)
    if bots > free:
        seats = f"{free} seat{'' if free == 1 else 's'}"
        raise CallFault(f"--bot is given {bots} time{'' if bots == 1 else 's'}, but bots have {seats}")

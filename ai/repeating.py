"""Repeat the decisions of bots in a recorded game, and its draws: proof that they are as the seed says.

A bot with a seed and a number of simulations always decides alike. What the record names is never imported
or started: programs, modules and files of weights count as not repeatable.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from vanuatu.ai.bot import Bot, BotError, Limit, seat_seed
from vanuatu.ai.decision import decide
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.specs import BUILT_IN, is_external_spec, make_bot_from_file
from vanuatu.core.game import CHANCE
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.record import Ply
from vanuatu.notation.session import Draws, Session

# Tags of a game; "Replaced" lists the seats whose player changed during the game.
REPLACED: Final = "Replaced"
TYPED_DRAWS: Final = "Draws"
TYPED: Final = "typed"
MOVE_TIME: Final = "MoveTime"

PERSON, REPEATED, DIFFERENT, UNREPEATABLE = "person", "repeated", "different", "not repeatable"

_NUMBERED: Final = re.compile(r" \(\d+\)$")  # a match numbers bots of the same name
_HURRIED: Final = re.compile(r"\[%hurried (\d{1,9})\]")


def hurried_comment(sims: int) -> str:
    """Return the comment for a move that a person hurried: the bot moved after this many simulations."""
    return f"[%hurried {sims}]"


@dataclass
class Checked:
    """What was repeated for one seat, or for the draws: how many, and the first that differs."""

    name: str
    status: str = REPEATED
    reason: str = ""
    repeated: int = 0
    different: int = 0
    where: str = ""  # ROUND.PLY of the first difference
    recorded: str = ""  # the token in the record
    expected: str = ""  # the token of the bot, or of the seed

    def add(self, where: str, recorded: str, expected: str) -> None:
        """Count one decision or draw."""
        if recorded == expected:
            self.repeated += 1
            return
        self.different += 1
        self.status = DIFFERENT
        if not self.where:
            self.where, self.recorded, self.expected = where, recorded, expected


@dataclass
class Repetition:
    """The result for one game."""

    seed: str
    seats: list[Checked] = field(default_factory=list)
    draws: Checked = field(default_factory=lambda: Checked("draws"))

    @property
    def refuted(self) -> bool:
        """Whether a bot or the seed does something else than the record says."""
        return any(one.status == DIFFERENT for one in (*self.seats, self.draws))

    @property
    def proven(self) -> bool:
        """Whether every decision of a bot and every draw was repeated."""
        return all(one.status in (PERSON, REPEATED) for one in (*self.seats, self.draws))


def repeat_game(session: Session, watch: Callable[[], None] | None = None) -> Repetition:
    """Repeat the decisions of all bots in the game, and its draws. `watch` is called before each move."""
    tags = session.record.tags
    given = tags.get("Seed", "")
    known = given.isascii() and given.isdigit() and int(given) <= MOST_SEED
    result = Repetition(given if known else "")
    seed = int(given) if known else 0
    bots: dict[int, Bot] = {}
    for seat in range(int(session.state.players)):
        checked = Checked(tags.get(SEAT_NAMES[seat], "?"))
        result.seats.append(checked)
        why = _prepare(session, seat, seed if known else None, bots)
        if why is not None:
            checked.status, checked.reason = why
    if tags.get(TYPED_DRAWS) == TYPED:
        result.draws.status, result.draws.reason = PERSON, "typed by a person"
    elif not known:
        result.draws.status, result.draws.reason = UNREPEATABLE, "the game has no tag Seed"
    try:
        _walk(session, seed, bots, result, watch)
    finally:
        for bot in bots.values():
            bot.close()
    return result


def _prepare(session: Session, seat: int, seed: int | None, bots: dict[int, Bot]) -> tuple[str, str] | None:
    """Add the bot of a seat to `bots` and return None, or return the status and why there is none."""
    tags = session.record.tags
    name = _NUMBERED.sub("", tags.get(SEAT_NAMES[seat], "?"))
    kind = name.strip().partition(":")[0]
    if is_external_spec(name) or (kind == "py" and ":" in name):
        return UNREPEATABLE, "an external bot: a file starts no program"
    if kind not in BUILT_IN:
        return PERSON, "not a bot of this program"
    if SEAT_NAMES[seat] in tags.get(REPLACED, "").split(","):
        return UNREPEATABLE, "its player changed during the game"
    if MOVE_TIME in tags or any("[%clk" in text for ply in session.record.plies for text in ply.comments):
        return UNREPEATABLE, "it played with a time limit"
    if seed is None:
        return UNREPEATABLE, "the game has no tag Seed"
    try:
        bot = make_bot_from_file(name, seed=seat_seed(seed, seat))
    except BotError as error:
        return UNREPEATABLE, str(error)
    if isinstance(bot, MctsBot) and bot.settings.seconds is not None:
        return UNREPEATABLE, "it thinks for a time, not for a number of simulations"
    bots[seat] = bot
    return None


def _walk(
    session: Session, seed: int, bots: dict[int, Bot], result: Repetition, watch: Callable[[], None] | None
) -> None:
    """Play the recorded moves again, and compare each with the bot's move or with the draw of the seed."""
    draws = Draws(seed)
    played = session.until(0)
    plies = session.record.plies
    in_round = 0
    at = 0
    while at < len(plies):
        if watch is not None:
            watch()
        ply = plies[at]
        in_round = in_round + 1 if at and plies[at - 1].round == ply.round else 1
        where = f"{ply.round}.{in_round}"
        if ply.seat == CHANCE:
            last = at
            while last < len(plies) and plies[last].seat == CHANCE:
                last += 1
            _repeat_draws(played, plies[at:last], draws, where, result.draws)
            in_round += last - at - 1
            at = last
            continue
        bot = bots.get(int(ply.seat))
        if bot is not None:
            move = decide(bot, played, _limit(ply)).move
            expected = played.codec.token(played.state, move)
            result.seats[ply.seat].add(where, ply.token, expected)
        played.push_legal(ply.move)
        at += 1


def _limit(ply: Ply) -> Limit | None:
    """Return the simulations after which a person hurried the bot, if that happened.

    All of them are searched again: the lower confidence bounds depend on each.
    """
    found = _HURRIED.search(" ".join(ply.comments))
    return Limit(sims=int(found[1]), whole=True) if found else None


def _repeat_draws(played: Session, run: list[Ply], draws: Draws, where: str, checked: Checked) -> None:
    """Compare a run of draws with those of the seed, and play it."""
    draws.resume(played)
    rng = draws.next_run(played.state.round)
    for ply in run:
        expected = played.codec.token(played.state, int(played.state.sample(rng)))
        if checked.status in (REPEATED, DIFFERENT):
            checked.add(where, ply.token, expected)
        played.push_legal(ply.move)

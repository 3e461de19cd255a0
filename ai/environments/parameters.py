"""Check the parameters of environments: start, draws, opponents, seats, seeds. Each error is one line."""

from collections.abc import Iterable, Mapping, Sequence
from secrets import randbits
from typing import Any, Final

from vanuatu.ai.environments.bridge import position_of
from vanuatu.ai.environments.episode import parse_game
from vanuatu.ai.numbering import Numbering, numbering_for
from vanuatu.ai.specs import BUILT_IN, make_bot
from vanuatu.core.game import OVER, Game, State
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation import positions
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.game import SEED_BITS

OPTIONS: Final = ("position", "draws")  # of `reset`


def numbering(name: str, players: object, variant: str | Iterable[str]) -> Numbering:
    """Return the numbering of a game with these parameters."""
    return numbering_for(parse_game(name, players, dict.fromkeys(variant_words(variant))))


def variant_words(variant: str | Iterable[str]) -> list[str]:
    """Return the variants of `waters,nocharacters` or of a list."""
    words = variant.split(",") if isinstance(variant, str) else variant
    return [word.strip() for word in words if word.strip()]


def count(n: object) -> int:
    """Return the number of games side by side."""
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"n: got {n!r}; expected a whole number from 1")
    return n


def opponents(specs: str | Sequence[str] | None, players: int) -> list[str]:
    """Return a spec for each seat after the agent's; an empty list without opponents."""
    if specs is None:
        return []
    others = players - 1
    chosen = [specs] * others if isinstance(specs, str) else list(specs)
    if len(chosen) != others:
        raise ValueError(
            f"opponents: got {len(chosen)} bots; expected {others}, one for each other seat, or one for all"
        )
    return [built_in(spec) for spec in chosen]


def built_in(spec: object) -> str:
    """Return the spec of a built-in bot, checked."""
    kind = spec.strip().partition(":")[0] if isinstance(spec, str) else ""
    if kind not in BUILT_IN:
        known = ", ".join(sorted(BUILT_IN))
        raise ValueError(f"opponents: got {spec!r}; expected a built-in bot ({known}), such as 'greedy'")
    make_bot(str(spec))  # checks its settings
    return str(spec)


def opponents_by_seat(
    specs: str | Mapping[str, str] | None, seat_letter: object, players: int
) -> list[str | None]:
    """Return the spec of each seat's bot, None for the seats of agents.

    `specs` is one for all seats but the agent's, or those of some seats.
    """
    found: list[str | None] = [None] * players
    if isinstance(specs, str):
        found = [built_in(specs)] * players
        found[seat("p" if seat_letter is None else seat_letter, players)] = None
        return found
    if seat_letter is not None:
        raise ValueError(f"seat: got {seat_letter!r}; it is only for opponents such as 'greedy'")
    if specs is not None:
        if not isinstance(specs, Mapping):
            raise ValueError(
                f"opponents: got {specs!r}; expected a bot such as 'greedy', or {{'t': 'greedy'}}"
            )
        for letter, spec in specs.items():
            found[seat(letter, players)] = built_in(spec)
        if None not in found:
            raise ValueError("opponents: all seats have bots; expected one seat or more for agents")
    return found


def seat(letter: object, players: int) -> int:
    """Return the number of a seat from its letter or name."""
    if not isinstance(letter, str):
        raise ValueError(f"seat: got {letter!r}; expected one of {', '.join(SEAT_LETTERS[:players])}")
    return positions.seat_number(letter, players)


def seeds(seed: int | Sequence[int] | None, n: int) -> list[int] | None:
    """Return a seed for each of n games: `seed + i`, or those of a list."""
    if seed is None:
        return None
    first: Any = seed
    found = [int(first) + i for i in range(n)] if _is_seed(first) else list_of(first)
    if len(found) != n or not all(map(_is_seed, found)):
        raise ValueError(
            f"seed: got {seed!r}; expected a whole number from 0 to {MOST_SEED - n + 1}, or a list of {n}"
        )
    return [int(one) for one in found]


def list_of(value: object) -> list[Any]:  # what a caller passed
    """Return the members of a list, an array or the like; an empty list for anything else."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []


def _is_seed(seed: Any) -> bool:  # numpy's integers too
    return not isinstance(seed, bool) and hasattr(seed, "__index__") and 0 <= int(seed) <= MOST_SEED


def random_seeds(n: int) -> list[int]:
    """Return seeds that nobody chose."""
    return [randbits(SEED_BITS) for _ in range(n)]


def require_known(options: Mapping[str, object]) -> None:
    """Raise ValueError for an option that `reset` does not know."""
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"options: got {name!r}; expected one of {', '.join(OPTIONS)}")


def draws(tokens: object) -> list[str]:
    """Return the tokens of given draws."""
    if tokens is None:
        return []
    if isinstance(tokens, str):
        return tokens.split()
    if isinstance(tokens, Iterable):
        found = list(tokens)
        if all(isinstance(token, str) for token in found):
            return found
    raise ValueError(f"draws: got {tokens!r}; expected tokens, such as ['#start=201', '#tiles=A1,B1']")


def start(game: Game, position: object) -> State:
    """Return the position at which a game begins: its own start, or the given one."""
    if position is None:
        return game.start()
    asked = positions.position(position) if isinstance(position, str) else position_of(position)
    state = positions.state_of(asked)
    own = (asked.name, asked.players, set(asked.options))
    if own != (game.name, game.players, set(game.options)):
        got = " ".join([asked.name, f"{asked.players}p", *asked.options])
        expected = " ".join([game.name, f"{game.players}p", *game.options])
        raise ValueError(f"position: got one of {got}; expected one of {expected}")
    if state.actor == OVER:
        raise ValueError("position: the game is over there; expected one with a decision or a draw left")
    return state

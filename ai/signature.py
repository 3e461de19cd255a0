"""One number for behaviour: it changes when, and only when, rules, bots or weights behave differently.

It is a checksum of fixed games of `random`, `greedy` and the search. It does not depend on the machine, on
time, or on whether the code is compiled.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Final

from vanuatu.ai import decision, specs
from vanuatu.ai.bot import Bot, Report
from vanuatu.core.game import Game
from vanuatu.notation.session import Draws, Session

SEED: Final = 1
SIMS: Final = 24
EVERY: Final = 20  # decisions from one search to the next
_DIGITS: Final = 6  # of a win chance; compilers may differ in the last digits of a float


def signature(setups: Iterable[Game], settings: str = "") -> int:
    """Return the checksum of games in these setups, below 2^32; `settings` are more ones of the search."""
    search = ",".join(filter(None, [f"mcts:sims={SIMS}", settings]))
    found = 0
    for game in setups:
        for line in _behaviour(game, search):
            found = zlib.crc32(f"{line}\n".encode(), found)
    return found


def _behaviour(game: Game, search: str) -> Iterator[str]:
    """Yield what happens in a game of `random`, and in one of `greedy` with searches in between."""
    yield f"{game.name} {game.players} {game.options}"
    random, greedy, searching = (specs.make_bot(spec, seed=SEED) for spec in ("random", "greedy", search))
    yield from _game(Session.new(game), random, None)
    yield from _game(Session.new(game), greedy, searching)
    searching.close()


def _game(session: Session, bot: Bot, search: Bot | None) -> Iterator[str]:
    draws = Draws(SEED)
    draws.resume(session)
    draws.run(session)
    decisions = 0
    while not session.over:
        decisions += 1
        searched = search is not None and decisions % EVERY == 0
        found = decision.decide(search if search is not None and searched else bot, session)
        token = session.codec.token(session.state, found.move)
        yield f"{token} of {len(session.state.legal_moves())}"
        if searched:
            yield from _report(found.report)
        session.push(found.move)
        draws.run(session)
    yield session.text()
    yield f"{list(session.state.scores())} {list(session.state.winners())}"


def _report(report: Report) -> Iterator[str]:
    yield f"{report.sims} {[round(win, _DIGITS) for win in report.win]} {report.line}"
    for candidate in report.candidates:
        value = round(candidate.win, _DIGITS), round(candidate.score, _DIGITS)
        yield f"{candidate.move} {candidate.visits} {value}"

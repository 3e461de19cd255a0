"""After a game: the result, what decided it, win chances, luck, the costliest move, and what to type next.

The figures of a review come from a quick review in the background. A typed line stops it.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from vanuatu.ai.bot import PendingMove
from vanuatu.cli import compiled
from vanuatu.cli.play import news, render
from vanuatu.cli.play.table import Table
from vanuatu.cli.review import game_review, marks, review_data
from vanuatu.cli.review.render import number, percent
from vanuatu.cli.terminal import score_table
from vanuatu.cli.terminal.text_layout import flowing, hanging, wrapped
from vanuatu.core.game import CHANCE
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.codec import SEAT_NAMES

SIMS: Final = 300  # of each search; fewer find too small losses (docs/lab/reviews.md)
INTERPRETED_SIMS: Final = 40  # without a skill word: it would often be another one
BARS: Final = "▁▂▃▄▅▆▇█"
DECISIVE: Final = 2  # items of the score that are named
LAST_NEWS: Final = 3  # lines about the last moves
_NEXT: Final = (
    "again",
    "again SEED",
    "again from 5",
    "replay",
    "review",
    "review deep",
    "new",
    "load",
    "games",
    "me",
)


class QuickReview:
    """The review of the moves of the only person. `done` when it is complete."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.done = False
        self.chances: list[float] = []  # to win, at the beginning of each round, and at the end
        session = table.session.until(table.session.ply)
        self.sims = SIMS if compiled.is_search_compiled() else min(SIMS, INTERPRETED_SIMS)
        bot = game_review.make_reviewer(f"mcts:{self.sims}", seed=table.seed)
        self.reviewer = game_review.GameReviewer(session, bot, frozenset((seat,)))

    def job(self) -> render.Job:
        """Return the job of the prompt that runs the review: first the win chances by round."""
        thinking = game_review.ReviewThinking(self.reviewer, chain(self._steps(), self.reviewer.steps()))

        def end(pending: PendingMove) -> None:
            self.done = thinking.ended

        return render.Job("a quick review", thinking, end, "stop it", background=True)

    def _steps(self) -> Iterator[int]:
        """Find the win chance at the beginning of each round and at the end."""
        session = self.reviewer.session
        rounds = [int(ply.round) for ply in session.record.plies]
        for ply in [*(at for at, one in enumerate(rounds) if one not in rounds[:at]), len(rounds)]:
            found = yield from self.reviewer.evaluator.evaluate(session.at(ply), ply, int(CHANCE))
            self.chances.append(found.win[self.seat])

    @property
    def progress(self) -> tuple[int, bool]:
        """What the lines depend on."""
        return len(self.chances), self.done

    def lines(self, width: int) -> list[Line]:
        """Return the win chances as a small curve, the luck, and the costliest move."""
        chances = self.chances
        if not chances:
            return wrapped("A quick review of your moves runs. Any line stops it.", "dim", width)
        bars = "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)
        ends = (percent(chances[0], 0), percent(chances[-1], 0))
        lines: list[Line] = [
            [
                ("", f"Your chance to win, round by round:  {ends[0]} % "),
                ("strong", bars),
                ("", f" {ends[1]} %"),
            ]
        ]
        if not self.done:
            return lines + wrapped("The review of your moves still runs. Any line stops it.", "dim", width)
        account = self.reviewer.account
        mine = [one for one in self.reviewer.decisions if one.seat == self.seat]
        luck, sd = account.luck_points[self.seat], account.luck_points_variance[self.seat] ** 0.5
        lost = sum(one.points for one in mine)
        skill = f": {marks.skill_of(lost / max(1, len(mine)))}" if self.sims == SIMS else ""
        lines += wrapped(
            f"Luck gave you {number(luck, 1, sign=True)} points (±{number(sd, 1)}). "
            f"Your moves cost {number(lost, 1)} points in all{skill}.",
            "",
            width,
        )
        worst = review_data.worst_moves(mine, self.seat)
        if worst:
            move = worst[0]
            text = f"{move.words}, −{number(move.points, 1)} points. Better: {move.best_words}."
            lines += hanging([("", f"Costliest move: {move.round}.{move.within} ")], text, width)
        return lines


def lines(
    table: Table,
    viewer: int | None,
    standing: str,
    review: QuickReview | None,
    below: list[Line],
    width: int,
    known: Iterable[str],
) -> list[Line]:
    """Return what the prompt shows after a game.

    `standing` is what the game adds to the record, `below` are lines about the player's other games, `known`
    the commands that exist.
    """
    told = news.brief_lines(table, viewer, width, LAST_NEWS)
    found: list[Line] = [*told, *score_table.result_lines(table.codec, table.state, table.names, width)]
    found += wrapped(standing, "strong", width)
    if review is not None:
        found += [[], *review.lines(width)]
    found += _decided(table, viewer, width)
    found += below
    found += [[], *next_commands(table, width, known), []]
    return found + score_table.score_lines(table.codec, table.state, table.names, width)


def next_commands(table: Table, width: int, known: Iterable[str]) -> list[Line]:
    """Return the commands that make sense after a game."""
    there = set(known)
    middle = int(table.state.round) // 2 + 1
    names = [name.replace("5", str(middle)) for name in _NEXT if name.split()[0] in there]
    words: list[Line] = []
    for name in [*names, "quit"]:
        words += [[("token", name)], [("dim", "·")]]
    return flowing(words[:-1], width, 0)


def _decided(table: Table, viewer: int | None, width: int) -> list[Line]:
    """Return the items of the score in which the players differ most."""
    state, codec = table.state, table.codec
    if viewer is None or not state.winners():
        return []
    by_seat = [dict(items) for items in codec.scoring(state)]
    labels = dict.fromkeys(label for items in by_seat for label in items)
    spread = {label: [items.get(label, 0) for items in by_seat] for label in labels}
    most = sorted(labels, key=lambda label: min(spread[label]) - max(spread[label]))[:DECISIVE]
    texts = []
    for label in most:
        others = [f"{SEAT_NAMES[seat].lower()} {n}" for seat, n in enumerate(spread[label]) if seat != viewer]
        texts.append(f"{label} {spread[label][viewer]} ({', '.join(others)})")
    return wrapped(f"What decided it: {', '.join(texts)}.", "", width) if texts else []

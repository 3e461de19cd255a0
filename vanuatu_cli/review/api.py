"""Reviews and rollouts for the library: `vanuatu.review`, `vanuatu.rollout`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vanuatu.cli.review import game_review, review_data, rollouts
from vanuatu.notation import positions
from vanuatu.notation.codec import codec_for
from vanuatu.notation.game import Game, session_of
from vanuatu.notation.session import Session


@dataclass(frozen=True)
class ReviewedSeat:
    """The review of one seat: what its moves lost, and its luck.

    Points are those of the expected final score. `…_sd` are standard deviations. `lost` and `luck` are win
    chances from 0 to 1. `data` has all fields of `vanuatu review --json`.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/left-out.pvn")
    >>> yellow = game.review("mcts:50").seats["y"]
    >>> yellow.name, yellow.blunders, yellow.data["account"]["end"]
    ('Cleo', 1, 0.0)
    """

    seat: str
    name: str
    decisions: int
    points_lost: float
    points_lost_sd: float
    points_lost_a_move: float
    accuracy: float
    skill: str
    luck_points: float
    lost: float
    luck: float
    inaccuracies: int
    mistakes: int
    blunders: int
    worst: Sequence[review_data.WorstMove]
    data: review_data.SeatReview


class Review:
    """The review of a game by a bot: `seats` by letter.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/left-out.pvn")
    >>> review = vanuatu.review(game, "mcts:50")
    >>> review
    <Review by mcts:50,seed=1: p lost …, t lost …, y lost … points>
    >>> worst = review.seats["y"].worst[0]
    >>> worst["token"], worst["best"], worst["glyph"]
    ('y:-X', 'y:a3-b5', '??')
    """

    def __init__(self, data: review_data.GameReview) -> None:
        self.bot = data["bot"]
        self.seats = {seat["seat"]: _seat(seat) for seat in data["seats"]}

    def __iter__(self) -> Iterator[ReviewedSeat]:
        return iter(self.seats.values())

    def __repr__(self) -> str:
        lost = ", ".join(f"{seat.seat} lost {seat.points_lost:.1f}" for seat in self)
        return f"<Review by {self.bot}: {lost} points>"


def _seat(data: review_data.SeatReview) -> ReviewedSeat:
    return ReviewedSeat(
        seat=data["seat"],
        name=data["name"],
        decisions=data["decisions"],
        points_lost=data["points_lost"],
        points_lost_sd=data["points_lost_sd"],
        points_lost_a_move=data["points_lost_a_move"],
        accuracy=data["accuracy"],
        skill=data["skill"],
        luck_points=data["luck_points"],
        lost=data["lost"],
        luck=data["luck"],
        inaccuracies=data["inaccuracies"],
        mistakes=data["mistakes"],
        blunders=data["blunders"],
        worst=tuple(data["worst"]),
        data=data,
    )


def review(game: Game, bot: str = game_review.DEFAULT_BOT, seats: Iterable[str] | None = None) -> Review:
    """Review a game: what each move lost, and the luck of each seat.

    The bot must search. `seats` are letters or names; None for all. The same bot with the same seed gives the
    same review. BotError if the bot is unknown or does not search.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/left-out.pvn")
    >>> vanuatu.review(game, "mcts:50", seats=["y"]).seats["y"].points_lost > 3
    True
    """
    numbers = None
    if seats is not None:
        numbers = frozenset(positions.seat_number(seat, game.players) for seat in seats)
    return Review(game_review.review_game(session_of(game), bot, numbers))


def rollout(
    position: Game | positions.Position,
    moves: Sequence[str],
    bot: str = "greedy",
    games: int = 1000,
    seed: int = 1,
) -> rollouts.RolloutResult:
    """Play candidate moves out to the end of the game, with equal seeds, and compare the results.

    Game n of each move has the same guess of hidden things, the same draws and the same bots. It ends early
    if the best move is three standard errors ahead of each other one. The result is the dictionary of
    `vanuatu analyse --rollout --json`.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/left-out.pvn")
    >>> found = vanuatu.rollout(game.at(0), ["-X", "a3-b5"], "greedy", games=20)
    >>> found["moves"][0]["token"], found["moves"][0]["games"], found["pairs"][0]["worse"]
    ('a3-b5', 20, '-X')
    """
    if isinstance(position, Game):
        session = session_of(position)
    else:
        state = positions.state_of(position)
        session = Session.new(codec_for(position.name).game_of(state), start=state)
    played = rollouts.Rollout(session, [session.read(move) for move in moves], bot, games, seed)
    while not played.step():
        pass
    return played.result()

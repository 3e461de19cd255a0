"""What a finished game means among your games: the line to share, personal bests, a level to try."""

from pathlib import Path
from typing import Final

from vanuatu.cli.history import daily, saves
from vanuatu.cli.history.saves import SavedGame
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import Line

LEVELS: Final = ("easy", "medium", "hard", "expert")
LAST: Final = 5  # games against a level that decide whether to try the next one
COMMAND: Final = "vanuatu play "  # at the end of the line to share
ENOUGH: Final = 3  # wins among them


def lines(path: Path | None, width: int) -> list[Line]:
    """Return the lines below the result of a game in the folder of saved games."""
    if path is None or path.parent != saves.games_folder():
        return []
    games = saves.saved_games()
    one = next((one for one in games if one.path == path and one.finished), None)
    if one is None:
        return []
    found: list[Line] = []
    for text in daily_lines(games, one) if one.daily else ():
        found += _share_lines(text, width)
    if invitation := next_level(games, one):
        found += wrapped(invitation, "good", width)
    return [[], *found] if found else []


def _share_lines(text: str, width: int) -> list[Line]:
    """Return a line in one piece, or with its command in a line of its own."""
    sentence, command, rest = text.partition(COMMAND)
    if len(text) <= width or not command:
        return wrapped(text, "strong", width)
    return [*wrapped(sentence.rstrip(), "strong", width), [("strong", command + rest)]]


def daily_lines(games: list[SavedGame], one: SavedGame) -> list[str]:
    """Return the line to share of a finished game of the day, and the personal best."""
    if len(one.people) != 1:
        return []
    points = one.scores[one.people[0]]
    share = daily.share_line(one.game, one.daily, one.scores, one.winners, one.people[0])
    older = [other for other in attempts(games, one.game) if other.daily != one.daily]
    if not older:
        return [share]
    best = max(older, key=lambda other: other.scores[other.people[0]])
    most = best.scores[best.people[0]]
    if points > most:
        return [share, f"A new personal best. Before, it was {most} points on {best.daily}."]
    return [share, f"Your personal best is {most} points, on {best.daily}."]


def attempts(games: list[SavedGame], game: str) -> list[SavedGame]:
    """Return the finished games of the day of a person."""
    return [one for one in games if one.daily and one.finished and one.game == game and len(one.people) == 1]


def next_level(games: list[SavedGame], ended: SavedGame) -> str:
    """Return an invitation to the next level after a game, or ""."""
    level = level_of(ended)
    if level not in LEVELS[:-1]:
        return ""
    same = [
        one
        for one in games
        if one.finished and one.game == ended.game and level_of(one) == level and one.winners
    ][:LAST]
    won = sum(one.people[0] in one.winners for one in same)
    harder = LEVELS[LEVELS.index(level) + 1]
    if won < ENOUGH or any(level_of(one) == harder and one.game == ended.game for one in games[:LAST]):
        return ""
    return f"Won {won} of your last {len(same)} games against {level}. Try `vanuatu play --bot {harder}`."


def level_of(one: SavedGame) -> str:
    """Return the bot in all seats but one person's; "" if the seats differ."""
    people = one.people
    others = {name for seat, name in enumerate(one.names) if seat not in people}
    return others.pop() if len(people) == 1 and len(others) == 1 else ""

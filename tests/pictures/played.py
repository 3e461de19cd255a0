"""Games for picture tests: those in games/, and some with hostile text."""

from collections.abc import Iterator
from pathlib import Path

from vanuatu.core.game import State
from vanuatu.notation.files import read_games
from vanuatu.notation.record import with_seat
from vanuatu.notation.session import Session
from vanuatu.notation.tags import seats_of

GAMES = Path(__file__).parents[2] / "games"
HOSTILE = (
    '<script>document.title="caught"</script>',
    "\"'><img src=x onerror=alert(1)>",
    "a\u202ereversed\u2066 &amp; ]]>",
)
HOSTILE_GAME = r"""[Event "</script><script>document.title='caught'</script>"]
[Site "?"]
[Date "?"]
[Round "?"]
[Purple "<script>document.title=\"caught\"</script>"]
[Teal "\"'><img src=x onerror=alert(1)>"]
[Yellow "a@@reversed@ &amp; ]]>"]
[Result "*"]
[GameType "vanuatu"]

{<!-- <b>bold</b> </script> --> ]]> @@ &lt;}
1. #start=120 #tiles=A1,B2 #ships=kkb,kcc,kkk #tourists=3 #first=t
t:@guide {<img src=x onerror="document.title='caught'">}
(t:@artist {</style><svg onload=alert(1)>} y:@guide) y:@diver $7 *
""".replace("@@", "\u202e").replace("reversed@", "reversed\u2066")


def game(name: str, number: int = 1) -> Session:
    """A game of a file in games/, by its number there."""
    with open(GAMES / name, "rb") as stream:
        for read in read_games(stream):
            if read.number == number:
                return read.session
    raise AssertionError(f"{name} has no game {number}")


def names_of(built: Session) -> list[str]:
    return [built.record.tags[name] for name in seats_of(built.record.tags)]


def positions(built: Session) -> Iterator[tuple[str, State]]:
    """Every position of a game, with the move that led to it; the position is gone with the next one."""
    state = built.start.copy()
    yield "", state
    for ply, move in zip(built.record.plies, built.moves, strict=True):
        state.apply(move)
        yield with_seat(ply), state

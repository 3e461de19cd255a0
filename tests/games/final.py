"""Final positions of `games/`. `python -m tests.games.final` rewrites `final.json`."""

import json
from pathlib import Path
from typing import Any

from vanuatu.notation.files import GameRead, read_games

GAMES = Path(__file__).parents[2] / "games"
RECORDED = Path(__file__).with_name("final.json")


def files() -> list[Path]:
    return sorted(GAMES.glob("*.pvn"))


def final(read: GameRead) -> dict[str, Any]:
    """How many plies a game has, where it ends, and what it would score there."""
    built = read.session
    return {
        "plies": len(built.moves),
        "position": built.codec.write_position(built.state),
        "scores": [int(score) for score in built.state.scores()],
        "winners": [int(seat) for seat in built.state.winners()],
    }


def main() -> None:
    recorded = {file.name: [final(read) for read in read_games(file)] for file in files()}
    RECORDED.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Repeat the search of puzzles with another seed: `python -m tests.support.puzzle_check FILE --every 12`.

Prints how often the search finds the same answer.
"""

import argparse
import itertools

from vanuatu.ai.decision import decide
from vanuatu.cli.review.game_review import make_reviewer
from vanuatu.cli.train.puzzles import CHECK, puzzle_of
from vanuatu.notation.files import read_games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--every", type=int, default=1, help="check only each N-th puzzle")
    parser.add_argument("--seed", type=int, default=2)
    given = parser.parse_args()
    bot = make_reviewer(CHECK, seed=given.seed)
    same = checked = 0
    with open(given.file, "rb") as stream:
        for read in itertools.islice(read_games(stream.read()), 0, None, given.every):
            puzzle = puzzle_of(read.session)
            assert puzzle is not None, f"game {read.number} is not a puzzle"
            found = decide(bot, puzzle.session).move == puzzle.answer
            same, checked = same + found, checked + 1
            print(f"{read.number}: {'the same' if found else 'ANOTHER ANSWER'}", flush=True)
    print(f"{same} of {checked} the same, by {bot.name}")


if __name__ == "__main__":
    main()

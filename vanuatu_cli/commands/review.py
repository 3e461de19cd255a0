"""`vanuatu review`: review games."""

from vanuatu.cli.review.options import ReviewOptions

EXAMPLES = (
    "vanuatu review game.pvn",
    "vanuatu review game.pvn --seat teal --bot mcts:4000",
    "vanuatu review game.pvn --html game.html",
    "vanuatu review games.pvn --json --jobs 2 --out reviews.json --resume",
    "vanuatu review games.pvn --out reviewed.pvn",
)
RENAMED = {"--game": "--number"}


def review(options: ReviewOptions) -> int:
    """Review games: what each seat lost by its moves, its luck, the costliest moves, and better ones.

    Losses are points of the expected final score, each with its standard deviation. From them follow an
    accuracy (0–100) and a skill word. Marks need a certain loss, of more than two standard deviations: `?!`
    1.2 points or 4 % win chance, `?` 2.5 points or 8 %, `??` 5 points or 20 %. The same seed gives the same
    review.
    """
    from vanuatu.cli.review.runner import run_review

    return run_review(options)

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

    Figures are win chances in %, each with its standard deviation. A loss within two standard deviations is
    not called a mistake. `?` marks a move that lost 8 % or more, `??` one that lost 20 %. The same seed gives
    the same review.
    """
    from vanuatu.cli.review.runner import run_review

    return run_review(options)

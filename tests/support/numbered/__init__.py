"""The toy with its moves numbered, so that there are environments for it: `register("toy", PLACE)`."""

PLACE = "tests.support.numbered.game:ToyGame"

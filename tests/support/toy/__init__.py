"""A third game: `register("toy", "tests.support.toy.game:ToyGame")` makes it known."""

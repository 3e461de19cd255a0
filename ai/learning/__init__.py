"""Train evaluations: positions from games, and weights fitted to the results; needs numpy."""

"""Learning to judge: positions out of games, and weights fitted to how the games ended; needs numpy."""

"""What the program teaches about each game: a lesson that is played, and the rules by topic."""

"""For each game: a lesson to play, the rules by topic, and statistics."""

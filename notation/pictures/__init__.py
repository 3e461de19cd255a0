"""Pictures of positions and games, made from a codec's `scene` alone."""

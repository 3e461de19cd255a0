"""Tables of games in SQLite, Parquet and CSV."""

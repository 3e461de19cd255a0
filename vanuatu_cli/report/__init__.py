"""Reports on many games: counted game by game, put into tables, printed as text, JSON, CSV or a page."""

"""The bot protocol: serve a bot, read the host's lines, check external bots."""

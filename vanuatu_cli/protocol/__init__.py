"""The protocol: being a bot for other programs, reading its lines, checking what others make of it."""

"""What a bot thinks of whole games."""

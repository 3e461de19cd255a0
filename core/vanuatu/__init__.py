"""The rules of Vanuatu: 2 to 5 players, with or without characters, and with rising waters."""

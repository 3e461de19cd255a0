"""The rules of Maori: 2 to 5 players, with small ships (two ways) and the atoll."""

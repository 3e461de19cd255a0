"""The packages as a library: what a Python programmer sees of them."""

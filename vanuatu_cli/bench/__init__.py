"""Measurements of this machine and build, for `vanuatu bench`."""

"""The measurements of `vanuatu bench`."""

"""The rules: no input or output, no text, no clock; only integers in packed arrays."""

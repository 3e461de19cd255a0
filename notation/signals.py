"""Ctrl-C in the middle of a long file.

Compiled code does not see a signal before it returns to the interpreter. This module is not
compiled, so that calling it is such a return: the loops that may run for long call it now and then.
"""


def interrupt_point() -> None:
    """Nothing; but a KeyboardInterrupt that is due is raised here."""

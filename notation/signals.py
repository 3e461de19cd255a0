"""Let Ctrl-C interrupt the reading of a long file.

Compiled code sees a signal only when it calls interpreted code. This module is not compiled. Long loops call
it from time to time."""


def interrupt_point() -> None:
    """Let a pending KeyboardInterrupt be raised."""

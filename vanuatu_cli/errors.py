"""The ways in which a command can fail that are somebody's fault; `app.run` gives each its exit code."""


class InputFault(Exception):
    """What was read is at fault: bad notation, an illegal move, an unreadable file. Exit code 1.

    The message is one line for the person who called, and is all they see.
    """


class CallFault(Exception):
    """The call is at fault: an option's value, an unknown bot, a game that does not exist. Exit code 2."""

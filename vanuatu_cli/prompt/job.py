"""What a front end gets from the prompt: something to show, and something to wait for."""

from collections.abc import Callable
from dataclasses import dataclass

from ai.thinking import Thinking
from vanuatu_cli.drawing import Line

Told = Callable[[int], list[Line]]  # lines for so many columns


@dataclass
class Job:
    """Something that takes its time: a label for who waits, the thinking, and what follows from it."""

    label: str
    thinking: Thinking
    done: Callable[[Thinking], None]
    hurried: str = "move now"  # what Ctrl-C makes of it

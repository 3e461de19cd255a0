"""Foreign text made safe to print, also where the notation cannot be loaded."""


def safe_lines(text: str) -> str:
    """The text with signs that steer a terminal shown as escapes; its line feeds stay."""
    # Loaded only now: the first help page needs nothing of the notation.
    try:
        from notation.printable import printable_lines
    except ImportError:  # another project's package stands in the way, which is just what is to be told
        return "\n".join(ascii(line)[1:-1] for line in text.split("\n"))
    return printable_lines(text)

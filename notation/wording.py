"""Numbers and lists in English sentences."""


def amount(number: int, thing: str) -> str:
    """Return `1 vatu`, `2 vatus`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(names: list[str]) -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

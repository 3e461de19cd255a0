"""How a package shows what it offers: each name is imported from its module when it is first asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module


def front_door(
    package: str, homes: Mapping[str, str], documents: Mapping[str, str] | None = None
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package.

    `homes` has the module of each name. `documents` are docstrings for classes that are compiled, since
    compiling leaves them without.
    """
    written = documents or {}

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r} (it has: {', '.join(sorted(homes))})")
        value = getattr(import_module(homes[name]), name)
        if name in written:
            value.__doc__ = written[name]
        return value

    return find, lambda: sorted(homes)

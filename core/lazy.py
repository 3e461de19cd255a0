"""Lazy packages: each public name is imported from its module on first use."""

from collections.abc import Callable, Mapping
from importlib import import_module


def front_door(
    package: str,
    homes: Mapping[str, str],
    documents: Mapping[str, str] | None = None,
    modules: Mapping[str, str] | None = None,
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package.

    `homes` maps each name to its module, `modules` a name to the module that it is. `documents` are
    docstrings for compiled classes, which lose theirs.
    """
    written = documents or {}
    inner = modules or {}
    names = sorted([*homes, *inner])

    def find(name: str) -> object:
        if name in inner:
            return import_module(inner[name])
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r} (it has: {', '.join(names)})")
        value = getattr(import_module(homes[name]), name)
        if name in written:
            value.__doc__ = written[name]
        return value

    return find, lambda: names

"""`vanuatu version`: what is installed here, and whether it is what its source says."""

import platform
import textwrap
from typing import Annotated

import typer

from vanuatu_cli import __version__, compiled
from vanuatu_cli.io import console
from vanuatu_cli.strays import strays

EXAMPLES = ("vanuatu version", "vanuatu version --json")


def version(
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Version, Python, which modules are compiled, and whether another project is in the way."""
    others = strays()
    modules = [] if others else compiled.modules()
    stale = [module.name for module in modules if module.stale]
    fast = [module.name for module in modules if module.compiled]
    if as_json:
        console.write_json(
            {
                "version": __version__,
                "python": platform.python_version(),
                "compiled": bool(modules) and len(fast) == len(modules),
                "modules": {module.name: module.compiled for module in modules},
                "stale": stale,
                "strays": others,
            }
        )
    else:
        console.tell(f"vanuatu {__version__}, Python {platform.python_version()}")
        if others:
            pass  # what runs here is not vanuatu's, as is said below
        elif fast:
            console.tell(f"compiled: {len(fast)} of {len(modules)} modules")
            console.tell(textwrap.fill(" ".join(fast), 79, initial_indent="  ", subsequent_indent="  "))
        else:
            console.tell(f"interpreted: none of the {len(modules)} modules that can be compiled")
    for line in others:
        console.say(f"WARNING: {line}")
    if stale:
        console.say(
            f"WARNING: {', '.join(stale)}: the compiled code is older than its source and runs in its place; "
            "install again (pip install .)"
        )

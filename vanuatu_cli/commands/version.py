"""`vanuatu version`: print the version and the compiled modules."""

import platform
import textwrap
from typing import Annotated

import typer

from vanuatu import __version__
from vanuatu.cli import compiled
from vanuatu.cli.terminal import console

EXAMPLES = ("vanuatu version", "vanuatu version --json")


def version(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the version, the Python version, and which modules are compiled."""
    modules = compiled.modules()
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
            }
        )
    else:
        console.print_data(f"vanuatu {__version__}, Python {platform.python_version()}")
        if fast:
            console.print_data(f"compiled: {len(fast)} of {len(modules)} modules")
            console.print_data(textwrap.fill(" ".join(fast), 79, initial_indent="  ", subsequent_indent="  "))
        else:
            console.print_data(f"interpreted: none of the {len(modules)} modules that can be compiled.")
            console.print_data("All works; a search takes about 80 times as long.")
    if stale:
        console.print_message(
            f"WARNING: {', '.join(stale)}: the compiled code differs from its source. "
            "Install again: pip install . in the project's folder"
        )

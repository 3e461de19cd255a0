"""`vanuatu config`: show the settings."""

from typing import Annotated

import typer

from vanuatu.cli import options, settings
from vanuatu.cli.terminal import console

EXAMPLES = (
    "vanuatu config",
    "vanuatu config --json",
    "vanuatu config --template > ~/.config/vanuatu/config.toml",
)


def config(
    as_json: options.Json = False,
    template: Annotated[bool, typer.Option("--template", help="Print a settings file to edit.")] = False,
) -> None:
    """Show the settings, and where each comes from.

    Settings are defaults for `vanuatu play`. You write them in config.toml, in the folder vanuatu of
    $XDG_CONFIG_HOME (~/.config). Options on the command line override them.
    """
    if template:
        for setting in settings.SETTINGS:
            default = console.json_text(setting.default)
            console.print_data(f"# {setting.about}\n# {setting.name} = {default}")
        return
    current = settings.read_settings()
    if as_json:
        found = {
            name: {"value": value, "from": current.sources[name]} for name, value in current.values.items()
        }
        console.write_json({"file": str(settings.config_path()), "settings": found})
        return
    rows = [
        (name, value if isinstance(value, str) else console.json_text(value), current.sources[name])
        for name, value in current.values.items()
    ]
    console.print_data(console.table(("setting", "value", "from"), rows))
    console.print_message(f"The settings file is {settings.config_path()}.")

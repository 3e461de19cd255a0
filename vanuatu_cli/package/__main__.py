"""The entry point of `vanuatu` and `python -m vanuatu`."""

import sys

from vanuatu.cli.terminal.signals import install_handlers, mark_done


def main() -> None:
    """Run the command line and exit with its exit code, or with that of the signal that ends it."""
    install_handlers()
    from vanuatu.cli.app import run  # imported here so that Ctrl-C also ends the import cleanly

    code = run(sys.argv[1:])
    mark_done()
    sys.exit(code)


if __name__ == "__main__":
    main()

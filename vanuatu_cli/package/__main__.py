"""The entry point of `vanuatu` and `python -m vanuatu`."""

import sys

from vanuatu.cli.terminal.signals import heed, leave


def main() -> None:
    """Run the command line and exit with its exit code, or with that of the signal that ends it."""
    heed()
    from vanuatu.cli.app import run  # imported here so that Ctrl-C also ends the import cleanly

    code = run(sys.argv[1:])
    leave()
    sys.exit(code)


if __name__ == "__main__":
    main()

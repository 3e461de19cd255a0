"""The way in: `vanuatu` and `python -m vanuatu`."""

import sys

from vanuatu.cli.terminal.signals import heed, leave


def main() -> None:
    """Run the command line and end with its exit code, or with that of the signal that ends it."""
    heed()
    from vanuatu.cli.app import run  # only now, so that Ctrl-C ends it cleanly even while it loads

    code = run(sys.argv[1:])
    leave()
    sys.exit(code)


if __name__ == "__main__":
    main()

"""The way in: `vanuatu` and `python -m vanuatu`."""

import sys

from vanuatu.cli.terminal.signals import Ended, heed


def main() -> None:
    """Run the command line and end with its exit code."""
    try:
        heed()
        from vanuatu.cli.app import run  # inside, so that Ctrl-C ends it cleanly even while it loads

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    except Ended as ended:
        code = ended.code
    # Python remembers a Ctrl-C that came while text was executed, as when a dataclass is made, and would end
    # by a signal whatever the exit code. Other text makes it forget.
    exec("")
    sys.exit(code)


if __name__ == "__main__":
    main()

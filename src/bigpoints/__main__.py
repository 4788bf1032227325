"""The command `bigpoints`, also as `python -m bigpoints`."""

import sys


def run() -> int:
    """Run the command line; Ctrl-C is answered in a line even while the program is still being loaded."""
    try:
        from bigpoints.cli.app import main

        return main()
    except KeyboardInterrupt:
        print("bigpoints: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(run())

"""The command `bigpoints`, also as `python -m bigpoints`."""

import sys

from bigpoints.optional_deps import MissingExtra, extra_of_command, require_extra

_FAULT, _INTERRUPTED = 1, 130


def run() -> int:
    """Run the command line; a missing extra, or Ctrl-C while the program is still being loaded, is one line."""
    try:
        with require_extra(*extra_of_command(sys.argv[1:])):
            from bigpoints.cli.app import main
        return main()
    except MissingExtra as error:
        return _complain(str(error), _FAULT)
    except KeyboardInterrupt:
        return _complain("interrupted", _INTERRUPTED)


def _complain(message: str, code: int) -> int:
    print(f"bigpoints: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(run())

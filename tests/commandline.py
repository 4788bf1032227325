"""How tests run the command `bigpoints`: in this process, in another one, or on a terminal."""

import io
import os
import pty
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import NamedTuple
from unittest.mock import patch

from bigpoints.terminal.app import main

COMMAND = (sys.executable, "-m", "bigpoints")


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def bigpoints(*args: object, given: bytes = b"") -> Outcome:
    """Run a command in this process, into a pipe."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given))
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stdin):
        code = main([str(arg) for arg in args])
    return Outcome(code, out.getvalue(), err.getvalue())


def refused(*args: object, given: bytes = b"", code: int = 1) -> str:
    """Run a command that must fail with one line on standard error and nothing else; gives that line."""
    outcome = bigpoints(*args, given=given)
    assert (outcome.code, outcome.out) == (code, ""), outcome
    assert outcome.err.count("\n") == 1, outcome
    return outcome.err.strip()


def on_a_terminal(*args: object, columns: int = 100) -> str:
    """What a command shows on a terminal of so many columns, colour codes included."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    environment.pop("NO_COLOR", None)
    command = [*COMMAND, *map(str, args)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment):
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # On Linux the end of a terminal is an error.
            while chunk := os.read(ours, 65536):
                shown += chunk
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")

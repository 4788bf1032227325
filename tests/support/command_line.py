"""Runs of the command `bigpoints`: in this process, in another one, or on a terminal."""

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import NamedTuple, Self
from unittest.mock import patch

from bigpoints.cli.app import main

COMMAND = (sys.executable, "-m", "bigpoints")


class Outcome(NamedTuple):
    """The result of a command."""

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
    """The output of a command on a terminal with a number of columns, colour codes included."""
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


class Screen:
    """A terminal with a command in it, and what it has shown since we last looked."""

    def __init__(self, *command: object) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.execv(sys.executable, list(map(str, command)))  # noqa: S606

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)

    def until(self, words: str) -> str:
        """Everything shown up to these words, without colours."""
        shown, end = "", time.monotonic() + 30
        while words not in shown:
            assert time.monotonic() < end, f"{words!r} never came; there was: {shown}"
            if select.select([self.fd], [], [], 0.1)[0]:
                shown += os.read(self.fd, 65536).decode(errors="replace")
        return re.sub(r"\x1b\[[0-9;?]*m", "", shown)

    def type(self, words: str) -> None:
        """Type a line."""
        os.write(self.fd, f"{words}\n".encode())

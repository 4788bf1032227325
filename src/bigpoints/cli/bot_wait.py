"""Wait for a bot: a spinner shows on a terminal that it thinks, and Ctrl-C stops it at once."""

import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from threading import Event, Thread
from typing import TypeVar

from bigpoints.bots.ask import complete_future
from bigpoints.cli.console import stderr
from bigpoints.errors import printable
from bigpoints.locales import Catalogue

Answer = TypeVar("Answer")
_POLL_SECONDS = 0.1
"""Interval of looking for Ctrl-C."""
_STOP_SECONDS = 1.0
"""Time for an interrupted bot to stop."""


def wait_for_bot(think: Callable[[Event], Answer], name: str, catalogue: Catalogue) -> Answer:
    """Call `think` in a thread and return its answer; the event that it gets is set when the wait is interrupted."""
    stop, answer = Event(), Future[Answer]()
    # Compiled code does not see Ctrl-C, and a bot may ignore its event; this thread sees it, and stops waiting.
    thread = Thread(target=complete_future, args=(answer, partial(think, stop)), daemon=True)
    try:
        thread.start()
        with _spinner(catalogue.text("terminal.thinking", name=printable(name))):
            # On Windows Ctrl-C does not interrupt a wait without a timeout.
            while not wait([answer], timeout=_POLL_SECONDS).done:
                pass
    except BaseException:
        stop.set()
        if thread.is_alive():
            thread.join(_STOP_SECONDS)
        raise
    return answer.result()


def _spinner(words: str) -> AbstractContextManager[object]:
    """A status line on standard error that disappears at the end; shown only on a terminal."""
    return stderr().status(words) if sys.stderr.isatty() else nullcontext()

"""Waiting for a bot: a terminal says that it thinks, and Ctrl-C ends it at once."""

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
_LOOK = 0.1
_PATIENCE = 1.0


def awaited(think: Callable[[Event], Answer], who: str, catalogue: Catalogue) -> Answer:
    """What `think` answers; the event that it is given is set when nobody waits any longer."""
    stop, answer = Event(), Future[Answer]()
    # Compiled code hears of no Ctrl-C, and a bot may not heed its event: this thread waits, and need not wait on.
    thread = Thread(target=complete_future, args=(answer, partial(think, stop)), daemon=True)
    try:
        thread.start()
        with _spinner(catalogue.text("terminal.thinking", name=printable(who))):
            while not wait([answer], timeout=_LOOK).done:  # A wait without an end hears of no Ctrl-C on Windows.
                pass
    except BaseException:
        stop.set()
        if thread.is_alive():
            thread.join(_PATIENCE)
        raise
    return answer.result()


def _spinner(words: str) -> AbstractContextManager[object]:
    """A line on standard error that goes when the wait is over; there is none unless that is a terminal."""
    return stderr().status(words) if sys.stderr.isatty() else nullcontext()

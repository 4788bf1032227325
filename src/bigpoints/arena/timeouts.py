"""Dealing with bots that may do anything: each call runs in a thread of its own and can be left behind."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Event, Thread
from time import monotonic
from typing import Protocol, TypeVar

from bigpoints.bots.ask import close_quietly, complete_future
from bigpoints.bots.bot import Bot

GRACE = 1.0
"""Seconds that a bot has to come to an end once it was told to stop."""
CLOSING = 3.0
"""Seconds that it has to let go of what it holds, a program perhaps."""
_LOOK = 0.05
"""Seconds after which an interruption is noticed."""
T = TypeVar("T")


class Hung(Exception):
    """A call that did not come back."""


class Interrupted(Exception):
    """The whole match was interrupted: this game will not be finished."""


class Signal(Protocol):
    """An event of threads or of processes."""

    def is_set(self) -> bool:
        """Whether it has happened."""
        ...


_interruptions: list[Signal] = []


def heed(interruption: Signal) -> None:
    """Give up every game of this process as soon as an event is set."""
    _interruptions.append(interruption)


def within(seconds: float, call: Callable[[], T], stop: Event, loading: float = 0.0) -> Future[T]:
    """A call that has come to its end, well or badly; after so many seconds it is told to stop, but may still load."""
    future: Future[T] = Future()
    try:
        Thread(target=complete_future, args=(future, call), daemon=True).start()
        if _is_done(future, seconds):
            return future
    finally:
        stop.set()
    if not _is_done(future, loading + GRACE):
        raise Hung
    return future


def dismiss(bot: Bot) -> None:
    """Close a bot; one that does not go is left behind."""
    closing = Thread(target=close_quietly, args=(bot,), daemon=True)
    closing.start()
    closing.join(CLOSING)


def _is_done(future: Future[T], seconds: float) -> bool:
    """Whether a future is done, waiting so long for it."""
    end = monotonic() + seconds
    while not wait([future], timeout=min(max(end - monotonic(), 0), _LOOK)).done:
        if any(event.is_set() for event in _interruptions):
            raise Interrupted
        if monotonic() >= end:
            return False
    return True

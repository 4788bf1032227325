"""Calls into bots with time limits: each runs in a daemon thread, which is abandoned if it hangs."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Event, Thread
from time import monotonic
from typing import Protocol, TypeVar

from bigpoints.bots.ask import close_quietly, complete_future
from bigpoints.bots.bot import Bot

GRACE_SECONDS = 1.0
"""Time that a bot has to return once its stop event is set."""
CLOSING_SECONDS = 3.0
"""Time that a bot has to close, and to end its program if it has one."""
_POLL_SECONDS = 0.05
"""Longest delay until an interruption is noticed."""
T = TypeVar("T")


class CallTimedOut(Exception):
    """A call did not return in time."""


class Interrupted(Exception):
    """The match was interrupted: this game will not be finished."""


class Flag(Protocol):
    """An event, of threads or of processes."""

    def is_set(self) -> bool:
        """Whether it is set."""
        ...


_interruptions: list[Flag] = []


def watch_interruption(interruption: Flag) -> None:
    """Abandon every game of this process as soon as the flag is set."""
    _interruptions.append(interruption)


def call_with_timeout(seconds: float, call: Callable[[], T], stop: Event, loading: float = 0.0) -> Future[T]:
    """Run a call in a thread; its future once it has returned or raised. Raises CallTimedOut if it does neither.

    After `seconds` its stop event is set; then it has `loading` and the grace time left.
    """
    future: Future[T] = Future()
    try:
        Thread(target=complete_future, args=(future, call), daemon=True).start()
        if _is_done(future, seconds):
            return future
    finally:
        stop.set()
    if not _is_done(future, loading + GRACE_SECONDS):
        raise CallTimedOut
    return future


def close_with_timeout(bot: Bot) -> None:
    """Close a bot; one that hangs is abandoned."""
    closing = Thread(target=close_quietly, args=(bot,), daemon=True)
    closing.start()
    closing.join(CLOSING_SECONDS)


def _is_done(future: Future[T], seconds: float) -> bool:
    """Whether a future is done within `seconds`."""
    end = monotonic() + seconds
    while not wait([future], timeout=min(max(end - monotonic(), 0), _POLL_SECONDS)).done:
        if any(event.is_set() for event in _interruptions):
            raise Interrupted
        if monotonic() >= end:
            return False
    return True

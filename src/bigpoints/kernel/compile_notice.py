"""Saying that the kernel is being compiled: it takes seconds, once on a machine, and nobody likes a silent wait."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext

from numba.core import event
from rich.console import Console

Notice = Callable[[], AbstractContextManager[object]]
_PACKAGE = __name__.partition(".")[0]


def spinner() -> AbstractContextManager[object]:
    """A line with a spinner on standard error, if that is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        return nullcontext()
    return Console(stderr=True).status("Compiling for this machine: up to a minute, the first time only …")


def on_compile(notice: Notice) -> None:
    """Show something else from now on; `notice` gives a context in which the compiling happens."""
    _listener.notice = notice


class _Listener(event.Listener):
    """Hears of every function that numba compiles; one of ours may compile others on its way."""

    def __init__(self, notice: Notice) -> None:
        self.notice = notice
        self._depth = 0
        self._shown = ExitStack()

    def on_start(self, event: event.Event) -> None:
        if not _is_ours(event):
            return
        self._depth += 1
        if self._depth == 1:
            self._shown.enter_context(self.notice())

    def on_end(self, event: event.Event) -> None:
        if not _is_ours(event):
            return
        self._depth -= 1
        if self._depth == 0:
            self._shown.close()


def _is_ours(event: event.Event) -> bool:
    module: str = event.data["dispatcher"].py_func.__module__
    return module.partition(".")[0] == _PACKAGE


_listener = _Listener(spinner)
event.register("numba:compile", _listener)  # type: ignore[no-untyped-call]

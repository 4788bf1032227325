"""A notice while the kernel is compiled, which takes up to a minute once per machine."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext

from numba.core import event
from rich.console import Console

Notice = Callable[[], AbstractContextManager[object]]
_PACKAGE = __name__.partition(".")[0]


def spinner() -> AbstractContextManager[object]:
    """A line with a spinner on standard error if that is a terminal, otherwise nothing."""
    if not sys.stderr.isatty():
        return nullcontext()
    return Console(stderr=True).status("Compiling for this machine: up to a minute, the first time only …")


def on_compile(notice: Notice) -> None:
    """Replace the notice: from now on compilation runs inside the context that `notice` returns."""
    _listener.notice = notice


class _Listener(event.Listener):
    """Listener for numba's compile events. They nest: compiling one function may compile others that it calls."""

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

"""The cost of a request beyond its count: work that depends on the size of a table is charged to who asked for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Payer = Callable[[float], None]
"""Called with a cost, in requests."""

_PAYER: ContextVar[Payer | None] = ContextVar("payer", default=None)


@contextmanager
def charged_to(payer: Payer) -> Iterator[None]:
    """Let somebody pay for the work of this context, and of the tasks that it starts."""
    token = _PAYER.set(payer)
    try:
        yield
    finally:
        _PAYER.reset(token)


def charge(cost: float) -> None:
    """Charge work to who asked for it; work of the server itself is free."""
    if payer := _PAYER.get():
        payer(cost)

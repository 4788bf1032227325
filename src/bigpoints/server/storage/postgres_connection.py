"""Connections to PostgreSQL that never wait for ever."""

from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen

T = TypeVar("T")
_ANSWER_SECONDS = 15.0
"""Longest wait for an answer: a little longer than the server's own limits for statements and locks."""


class BoundedConnection(psycopg.Connection):
    """A connection that is given up when the server does not answer, though the network takes what is sent."""

    def wait(self, gen: PQGen[T], *args: Any, **names: Any) -> T:
        """Wait for an answer, up to a limit."""
        return super().wait(self._until(gen, monotonic() + _ANSWER_SECONDS), *args, **names)

    def _until(self, gen: PQGen[T], end: float) -> PQGen[T]:
        """The same conversation with the server; psycopg goes on with it every 0.1 seconds, ready or not."""
        try:
            waits_for = next(gen)
            while True:
                ready = yield waits_for
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer for {_ANSWER_SECONDS:.0f} seconds")
                waits_for = gen.send(ready)
        except StopIteration as stop:
            answer: T = stop.value
            return answer

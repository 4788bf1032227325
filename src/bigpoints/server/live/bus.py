"""The bus: tells everybody that a table has a new version. It may lose messages: heartbeats carry the version, too."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Is told the code of a table and its version."""


class Bus(Protocol):
    """News of tables, between the workers of a server."""

    def publish(self, table: str, version: int) -> None:
        """Tell all listeners of all workers."""
        ...

    def listen(self, listener: Listener) -> None:
        """Hear all news from now on."""
        ...


class LocalBus:
    """The bus of a server that is a single process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, version: int) -> None:
        """Tell all listeners, at once."""
        for listener in self._listeners:
            listener(table, version)

    def listen(self, listener: Listener) -> None:
        """Hear all news from now on."""
        self._listeners.append(listener)

"""The bus: news that a table has a new version. It may lose messages, since heartbeats carry the version, too."""

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with the code of a table and its new version."""


class Bus(Protocol):
    """Publishes changes of tables to all workers of a server."""

    def publish(self, table: str, version: int) -> None:
        """Call every listener of every worker."""
        ...

    def subscribe(self, listener: Listener) -> None:
        """Add a listener, for all tables."""
        ...


class LocalBus:
    """The bus of a server that is a single process: it calls its listeners at once."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table: str, version: int) -> None:
        """Call every listener."""
        for listener in self._listeners:
            listener(table, version)

    def subscribe(self, listener: Listener) -> None:
        """Add a listener, for all tables."""
        self._listeners.append(listener)

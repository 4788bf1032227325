"""Metrics of the server, for Prometheus."""

from collections.abc import Callable, Hashable, Sized
from typing import TypeVar

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

from bigpoints.contract.constants import By

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

CONTENT_TYPE = CONTENT_TYPE_LATEST
"""The media type of `Metrics.text`."""

_COMMAND_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1)
_BOT_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30)


class _Children(dict[Key, Value]):
    """A cache of labelled metrics: `labels` of the Prometheus client takes longer."""

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._make(key)
        return value


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._loaded = self._gauge("tables_awake", "Tables in memory")
        self._stored = self._gauge("tables_kept", "Tables in the database")
        self._clients = self._gauge("clients", "Connected clients")
        self._connections = self._gauge("connections", "Open connections, sockets included")
        self._waiting = self._gauge("bots_waiting", "Bot moves queued")
        self._busy = self._gauge("bots_busy", "Busy bot workers")
        cuts = self._counter("connections_cut", "Connections refused or cut before a request was complete", "reason")
        moves = self._counter("moves", "Moves stored", "by")
        refusals = self._counter("refusals", "Requests and commands refused", "code")
        requests = self._counter("requests", "Requests answered and sockets closed", "route", "status")
        store_failures = self._counter("store_failures", "Calls of the store that failed", "cause")
        self._cuts: _Children[str, Counter] = _Children(cuts.labels)
        self._moves: _Children[str, Counter] = _Children(moves.labels)
        self._refusals: _Children[str, Counter] = _Children(refusals.labels)
        self._requests: _Children[tuple[str, int], Counter] = _Children(lambda key: requests.labels(*key))
        self._store_failures: _Children[str, Counter] = _Children(store_failures.labels)
        self._commands = self._histogram(
            "command_seconds", "Seconds from a command to its acknowledgement", _COMMAND_SECONDS
        )
        bot_seconds = self._histogram("bot_seconds", "Seconds a bot took for a move", _BOT_SECONDS, "bot")
        self._bot_seconds: _Children[str, Histogram] = _Children(bot_seconds.labels)

    def tables(self, *, loaded: int, stored: int | None) -> None:
        """Set the number of tables in memory and in the database, if it is known."""
        self._loaded.set(loaded)
        if stored is not None:
            self._stored.set(stored)

    def clients(self, connected: int) -> None:
        """Set the number of connected clients."""
        self._clients.set(connected)

    def watch_connections(self, connections: Sized) -> None:
        """Measure the number of open connections whenever metrics are read."""
        self._connections.set_function(lambda: len(connections))

    def connection_cut(self, reason: str) -> None:
        """Count a connection that was refused or cut."""
        self._cuts[reason].inc()

    def bots(self, *, waiting: int, busy: int) -> None:
        """Set the number of queued bot moves and of busy workers."""
        self._waiting.set(waiting)
        self._busy.set(busy)

    def moved(self, by: By) -> None:
        """Count a stored move."""
        self._moves[by].inc()

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals[code].inc()

    def requested(self, route: str, status: int) -> None:
        """Count an answered request. `route` is the template, which bounds the number of labels."""
        self._requests[route, status].inc()

    def store_failed(self, cause: str, calls: int) -> None:
        """Count calls of the store that failed. `cause` is the name of an error, which bounds the number of labels."""
        self._store_failures[cause].inc(calls)

    def answered(self, seconds: float) -> None:
        """Record the seconds from a command to its acknowledgement."""
        self._commands.observe(seconds)

    def bot_answered(self, bot: str, seconds: float) -> None:
        """Record the seconds that a bot took for a move."""
        self._bot_seconds[bot].observe(seconds)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def _gauge(self, name: str, words: str) -> Gauge:
        return Gauge(f"bigpoints_{name}", words, registry=self._registry)

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"bigpoints_{name}", words, labels, registry=self._registry)

    def _histogram(self, name: str, words: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"bigpoints_{name}", words, labels, registry=self._registry, buckets=buckets)

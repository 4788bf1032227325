"""The view of one client, in two halves: one shared by all clients of a table, one for this client only."""

from collections.abc import Set
from typing import NamedTuple

from pydantic_core import to_json

from bigpoints.contract.views import OwnView, TableView
from bigpoints.server.protocol.views import shared_view
from bigpoints.server.table.state import Table


class EncodedSharedView:
    """The half that all clients share, at one version of a table."""

    __slots__ = ("_json_head", "away", "values", "version")

    def __init__(self, table: Table, away: Set[int] = frozenset()) -> None:
        self.version = table.version
        self.away = away
        self.values = shared_view(table, away)
        self._json_head: bytes | None = None

    @property
    def json_head(self) -> bytes:
        """The half as JSON that goes on after a comma, encoded once however many clients there are."""
        if self._json_head is None:
            self._json_head = to_json(self.values)[:-1] + b","
        return self._json_head


class ClientView(NamedTuple):
    """Both halves, for REST as values and for sockets as JSON."""

    shared: EncodedSharedView
    own: OwnView

    @property
    def values(self) -> TableView:
        """The view as a dictionary."""
        return {**self.shared.values, **self.own}

    @property
    def json(self) -> bytes:
        """The view as JSON."""
        return self.shared.json_head + to_json(self.own)[1:]

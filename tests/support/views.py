"""Views as clients see them: the bytes of a socket, unpacked."""

import json
from collections.abc import Set
from typing import Any

from bigpoints.contract.unpack import unpack
from bigpoints.contract.views import PackedView, TableView
from bigpoints.server.protocol.packed_view import pack_view
from bigpoints.server.table.state import Table
from support.messages import as_sent


def view_of(table: Table, who: str | None = None, seat: int | None = None, away: Set[int] = frozenset()) -> Any:
    """The whole view of a browser; both of its forms are held to the contract."""
    return as_sent(TableView, unpack(as_sent(PackedView, json.loads(pack_view(table, who, seat, away)))))

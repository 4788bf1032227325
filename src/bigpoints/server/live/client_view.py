"""The view of one client: packed for sockets, whole for REST and for clients of the contract before."""

import json
from typing import NamedTuple

from pydantic_core import to_json

from bigpoints.contract.unpack import unpack
from bigpoints.contract.views import TableView


class ClientView(NamedTuple):
    """A view in the form in which it is written."""

    packed: bytes

    @property
    def values(self) -> TableView:
        """The whole view as a dictionary."""
        return unpack(json.loads(self.packed))

    @property
    def json(self) -> bytes:
        """The whole view as JSON."""
        return to_json(self.values)

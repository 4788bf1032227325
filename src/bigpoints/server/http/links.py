"""Links to tables and seats. Codes stand in the fragment, which browsers send to no server, so that none logs them."""

from typing import NamedTuple


class Links(NamedTuple):
    """Makes links that begin with the server's address."""

    address: str

    def table(self, code: str) -> str:
        """The link to a table."""
        return f"{self.address}/#/table/{code}"

    def seat(self, secret: str) -> str:
        """The link that brings a seat to another device, by its handover code."""
        return f"{self.address}/#/seat/{secret}"

"""A client for remote tables: a program takes a seat, sees what people see, and plays.

with Server("http://127.0.0.1:5055").join("ABCD2345", "Robby") as table:
    for view in table.turns():
        table.play(view.moves[0])

The package imports the contract, the game and its notation, never the server: they share the types of messages.
"""

from bigpoints.client.errors import NotBigPoints, NotThere, Refused
from bigpoints.client.server import Server
from bigpoints.client.table import Table
from bigpoints.client.views import Hint, TableView
from bigpoints.contract.requests import Setup

__all__ = ["Hint", "NotBigPoints", "NotThere", "Refused", "Server", "Setup", "Table", "TableView"]

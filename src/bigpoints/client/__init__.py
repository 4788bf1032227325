"""A client for remote tables: a program takes a seat, sees what people see, and plays. Text alone crosses the wire.

with Server("http://127.0.0.1:5055").join("ABCD2345", "Robby") as table:
    for view in table.turns():
        table.play(view.moves[0])
"""

from bigpoints.client.errors import NotBigPoints, NotThere, Refused
from bigpoints.client.server import Server, Setup
from bigpoints.client.table import Table
from bigpoints.client.views import TableView

__all__ = ["NotBigPoints", "NotThere", "Refused", "Server", "Setup", "Table", "TableView"]

"""Summaries of tables, for the list of a browser's own."""

from bigpoints.contract.answers import TableSummary
from bigpoints.server.protocol.views import own_view
from bigpoints.server.table.state import Table


def summary_view(table: Table, browser: str, link: str) -> TableSummary | None:
    """A table in short; None if it is no longer one of the browser's."""
    own = own_view(table, browser, None)
    if not own["owner"] and not own["yours"]:
        return None
    return {
        "table": table.code,
        "link": link,
        "state": table.state,
        "game": table.game,
        "names": [seat.name or seat.bot or "" for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "yours": own["yours"],
        "turn": None if table.position is None or table.position.is_over else table.position.seat,
        "owner": own["owner"],
        "at": table.at,
    }

"""Summaries of tables, for the list of a browser's own."""

from bigpoints.contract.answers import TableSummary
from bigpoints.server.table.state import Table, is_same


def summary_view(table: Table, browser: str, link: str) -> TableSummary | None:
    """A table in short; None if it is no longer one of the browser's."""
    yours, is_owner = table.seats_of(browser), is_same(table.owner, browser)
    if not is_owner and not yours:
        return None
    return {
        "table": table.code,
        "link": link,
        "state": table.state,
        "game": table.game,
        "names": [seat.name or seat.bot or "" for seat in table.seats],
        "bots": [seat.bot for seat in table.seats],
        "yours": list(yours),
        "turn": None if table.position is None or table.position.is_over else table.position.seat,
        "owner": is_owner,
        "at": table.at,
    }

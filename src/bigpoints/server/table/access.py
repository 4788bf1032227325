"""Who may watch a table."""

from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table, is_same


def may_watch(table: Table, browser: str | None) -> bool:
    """Players and the owner may; others may if the setup allows it, or while a seat is free."""
    if table.setup.watch == "anyone" or any(seat.free for seat in table.seats):
        return True
    return bool(table.seats_of(browser)) or is_same(table.owner, browser)


def check_may_watch(table: Table, browser: str | None) -> None:
    """Raise Refused unless a browser may watch."""
    if not may_watch(table, browser):
        raise Refused("watching_not_allowed")

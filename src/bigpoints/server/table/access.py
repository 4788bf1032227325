"""Who may watch a table, and who may take over a hand (R21)."""

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


# --- Hands ------------------------------------------------------------------------------------------------------------


def has_secrets(table: Table) -> bool:
    """Whether the hands of the table's game are hidden, and with them its past."""
    return table.state == "playing" and not table.setup.open_hands


def may_sit(table: Table, browser: str, seat: int) -> bool:
    """R21: who has had a hand of the game may take over no other, by whatever way the seat became free.

    Not even one that they had, once somebody else has had it since. The owner, who can remove people, may not take over
    a hand of somebody else at all.
    """
    if not has_secrets(table):
        return True
    its = table.seats[seat - 1]
    if table.hands_of(browser):
        return is_same(its.held_by, browser)
    return not its.known_to or not is_same(table.owner, browser)


def may_receive(table: Table, giver: str, browser: str, seat: int) -> bool:
    """R21: a seat moves to another device of its player, which knows nothing that the giver does not know."""
    if not has_secrets(table):
        return True
    known = table.hands_of(browser)
    return seat in known or known <= table.hands_of(giver)

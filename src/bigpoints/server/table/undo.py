"""Undos: how far one goes back, and who must agree to it."""

from bigpoints.server.table.state import Table


def undo_target(table: Table, seat: int) -> int | None:
    """How many plies remain if a seat takes its last turn back; None if it has made none at this table."""
    plies = table.plies
    number = len(plies) - 1
    while number >= 0 and plies[number].seat != seat:
        number -= 1
    # Plies that were made before the game came to this table stay.
    if number < 0 or plies[number].by is None:
        return None
    if number and plies[number - 1].turn == plies[number].turn and plies[number - 1].by:
        return number - 1
    return number


def is_undo_free(table: Table, seat: int, target: int) -> bool:
    """Whether nobody need be asked: since then no other person has acted."""
    return not any(ply.by == "person" and ply.seat != seat for ply in table.plies[target:]) or not _others(table, seat)


def all_agree(table: Table, agreed: frozenset[int]) -> bool:
    """Whether an undo is asked for and those who have agreed are all who must."""
    return table.request is not None and _others(table, table.request.seat) <= agreed


def _others(table: Table, seat: int) -> set[int]:
    return set(table.people) - {seat}

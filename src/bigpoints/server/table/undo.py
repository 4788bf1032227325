"""Undos: how many plies they take back, and who must agree."""

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
    """Whether an undo needs no consent: no other person has made a ply since."""
    for ply in table.plies[target:]:  # A loop, since views ask for this with every ply.
        if ply.by == "person" and ply.seat != seat:
            return not _others(table, seat)
    return True


def all_agree(table: Table, agreed: frozenset[int]) -> bool:
    """Whether everybody whose consent the requested undo needs has agreed."""
    return table.request is not None and _others(table, table.request.seat) <= agreed


def _others(table: Table, seat: int) -> set[int]:
    return {number for number, its in enumerate(table.seats, start=1) if its.is_person and number != seat}

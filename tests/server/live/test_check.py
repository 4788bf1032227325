"""The check of stored logs: it names the first version that cannot be read, and tells nobody's secrets."""

import json
from random import Random
from typing import Any

import pytest

from bigpoints.server.live.check import Fault, find_fault, without_ids
from bigpoints.server.storage.store import Entry
from bigpoints.server.table.commands import SERVER, Actor, Settle
from bigpoints.server.table.decide import decide
from bigpoints.server.table.events import Created, Event, event_text
from bigpoints.server.table.setup import Setup, opening_from_position
from bigpoints.server.table.state import after, begin
from support.stored_story import move
from support.story import BOARD, placed

BROWSER = "0123456789abcdef" * 4


def log() -> list[Entry]:
    """The log of a table that has begun, with a ply."""
    opening = opening_from_position(BOARD)
    seats = [placed(BROWSER), placed("ben")]
    created = Created(setup=opening.apply_to(Setup()), owner=BROWSER, seats=seats, opening=opening)
    table, events = begin("AAAAAAAA", created, 1), list[Event]([created])
    for actor, command in ((SERVER, Settle(id="begin")), (Actor("person", BROWSER), move(2, "B+"))):
        events.append(decide(table, actor, command, Random(1)))
        table = after(table, table.version + 1, 1, events[-1])
    return [Entry("AAAAAAAA", n, 1, None, event_text(event)) for n, event in enumerate(events, start=1)]


def fault_with(row: int, /, **change: Any) -> Fault | None:
    """The fault of a log one of whose rows is not as it should be."""
    entries = log()
    entries[row - 1] = entries[row - 1]._replace(**change)
    return find_fault("AAAAAAAA", entries)


def test_a_log_that_can_be_read_has_no_fault() -> None:
    assert find_fault("AAAAAAAA", log()) is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"event": "{"}, "log: a row is no event of a table: it is no JSON object, or its kind is unknown"),
        ({"event": '{"kind": "frob"}'}, "log: a row is no event of a table: it is no JSON object, or its kind is"),
        ({"event": '{"kind": "freed", "seat": 99}'}, "log: an event of kind 'freed' cannot be read: the value of seat"),
        ({"event": '{"kind": "ply", "seat": 1, "move": "Z9", "by": "person"}'}, "move: found 'Z9'"),
        ({"event": '{"kind": "ply", "seat": 1, "move": "Y+", "by": "person"}'}, "Y+ cannot be played"),
        ({"event": log()[0].event}, "it does not fit the events before it (TypeError)"),
        ({"event": "[" * 100_000}, "log: a row is no event of a table"),
        ({"event": '{"kind": "freed\udcff"}'}, "log: a row is not UTF-8"),
        ({"event": b"{}"}, "log: a row is no text"),
        ({"at": "noon"}, "log: a row is no text, or its time is no whole number"),
        ({"at": True}, "log: a row is no text, or its time is no whole number"),
        ({"at": -1}, "log: the time of a row is in no year up to 9999"),
        ({"at": 253_402_300_800_000}, "log: the time of a row is in no year up to 9999"),
        ({"event": '{"kind": "freed", "\\udcff": 1}'}, "log: an event of kind 'freed' cannot be read"),
        ({"version": 5}, "it is missing: the next one is 5"),
    ],
)
def test_the_first_version_that_is_wrong_is_named_with_the_reason(change: dict[str, Any], problem: str) -> None:
    fault = fault_with(3, **change)
    assert fault
    assert fault.version == 3
    assert fault.problem.startswith(problem)


def test_a_log_begins_with_the_creation_of_its_table() -> None:
    assert find_fault("AAAAAAAA", []) == Fault(1, "it is missing: the table has no events")
    assert find_fault("AAAAAAAA", log()[1:]) == Fault(1, "it is missing: the next one is 2")
    ply = fault_with(1, event=log()[2].event)
    assert ply
    assert (ply.version, "TypeError" in ply.problem) == (1, True)


def test_no_fault_tells_who_anybody_is() -> None:
    secret = json.dumps({"kind": "seated", "seat": 1, "name": "Anna", BROWSER: BROWSER})
    fault = fault_with(3, event=secret)
    assert fault
    assert "012345…" in fault.problem
    assert BROWSER not in fault.problem
    assert without_ids(f"found {BROWSER}, 1234567") == "found 012345…, 1234567"

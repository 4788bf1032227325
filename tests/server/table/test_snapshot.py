"""Snapshots carry every field of a table, and what cannot be read is no table."""

import json
import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from bigpoints.server.table import snapshot as module
from bigpoints.server.table.commands import Change, Free, Next
from bigpoints.server.table.events import parse_event
from bigpoints.server.table.setup import Setup
from bigpoints.server.table.snapshot import (
    FORMAT,
    SNAPSHOT_EVENTS,
    BadSnapshot,
    is_due,
    is_game_kept,
    parse_snapshot,
    snapshot_text,
)
from bigpoints.server.table.state import Ply, Request, Seat, Table, after, begin
from support.long_logs import long_story
from support.story import SMALL, WITH_BLACK, Story, fold, three

LEGACY = Path(__file__).parents[2] / "data" / "legacy" / "tables.sqlite"
RECORD = '[Event "Picnic"]\n[Seat1 "A"]\n[Seat2 "B"]\n[Path "BRWBRK"]\n[First "1"]\n\nB+ R-\n\n'


def eventful() -> list[Table]:
    """Tables that have, taken together, a value of its own in every field."""
    asking = three().undo("ben", 2).agree("anna", 1)
    series = Story("anna", "ben", series=True, **SMALL).settled().play(Random(1))
    series.do("anna", Next)
    held = Story.of(WITH_BLACK, "anna", "ben", wires=True).away(2).leave("anna", 1)
    continued = Story.continuing(RECORD, "anna", "ben").play(Random(1), 1)
    wired = Story.of("BRWBRK 0,0 BR -/- 1 m wires=1:3", "anna", "ben").move("R+")
    removed = three()
    removed.do("anna", Free, seat=2)
    changed = Story("anna", None)
    changed.do("anna", Change, setup=Setup(players=3))
    stories = (asking, series, held, continued, wired, removed, changed)
    return [story.table for story in stories]


def test_every_field_is_carried() -> None:
    tables = eventful()
    seats = [seat for table in tables for seat in table.seats]
    plies = [ply for table in tables for ply in table.plies]
    requests = [table.request for table in tables if table.request]
    for kind, values in ((Table, tables), (Seat, seats), (Ply, plies), (Request, requests)):
        for number, name in enumerate(kind._fields):
            usual = kind._field_defaults.get(name)
            assert any(value[number] != usual for value in values), f"no example has a {kind.__name__}.{name}"
    assert [parse_snapshot(snapshot_text(table)) for table in tables] == tables
    restored = parse_snapshot(snapshot_text(tables[0]))
    assert isinstance(restored.plies[0], Ply)
    assert (restored.setup.shown, restored.board.options) == (tables[0].setup.shown, tables[0].board.options)


def test_a_field_of_a_kind_that_cannot_be_carried_is_noticed_at_once() -> None:
    class Seats(NamedTuple):
        seen: set[str]

    class Spread(NamedTuple):
        either: tuple[int, ...] | frozenset[int]

    for kind in (Seats, Spread):
        with pytest.raises(TypeError, match="a snapshot cannot carry"):
            module._codec(kind)


def test_tables_and_sets_inside_one_another_are_carried() -> None:
    class Seen(NamedTuple):
        by_seat: tuple[frozenset[str], ...]
        pairs: frozenset[tuple[str, int]]
        last: tuple[int, str] | None = None

    codec = module._codec(Seen)
    seen = Seen((frozenset("ab"), frozenset()), frozenset([("b", 2), ("a", 1)]), (3, "c"))
    assert codec.decode(json.loads(json.dumps(codec.encode(seen)))) == seen
    assert codec.decode(codec.encode(seen._replace(last=None))).last is None


def test_another_field_is_another_format() -> None:
    forms = [module._codec(NamedTuple("Form", fields)).name for fields in ([("a", int)], [("a", str)], [("b", int)])]
    assert len(set(forms)) == 3
    assert FORMAT.startswith(f"{module._MEANING}-")


@pytest.mark.parametrize(
    ("old", "new"), [("Anna", "Anne"), ("[", "[ "), ('"', ""), (snapshot_text(three().table)[:8], "00000000")]
)
def test_what_is_damaged_is_refused(old: str, new: str) -> None:
    text = snapshot_text(three().table)
    assert old in text
    for damaged in (text.replace(old, new, 1), text[:-1], ""):
        with pytest.raises(BadSnapshot):
            parse_snapshot(damaged)


@pytest.mark.parametrize("state", ["", "7", "{}", "[]", "[[]]", '["TABLE222", 1]'])
def test_what_is_no_table_is_refused(state: str) -> None:
    with pytest.raises(BadSnapshot):
        parse_snapshot(module._checksum(state) + state)


def test_one_is_due_after_every_128_events_and_for_the_first_game_of_these() -> None:
    story = long_story(800)
    due, kept, begun = [], [], []
    table = begin("TABLE222", story.log[0][2], story.log[0][1])
    for line in story.log[1:]:
        before, table = table, after(table, *line)
        begun += [table.version] if table.begun == table.version else []
        due += [table.version] if is_due(before, table) else []
        kept += [table.version] if is_game_kept(before, table) else []
    blocks = [next(versions) for block, versions in groupby(begun, lambda version: version // SNAPSHOT_EVENTS) if block]
    assert kept == blocks
    assert len(kept) > 3
    assert due == sorted({*kept, *range(SNAPSHOT_EVENTS, 801, SNAPSHOT_EVENTS)})


def test_whoever_changes_what_stored_events_mean_raises_the_meaning_of_snapshots() -> None:
    """If this fails and the format is the same, raise `_MEANING`; then write down both."""
    rows = 'SELECT code, version, at, event FROM events JOIN tables ON number = "table" ORDER BY code, version'
    with closing(sqlite3.connect(f"file:{LEGACY}?mode=ro&immutable=1", uri=True)) as database:
        logs = groupby(database.execute(rows).fetchall(), lambda row: row[0])
    texts = [snapshot_text(_folded(code, list(log))) for code, log in logs]
    found = sha256("".join(texts).encode()).hexdigest()[:12]
    assert (FORMAT, found) == ("1-a5448a0d", "406db0b67a3e")


def _folded(code: str, rows: list[tuple[str, int, int, str]]) -> Table:
    table = fold(code, ((version, at, parse_event(event)) for _, version, at, event in rows))
    assert table
    return table

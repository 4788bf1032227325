"""A log folded page by page is the table that its events make, wherever the fold begins."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.server.live.live_table import MAX_COMMANDS
from bigpoints.server.live.log_fold import LogFold, UnreadableLog, parse_log
from bigpoints.server.storage.store import Entry, TableSnapshot
from bigpoints.server.table.commands import Next
from bigpoints.server.table.events import event_text
from bigpoints.server.table.snapshot import FORMAT, snapshot_text
from bigpoints.server.table.state import Table
from support.long_logs import long_story
from support.story import BOARD, SMALL, Story, fold

CODE = "TABLE222"
STORY = long_story(300)
ENTRIES = [Entry(CODE, n, at, f"c{n}" if n > 1 else None, event_text(event)) for n, at, event in STORY.log]


def table_at(version: int) -> Table:
    table = fold(CODE, STORY.log[:version])
    assert table
    return table


def snapshot_at(version: int) -> TableSnapshot:
    table = table_at(version)
    return TableSnapshot(CODE, version, False, table.game, FORMAT, snapshot_text(table))


def fed(since: LogFold, size: int = 1000) -> LogFold:
    """A fold that was fed with the rest of the log, in pages."""
    while page := [entry for entry in ENTRIES if entry.version > since.after][:size]:
        if not since.feed(page) or len(page) < size:
            break
    return since


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 300), st.integers(2, 300))
def test_pages_from_the_beginning_from_a_snapshot_and_from_a_table_lead_to_the_same(version: int, size: int) -> None:
    whole = fed(LogFold(CODE), size)
    restored = fed(LogFold(CODE, snapshot_at(version)), size)
    known = fed(LogFold(CODE, table_at(version)), size)
    assert whole.table == restored.table == known.table == STORY.table
    assert restored.entries == known.entries == 300 - version
    assert list(restored.commands) == [(f"c{n}", n) for n in range(max(version + 1, 301 - MAX_COMMANDS), 301)]


def test_the_end_of_a_game_is_the_table_after_its_last_ply_wherever_the_fold_begins() -> None:
    begun = [version for version, _, event in STORY.log if event.kind == "begun"]
    assert len(begun) > 5
    for game in range(1, len(begun)):
        last = begun[game] - 1
        for since in (None, snapshot_at(begun[game - 1]), snapshot_at(begun[0])):
            ended = fed(LogFold(CODE, since, game), 50).ended
            assert ended == table_at(last)
            assert ended.board.is_over
            assert ended.game == game
    assert fed(LogFold(CODE, game=1), 10).entries < begun[1] + 10


def test_who_leaves_after_the_end_was_there_at_the_end() -> None:
    story = Story.of(BOARD, "anna", "ben").play(Random(1))
    end = story.table
    story.leave("ben", 2).sit("cleo", 2)
    story.do("anna", Next)
    fold = LogFold(CODE, game=1)
    fold.feed([Entry(CODE, n, at, None, event_text(event)) for n, at, event in story.log])
    assert fold.ended == end


def test_nothing_read_leaves_the_table_as_it_is() -> None:
    table = table_at(5)
    fold = LogFold(CODE, table)
    assert fold.after == 4
    assert not fold.feed([])
    assert (fold.entries, fold.table, fold.is_gone) == (0, table, True)


def test_every_page_goes_on_where_the_one_before_ended() -> None:
    for since in (None, snapshot_at(3), table_at(3)):
        fold = LogFold(CODE, since)
        fold.feed(ENTRIES[fold.after : 10])
        assert (fold.after, fold.is_gone) == (9, False)
        with pytest.raises(UnreadableLog, match="does not go on"):
            fold.feed(ENTRIES[10:])
        assert not fold.feed([])
        assert fold.is_gone


@pytest.mark.parametrize(
    "event",
    [
        "",
        "{",
        "[]",
        '{"kind":"nonsense"}',
        '{"kind":"ply","seat":1,"move":"?","by":"person"}',
        '{"kind":"ply","seat":1,"move":"P+","by":"person"}',
        '{"kind":"ply","seat":1,"by":"person"}',
        '{"kind":"freed","seat":5}',
        '{"kind":"begun","game":9,"start":"nonsense"}',
        '{"kind":"begun","game":9,"start":7}',
        '{"kind":"undone","seat":1,"plies":"many"}',
        ENTRIES[0].event,
        '{"kind":"changed","players":1000}',
        '{"kind":"begun","game":9,"start":"BRYWBRYKWBRYRBYK 0,0,0 BRY -/-/- 1 m"}',
        '{"kind":"freed","seat":1}\udcff',
        '{"kind":"seated","seat":1,"name":"\\ud800","browser":"b"}',
        "[" * 100_000,
    ],
)
def test_whatever_cannot_be_read_or_folded_is_unreadable_and_not_quoted(event: str) -> None:
    fold = LogFold(CODE, Story("anna", "ben", **SMALL).settled().table)
    newest = fold.table
    assert newest
    known = Entry(CODE, 2, newest.at, None, "{}")
    event_at_3 = Entry(CODE, 3, newest.at, None, event)
    with pytest.raises(UnreadableLog) as unreadable:
        fold.feed([known, event_at_3])
    assert str(unreadable.value).isidentifier()


@pytest.mark.parametrize("other", [ENTRIES[5], ENTRIES[4]._replace(at=1)])
def test_a_log_that_is_another_one_is_unreadable(other: Entry) -> None:
    for since in (table_at(5), snapshot_at(5)):
        fold = LogFold(CODE, since)
        with pytest.raises(UnreadableLog, match="does not go on"):
            fold.feed([other])


def test_a_snapshot_under_the_wrong_version_is_unreadable() -> None:
    with pytest.raises(UnreadableLog):
        LogFold(CODE, snapshot_at(5)._replace(version=4)).feed(ENTRIES[3:])


@pytest.mark.parametrize("entries", [ENTRIES[:3] + ENTRIES[4:], ENTRIES[1:], [*ENTRIES[:3], ENTRIES[2]]])
def test_a_log_in_which_a_version_is_missing_or_there_twice_is_unreadable(entries: list[Entry]) -> None:
    with pytest.raises(UnreadableLog, match="BadEvent"):
        LogFold(CODE).feed(entries)


@pytest.mark.parametrize("at", ["noon", None, 1.5, True, -1, 10**17])
def test_a_time_that_is_none_is_unreadable_wherever_it_stands(at: Any) -> None:
    for version in (1, 3):
        spoiled = [*ENTRIES[: version - 1], ENTRIES[version - 1]._replace(at=at)]
        with pytest.raises(UnreadableLog, match="BadEvent"):
            LogFold(CODE).feed(spoiled)
        with pytest.raises(UnreadableLog, match="BadEvent"):
            parse_log(spoiled)


@pytest.mark.parametrize("event", ["{}", "[" * 100_000, b"{}", None, '{"kind":"freed","seat":1,"x":"\udcff"}'])
def test_events_are_read_or_the_log_is_unreadable(event: Any) -> None:
    assert parse_log(ENTRIES[:3]) == STORY.log[:3]
    with pytest.raises(UnreadableLog, match="BadEvent"):
        parse_log([ENTRIES[0]._replace(event=event)])

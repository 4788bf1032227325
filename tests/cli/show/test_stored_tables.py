"""Output of stored tables: whatever stands in a row, it is printed, and nobody is told of."""

from collections.abc import Callable

import pytest

from bigpoints.cli.console import stdout
from bigpoints.cli.show.stored_tables import Finding, print_events, print_findings, print_tables
from bigpoints.server.storage.inspect import StoredTable
from bigpoints.server.storage.store import Entry

BROWSER = "0123456789abcdef" * 4
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def shown(capsys: Capture) -> Callable[[], list[str]]:
    return lambda: capsys.readouterr().out.splitlines()


def test_a_table_in_the_trash_is_listed_with_the_time_it_was_thrown_away(shown: Callable[[], list[str]]) -> None:
    table = StoredTable("AAAAAAAA", 0, 1000, 7, deleted=2000)
    print_tables(stdout(), [table], with_trash=True)
    assert shown() == ["AAAAAAAA  1970-01-01T00:00:00Z  1970-01-01T00:00:01Z  1970-01-01T00:00:02Z  7"]
    print_tables(stdout(), [table])
    assert shown() == ["AAAAAAAA  1970-01-01T00:00:00Z  1970-01-01T00:00:01Z  7"]


@pytest.mark.parametrize("at", [2**62, -(2**62), "noon"])
def test_a_time_that_is_none_is_shown_as_it_is(shown: Callable[[], list[str]], at: int) -> None:
    print_tables(stdout(), [StoredTable("AAAAAAAA", 0, at, 7)])
    assert shown() == [f"AAAAAAAA  1970-01-01T00:00:00Z  {at}  7"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ('{"owner": "0123456789abcdef"}', '{"owner": "012345…"}'),
        (f'{{"kind": "created", "owner": "{BROWSER}', 'unreadable: {"kind": "created", "owner": "012345…'),
        ("\x1b[2J\udcff", "unreadable: \\x1b[2J\\udcff"),
        (b"\xff", "unreadable: b'\\xff'"),
        ("", "unreadable:"),
    ],
)
def test_an_event_is_shown_also_if_it_cannot_be_read(shown: Callable[[], list[str]], event: str, words: str) -> None:
    print_events(stdout(), [Entry("AAAAAAAA", 1, 0, None, event)])
    assert shown() == [f"1  1970-01-01T00:00:00Z  {words}"]


def test_a_finding_names_the_table_and_the_version_as_far_as_they_are_known(shown: Callable[[], list[str]]) -> None:
    findings = [Finding("AAAAAAAA", 3, "it is missing"), Finding("BBBBBBBB", None, "bad"), Finding(None, None, "\x1b")]
    print_findings(stdout(), findings)
    assert shown() == ["table AAAAAAAA, version 3: it is missing", "table BBBBBBBB: bad", "the database: \\x1b"]

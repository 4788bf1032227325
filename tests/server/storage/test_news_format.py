"""News between workers: tables and versions come back as they were told, in notifications that are not too long."""

from hypothesis import given
from hypothesis import strategies as st

from bigpoints.server.storage.news_format import parse_payload, payloads

CODES = st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=8, max_size=8)


@given(st.dictionaries(CODES, st.integers(0, 2**31)))
def test_news_come_back_as_they_were_told(changes: dict[str, int]) -> None:
    told = {table: version for payload in payloads(changes) for table, version in parse_payload(payload).items()}
    assert told == changes


def test_many_news_take_several_notifications_each_of_which_the_database_takes() -> None:
    changes = {f"TABLE{number:05}": 2**31 for number in range(3000)}
    texts = list(payloads(changes))
    assert len(texts) > 5
    assert max(len(text.encode()) for text in texts) < 7_900
    assert sum(len(parse_payload(text)) for text in texts) == 3000
    assert list(payloads({})) == []


def test_a_payload_is_tables_and_versions_with_spaces_between() -> None:
    assert list(payloads({"AAAAAAAA": 7, "BBBBBBBB": 0})) == ["AAAAAAAA:7 BBBBBBBB:0"]


def test_what_is_no_news_is_skipped() -> None:
    assert parse_payload("AAAAAAAA:7 BBBBBBBB :3 C:x D:-1 E:² hello") == {"AAAAAAAA": 7}


def test_numbers_that_no_table_reaches_are_no_news() -> None:
    assert parse_payload(f"A:{'1' * 5000} B:2 C:12345678901") == {"B": 2}

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine

from bigpoints.server.storage import append as append_module
from bigpoints.server.storage.append import Appender, PendingAppend
from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.migrate import migrate
from bigpoints.server.storage.schema import TABLES, log_of
from bigpoints.server.storage.store import Entry
from support.stores import entry

ENTRIES = st.builds(entry, st.sampled_from("ABC"), st.integers(1, 6), st.sampled_from([None, None, *"vwxyz"]))
NOBODY = None


class Plainly:
    """The law of the log, said one entry at a time."""

    def __init__(self) -> None:
        self.log: list[Entry] = []

    def append(self, batch: list[Entry]) -> list[bool]:
        refused: set[str] = set()
        answers = []
        for each in batch:
            own = [kept for kept in self.log if kept.table == each.table]
            known = each.command is not None and each.command in [kept.command for kept in own]
            fine = each.table not in refused and each.version == len(own) + 1 and not known
            answers.append(fine)
            if fine:
                self.log.append(each)
            else:
                refused.add(each.table)
        return answers


def append(appender: Appender, connection: Connection, batch: list[Entry], number: int) -> list[bool]:
    appender.begin_batch(number, number - 1)
    appends = [PendingAppend(NOBODY, number - 1, each, None) for each in batch]  # type: ignore[arg-type]
    return appender.append(connection, appends)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    engine = open_engine("sqlite://")
    migrate(engine)
    yield engine
    engine.dispose()


BATCHES = st.lists(st.lists(ENTRIES, min_size=1, max_size=12), max_size=6)


def differences(engine: Engine, batches: list[list[Entry]]) -> list[tuple[object, object]]:
    """Where putting entries in many at a time differs from the law: in an answer, or in what is there in the end."""
    appender, plainly = Appender(engine.dialect), Plainly()
    with engine.connect() as connection:
        connection.execute(TABLES.insert(), [{"code": code, "created": 0} for code in "ABC"])
        numbered = enumerate(batches, 1)
        pairs: list[tuple[object, object]] = [
            (append(appender, connection, batch, number), plainly.append(batch)) for number, batch in numbered
        ]
        found = [Entry(*row) for table in "ABC" for row in connection.execute(log_of(table))]
        connection.rollback()
    pairs.append((found, sorted(plainly.log, key=lambda each: each.table)))
    return [(ours, law) for ours, law in pairs if ours != law]


@settings(max_examples=100)
@given(BATCHES)
def test_many_at_a_time_come_to_the_same_as_one_at_a_time(engine: Engine, batches: list[list[Entry]]) -> None:
    assert differences(engine, batches) == []


@settings(max_examples=20)
@given(BATCHES)
def test_what_it_knows_may_be_forgotten_at_any_time(engine: Engine, batches: list[list[Entry]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(append_module, "_MAX_KNOWN", 0)
        assert differences(engine, batches) == []

"""A database whose file is moved or deleted while it is open: nothing is acknowledged that would be lost."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from bigpoints.server.storage.open_file import DatabaseFileGone, OpenFile
from bigpoints.server.storage.sql import SqlStore
from support.stores import ME, entry, with_store


@pytest.mark.parametrize("end", ["", "-wal"])
def test_nothing_is_acknowledged_while_a_file_of_the_database_is_gone(tmp_path: Path, end: str) -> None:
    file = tmp_path / f"tables{end}"

    async def story(store: SqlStore) -> None:
        assert await store.create(entry("T", 1), ME)
        file.rename(tmp_path / "elsewhere")
        with pytest.raises(DatabaseFileGone, match="moved or deleted"):
            await store.append(entry("T", 2, "c2"))
        file.touch()
        with pytest.raises(DatabaseFileGone):
            await store.read("T")
        (tmp_path / "elsewhere").rename(file)
        assert [each.version for each in await store.read("T")] == [1, 2]
        assert await store.append(entry("T", 3, "c3"))

    with_store(tmp_path / "tables", story)


def test_a_database_in_memory_has_no_file() -> None:
    OpenFile(create_engine("sqlite://")).check()

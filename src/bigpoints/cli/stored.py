"""Where the tables of a server are stored: a SQLite file, most often in a data folder, or a PostgreSQL database."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bigpoints.cli.database_option import refuse_password
from bigpoints.errors import BigPointsError
from bigpoints.optional_deps import require_extra

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from bigpoints.server.storage.inspect import Snapshot
    from bigpoints.server.storage.sql import SqlStore

Place: TypeAlias = "Path | URL"
"""A SQLite file or a PostgreSQL database."""
Change = Callable[["SqlStore", str], Awaitable[bool]]
"""Changes a table of a store; False if it does not exist."""

_LONGEST_ADDRESS = 4096


class AdminError(BigPointsError):
    """An admin command that cannot be done, or not while the server runs."""


def find_place(data: str | None, database: str | None, database_file: str | None) -> Place:
    """The place that the settings of a server name; a folder of the command comes before the environment's database."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import database_file as file_in
        from bigpoints.server.settings import Settings

        refuse_password(database)
    settings = Settings.given(data=data, database=database, database_file=database_file)
    is_folder = data is not None and database is None and database_file is None
    return file_in(settings.data) if is_folder or settings.database is None else settings.database


def parse_place(text: str) -> Place:
    """The place that a word names: a folder, a SQLite file, an address, or a file in which an address stands."""
    with require_extra("server", "the server"):
        from bigpoints.server.ops.data_folder import database_file
        from bigpoints.server.storage.address import is_address, parse_address, read_address

        refuse_password(text)
    try:
        if is_address(text):
            return parse_address(text)
        if _holds_address(Path(text)):
            return read_address(text)
    except ValueError as error:
        raise AdminError(f"{text.partition('://')[0]}…: accepted: {error}") from None
    return Path(text) if Path(text).is_file() else database_file(Path(text))


def _holds_address(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return b"://" in opened.read(_LONGEST_ADDRESS).partition(b"\n")[0]


def place_name(place: Place) -> str:
    """A place as it may be shown: a folder, a file, or an address without its password."""
    from bigpoints.server.storage.address import address_name

    if not isinstance(place, Path):
        return address_name(place)
    return str(place.parent if _is_in_data_folder(place) else place)


def place_url(place: Place) -> "URL":
    """The URL of a place."""
    from bigpoints.server.storage.engine import sqlite_url

    return sqlite_url(place) if isinstance(place, Path) else place


@contextmanager
def open_tables(place: Place) -> Iterator["Snapshot | None"]:
    """Open the stored tables for reading; None if the server has never run."""
    from bigpoints.server.storage.inspect import open_snapshot

    if isinstance(place, Path) and not place.exists():
        yield None
        return
    with open_snapshot(place) as kept:
        yield None if kept.is_empty() else kept


@contextmanager
def locked(place: Place, instead: str = "") -> Iterator[None]:
    """Keep servers away from a data folder; those on PostgreSQL hear of what happens to their tables."""
    from bigpoints.server.ops.data_folder import AlreadyRunning, DataFolder

    if not isinstance(place, Path) or not _is_in_data_folder(place):
        yield
        return
    try:
        with DataFolder(place.parent):
            yield
    except AlreadyRunning as error:
        raise AdminError(f"the server is {error.running}; stop it first{instead}") from None


def change_tables(place: Place, codes: Sequence[str], change: Change, instead: str = "") -> list[str]:
    """Change tables; gives the codes of those that were changed."""
    from bigpoints.server.storage.sql import SqlStore

    async def changed() -> list[str]:
        store = SqlStore(place_url(place))
        try:
            return [code for code in codes if await change(store, code)]
        finally:
            await store.close()

    with locked(place, instead):
        return asyncio.run(changed())


def _is_in_data_folder(file: Path) -> bool:
    from bigpoints.server.ops.data_folder import database_file

    return file == database_file(file.parent)

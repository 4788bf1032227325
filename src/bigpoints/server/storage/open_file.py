"""The files of a SQLite database while it is open: one that is moved or deleted meanwhile takes all that is stored."""

from pathlib import Path

from sqlalchemy import Engine

from bigpoints.server.storage.store import StoreFailed


class DatabaseFileGone(StoreFailed):
    """The file of a database, or its log of writes, is no longer the one that was opened."""


class OpenFile:
    """Knows the files of a database by their inodes; other databases than SQLite's have none."""

    def __init__(self, engine: Engine) -> None:
        name = engine.url.database if engine.dialect.name == "sqlite" else None
        is_file = name and name != ":memory:"
        self._files = [Path(f"{name}{end}") for end in ("", "-wal")] if is_file else []
        self._known: dict[Path, int] = {}

    def check(self) -> None:
        """Raise DatabaseFileGone unless every file that was once there is still the same."""
        for file in self._files:
            try:
                inode = file.stat().st_ino
            except FileNotFoundError:
                inode = None
            if inode != self._known.get(file, inode) or (inode is None and file == self._files[0]):
                raise DatabaseFileGone(f"{file}: it was moved or deleted while the server runs")
            if inode is not None:
                self._known[file] = inode

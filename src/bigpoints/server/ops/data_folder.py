"""The data folder of the server, and the locks by which one process at a time uses it."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from filelock import FileLock, Timeout

from bigpoints.errors import BigPointsError

if sys.platform != "win32":
    import fcntl

_DATABASE = "tables.sqlite"
_LOCK = "lock"
_RUNNING = "running.json"
_PATIENCE_SECONDS = 1.0
"""A server that is just stopping holds the locks for a moment longer."""
_RETRY_SECONDS = 0.05


class BadDataFolder(BigPointsError):
    """A data folder that cannot be used."""


class RunningServer(NamedTuple):
    """The process that holds a data folder, and its address; None while it starts, or if its file was removed."""

    pid: int | None
    url: str | None

    def __str__(self) -> str:
        return f"running at {self.url}" if self.url else "running or just starting in another process"


class AlreadyRunning(BigPointsError):
    """Another server holds this data folder."""

    def __init__(self, running: RunningServer) -> None:
        super().__init__(running)
        self.running = running

    def __str__(self) -> str:
        return f"the server is {self.running} already"


class DataFolder:
    """The exclusive use of a data folder: `with DataFolder(data) as folder: …; folder.announce(url)`."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._locks = ExitStack()

    def __enter__(self) -> Self:
        _make_folder(self._data)
        with ExitStack() as locks:
            try:
                locks.enter_context(FileLock(self._data / _LOCK, timeout=_PATIENCE_SECONDS))
                locks.enter_context(_folder_lock(self._data))
                (self._data / _RUNNING).unlink(missing_ok=True)  # Left by a server that was killed.
            except Timeout:
                raise AlreadyRunning(_running_server(self._data)) from None
            except OSError as error:
                raise _unusable(self._data, error) from None
            self._locks = locks.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # The disk may have turned read-only; the next start removes the file.
            (self._data / _RUNNING).unlink(missing_ok=True)
        self._locks.close()

    def announce(self, url: str) -> None:
        """Write down the address, for a second start to find."""
        draft = self._data / f".{_RUNNING}.{os.getpid()}"
        draft.write_text(json.dumps({"pid": os.getpid(), "url": url}), encoding="utf-8")
        draft.replace(self._data / _RUNNING)


def database_file(data: Path) -> Path:
    """The database in a data folder."""
    return data / _DATABASE


def _make_folder(data: Path) -> None:
    """Make the data folder if need be, readable by its owner only."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(data, error) from None
    if not os.access(data, os.W_OK | os.X_OK):
        raise BadDataFolder(f"{data}: the data folder cannot be written; choose another with --data")


@contextmanager
def _folder_lock(data: Path) -> Iterator[None]:
    """Lock the folder itself, since a lock file can be removed. Raises Timeout if another process has it.

    The database must not be locked instead: closing any descriptor of it would drop the locks of SQLite.
    """
    if sys.platform == "win32":  # There a file in use cannot be removed.
        yield
        return
    folder = os.open(data, os.O_RDONLY)
    try:
        _await_lock(folder, data)
        yield
    finally:
        os.close(folder)


def _await_lock(folder: int, data: Path) -> None:
    until = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            return fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise Timeout(str(data)) from None
        except OSError:  # Some network file systems lock no folders; the lock file has to do.
            return None
        time.sleep(_RETRY_SECONDS)


def _running_server(data: Path) -> RunningServer:
    try:
        announced = json.loads((data / _RUNNING).read_text(encoding="utf-8"))
        return RunningServer(int(announced["pid"]), str(announced["url"]))
    except (OSError, ValueError, KeyError, TypeError):
        return RunningServer(None, None)


def _unusable(data: Path, error: OSError) -> BadDataFolder:
    return BadDataFolder(f"{data}: the data folder cannot be used: {error.strerror}; choose another with --data")

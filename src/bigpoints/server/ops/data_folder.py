"""Where the server is at home: its data folder, and which process has it."""

import json
import os
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from filelock import FileLock, Timeout

from bigpoints.errors import BigPointsError

_DATABASE = "tables.sqlite"
_LOCK = "lock"
_RUNNING = "running.json"
# Those who only ask who runs hold the lock for a moment.
_PATIENCE_SECONDS = 1.0


class BadDataFolder(BigPointsError):
    """A data folder that cannot be used."""


class RunningServer(NamedTuple):
    """Who has a data folder: the process, and its address; neither is known while it starts."""

    pid: int | None
    url: str | None

    def __str__(self) -> str:
        return f"running at {self.url}" if self.url else "just starting in another process"


class AlreadyRunning(BigPointsError):
    """Another server has this data folder."""

    def __init__(self, running: RunningServer) -> None:
        super().__init__(running)
        self.running = running

    def __str__(self) -> str:
        return f"the server is {self.running} already"


class DataFolder:
    """The exclusive use of a data folder: `with DataFolder(data) as folder: …; folder.announce(url)`."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._lock = FileLock(data / _LOCK, timeout=_PATIENCE_SECONDS)

    def __enter__(self) -> Self:
        make_folder(self._data)
        try:
            self._lock.acquire()
        except Timeout:
            raise AlreadyRunning(_announced(self._data)) from None
        except OSError as error:
            raise _unusable(self._data, error) from None
        (self._data / _RUNNING).unlink(missing_ok=True)  # Of one that was killed.
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        (self._data / _RUNNING).unlink(missing_ok=True)
        self._lock.release()

    def announce(self, url: str) -> None:
        """Tell others under which address we run."""
        draft = self._data / f".{_RUNNING}.{os.getpid()}"
        draft.write_text(json.dumps({"pid": os.getpid(), "url": url}), encoding="utf-8")
        draft.replace(self._data / _RUNNING)


def database_file(data: Path) -> Path:
    """The file in a data folder that the tables are kept in."""
    return data / _DATABASE


def find_running(data: Path) -> RunningServer | None:
    """Who has a data folder now; nobody if it is not locked, whatever a file says that was left behind."""
    if not (data / _LOCK).exists():
        return None
    try:
        with FileLock(data / _LOCK, timeout=0):
            return None
    except Timeout:
        return _announced(data)
    except OSError as error:
        raise _unusable(data, error) from None


def make_folder(data: Path) -> Path:
    """The data folder, made if it was not there: nobody but its owner looks into it."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(data, error) from None
    if not os.access(data, os.W_OK | os.X_OK):
        raise BadDataFolder(f"{data}: the data folder cannot be written; choose another with --data")
    return data


def _announced(data: Path) -> RunningServer:
    try:
        told = json.loads((data / _RUNNING).read_text(encoding="utf-8"))
        return RunningServer(int(told["pid"]), str(told["url"]))
    except (OSError, ValueError, KeyError, TypeError):
        return RunningServer(None, None)


def _unusable(data: Path, error: OSError) -> BadDataFolder:
    return BadDataFolder(f"{data}: the data folder cannot be used: {error.strerror}; choose another with --data")

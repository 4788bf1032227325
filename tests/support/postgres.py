"""A real PostgreSQL of the tests' own: a cluster in a temporary folder, on a free port of loopback, not run by root."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from socket import create_server

import psycopg
import pytest
from psycopg import sql

_PATIENCE = 60.0
_BINARIES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *map(Path, os.get_exec_path()))
_QUICK = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "on"}
"""For tests that never cut the machine's power."""


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs; None if it is not installed."""
    return next((folder for folder in _BINARIES if (folder / "initdb").exists()), None)


class Postgres:
    """A cluster that can be stopped, killed and started again; each test makes a database of its own in it."""

    user = "bigpoints"

    def __init__(self, **settings: str) -> None:
        programs = binaries()
        if programs is None:
            pytest.skip("PostgreSQL is missing: apt install postgresql")
        self._programs = programs
        self._account = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root.
        self._settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", **_QUICK, **settings}
        self._names = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.password = secrets.token_urlsafe(9)
        self.folder = Path(tempfile.mkdtemp(prefix="bigpoints-postgres-"))
        with create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._make_cluster()
        self.start()

    def _make_cluster(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password, encoding="ascii")
        if self._account:
            account = pwd.getpwnam(self._account)
            for path in (self.folder, secret):
                os.chown(path, account.pw_uid, account.pw_gid)
        options = ("--auth=scram-sha-256", f"--pwfile={secret}", f"--username={self.user}", "--no-sync", "--locale=C")
        command = (
            self._programs / "initdb",
            "--pgdata",
            self.folder / "data",
            "--encoding=UTF8",
            "--locale=C",
            *options,
        )
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=self._account, cwd=self.folder)

    # --- Life ---------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [option for name, value in self._settings.items() for option in ("-c", f"{name}={value}")]
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *options]
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                # After a kill its helpers may hold the shared memory for a moment: then it gives up.
                with (self.folder / "log").open("ab") as log:
                    self._process = subprocess.Popen(
                        command, stdout=log, stderr=log, user=self._account, cwd=self.folder
                    )
            with suppress(psycopg.OperationalError), self.connect("postgres"):
                return
            time.sleep(0.05)
        raise AssertionError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()}")

    def processes(self) -> list[int]:
        """The ids of all its processes, the first one first."""
        return [self._process.pid, *_children(self._process.pid)] if self._process else []

    def kill(self) -> None:
        """End it and all its processes without a warning."""
        if self._process is None:
            return
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(_PATIENCE)

    def stop(self) -> None:
        """End it at once, but in order."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_PATIENCE)

    def remove(self) -> None:
        """End it for good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- Databases ----------------------------------------------------------------------------------------------------

    def connect(self, database: str) -> psycopg.Connection:
        """A connection of the test's own."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def url(self, database: str, *, user: str | None = None, port: int | None = None) -> str:
        """The address of a database, with the password."""
        return f"postgresql://{user or self.user}:{self.password}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test{next(self._names)}"
        with self.connect("postgres") as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)


@contextmanager
def running_postgres(**settings: str) -> Iterator[Postgres]:
    """A cluster, removed in the end; without PostgreSQL the test is skipped."""
    postgres = Postgres(**settings)
    try:
        yield postgres
    finally:
        postgres.remove()


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]

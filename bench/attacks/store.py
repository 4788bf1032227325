"""Attacks on the store: full disks, unreadable rows, wrong clocks, second servers."""

import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path

from attacks.scene import Finding, usual_server
from bigpoints.server.ops.data_folder import database_file
from support.server_process import Answer, Server, Visitor

_PROBE_SECONDS = 6.0
"""What /health says is at most 5 seconds old."""
_LONG_AGO_MS = 400 * 24 * 3600 * 1000


def fill_the_disk() -> Finding:
    """The files of the database cannot grow any more, then they can again."""
    with usual_server() as server:
        anna = Visitor(server.url)
        anna.create({"name": "Anna"})
        # The log, which is smaller, can still be written.
        _allow(server, max(file.stat().st_size for file in server.data.iterdir()))
        refused = next(filter("done".__ne__, (_refusal(anna) for _ in range(50))), "done")
        status = _health(anna)
        _allow(server, resource.RLIM_INFINITY)
        time.sleep(_PROBE_SECONDS)
        is_well = _health(anna) == 200 and _refusal(anna) == "done"
        is_logged = "store_failed" in server.logged()
    measured = f"{refused}; health {status}, then well: {is_well}; logged: {is_logged}"
    return Finding(
        refused == "unavailable" and status == 503 and is_logged and is_well, measured, "health and log tell"
    )


def _allow(server: Server, size: int) -> None:
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _refusal(visitor: Visitor) -> str:
    try:
        visitor.create({"name": "Anna"})
    except Answer as answer:
        return str(answer.code)
    return "done"


def _health(visitor: Visitor) -> int:
    return visitor.request("GET", "/health")[0]


def break_a_row() -> Finding:
    """One event of a table cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with usual_server(data) as server:
            anna = Visitor(server.url)
            good, bad = anna.create({"name": "Anna"}), anna.create({"name": "Anna"})
        with closing(sqlite3.connect(database_file(data))) as database, database:
            number = database.execute("SELECT number FROM tables WHERE code = ?", (bad,)).fetchone()[0]
            database.execute('UPDATE events SET event = ? WHERE "table" = ?', ('{"kind":"nonsense"}', number))
        with usual_server(data) as server:
            anna = Visitor(server.url, anna.token)
            status, code = _answer(anna, f"/api/tables/{bad}")
            listed = _listed(anna)
        check = _admin(data, "check")
    named = bad in check.stdout + check.stderr
    measured = f"its table: {status} {code}, listed: {len(listed)}, admin check names it: {named}"
    return Finding(code == "table_unreadable" and listed == [good] and named, measured, "other tables go on")


def _answer(visitor: Visitor, path: str) -> tuple[int, str]:
    try:
        visitor.ask("GET", path)
    except Answer as answer:
        return answer.status, str(answer.code)
    return 200, "done"


def _listed(visitor: Visitor) -> list[str]:
    with suppress(Answer):
        return [table["table"] for table in visitor.ask("GET", "/api/tables")["tables"]]
    return []


def _admin(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bigpoints", "admin", *words, "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def set_the_clock_wrong() -> Finding:
    """The server starts with a clock that is 400 days ahead of everything that is stored."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with usual_server(data) as server:
            anna = Visitor(server.url)
            anna.create({"name": "Anna"})
        with closing(sqlite3.connect(database_file(data))) as database, database:
            database.execute("UPDATE events SET at = at - ?", (_LONG_AGO_MS,))
            database.execute("UPDATE tables SET created = created - ?", (_LONG_AGO_MS,))
        with usual_server(data) as server:
            time.sleep(3)
            kept = len(_listed(Visitor(server.url, anna.token)))
    return Finding(kept == 1, f"{kept} of 1 tables are there", "a sweep waits, doubts the clock, and has a trash")


def remove_the_lock() -> Finding:
    """The lock file of a running server is removed, and a second server is started."""
    with usual_server() as server:
        (server.data / "lock").unlink(missing_ok=True)
        command = [sys.executable, "-m", "bigpoints", "serve", "--data", str(server.data), "--port", "0", "--no-open"]
        try:
            second = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        except subprocess.TimeoutExpired:
            return Finding(False, "both run", "one server has a data folder")
    return Finding(
        "running already" in second.stdout,
        "the second finds the first" if "running already" in second.stdout else "refused",
        "one server has a data folder",
    )


ATTACKS = (fill_the_disk, break_a_row, set_the_clock_wrong, remove_the_lock)

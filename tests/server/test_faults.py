"""Faults of the machine that the server runs on: a wrong clock. What is killed, cut or full stands in tests/faults."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bigpoints.server.ops.data_folder import database_file
from support.server_process import Visitor, serving


def test_a_clock_forty_years_ahead_at_the_start_deletes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"})
    forty_years = 40 * 365 * 24 * 3600 * 1000
    with closing(sqlite3.connect(database_file(data))) as database, database:
        database.execute("UPDATE events SET at = at - ?", (forty_years,))
        database.execute("UPDATE tables SET created = created - ?", (forty_years,))
    with serving(data) as server:
        anna = Visitor(server.url, anna.token)
        for _ in range(20):
            anna.create({"name": "Anna"})  # The store does it after whatever the start has asked for.
        with anna.at(code) as guest:
            guest.until(lambda view: view["state"] == "playing")
            assert "version" in guest.move()
    postponed = [line for line in map(json.loads, server_log(data)) if line["event"] == "sweep_postponed"]
    assert [(line["level"], round(line["days_off"] / 365)) for line in postponed] == [("warning", 40)]


def server_log(data: Path) -> list[str]:
    """The lines that the servers of a data folder have logged."""
    return data.with_name(f"{data.name}.log").read_text(encoding="utf-8").splitlines()

"""The writer: what waits is committed at once, refused alone, or fails together, and nothing acknowledged is lost."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from bigpoints.server.storage.schema import TABLES
from bigpoints.server.storage.store import Entry, StoreFailed
from support.stores import entry, seated, with_store
from support.writer_scene import PATIENCE, Scene, no_file_longer_than, play


@pytest.mark.parametrize(("largest_batch", "commits"), [(1000, 2), (30, 5), (1, 101)])
def test_all_that_waits_is_committed_at_once_up_to_a_bound(database: URL, largest_batch: int, commits: int) -> None:
    async def story(scene: Scene) -> None:
        assert all(await scene.append(*(entry("A", version) for version in range(6, 106))))
        assert scene.commits == commits, "one of them is that of the job which held the others up"

    play(database, story, largest_batch)


def test_an_entry_is_acknowledged_only_when_its_commit_has_returned(database: URL) -> None:
    go_on = Event()

    def hold(_: Connection) -> None:
        assert go_on.wait(PATIENCE)

    async def story(scene: Scene) -> None:
        event.listen(scene.engine, "commit", hold)
        answer = scene.writer.append(entry("A", 6), None)
        done, _ = await asyncio.wait([answer], timeout=0.2)
        assert not done
        assert len(scene.stored("A")) == 5
        go_on.set()
        assert await answer
        assert len(scene.stored("A")) == 6

    play(database, story)


def test_of_two_entries_for_the_same_version_one_wins(database: URL) -> None:
    async def story(scene: Scene) -> None:
        one, other, third = entry("A", 6, "x"), entry("A", 6, "y"), entry("B", 6, "z")
        assert await scene.append(one, other, third) == [True, False, True]
        assert scene.stored("A")[5:] == [one]
        assert scene.stored("B")[5:] == [third]

    play(database, story)


def test_one_wins_also_if_another_entry_cannot_go_with_the_rest(database: URL) -> None:
    async def story(scene: Scene) -> None:
        both = [entry("A", 6, "x"), entry("A", 6, "y")]
        assert await scene.append(*both, entry("B", 6, "5")) == [True, False, False]
        assert scene.stored("A")[5:] == both[:1]

    play(database, story)


def test_a_command_sent_twice_at_once_acts_once(database: URL) -> None:
    async def story(scene: Scene) -> None:
        assert await scene.append(entry("A", 6, "x"), entry("A", 7, "x"), entry("B", 6, "x")) == [True, False, True]
        assert [each.version for each in scene.stored("A")[5:]] == [6]

    play(database, story)


@pytest.mark.parametrize("largest_batch", [1000, 1])
@pytest.mark.parametrize("refused", [entry("A", 5, "x"), entry("A", 6, "5")], ids=["by version", "by command"])
def test_what_rests_on_a_refused_entry_is_refused_with_it(database: URL, refused: Entry, largest_batch: int) -> None:
    async def story(scene: Scene) -> None:
        resting = [entry("A", refused.version + 1, "y"), entry("A", refused.version + 2, "z")]
        assert await scene.append(entry("B", 6), refused, *resting, entry("B", 7)) == [True, False, False, False, True]
        assert len(scene.stored("A")) == 5
        assert len(scene.stored("B")) == 7
        assert await scene.append(*(entry("A", version) for version in (6, 7))) == [True, True], "now it is known"

    play(database, story, largest_batch)


def test_many_refusals_among_many_entries_spoil_no_other(database: URL) -> None:
    async def story(scene: Scene) -> None:
        tables = [f"T{number:03d}" for number in range(200)]
        rows = [{"code": table, "created": 0} for table in tables]
        await scene.writer.do(lambda connection: connection.execute(TABLES.insert(), rows).rowcount)
        assert all(await scene.append(*(entry(table, 1, "1") for table in tables)))
        commands = ["1" if number % 7 == 0 else "2" for number in range(200)]
        second = [entry(table, 2, command) for table, command in zip(tables, commands, strict=True)]
        third = [entry(table, 3, "3") for table in tables]
        expected = [command == "2" for command in commands]
        assert await scene.append(*second, *third) == expected * 2
        assert [len(scene.stored(table)) for table in tables] == [3 if fine else 1 for fine in expected]

    play(database, story)


def test_a_commit_that_fails_fails_for_all_of_its_batch_and_the_store_lives_on(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        entries = [entry("A", 6), entry("A", 7), entry("B", 6, event="x" * 100_000)]
        with no_file_longer_than((tmp_path / "db-wal").stat().st_size + 10_000):
            async with scene.held():
                answers = [scene.writer.append(each, None) for each in entries]
                jobs = [scene.writer.do(lambda _: "read"), scene.writer.do(lambda _: "cancelled")]
                jobs[1].cancel()
            failures = await asyncio.gather(*answers, jobs[0], return_exceptions=True)
        assert [type(failure) for failure in failures] == [StoreFailed] * 4
        assert "the database: " in str(failures[0])
        assert [len(scene.stored(table)) for table in "AB"] == [5, 5]
        assert await scene.append(*entries) == [True] * 3
        assert [len(scene.stored(table)) for table in "AB"] == [7, 6]

    play(tmp_path, story)


@pytest.mark.parametrize("moment", ["begin", "commit"])
def test_a_database_that_is_out_of_order_fails_until_it_is_in_order_again(database: URL, moment: str) -> None:
    async def story(scene: Scene) -> None:
        def refuse(_: Connection) -> None:
            raise OperationalError(moment, {}, OSError("out of order"))

        event.listen(scene.engine, moment, refuse)
        for _ in range(3):
            with pytest.raises(StoreFailed, match="out of order"):
                await scene.writer.append(entry("A", 6), None)
        assert len(scene.stored("A")) == 5
        event.remove(scene.engine, moment, refuse)
        assert await scene.writer.append(entry("A", 6), None)

    play(database, story)


def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    async def story(scene: Scene) -> None:
        def limit(connection: Connection, pages: int) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}").close()

        await scene.writer.do(lambda connection: limit(connection, 1))
        with pytest.raises(StoreFailed, match="full"):
            await scene.append(entry("B", 6), entry("A", 6, event="x" * 1_000_000), entry("A", 7))
        assert [len(scene.stored(table)) for table in "AB"] == [5, 5]
        await scene.writer.do(lambda connection: limit(connection, 1_000_000))
        assert await scene.append(entry("B", 6), entry("A", 6, event="x" * 1_000_000), entry("A", 7)) == [True] * 3

    play(tmp_path, story)


def test_whoever_is_cancelled_while_waiting_disturbs_nobody(database: URL) -> None:
    async def story(scene: Scene) -> None:
        async with scene.held():
            answers = [scene.writer.append(entry("A", version), None) for version in range(6, 16)]
            answers[3].cancel()
            answers[9].cancel()
        kept = [answer for answer in answers if not answer.cancelled()]
        assert await asyncio.gather(*kept) == [True] * 8
        assert await scene.append(entry("A", 16)) == [True]

    play(database, story)


def test_a_job_that_fails_is_undone_alone(database: URL) -> None:
    def job(connection: Connection) -> None:
        connection.execute(TABLES.insert(), {"code": "C", "created": 0})
        raise ZeroDivisionError

    def impossible(connection: Connection) -> None:
        connection.execute(TABLES.insert(), {"code": "A", "created": 0})

    async def story(scene: Scene) -> None:
        async with scene.held():
            before, failing = scene.writer.append(entry("A", 6), None), scene.writer.do(job)
            twice, after = scene.writer.do(impossible), scene.writer.append(entry("A", 7), None)
        assert (await before, await after) == (True, True)
        with pytest.raises(ZeroDivisionError):
            await failing
        with pytest.raises(StoreFailed, match=r"(?i)unique"):
            await twice
        codes = await scene.writer.do(lambda connection: connection.scalars(select(TABLES.c.code)).all())
        assert sorted(codes) == ["A", "B"]

    play(database, story)


def test_what_is_asked_is_done_in_that_order(database: URL) -> None:
    def newest(connection: Connection) -> int:
        return connection.exec_driver_sql("SELECT max(version) FROM events").scalar_one()  # type: ignore[no-any-return]

    async def story(scene: Scene) -> None:
        asked: list[Awaitable[int]] = []
        async with scene.held():
            for version in range(6, 16):
                asked += [scene.writer.append(entry("A", version), None), scene.writer.do(newest)]
        assert (await asyncio.gather(*asked))[1::2] == list(range(6, 16))

    play(database, story)


APPENDING = """
import asyncio, os, sys
from bigpoints.server.storage.sql import SqlStore
from bigpoints.server.storage.store import Entry

async def append(store, table):
    version = len(await store.read(table))
    while await store.append(Entry(table, version + 1, 0, None, "{}")):
        version += 1
        print(table, version, flush=True)

async def main():
    store = SqlStore(os.environ["DATABASE"])
    await asyncio.gather(*(append(store, table) for table in sys.argv[1:]))

asyncio.run(main())
"""


def test_nothing_that_was_acknowledged_is_lost_when_the_program_is_killed(database: URL) -> None:
    tables = ("AAAAAAAA", "BBBBBBBB", "CCCCCCCC")
    with_store(database, lambda store: seated(store, *tables))
    environment = {**os.environ, "DATABASE": database.render_as_string(hide_password=False)}
    acknowledged = dict.fromkeys(tables, 1)
    for lines in (20, 77, 150):
        program = [sys.executable, "-c", APPENDING, *tables]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=environment) as running:
            assert running.stdout
            heard = [running.stdout.readline() for _ in range(lines)]
            running.kill()
            heard += running.stdout.readlines()
        for line in heard:
            table, _, version = line.partition(" ")
            if line.endswith("\n"):
                acknowledged[table] = int(version)
        for table in tables:
            log = with_store(database, lambda store, table=table: store.read(table))  # type: ignore[misc]
            assert [each.version for each in log] == list(range(1, len(log) + 1))
            assert len(log) >= acknowledged[table]
    assert all(version > 1 for version in acknowledged.values())

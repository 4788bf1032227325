"""The writer's answers to callbacks, and what it tries once more: nothing is stored twice by that."""

import asyncio
import time
from collections.abc import Awaitable

import pytest
from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError

from bigpoints.server.storage.engine import open_engine
from bigpoints.server.storage.store import StoreFailed
from support.postgres import Postgres
from support.stores import entry
from support.writer_scene import Scene, play


def test_a_callback_is_answered_like_a_future_and_one_that_fails_spoils_no_other(database: URL) -> None:
    complaints: list[object] = []

    async def story(scene: Scene) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, about: complaints.append(about["exception"]))
        answers: list[bool | Exception] = []

        def fail(_: bool | Exception) -> None:
            raise ValueError("no")

        scene.writer.append_now(entry("A", 6), None, None, fail)
        scene.writer.append_now(entry("A", 7), None, None, answers.append)
        assert not await scene.writer.append(entry("A", 7), None)
        assert answers == [True]

    play(database, story)
    assert [str(complaint) for complaint in complaints] == ["no"]


def test_what_is_asked_in_one_turn_of_the_event_loop_is_one_batch(database: URL) -> None:
    async def story(scene: Scene) -> None:
        scene.commits = 0
        answers = [scene.writer.append(entry("A", version), None) for version in range(6, 106)]
        assert all(await asyncio.gather(*answers))
        assert scene.commits == 1

    play(database, story)


class Deadlock(Exception):
    """As PostgreSQL tells it to one of those who wait for each other."""

    sqlstate = "40P01"


@pytest.mark.parametrize(("failures", "is_stored"), [(1, True), (3, True), (99, False)])
def test_a_batch_that_was_undone_for_the_sake_of_others_is_tried_again(
    database: URL, failures: int, is_stored: bool
) -> None:
    left = [failures]

    def job(_: Connection) -> str:
        left[0] -= 1
        if left[0] >= 0:
            raise OperationalError("x", {}, Deadlock())
        return "done"

    async def story(scene: Scene) -> None:
        async with scene.held():
            answers: list[Awaitable[object]] = [
                scene.writer.append(entry("A", 5, "refused"), None),
                scene.writer.do(job),
                scene.writer.append(entry("A", 6), None),
                scene.writer.append(entry("B", 6), None),
            ]
        found = await asyncio.gather(*answers, return_exceptions=True)
        if is_stored:
            assert found == [False, "done", False, True]
        else:
            assert {type(answer) for answer in found} == {StoreFailed}
        assert [len(scene.stored(table)) for table in "AB"] == [5, 6 if is_stored else 5]
        assert await scene.append(entry("A", 6)) == [True]

    play(database, story)


def end_session(scene: Scene, connection: Connection) -> None:
    """End the writer's session, as if the database were restarted."""
    pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    other = open_engine(scene.engine.url)
    with other.connect() as session:
        session.exec_driver_sql("SELECT pg_terminate_backend(%s)", (pid,)).close()
        while session.exec_driver_sql("SELECT FROM pg_stat_activity WHERE pid = %s", (pid,)).first() is not None:
            session.rollback()  # Within a transaction the view stays as it was.
            time.sleep(0.01)
    other.dispose()


def test_a_connection_that_is_lost_before_the_commit_is_made_anew_unnoticed(postgres: Postgres) -> None:
    async def story(scene: Scene) -> None:
        times = iter(range(99))

        def job(connection: Connection) -> None:
            if next(times) == 0:
                end_session(scene, connection)

        one, middle, other = (
            scene.writer.append(entry("A", 6), None),
            scene.writer.do(job),
            scene.writer.append(entry("B", 6), None),
        )
        await middle
        assert (await one, await other) == (True, True)
        assert [len(scene.stored(table)) for table in "AB"] == [6, 6]

    play(make_url(postgres.new_database()), story)


def test_if_the_connection_is_lost_in_the_commit_its_callers_fail_and_the_next_batch_goes_on(
    postgres: Postgres,
) -> None:
    async def story(scene: Scene) -> None:
        def lose(connection: Connection) -> None:
            end_session(scene, connection)

        event.listen(scene.engine, "commit", lose)
        with pytest.raises(StoreFailed, match="the database: "):
            await scene.writer.append(entry("A", 6), None)
        event.remove(scene.engine, "commit", lose)
        assert await scene.writer.append(entry("A", 6), None), "it was not stored, as it turns out"

    play(make_url(postgres.new_database()), story)

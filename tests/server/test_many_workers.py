"""Several servers on one PostgreSQL: any of them serves any table, and one that ends or dies is replaced."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import psycopg
import pytest

from bigpoints.contract.constants import TABLE_GONE
from support.observation import closed, metric
from support.postgres import Postgres, running_postgres
from support.random_players import SMALL
from support.server_process import PATIENCE, Guest, Json, Server, Visitor, serving

TAKEOVER_SECONDS = 5.0


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """One that tests may kill."""
    with running_postgres() as running:
        yield running


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database()


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[list[Server]]:
    """Two workers."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(serving(tmp_path / name, database=database, away_seconds=1, beat_seconds=2))
            for name in ("one", "two")
        ]


def as_at(visitor: Visitor, server: Server) -> Visitor:
    """The same browser, at another worker."""
    return Visitor(server.url, visitor.token)


def versions(guest: Guest) -> list[int]:
    return [frame["view"]["version"] for frame in guest.frames if "view" in frame]


def shared(view: Json) -> Json:
    """What everybody sees of a game; who is away shows a moment later."""
    own = ("owner", "yours", "seat", "hand", "undo", "position", "seats")
    return {name: value for name, value in view.items() if name not in own}


def begun(view: Json) -> bool:
    return bool(view["state"] == "playing")


def moves(view: Json) -> list[str]:
    return [each["move"] for each in view["moves"]]


# --- One table at two workers -----------------------------------------------------------------------------------------


def test_people_at_two_workers_play_a_game_and_see_the_same(pair: list[Server]) -> None:
    anna, ben = Visitor(pair[0].url), Visitor(pair[1].url)
    code = anna.create({"name": "Anna"}, setup={**SMALL, "first": 1})
    ben.join(code, "Ben")
    rng = Random(1)
    with anna.at(code) as one, ben.at(code) as two:
        one.until(begun)
        two.until(begun)
        while one.view["state"] == "playing":
            guest, other = (one, two) if one.view["turn"] == 1 else (two, one)
            version = guest.move(rng=rng)["version"]
            guest.until(lambda view, version=version: view["version"] >= version)  # type: ignore[misc]
            other.until(lambda view, version=version: view["version"] >= version)  # type: ignore[misc]
            assert shared(one.view) == shared(two.view)
        for guest in (one, two):
            assert versions(guest) == sorted(versions(guest))
    log = anna.ask("GET", f"/api/tables/{code}/log")
    assert log["version"] == one.view["version"]


def test_what_one_worker_has_just_stored_the_other_answers_at_once(pair: list[Server]) -> None:
    anna = Visitor(pair[0].url)
    there = as_at(anna, pair[1])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as one, there.at(code):
        one.until(begun)
        for _ in range(5):
            version = one.move()["version"]
            assert there.view(code)["version"] >= version


def test_a_current_move_is_not_stale_at_a_worker_that_knows_less(pair: list[Server]) -> None:
    anna = Visitor(pair[0].url)
    there = as_at(anna, pair[1])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as one, there.at(code) as two:
        one.until(begun)
        two.until(begun)
        for _ in range(5):
            version = one.move()["version"]
            one.until(lambda view, version=version: view["version"] >= version)  # type: ignore[misc]
            if one.view["state"] != "playing":
                break
            # At once, whatever the other worker has heard of.
            two.view = one.view
            answer = two.move()
            assert "version" in answer, answer
            one.until(lambda view, answer=answer: view["version"] >= answer["version"])  # type: ignore[misc]


def test_a_command_sent_to_both_workers_acts_once(pair: list[Server]) -> None:
    anna = Visitor(pair[0].url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as one, as_at(anna, pair[1]).at(code) as two:
        one.until(begun)
        two.until(begun)
        about = {"id": "twice", "version": one.view["version"], "seat": one.view["turn"], "move": moves(one.view)[0]}
        assert one.command("move", **about) == two.command("move", **about)
        assert anna.view(code)["version"] == about["version"] + 1


def test_a_table_deleted_at_one_worker_is_closed_at_the_other(pair: list[Server]) -> None:
    anna = Visitor(pair[0].url)
    code = anna.create({"name": "Anna"}, setup=SMALL)
    with as_at(anna, pair[1]).at(code) as guest:
        guest.until(lambda view: view["version"])
        anna.ask("DELETE", f"/api/tables/{code}")
        assert closed(guest) == TABLE_GONE


# --- Attendance -------------------------------------------------------------------------------------------------------


def test_one_worker_lets_the_bots_of_a_table_play(pair: list[Server]) -> None:
    anna, ben = Visitor(pair[0].url), Visitor(pair[1].url)
    code = anna.create(
        {"bot": "random"}, {"bot": "greedy"}, {"name": "Anna"}, setup={**SMALL, "players": 3, "first": 1}
    )
    with anna.at(code) as one, ben.at(code) as two:
        for guest in (one, two):
            guest.until(lambda view: view.get("turn") == 3)
        made = [metric(Visitor(server.url), 'moves_total{by="bot"}') for server in pair]
    assert sorted(bool(number) for number in made) == [False, True]


def test_another_worker_takes_over_the_bots_of_one_that_dies(pair: list[Server]) -> None:
    anna = Visitor(pair[0].url)
    there = as_at(anna, pair[1])
    setup = {**SMALL, "players": 2, "first": 1, "bot_delay_ms": 3000}
    code = anna.create({"bot": "random"}, {"name": "Anna"}, setup=setup)
    with anna.at(code) as one:
        one.until(begun)
        with there.at(code) as two:
            two.until(begun)
            pair[0].kill()
            began = time.monotonic()
            two.until(lambda view: view["turn"] == 2)
            assert (
                time.monotonic() - began < TAKEOVER_SECONDS + 3 + PATIENCE / 2
            )  # The bot's own delay, and a busy machine.


def test_who_is_connected_at_another_worker_is_not_away_until_they_leave(pair: list[Server]) -> None:
    anna, ben = Visitor(pair[0].url), Visitor(pair[1].url)
    code = anna.create({"name": "Anna"}, setup=SMALL)
    ben.join(code, "Ben")
    with anna.at(code) as one:
        with ben.at(code) as two:
            two.until(begun)
            time.sleep(2.5)
            assert not anna.view(code)["seats"][1].get("away")
        one.until(lambda view: view["seats"][1].get("away"))
        with ben.at(code):
            one.until(lambda view: not view["seats"][1].get("away"))


# --- Workers and databases that end -----------------------------------------------------------------------------------


def test_people_stay_connected_while_the_database_is_gone(pair: list[Server], postgres: Postgres) -> None:
    anna = Visitor(pair[0].url)
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
    with anna.at(code) as one, as_at(anna, pair[1]).at(code) as two:
        one.until(begun)
        two.until(begun)
        postgres.kill()
        assert one.move()["refused"]["code"] == "unavailable"
        hear_storing(two, is_storing=False)  # Also who has done nothing.
        assert two.move()["refused"]["code"] == "unavailable"
        with anna.at(code) as three:
            hear_storing(three, is_storing=False)
        postgres.start()
        for guest in (one, two):
            hear_storing(guest, is_storing=True)
        answer = _retry(one)
        two.until(lambda view: view["version"] >= answer["version"])
        assert "version" in _retry(two)


def hear_storing(guest: Guest, *, is_storing: bool) -> None:
    """Wait until somebody is told whether anything can be stored."""
    while guest.hear().get("storing") is not is_storing:
        pass


def _retry(guest: Guest) -> Json:
    until = time.monotonic() + PATIENCE
    while "version" not in (answer := guest.move()):
        assert time.monotonic() < until, answer
        time.sleep(0.2)
    return answer


def test_a_wrong_clock_does_no_harm(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the second worker is a year ahead; what it stores has the database's time."""
    odd = tmp_path / "odd"
    odd.mkdir()
    (odd / "sitecustomize.py").write_text(
        "import time\nreal, real_ns = time.time, time.time_ns\nYEAR = 365 * 86400\n"
        "time.time = lambda: real() + YEAR\ntime.time_ns = lambda: real_ns() + YEAR * 10**9\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(odd))
    with serving(tmp_path / "server", database=database) as server:
        anna = Visitor(server.url)
        code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=SMALL)
        with anna.at(code) as one:
            one.until(begun)
            one.move()
    with psycopg.connect(database) as connection:
        found = connection.execute("SELECT max(at) / 1000 - extract(epoch FROM now()) FROM events").fetchone()
    assert found
    assert abs(found[0]) < 3600


def test_a_second_server_starts_while_the_first_migrates_or_runs(tmp_path: Path, database: str) -> None:
    with serving(tmp_path / "one", database=database) as one, serving(tmp_path / "two", database=database) as two:
        anna = Visitor(one.url)
        code = anna.create({"name": "Anna"}, setup=SMALL)
        assert as_at(anna, two).view(code)["version"] == 1

"""One address with many tables of bots, within all limits: the bots of others move as if it had a table or two."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from websockets.exceptions import ConnectionClosed

from support.observation import eventually, metric
from support.server_process import PATIENCE, Guest, Json, Server, Visitor, serving

TABLES = 8
SETUP: Json = {"bot_delay_ms": 0, "black": 0, "first": 1}
"""Without extra moves: a bot makes one ply for each of the person's."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker that searches, and somebody at whose tables four bots each search all the time."""
    data: Path = tmp_path_factory.mktemp("crowded") / "data"
    with serving(data, workers_for_bots=1) as server, ExitStack() as stack:
        crowd = Visitor(server.url, address="127.0.0.2")
        eventually(lambda: crowd.ask("GET", "/health")["bots_ready"], 5 * PATIENCE)
        for _ in range(TABLES):
            code = crowd.create(*[{"bot": "level6"}] * 4, setup={**SETUP, "players": 4})
            guest = stack.enter_context(crowd.at(code))
            Thread(target=hear_all, args=(guest,), daemon=True).start()
        eventually(lambda: metric(crowd, "bots_waiting") == TABLES - 1)
        yield server


def hear_all(guest: Guest) -> None:
    """Take whatever is sent, until the socket is closed."""
    try:
        while True:
            guest.hear()
    except (ConnectionClosed, TimeoutError):
        return


def plies_of_bots(visitor: Visitor) -> int:
    """All plies that bots have made so far."""
    found = re.search(r'^bigpoints_moves_total{by="bot"} (\S+)$', visitor.ask("GET", "/metrics"), re.MULTILINE)
    return round(float(found[1])) if found else 0


def plies_of_the_crowd(server: Server, bot: str, moves: int) -> int:
    """How many plies are made at other tables while somebody elsewhere plays some moves against a bot."""
    person = Visitor(server.url, address="127.0.0.3")
    code = person.ask("POST", "/api/quick", {"name": "Anna", "bot": bot, "setup": SETUP})["table"]
    with person.at(code) as guest:
        guest.until(lambda view: view.get("turn") == 1)
        before = plies_of_bots(person)
        for _ in range(moves):
            version = guest.move()["version"]
            guest.until(lambda view, made=version: view["version"] > made and view["turn"] == 1)  # type: ignore[misc]
        return plies_of_bots(person) - before - moves


def test_a_quick_bot_waits_for_no_search(crowded: Server) -> None:
    """Six moves take milliseconds; a search takes a second."""
    assert plies_of_the_crowd(crowded, "level1", 6) <= 6


def test_a_bot_that_searches_waits_for_one_search_of_another_address(crowded: Server) -> None:
    assert plies_of_the_crowd(crowded, "level6", 3) <= 2 * 3

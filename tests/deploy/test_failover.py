"""Workers that end behind a proxy: people play on through the other one, and lose nothing."""

import time
from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from typing import NoReturn

import pytest
from websockets.exceptions import WebSocketException

from support.deployment import Deployment, play_out, sit_down
from support.observation import eventually, refused
from support.server_process import PATIENCE, Answer, Guest, Visitor

PAUSE = 0.1
"""Seconds before a move, so that a game is not over before all workers are restarted."""


def worker_with_clients(deployment: Deployment) -> int:
    """The port of the worker that has all clients."""
    (port,) = (port for port, count in deployment.counts("clients").items() if count)
    return port


def test_a_worker_is_killed_and_its_people_play_on_through_the_other(shaken: Deployment) -> None:
    code, anna, ben = sit_down(shaken)
    with anna.at(code) as one, ben.at(code) as two:
        one.hear()
        two.hear()
        acknowledged = (one if one.view["turn"] == 1 else two).move()["version"]
        port = worker_with_clients(shaken)
        shaken.workers.pop(port).kill()
        with pytest.raises(WebSocketException):
            hear_for_ever(one)
    with anna.at(code) as one, ben.at(code) as two:
        assert one.hear()["view"]["version"] >= acknowledged
        play_out(one, two)
        assert set(shaken.counts("clients").values()) == {2}


def hear_for_ever(guest: Guest) -> NoReturn:
    while True:
        guest.hear()


class Player(Thread):
    """Somebody who plays, and comes back whenever the connection is lost, as the page does."""

    def __init__(self, code: str, visitor: Visitor, seat: int) -> None:
        super().__init__(daemon=True)
        self.acknowledged: list[int] = []
        self.failure: Exception | None = None
        self.is_over = False
        self._code, self._visitor, self._seat = code, visitor, seat

    def run(self) -> None:
        """Play to the end of the game."""
        while not self.is_over and not self.failure:
            try:
                with suppress(WebSocketException, OSError):
                    self._play()
            except Exception as error:  # For the test to show, which runs in another thread.
                self.failure = error

    def _play(self) -> None:
        with self._visitor.at(self._code) as guest:
            while not self.is_over:
                view = guest.until(lambda view: view["turn"] in (self._seat, None))
                self.is_over = view["turn"] is None
                if not self.is_over:
                    self._move(guest)

    def _move(self, guest: Guest) -> None:
        time.sleep(PAUSE)
        made = guest.move().get("version")
        if made is not None:
            self.acknowledged.append(made)
        guest.until(lambda view: view["version"] >= (made or 0))


def test_workers_are_restarted_one_after_the_other_and_no_acknowledged_move_is_lost(shaken: Deployment) -> None:
    code, anna, ben = sit_down(shaken, setup={"players": 2})
    players = Player(code, anna, 1), Player(code, ben, 2)
    for player in players:
        player.start()
    for port in list(shaken.workers):
        await_moves(players)
        assert shaken.workers[port].stop() == 0
        await_moves(players)
        shaken.start(port)
    for player in players:
        player.join(PATIENCE)
    assert [player.failure for player in players] == [None, None]
    log = anna.ask("GET", f"/api/tables/{code}/log")["log"]
    made = sorted(version for player in players for version in player.acknowledged)
    assert made == sorted(set(made))
    assert set(made) <= {line["version"] for line in log if line["kind"] == "ply"}
    assert anna.view(code)["state"] == "over"


def await_moves(players: Iterable[Player]) -> None:
    """Wait until everybody has made another move, or the game is over."""
    before = {player: len(player.acknowledged) for player in players}
    eventually(lambda: all(len(player.acknowledged) > count or player.is_over for player, count in before.items()))


def test_without_a_worker_clients_are_told_to_wait_and_go_on_when_one_is_back(shaken: Deployment) -> None:
    code, anna, _ = sit_down(shaken)
    ports = list(shaken.workers)
    for port in ports:
        shaken.workers.pop(port).kill()
    for method, path in (("GET", f"/api/tables/{code}"), ("POST", "/api/token")):
        assert refused(anna, method, path) == (503, "unavailable")
    shaken.start(ports[0])
    eventually(lambda: is_served(anna, code))


def is_served(visitor: Visitor, code: str) -> bool:
    try:
        return str(visitor.view(code)["table"]) == code
    except Answer:
        return False

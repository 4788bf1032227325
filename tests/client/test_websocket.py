"""The Python client when connections get lost, and when something else answers."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

from bigpoints.client import NotBigPoints, NotThere, Refused, Server, Table
from bigpoints.client.http import Contact
from bigpoints.client.views import Json, read_view
from support.server_process import PATIENCE, Visitor, serving

SEAT: Json = {"name": "Anna", "bot": None, "person": True, "free": False, "away": False}
VIEW: Json = {
    "table": "ABCD2345",
    "version": 3,
    "state": "playing",
    "setup": {},
    "seats": [{"seat": 1, **SEAT}, {"seat": 2, **SEAT}],
    "game": 1,
    "turn": 1,
    "moves": [{"move": "R-", "to": "3", "takes": 2, "disc": "K"}],
    "standings": None,
    "owner": True,
    "yours": [1],
    "seat": 1,
}
Scene = Callable[[ServerConnection], None]


def view(version: int, turn: int | None = 1) -> Json:
    return {"view": {**VIEW, "version": version, "turn": turn, "state": "playing" if turn else "over"}}


def say(connection: ServerConnection, *frames: Json) -> None:
    for frame in frames:
        connection.send(json.dumps(frame))


def hear(connection: ServerConnection) -> Any:
    return json.loads(connection.recv(PATIENCE))


@contextmanager
def acted(*scenes: Scene) -> Iterator[Table]:
    """A table on a server that plays a scene with each connection, one after the other."""
    to_come = iter(scenes)
    with serve_sockets(lambda connection: next(to_come)(connection), "127.0.0.1", 0, compression=None) as acting:
        Thread(target=acting.serve_forever, daemon=True).start()
        contact = Contact(f"http://127.0.0.1:{acting.socket.getsockname()[1]}", "a" * 22, patience=10)
        with Table(contact, read_view(VIEW)) as table:
            yield table


def test_a_command_whose_answer_got_lost_is_sent_again_with_the_same_id() -> None:
    heard = []

    def that_hangs_up(connection: ServerConnection) -> None:
        say(connection, view(3))
        heard.append(hear(connection))

    def that_answers(connection: ServerConnection) -> None:
        say(connection, view(5, turn=2))
        heard.append(hear(connection))
        say(connection, {"answer": {"id": heard[-1]["id"], "version": 4}})
        hear(connection)

    with acted(that_hangs_up, that_answers) as table:
        assert table.play("R-")
        assert table.view.version == 5
    assert len(heard) == 2
    assert heard[0] == heard[1]
    assert heard[0]["version"] == 3


def test_a_heartbeat_that_shows_a_gap_makes_the_client_ask_for_the_view() -> None:
    def that_forgets_a_view(connection: ServerConnection) -> None:
        say(connection, view(3, turn=2), {"beat": 3}, {"beat": 4})
        assert hear(connection) == {"do": "view"}
        say(connection, view(4))
        hear(connection)

    with acted(that_forgets_a_view) as table:
        assert table.until(lambda view: view.version > 3).version == 4


def test_what_was_too_fast_is_sent_again() -> None:
    def that_is_slow(connection: ServerConnection) -> None:
        first = hear(connection)
        say(connection, {"answer": {"id": None, "refused": {"code": "too_fast"}}})
        assert hear(connection) == first
        say(connection, {"answer": {"id": first["id"], "version": 4}, **view(4, turn=2)})
        hear(connection)

    with acted(that_is_slow) as table:
        assert table.play("R-")


def test_a_turn_is_told_once() -> None:
    def that_repeats(connection: ServerConnection) -> None:
        say(connection, view(3), view(3), view(4, turn=2), view(5), view(6, turn=None))
        hear(connection)

    with acted(that_repeats) as table:
        assert [seen.version for seen in table.turns()] == [3, 5]


def test_who_is_turned_away_is_told_why() -> None:
    def that_turns_away(connection: ServerConnection) -> None:
        say(connection, {"answer": {"id": None, "refused": {"code": "watching_not_allowed"}}})
        connection.close(4003)

    coming_back = acted(lambda connection: say(connection, view(3)), that_turns_away)
    with coming_back as table, pytest.raises(Refused, match="the table lets nobody watch"):
        table.until(lambda _: False)


def test_frames_that_make_no_sense_are_not_taken_for_ours() -> None:
    with acted(lambda connection: connection.send('{"view": {}}')) as table, pytest.raises(NotBigPoints):
        table.until(lambda _: False)


def test_the_client_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        port = urlsplit(server.url).port or 0
        home = Server(server.url, patience=PATIENCE)
        table = home.create("Anna", "Ben", colours=3, discs=4)
        rng, plies = Random(3), []
        with table:
            turns = table.turns()
            for _ in range(5):
                move = rng.choice(next(turns).moves)
                table.play(move)
                plies.append(str(move))
            server.kill()
            with serving(tmp_path / "data", port=port):
                for view in turns:
                    move = rng.choice(view.moves)
                    table.play(move)
                    plies.append(str(move))
                log = Visitor(home.url, home.token).ask("GET", f"/api/tables/{table.code}/log")["log"]
        assert [event["move"] for event in log if event["kind"] == "ply"] == plies


def test_a_server_that_does_not_come_back_is_said_to_be_gone(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, Server(server.url, patience=0.5).quick("Anna", "random") as table:
        server.kill()
        with pytest.raises(NotThere, match="no server answers there"):
            table.until(lambda _: False)


def test_where_no_server_is_it_is_said_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(NotThere, match=rf"http://127.0.0.1:{port}: no server answers there: .*refused"):
        Server(f"http://127.0.0.1:{port}").quick("Anna")


ANSWERS = {
    "page": b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>",
    "missing": b"HTTP/1.0 404 Not Found\r\n\r\nnothing here",
    "other": b'HTTP/1.0 200 OK\r\n\r\n{"token": 5, "tables": 3}',
    "noise": b"\x00\x01\x02\r\n\r\n",
    "moved": b"HTTP/1.0 301 Moved\r\nLocation: https://games.example/\r\n\r\n",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_what_is_no_server_of_ours_is_said_to_be_none(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:

        def answer_once() -> None:
            connection, _ = other.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(answer)

        Thread(target=answer_once, daemon=True).start()
        with pytest.raises(NotBigPoints, match="no server of Big Points") as strange:
            Server(f"http://127.0.0.1:{other.getsockname()[1]}", "a" * 22).tables()
    assert ("games.example" in str(strange.value)) == (b"games.example" in answer)

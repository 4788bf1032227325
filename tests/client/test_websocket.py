"""The socket of a table when connections are lost, refused, or lead to something else."""

import subprocess
import sys
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.sync.server import ServerConnection

from bigpoints.client import NotBigPoints, NotThere, Refused, Server
from bigpoints.client.errors import refusal_in
from bigpoints.client.http import HttpClient
from bigpoints.client.websocket import TableSocket
from bigpoints.contract.constants import NOT_ALLOWED
from support.scripted_server import TOKEN, answering, hear, refusal, say, table_with_scenes, view
from support.server_process import PATIENCE, Visitor, serving
from support.server_process import Server as ServerProcess


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

    with table_with_scenes(that_hangs_up, that_answers) as table:
        assert table.play("R-")
        assert table.view.version == 5
    assert len(heard) == 2
    assert heard[0] == heard[1]
    assert heard[0]["version"] == 3


def test_a_message_that_was_answered_is_not_sent_again() -> None:
    heard = []

    def that_answers_and_hangs_up(connection: ServerConnection) -> None:
        heard.append(hear(connection))
        say(connection, {"answer": {"id": heard[-1]["id"], "version": 4}, **view(4, turn=2)})

    def that_waits(connection: ServerConnection) -> None:
        say(connection, view(5))
        heard.append(hear(connection))
        say(connection, {"answer": {"id": heard[-1]["id"], "version": 6}, **view(6, turn=2)})

    with table_with_scenes(that_answers_and_hangs_up, that_waits) as table:
        table.play("R-")
        table.until(lambda view: view.version == 5)
        table.next_game()
    assert [message["do"] for message in heard] == ["move", "next"]


def test_a_client_that_may_no_longer_watch_is_told_why() -> None:
    def that_turns_away(connection: ServerConnection) -> None:
        say(connection, refusal("watching_not_allowed"))
        connection.close(NOT_ALLOWED)

    scenes = table_with_scenes(lambda connection: say(connection, view(3)), that_turns_away)
    with scenes as table, pytest.raises(Refused, match="the table lets nobody watch"):
        table.until(lambda _: False)


def test_a_server_that_is_unavailable_for_a_moment_is_tried_again() -> None:
    def that_is_busy(connection: ServerConnection) -> None:
        say(connection, refusal("unavailable"))
        connection.close(NOT_ALLOWED)

    def that_works(connection: ServerConnection) -> None:
        say(connection, view(8))
        hear(connection)

    with table_with_scenes(that_is_busy, that_works) as table:
        assert table.until(lambda view: view.version > 3).version == 8


def test_a_deleted_table_is_said_to_be_gone(home: Server) -> None:
    with home.create("Anna", None) as table:
        Visitor(home.url, home.token).request("DELETE", f"/api/tables/{table.code}")
        with pytest.raises(Refused, match="there is no such table"):
            next(table.turns())


def test_a_socket_at_a_table_that_does_not_exist_is_refused(server: ServerProcess) -> None:
    socket = TableSocket(HttpClient(server.url, TOKEN, PATIENCE), "NOTTHERE")
    refused = refusal_in(socket.receive().get("answer"))
    assert refused
    assert refused.code == "no_such_table"
    with pytest.raises(Refused, match="there is no such table"):
        socket.receive()
    socket.close()


@pytest.mark.parametrize("frame", ['{"view": {}}', '{"beat": "soon"}', "[]", "hello", '{"answer": 5}'])
def test_frames_of_another_server_are_told_from_ours(frame: str) -> None:
    with table_with_scenes(lambda connection: connection.send(frame)) as table, pytest.raises(NotBigPoints):
        table.until(lambda _: False)


def test_a_proxy_that_lets_no_socket_through_is_named_with_its_status() -> None:
    answer = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"
    with answering(answer) as (url, _), pytest.raises(NotBigPoints, match="its sockets do not get through: 403"):
        TableSocket(HttpClient(url, TOKEN, PATIENCE), "ABCD2345").open()


def test_a_proxy_without_its_server_is_tried_again_until_patience_is_over() -> None:
    answer = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
    with answering(*[answer] * 20) as (url, requests):
        with pytest.raises(NotBigPoints, match="502"):
            TableSocket(HttpClient(url, TOKEN, 0.5), "ABCD2345").open()
        assert 2 <= len(requests) <= 5


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


def test_without_the_package_websockets_one_line_names_the_extra() -> None:
    program = "import sys; sys.modules['websockets'] = None; import bigpoints.client"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "bigpoints.optional_deps.MissingExtra: the client needs more packages: pip install 'bigpoints[client]'"
    )

"""The front door: files and sockets are served before the application, and places are given back."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi import FastAPI
from starlette.types import Message

from bigpoints.server.http.front import Front
from bigpoints.server.http.limits import make_limits
from bigpoints.server.http.static import read_pages
from bigpoints.server.live.client import Client
from bigpoints.server.ops.metrics import Metrics
from bigpoints.server.settings import Settings
from bigpoints.server.table.refusals import Refused
from support.asgi import handshake, hello, request

HTTP_ANSWERS: dict[str, Any] = {"extensions": {"websocket.http.response": {}}}


class Nowhere:
    """A hub that knows no table, and notes which ones it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def enter(self, code: str, _: Client) -> None:
        """Turn a client away."""
        self.asked.append(code)
        raise Refused("no_such_table")


class Scene:
    """A front door with a page, an application behind it, and no tables."""

    def __init__(self, folder: Path, **settings: object) -> None:
        (folder / "index.html").write_text("<h1>Big Points</h1>", encoding="utf-8")
        self.hub = Nowhere()
        given = Settings.given(**settings)
        self.services = SimpleNamespace(settings=given, limits=make_limits(given), hub=self.hub, metrics=Metrics())
        app = FastAPI()
        app.state.services = self.services
        app.mount("/api", hello)
        self.front = Front(app, read_pages(folder))

    def knock(self, code: str, **more: Any) -> Message:
        """Ask for the socket of a table."""
        return handshake(self.front, f"/api/tables/{code}/socket", **more)


def test_files_are_served_and_everything_else_is_passed_on(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    assert request(scene.front, path="/index.html").body == b"<h1>Big Points</h1>"
    assert request(scene.front, "POST", "/api/anything", chunks=[b"xyz"]).body == b"3"


def test_a_socket_is_for_a_table_whose_code_is_read_as_people_type_it(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    assert scene.knock("abcd-2345")["type"] == "websocket.accept"
    assert scene.knock("no_code!")["type"] == "websocket.accept"
    assert scene.hub.asked == ["ABCD2345", ""], "what can be no code is turned away like an unknown one"


def test_there_are_no_other_sockets(tmp_path: Path) -> None:
    told = handshake(Scene(tmp_path).front, "/api/tables/ABCD2345", **HTTP_ANSWERS)
    assert (told["type"], told["status"]) == ("websocket.http.response.start", 404)


def test_a_client_that_has_gone_gives_its_place_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path, clients_per_address=1)
    for _ in range(3):
        assert scene.knock("ABCD2345")["type"] == "websocket.accept"
    scene.services.limits.sockets.acquire("192.0.2.7")
    told = scene.knock("ABCD2345", **HTTP_ANSWERS)
    assert (told["type"], told["status"]) == ("websocket.http.response.start", 429)


def test_an_ill_formed_token_takes_no_place(tmp_path: Path) -> None:
    scene = Scene(tmp_path, clients_per_address=1)
    told = scene.knock("ABCD2345", headers={"authorization": "Bearer x"}, **HTTP_ANSWERS)
    assert told["status"] == 401
    assert scene.knock("ABCD2345")["type"] == "websocket.accept"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_file_is_only_read(tmp_path: Path, method: str) -> None:
    assert request(cast("Any", Scene(tmp_path).front), method, "/index.html").status == 404

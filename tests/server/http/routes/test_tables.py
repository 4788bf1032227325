"""Routes of tables: creating, listing, looking, commanding and deleting."""

import asyncio
import json
from threading import current_thread, main_thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bigpoints.contract.requests import NewTable
from bigpoints.server.http.context import Services
from bigpoints.server.http.limits import make_limits
from bigpoints.server.http.routes import tables
from bigpoints.server.http.text_queue import TextQueue
from bigpoints.server.settings import Settings
from support.observation import TINY, refused
from support.server_process import Visitor


def test_a_table_is_its_creators_and_its_link_leads_to_it(anna: Visitor) -> None:
    answer = anna.ask("POST", "/api/tables", {"seats": [{"name": "Anna"}]})
    code = answer["table"]
    assert answer["link"].endswith(f"/#/table/{code}")
    assert (answer["view"]["owner"], answer["view"]["yours"]) == (True, [1])
    assert answer["view"] == anna.view(code)


def test_a_quick_game_has_begun_in_the_answer(anna: Visitor) -> None:
    view = anna.ask("POST", "/api/quick", {"name": "Anna", "bot": "random", "setup": TINY})["view"]
    assert (view["state"], view["yours"], view["seats"][1]["bot"]) == ("playing", [1], "random")


def test_a_record_is_read_in_a_thread_and_what_is_short_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def thread_of(_: NewTable, __: str) -> Any:
        return current_thread()

    async def read(wish: NewTable) -> Any:
        services = SimpleNamespace(limits=make_limits(Settings.given()), texts=TextQueue())
        return await tables._created(cast("Services", services), "192.0.2.7", wish, "anna")

    monkeypatch.setattr(tables, "created_table", thread_of)
    assert asyncio.run(read({"record": "some game"})) is not main_thread()
    assert asyncio.run(read({"start": "some position"})) is main_thread()


def test_everybody_has_a_list_of_their_own_tables(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"players": 3})
    assert ben.ask("GET", "/api/tables") == {"tables": []}
    ben.join(code, "Ben")
    for visitor, yours in ((anna, [1]), (ben, [2])):
        (listed,) = visitor.ask("GET", "/api/tables")["tables"]
        assert (listed["table"], listed["yours"], listed["names"][:2]) == (code, yours, ["Anna", "Ben"])
        assert listed["link"].endswith(f"/#/table/{code}")


def test_a_command_is_answered_with_its_version_and_the_view(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, setup={"players": 2})
    done = anna.ask("POST", f"/api/tables/{code}/commands", {"do": "bot", "id": "b", "seat": 2, "bot": "random"})
    assert (done["version"], done["view"]["version"], done["view"]["state"]) == (2, 3, "playing")


def test_a_stale_command_is_answered_with_the_view_as_it_is(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup={"first": 1})
    view = anna.view(code, 1)
    wish = {"do": "move", "id": "m", "version": 1, "seat": 1, "move": view["moves"][0]["move"]}
    status, _, content = anna.request("POST", f"/api/tables/{code}/commands?seat=1", wish)
    told = json.loads(content)
    assert (status, told["refused"]["code"]) == (409, "stale")
    assert told["view"] == view


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_table_that_is_not_there_is_told_alike_whatever_is_asked(anna: Visitor, method: str) -> None:
    assert refused(anna, method, "/api/tables/ABCD2345") == (404, "no_such_table")
    assert refused(anna, method, "/api/tables/no_code") == (404, "no_such_table")


def test_the_link_to_a_table_is_drawn_for_tables_that_are_there(anna: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    status, headers, content = anna.request("GET", f"/api/tables/{code}/qr.svg")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert content.startswith(b"<svg")
    assert refused(anna, "GET", "/api/tables/ABCD2345/qr.svg") == (404, "no_such_table")


def test_a_deleted_table_is_gone(anna: Visitor, ben: Visitor) -> None:
    code = anna.create({"name": "Anna"})
    assert refused(ben, "DELETE", f"/api/tables/{code}") == (403, "not_owner")
    assert anna.request("DELETE", f"/api/tables/{code}")[0] == 204
    assert refused(anna, "GET", f"/api/tables/{code}") == (404, "no_such_table")


def test_every_program_gets_a_token_of_its_own(anna: Visitor) -> None:
    tokens = {anna.ask("POST", "/api/token", known=False)["token"] for _ in range(3)}
    assert len(tokens) == 3

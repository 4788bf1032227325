"""Clients of other contracts: the one before goes on, any other is told which one is accepted."""

import pytest
from websockets.exceptions import ConnectionClosed

from bigpoints.client import Server as Remote
from bigpoints.client import websocket
from bigpoints.client.errors import Refused
from bigpoints.contract.constants import CONTRACT, NOT_ALLOWED
from bigpoints.contract.views import TableView
from support.messages import as_sent
from support.server_process import Guest, Server, Visitor


def test_a_client_that_names_no_contract_gets_whole_views_and_goes_on(server: Server) -> None:
    anna = Visitor(server.url)
    code = anna.create({"name": "Anna"}, {"name": "Ben"})
    with Guest(anna, code, query="") as before:
        first = before.hear()["view"]
        assert as_sent(TableView, first) == anna.view(code)
        assert before.command("move", seat=first["turn"], move=first["moves"][0]["move"])["version"] == 3


@pytest.mark.parametrize("contract", ["1", str(CONTRACT + 1), "two"])
def test_a_client_of_another_contract_is_told_which_one_is_accepted(server: Server, contract: str) -> None:
    anna = Visitor(server.url)
    with Guest(anna, anna.create({"name": "Anna"}), query=f"?contract={contract}") as strange:
        told = strange.hear()
        assert told == {"answer": {"id": None, "refused": {"code": "other_contract", "accepted": CONTRACT}}}
        with pytest.raises(ConnectionClosed) as closed:
            strange.hear()
        assert closed.value.rcvd
        assert closed.value.rcvd.code == NOT_ALLOWED


def test_a_python_client_of_another_contract_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CONTRACT", CONTRACT + 1)
    table = Remote(server.url).quick("Anna", "random")
    with table, pytest.raises(Refused, match=f"other_contract: accepted={CONTRACT}"):
        table.start()

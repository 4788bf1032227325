"""A page that meets a server of another contract loads itself anew, once."""

import json

from playwright.sync_api import WebSocketRoute

from bigpoints.contract.constants import CONTRACT, NOT_ALLOWED
from support.people import Person

REFUSAL = {"answer": {"id": None, "refused": {"code": "other_contract", "accepted": CONTRACT + 1}}}


def test_it_is_loaded_anew_once_and_then_says_why_it_cannot_go_on(anna: Person) -> None:
    table = anna.make_table({"name": "Anna"}, {"bot": "random"})
    addresses = []

    def refuse(socket: WebSocketRoute) -> None:
        addresses.append(socket.url)
        socket.send(json.dumps(REFUSAL))
        socket.close(code=NOT_ALLOWED)

    anna.page.route_web_socket("**/socket?*", refuse)
    anna.visit(f"/#/table/{table}")
    anna.page.get_by_text("another version").wait_for()
    assert len(addresses) == 2
    assert all(address.endswith(f"?contract={CONTRACT}") for address in addresses)

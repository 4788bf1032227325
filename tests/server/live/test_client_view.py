"""The view of a client: packed for sockets, whole for REST and for clients of the contract before."""

import json

import pytest

from bigpoints.server.live.client_view import ClientView
from bigpoints.server.protocol.packed_view import ViewWriter
from support.plain_views import plain_view
from support.story import BOARD, Story


@pytest.mark.parametrize("who", ["anna", "ben", None])
def test_as_values_and_as_json_it_is_the_whole_view(who: str | None) -> None:
    table = Story.of(BOARD, "anna", "ben").move("B+").table
    seat = table.seats_of(who)[0] if who else None
    view = ClientView(ViewWriter().write(table, who, seat, {2}, 1500))
    assert json.loads(view.json) == json.loads(json.dumps(view.values))
    assert json.loads(view.json) == json.loads(json.dumps(plain_view(table, who, seat, {2}, 1500)))
    assert len(view.packed) < len(view.json) / 2

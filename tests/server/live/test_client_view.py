"""The view of a client: two halves, one of which is encoded once for all."""

import json

import pytest
from pydantic_core import to_json

from bigpoints.server.live import client_view
from bigpoints.server.live.client_view import ClientView, EncodedSharedView
from bigpoints.server.protocol.views import own_view
from support.story import BOARD, Story


@pytest.mark.parametrize("who", ["anna", "ben", None])
def test_as_values_and_as_json_it_is_the_same(who: str | None) -> None:
    table = Story.of(BOARD, "anna", "ben").move("B+").table
    seat = table.seats_of(who)[0] if who else None
    view = ClientView(EncodedSharedView(table, {2}), own_view(table, who, seat, 1500))
    assert json.loads(view.json) == json.loads(json.dumps(view.values))
    assert (view.values["seat"], view.values["clock_ms"]) == (seat, 1500)
    assert [each["away"] for each in view.values["seats"]] == [False, True]


def test_what_all_see_alike_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[object] = []

    def counting(values: object) -> bytes:
        encoded.append(values)
        return to_json(values)

    monkeypatch.setattr(client_view, "to_json", counting)
    table = Story.of(BOARD, "anna", "ben").table
    shared = EncodedSharedView(table)
    views = [ClientView(shared, own_view(table, who, None)) for who in ("anna", "ben", None)]
    assert len({view.json for view in views}) == 3
    assert sum(each is shared.values for each in encoded) == 1

"""Views as values of the library, read from the JSON of the server."""

from dataclasses import FrozenInstanceError
from typing import Any, get_type_hints

import pytest

from bigpoints import parse_move
from bigpoints.client import Server, TableView
from bigpoints.client.views import LegalMove, Reason, read_hint, read_summary, read_view
from bigpoints.contract import views
from bigpoints.errors import BadNotation
from bigpoints.position import Colour, HiddenHand
from support.scripted_server import VIEW
from support.server_process import Visitor

HINT: Any = {
    "version": 7,
    "seat": 2,
    "hint": {
        "move": {"move": "R-", "to": "2", "takes": 1, "disc": "W"},
        "reasons": [{"kind": "takes_white", "colours": 0}, {"kind": "loses_colour", "whites": 1}],
        "alternatives": [{"move": {"move": "Y^", "to": "s2", "takes": 0, "disc": "Y"}, "reasons": []}],
    },
}


def test_the_client_has_every_field_of_a_view_that_the_server_sends() -> None:
    assert set(get_type_hints(TableView)) == set(get_type_hints(views.TableView))


def test_a_view_has_the_moves_the_hand_and_the_board_as_values_of_the_library(home: Server) -> None:
    with home.create("Anna", "Ben", start="BKRBR 0,0 BR -/- 1 m") as table:
        table.look(1)
        (move,) = [move for move in table.view.moves if str(move) == "R-"]
        assert (move.move, move.to, move.takes, move.disc) == (parse_move("R-"), "3", 2, Colour.BLACK)
        table.play(move)
        assert [str(ply) for ply in table.view.last] == ["R-"]
        assert (table.view.last[0].seat, table.view.last[0].by, table.view.last[0].origin) == (1, "person", "0")
        table.look(1)
        hand = table.view.hand
        assert hand
        assert [(disc.colour, disc.count) for disc in hand.discs] == [(Colour.BLACK, 1)]
        assert table.view.board.hands[1] == HiddenHand(0)


def test_fields_that_a_newer_server_adds_are_ignored(home: Server) -> None:
    data: Any = Visitor(home.url, home.token).view(home.quick("Anna", "random").code)
    newer: Any = {**data, "news": 1, "seats": [{**seat, "hat": "red"} for seat in data["seats"]]}
    assert read_view(newer) == read_view(data)


def test_a_view_never_changes() -> None:
    view = read_view(VIEW)
    with pytest.raises(FrozenInstanceError):
        view.version = 4  # type: ignore[misc]


def test_it_is_your_turn_only_while_no_bot_plays_for_you() -> None:
    stood_in: Any = {**VIEW, "seats": [{**VIEW["seats"][0], "bot": "level3"}, VIEW["seats"][1]]}
    theirs: Any = {**VIEW, "turn": 2}
    assert [read_view(data).is_yours for data in (VIEW, theirs, stood_in)] == [True, False, False]


def test_before_the_first_game_there_is_no_board() -> None:
    waiting: Any = {**VIEW, "state": "open", "turn": None}
    view = read_view(waiting)
    assert view.position is None
    with pytest.raises(BadNotation):
        _ = view.board


def test_a_hint_has_its_moves_as_values_and_its_reasons_by_kind() -> None:
    hint = read_hint(HINT)
    assert (hint.version, hint.seat) == (7, 2)
    assert hint.move == LegalMove(parse_move("R-"), "2", 1, Colour.WHITE, ())
    assert hint.reasons == (Reason("takes_white", {"colours": 0}), Reason("loses_colour", {"whites": 1}))
    assert [(str(other.move), other.reasons) for other in hint.alternatives] == [("Y^", ())]


def test_a_summary_is_read_with_its_lists_as_tuples() -> None:
    data = {"table": "ABCD2345", "link": "http://127.0.0.1/#/table/ABCD2345", "state": "over", "turn": None, "at": 5}
    sent: Any = {**data, "owner": False, "names": ["Anna", "level3"], "yours": [1]}
    summary = read_summary(sent)
    assert (summary.names, summary.yours, summary.at) == (("Anna", "level3"), (1,), 5)

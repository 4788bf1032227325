"""Messages that come through sockets: read, or refused with the field at fault named."""

from dataclasses import fields
from typing import get_args

import pytest

from bigpoints.contract import requests as contract
from bigpoints.contract.fields import fields_of
from bigpoints.server.protocol.requests import bad_message, id_in, parse_message
from bigpoints.server.table import commands
from bigpoints.server.table.commands import Change, MakeMove, Sit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup

MOVE = '{"do": "move", "id": "1", "version": 3, "seat": 2, "move": "R+"}'
TIMELY = '{"do": "%s", "id": "1", "version": 3, "seat": 2}'
AT_A_SEAT = '{"do": "%s", "id": "1", "seat": 2}'
EXAMPLES = {
    "move": MOVE,
    **{do: TIMELY % do for do in ("undo", "agree", "decline")},
    **{do: AT_A_SEAT % do for do in ("leave", "return", "free")},
    **{do: f'{{"do": "{do}", "id": "1"}}' for do in ("start", "next")},
    "sit": '{"do": "sit", "id": "1", "name": "Anna"}',
    "bot": '{"do": "bot", "id": "1", "seat": 2, "bot": "level1"}',
    "change": '{"do": "change", "id": "1", "setup": {}}',
}


def test_a_command_is_read() -> None:
    assert parse_message(MOVE) == MakeMove(id="1", version=3, seat=2, move="R+")
    assert parse_message('{"do": "sit", "id": "2", "name": " Anna "}') == Sit(id="2", name="Anna")
    change = '{"do": "change", "id": "3", "setup": {"players": 4, "wires": [7]}}'
    assert parse_message(change) == Change(id="3", setup=Setup(players=4, wires=[7]))


@pytest.mark.parametrize("message", get_args(contract.Command), ids=lambda message: str(message.__name__))
def test_every_command_of_the_contract_is_one_of_the_table(message: type) -> None:
    its = getattr(commands, message.__name__)
    assert {field.name for field in fields(its)} == set(fields_of(message)) - {"do"}
    assert type(parse_message(EXAMPLES[get_args(fields_of(message)["do"])[0]])) is its


def test_what_changes_nothing_stays_a_message() -> None:
    assert parse_message('{"do": "look"}') == {"do": "look", "seat": None}
    assert parse_message('{"do": "view"}') == {"do": "view"}
    assert parse_message('{"do": "beat"}') == {"do": "beat"}


def test_that_a_body_is_no_object_is_said_as_ever() -> None:
    refused = bad_message([{"type": "dict_type", "loc": ("body", "setup")}])
    assert (refused.about["field"], refused.about["problem"]) == ("setup", "model_attributes_type")


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        ("", "message", "json_invalid"),
        ("[]", "message", "dict_type"),
        ('{"do": "start", "id": "\u00e9"}', "start.id", "string_pattern_mismatch"),
        ("{}", "message", "union_tag_not_found"),
        ('{"do": "dance"}', "message", "union_tag_invalid"),
        (MOVE.replace("2", "9"), "move.seat", "less_than_equal"),
        (MOVE.replace("2", '"2"'), "move.seat", "int_type"),
        (MOVE.replace("R+", "R+-<"), "move.move", "string_too_long"),
        (MOVE.replace('"1"', '""'), "move.id", "string_too_short"),
        (MOVE.replace("}", ', "more": 1}'), "move.more", "extra_forbidden"),
        ('{"do": "change", "id": "1", "setup": 3}', "change.setup", "model_type"),
        ('{"do": "change", "id": "1", "setup": {"players": 2, "first": 3}}', "change.setup", "value_error"),
        ('{"do": "sit", "id": "1", "name": "bot:x"}', "sit.name", "value_error"),
    ],
)
def test_a_message_that_cannot_be_read_is_refused_with_the_field_at_fault(text: str, field: str, problem: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_message(text)
    assert (refused.value.code, refused.value.about["field"], refused.value.about["problem"]) == (
        "bad_message",
        field,
        problem,
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (MOVE.replace("2", "9"), "1"),
        ('{"id": "a-b.c:d_e", "do": "dance"}', "a-b.c:d_e"),
        ('{"id": 7}', None),
        ('{"id": "' + "x" * 65 + '"}', None),
        ("{}", None),
        ("[", None),
        (None, None),
    ],
)
def test_whoever_waits_for_an_answer_knows_it_by_the_id_even_if_nothing_else_can_be_read(
    text: str | None, name: str | None
) -> None:
    assert id_in(text) == name

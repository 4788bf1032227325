"""Messages that come through sockets: read, or refused with the field at fault named."""

import pytest

from bigpoints.server.protocol.requests import id_in, parse_message
from bigpoints.server.table.commands import MakeMove
from bigpoints.server.table.refusals import Refused

MOVE = '{"do": "move", "id": "1", "version": 3, "seat": 2, "move": "R+"}'


def test_a_command_is_read() -> None:
    assert parse_message(MOVE) == MakeMove(id="1", version=3, seat=2, move="R+")


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        ("", "message", "json_invalid"),
        ("[]", "message", "dict_type"),
        ("{}", "message", "union_tag_not_found"),
        ('{"do": "dance"}', "message", "union_tag_invalid"),
        (MOVE.replace("2", "9"), "move.seat", "less_than_equal"),
        (MOVE.replace("2", '"2"'), "move.seat", "int_type"),
        (MOVE.replace("R+", "R+-<"), "move.move", "string_too_long"),
        (MOVE.replace('"1"', '""'), "move.id", "string_too_short"),
        (MOVE.replace("}", ', "more": 1}'), "move.more", "extra_forbidden"),
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

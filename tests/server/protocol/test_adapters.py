"""From the contract to pydantic: nothing of a message is lost on the way."""

import json
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from bigpoints.contract.requests import Command, Join, MakeMove, Name, NewTable, Setup, Sit
from bigpoints.contract.views import PlyView, Refusal, TableView
from bigpoints.server.protocol.adapters import Checked, adapted

MOVE = {"do": "move", "id": "1", "version": 3, "seat": 2, "move": "R+"}
PLY = {"move": "R+", "to": "2", "takes": 3, "disc": "W", "seat": 1, "by": "person", "from": "0"}


def read(message: Any, value: object) -> Any:
    return TypeAdapter(adapted(message)).validate_json(json.dumps(value))


def faults(message: Any, value: object) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as refused:
        read(message, value)
    return [(".".join(map(str, error["loc"])), error["type"]) for error in refused.value.errors()]


def test_a_request_is_read_as_it_is() -> None:
    assert read(MakeMove, MOVE) == MOVE


def test_a_view_is_read_as_it_is_with_a_key_that_python_has_no_name_for() -> None:
    assert read(PlyView, PLY) == PLY


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seat": 6}, ("seat", "less_than_equal")),
        ({"seat": 0}, ("seat", "greater_than_equal")),
        ({"seat": "2"}, ("seat", "int_type")),
        ({"version": 1.5}, ("version", "int_type")),
        ({"move": "R+-<"}, ("move", "string_too_long")),
        ({"id": "a b"}, ("id", "string_pattern_mismatch")),
        ({"do": "undo"}, ("do", "literal_error")),
        ({"more": 1}, ("more", "extra_forbidden")),
    ],
)
def test_types_are_strict_and_bounds_are_kept(change: dict[str, object], fault: tuple[str, str]) -> None:
    assert faults(MakeMove, MOVE | change) == [fault]


def test_what_must_be_there_must_and_what_need_not_has_its_default() -> None:
    assert faults(MakeMove, {"do": "move"}) == [(name, "missing") for name in ("id", "version", "seat", "move")]
    assert read(Join, {"name": "Anna"}) == {"name": "Anna", "seat": None, "id": None}
    assert read(PlyView, {"move": ".", "seat": 1, "by": None}) == {"move": ".", "seat": 1, "by": None}


def test_of_a_list_the_first_fault_is_told_and_no_others() -> None:
    wires = faults(Setup, {"wires": ["a"] * 1000})
    assert wires == [("wires.bool", "bool_type"), ("wires.list[int].0", "int_type")]
    assert faults(NewTable, {"seats": [{}, 3, 4]}) == [("seats.1", "dict_type")]


def test_commands_are_told_apart_by_what_is_to_be_done() -> None:
    assert read(Command, MOVE) == MOVE
    assert faults(Command, MOVE | {"seat": 9}) == [("move.seat", "less_than_equal")]
    assert faults(Command, {"do": "dance"}) == [("", "union_tag_invalid")]


def test_names_are_checked_and_tidied() -> None:
    assert read(Sit, {"do": "sit", "id": "1", "name": " Anna  Lena "})["name"] == "Anna Lena"
    assert faults(Sit, {"do": "sit", "id": "1", "name": "bot:x"}) == [("name", "value_error")]


def test_a_refusal_may_say_more_than_its_code() -> None:
    assert read(Refusal, {"code": "stale", "version": 3}) == {"code": "stale", "version": 3}


def test_a_marked_type_is_validated_as_the_adapted_one() -> None:
    assert TypeAdapter(Annotated[Join, Checked()]).validate_python({"name": "Anna"})["seat"] is None
    with pytest.raises(ValidationError):
        TypeAdapter(Annotated[Command, Checked()]).validate_python({"do": "dance"})


def test_what_would_lose_its_limits_is_not_marked() -> None:
    with pytest.raises(TypeError, match="is no message"):
        TypeAdapter(Annotated[Name, Checked()])
    with pytest.raises(ValidationError):
        TypeAdapter(adapted(Name)).validate_python("")


def test_the_schema_says_what_the_contract_says() -> None:
    schema = TypeAdapter(adapted(MakeMove)).json_schema()
    assert set(schema["required"]) == {"do", "id", "version", "seat", "move"}
    assert schema["additionalProperties"] is False
    assert schema["description"] == "Make a ply."
    assert schema["properties"]["seat"] == {"title": "Seat", "type": "integer", "minimum": 1, "maximum": 5}
    assert schema["properties"]["version"]["description"] == "the version of the view that it was made for"
    tagged = TypeAdapter(adapted(Command)).json_schema()["discriminator"]
    assert tagged["propertyName"] == "do"
    assert tagged["mapping"]["move"] == "#/$defs/MakeMove"
    setup = TypeAdapter(adapted(Setup)).json_schema()
    assert "required" not in setup
    assert setup["properties"]["discs"]["default"] == 9


def test_a_message_that_others_share_is_made_once() -> None:
    assert adapted(Setup) is adapted(Setup)
    _, schemas = TypeAdapter.json_schemas(
        [(name, "validation", TypeAdapter(adapted(message))) for name, message in (("a", NewTable), ("b", TableView))]
    )
    assert [name for name in schemas["$defs"] if "Setup" in name] == ["Setup"]

"""Reading what clients send: a message becomes a command, or a refusal that names the field at fault."""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from bigpoints.contract import requests as contract
from bigpoints.contract.requests import BeatBack, ClientMessage, Identified, LookAt, ShowMe
from bigpoints.server.protocol.adapters import Checked
from bigpoints.server.table.commands import (
    Agree,
    Change,
    Command,
    Decline,
    Free,
    Leave,
    MakeMove,
    Next,
    Return,
    SeatBot,
    Sit,
    Start,
    Undo,
)
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup

Question: TypeAlias = LookAt | ShowMe | BeatBack
"""Messages that do not change the table."""

_COMMANDS: dict[str, Callable[..., Command]] = {
    "move": MakeMove,
    "undo": Undo,
    "agree": Agree,
    "decline": Decline,
    "sit": Sit,
    "leave": Leave,
    "return": Return,
    "free": Free,
    "bot": SeatBot,
    "change": Change,
    "start": Start,
    "next": Next,
}
_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Checked()])
_IDENTIFIED: TypeAdapter[Identified] = TypeAdapter(Annotated[Identified, Checked()])


def parse_message(text: str) -> Command | Question:
    """Read what a client sent through its socket. Raises Refused, naming the field at fault."""
    try:
        message = _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise bad_message(error.errors(include_url=False, include_input=False)) from error
    if message["do"] == "look" or message["do"] == "view" or message["do"] == "beat":
        return message
    return command_of(message)


def command_of(message: contract.Command) -> Command:
    """The command in a message that was validated."""
    fields: dict[str, object] = dict(message)
    del fields["do"]
    if message["do"] == "change":
        fields["setup"] = Setup(**message["setup"])
    return _COMMANDS[message["do"]](**fields)


def id_in(text: str | None) -> str | None:
    """The id in a message that cannot be read otherwise, for the answer to it; None without one."""
    try:
        return _IDENTIFIED.validate_json(text or "")["id"]
    except ValidationError:
        return None


# --- Refusals ---------------------------------------------------------------------------------------------------------

_ACCEPTED = {
    "missing": "a value: there is none",
    "extra_forbidden": "only the fields that are documented",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "list_type": "a list",
    "less_than_equal": "a number up to {le}",
    "greater_than_equal": "a number from {ge} on",
    "string_too_long": "a text of at most {max_length} characters",
    "string_too_short": "a text of at least {min_length} characters",
    "too_long": "a list of at most {max_length}",
    "string_pattern_mismatch": "letters, digits, and any of _ . : -",
    "literal_error": "{expected}",
    "union_tag_invalid": "{expected_tags}",
    "union_tag_not_found": "a JSON object with the field {discriminator}",
    "value_error": "{error}",
}
"""The accepted values, by the kind of the fault."""


def bad_message(errors: Any) -> Refused:
    """The refusal of a message that pydantic cannot read."""
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"]).removeprefix("body.") or "message"
    return Refused("bad_message", field=field, problem=_problem(first), accepted=_accepted(first))


def _problem(fault: Any) -> str:
    """The kind of a fault; that a part of a message is no object has always had these names."""
    if fault["type"] != "dict_type" or not fault["loc"]:
        return str(fault["type"])
    return "model_attributes_type" if fault["loc"][0] == "body" else "model_type"


def _accepted(fault: Any) -> str:
    words = _ACCEPTED.get(fault["type"], "a JSON object, sent as application/json")
    return words.format_map(fault.get("ctx", {}))

"""Messages held to the contract."""

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_json

from bigpoints.server.protocol.adapters import adapted


@cache
def adapter(message: Any) -> TypeAdapter[Any]:
    """The validator of a message of the contract."""
    return TypeAdapter(adapted(message))


def as_sent(message: Any, value: object) -> Any:
    """A value as clients get it, read from its JSON; it must be what the contract says."""
    text = to_json(value)
    adapter(message).validate_json(text)
    return json.loads(text)

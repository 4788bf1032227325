"""The edge between the contract and pydantic: messages that are validated, and described to OpenAPI.

Pydantic refuses the TypedDicts of the standard library before Python 3.12, and knows nothing of the contract's limits.
So each message is made anew as one that it takes, strict and without unknown fields.
"""

from collections.abc import Callable, Iterator
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, create_model
from pydantic_core import CoreSchema
from typing_extensions import TypedDict

from bigpoints.contract.fields import NO_DEFAULT, FieldRule, fields_of
from bigpoints.contract.requests import NewSeat, NewTable, Setup
from bigpoints.contract.views import OPEN_MESSAGES
from bigpoints.server.protocol.create import checked_beginning, checked_seat
from bigpoints.server.table.names import checked_name
from bigpoints.server.table.setup import checked_setup

_CHECKS: dict[object, Callable[[Any], Any]] = {
    "name": checked_name,
    Setup: checked_setup,
    NewSeat: checked_seat,
    NewTable: checked_beginning,
}
"""What is checked besides types and bounds: the values of fields by the name of the check, and whole messages."""
_TAGS = ("do", "kind")
"""Fields by which the messages of a union are told apart."""
_BOUNDS = ("ge", "le", "min_length", "max_length", "pattern", "description")
_new_message: Any = TypedDict  # To type checkers, the name of a TypedDict must be written out.


class Checked:
    """Marks a type of the contract that is to be validated: `wish: Annotated[NewTable, Checked()]`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if not is_typeddict(source) and get_origin(source) not in (Union, UnionType):
            # Annotations of annotated types are made one: the limits of `Name` would be lost without a word.
            raise TypeError(f"{source} is no message; accepted: a message, a union, or what `adapted` gives")
        return handler.generate_schema(adapted(source))


def adapted(hint: Any) -> Any:
    """A type of the contract as pydantic takes it."""
    if is_typeddict(hint):
        return _message(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return Annotated[adapted(inner[0]), *(note for rule in inner[1:] for note in _notes(rule))]
    if origin in (Union, UnionType):
        return _union(inner)
    if origin in (None, Literal):
        return hint
    # The first fault of a list is told: to find thousands more would keep everybody else waiting.
    exact = origin[tuple(map(adapted, inner))]
    return Annotated[exact, Field(fail_fast=True)] if origin is list else exact


def adapted_once(message: Any) -> type[BaseModel]:
    """A message as a model: many routes share its one validator, where a TypedDict would be compiled for each."""
    required = message.__required_keys__
    fields: Any = {
        name: (adapted(hint), ...) if name in required else (adapted(hint), None)
        for name, hint in fields_of(message).items()
    }
    return create_model(message.__name__, __doc__=message.__doc__, **fields)


@cache
def _message(message: Any) -> Any:
    """A message that is exactly its fields, of exactly their types; made once, so that OpenAPI names it once."""
    fields = {
        name: adapted(hint) if name in message.__required_keys__ else NotRequired[adapted(hint)]
        for name, hint in fields_of(message).items()
    }
    made = _new_message(message.__name__, fields)
    made.__doc__ = message.__doc__
    made.__module__ = message.__module__
    extra: Literal["allow", "forbid"] = "allow" if message in OPEN_MESSAGES else "forbid"
    made.__pydantic_config__ = ConfigDict(strict=True, extra=extra)
    return Annotated[made, AfterValidator(_CHECKS[message])] if message in _CHECKS else made


def _union(members: tuple[Any, ...]) -> Any:
    union: Any = reduce(or_, map(adapted, members))
    if all(map(is_typeddict, members)):
        tag = next(tag for tag in _TAGS if all(tag in member.__required_keys__ for member in members))
        return Annotated[union, Field(discriminator=tag)]
    return union


def _notes(rule: FieldRule) -> Iterator[Any]:
    """A rule as pydantic has it."""
    about = {name: bound for name in _BOUNDS if (bound := getattr(rule, name)) is not None}
    if rule.default is not NO_DEFAULT:
        about["default"] = rule.default
    yield Field(**about)
    if rule.check is not None:
        yield AfterValidator(_CHECKS[rule.check])

"""The events of a table's log, and their JSON. The state of a table follows from them alone."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

from bigpoints.contract import requests as contract
from bigpoints.contract.constants import BotName, By
from bigpoints.contract.fields import fields_of, rule_of
from bigpoints.contract.requests import PlayerCount, SeatNumber
from bigpoints.errors import BigPointsError
from bigpoints.server.table.setup import Opening, Setup

_BrowserId = Annotated[str, "ASCII"]
"""Ids are compared in constant time, which only texts in ASCII can be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """The occupant of a seat when a table is created: a person, a bot, or nobody."""

    name: str | None = None
    browser: _BrowserId | None = None
    bot: BotName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A table was created, by a browser that owns it from now on."""

    kind: ClassVar[Literal["created"]] = "created"
    setup: Setup
    owner: _BrowserId
    seats: list[Placed]
    opening: Opening | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The owner changed the setup."""

    kind: ClassVar[Literal["changed"]] = "changed"
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Superseded:
    """The owner changed the setup, and with the next event again: of this change only the number of seats is kept."""

    kind: ClassVar[Literal["changed"]] = "changed"
    players: PlayerCount


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Somebody took a seat, or moved theirs to another device."""

    kind: ClassVar[Literal["seated"]] = "seated"
    seat: SeatNumber
    name: str
    browser: _BrowserId


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSeated:
    """A bot sat down."""

    kind: ClassVar[Literal["bot"]] = "bot"
    seat: SeatNumber
    bot: BotName


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodIn:
    """A bot plays for somebody who left or was away for too long; the seat stays theirs."""

    kind: ClassVar[Literal["stood_in"]] = "stood_in"
    seat: SeatNumber
    bot: BotName
    left: bool
    """Whether they left on purpose: then connecting does not give the seat back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """Somebody took their seat back from the bot that played for them."""

    kind: ClassVar[Literal["returned"]] = "returned"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A seat is free for anybody; in a game a bot holds it until somebody comes."""

    kind: ClassVar[Literal["freed"]] = "freed"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A game began."""

    kind: ClassVar[Literal["begun"]] = "begun"
    game: int
    start: str
    plies: tuple[str, ...] = ()
    filled: BotName | None = None
    """The bot that sat down in every empty seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A ply was made."""

    kind: ClassVar[Literal["ply"]] = "ply"
    seat: SeatNumber
    move: str
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Somebody asked the others for an undo."""

    kind: ClassVar[Literal["asked"]] = "asked"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """Somebody agreed to an undo; others have yet to answer."""

    kind: ClassVar[Literal["agreed"]] = "agreed"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """Somebody declined an undo, or the asker took the question back."""

    kind: ClassVar[Literal["declined"]] = "declined"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An undo was carried out; `plies` is how many remain of the game."""

    kind: ClassVar[Literal["undone"]] = "undone"
    seat: SeatNumber
    plies: int


Event: TypeAlias = (
    Created
    | Changed
    | Superseded
    | Seated
    | BotSeated
    | StoodIn
    | Returned
    | Freed
    | Begun
    | Played
    | Asked
    | Agreed
    | Declined
    | Undone
)
Log: TypeAlias = Sequence[tuple[int, int, Event]]
"""Versions, times in milliseconds, and events."""

_Part = TypeVar("_Part")

# --- As JSON ----------------------------------------------------------------------------------------------------------


class BadEvent(BigPointsError):
    """A row of a log that cannot be read."""


def event_text(event: Event) -> str:
    """Write an event."""
    if type(event) is Played:  # Nearly all events are; none of its texts needs an escape.
        return f'{{"kind":"ply","seat":{event.seat},"move":"{event.move}","by":"{event.by}"}}'
    return _encode(_plain(event))


def parse_event(text: str) -> Event:
    """Read an event; fields that older versions did not write may be missing. Raises BadEvent."""
    # Errors are logged, so they must not quote the row, which holds names and browsers.
    try:
        row = _decode(text)
        kind = row.pop("kind")
        read = _READERS[kind]
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadEvent("log: a row is no event of a table: it is no JSON object, or its kind is unknown") from error
    try:
        return _checked(read(**row))
    except (TypeError, ValueError) as error:
        raise BadEvent(f"log: an event of kind {kind!r} cannot be read: {error}") from error


def _checked(part: _Part) -> _Part:
    """An event or a part of one. Raises ValueError if a field has a value that it cannot have."""
    for name, accepts in _ACCEPTED[type(part)]:
        if not accepts(getattr(part, name)):
            raise ValueError(f"the value of {name} is not accepted")
    return part


def _plain(part: Event | Setup | Opening | Placed) -> dict[str, object]:
    return {name: getattr(part, name) for name in _FIELDS[type(part)]}


def _created(
    *, setup: contract.Setup, seats: list[dict[str, Any]], opening: dict[str, Any] | None = None, owner: str
) -> Created:
    return Created(
        setup=_setup(**setup),
        owner=owner,
        seats=[_checked(Placed(**seat)) for seat in seats],
        opening=None if opening is None else _opening(**opening),
    )


def _opening(*, plies: Sequence[str] = (), **about: Any) -> Opening:
    return _checked(Opening(plies=_tuple(plies), **about))


def _change(**about: Any) -> Changed | Superseded:
    return Superseded(**about) if "players" in about else _changed(**about)


def _changed(*, setup: contract.Setup) -> Changed:
    return Changed(setup=_setup(**setup))


def _setup(**about: Unpack[contract.Setup]) -> Setup:
    """A setup that makes a game. Raises ValueError."""
    setup = _checked(Setup(**about))
    setup.check()
    return setup


def _begun(*, plies: Sequence[str] = (), **about: Any) -> Begun:
    return Begun(plies=_tuple(plies), **about)


def _tuple(values: Sequence[str]) -> tuple[str, ...]:
    if isinstance(values, str):
        raise TypeError("plies are a list")
    return tuple(values)


def is_unicode(text: str) -> bool:
    """Whether a text can be written: no half of a surrogate pair is in it, as for what was not UTF-8 when read."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _test(hint: Any) -> Callable[[Any], bool]:
    """The test that a value must pass, by the type hint of its field."""
    if hint is str:
        return lambda value: type(value) is str and is_unicode(value)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return frozenset(inner).__contains__
    if hint is _BrowserId:
        return lambda value: type(value) is str and value.isascii()
    if origin is Annotated:
        is_value, rule = _test(inner[0]), rule_of(hint)
        return is_value if rule.has_no_range else lambda value: is_value(value) and rule.is_in_range(value)
    if origin in (Union, UnionType):
        tests = [_test(each) for each in inner]
        return lambda value: any(test(value) for test in tests)
    if origin in (list, tuple):
        is_item = _test(inner[0])
        return lambda value: type(value) is origin and all(map(is_item, value))
    if origin is dict:
        is_key, is_item = map(_test, inner)
        return lambda value: type(value) is dict and all(map(is_key, value)) and all(map(is_item, value.values()))
    return lambda value: type(value) is (origin or hint)


_KINDS: tuple[type[Event], ...] = get_args(Event)
_FIELDS: dict[type, tuple[str, ...]] = {
    **{part: tuple(each.name for each in fields(part) if each.init) for part in (Setup, Opening, Placed)},
    **{kind: ("kind", *(each.name for each in fields(kind))) for kind in _KINDS},
}
_HINTS: dict[type, dict[str, Any]] = {
    **{part: get_type_hints(part, include_extras=True) for part in _FIELDS},
    Setup: fields_of(contract.Setup),
}
_ACCEPTED = {
    part: tuple((name, _test(_HINTS[part][name])) for name in names if name != "kind")
    for part, names in _FIELDS.items()
}
"""The fields of events and of their parts, each with the test of its values."""
_READERS: dict[str, Callable[..., Event]] = {
    **{kind.kind: kind for kind in _KINDS},
    Created.kind: _created,
    Changed.kind: _change,
    Begun.kind: _begun,
}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain).encode
_decode = json.JSONDecoder().decode

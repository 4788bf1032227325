"""The events of a table's log, as JSON both ways. What a table is follows from them, and from nothing else."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from bigpoints.contract import requests as contract
from bigpoints.contract.constants import BotName, By
from bigpoints.errors import BigPointsError, quoted
from bigpoints.server.table.setup import Opening, Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Who sits in a seat from the beginning: a person, a bot, or nobody yet."""

    name: str | None = None
    browser: str | None = None
    bot: BotName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A table was created, by a browser that owns it from now on."""

    kind: ClassVar[Literal["created"]] = "created"
    setup: Setup
    owner: str
    seats: list[Placed]
    opening: Opening | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The owner changed the setup."""

    kind: ClassVar[Literal["changed"]] = "changed"
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Somebody sat down, or went on from another device."""

    kind: ClassVar[Literal["seated"]] = "seated"
    seat: int
    name: str
    browser: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSeated:
    """A bot sat down."""

    kind: ClassVar[Literal["bot"]] = "bot"
    seat: int
    bot: BotName


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodIn:
    """A bot plays for somebody who left or was away for too long; the seat stays theirs."""

    kind: ClassVar[Literal["stood_in"]] = "stood_in"
    seat: int
    bot: BotName
    left: bool
    """Whether the person said so: then they do not come back by merely looking in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """Somebody took their seat back from the bot that played for them."""

    kind: ClassVar[Literal["returned"]] = "returned"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed:
    """A seat is free for anybody; in a game a bot holds it until somebody comes."""

    kind: ClassVar[Literal["freed"]] = "freed"
    seat: int


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
    seat: int
    move: str
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Somebody asked the others for an undo."""

    kind: ClassVar[Literal["asked"]] = "asked"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """Somebody agreed to an undo, and others are still to be heard."""

    kind: ClassVar[Literal["agreed"]] = "agreed"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined:
    """Somebody declined an undo, or the asker took the question back."""

    kind: ClassVar[Literal["declined"]] = "declined"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An undo: of the game's plies so many remain."""

    kind: ClassVar[Literal["undone"]] = "undone"
    seat: int
    plies: int


Event: TypeAlias = (
    Created
    | Changed
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

# --- As JSON ----------------------------------------------------------------------------------------------------------


class BadEvent(BigPointsError):
    """A row of a log that cannot be read."""


def event_text(event: Event) -> str:
    """Write an event."""
    return _encode(_plain(event))


def parse_event(text: str) -> Event:
    """Read an event; fields that older versions did not write may be missing. Raises BadEvent."""
    try:
        about = _decode(text)
        return _READERS[about.pop("kind")](**about)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadEvent(f"log: {quoted(text)} is no event of a table: {error}") from error


def _plain(part: Event | Setup | Opening | Placed) -> dict[str, object]:
    return {name: getattr(part, name) for name in _FIELDS[type(part)]}


def _created(
    *, setup: contract.Setup, seats: list[dict[str, Any]], opening: dict[str, Any] | None = None, owner: str
) -> Created:
    return Created(
        setup=Setup(**setup),
        owner=owner,
        seats=[Placed(**seat) for seat in seats],
        opening=None if opening is None else _opening(**opening),
    )


def _opening(*, plies: Sequence[str] = (), **about: Any) -> Opening:
    return Opening(plies=tuple(plies), **about)


def _changed(*, setup: contract.Setup) -> Changed:
    return Changed(setup=Setup(**setup))


def _begun(*, plies: Sequence[str] = (), **about: Any) -> Begun:
    return Begun(plies=tuple(plies), **about)


_KINDS: tuple[type[Event], ...] = get_args(Event)
_FIELDS: dict[type, tuple[str, ...]] = {
    **{part: tuple(each.name for each in fields(part) if each.init) for part in (Setup, Opening, Placed)},
    **{kind: ("kind", *(each.name for each in fields(kind))) for kind in _KINDS},
}
_READERS: dict[str, Callable[..., Event]] = {
    **{kind.kind: kind for kind in _KINDS},
    Created.kind: _created,
    Changed.kind: _changed,
    Begun.kind: _begun,
}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_plain).encode
_decode = json.JSONDecoder().decode

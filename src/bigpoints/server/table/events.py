"""The events of a table's log, as JSON both ways. What a table is follows from them, and from nothing else."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bigpoints.server.table.setup import BotName, Model, Name, Opening, SeatNumber, Setup

By = Literal["person", "bot", "clock"]
"""Who made a ply: the person in the seat, its bot, or a bot because time had run out."""


class Placed(Model):
    """Who sits in a seat from the beginning: a person, a bot, or nobody yet."""

    name: Name | None = None
    browser: str | None = None
    bot: BotName | None = None


class Created(Model):
    """A table was created, by a browser that owns it from now on."""

    kind: Literal["created"] = "created"
    setup: Setup
    owner: str
    seats: list[Placed]
    opening: Opening | None = None


class Changed(Model):
    """The owner changed the setup."""

    kind: Literal["changed"] = "changed"
    setup: Setup


class Seated(Model):
    """Somebody sat down, or went on from another device."""

    kind: Literal["seated"] = "seated"
    seat: SeatNumber
    name: Name
    browser: str


class BotSeated(Model):
    """A bot sat down."""

    kind: Literal["bot"] = "bot"
    seat: SeatNumber
    bot: BotName


class StoodIn(Model):
    """A bot plays for somebody who left or was away for too long; the seat stays theirs."""

    kind: Literal["stood_in"] = "stood_in"
    seat: SeatNumber
    bot: BotName
    left: bool
    """Whether the person said so: then they do not come back by merely looking in."""


class Returned(Model):
    """Somebody took their seat back from the bot that played for them."""

    kind: Literal["returned"] = "returned"
    seat: SeatNumber


class Freed(Model):
    """A seat is free for anybody; in a game a bot holds it until somebody comes."""

    kind: Literal["freed"] = "freed"
    seat: SeatNumber


class Begun(Model):
    """A game began."""

    kind: Literal["begun"] = "begun"
    game: int
    start: str
    plies: tuple[str, ...] = ()
    filled: BotName | None = None
    """The bot that sat down in every empty seat."""


class Played(Model):
    """A ply was made."""

    kind: Literal["ply"] = "ply"
    seat: SeatNumber
    move: str
    by: By


class Asked(Model):
    """Somebody asked the others for an undo."""

    kind: Literal["asked"] = "asked"
    seat: SeatNumber


class Agreed(Model):
    """Somebody agreed to an undo, and others are still to be heard."""

    kind: Literal["agreed"] = "agreed"
    seat: SeatNumber


class Declined(Model):
    """Somebody declined an undo, or the asker took the question back."""

    kind: Literal["declined"] = "declined"
    seat: SeatNumber


class Undone(Model):
    """An undo: of the game's plies so many remain."""

    kind: Literal["undone"] = "undone"
    seat: SeatNumber
    plies: int


Event = Annotated[
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
    | Undone,
    Field(discriminator="kind"),
]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def parse_event(text: str) -> Event:
    """Read an event."""
    return _EVENT.validate_json(text)


def event_text(event: Event) -> str:
    """Write an event."""
    return event.model_dump_json()

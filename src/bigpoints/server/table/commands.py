"""What can be asked of a table: the commands of people, and those of the house itself."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from bigpoints.server.table.setup import BotName, Model, Name, SeatNumber, Setup

CommandId = Annotated[
    str,
    Field(min_length=1, max_length=64, pattern=r"^[\w.:-]+$", description="chosen by the client, new for every wish"),
]


def _saying_what_to_do(schema: dict[str, Any]) -> None:
    """Clients always say what to do: by that their commands are told apart. Only in Python it goes without saying."""
    if "do" in schema["properties"]:
        schema["required"] = ["do", *schema["required"]]


class Command(Model):
    """A wish with an id: sent twice, it acts once and is answered the same."""

    model_config = ConfigDict(json_schema_extra=_saying_what_to_do)

    id: CommandId


class Timely(Command):
    """A wish about the game as it was at a version: once the game has moved on, it is stale."""

    version: Annotated[int, Field(ge=1, description="the version of the view that it was made for")]
    seat: SeatNumber


class MakeMove(Timely):
    """Make a ply."""

    do: Literal["move"] = "move"
    move: Annotated[str, Field(max_length=3, description="one of the view's moves, such as R+")]


class Undo(Timely):
    """Go back to the start of the seat's last turn; the others are asked if they must be."""

    do: Literal["undo"] = "undo"


class Agree(Timely):
    """Agree to the undo that somebody asks for."""

    do: Literal["agree"] = "agree"


class Decline(Timely):
    """Decline the undo that somebody asks for; the asker takes the question back with it."""

    do: Literal["decline"] = "decline"


class Sit(Command):
    """Take a free seat, the first one unless one is named."""

    do: Literal["sit"] = "sit"
    seat: SeatNumber | None = None
    name: Name


class Leave(Command):
    """Leave a seat: free it, or in a game let a bot play for you."""

    do: Literal["leave"] = "leave"
    seat: SeatNumber


class Return(Command):
    """Take your seat back from the bot that plays for you."""

    do: Literal["return"] = "return"
    seat: SeatNumber


class Free(Command):
    """Owner: free a seat; in a game a bot holds it until somebody sits down."""

    do: Literal["free"] = "free"
    seat: SeatNumber


class SeatBot(Command):
    """Owner: let a bot sit in a seat."""

    do: Literal["bot"] = "bot"
    seat: SeatNumber
    bot: BotName


class Change(Command):
    """Owner: change the setup, before the first game or between two."""

    do: Literal["change"] = "change"
    setup: Setup


class Start(Command):
    """Owner: begin now, bots filling the gaps."""

    do: Literal["start"] = "start"


class Next(Command):
    """Begin the next game of the series, or a rematch."""

    do: Literal["next"] = "next"


class StandIn(Command):
    """House: let a bot play for somebody who is away."""

    seat: SeatNumber


class HandOver(Command):
    """House: bind a seat to another browser, by a handover code, if it still is the giver's."""

    seat: SeatNumber
    giver: str
    browser: str


class Settle(Command):
    """House: what follows by itself: a full table begins, an undo to which all have agreed is done."""


Wish = Annotated[
    MakeMove | Undo | Agree | Decline | Sit | Leave | Return | Free | SeatBot | Change | Start | Next,
    Field(discriminator="do"),
]
"""What a client may ask for."""

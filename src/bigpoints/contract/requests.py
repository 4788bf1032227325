"""Requests of clients: by REST, as commands, and through a socket."""

from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict, cast

from bigpoints.contract.constants import (
    LEAST_PLAYERS,
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_REPLAY,
    MOST_PLAYERS,
    BotName,
    Shape,
    Watch,
)
from bigpoints.contract.fields import FieldRule, defaults_of

Name = Annotated[str, FieldRule(min_length=1, max_length=LONGEST_NAME, check="name")]
SeatNumber = Annotated[int, FieldRule(ge=1, le=MOST_PLAYERS)]
PlayerCount = Annotated[int, FieldRule(ge=LEAST_PLAYERS, le=MOST_PLAYERS)]
CommandId = Annotated[
    str,
    FieldRule(
        min_length=1,
        max_length=64,
        pattern=r"^[A-Za-z0-9_.:-]+$",
        description="chosen by the client, new for every wish",
    ),
]


class Setup(TypedDict, total=False):
    """The setup of a table; by default the standard game for two."""

    players: Annotated[
        int, FieldRule(default=2, ge=LEAST_PLAYERS, le=MOST_PLAYERS, description="R3: how many seats there are")
    ]
    first: Annotated[
        SeatNumber | None, FieldRule(default=None, description="R3: the seat that begins; drawn unless given")
    ]
    series: Annotated[
        bool, FieldRule(default=False, description="R22: as many games as there are players, the totals added")
    ]
    optional_bonus: Annotated[bool, FieldRule(default=False, description="V1")]
    inverted: Annotated[bool, FieldRule(default=False, description="V2")]
    wires: Annotated[
        bool | list[int], FieldRule(default=False, description="V3: true for the usual places, or the places")
    ]
    open_hands: Annotated[bool, FieldRule(default=False, description="V4")]
    colours: Annotated[int, FieldRule(default=5, ge=1, le=5, description="V5")]
    discs: Annotated[int, FieldRule(default=9, ge=1, le=9, description="V5: path discs of each colour")]
    white: Annotated[int, FieldRule(default=5, ge=0, le=5, description="V5")]
    black: Annotated[int, FieldRule(default=5, ge=0, le=5, description="V5")]
    shape: Annotated[Shape, FieldRule(default="snake", description="the shape of the path on the screen")]
    turn_seconds: Annotated[
        Annotated[int, FieldRule(ge=5, le=86_400)] | None,
        FieldRule(default=None, description="how long a turn may take; no limit unless given"),
    ]
    patience_seconds: Annotated[
        Annotated[int, FieldRule(ge=5, le=604_800)] | None,
        FieldRule(default=120, description="how long somebody may be away before a bot plays for them; null: for ever"),
    ]
    stand_in: Annotated[
        BotName,
        FieldRule(default="level3", description="the bot that fills gaps, plays for the absent and for the late"),
    ]
    bot_delay_ms: Annotated[
        int, FieldRule(default=800, ge=0, le=10_000, description="how long a bot takes for a move at least")
    ]
    watch: Annotated[Watch, FieldRule(default="anyone", description="who may watch besides those who play")]
    hints: Annotated[bool, FieldRule(default=False, description="whether the player to move may ask for a hint")]


STANDARD_SETUP: Final = cast("Setup", defaults_of(Setup))
"""The default of every field of a setup."""

# --- Requests by REST -------------------------------------------------------------------------------------------------


class NewSeat(TypedDict, total=False):
    """The occupant of a seat of a new table: you under a name, a bot, or nobody yet."""

    name: Annotated[Name | None, FieldRule(default=None)]
    bot: Annotated[BotName | None, FieldRule(default=None)]


class NewTable(TypedDict, total=False):
    """A table to be created."""

    setup: Annotated[Setup, FieldRule(default=STANDARD_SETUP)]
    seats: Annotated[
        list[NewSeat],
        FieldRule(default=[], max_length=MOST_PLAYERS, description="from seat 1 on; those not named are empty"),
    ]
    start: Annotated[
        Annotated[str, FieldRule(max_length=400)] | None,
        FieldRule(default=None, description="a position (BPN) that the first game starts from"),
    ]
    record: Annotated[
        Annotated[str, FieldRule(max_length=20_000)] | None,
        FieldRule(default=None, description="a game (BPR) that the first game continues"),
    ]


class QuickGame(TypedDict):
    """A table against bots; its game begins at once."""

    name: Name
    opponents: NotRequired[Annotated[int, FieldRule(default=1, ge=1, le=MOST_PLAYERS - 1)]]
    bot: NotRequired[Annotated[BotName, FieldRule(default="level3")]]
    setup: NotRequired[Annotated[Setup, FieldRule(default=STANDARD_SETUP)]]


class Join(TypedDict):
    """Taking a free seat."""

    name: Name
    seat: NotRequired[Annotated[SeatNumber | None, FieldRule(default=None)]]
    id: NotRequired[Annotated[CommandId | None, FieldRule(default=None)]]


class SeatOf(TypedDict):
    """A seat of yours."""

    seat: SeatNumber


class HandoverCode(TypedDict):
    """A code by which a seat moves to this device."""

    code: Annotated[str, FieldRule(min_length=1, max_length=LONGEST_CODE)]


class ReplayText(TypedDict):
    """Games to replay: a file of them (BPR), or a position (BPN)."""

    text: Annotated[str, FieldRule(max_length=LONGEST_REPLAY)]


RestRequest: TypeAlias = NewTable | QuickGame | Join | SeatOf | HandoverCode | ReplayText
"""Requests by REST, besides commands."""

# --- Commands ---------------------------------------------------------------------------------------------------------


class Identified(TypedDict):
    """A command with an id: sent twice, it acts once and gets the same answer."""

    id: CommandId


class _Timely(Identified):
    """A command about a version of the game; it is stale once the game has moved on."""

    version: Annotated[int, FieldRule(ge=1, description="the version of the view that it was made for")]
    seat: SeatNumber


class MakeMove(_Timely):
    """Make a ply."""

    do: Literal["move"]
    move: Annotated[str, FieldRule(max_length=3, description="one of the view's moves, such as R+")]


class Undo(_Timely):
    """Go back to the start of the seat's last turn; the others are asked if they must be."""

    do: Literal["undo"]


class Agree(_Timely):
    """Agree to the undo that somebody asks for."""

    do: Literal["agree"]


class Decline(_Timely):
    """Decline the undo that somebody asks for; the asker takes the question back with it."""

    do: Literal["decline"]


class Sit(Identified):
    """Take a free seat, the first one unless one is named."""

    do: Literal["sit"]
    seat: NotRequired[Annotated[SeatNumber | None, FieldRule(default=None)]]
    name: Name


class Leave(Identified):
    """Leave a seat: free it, or in a game let a bot play for you."""

    do: Literal["leave"]
    seat: SeatNumber


class Return(Identified):
    """Take your seat back from the bot that plays for you."""

    do: Literal["return"]
    seat: SeatNumber


class Free(Identified):
    """Owner: free a seat; in a game a bot holds it until somebody sits down."""

    do: Literal["free"]
    seat: SeatNumber


class SeatBot(Identified):
    """Owner: let a bot sit in a seat."""

    do: Literal["bot"]
    seat: SeatNumber
    bot: BotName


class Change(Identified):
    """Owner: change the setup, before the first game or between two."""

    do: Literal["change"]
    setup: Setup


class Start(Identified):
    """Owner: begin now, bots filling the gaps."""

    do: Literal["start"]


class Next(Identified):
    """Begin the next game of the series, or a rematch."""

    do: Literal["next"]


Command: TypeAlias = MakeMove | Undo | Agree | Decline | Sit | Leave | Return | Free | SeatBot | Change | Start | Next
"""Commands to a table, through a socket or by REST."""

# --- Other messages through a socket ----------------------------------------------------------------------------------


class LookAt(TypedDict):
    """A browser with several seats asks for the hand of one, or of none; it is shown until the turn passes."""

    do: Literal["look"]
    seat: NotRequired[Annotated[SeatNumber | None, FieldRule(default=None)]]


class ShowMe(TypedDict):
    """A client asks for the view because it missed one."""

    do: Literal["view"]


class BeatBack(TypedDict):
    """The heartbeat of a client."""

    do: Literal["beat"]


ClientMessage: TypeAlias = Command | LookAt | ShowMe | BeatBack
"""Messages of clients through a socket."""

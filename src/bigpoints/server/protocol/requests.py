"""The messages of the server: what it is sent besides commands, and what it sends. One contract, for REST and sockets.

Views are written by `views` as plain JSON, for speed; the models here say what they hold, and tests hold them to it.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from bigpoints.server.table.commands import CommandId, Wish
from bigpoints.server.table.events import By
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import BotName, Model, Name, SeatNumber, Setup

# --- What clients send ------------------------------------------------------------------------------------------------


class LookAt(Model):
    """A browser with several seats asks for one hand, or for none; it is shown until the turn passes."""

    do: Literal["look"]
    seat: SeatNumber | None = None


class ShowMe(Model):
    """A client asks for the view, having noticed that it missed one."""

    do: Literal["view"]


class BeatBack(Model):
    """A client says that it is there."""

    do: Literal["beat"]


Message = Annotated[Wish | LookAt | ShowMe | BeatBack, Field(discriminator="do")]
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


class _Identified(BaseModel):
    """Whatever has an id."""

    id: CommandId


_ID = TypeAdapter(_Identified)


def parse_message(text: str) -> Message:
    """Read what a client sent through its socket. Raises Refused, naming the field at fault."""
    try:
        return _MESSAGE.validate_json(text)
    except ValidationError as error:
        raise bad_message(error.errors(include_url=False, include_input=False)) from error


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
"""What would have been accepted, by the kind of a fault."""


def _accepted(fault: Any) -> str:
    words = _ACCEPTED.get(fault["type"], "a JSON object, sent as application/json")
    return words.format_map(fault.get("ctx", {}))


def id_in(text: str | None) -> str | None:
    """The id in a message that may be anything, so that whoever waits for the answer to it knows it."""
    try:
        return _ID.validate_json(text or "").id
    except ValidationError:
        return None


def bad_message(errors: Any) -> Refused:
    """The refusal of a message that pydantic cannot read."""
    first = errors[0]
    field = ".".join(str(part) for part in first["loc"]).removeprefix("body.") or "message"
    return Refused("bad_message", field=field, problem=first["type"], accepted=_accepted(first))


class NewSeat(Model):
    """Who sits in a seat of a new table: you under a name, a bot, or nobody yet."""

    name: Name | None = None
    bot: BotName | None = None

    @model_validator(mode="after")
    def _is_one_of_them(self) -> Self:
        if self.name and self.bot:
            raise ValueError("a seat is for a name or for a bot, not for both")
        return self


class NewTable(Model):
    """A table to be created."""

    setup: Setup = Setup()
    seats: list[NewSeat] = Field(
        default_factory=list, max_length=5, description="from seat 1 on; those not named are empty"
    )
    start: str | None = Field(
        default=None, max_length=400, description="a position (BPN) that the first game starts from"
    )
    record: str | None = Field(
        default=None, max_length=20_000, description="a game (BPR) that the first game continues"
    )

    @model_validator(mode="after")
    def _has_one_beginning(self) -> Self:
        if self.start and self.record:
            raise ValueError("a table starts from a position or continues a record, not both")
        return self


class QuickGame(Model):
    """A table against bots, begun at once."""

    name: Name
    opponents: int = Field(default=1, ge=1, le=4)
    bot: BotName = "level3"
    setup: Setup = Setup()


class Join(Model):
    """Taking a free seat."""

    name: Name
    seat: SeatNumber | None = None
    id: CommandId | None = None


class SeatOf(Model):
    """A seat of yours."""

    seat: SeatNumber


class HandoverCode(Model):
    """A code by which a seat moves to this device."""

    code: str = Field(min_length=1, max_length=20)


# --- What clients get -------------------------------------------------------------------------------------------------


class Sent(Model):
    """Something that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class SeatView(Sent):
    """A seat: `person` if it is somebody's, `bot` if a bot plays in it now, both if it stands in."""

    seat: int
    name: str
    bot: BotName | None
    person: bool
    free: bool
    away: bool
    discs: int | None = None
    penalties: int | None = None


class MoveView(Sent):
    """A legal move: where its pawn lands, which place it takes from (0: none), the disc that it wins."""

    move: str
    to: str | None = None
    takes: int | None = None
    disc: str | None = None
    wires: list[int] | None = None


class PlyView(MoveView):
    """A ply that was made."""

    seat: int
    by: By | None
    origin: str | None = Field(default=None, alias="from")


class RequestView(Sent):
    """Who asks for an undo, and who has agreed."""

    seat: int
    agreed: list[int]


class SheetLine(Sent):
    """A line of a score sheet."""

    colour: str
    discs: int
    each: int


class ResultView(Sent):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    sheets: list[list[SheetLine]]
    penalties: list[int]


class StandingsView(Sent):
    """R22: the finished games of the series, or of all rematches."""

    games: list[list[int]]
    of: int | None
    totals: list[int]
    winners: list[int] | None


class WorthView(Sent):
    """So many discs of a colour, and what each is worth: now if that is known, at least and at most."""

    colour: str
    count: int
    now: int | None
    least: int
    most: int


class HandView(Sent):
    """A hand, and what it is worth as the pawns may climb."""

    seat: int
    discs: list[WorthView]
    penalties: int
    least: int
    most: int


class UndoView(Sent):
    """Whether a seat of yours can take its last turn back, and whether the others need be asked."""

    seat: int
    possible: bool
    free: bool


class TableView(Sent):
    """A table as you see it, whole."""

    table: str
    version: int
    state: Literal["open", "playing", "over"]
    setup: Setup
    seats: list[SeatView]
    game: int
    turn: int | None = None
    moves: list[MoveView] = Field(default_factory=list)
    last: list[PlyView] = Field(default_factory=list)
    request: RequestView | None = None
    result: ResultView | None = None
    standings: StandingsView | None
    owner: bool
    yours: list[int]
    seat: int | None
    position: str | None = None
    hand: HandView | None = None
    clock_ms: int | None = None
    undo: list[UndoView] = Field(default_factory=list)


class Refusal(Sent):
    """Why something was refused: a stable code, and what it is about."""

    model_config = ConfigDict(extra="allow", frozen=True)

    code: str


class RefusedAnswer(Sent):
    """The answer of REST to what is refused; a stale command is answered with the view, too."""

    refused: Refusal
    view: TableView | None = None


class AnswerView(Sent):
    """The answer to a command: the version that it led to, or why it was refused."""

    id: str | None
    version: int | None = None
    refused: Refusal | None = None


class Frame(Sent):
    """What comes through a socket: an answer, a view, a heartbeat with the version, or several of them."""

    answer: AnswerView | None = None
    view: TableView | None = None
    beat: int | None = None


class TableAnswer(Sent):
    """A table that you have to do with, and the link to it."""

    table: str
    link: str
    view: TableView


class Done(Sent):
    """What came of a command."""

    version: int
    view: TableView


class Handover(Sent):
    """A code by which a seat moves to another device, its link, the link as a QR code (SVG), and when it lapses."""

    code: str
    link: str
    qr: str
    until: int


class Token(Sent):
    """A secret for a program; it stands in the Authorization header, behind Bearer."""

    token: str


class TableSummary(Sent):
    """One of your tables; `bots` has who plays in each seat, null for a person or nobody."""

    table: str
    link: str
    state: Literal["open", "playing", "over"]
    game: int
    names: list[str]
    bots: list[BotName | None]
    yours: list[int]
    turn: int | None
    owner: bool
    at: int


class MyTables(Sent):
    """Your tables, the newest first."""

    tables: list[TableSummary]


class LogAnswer(Sent):
    """The log of a table: in a hidden-hand game no more than the last round until the end."""

    version: int
    log: list[dict[str, Any]]


class Health(Sent):
    """Whether all is well."""

    status: Literal["ok", "failing"]
    version: str
    bots_ready: bool

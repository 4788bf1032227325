"""What a table is made with: the game and its options, and the habits of the table."""

from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from bigpoints.bpr import parse_records
from bigpoints.contract.facts import LONGEST_NAME
from bigpoints.errors import BigPointsError
from bigpoints.notation import parse_position, position_text
from bigpoints.position import Material, Options, Position
from bigpoints.record import check
from bigpoints.rules import material_in, start, usual_wires
from bigpoints.server.table.names import checked_name


class Model(BaseModel):
    """A message or a part of one: exactly its fields, of exactly their types, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(checked_name)]
BotName = Literal["random", "greedy", "level1", "level2", "level3", "level4", "level5", "level6"]
SeatNumber = Annotated[int, Field(ge=1, le=5)]


class Setup(Model):
    """What a table is made with; the standard game for two unless told otherwise."""

    players: int = Field(default=2, ge=2, le=5, description="R3: how many seats there are")
    first: SeatNumber | None = Field(default=None, description="R3: the seat that begins; drawn unless given")
    series: bool = Field(default=False, description="R22: as many games as there are players, the totals added")
    optional_bonus: bool = Field(default=False, description="V1")
    inverted: bool = Field(default=False, description="V2")
    wires: bool | list[int] = Field(default=False, description="V3: true for the usual places, or the places")
    open_hands: bool = Field(default=False, description="V4")
    colours: int = Field(default=5, ge=1, le=5, description="V5")
    discs: int = Field(default=9, ge=1, le=9, description="V5: path discs of each colour")
    white: int = Field(default=5, ge=0, le=5, description="V5")
    black: int = Field(default=5, ge=0, le=5, description="V5")
    shape: Literal["snake", "spiral", "line"] = Field(
        default="snake", description="the shape of the path on the screen"
    )
    turn_seconds: int | None = Field(
        default=None, ge=5, le=86_400, description="how long a turn may take; no limit unless given"
    )
    patience_seconds: int | None = Field(
        default=120,
        ge=5,
        le=604_800,
        description="how long somebody may be away before a bot plays for them; null: for ever",
    )
    stand_in: BotName = Field(
        default="level3", description="the bot that fills gaps, plays for the absent and for the late"
    )
    bot_delay_ms: int = Field(default=800, ge=0, le=10_000, description="how long a bot takes for a move at least")
    watch: Literal["anyone", "nobody"] = Field(default="anyone", description="who may watch besides those who play")
    hints: bool = Field(default=False, description="whether who is to move may ask for a hint")

    @model_validator(mode="after")
    def _makes_a_game(self) -> Self:
        if self.first is not None and self.first > self.players:
            raise ValueError(f"first: there is no seat {self.first}; accepted: 1 to {self.players}")
        try:
            start(self.players, self.material.path, options=self.options)
        except BigPointsError as error:
            raise ValueError(str(error)) from error
        return self

    @cached_property
    def shown(self) -> dict[str, object]:
        """What views say of it; they are made for every ply, and it hardly ever changes."""
        return self.model_dump(mode="json")

    def with_changes(self, **changes: object) -> Self:
        """This setup with other values in some fields, checked like any other."""
        return self.model_validate({**self.shown, **changes})

    @property
    def material(self) -> Material:
        """The discs of its games (R1, V5)."""
        return Material(self.colours, self.discs, self.white, self.black)

    @property
    def options(self) -> Options:
        """The rule options of its games (V1, V2, V3)."""
        wires = self.wires
        places = tuple(wires) if isinstance(wires, list) else usual_wires(self.material.places) if wires else ()
        return Options(self.optional_bonus, self.inverted, places)


class Opening(Model):
    """A game that was begun elsewhere and goes on at a table: where it started, and the plies so far."""

    start: str
    plies: tuple[str, ...] = ()
    tags: dict[str, str] = Field(default_factory=dict)

    def governing(self, setup: Setup) -> Setup:
        """The setup with the players, the material and the options of the game that goes on."""
        position = parse_position(self.start)
        material, options = material_in(position), position.options
        return setup.with_changes(
            players=position.players,
            first=None,
            optional_bonus=options.optional_bonus,
            inverted=options.inverted,
            wires=list(options.wires) or False,
            colours=material.colours,
            discs=material.discs,
            white=material.white,
            black=material.black,
        )


def opening_from_position(text: str) -> Opening:
    """An opening from a BPN."""
    position = parse_position(text)
    _check_goes_on(position)
    return Opening(start=text)


def opening_from_record(text: str) -> tuple[Opening, tuple[str, ...]]:
    """An opening from the last game of a BPR file, and who sat where."""
    records = parse_records(text)
    if not records:
        raise NothingToGoOnWith("record: there is no game in it")
    record = records[-1]
    _check_goes_on(check(record))
    tags = {name: value for name, value in record.tags.items() if name not in ("Series", "Game", "Hidden")}
    return Opening(start=position_text(record.start), plies=tuple(map(str, record.plies)), tags=tags), record.seats


class NothingToGoOnWith(BigPointsError):
    """A position or a record that a table cannot go on with."""


def _check_goes_on(position: Position) -> None:
    if position.is_over:
        raise NothingToGoOnWith("start: the game is over; accepted: one that goes on")

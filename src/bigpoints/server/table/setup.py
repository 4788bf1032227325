"""The setup of a table: material and rule options of its games, and how the table is run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self, Unpack, cast

from bigpoints.bpr import parse_records
from bigpoints.contract import requests as contract
from bigpoints.contract.constants import LONGEST_TAGS, BotName, Shape, Watch
from bigpoints.contract.requests import STANDARD_SETUP
from bigpoints.errors import BigPointsError
from bigpoints.notation import parse_position, position_text
from bigpoints.position import Material, Options, Position
from bigpoints.record import check
from bigpoints.rules import material_in, start, usual_wires


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The setup of a table; the contract defines its fields and their defaults."""

    players: int = STANDARD_SETUP["players"]
    first: int | None = STANDARD_SETUP["first"]
    series: bool = STANDARD_SETUP["series"]
    optional_bonus: bool = STANDARD_SETUP["optional_bonus"]
    inverted: bool = STANDARD_SETUP["inverted"]
    wires: bool | list[int] = STANDARD_SETUP["wires"]
    open_hands: bool = STANDARD_SETUP["open_hands"]
    colours: int = STANDARD_SETUP["colours"]
    discs: int = STANDARD_SETUP["discs"]
    white: int = STANDARD_SETUP["white"]
    black: int = STANDARD_SETUP["black"]
    shape: Shape = STANDARD_SETUP["shape"]
    turn_seconds: int | None = STANDARD_SETUP["turn_seconds"]
    patience_seconds: int | None = STANDARD_SETUP["patience_seconds"]
    stand_in: BotName = STANDARD_SETUP["stand_in"]
    bot_delay_ms: int = STANDARD_SETUP["bot_delay_ms"]
    watch: Watch = STANDARD_SETUP["watch"]
    hints: bool = STANDARD_SETUP["hints"]
    shown: contract.Setup = field(init=False, repr=False, compare=False)
    """Its fields as a message; kept, since every view has them and they rarely change."""

    def __post_init__(self) -> None:
        shown = cast("contract.Setup", {name: getattr(self, name) for name in STANDARD_SETUP})
        object.__setattr__(self, "shown", shown)

    def with_changes(self, **changes: Unpack[contract.Setup]) -> Self:
        """This setup with other values in some fields. Raises ValueError if it makes no game."""
        fields: contract.Setup = {**self.shown, **changes}
        changed = type(self)(**fields)
        changed.check()
        return changed

    def check(self) -> None:
        """Refuse a setup that makes no game. Raises ValueError."""
        if self.first is not None and self.first > self.players:
            raise ValueError(f"first: there is no seat {self.first}; accepted: 1 to {self.players}")
        start(self.players, self.material.path, options=self.options)

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


def checked_setup(message: contract.Setup) -> contract.Setup:
    """The setup in a message. Raises ValueError if it makes no game."""
    Setup(**message).check()
    return message


# --- Openings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A game that was begun elsewhere and continues at a table: its start, and the plies so far."""

    start: str
    plies: tuple[str, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)

    def apply_to(self, setup: Setup) -> Setup:
        """A setup with the players, the material and the options of this game."""
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
    _check_continuable(position)
    return Opening(start=text)


def opening_from_record(text: str) -> tuple[Opening, tuple[str, ...]]:
    """An opening from the last game of a BPR file, and the names of its seats."""
    records = parse_records(text)
    if not records:
        raise NotContinuable("record: there is no game in it")
    record = records[-1]
    _check_continuable(check(record))
    tags = {name: value for name, value in record.tags.items() if name not in ("Series", "Game", "Hidden")}
    _check_tags(tags)
    return Opening(start=position_text(record.start), plies=tuple(map(str, record.plies)), tags=tags), record.seats


def _check_tags(tags: Mapping[str, str]) -> None:
    """Refuse tags that are too long for a table, which keeps them as long as it lasts."""
    length = sum(len(name) + len(value) for name, value in tags.items())
    if length > LONGEST_TAGS:
        raise NotContinuable(f"record: its tags have {length} characters; accepted: {LONGEST_TAGS} at most")


class NotContinuable(BigPointsError):
    """A position or a record that no table can continue."""


def _check_continuable(position: Position) -> None:
    if position.is_over:
        raise NotContinuable("start: the game is over; accepted: one that goes on")

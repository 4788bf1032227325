"""What a client sees of a table: values that never change. Fields that a newer server adds are passed over."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bigpoints.notation import parse_move, parse_view
from bigpoints.position import Colour, Move, View

Json = dict[str, Any]
State = Literal["open", "playing", "over"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: `person` if it is somebody's, `bot` if a bot plays in it now; both if the bot stands in."""

    seat: int
    name: str
    bot: str | None
    person: bool
    free: bool
    away: bool
    discs: int
    penalties: int


@dataclass(frozen=True, slots=True)
class LegalMove:
    """A legal move: where its pawn lands, the place it takes from (0 if from none), the disc, the wires it trips."""

    move: Move
    to: str | None
    takes: int
    disc: Colour | None
    wires: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.move)


@dataclass(frozen=True, slots=True)
class Ply(LegalMove):
    """A ply that was made: by which seat, by whom in it, and from where."""

    seat: int
    by: str | None
    origin: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for an undo, and who has agreed."""

    seat: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: each seat's score and penalties, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """R22: the scores of the finished games, of how many in a series, their totals and who won it."""

    games: tuple[tuple[int, ...], ...]
    of: int | None
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Worth:
    """So many discs of a colour, and what each is worth: now if that is known, at least and at most."""

    colour: Colour
    count: int
    now: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HandWorth:
    """The hand of a seat, and what it is worth at least and at most as the pawns may climb."""

    seat: int
    discs: tuple[Worth, ...]
    penalties: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether a seat of yours can take its last turn back, and whether without asking."""

    seat: int
    possible: bool
    free: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as you see it, whole."""

    table: str
    version: int
    state: State
    setup: Mapping[str, Any]
    seats: tuple[Seat, ...]
    game: int
    turn: int | None
    """The seat to move, while a game is played."""
    moves: tuple[LegalMove, ...]
    """The legal moves of the seat to move."""
    last: tuple[Ply, ...]
    """The plies of the last turn."""
    request: Request | None
    result: Result | None
    standings: Standings | None
    owner: bool
    yours: tuple[int, ...]
    seat: int | None
    """The seat of yours whose hand you see."""
    position: str | None
    """The position in notation (BPN), with other hands hidden."""
    hand: HandWorth | None
    clock_ms: int | None
    """How long the turn may still take."""
    undo: tuple[Undo, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state == "over"

    @property
    def is_yours(self) -> bool:
        """Whether it is for you to move: in a seat of yours, in which no bot plays."""
        return self.turn in self.yours and self.seats[self.turn - 1].bot is None

    @property
    def board(self) -> View:
        """The position, read; there must be one."""
        return parse_view(self.position or "")


@dataclass(frozen=True, slots=True)
class Summary:
    """One of your tables."""

    table: str
    link: str
    state: State
    names: tuple[str, ...]
    yours: tuple[int, ...]
    turn: int | None
    owner: bool
    at: int
    """When it was last changed, in milliseconds since 1970."""


# --- Reading ----------------------------------------------------------------------------------------------------------


def read_view(told: Json) -> TableView:
    """A view as the server sends it."""
    request, result, standings, hand = (told.get(name) for name in ("request", "result", "standings", "hand"))
    return TableView(
        table=told["table"],
        version=told["version"],
        state=told["state"],
        setup=told["setup"],
        seats=tuple(map(_read_seat, told["seats"])),
        game=told["game"],
        turn=told.get("turn"),
        moves=tuple(LegalMove(**_about_move(move)) for move in told.get("moves", ())),
        last=tuple(map(_read_ply, told.get("last", ()))),
        request=request and Request(request["seat"], tuple(request["agreed"])),
        result=result and Result(*(tuple(result[name]) for name in ("scores", "winners", "penalties"))),
        standings=standings and _read_standings(standings),
        owner=told["owner"],
        yours=tuple(told["yours"]),
        seat=told["seat"],
        position=told.get("position"),
        hand=hand and _read_hand(hand),
        clock_ms=told.get("clock_ms"),
        undo=tuple(Undo(undo["seat"], undo["possible"], undo["free"]) for undo in told.get("undo", ())),
    )


def read_summary(told: Json) -> Summary:
    """One of your tables as the server sends it."""
    names = ("table", "link", "state", "turn", "owner", "at")
    return Summary(**{name: told[name] for name in names}, names=tuple(told["names"]), yours=tuple(told["yours"]))


def _read_seat(told: Json) -> Seat:
    names = ("seat", "name", "bot", "person", "free", "away")
    return Seat(**{name: told[name] for name in names}, discs=told.get("discs", 0), penalties=told.get("penalties", 0))


def _about_move(told: Json) -> Json:
    disc = told.get("disc")
    return {
        "move": parse_move(told["move"]),
        "to": told.get("to"),
        "takes": told.get("takes") or 0,
        "disc": Colour(disc) if disc else None,
        "wires": tuple(told.get("wires") or ()),
    }


def _read_ply(told: Json) -> Ply:
    return Ply(**_about_move(told), seat=told["seat"], by=told["by"], origin=told.get("from"))


def _read_standings(told: Json) -> Standings:
    winners = told["winners"]
    games = tuple(tuple(game) for game in told["games"])
    return Standings(games, told["of"], tuple(told["totals"]), winners and tuple(winners))


def _read_hand(told: Json) -> HandWorth:
    discs = (
        Worth(Colour(disc["colour"]), *(disc[name] for name in ("count", "now", "least", "most")))
        for disc in told["discs"]
    )
    return HandWorth(told["seat"], tuple(discs), told["penalties"], told["least"], told["most"])

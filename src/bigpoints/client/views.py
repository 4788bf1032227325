"""Tables as a client sees them: immutable values, read from JSON. Fields that a newer server adds are ignored."""

from collections.abc import Mapping
from dataclasses import dataclass

from bigpoints.contract import answers, requests, views
from bigpoints.contract.constants import By, State
from bigpoints.notation import parse_move, parse_view
from bigpoints.position import Colour, Move, View


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. `person`: it belongs to somebody; `bot`: the bot that plays in it now; both: the bot stands in."""

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
    """A legal move: where its pawn lands, the place that it takes a disc from (0: none), the disc, the wires."""

    move: Move
    to: str | None
    takes: int
    disc: Colour | None
    wires: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.move)


@dataclass(frozen=True, slots=True)
class Ply(LegalMove):
    """A ply that was made: its seat, the player (`person`, `bot` or `clock`), and the place that the pawn left."""

    seat: int
    by: By | None
    origin: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """A request for an undo: the seat that asks, and the seats that have agreed."""

    seat: int
    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: score and penalties of each seat, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """R22: scores of the finished games, the number of games in the series, the totals and the winners."""

    games: tuple[tuple[int, ...], ...]
    of: int | None
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Worth:
    """The discs of one colour: their count, and the worth of each now (None: not known yet), at least and at most."""

    colour: Colour
    count: int
    now: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class HandWorth:
    """The hand of a seat, and the least and the most that it can be worth in the end."""

    seat: int
    discs: tuple[Worth, ...]
    penalties: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Whether a seat of yours can take its last turn back, and whether it is free to do so without asking."""

    seat: int
    possible: bool
    free: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A whole table as you see it."""

    table: str
    version: int
    state: State
    setup: requests.Setup
    seats: tuple[Seat, ...]
    game: int
    turn: int | None
    """The seat to move; None unless a game is being played."""
    moves: tuple[LegalMove, ...]
    """Legal moves of the seat to move."""
    last: tuple[Ply, ...]
    """Plies of the last turn."""
    request: Request | None
    result: Result | None
    standings: Standings | None
    owner: bool
    yours: tuple[int, ...]
    seat: int | None
    """The seat of yours whose hand you see."""
    position: str | None
    """The position in notation (BPN); other hands are hidden."""
    hand: HandWorth | None
    clock_ms: int | None
    """Milliseconds left for this turn; None if there is no limit."""
    undo: tuple[Undo, ...]
    barred: tuple[int, ...]
    """Free seats that you may not take, since their hands are hidden from you."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state == "over"

    @property
    def is_yours(self) -> bool:
        """Whether the seat to move is yours and no bot plays in it."""
        return self.turn in self.yours and self.seats[self.turn - 1].bot is None

    @property
    def board(self) -> View:
        """The position as a value; raises BadNotation before the first game."""
        return parse_view(self.position or "")


@dataclass(frozen=True, slots=True)
class Summary:
    """One of your tables, in brief."""

    table: str
    link: str
    state: State
    names: tuple[str, ...]
    yours: tuple[int, ...]
    turn: int | None
    owner: bool
    at: int
    """Time of the last change, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for a move: its kind, such as `climbs`, and the fields of that kind by name."""

    kind: str
    about: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Advice:
    """A move worth playing, and why."""

    move: LegalMove
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Hint(Advice):
    """The best move of a seat at a version of the table, and up to two alternatives."""

    version: int
    seat: int
    alternatives: tuple[Advice, ...]


# --- Reading ----------------------------------------------------------------------------------------------------------


def read_view(data: views.TableView) -> TableView:
    """A view from the JSON of the server."""
    request, result, standings, hand = data.get("request"), data.get("result"), data["standings"], data.get("hand")
    return TableView(
        table=data["table"],
        version=data["version"],
        state=data["state"],
        setup=data["setup"],
        seats=tuple(map(_read_seat, data["seats"])),
        game=data["game"],
        turn=data.get("turn"),
        moves=tuple(map(_read_move, data.get("moves", ()))),
        last=tuple(map(_read_ply, data.get("last", ()))),
        request=None if request is None else Request(request["seat"], tuple(request["agreed"])),
        result=None if result is None else _read_result(result),
        standings=None if standings is None else _read_standings(standings),
        owner=data["owner"],
        yours=tuple(data["yours"]),
        seat=data["seat"],
        position=data.get("position"),
        hand=None if hand is None else _read_hand(hand),
        clock_ms=data.get("clock_ms"),
        undo=tuple(Undo(undo["seat"], undo["possible"], undo["free"]) for undo in data.get("undo", ())),
        barred=tuple(data.get("barred", ())),
    )


def read_summary(data: answers.TableSummary) -> Summary:
    """A summary from the JSON of the server."""
    return Summary(
        table=data["table"],
        link=data["link"],
        state=data["state"],
        names=tuple(data["names"]),
        yours=tuple(data["yours"]),
        turn=data["turn"],
        owner=data["owner"],
        at=data["at"],
    )


def read_hint(data: answers.HintAnswer) -> Hint:
    """A hint from the JSON of the server."""
    best = data["hint"]
    alternatives = tuple(Advice(_read_move(each["move"]), _read_reasons(each)) for each in best["alternatives"])
    return Hint(_read_move(best["move"]), _read_reasons(best), data["version"], data["seat"], alternatives)


def _read_seat(data: views.SeatView) -> Seat:
    return Seat(
        seat=data["seat"],
        name=data["name"],
        bot=data["bot"],
        person=data["person"],
        free=data["free"],
        away=data["away"],
        discs=data.get("discs") or 0,
        penalties=data.get("penalties") or 0,
    )


def _read_move(data: views.MoveView) -> LegalMove:
    disc = data.get("disc")
    return LegalMove(
        move=parse_move(data["move"]),
        to=data.get("to"),
        takes=data.get("takes") or 0,
        disc=Colour(disc) if disc else None,
        wires=tuple(data.get("wires") or ()),
    )


def _read_ply(data: views.PlyView) -> Ply:
    move = _read_move(data)
    effects = (move.move, move.to, move.takes, move.disc, move.wires)
    return Ply(*effects, seat=data["seat"], by=data["by"], origin=data.get("from"))


def _read_reasons(data: answers.AdviceView) -> tuple[Reason, ...]:
    return tuple(
        Reason(reason["kind"], {name: value for name, value in reason.items() if name != "kind"})
        for reason in data["reasons"]
    )


def _read_result(data: views.ResultView) -> Result:
    return Result(tuple(data["scores"]), tuple(data["winners"]), tuple(data["penalties"]))


def _read_standings(data: views.StandingsView) -> Standings:
    winners = data["winners"]
    games = tuple(tuple(game) for game in data["games"])
    return Standings(games, data["of"], tuple(data["totals"]), None if winners is None else tuple(winners))


def _read_hand(data: views.HandView) -> HandWorth:
    discs = tuple(
        Worth(Colour(disc["colour"]), disc["count"], disc["now"], disc["least"], disc["most"]) for disc in data["discs"]
    )
    return HandWorth(data["seat"], discs, data["penalties"], data["least"], data["most"])
